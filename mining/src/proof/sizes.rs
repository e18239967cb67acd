//! How large rules are.

use drawproof_verify::number::counted;
use serde::Serialize;

use crate::{Form, FoundRules, Miner, Unit};

/// The size of a recognizer; if it improves another one, the size of what is
/// added.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sizes {
    /// Its rules: those above the last claim, or trees.
    pub rules: u64,
    /// Conditions of rules, or tests of trees.
    pub conditions: u64,
    /// The text without remarks.
    pub bytes: u64,
    /// The time of a call.
    pub estimated_nanoseconds: f64,
}

impl Sizes {
    /// Those of what a miner found.
    pub fn of(miner: &Miner, found: &FoundRules) -> Self {
        let size = |unit| miner.size(found, unit);
        Self {
            rules: size(Unit::Rules) as u64,
            conditions: size(Unit::Conditions) as u64,
            bytes: size(Unit::Bytes) as u64,
            estimated_nanoseconds: size(Unit::Nanoseconds),
        }
    }

    /// A line of text, without a full stop. With `is_added` it is about what is added.
    pub fn text(&self, form: Form, is_added: bool) -> String {
        let added = if is_added { "added: " } else { "" };
        format!(
            "{added}{}{}, {}, {} without remarks, about {:.0} ns a call (estimated)",
            counted(self.rules, "rule"),
            match form {
                Form::List => " above the last claim",
                Form::Tree => "",
            },
            counted(self.conditions, "condition"),
            counted(self.bytes, "byte"),
            self.estimated_nanoseconds
        )
    }
}
