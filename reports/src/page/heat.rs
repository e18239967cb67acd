//! Heat maps of the board: the warmer a square, the more draws are missed with
//! a king there.

use crate::{KingMapRow, kings::King, percent, thousands};

/// A map.
pub(super) struct HeatMap {
    pub title: String,
    pub cells: Vec<Cell>,
}

/// A square, by its place from the upper left.
pub(super) struct Cell {
    pub x: usize,
    pub y: usize,
    pub color: &'static str,
    /// From 0 to 1.
    pub heat: String,
    /// How warm it is, for the contrast of its text: empty, `warm` or `hot`.
    pub class: &'static str,
    /// The abbreviated count.
    pub short: String,
    pub title: String,
}

impl HeatMap {
    pub fn of(row: &KingMapRow) -> Self {
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
                color: if (file + rank) % 2 == 0 {
                    "dark"
                } else {
                    "light"
                },
                heat: format!("{heat:.3}"),
                class: if heat > 0.6 {
                    "warm hot"
                } else if heat > 0.4 {
                    "warm"
                } else {
                    ""
                },
                short: short(missed),
                title: format!(
                    "{name}{}: {} of {} draws missed ({})",
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

/// A count in at most four characters: `950`, `1.2k`, `310k`, `4.5M`.
fn short(count: u64) -> String {
    let units = [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")];
    let Some((unit, name)) = units.into_iter().find(|&(unit, _)| count >= unit) else {
        return count.to_string();
    };
    let whole = count / unit;
    if whole < 10 {
        let tenths = count % unit * 10 / unit;
        format!("{whole}.{tenths}{name}")
    } else {
        format!("{whole}{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn counts_are_short() {
        let counts = [0, 999, 1_000, 1_290, 999_999, 1_000_000, 12_345_678_901];
        let shown = ["0", "999", "1.0k", "1.2k", "999k", "1.0M", "12G"];
        assert_eq!(counts.map(short), shown);
    }
}
