//! The arguments of each command.

use std::num::NonZeroUsize;

use clap::Args;

/// Make generated files again by the commands that they name
///
/// Rules that were put into words by hand are not written: what is mined has
/// to claim the same positions.
#[derive(Args, Debug)]
pub struct Regenerate {
    /// Paths, or parts of them, as krkr.exact; all generated files if none are given
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,

    /// Write nothing, and say what differs
    #[arg(long)]
    pub check: bool,

    /// Only files that take a few seconds each
    #[arg(long)]
    pub quick: bool,

    #[command(flatten)]
    pub sample: Sample,

    /// Use an optimised build of the program
    #[arg(long)]
    pub release: bool,
}

/// Prove built-in rule files, and write the ledger, recognizers/ledger.csv
///
/// Without --all or --sample, those whose text, or anything that they use, has no proof. Each
/// proof is written as soon as it is there.
#[derive(Args, Debug)]
pub struct Prove {
    /// Names of files, or parts of them, as krkr.exact; all files if none are given
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,

    /// Also prove files that have a proof
    #[arg(long, conflicts_with = "sample")]
    pub all: bool,

    #[command(flatten)]
    pub sample: Sample,

    /// Write nothing, and say which counts differ from the ledger
    #[arg(long)]
    pub check: bool,
}

/// A random part of the files.
#[derive(Args, Default, Debug)]
pub struct Sample {
    /// One random file of every N, which takes about that part of the time
    #[arg(long, value_name = "N")]
    pub sample: Option<NonZeroUsize>,

    /// What determines the sample: a commit, a date [default: the commit]
    #[arg(long, requires = "sample")]
    pub seed: Option<String>,
}
