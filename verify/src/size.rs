//! How large rules are, and how much work.

use drawproof_language::{MAX_STEPS, RuleFile};
use drawproof_tables::LayoutError;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::random_positions;

/// At how many random positions it is looked.
const CALLS: u64 = 1000;

/// How large rules are, and how much work it is to decide a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSize {
    /// Rules, those that keep silent among them.
    pub rules: usize,
    /// Truths that are asked for (see
    /// [`Size::conditions`](drawproof_language::Size::conditions)).
    pub conditions: usize,
    /// Bytes of tables.
    pub table_bytes: usize,
    /// In how many random positions steps were counted.
    pub calls: u64,
    /// Steps of all of them (see
    /// [`Decision::steps`](drawproof_language::Decision::steps)); where there
    /// are too many, as many as are allowed.
    pub steps: u64,
}

impl RuleSize {
    /// Looks at rules, and at random positions of their class, which are
    /// always the same.
    ///
    /// # Errors
    ///
    /// If the class has no tables.
    pub fn of(rules: &RuleFile) -> Result<Self, LayoutError> {
        let positions = random_positions(rules.material(), CALLS)?;
        let steps = |of| {
            rules
                .decide(of)
                .map_or(MAX_STEPS, |decision| decision.steps)
        };
        let steps = positions.par_iter().map(steps);
        let size = rules.size();
        Ok(Self {
            rules: size.rules,
            conditions: size.conditions,
            table_bytes: size.table_bytes,
            calls: CALLS,
            steps: steps.sum(),
        })
    }

    /// Steps of a call, on average.
    pub fn steps_a_call(&self) -> f64 {
        self.steps as f64 / self.calls as f64
    }
}
