//! Work on the repository itself: `cargo xtask regenerate` makes every
//! generated file again, and `cargo xtask prove` proves the built-in rules and
//! keeps the ledger of their proofs; with `--check` they compare instead.
//!
//! Generated files say by which command they were made; see
//! [`generated::all`]. Exit codes: 0 all are the same, or written; 1 one
//! differs, or is refuted; 2 a command failed.

mod alike;
mod generated;
mod grammar;
#[cfg(test)]
mod links;
mod pages;
mod program;
mod prove;
mod regenerate;
mod shares;

use std::{num::NonZeroUsize, process::ExitCode};

use clap::{Args, Parser, Subcommand};

/// Work on the repository itself.
#[derive(Parser, Debug)]
#[command(name = "cargo xtask", arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Regenerate(Regenerate),
    Prove(Prove),
}

/// Make generated files again by the commands that they name
///
/// Rules that were put into words by hand are not written: what is mined has
/// to claim the same positions.
#[derive(Args, Debug)]
struct Regenerate {
    /// Paths, or parts of them, as krkr.exact; all generated files if none are given
    #[arg(value_name = "FILE")]
    files: Vec<String>,

    /// Write nothing, and say what differs
    #[arg(long)]
    check: bool,

    /// Only files that take a few seconds each
    #[arg(long)]
    quick: bool,

    /// Use an optimised build of the program
    #[arg(long)]
    release: bool,
}

/// Prove built-in rule files, and write the ledger, recognizers/ledger.csv
///
/// Without --all or --sample, those whose text, or anything that they use, has no proof. Each
/// proof is written as soon as it is there.
#[derive(Args, Debug)]
struct Prove {
    /// Names of files, or parts of them, as krkr.exact; all files if none are given
    #[arg(value_name = "FILE")]
    files: Vec<String>,

    /// Also prove files that have a proof
    #[arg(long)]
    all: bool,

    /// One random file of every N, which takes about that part of the time
    #[arg(long, value_name = "N", conflicts_with = "all")]
    sample: Option<NonZeroUsize>,

    /// What determines the sample: a commit, a date [default: the commit]
    #[arg(long, requires = "sample")]
    seed: Option<String>,

    /// Write nothing, and say which counts differ from the ledger
    #[arg(long)]
    check: bool,
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Regenerate(options) => regenerate::run(&options),
        Command::Prove(options) => prove::run(&options),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
