//! The data of the report on real games.

mod proven;
mod text;

use std::io::Write;

use serde::Serialize;

use crate::{ExampleRow, FilesRow, csv_cell};

pub use proven::{GamesProven, MenCount, ProvenMenRow, ProvenRuleRow};
pub use text::games_text;

/// A collection of games, and the rules' verdicts on its positions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GamesReport {
    /// The files, as named by the user.
    pub files: Vec<String>,
    /// Games that were played through.
    pub games: u64,
    /// How they ended.
    pub results: ResultsRow,
    /// Games that cannot be played through.
    pub broken_games: u64,
    /// Games of variants with other rules.
    pub variant_games: u64,
    /// The first skipped games of each file.
    pub left_out: Vec<GameNoteRow>,
    /// How much is left out of games that count: rights that do not fit the
    /// board, and moves after a null move.
    pub remark_count: u64,
    /// The first of these remarks of each file.
    pub remarks: Vec<GameNoteRow>,
    /// All positions of the games, including repetitions.
    pub positions: u64,
    /// A row for each class that has rules, or is asked for.
    pub classes: Vec<GamesClassRow>,
    /// What rules for any number of men say of all positions.
    pub proven: GamesProven,
    /// False claims, a few for each rule that has any.
    pub counterexamples: Vec<GamesExampleRow>,
}

/// How games ended.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize)]
pub struct ResultsRow {
    /// Won by White.
    pub white_wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black.
    pub black_wins: u64,
    /// Unfinished or unknown.
    pub unknown: u64,
}

/// What is said about a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameNoteRow {
    /// The file.
    pub file: String,
    /// The number of the game in it, from 1.
    pub game: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The half-moves that were played before, from 0.
    pub ply: u64,
    /// Why.
    pub reason: String,
}

/// A class.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GamesClassRow {
    /// The class, as KRvKN.
    pub material: String,
    /// Where its rules come from, or the library.
    pub rules_from: String,
    /// SHA-256 of their text, or of the library.
    pub rules_sha256: String,
    /// The oracle for the truth; null if there was nothing to ask.
    pub oracle: Option<String>,
    /// What is known about its files, if they are Syzygy or Gaviota files.
    pub files_of_others: Option<FilesRow>,
    /// Games with a position of the class.
    pub games: u64,
    /// How they ended.
    pub results: ResultsRow,
    /// Games won by the stronger and by the weaker side; null if both have the
    /// same pieces.
    pub side_wins: Option<SideWins>,
    /// Positions, each as often as it occurred.
    pub occurrences: GamesCounts,
    /// Positions, each once.
    pub distinct: GamesCounts,
    /// A row for each rule.
    pub rules: Vec<GamesRuleRow>,
}

/// Games won, by strength.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize)]
pub struct SideWins {
    /// By the stronger side.
    pub stronger: u64,
    /// By the other.
    pub weaker: u64,
}

/// Positions of a class.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize)]
pub struct GamesCounts {
    /// All.
    pub positions: u64,
    /// Those that the stronger side wins; White, if both have the same pieces.
    pub stronger_side_wins: u64,
    /// Draws.
    pub draws: u64,
    /// Those that the weaker side wins.
    pub weaker_side_wins: u64,
    /// Draws that a rule claimed.
    pub spotted_draws: u64,
    /// Those about which a claim was false: a draw in most cases, or a bound.
    pub incorrect_claims: u64,
    /// Positions about which rules were not asked, because of an en passant
    /// right.
    pub with_en_passant: u64,
}

/// What a rule would have said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GamesRuleRow {
    /// Its name; null for positions that no rule matched.
    pub rule: Option<String>,
    /// What it claims, as rule files say it: `draw`, `not_won`; or `silent`.
    pub kind: &'static str,
    /// Positions that it decided, each as often as it occurred.
    pub occurrences: DecidedCounts,
    /// Positions that it decided, each once.
    pub distinct: DecidedCounts,
}

/// Positions that a rule decided.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize)]
pub struct DecidedCounts {
    /// Draws by the truth.
    pub draws: u64,
    /// Wins and losses by the truth.
    pub decisive: u64,
    /// Those in which its claim is false.
    pub incorrect: u64,
}

/// A false claim.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GamesExampleRow {
    /// The class.
    pub material: String,
    /// How often it occurred.
    pub occurrences: u64,
    /// The rest.
    #[serde(flatten)]
    pub example: ExampleRow,
}

/// A position of the games, as a line of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GamesPositionRow {
    /// Its key in Polyglot books, in 16 hexadecimal digits.
    pub zobrist: String,
    /// The position as it stood on the board.
    pub fen: String,
    /// The class.
    pub material: String,
    /// How often it occurred.
    pub occurrences: u64,
    /// Games with it that White won.
    pub white_wins: u64,
    /// Games with it that were drawn.
    pub draws: u64,
    /// Games with it that Black won.
    pub black_wins: u64,
    /// Games with it whose result is unknown.
    pub unknown: u64,
    /// `win`, `draw` or `loss` for the side to move.
    pub truth: &'static str,
    /// The verdict on it, as rule files say it: `draw`, `not_won`; or `silent`.
    pub verdict: &'static str,
    /// The rule that decides; empty if none does.
    pub rule: Option<String>,
}

impl GamesReport {
    /// The counts of all classes together.
    pub fn total(&self, of: impl Fn(&GamesClassRow) -> u64) -> u64 {
        self.classes.iter().map(of).sum()
    }

    /// Whether a claim is false.
    pub fn is_refuted(&self) -> bool {
        self.total(|class| class.distinct.incorrect_claims) > 0
    }
}

/// The positions as CSV.
///
/// # Errors
///
/// Those of the rows, and if the output cannot be written.
pub fn games_csv<E: From<csv::Error>>(
    rows: impl IntoIterator<Item = Result<GamesPositionRow, E>>,
    output: impl Write,
) -> Result<(), E> {
    let mut writer = csv::Writer::from_writer(output);
    for row in rows {
        let row = row?;
        let rule = row.rule.map(|rule| csv_cell(&rule).into_owned());
        writer.serialize(GamesPositionRow { rule, ..row })?;
    }
    writer.flush().map_err(csv::Error::from)?;
    Ok(())
}
