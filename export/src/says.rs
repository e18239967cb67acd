//! What exported functions return: draws alone, or sets of results.

use drawproof_language::{RuleFile, RuleInfo};

/// What the exported functions of rules say.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Says {
    /// Whether a position is a draw.
    Draw,
    /// Which results are possible, because some rule claims more than a draw.
    Results,
}

impl Says {
    /// What the functions for some rule files say.
    pub fn of(files: &[&RuleFile]) -> Self {
        let mut rules = files.iter().flat_map(|file| file.rules());
        let is_other = |rule: &RuleInfo| rule.kind.claims() && !rule.kind.claims_draw();
        if rules.any(is_other) {
            Self::Results
        } else {
            Self::Draw
        }
    }
}
