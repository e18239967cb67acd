//! The options of `drawproof export`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use drawproof_recognizers::{Grade, Language};

/// Export what is verified as source text for engines
#[derive(Args, Debug)]
#[command(arg_required_else_help = true)]
pub struct Export {
    #[command(subcommand)]
    pub what: Exported,
}

#[derive(Subcommand, Debug)]
pub enum Exported {
    Rules(ExportRules),
}

/// Export draw rules as one source file without dependencies, in C, C++ or Rust
///
/// Rules are verified over every legal position first; where a draw is
/// incorrect nothing is written. The file has a function that takes bitboards,
/// as probing functions of engines do, and one for each class that takes
/// squares. See docs/export.md.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof export rules KRKR --lang c --out krkr.c
  drawproof export rules KRKN KRKB --lang rust --grade strong --out draws.rs
  drawproof export rules --lang cpp --out draws.cpp     all classes with built-in rules
  drawproof export rules --rules my.rules --lang c      your own, printed
  drawproof export rules KRKR --lang c --prove --out krkr.c
                                          compiled, and asked about every position
  drawproof export rules KRKR --lang c --prove --compiler clang --out krkr.c
  drawproof export rules KRKR --lang c --against DIR    verified with the tables in DIR")]
pub struct ExportRules {
    /// Classes whose built-in rules to export, as KRKR or KRvKR; all if neither these nor --rules are given
    #[arg(value_name = "CLASS")]
    pub classes: Vec<String>,

    /// The language: c (C99), cpp (C++17) or rust
    #[arg(long, value_name = "LANGUAGE")]
    pub lang: Language,

    /// The grade of built-in rules: quick, strong or exact; the first of these that a class has if not given
    #[arg(long)]
    pub grade: Option<Grade>,

    /// A rule file of your own; may be given more than once
    #[arg(long, value_name = "FILE")]
    pub rules: Vec<PathBuf>,

    /// The file to write; it is printed if none is given
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Compile the file and verify it, as compiled, over every legal position
    ///
    /// It has to claim the very draws that the rules claim. Where there is no
    /// compiler the file is written and the exit code is 2.
    #[arg(long)]
    pub prove: bool,

    /// The compiler for --prove, with its first arguments; cc, c++ or rustc if not given
    #[arg(long, value_name = "COMMAND", requires = "prove")]
    pub compiler: Option<String>,

    /// Do not verify anything; the file says so
    #[arg(long, conflicts_with_all = ["prove", "against", "tables"])]
    pub unverified: bool,

    /// A folder of Syzygy, Gaviota or own tables to ask instead of generating tables; may be given more than once
    #[arg(long, value_name = "DIR")]
    pub against: Vec<PathBuf>,

    /// A folder of own table files to ask, instead of generating tables
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
}
