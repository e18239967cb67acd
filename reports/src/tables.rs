//! Reports as CSV, one file for each kind of table.

use std::{borrow::Cow, io::Write};

use serde::Serialize;
use shakmaty::Square;

use crate::{
    BestRow, CountRow, DecidedAtOnceRow, DistanceRow, DrawConvention, EnPassantRow, ExampleRow,
    KingDistanceRow, KingMapRow, MissedRow, Report, Totals, counts::sum,
};

/// A text as a CSV cell. Spreadsheets evaluate text that begins like a formula;
/// an apostrophe in front makes it plain text (OWASP, CSV injection).
pub fn csv_cell(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) {
        format!("'{text}").into()
    } else {
        text.into()
    }
}

/// The report as CSV: a line for the whole recognizer, then one for each
/// rule, then one for the positions that no rule matched.
///
/// # Errors
///
/// If the output cannot be written.
pub fn csv(reports: &[Report], output: impl Write) -> Result<(), csv::Error> {
    let mut writer = csv::Writer::from_writer(output);
    for row in reports.iter().flat_map(Report::rows) {
        writer.serialize(row)?;
    }
    writer.flush()?;
    Ok(())
}

/// A kind of table besides that of [`csv()`]: the name of its file, and its
/// columns after `material` and `rules_from`.
pub struct Table {
    /// The name of its file, without `.csv`.
    pub name: &'static str,
    columns: &'static [&'static str],
    rows: fn(&Report) -> Vec<Vec<String>>,
}

/// All of them.
pub const TABLES: [Table; 6] = [
    Table {
        name: "counterexamples",
        columns: &[
            "rule",
            "fen",
            "truth",
            "distance_plies",
            "drawn_by_fifty_moves",
            "best_moves_san",
            "line_san",
        ],
        rows: counterexamples,
    },
    Table {
        name: "missed_draws",
        columns: &["rule", "fen", "best_moves_san", "typical_of_positions"],
        rows: missed_draws,
    },
    Table {
        name: "best_rules",
        columns: &[
            "rule",
            "spotted_draws_board_count",
            "only_by_it_board_count",
        ],
        rows: best_rules,
    },
    Table {
        name: "draws_by_king",
        columns: &[
            "to_move",
            "king",
            "square",
            "draws_board_count",
            "missed_draws_board_count",
        ],
        rows: draws_by_king,
    },
    Table {
        name: "draws_by_king_distance",
        columns: &[
            "king_moves",
            "draws_board_count",
            "missed_draws_board_count",
        ],
        rows: draws_by_king_distance,
    },
    Table {
        name: "incorrect_draws_by_distance",
        columns: &["mate_plies", "wins_board_count", "losses_board_count"],
        rows: incorrect_draws_by_distance,
    },
];

impl Table {
    /// Writes the table, starting with the column names.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn write(&self, reports: &[Report], output: impl Write) -> Result<(), csv::Error> {
        let mut writer = csv::Writer::from_writer(output);
        writer.write_record([&["material", "rules_from"], self.columns].concat())?;
        for report in reports {
            let about = [report.material.clone(), report.rules_from.clone()];
            for row in (self.rows)(report) {
                let cells = about.iter().chain(&row).map(|text| csv_cell(text));
                writer.write_record(cells.map(Cow::into_owned))?;
            }
        }
        writer.flush()?;
        Ok(())
    }
}

