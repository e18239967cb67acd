//! Work on the repository itself: `cargo xtask regenerate` makes every
//! generated file again, and `cargo xtask prove` proves the built-in rules and
//! keeps the ledger of their proofs; with `--check` they compare instead.
//!
//! Generated files say by which command they were made; see
//! [`generated::all`]. Exit codes: 0 all are the same, or written; 1 one
//! differs, or is refuted; 2 a command failed.

mod alike;
mod arguments;
mod generated;
mod grammar;
#[cfg(test)]
mod imports;
#[cfg(test)]
mod links;
mod pages;
mod program;
mod prove;
mod regenerate;
mod sample;
mod shares;

use std::process::ExitCode;

use arguments::{Prove, Regenerate};
use clap::{Parser, Subcommand};

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
