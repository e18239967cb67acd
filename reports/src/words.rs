//! Sentences that all forms of a report share.

use std::borrow::Cow;

use crate::{
    ClaimRow, CountRow, Counting, DecidedAtOnceRow, DrawConvention, ExampleRow, OneSidedRow,
    Report, Truth, counts::sum, thousands,
};

/// The conclusion for the reader.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Conclusion {
    Proven {
        nothing_claimed: bool,
        proof: Proof,
    },
    Unchecked,
    Refuted {
        by_claims: bool,
        by_tables: bool,
        only_draws: bool,
    },
}

impl Conclusion {
    pub fn of(report: &Report) -> Self {
        let by_claims = report.incorrect_claims().board_count > 0;
        let by_tables = report.is_contradicted();
        let only_draws = !report.has_other_claims();
        match (by_claims, by_tables) {
            (false, false) if report.proven => Self::Proven {
                nothing_claimed: report.nothing_claimed,
                proof: Proof {
                    without_en_passant: report.without_en_passant,
                    is_quiet: report.left_out.is_some(),
                    only_draws,
                },
            },
            (false, false) => Self::Unchecked,
            _ => Self::Refuted {
                by_claims,
                by_tables,
                only_draws,
            },
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proven { .. } => "proven",
            Self::Unchecked => "unchecked",
            Self::Refuted { .. } => "refuted",
        }
    }

    pub fn words(self) -> String {
        match self {
            Self::Proven {
                nothing_claimed,
                proof,
            } => proof.words(nothing_claimed.then_some("nothing is claimed")),
            Self::Unchecked => "NOT PROVEN: some positions have no reliable verdict".into(),
            Self::Refuted {
                by_claims,
                by_tables,
                only_draws,
            } => {
                let claims = if only_draws {
                    "incorrect draws were claimed"
                } else {
                    "incorrect claims were made"
                };
                let parts = [
                    by_claims.then_some(claims),
                    by_tables.then_some("tables contradict each other"),
                ];
                let parts: Vec<&str> = parts.into_iter().flatten().collect();
                format!("REFUTED: {}", parts.join(", and "))
            }
        }
    }
}

/// What is proven, and what remains open.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Proof {
    /// Positions with an en passant right were not asked about.
    pub without_en_passant: bool,
    /// Nor were those that are decided at once.
    pub is_quiet: bool,
    pub only_draws: bool,
}

impl Proof {
    /// The line that says so.
    pub fn words(self, nothing_claimed: Option<&str>) -> String {
        let not_asked = "positions with an en passant right were not tested";
        let not_asked = self.without_en_passant.then_some(not_asked);
        let place = if self.is_quiet {
            "PROVEN for quiet positions"
        } else {
            "PROVEN"
        };
        let what = if self.only_draws { "draw" } else { "claim" };
        let proven = format!("{place}: no incorrect {what}");
        let parts = [proven.as_str()].into_iter();
        let parts = parts.chain(nothing_claimed).chain(not_asked);
        parts.collect::<Vec<_>>().join("; ")
    }
}

/// A few lines on which positions are covered and what counts as a draw.
pub(crate) fn about(report: &Report) -> Vec<String> {
    let how = if report.folded {
        "mirror images judged once"
    } else {
        "mirror images judged separately"
    };
    let (with, change) = match report.draw_convention {
        DrawConvention::Theory => ("no 50-move rule", "would make"),
        DrawConvention::FiftyMoveRule => ("draws by the 50-move rule included", "makes"),
    };
    let which = match (report.without_en_passant, &report.en_passant) {
        (true, _) => "every legal position without an en passant right",
        (false, None) => "every legal position",
        (false, Some(_)) => "every legal position, en passant rights included",
    };
    let but = if report.left_out.is_some() {
        ", except those that a capture, promotion or mate decides at once"
    } else {
        ""
    };
    if report.truth == Truth::CanMate {
        let mut lines = vec![
            format!("{which}, both sides to move; {how}"),
            "about who can still give mate, if the other side helps".into(),
        ];
        lines.extend(more_about(report));
        return lines;
    }
    let mut lines = vec![format!("{which}{but}, both sides to move, {with}; {how}")];
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
    lines.extend(more_about(report));
    lines
}

/// What the rules ask, and how is counted.
fn more_about(report: &Report) -> Vec<String> {
    let mut lines = Vec::new();
    if !report.uses.is_empty() {
        lines.push(format!("the rules ask {}", report.uses.join(", ")));
    }
    if report.counting == Counting::TenSquares {
        lines.push("counted with the strong king on the ten squares a1-d1-d4 only".into());
    }
    lines
}

