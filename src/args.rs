//! The command line: one definition for parser, help and usage.

use std::{num::NonZeroU16, path::PathBuf};

use clap::{Args, Parser, Subcommand};

/// Proves or refutes endgame draw rules over every position.
///
/// Exit codes: 0 proven, 1 a counterexample was found, 2 could not check.
#[derive(Parser, Debug)]
#[command(version, arg_required_else_help = true)]
pub struct Arguments {
    /// Threads to work with; all cores if not given
    #[arg(long, global = true, value_name = "N")]
    pub threads: Option<NonZeroU16>,

    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,

    /// Print JSON for machines instead of text
    #[arg(long, global = true)]
    pub json: bool,

    #[command(subcommand)]
    pub command: Command,
}

/// When to use colours.
#[derive(Copy, Clone, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Makes the choice known to everything that prints.
    pub fn write_global(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

#[derive(Subcommand, Debug)]
pub enum Command {
    Verify(Verify),
    Generate(Generate),
    Probe(Probe),
    Stats(Stats),
    Check(Check),
}

/// Verify draw rules over every legal position of their class
///
/// Each position is asked for twice, rules and tables, with both sides to
/// move. A draw that was claimed in a won or lost position is shown with the
/// line that wins.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof verify                        all built-in rules
  drawproof verify KRKR                   the built-in rules of one class
  drawproof verify --rules my.rules       your own rules
  drawproof verify KRKR --against DIR     asking the Syzygy files in DIR")]
pub struct Verify {
    /// Classes whose built-in rules to verify, as KRKR or KRvKR; all if none
    #[arg(value_name = "CLASS", conflicts_with = "rules")]
    pub classes: Vec<String>,

    /// A rule file of your own; may be given more than once
    #[arg(long, value_name = "FILE")]
    pub rules: Vec<PathBuf>,

    /// A folder of Syzygy files to ask instead of own tables
    #[arg(long, value_name = "DIR")]
    pub against: Option<PathBuf>,

    /// How many counterexamples to show for each rule
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub examples: usize,

    /// Visit all 64 squares of the strong king even where one of eight would do
    #[arg(long)]
    pub full_board: bool,

    /// Also write the report as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
}

/// Generate tables, with all smaller ones they need, and show what they hold
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof generate KQKR
  drawproof generate --men 4              all pawnless classes of 3 and 4 men")]
pub struct Generate {
    /// Classes, as KQKR or KQvKR
    #[arg(value_name = "CLASS", required_unless_present = "men")]
    pub classes: Vec<String>,

    /// All pawnless classes of up to so many men
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=5))]
    pub men: Option<u8>,
}

/// Show the value of a position, of each move, and the best line
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof probe '8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1'
  drawproof probe '8/8/8/8/8/1R6/6r1/K1k5 w - - 0 1' --rules my.rules")]
pub struct Probe {
    /// The position
    pub fen: String,

    /// A rule file to ask as well, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,

    /// A folder of Syzygy files to ask as well
    #[arg(long, value_name = "DIR")]
    pub syzygy: Option<PathBuf>,
}

/// Show how many positions of a class are won, drawn and lost, and how long the wins are
#[derive(Args, Debug)]
#[command(after_help = "Example:
  drawproof stats KRKN")]
pub struct Stats {
    /// Classes, as KRKN or KRvKN
    #[arg(value_name = "CLASS", required = true)]
    pub classes: Vec<String>,
}

/// Check own tables: by their own moves, or against Syzygy files
///
/// By their own moves: every entry, WDL and distance to mate, must follow
/// from the entries that shakmaty's legal moves lead to. Against a folder:
/// WDL of every legal position must be the same.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof check KRKN                    by its own moves
  drawproof check --syzygy DIR            all classes found in DIR
  drawproof check --syzygy DIR --men 4    those of up to four men
  drawproof check KRKN --syzygy DIR")]
pub struct Check {
    /// Classes; with --syzygy, all pawnless ones in the folder if none
    #[arg(value_name = "CLASS", required_unless_present = "syzygy")]
    pub classes: Vec<String>,

    /// A folder of Syzygy files to compare with
    #[arg(long, value_name = "DIR")]
    pub syzygy: Option<PathBuf>,

    /// Of the classes in the folder, only those of up to so many men
    #[arg(
        long,
        value_name = "N",
        requires = "syzygy",
        conflicts_with = "classes"
    )]
    pub men: Option<usize>,
}
