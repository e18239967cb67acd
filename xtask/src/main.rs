//! Work on the repository itself: `cargo xtask regenerate` makes every
//! generated file again, with `--check` it compares instead.
//!
//! Each of these files says by which command it was made; see
//! [`generated::all`]. Exit codes: 0 all are the same, or written; 1 one
//! differs; 2 a command failed.

mod alike;
mod generated;
mod grammar;
mod program;
mod regenerate;

use std::process::ExitCode;

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

fn main() -> ExitCode {
    let Command::Regenerate(options) = Arguments::parse().command;
    match regenerate::run(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
