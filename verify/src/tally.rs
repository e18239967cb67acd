//! What an exhaustive run counts.

use std::ops::AddAssign;

use drawproof_recognizers::{Recognizer, RuleKind};
use drawproof_tables::{Layout, Material};

use crate::{Counterexample, Fault, VerifyError};

/// How many positions, in every convention.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
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
    /// Positions without a verdict that can be believed: the recognizer
    /// stopped answering, contradicted itself, or was not asked any more.
    pub doubtful: Counts,
    /// How often the recognizer stopped answering and was started again.
    pub stops: usize,
    /// The first of the doubtful positions for which there is a reason of
    /// their own, in the order of the board.
    pub faults: Vec<Fault>,
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
        for counts in [self.claimed(), self.silent(), self.doubtful] {
            total += counts.draws;
            total += counts.decisive;
        }
        total
    }

    /// Whether every position has a verdict and no claim was wrong.
    pub fn is_proven(&self) -> bool {
        self.claimed().decisive.board == 0 && self.is_whole()
    }

    /// Whether every position has a verdict that can be believed.
    pub fn is_whole(&self) -> bool {
        let doubtful = [self.doubtful.draws, self.doubtful.decisive];
        self.stops == 0 && doubtful.iter().all(|count| count.board == 0)
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
    /// Without a verdict that can be believed.
    pub(crate) doubtful: Counts,
    /// Some of these, in the order of the board.
    pub(crate) faults: Vec<Fault>,
    /// How often the recognizer stopped answering.
    pub(crate) stops: usize,
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
            doubtful: Counts::default(),
            faults: Vec::new(),
            stops: 0,
            examples: Vec::new(),
        }
    }

    /// The same positions, none of them with a verdict.
    #[must_use]
    pub(crate) fn without_verdicts(self) -> Self {
        let mut nothing = Self::new(self.rules.len());
        nothing.legal = self.legal;
        nothing.doubtful = self.doubtful;
        nothing.doubtful += self.unmatched;
        for counts in self.rules {
            nothing.doubtful += counts;
        }
        nothing
    }

    /// Adds what was found later on the board; keeps so many examples of each
    /// rule, and of faults.
    #[must_use]
    pub fn merge(mut self, later: Self, examples: usize) -> Self {
        self.legal += later.legal;
        self.doubtful += later.doubtful;
        self.stops += later.stops;
        self.faults.extend(later.faults);
        self.faults.truncate(examples);
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

    /// How many examples of a rule there are.
    pub(crate) fn examples_of(&self, rule: usize) -> usize {
        let of_rule = |example: &&Counterexample| example.rule == rule;
        self.examples.iter().filter(of_rule).count()
    }

    /// The result, if this is the tally of all positions.
    pub(crate) fn into_verdict(
        self,
        recognizer: &dyn Recognizer,
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
        let rules = recognizer.rules().iter().zip(self.rules);
        let rules = rules.map(|(rule, counts)| RuleTally {
            name: rule.name.clone(),
            kind: rule.kind,
            counts: both(counts),
        });
        let verdict = Verdict {
            material: layout.material().clone(),
            oracle,
            rules_from: recognizer.source_name().into(),
            rules_sha256: recognizer.sha256().into(),
            folded,
            rules: rules.collect(),
            unmatched: both(self.unmatched),
            doubtful: both(self.doubtful),
            stops: self.stops,
            faults: self.faults,
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
