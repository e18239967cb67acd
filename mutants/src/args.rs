//! The command line.

use std::path::PathBuf;

use clap::Parser;

#[derive(Parser)]
#[command(about = "Mutants of the libraries, all in one build")]
pub struct Args {
    /// Libraries to break, by their folders
    #[arg(short, long = "package", value_name = "FOLDER", required = true)]
    pub packages: Vec<String>,

    /// Build the tests of these packages only, instead of all
    #[arg(long, value_name = "PACKAGE")]
    pub tests: Vec<String>,

    /// Break only files whose paths contain this
    #[arg(long, value_name = "PART")]
    pub file: Vec<String>,

    /// Of the mutants that are built, run only those of files whose paths contain this
    #[arg(long, value_name = "PART")]
    pub only: Vec<String>,

    /// Run only programs of tests whose names, as `verify test rights`, contain this
    #[arg(long, value_name = "PART")]
    pub binary: Vec<String>,

    /// Run one mutant in N, chosen at random but always the same
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub sample: u64,

    /// How many mutants run at once
    #[arg(long, default_value_t = 1)]
    pub jobs: usize,

    /// Leave out tests that take more seconds of processor time than this
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    pub longest: u64,

    /// Seconds of processor time that the tests of a mutant may take, as they are without one
    #[arg(long, default_value_t = 60)]
    pub budget: u64,

    /// Run those again that survived
    #[arg(long)]
    pub again: bool,

    /// Only say what there is
    #[arg(long)]
    pub list: bool,

    /// Where the copy, its build and the results are kept
    #[arg(long, value_name = "DIR", default_value = "target/mutants")]
    pub folder: PathBuf,
}
