//! The positions that are kept for the report.

use drawproof_tables::{AskedPosition, Material, Ruling};

/// How many positions are kept to be shown.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Incorrect draws, for each rule; and faults.
    pub examples: usize,
    /// Missed draws.
    pub missed: usize,
}

/// A position in which the claim of a rule is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The rule's index in its file.
    pub rule: usize,
    /// The position in which it was claimed.
    pub asked: AskedPosition,
    /// What the oracle says.
    pub truth: Ruling,
    /// Plies to mate, if they were looked up to choose the nearest ones.
    pub plies: Option<u32>,
}

/// A position without a valid verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The position as it was asked.
    pub asked: AskedPosition,
    /// What happened.
    pub what: String,
}

impl Fault {
    /// The FEN of the position as it was asked.
    pub fn fen(&self, material: &Material) -> String {
        self.asked.fen(material).to_string()
    }
}
