//! What an exhaustive run counts.

use std::ops::AddAssign;

use drawproof_recognizers::RuleKind;
use drawproof_tables::Material;

use crate::Counterexample;

/// How many positions, in the two conventions of this project.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// Every legal placement on the board, like men in every order.
    pub board: u64,
    /// One of all placements that the board's symmetries or an exchange of
    /// like men map onto each other. `None` where rules tell mirror images
    /// apart, so that the images of one position may be treated differently.
    pub unique: Option<u64>,
}

impl Count {
    /// No position.
    pub const ZERO: Self = Self {
        board: 0,
        unique: Some(0),
    };
}

impl Default for Count {
    fn default() -> Self {
        Self::ZERO
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.board += other.board;
        self.unique = self.unique.zip(other.unique).map(|(a, b)| a + b);
    }
}

/// Draws and decisive positions that were treated alike.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Drawn positions.
    pub draws: Count,
    /// Won and lost positions.
    pub decisive: Count,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.draws += other.draws;
        self.decisive += other.decisive;
    }
}

/// The positions that one rule decided, being the first that held.
///
/// For a rule that claims a draw, the draws are spotted and the decisive
/// positions incorrect; for one that keeps silent, the draws are missed and
/// the decisive positions guarded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleTally {
    /// The rule's name.
    pub name: String,
    /// Whether it claims a draw or keeps silent.
    pub kind: RuleKind,
    /// What it decided.
    pub counts: Counts,
}

/// The result of verifying one recognizer over all positions of its class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The class.
    pub material: Material,
    /// Who was asked for the truth.
    pub oracle: String,
    /// Where the rules come from.
    pub rules_from: String,
    /// SHA-256 of the rules' text, in hexadecimal.
    pub rules_sha256: String,
    /// Whether positions were folded by the board's symmetries, as rules
    /// that do not depend on the side of the board allow; otherwise each was
    /// visited on the full board.
    pub folded: bool,
    /// A line for each rule.
    pub rules: Vec<RuleTally>,
    /// Positions in which no rule held, and so no draw was claimed.
    pub unmatched: Counts,
    /// The first incorrect draws of each rule, in the order of the board.
    pub counterexamples: Vec<Counterexample>,
}

impl Verdict {
    /// Positions in which a draw was claimed: draws spotted, and incorrect.
    pub fn claimed(&self) -> Counts {
        self.sum(RuleKind::Draw)
    }

    /// Positions without a claim: draws missed, and decisive ones left alone.
    pub fn silent(&self) -> Counts {
        let mut counts = self.sum(RuleKind::Silent);
        counts += self.unmatched;
        counts
    }

    /// All positions.
    pub fn total(&self) -> Count {
        let mut total = Count::default();
        for counts in [self.claimed(), self.silent()] {
            total += counts.draws;
            total += counts.decisive;
        }
        total
    }

    /// Whether no claim was wrong.
    pub fn is_proven(&self) -> bool {
        self.claimed().decisive.board == 0
    }

    fn sum(&self, kind: RuleKind) -> Counts {
        let mut sum = Counts::default();
        for rule in self.rules.iter().filter(|rule| rule.kind == kind) {
            sum += rule.counts;
        }
        sum
    }
}
