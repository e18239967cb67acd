//! The parts of a report that are about claims.

use drawproof_language::{Claim, RuleKind};
use drawproof_verify::{ClaimTally, Verdict};
use serde::{Deserialize, Serialize};

use crate::{counts::CountRow, terms::Truth};

/// What a rule says.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// That it is a draw.
    Draw,
    /// That the side to move wins.
    Win,
    /// That the side to move loses.
    Loss,
    /// That the side to move does not lose.
    NotLost,
    /// That the side to move does not win.
    NotWon,
    /// That the stronger side does not win.
    StrongCannotWin,
    /// That the weaker side does not win.
    WeakCannotWin,
    /// That the side to move cannot mate.
    UsCannotMate,
    /// That the other side cannot mate.
    ThemCannotMate,
    /// That the stronger side cannot mate.
    StrongCannotMate,
    /// That the weaker side cannot mate.
    WeakCannotMate,
    /// That neither side can mate.
    Dead,
    /// Nothing.
    Silent,
}

impl Kind {
    /// Its name.
    pub fn name(self) -> &'static str {
        RuleKind::from(self).name()
    }

    /// Whether it claims something other than a draw, or a dead position.
    pub(crate) fn is_other_claim(self) -> bool {
        let claim = RuleKind::from(self).claim();
        claim.is_some_and(|claim| !claim.is_of_neither())
    }

    /// Whether it is a bound.
    pub(crate) fn is_bound(self) -> bool {
        RuleKind::from(self).claim().is_some_and(Claim::is_bound)
    }

    /// What it is about.
    pub(crate) fn about(self) -> Truth {
        RuleKind::subject_of([self.into()]).into()
    }
}

impl From<RuleKind> for Kind {
    fn from(kind: RuleKind) -> Self {
        match kind {
            RuleKind::Silent | RuleKind::Hold => Self::Silent,
            RuleKind::Claims(claim) => claim.into(),
        }
    }
}

impl From<Claim> for Kind {
    fn from(claim: Claim) -> Self {
        match claim {
            Claim::Draw => Self::Draw,
            Claim::Win => Self::Win,
            Claim::Loss => Self::Loss,
            Claim::NotLost => Self::NotLost,
            Claim::NotWon => Self::NotWon,
            Claim::StrongCannotWin => Self::StrongCannotWin,
            Claim::WeakCannotWin => Self::WeakCannotWin,
            Claim::UsCannotMate => Self::UsCannotMate,
            Claim::ThemCannotMate => Self::ThemCannotMate,
            Claim::StrongCannotMate => Self::StrongCannotMate,
            Claim::WeakCannotMate => Self::WeakCannotMate,
            Claim::Dead => Self::Dead,
        }
    }
}

impl From<Kind> for RuleKind {
    fn from(kind: Kind) -> Self {
        let claim = match kind {
            Kind::Silent => return Self::Silent,
            Kind::Draw => Claim::Draw,
            Kind::Win => Claim::Win,
            Kind::Loss => Claim::Loss,
            Kind::NotLost => Claim::NotLost,
            Kind::NotWon => Claim::NotWon,
            Kind::StrongCannotWin => Claim::StrongCannotWin,
            Kind::WeakCannotWin => Claim::WeakCannotWin,
            Kind::UsCannotMate => Claim::UsCannotMate,
            Kind::ThemCannotMate => Claim::ThemCannotMate,
            Kind::StrongCannotMate => Claim::StrongCannotMate,
            Kind::WeakCannotMate => Claim::WeakCannotMate,
            Kind::Dead => Claim::Dead,
        };
        Self::Claims(claim)
    }
}

/// How right the claim of a rule is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClaimedRow {
    /// Positions in which it is wrong.
    pub incorrect: CountRow,
    /// Positions in which it is tight: a draw for a bound, else the result that
    /// it names.
    pub tight: CountRow,
}

/// A kind of claim that some rule makes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClaimRow {
    /// Which.
    pub claim: Kind,
    /// Positions in which a rule of this kind decides and is wrong.
    pub incorrect: CountRow,
    /// Positions in which a rule of this kind decides and is tight: a draw for a
    /// bound, else the result that it names.
    pub tight: CountRow,
    /// Positions in which such a claim is right, and it or one that says more is
    /// made.
    pub spotted: CountRow,
    /// Positions in which such a claim would be right, and none that says as
    /// much is made.
    pub missed: CountRow,
}

impl ClaimRow {
    /// A row for each kind of claim; none if nothing but draws is claimed.
    pub(crate) fn all(verdict: &Verdict) -> Vec<Self> {
        let others = verdict.claims.iter().filter(|of| of.claim != Claim::Draw);
        if others.count() == 0 {
            return Vec::new();
        }
        let row = |of: &ClaimTally| Self {
            claim: of.claim.into(),
            incorrect: of.incorrect.into(),
            tight: of.tight.into(),
            spotted: of.spotted.into(),
            missed: of.missed.into(),
        };
        verdict.claims.iter().map(row).collect()
    }
}
