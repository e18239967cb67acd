//! The parts of a report that say where the kings stand.

use drawproof_verify::{DrawCount, KingMap, Verdict};
use serde::{Deserialize, Serialize};

/// Which king.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum King {
    /// The stronger side's.
    Strong,
    /// The weaker side's.
    Weak,
    /// With equal material: that of the side to move.
    ToMove,
    /// With equal material: that of the other side.
    Waiting,
}

/// Draws by the square of a king, board count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct KingMapRow {
    /// Which side is to move; null if both are counted together, with the
    /// board as the side to move sees it as White.
    pub strong_to_move: Option<bool>,
    /// The king that stands on the square.
    pub king: King,
    /// With the king on a1, b1 and so on to h8: all draws.
    pub draws_board_counts: Vec<u64>,
    /// Draws that were not claimed.
    pub missed_draws_board_counts: Vec<u64>,
}

/// Draws by the distance between the kings, board count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct KingDistanceRow {
    /// The distance in king moves.
    pub king_moves: usize,
    /// All draws.
    pub draws_board_count: u64,
    /// Draws that were not claimed.
    pub missed_draws_board_count: u64,
}

impl King {
    /// Its name, as other programs show it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Weak => "weak",
            Self::ToMove => "to_move",
            Self::Waiting => "waiting",
        }
    }
}

impl KingMapRow {
    /// Who is to move: `strong`, `weak`, or `either`.
    pub fn side_to_move(&self) -> &'static str {
        match self.strong_to_move {
            Some(true) => "strong",
            Some(false) => "weak",
            None => "either",
        }
    }

    /// The maps of a verdict: none if there is no draw.
    pub(crate) fn all(verdict: &Verdict) -> Vec<Self> {
        let is_symmetric = verdict.material.is_symmetric();
        let rows = |map: &KingMap| {
            let kings = if is_symmetric {
                [King::ToMove, King::Waiting]
            } else {
                [King::Strong, King::Weak]
            };
            let strong_to_move = (!is_symmetric).then_some(map.turn.is_white());
            let row = |(king, counts): (King, &[DrawCount; 64])| Self {
                strong_to_move,
                king,
                draws_board_counts: counts.iter().map(|of| of.draws).collect(),
                missed_draws_board_counts: counts.iter().map(|of| of.missed).collect(),
            };
            [(kings[0], &map.strong), (kings[1], &map.weak)].map(row)
        };
        verdict.king_maps.iter().flat_map(rows).collect()
    }
}

impl KingDistanceRow {
    pub(crate) fn all(verdict: &Verdict) -> Vec<Self> {
        let rows = verdict.by_king_distance.iter().enumerate();
        let rows = rows.filter(|(_, of)| of.draws > 0);
        rows.map(|(king_moves, of)| Self {
            king_moves,
            draws_board_count: of.draws,
            missed_draws_board_count: of.missed,
        })
        .collect()
    }
}