/// The value if known, else an empty cell.
fn known(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn counterexamples(report: &Report) -> Vec<Vec<String>> {
    let row = |of: &ExampleRow| {
        vec![
            of.rule.clone(),
            of.fen.clone(),
            of.truth.clone(),
            known(of.distance_plies),
            known(of.drawn_by_fifty_moves),
            of.best_moves_san.join(" "),
            of.line_san.join(" "),
        ]
    };
    report.counterexamples.iter().map(row).collect()
}

fn missed_draws(report: &Report) -> Vec<Vec<String>> {
    let typical = |fen: &str| {
        let mut typical = report.typical_missed_draws.iter();
        typical.find(|of| of.fen == fen)
    };
    let row = |of: &MissedRow| {
        vec![
            known(of.rule.as_ref()),
            of.fen.clone(),
            known(of.best_moves_san.as_ref().map(|moves| moves.join(" "))),
            known(typical(&of.fen).map(|of| of.stands_for_positions)),
        ]
    };
    report.missed_draws_sample.iter().map(row).collect()
}

fn best_rules(report: &Report) -> Vec<Vec<String>> {
    let row = |of: &BestRow| {
        let counts = [of.spotted_draws, of.only_by_it].map(|count| count.board_count.to_string());
        let [spotted, only] = counts;
        vec![of.rule.clone(), spotted, only]
    };
    report.best.iter().map(row).collect()
}

fn draws_by_king(report: &Report) -> Vec<Vec<String>> {
    let rows = |of: &KingMapRow| {
        let about = [of.side_to_move(), of.king.name()].map(String::from);
        let counts = of.draws_board_counts.iter();
        let counts = counts.zip(&of.missed_draws_board_counts);
        let row = |(square, (draws, missed)): (String, (&u64, &u64))| {
            let counts = [draws.to_string(), missed.to_string()];
            [&about[..], &[square], &counts].concat()
        };
        let rows = Square::ALL
            .map(|square| square.to_string())
            .into_iter()
            .zip(counts);
        rows.map(row).collect::<Vec<_>>()
    };
    report.draws_by_king.iter().flat_map(rows).collect()
}

fn draws_by_king_distance(report: &Report) -> Vec<Vec<String>> {
    let row = |of: &KingDistanceRow| {
        vec![
            of.king_moves.to_string(),
            of.draws_board_count.to_string(),
            of.missed_draws_board_count.to_string(),
        ]
    };
    report.draws_by_king_distance.iter().map(row).collect()
}

fn incorrect_draws_by_distance(report: &Report) -> Vec<Vec<String>> {
    let row = |of: &DistanceRow| {
        vec![
            of.mate_plies.to_string(),
            of.wins_board_count.to_string(),
            of.losses_board_count.to_string(),
        ]
    };
    let rows = report.incorrect_draws_by_distance.iter().flatten();
    rows.map(row).collect()
}

/// A line of the CSV. The oracles and their comparison are on the first line of
/// each recognizer.
#[derive(Default, Serialize)]
pub(crate) struct CsvRow<'a> {
    material: &'a str,
    scope: &'static str,
    name: Cow<'a, str>,
    kind: &'static str,
    draw_convention: DrawConvention,
    incorrect_draws_board_count: u64,
    spotted_draws_board_count: u64,
    missed_draws_board_count: u64,
    spotted_decisive_board_count: u64,
    incorrect_draws_unique_count: Option<u64>,
    spotted_draws_unique_count: Option<u64>,
    missed_draws_unique_count: Option<u64>,
    spotted_decisive_unique_count: Option<u64>,
    incorrect_draws_ten_squares_count: Option<u64>,
    spotted_draws_ten_squares_count: Option<u64>,
    missed_draws_ten_squares_count: Option<u64>,
    spotted_decisive_ten_squares_count: Option<u64>,
    against: String,
    /// Empty on the first line if it is not known.
    fifty_move_differences_board_count: Option<u64>,
    fifty_move_differences_unique_count: Option<u64>,
    /// Of all comparisons together; empty with only one oracle.
    contradictions_board_count: Option<u64>,
}

