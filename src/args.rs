//! The command line: one definition for parser, help and usage.

mod again;
mod explain;
mod export;
mod folders;
mod games;
mod mine;
mod probe;
mod prove;
mod report;
mod serve;
mod shell;
mod tables;
mod verify;

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, Parser, Subcommand};

pub use again::Given;
pub use explain::Explain;
pub use export::{Export, ExportRules, ExportTable, Exported};
pub use folders::{Folders, Tables};
pub use games::Games;
pub use mine::Mine;
pub use probe::Probe;
pub use prove::{CheckCertificate, Prove};
pub use report::Report;
pub use serve::{Log, Serve};
pub use shell::{Completions, Man};
pub use tables::{Check, Convert, Format, Generate, Plan, Stats, Work};
pub use verify::{Merge, Truth, Verify};

/// Proves or refutes endgame draw rules over every position.
///
/// Exit codes: 0 proven, 1 a counterexample was found, 2 could not check, 130 stopped by Ctrl-C while writing files.
#[derive(Parser, Debug)]
#[command(version, arg_required_else_help = true)]
pub struct Arguments {
    /// Number of threads [default: one for each core]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

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
    Verify(Given<Verify>),
    Prove(Prove),
    CheckCertificate(CheckCertificate),
    Merge(Merge),
    Report(Report),
    Mine(Given<Mine>),
    Export(Export),
    Generate(Generate),
    Convert(Convert),
    Plan(Plan),
    Work(Work),
    Probe(Probe),
    Explain(Explain),
    Stats(Stats),
    Games(Games),
    Serve(Serve),
    Check(Check),
    Completions(Completions),
    Man(Man),
    #[command(hide = true)]
    AskLibrary(AskLibrary),
    #[command(hide = true)]
    Guard(Guard),
}

/// Run a program and end all that is left of it; started by verify and export
#[derive(Args, Debug)]
pub struct Guard {
    /// A file for the report of how the program ended
    pub report: PathBuf,

    /// Whether the program reads standard input: sent or nothing
    pub input: String,

    /// The program and its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    pub command: Vec<OsString>,
}

/// Load a library and answer on standard input and output; started by verify
#[derive(Args, Debug)]
pub struct AskLibrary {
    /// The library
    pub library: PathBuf,

    /// The class whose positions are asked for
    pub class: String,

    /// A file for noting what is being done
    pub progress: PathBuf,
}
