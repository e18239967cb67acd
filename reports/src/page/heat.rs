//! Heat maps of the board: the warmer a square, the more draws are missed with
//! a king there.

use serde::Serialize;

use crate::{KingMapRow, kings::King, number::short, percent, thousands};

/// The heat above which black is easier to read than white on a dark page.
const WARM: f64 = 0.6;

/// A map.
#[derive(Serialize)]
pub(super) struct HeatMap {
    pub title: String,
    pub cells: Vec<Cell>,
}

/// A square, by its place from the upper left.
#[derive(Serialize)]
pub(super) struct Cell {
    pub x: usize,
    pub y: usize,
    /// From 0 to 1.
    pub heat: String,
    /// Whether it is warm, for the contrast of its text: empty or `hot`.
    pub class: &'static str,
    /// The abbreviated count.
    pub short: String,
    pub title: String,
}

impl HeatMap {
    /// `some` is what is counted.
    pub fn of(row: &KingMapRow, some: &str) -> Self {
        let counts = row.draws_board_counts.iter();
        let counts = counts.zip(&row.missed_draws_board_counts);
        let counts: Vec<(u64, u64)> = counts
            .take(64)
            .map(|(&all, &missed)| (all, missed))
            .collect();
        let most = counts.iter().map(|&(_, missed)| missed).max().unwrap_or(0);
        let cell = |(at, &(draws, missed)): (usize, &(u64, u64))| {
            let (file, rank) = (at % 8, at / 8);
            let heat = if most == 0 {
                0.0
            } else {
                missed as f64 / most as f64
            };
            let name = char::from(b'a' + file as u8);
            Cell {
                x: file,
                y: 7 - rank,
                heat: format!("{heat:.3}"),
                class: if heat > WARM { "hot" } else { "" },
                short: short(missed),
                title: format!(
                    "{name}{}: {} of {} {some} missed ({})",
                    rank + 1,
                    thousands(missed),
                    thousands(draws),
                    percent(missed, draws)
                ),
            }
        };
        Self {
            title: title(row),
            cells: counts.iter().enumerate().map(cell).collect(),
        }
    }
}

fn title(row: &KingMapRow) -> String {
    let king = match row.king {
        King::Strong => "the stronger side's king",
        King::Weak => "the weaker side's king",
        King::ToMove => "the king of the side to move, seen as White's",
        King::Waiting => "the other king, the side to move seen as White",
    };
    match row.strong_to_move {
        Some(true) => format!("{king}, the stronger side to move"),
        Some(false) => format!("{king}, the weaker side to move"),
        None => king.into(),
    }
}