/// A few lines on counts that are separate from the totals, or repeated from
/// them.
pub(crate) fn apart(report: &Report) -> Vec<String> {
    let one_sided = |row: &OneSidedRow| {
        format!(
            "claimed for one colour only: {} draws, which count as missed, and {} wins and losses",
            shown(row.draws, report.counting),
            shown(row.decisive, report.counting),
        )
    };
    let mut lines: Vec<String> = report.one_sided.iter().map(one_sided).collect();
    lines.extend(report.left_out.iter().map(|of| left_out(of, report)));
    if let Some(row) = &report.en_passant {
        let totals = &row.totals;
        let doubtful = sum(&[row.draws_without_verdict, row.decisive_without_verdict]);
        let counts = [
            ("incorrect draws", totals.incorrect_draws),
            ("spotted draws", totals.spotted_draws),
            ("missed draws", totals.missed_draws),
            ("spotted wins/losses", totals.spotted_decisive),
            ("without a verdict", doubtful),
        ];
        let all = sum(&counts.map(|(_, count)| count));
        let counts =
            counts.map(|(name, count)| format!("{name} {}", shown(count, report.counting)));
        lines.push(format!(
            "counted separately: {} positions with an en passant right; {}",
            shown(all, report.counting),
            counts.join(", ")
        ));
        let of_right = row.one_sided.as_ref().map(one_sided);
        let left_out = row.left_out.as_ref().map(|of| left_out(of, report));
        let all = of_right.into_iter().chain(left_out);
        lines.extend(all.map(|line| format!("with an en passant right, {line}")));
    }
    lines
}

/// The positions that were left out.
fn left_out(row: &DecidedAtOnceRow, report: &Report) -> String {
    let counts = row.counts();
    let counts = counts.map(|(what, count)| format!("{what} {}", shown(count, report.counting)));
    format!(
        "left out, decided at once: {} wins and losses; {}",
        shown(row.all(), report.counting),
        counts.join(", ")
    )
}

/// A count and the total that it is a part of.
pub(crate) struct CountLine {
    pub name: Cow<'static, str>,
    pub count: CountRow,
    pub whole: CountRow,
}

/// The block of totals.
pub(crate) fn count_lines(report: &Report) -> Vec<CountLine> {
    let totals = &report.totals;
    let terms = report.truth.terms();
    let without = report.without_verdict.as_ref();
    let nothing = sum(&[]);
    let doubtful = without.map_or([nothing; 2], |without| [without.draws, without.decisive]);
    let draws = sum(&[totals.spotted_draws, totals.missed_draws, doubtful[0]]);
    let decisive = sum(&[totals.incorrect_draws, totals.spotted_decisive, doubtful[1]]);
    let asked = sum(&[draws, decisive]);
    let left_out = report.left_out.as_ref().map(DecidedAtOnceRow::all);
    let all_decisive = sum(&[decisive, left_out.unwrap_or(nothing)]);
    let everything = sum(&[draws, all_decisive]);
    let mut rows: Vec<(Cow<'static, str>, CountRow, CountRow)> = if report.has_other_claims() {
        let lines = report.claims.iter();
        lines.flat_map(|of| claim_lines(of, asked)).collect()
    } else {
        vec![
            ("incorrect draws".into(), totals.incorrect_draws, decisive),
            ("spotted draws".into(), totals.spotted_draws, draws),
            ("missed draws".into(), totals.missed_draws, draws),
            (
                "spotted wins/losses".into(),
                totals.spotted_decisive,
                decisive,
            ),
        ]
    };
    if without.is_some() {
        rows.push(("without a verdict".into(), sum(&doubtful), everything));
    }
    rows.extend(left_out.map(|count| ("left out".into(), count, everything)));
    rows.extend([
        (terms.some.into(), draws, everything),
        (terms.others.into(), all_decisive, everything),
        ("total".into(), everything, everything),
    ]);
    let line = |(name, count, whole)| CountLine { name, count, whole };
    rows.into_iter().map(line).collect()
}

/// The lines of one kind of claim. The shares are of the positions in which it
/// is right, or wrong.
fn claim_lines(of: &ClaimRow, asked: CountRow) -> Vec<(Cow<'static, str>, CountRow, CountRow)> {
    let right = sum(&[of.spotted, of.missed]);
    let wrong = asked.without(right);
    let name = of.claim.name();
    let lines = [
        ("incorrect", of.incorrect, wrong),
        ("spotted", of.spotted, right),
        ("missed", of.missed, right),
        ("tight", of.tight, right),
    ];
    // What names a result is tight wherever it is right.
    let lines = lines
        .into_iter()
        .take(if of.claim.is_bound() { 4 } else { 3 });
    lines
        .map(|(what, count, whole)| (format!("{what} {name}").into(), count, whole))
        .collect()
}

/// The width of a column: that of its widest text, up to a limit. A wider text
/// sticks out of its column.
pub(crate) fn column_width<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    const WIDEST: usize = 80;
    let widths = texts.map(|text| text.chars().count());
    widths.max().unwrap_or(0).min(WIDEST)
}

/// The title of a column of counts.
pub(crate) fn count_title(counting: Counting) -> &'static str {
    match counting {
        Counting::Board => "positions",
        Counting::TenSquares => "on ten squares",
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
    if example.about() == Truth::CanMate {
        return match example.distance_plies {
            None => truth.clone(),
            Some(0) => format!("{truth}: checkmate on the board"),
            Some(plies) => format!("{truth}, a help mate in {}", counted_plies(plies)),
        };
    }
    match example.distance_plies {
        None => format!("{truth} for the side to move{drawn}"),
        Some(0) => "checkmate on the board".into(),
        Some(plies) => {
            let plies = counted_plies(plies);
            format!("{truth} for the side to move in {plies}{drawn}")
        }
    }
}

/// A number of plies.
pub(crate) fn counted_plies(plies: u32) -> String {
    let unit = if plies == 1 { "ply" } else { "plies" };
    format!("{plies} {unit}")
}
