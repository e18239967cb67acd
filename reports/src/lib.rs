//! Results made readable: the text that a person reads, CSV and JSON.
//!
//! All of them are made from one [`Report`]. Shares are of the draws, or of
//! the decisive positions, that there are. Recognizers of many sizes make a
//! [`Frontier`]: text, CSV, or a plot as SVG. What real games say is a
//! [`GamesReport`]. A solution tree makes a game in PGN.

mod data;
mod frontier;
mod games;
mod number;
mod pgn;
mod table;
mod text;

pub use data::{
    BestRow, ComparisonRow, ContradictionRow, CountRow, Counting, DrawConvention, ExampleRow,
    FaultRow, MissedRow, Report, RuleRow, SizeRow, Totals, WithoutVerdict,
};
pub use frontier::{Frontier, FrontierLevel, FrontierPoint};
pub use games::{
    DecidedCounts, GamesClassRow, GamesCounts, GamesExampleRow, GamesPositionRow, GamesReport,
    GamesRuleRow, LeftOutRow, ResultsRow, SideWins, games_csv, games_text,
};
pub use number::{counted, percent, thousands};
pub use pgn::pgn;
pub use table::{TABLE_HEADER, table_row};
pub use text::text;

/// The report as CSV: a line for the whole recognizer, then one for each
/// rule, then one for the positions that no rule matched.
///
/// # Errors
///
/// If the output cannot be written.
pub fn csv(reports: &[Report], output: impl std::io::Write) -> Result<(), csv::Error> {
    let mut writer = csv::Writer::from_writer(output);
    for row in reports.iter().flat_map(Report::rows) {
        writer.serialize(row)?;
    }
    writer.flush()?;
    Ok(())
}

/// The reports as one JSON document.
///
/// # Errors
///
/// None in practice: all fields can be written.
pub fn json(reports: &[Report]) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(reports)
}
