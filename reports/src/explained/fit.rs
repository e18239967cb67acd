//! Whether a claim fits a value.

use drawproof_language::Claim;
use drawproof_tables::{Value, Wdl};
use serde::Serialize;
use shakmaty::Color;

/// Whether a claim, or its absence, fits a value.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fit {
    /// A draw is claimed, and wrong.
    IncorrectDraw,
    /// A draw is claimed, and right.
    SpottedDraw,
    /// A draw, and no claim.
    MissedDraw,
    /// A win or loss, and no claim.
    SpottedDecisive,
    /// A claim other than a draw, and wrong.
    IncorrectClaim,
    /// Such a claim, and right.
    RightClaim,
}

impl Fit {
    /// That of a claim with `turn` to move, strong as White.
    pub fn of(claim: Option<Claim>, turn: Color, value: Value) -> Self {
        let is_right = claim.is_none_or(|claim| claim.allows(turn).has(value.wdl));
        match (claim, is_right) {
            (Some(Claim::Draw), false) => Self::IncorrectDraw,
            (Some(Claim::Draw), true) => Self::SpottedDraw,
            (Some(_), false) => Self::IncorrectClaim,
            (Some(_), true) => Self::RightClaim,
            (None, _) if value.wdl == Wdl::Draw => Self::MissedDraw,
            (None, _) => Self::SpottedDecisive,
        }
    }
}
