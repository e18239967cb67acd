//! The size and the cost of rules.

use drawproof_language::{MAX_STEPS, RuleFile};
use drawproof_tables::LayoutError;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::random_positions;

/// The number of random positions that are tried.
const CALLS: u64 = 1000;

/// How far rules look ahead, in random positions of their class, which are always
/// the same.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct LookAhead {
    /// The most moves, one after another.
    pub plies: usize,
    /// Positions after moves that are looked at for each position, on average.
    pub positions_a_call: f64,
}

impl LookAhead {
    /// Measures it; `None` if the rules go through no moves.
    ///
    /// # Errors
    ///
    /// If the class has no tables.
    pub fn of(rules: &RuleFile) -> Result<Option<Self>, LayoutError> {
        if !rules.looks_ahead() {
            return Ok(None);
        }
        let positions = random_positions(rules.material(), CALLS)?;
        let looks = |of| rules.decide(of).map(|of| (of.positions, of.plies));
        let looks: Vec<(u64, usize)> = positions
            .par_iter()
            .filter_map(|of| looks(of).ok())
            .collect();
        let all: u64 = looks.iter().map(|(positions, _)| positions).sum();
        Ok(Some(Self {
            plies: looks.iter().map(|(_, plies)| *plies).max().unwrap_or(0),
            positions_a_call: all as f64 / looks.len().max(1) as f64,
        }))
    }
}

/// The size of rules, and the work to decide a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSize {
    /// Rules, including silent ones.
    pub rules: usize,
    /// Truths in rules and definitions (see
    /// [`Size::conditions`](drawproof_language::Size::conditions)).
    pub conditions: usize,
    /// Bytes of tables.
    pub table_bytes: usize,
    /// The number of random positions in which steps were counted.
    pub calls: u64,
    /// Steps of all of them (see
    /// [`Decision::steps`](drawproof_language::Decision::steps)); if there are
    /// too many, as many as are allowed.
    pub steps: u64,
}

impl RuleSize {
    /// Measures rules on random positions of their class, which are always the
    /// same.
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
