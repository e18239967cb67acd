//! The options of `drawproof probe`.

use std::path::PathBuf;

use clap::Args;
use drawproof_recognizers::Grade;

use super::Folders;

/// Show the value of a position and of each move, and the best line
///
/// Shows the values of all tables that are given, side by side. The exit code
/// is 1 if they contradict each other, or if a rule or the library makes a
/// false claim; 2 if the library gives no usable answer.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof probe '8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1'
  drawproof probe '8/8/7k/8/1pP5/7K/8/8 b - c3 0 1' --against DIR --against DIR2
  drawproof probe '8/8/8/8/8/1R6/6r1/K1k5 w - - 0 1' --grade exact
  drawproof probe '8/8/8/8/8/1R6/6r1/K1k5 w - - 0 1' --rules my.rules
  drawproof probe '8/8/8/8/8/1R6/6r1/K1k5 w - - 0 1' --library ./my.so
  drawproof probe '8/8/8/8/8/1R6/6r1/K1k5 w - - 0 1' --json --lichess
  drawproof probe '8/8/8/8/8/2k5/p7/K1N5 w - - 0 1' --helpmate   who can still give mate
  drawproof probe --positions endings.epd --json                 all positions of a file")]
pub struct Probe {
    /// The position, as FEN or EPD
    #[arg(required_unless_present = "positions")]
    pub fen: Option<String>,

    /// A file of positions instead, a FEN or EPD on each line; - is standard input
    ///
    /// It may be compressed. With --json each answer is an object on a line. Positions without an answer
    /// are named, and the exit code is then 2.
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pub positions: Option<PathBuf>,

    /// A rule file to use instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,

    /// The grade of built-in rules: quick, ahead, strong, exact, bounds or mate [default: the first that the class has]
    #[arg(long, conflicts_with_all = ["rules", "library"])]
    pub grade: Option<Grade>,

    /// A shared library to use instead of rules, made with drawproof.h
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub library: Option<PathBuf>,

    /// With --json, print what serve answers, in the fields of Lichess's server
    #[arg(long, conflicts_with_all = ["rules", "grade", "library", "against"])]
    pub lichess: bool,

    /// Show instead which side can still give mate, with the other's help
    ///
    /// With --rules or --grade mate, also what rules about that say.
    #[arg(long, conflicts_with_all = ["library", "lichess", "against"])]
    pub helpmate: bool,

    #[command(flatten)]
    pub folders: Folders,
}
