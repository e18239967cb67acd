//! The positions that are kept for the report.

use std::fmt;

use drawproof_tables::{AskedPosition, Material, Ruling, Truth, Wdl};

/// How many positions are kept to be shown.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Incorrect draws, for each rule; and faults.
    pub examples: usize,
    /// Missed draws.
    pub missed: usize,
}

/// An oracle's answer for one position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Who wins.
    Result(Ruling),
    /// Who can mate.
    Mates(Truth),
}

impl Answer {
    /// Who wins; `None` if that was not the question.
    pub fn ruling(self) -> Option<Ruling> {
        match self {
            Self::Result(ruling) => Some(ruling),
            Self::Mates(_) => None,
        }
    }

    /// Who wins without the 50-move rule; `None` if that was not the question.
    pub fn wdl(self) -> Option<Wdl> {
        Some(self.ruling()?.wdl)
    }

    /// Whether it does not contradict another one.
    pub(crate) fn agrees(self, other: Self) -> bool {
        match (self, other) {
            (Self::Result(one), Self::Result(other)) => one.agrees(other),
            (Self::Mates(one), Self::Mates(other)) => one == other,
            _ => false,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Result(ruling) => ruling.fmt(f),
            Self::Mates(truth) => f.pad(who_can_mate(*truth)),
        }
    }
}

/// Who can mate, in words.
fn who_can_mate(truth: Truth) -> &'static str {
    match (truth.own, truth.others) {
        (false, false) => "neither side can mate",
        (true, false) => "only the side to move can mate",
        (false, true) => "only the side not to move can mate",
        (true, true) => "both sides can mate",
    }
}

/// A position in which the claim of a rule is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The rule's index in its file.
    pub rule: usize,
    /// The position in which it was claimed.
    pub asked: AskedPosition,
    /// What the oracle says.
    pub truth: Answer,
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
