//! Counts of positions, and of what was decided about them.

use std::ops::{AddAssign, Sub};

use serde::{Deserialize, Serialize};

use crate::rule_record::RuleRecord;

/// A number of positions, in every convention.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// Every legal placement on the board, like men in every order.
    pub board: u64,
    /// One for all placements that the board's symmetries or an exchange of
    /// like men map onto each other. `None` if rules tell mirror images apart,
    /// so that the images of one position may be treated differently.
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

    /// The sum.
    pub(crate) fn sum(mut self, other: Self) -> Self {
        self += other;
        self
    }

    /// The sum, unless it overflows.
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

impl Sub for Count {
    type Output = Self;

    /// The difference; the other count must not be larger.
    fn sub(self, other: Self) -> Self {
        let sub = |a: Option<u64>, b: Option<u64>| a.zip(b).map(|(a, b)| a.saturating_sub(b));
        Self {
            board: self.board.saturating_sub(other.board),
            unique: sub(self.unique, other.unique),
            ten_squares: sub(self.ten_squares, other.ten_squares),
        }
    }
}

/// Draws and decisive positions that were treated alike; of claims about mates, dead positions
/// and those in which some side can mate.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Drawn, or dead, positions.
    pub draws: Count,
    /// All others: won and lost positions.
    pub decisive: Count,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.draws += other.draws;
        self.decisive += other.decisive;
    }
}

/// The positions that a rule decided as the first that held.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleCounts {
    /// All of them.
    pub decided: Counts,
    /// Those in which its claim is wrong.
    pub incorrect: Count,
    /// Those in which its claim is tight (see
    /// [`Claim::tight`](drawproof_language::Claim::tight)).
    pub tight: Count,
}

impl AddAssign for RuleCounts {
    fn add_assign(&mut self, other: Self) {
        self.decided += other.decided;
        self.incorrect += other.incorrect;
        self.tight += other.tight;
    }
}

/// A kind of claim, over all positions with a verdict.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimCounts {
    /// Where such a claim would be right.
    pub right: Count,
    /// Those among them in which it, or a claim that says more, was made.
    pub spotted: Count,
}

impl AddAssign for ClaimCounts {
    fn add_assign(&mut self, other: Self) {
        self.right += other.right;
        self.spotted += other.spotted;
    }
}

/// Won and lost positions that a quiet run left out, by the first reason that applies.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// The side to move is checkmated.
    pub checkmates: Count,
    /// A capture or a promotion leads to a position that is lost for the other
    /// side.
    pub conversions: Count,
    /// Any other move checkmates.
    pub mates: Count,
}

impl LeftOut {
    /// The counts with a function applied to each.
    pub(crate) fn map(self, each: impl Fn(Count) -> Count) -> Self {
        Self {
            checkmates: each(self.checkmates),
            conversions: each(self.conversions),
            mates: each(self.mates),
        }
    }

    /// All of them.
    pub fn all(self) -> Count {
        self.checkmates.sum(self.conversions).sum(self.mates)
    }
}

impl AddAssign for LeftOut {
    fn add_assign(&mut self, other: Self) {
        self.checkmates += other.checkmates;
        self.conversions += other.conversions;
        self.mates += other.mates;
    }
}

/// What was decided about some positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decided {
    /// Positions visited.
    pub legal: Count,
    /// What each rule decided.
    pub rules: Vec<RuleCounts>,
    /// How right each claim would be that some rule makes, in the order of
    /// [`Claim::ALL`](drawproof_language::Claim::ALL).
    pub claims: Vec<ClaimCounts>,
    /// Where no rule held.
    pub unmatched: Counts,
    /// Positions without a valid verdict.
    pub doubtful: Counts,
    /// Claimed for one colour only, and counted above as well.
    pub one_sided: Counts,
    /// Won and lost positions about which the recognizer was not asked.
    pub left_out: LeftOut,
}

/// The results for positions with an en passant right.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct EnPassant {
    /// Positions in which a draw was claimed: spotted and incorrect draws.
    pub claimed: Counts,
    /// Positions in which no draw was claimed.
    pub silent: Counts,
    /// Positions without a valid verdict.
    pub doubtful: Counts,
    /// Positions in which a draw was claimed for one colour only.
    pub one_sided: Counts,
    /// Positions in which a claim of any kind is wrong.
    pub incorrect: Count,
    /// Positions about which the recognizer was not asked.
    pub left_out: LeftOut,
}

impl Decided {
    /// Nothing decided yet, with these numbers of rules and of claims.
    pub(crate) fn new(rules: usize, claims: usize) -> Self {
        Self {
            legal: Count::default(),
            rules: vec![RuleCounts::default(); rules],
            claims: vec![ClaimCounts::default(); claims],
            unmatched: Counts::default(),
            doubtful: Counts::default(),
            one_sided: Counts::default(),
            left_out: LeftOut::default(),
        }
    }

    /// The same positions without verdicts.
    pub(crate) fn without_verdicts(&self) -> Self {
        let mut doubtful = self.doubtful;
        doubtful += self.unmatched;
        for counts in &self.rules {
            doubtful += counts.decided;
        }
        Self {
            legal: self.legal,
            doubtful,
            left_out: self.left_out,
            ..Self::new(self.rules.len(), self.claims.len())
        }
    }

    /// The counts with a function applied to each.
    pub(crate) fn map(&self, each: impl Fn(Count) -> Count) -> Self {
        let both = |counts: Counts| Counts {
            draws: each(counts.draws),
            decisive: each(counts.decisive),
        };
        let rules = self.rules.iter().map(|counts| RuleCounts {
            decided: both(counts.decided),
            incorrect: each(counts.incorrect),
            tight: each(counts.tight),
        });
        let claims = self.claims.iter().map(|counts| ClaimCounts {
            right: each(counts.right),
            spotted: each(counts.spotted),
        });
        Self {
            legal: each(self.legal),
            rules: rules.collect(),
            claims: claims.collect(),
            unmatched: both(self.unmatched),
            doubtful: both(self.doubtful),
            one_sided: both(self.one_sided),
            left_out: self.left_out.map(each),
        }
    }

    /// The sums over rules of these kinds.
    pub(crate) fn summed(&self, rules: &[RuleRecord]) -> EnPassant {
        let mut sum = EnPassant {
            silent: self.unmatched,
            doubtful: self.doubtful,
            one_sided: self.one_sided,
            left_out: self.left_out,
            ..EnPassant::default()
        };
        for (rule, counts) in rules.iter().zip(&self.rules) {
            if rule.kind.claims_neither() {
                sum.claimed += counts.decided;
            } else {
                sum.silent += counts.decided;
            }
            sum.incorrect += counts.incorrect;
        }
        sum
    }
}

impl AddAssign<&Self> for Decided {
    fn add_assign(&mut self, other: &Self) {
        self.legal += other.legal;
        self.unmatched += other.unmatched;
        self.doubtful += other.doubtful;
        self.one_sided += other.one_sided;
        self.left_out += other.left_out;
        for (sum, &counts) in self.rules.iter_mut().zip(&other.rules) {
            *sum += counts;
        }
        for (sum, &counts) in self.claims.iter_mut().zip(&other.claims) {
            *sum += counts;
        }
    }
}
