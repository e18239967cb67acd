//! Results in readable form: text, CSV and JSON.
//!
//! All of them are made from one [`Report`]. Shares are of all draws or of all
//! decisive positions. Recognizers of many sizes make a [`Frontier`]: text,
//! CSV, or a plot as SVG. Real games make a [`GamesReport`]. A solution tree
//! makes a game in PGN, and an [`Explanation`].

mod changes;
mod claims;
mod counts;
mod data;
mod epd;
mod explained;
mod fifty;
mod forms;
mod frontier;
mod games;
mod helpmate;
mod kings;
mod page;
mod pgn;
mod proven;
mod read;
mod rows;
#[cfg(test)]
mod schema;
mod table;
mod tables;
mod terms;
mod text;
mod typical;
mod words;

pub use changes::{Changes, ClaimChange, NamedRow, RecognizerChange, RuleChange, changes_text};
pub use claims::{ClaimRow, ClaimedRow, Kind};
pub use counts::{CountRow, Counting, Totals};
pub use data::Report;
pub use drawproof_verify::number::{counted, percent, thousands};
pub use epd::{counterexamples_epd, missed_draws_epd};
pub use explained::{
    ConditionTold, ExplainError, Explanation, FactTold, Fit, Heading, RuleTold, RulesAsked,
    RulesTold, TreeTold,
};
pub use fifty::{Effect, FiftyMoves};
pub use forms::{FormError, JSON_FILE, PAGE_FILE, files};
pub use frontier::{Frontier, FrontierLevel, FrontierPoint};
pub use games::{
    DecidedCounts, GameNoteRow, GamesClassRow, GamesCounts, GamesExampleRow, GamesPositionRow,
    GamesProven, GamesReport, GamesRuleRow, MenCount, ProvenMenRow, ProvenRuleRow, ResultsRow,
    SideWins, games_csv, games_text,
};
pub use helpmate::HelpmateAnswer;
pub use kings::{King, KingDistanceRow, KingMapRow};
pub use page::{RunRow, html};
pub use pgn::pgn;
pub use proven::{ProvenRuleTold, ProvenTold};
pub use read::{ReadError, read};
pub use rows::{
    BestRow, ComparisonRow, ContradictionRow, DecidedAtOnceRow, DistanceRow, DrawConvention,
    EnPassantRow, ExampleRow, FaultRow, FilesRow, MissedRow, OneSidedRow, OracleRow, RuleRow,
    SizeRow, TypicalRow, WithoutVerdict,
};
pub use table::{TABLE_HEADER, best_table, table_conclusion, table_row};
pub use tables::{TABLES, Table, csv, csv_cell};
pub use terms::Truth;
pub use text::{counterexamples_text, text};

use drawproof_tables::visible_json;
use drawproof_verify::number;

/// The reports as one JSON document.
///
/// # Errors
///
/// None in practice: all fields can be written.
pub fn json(reports: &[Report]) -> Result<String, serde_json::Error> {
    let text = serde_json::to_string_pretty(reports)?;
    Ok(visible_json(&text).into_owned())
}

/// The JSON Schema of what [`json`] makes.
pub const SCHEMA: &str = include_str!("../report.schema.json");
