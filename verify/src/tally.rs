//! What an exhaustive run counts.

use std::ops::AddAssign;

use drawproof_recognizers::RuleKind;
use drawproof_tables::{Layout, Material};
use serde::{Deserialize, Serialize};

use crate::{Counterexample, Origin, VerifyError};

/// How many positions, in every convention.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// Every legal placement on the board, like men in every order.
    pub board: u64,
    /// One of all placements that the board's symmetries or an exchange of
    /// like men map onto each other. `None` where rules tell mirror images
    /// apart, so that the images of one position may be treated differently.
    pub unique: Option<u64>,
    /// Placements with the strong king on one of the ten squares of the
    /// triangle a1-d1-d4, like men in every order: a convention of 2011.
    /// `None` with pawns.
    pub ten_squares: Option<u64>,
}

impl Count {
    /// No position.
    pub const ZERO: Self = Self {
        board: 0,
        unique: Some(0),
        ten_squares: Some(0),
    };

    /// The sum, if it can be had.
    pub(crate) fn checked_add(self, other: Self) -> Option<Self> {
        let add = |a: Option<u64>, b: Option<u64>| match a.zip(b) {
            None => Some(None),
            Some((a, b)) => a.checked_add(b).map(Some),
        };
        Some(Self {
            board: self.board.checked_add(other.board)?,
            unique: add(self.unique, other.unique)?,
            ten_squares: add(self.ten_squares, other.ten_squares)?,
        })
    }
}

impl Default for Count {
    fn default() -> Self {
        Self::ZERO
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        let add = |a: Option<u64>, b: Option<u64>| a.zip(b).map(|(a, b)| a + b);
        self.board += other.board;
        self.unique = add(self.unique, other.unique);
        self.ten_squares = add(self.ten_squares, other.ten_squares);
    }
}

/// Draws and decisive positions that were treated alike.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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

/// Counts and examples of a part of a run. Unique positions are counted in
/// parts (see [`Layout::unique_parts`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Positions visited.
    pub(crate) legal: Count,
    /// For each rule what it decided.
    pub(crate) rules: Vec<Counts>,
    /// Where no rule held.
    pub(crate) unmatched: Counts,
    /// Incorrect draws, in the order of the board.
    pub(crate) examples: Vec<Counterexample>,
}

impl Tally {
    /// Nothing visited, with so many rules.
    pub fn new(rules: usize) -> Self {
        Self {
            legal: Count::default(),
            rules: vec![Counts::default(); rules],
            unmatched: Counts::default(),
            examples: Vec::new(),
        }
    }

    /// Adds what was found later on the board; keeps so many examples of each
    /// rule.
    #[must_use]
    pub fn merge(mut self, later: Self, examples: usize) -> Self {
        self.legal += later.legal;
        self.unmatched += later.unmatched;
        for (sum, counts) in self.rules.iter_mut().zip(later.rules) {
            *sum += counts;
        }
        for example in later.examples {
            if self.examples_of(example.rule) < examples {
                self.examples.push(example);
            }
        }
        self
    }

    /// The incorrect draws that were kept, in the order of the board.
    pub fn examples(&self) -> &[Counterexample] {
        &self.examples
    }

    /// How many examples of a rule there are.
    pub(crate) fn examples_of(&self, rule: usize) -> usize {
        let of_rule = |example: &&Counterexample| example.rule == rule;
        self.examples.iter().filter(of_rule).count()
    }

    /// The result, if this is the tally of all positions.
    pub(crate) fn into_verdict(
        self,
        origin: &Origin,
        layout: &Layout,
        oracle: String,
        folded: bool,
    ) -> Result<Verdict, VerifyError> {
        let whole = |count: Count| Count {
            unique: count.unique.map(|parts| parts / layout.unique_parts()),
            ..count
        };
        let both = |counts: Counts| Counts {
            draws: whole(counts.draws),
            decisive: whole(counts.decisive),
        };
        let rules = origin.list.iter().zip(self.rules);
        let rules = rules.map(|(rule, counts)| RuleTally {
            name: rule.name.clone(),
            kind: rule.kind,
            counts: both(counts),
        });
        let verdict = Verdict {
            material: layout.material().clone(),
            oracle,
            rules_from: origin.from.clone(),
            rules_sha256: origin.sha256.clone(),
            folded,
            rules: rules.collect(),
            unmatched: both(self.unmatched),
            counterexamples: self.examples,
        };
        let expected = whole(self.legal);
        let counted = verdict.total();
        if counted != expected || counted.board == 0 {
            return Err(VerifyError::Incomplete {
                material: layout.material().to_string(),
                counted: counted.board,
                expected: expected.board,
            });
        }
        Ok(verdict)
    }
}
