//! The options of `drawproof games`.

use std::{num::NonZeroUsize, path::PathBuf};

use clap::Args;
use drawproof_games::MAX_POSITIONS;
use drawproof_recognizers::Grade;
use drawproof_verify::Options;

use super::Tables;

/// Show what rules say about the positions of real games
///
/// Every position of a class that has rules is looked up: how often it occurs,
/// how the games with it ended, who wins according to the tables, and which rule
/// decides it. Games that cannot be played through are reported and skipped.
/// The exit code is 1 if a claim is false. See docs/guide/games.md.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof games my.pgn                     the smallest built-in rules of each class
  drawproof games *.pgn --grade strong       only classes that have strong rules
  drawproof games my.pgn --rules my.rules    rules of your own
  drawproof games my.pgn --library ./my.so --class KPK    a compiled function of your own
  drawproof games my.pgn --csv positions.csv all positions found, as a table
  drawproof games my.pgn --tables DIR        against the tables in DIR
  drawproof games lichess.pgn.zst            compressed: .zst, .gz, .bz2 or .xz
  cat my.pgn | drawproof games -             from standard input")]
pub struct Games {
    /// Files of games, PGN, compressed or not; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Only positions of this class, as KRKR or KRvKR; may be given more than once
    #[arg(long = "class", value_name = "CLASS", conflicts_with = "rules")]
    pub classes: Vec<String>,

    /// Only built-in rules of this grade: quick, ahead, strong, exact or bounds
    ///
    /// By default each class gets its smallest rules that know draws.
    #[arg(long, conflicts_with_all = ["rules", "library"])]
    pub grade: Option<Grade>,

    /// A rule file of your own; may be given more than once, for different classes
    #[arg(long, value_name = "FILE")]
    pub rules: Vec<PathBuf>,

    /// A shared library to ask instead of rules, made with drawproof.h
    ///
    /// It runs in processes of its own: see docs/guide/engine-author.md. A position about which it has no
    /// answer ends the run.
    #[arg(
        long,
        value_name = "FILE",
        requires = "classes",
        conflicts_with = "rules"
    )]
    pub library: Option<PathBuf>,

    #[command(flatten)]
    pub source: Tables,

    /// Also write the positions found as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// How many counterexamples to show for each rule
    #[arg(long, value_name = "N", default_value_t = Options::DEFAULT.examples)]
    pub examples: usize,

    /// Stop with an error at more than N distinct positions; a million take about 200 MB
    #[arg(long, value_name = "N", default_value_t = MAX_POSITIONS)]
    pub max_positions: NonZeroUsize,
}
