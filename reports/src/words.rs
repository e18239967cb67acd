//! What reports say in words, whatever form they take.

use crate::{CountRow, Counting, DrawConvention, ExampleRow, Report, thousands};

/// What a reader is to take away.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Conclusion {
    Proven,
    Unchecked,
    Refuted { by_draws: bool, by_tables: bool },
}

impl Conclusion {
    pub fn of(report: &Report) -> Self {
        let by_draws = report.totals.incorrect_draws.board_count > 0;
        let by_tables = report.is_contradicted();
        match (by_draws, by_tables) {
            (false, false) if report.proven => Self::Proven,
            (false, false) => Self::Unchecked,
            _ => Self::Refuted {
                by_draws,
                by_tables,
            },
        }
    }

    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::Unchecked => "unchecked",
            Self::Refuted { .. } => "refuted",
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Self::Proven => "PROVEN: no incorrect draw",
            Self::Unchecked => "NOT PROVEN: not every position has a verdict that can be believed",
            Self::Refuted {
                by_draws: true,
                by_tables: true,
            } => "REFUTED: incorrect draws were claimed, and tables contradict each other",
            Self::Refuted { by_draws: true, .. } => "REFUTED: incorrect draws were claimed",
            Self::Refuted { .. } => "REFUTED: tables contradict each other",
        }
    }
}

/// Which positions there are, and what counts as a draw: a few lines.
pub(crate) fn about(report: &Report) -> Vec<String> {
    let how = if report.folded {
        "mirror images judged once"
    } else {
        "each on the full board"
    };
    let (with, change) = match report.draw_convention {
        DrawConvention::Theory => ("no 50-move rule", "would make"),
        DrawConvention::FiftyMoveRule => ("draws by the 50-move rule included", "makes"),
    };
    let mut lines = vec![format!(
        "every legal position, both sides to move, {with}; {how}"
    )];
    lines.push(match report.fifty_move_differences {
        None => "what the 50-move rule would change is not known".into(),
        Some(count) if count.board_count == 0 => {
            "the 50-move rule changes nothing in this class".into()
        }
        Some(count) => format!(
            "the 50-move rule {change} draws of {} wins and losses ({} unique)",
            shown(count, report.counting),
            unique(count),
        ),
    });
    if report.without_en_passant {
        lines.push("positions in which a pawn can be taken en passant are not among them".into());
    }
    if report.counting == Counting::TenSquares {
        lines.push("counted with the strong king on the ten squares a1-d1-d4 only".into());
    }
    lines
}

/// A count beside what it is a part of.
pub(crate) struct CountLine {
    pub name: &'static str,
    pub count: CountRow,
    pub whole: CountRow,
}

/// The block of totals.
pub(crate) fn count_lines(report: &Report) -> Vec<CountLine> {
    let totals = &report.totals;
    let without = report.without_verdict.as_ref();
    let nothing = sum(&[]);
    let doubtful = without.map_or([nothing; 2], |without| [without.draws, without.decisive]);
    let draws = sum(&[totals.spotted_draws, totals.missed_draws, doubtful[0]]);
    let decisive = sum(&[totals.incorrect_draws, totals.spotted_decisive, doubtful[1]]);
    let everything = sum(&[draws, decisive]);
    let mut rows = vec![
        ("incorrect draws", totals.incorrect_draws, decisive),
        ("spotted draws", totals.spotted_draws, draws),
        ("missed draws", totals.missed_draws, draws),
        ("spotted wins/losses", totals.spotted_decisive, decisive),
    ];
    if without.is_some() {
        rows.push(("without a verdict", sum(&doubtful), everything));
    }
    rows.extend([
        ("draws", draws, everything),
        ("wins/losses", decisive, everything),
        ("total", everything, everything),
    ]);
    let line = |(name, count, whole)| CountLine { name, count, whole };
    rows.into_iter().map(line).collect()
}

/// What stands above a column of counts.
pub(crate) fn count_title(counting: Counting) -> &'static str {
    match counting {
        Counting::Board => "positions",
        Counting::TenSquares => "on ten squares",
    }
}

pub(crate) fn sum(counts: &[CountRow]) -> CountRow {
    let sum = |of: fn(&CountRow) -> Option<u64>| {
        let mut counts = counts.iter().map(of);
        counts.try_fold(0u64, |sum, count| Some(sum.saturating_add(count?)))
    };
    CountRow {
        board_count: (counts.iter().map(|count| count.board_count)).fold(0, u64::saturating_add),
        unique_count: sum(|count| count.unique_count),
        ten_squares_count: sum(|count| count.ten_squares_count),
    }
}

pub(crate) fn shown(count: CountRow, counting: Counting) -> String {
    count.by(counting).map_or_else(|| "-".into(), thousands)
}

pub(crate) fn unique(count: CountRow) -> String {
    count.unique_count.map_or_else(|| "-".into(), thousands)
}

/// The truth about an incorrect draw.
pub(crate) fn truth(example: &ExampleRow) -> String {
    let drawn = if example.drawn_by_fifty_moves == Some(true) {
        ", a draw by the 50-move rule"
    } else {
        ""
    };
    let truth = &example.truth;
    match example.distance_plies {
        None => format!("{truth} for the side to move{drawn}"),
        Some(0) => "checkmate on the board".into(),
        Some(plies) => {
            let unit = if plies == 1 { "ply" } else { "plies" };
            format!("{truth} for the side to move in {plies} {unit}{drawn}")
        }
    }
}
