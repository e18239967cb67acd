//! The options of `drawproof prove` and `drawproof check-certificate`.

use std::path::PathBuf;

use clap::Args;

/// Prove draw rules for any number of men
///
/// Rules of an open class, such as KBsPsvK, say which positions a side never wins from. Each
/// statement that an induction needs becomes a formula, and a solver shows that it has no
/// solution: no move leaves the set of positions that the rules describe. The proofs are checked
/// before they are believed. What cannot be shown is printed as a position with as few men as
/// possible. See docs/guide/any-number.md.
///
/// The exit code is 1 if a claim is false in a position that was found, and 2 if rules are
/// neither proven nor refuted.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof prove                             all built-in rules for any number of men
  drawproof prove my.rules                    your own rules
  drawproof prove my.rules --certificate DIR  formulas and proofs, for any checker of LRAT
  drawproof check-certificate DIR             checks them again
  drawproof verify --rules my.rules           the same rules in classes of up to four men, by tables")]
pub struct Prove {
    /// Rule files of open classes [default: the built-in ones]
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// How long the solver may take for one question
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    pub seconds: u64,

    /// How much memory it may take for one question, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub solver_memory: u64,

    /// If rules are not proven, look for false claims in closed classes of up to N men
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=5))]
    pub men: u8,

    /// Write formulas and proofs to this folder
    #[arg(long, value_name = "DIR")]
    pub certificate: Option<PathBuf>,

    /// List all statements with their times
    #[arg(long)]
    pub statements: bool,
}

/// Check the proofs that drawproof prove has written
///
/// The checker shares nothing with the solver. The exit code is 1 if a proof is wrong.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  drawproof check-certificate DIR")]
pub struct CheckCertificate {
    /// The folder of --certificate
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
