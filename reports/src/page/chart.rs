//! Bars of claimed and unclaimed positions, and columns by distance.

use serde::Serialize;

use crate::{
    CountRow, Counting, DistanceRow, KingDistanceRow, Report, number::short, percent, terms::Terms,
    thousands,
};

/// A bar divided into parts.
#[derive(Serialize)]
pub(super) struct Bar {
    pub label: String,
    pub parts: Vec<BarPart>,
    /// In percent of the available width.
    pub width: String,
    pub note: String,
}

/// A part of a bar.
#[derive(Serialize)]
pub(super) struct BarPart {
    pub class: &'static str,
    pub weight: u64,
    pub text: String,
}

impl BarPart {
    fn new(class: &'static str, words: &str, count: u64, whole: u64) -> Self {
        let share = percent(count, whole);
        Self {
            class,
            weight: count,
            text: format!("{words} {} ({share})", thousands(count)),
        }
    }
}

impl Bar {
    fn new(label: String, parts: Vec<BarPart>) -> Self {
        Self {
            label,
            parts,
            width: "100".into(),
            note: String::new(),
        }
    }

    /// The draws and the decisive positions of a report, or the dead and the others.
    pub fn totals(report: &Report) -> Vec<Self> {
        let Terms { some, rest, .. } = report.truth.terms();
        let totals = &report.totals;
        let doubtful = report.without_verdict.as_ref();
        let [draws, decisive] =
            doubtful.map_or([None; 2], |of| [Some(of.draws), Some(of.decisive)]);
        let bar = |label: &str, parts: [(&'static str, &str, CountRow); 2], doubtful| {
            let rest = Option::map(doubtful, |rest| ("doubtful", "without a verdict", rest));
            let count = |of: CountRow| of.by(report.counting).unwrap_or(0);
            let parts: Vec<_> = parts.into_iter().chain(rest).collect();
            let counts = parts.iter().map(|part| count(part.2));
            let whole = counts.fold(0, u64::saturating_add);
            let parts = parts.into_iter();
            let parts =
                parts.map(|(class, words, of)| BarPart::new(class, words, count(of), whole));
            Self::new(label.into(), parts.collect())
        };
        if report.counting == Counting::TenSquares
            && totals.missed_draws.ten_squares_count.is_none()
        {
            return Vec::new();
        }
        vec![
            bar(
                some,
                [
                    ("spotted", &format!("{some} spotted"), totals.spotted_draws),
                    ("missed", "missed", totals.missed_draws),
                ],
                draws,
            ),
            bar(
                rest,
                [
                    (
                        "incorrect",
                        &format!("incorrect {some}"),
                        totals.incorrect_draws,
                    ),
                    (
                        "decisive",
                        &format!("{rest} left alone"),
                        totals.spotted_decisive,
                    ),
                ],
                decisive,
            ),
        ]
    }

    /// Draws by the distance between the kings; widths are proportional to the
    /// numbers of draws.
    pub fn king_distances(rows: &[KingDistanceRow]) -> Vec<Self> {
        let most = rows
            .iter()
            .map(|row| row.draws_board_count)
            .max()
            .unwrap_or(0)
            .max(1);
        let bar = |row: &KingDistanceRow| {
            let draws = row.draws_board_count;
            let missed = row.missed_draws_board_count.min(draws);
            let parts = vec![
                BarPart::new("spotted", "spotted", draws - missed, draws),
                BarPart::new("missed", "missed", missed, draws),
            ];
            Self {
                width: format!("{:.2}", 100.0 * draws as f64 / most as f64),
                note: format!("{} of {} missed", percent(missed, draws), thousands(draws)),
                ..Self::new(format!("{} moves", row.king_moves), parts)
            }
        };
        rows.iter().map(bar).collect()
    }
}

/// Columns by plies.
#[derive(Serialize)]
pub(super) struct Chart {
    pub label: String,
    pub terms: &'static Terms,
    pub columns: Vec<Column>,
    pub wins: String,
    pub losses: String,
}

/// A column of wins with losses on top, in hundredths of the highest one.
#[derive(Serialize)]
pub(super) struct Column {
    pub title: String,
    pub plies: u32,
    /// The abbreviated count of both.
    pub count: String,
    pub wins: String,
    pub losses: String,
}

impl Chart {
    /// `None` if there is nothing to show.
    pub fn of(rows: &[DistanceRow], terms: &'static Terms) -> Option<Self> {
        let [own, theirs] = terms.by;
        let both = |row: &DistanceRow| row.wins_board_count.saturating_add(row.losses_board_count);
        let highest = rows.iter().map(both).max()?.max(1);
        let column = |row: &DistanceRow| {
            let part = |count: u64| format!("{:.3}", 100.0 * count as f64 / highest as f64);
            Column {
                title: format!(
                    "mate in {} plies: {} {own}, {} {theirs}",
                    row.mate_plies,
                    thousands(row.wins_board_count),
                    thousands(row.losses_board_count)
                ),
                plies: row.mate_plies,
                count: short(both(row)),
                wins: part(row.wins_board_count),
                losses: part(row.losses_board_count),
            }
        };
        let sum = |of: fn(&DistanceRow) -> u64| {
            thousands(rows.iter().map(of).fold(0, u64::saturating_add))
        };
        Some(Self {
            label: format!("incorrect {} by plies to mate", terms.some),
            terms,
            columns: rows.iter().map(column).collect(),
            wins: sum(|row| row.wins_board_count),
            losses: sum(|row| row.losses_board_count),
        })
    }
}