impl Report {
    pub(crate) fn rows(&self) -> Vec<CsvRow<'_>> {
        let rules = self.rules.iter();
        let rules = rules.map(|rule| self.row("rule", &rule.name, rule.kind.name(), rule.decided));
        let mut rows = vec![self.whole()];
        rows.extend(rules);
        rows.push(self.row("unmatched", "", "silent", self.unmatched));
        rows.extend(self.without_verdict.iter().map(|without| {
            // No reliable claim was made.
            let totals = Totals::unclaimed(without.draws, without.decisive);
            self.row("without_verdict", "", "", totals)
        }));
        let left_out = self.left_out.iter().flat_map(DecidedAtOnceRow::counts);
        rows.extend(left_out.map(|(what, count)| self.left_out_row("left_out", what, count)));
        let one_sided = self.one_sided.iter();
        rows.extend(one_sided.map(|of| self.row("one_sided", "", "", of.totals())));
        rows.extend(
            self.en_passant
                .iter()
                .flat_map(|of| self.en_passant_rows(of)),
        );
        rows
    }

    fn row<'a>(
        &'a self,
        scope: &'static str,
        name: &'a str,
        kind: &'static str,
        totals: Totals,
    ) -> CsvRow<'a> {
        CsvRow {
            material: &self.material,
            scope,
            name: csv_cell(name),
            kind,
            draw_convention: self.draw_convention,
            incorrect_draws_board_count: totals.incorrect_draws.board_count,
            spotted_draws_board_count: totals.spotted_draws.board_count,
            missed_draws_board_count: totals.missed_draws.board_count,
            spotted_decisive_board_count: totals.spotted_decisive.board_count,
            incorrect_draws_unique_count: totals.incorrect_draws.unique_count,
            spotted_draws_unique_count: totals.spotted_draws.unique_count,
            missed_draws_unique_count: totals.missed_draws.unique_count,
            spotted_decisive_unique_count: totals.spotted_decisive.unique_count,
            incorrect_draws_ten_squares_count: totals.incorrect_draws.ten_squares_count,
            spotted_draws_ten_squares_count: totals.spotted_draws.ten_squares_count,
            missed_draws_ten_squares_count: totals.missed_draws.ten_squares_count,
            spotted_decisive_ten_squares_count: totals.spotted_decisive.ten_squares_count,
            ..CsvRow::default()
        }
    }

    /// Won and lost positions that were left out for a reason.
    fn left_out_row(&self, scope: &'static str, what: &'static str, count: CountRow) -> CsvRow<'_> {
        let totals = Totals::unclaimed(sum(&[]), count);
        self.row(scope, what, "", totals)
    }

    /// The line of the whole recognizer.
    fn whole(&self) -> CsvRow<'_> {
        let changed = self.fifty_move_differences;
        let contradictions = self.comparisons.iter();
        let contradictions = contradictions.map(|row| row.contradictions.board_count);
        let names = std::iter::once(&self.oracle).chain(&self.others);
        let names: Vec<&str> = names.map(String::as_str).collect();
        CsvRow {
            against: csv_cell(&names.join("; ")).into_owned(),
            fifty_move_differences_board_count: changed.map(|count| count.board_count),
            fifty_move_differences_unique_count: changed.and_then(|count| count.unique_count),
            contradictions_board_count: (!self.others.is_empty()).then(|| contradictions.sum()),
            ..self.row("recognizer", &self.rules_from, "", self.totals)
        }
    }

    /// Those of the positions with an en passant right.
    fn en_passant_rows(&self, of: &EnPassantRow) -> Vec<CsvRow<'_>> {
        let row = |scope, totals| self.row(scope, "", "", totals);
        let one_sided = of.one_sided.iter();
        let one_sided = one_sided.map(|of| row("en_passant_one_sided", of.totals()));
        let without = row("en_passant_without_verdict", of.without_verdict());
        let mut rows = vec![row("en_passant", of.totals), without];
        rows.extend(one_sided);
        let left_out = of.left_out.iter().flat_map(DecidedAtOnceRow::counts);
        rows.extend(
            left_out.map(|(what, count)| self.left_out_row("en_passant_left_out", what, count)),
        );
        rows
    }
}
