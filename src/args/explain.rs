//! The options of `drawproof explain`.

use std::path::PathBuf;

use clap::Args;
use drawproof_recognizers::Grade;
use drawproof_tables::TreeBounds;

use super::Tables;

/// Show how a position is won, drawn or lost, as a game in PGN, and which rule decides it
///
/// The main line is best play under the 50-move rule, with the half-move clock
/// of the position. Variations show the longest resistance of
/// the loser and, in a draw, how tempting moves lose. Each move has its
/// value in a comment: {v="win" dtm="17"}, distances in plies. A text says which
/// rule decides, which rules before it do not hold, and what they lack. See
/// docs/guide/player.md.
///
/// The exit code is 1 if a rule claims a draw where there is none.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof explain '8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1'
  drawproof explain '8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1' --depth 60 --out win.pgn
  drawproof explain '8/8/7k/8/1pP5/7K/8/8 b - c3 0 1' --width 5 --nesting 1
  drawproof explain '8/8/8/8/8/1R6/6r1/K1k5 w - - 0 1' --grade strong --near 10
  drawproof explain '8/8/8/8/8/1R6/6r1/K1k5 w - - 0 1' --rules my.rules
  drawproof explain '8/8/8/8/8/1R6/6r1/K1k5 w - - 0 1' --tables DIR
  drawproof explain --positions endings.epd --out endings.pgn    all positions of a file")]
pub struct Explain {
    /// The position, as FEN or EPD
    #[arg(required_unless_present = "positions")]
    pub fen: Option<String>,

    /// A file of positions instead, a FEN or EPD on each line; - is standard input
    ///
    /// It may be compressed. With --json each answer is an object on a line. Positions without an answer
    /// are named, and the exit code is then 2.
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pub positions: Option<PathBuf>,

    /// Maximum length of lines in plies
    #[arg(long, value_name = "PLIES", default_value_t = TreeBounds::DEFAULT.depth as u16, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub depth: u16,

    /// Number of moves to show for the loser; in a draw, one that holds and others that lose
    #[arg(long, value_name = "N", default_value_t = TreeBounds::DEFAULT.width as u8, value_parser = clap::value_parser!(u8).range(1..))]
    pub width: u8,

    /// Number of other moves to show for the winner, if they mate as fast
    #[arg(long, value_name = "N", default_value_t = TreeBounds::DEFAULT.duals as u8)]
    pub duals: u8,

    /// Maximum depth of variations within variations; 0 for the main line alone
    #[arg(long, value_name = "N", default_value_t = TreeBounds::DEFAULT.nesting as u8, value_parser = clap::value_parser!(u8).range(..=32))]
    pub nesting: u8,

    /// Maximum number of moves in the whole tree
    #[arg(long, value_name = "N", default_value_t = TreeBounds::DEFAULT.max_moves as u32, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub max_moves: u32,

    /// The file to write the game to [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// A rule file to use instead of the built-in one
    #[arg(long, value_name = "FILE", conflicts_with = "grade")]
    pub rules: Option<PathBuf>,

    /// The grade of built-in rules: quick, ahead, strong, exact or bounds [default: the first that the class has]
    #[arg(long)]
    pub grade: Option<Grade>,

    /// How many rules that do not hold to explain, nearest first
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub near: u16,

    #[command(flatten)]
    pub source: Tables,
}
