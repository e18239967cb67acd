//! Breaks the libraries in thousands of places and says which of them no test
//! sees: see docs/testing.md.
//!
//! All mutants are compiled at once, each behind its number, so that a mutant
//! costs no build but a run of the tests that reach it. The operators are those
//! of cargo-mutants.

mod compile;
mod folders;
mod functions;
mod judge;
mod mutate;
mod operators;
mod process;
mod suite;
mod switch;
mod tree;

use std::{env, fs, path::PathBuf};

use anyhow::{Context, Result};
use clap::Parser;

use crate::{compile::build, folders::Folders, judge::Judge, suite::Suite};

#[derive(Parser)]
#[command(about = "Mutants of the libraries, all in one build")]
struct Args {
    /// Libraries to break, by their folders
    #[arg(short, long = "package", value_name = "FOLDER", required = true)]
    packages: Vec<String>,

    /// Build the tests of these packages only, instead of all
    #[arg(long, value_name = "PACKAGE")]
    tests: Vec<String>,

    /// Break only files whose paths contain this
    #[arg(long, value_name = "PART")]
    file: Vec<String>,

    /// Of the mutants that are built, run only those of files whose paths contain this
    #[arg(long, value_name = "PART")]
    only: Vec<String>,

    /// Run only programs of tests whose names, as `verify test rights`, contain this
    #[arg(long, value_name = "PART")]
    binary: Vec<String>,

    /// Run one mutant in N, chosen at random but always the same
    #[arg(long, value_name = "N", default_value_t = 1)]
    sample: u64,

    /// How many mutants run at once
    #[arg(long, default_value_t = 1)]
    jobs: usize,

    /// Leave out tests that take more seconds of processor time than this
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    longest: u64,

    /// Seconds of processor time that the tests of a mutant may take, as they are without one
    #[arg(long, default_value_t = 60)]
    budget: u64,

    /// Run those again that survived
    #[arg(long)]
    again: bool,

    /// Only say what there is
    #[arg(long)]
    list: bool,

    /// Where the copy, its build and the results are kept
    #[arg(long, value_name = "DIR", default_value = "target/mutants")]
    folder: PathBuf,
}

fn main() -> Result<()> {
    let args = Args::parse();
    ctrlc::set_handler(|| {
        process::kill_all();
        std::process::exit(130);
    })?;
    let here = env::current_dir()?;
    let folder = here.join(&args.folder);
    fs::create_dir_all(&folder)?;
    let folders = Folders {
        from: here.clone(),
        tree: folder.join("tree"),
        target: folder.join("target"),
        dead: folder.join("does_not_compile.txt"),
    };
    tree::copy(&folders.from, &folders.tree, &args.packages)
        .context("cannot copy the workspace")?;
    let (tree, dead, mut binaries) = build(&folders, &args)?;
    if !args.binary.is_empty() {
        binaries.retain(|binary| args.binary.iter().any(|part| binary.name.contains(part)));
    }
    let mutants: Vec<_> = tree.mutants().collect();
    eprintln!("{} mutants, {} do not compile", mutants.len(), dead.len());
    if args.list {
        for mutant in mutants {
            println!(
                "{}:{}: {} {}",
                mutant.file,
                mutant.line,
                mutant.what,
                dead.contains(&mutant.key)
            );
        }
        return Ok(());
    }
    let suite = Suite::record(binaries, &mutants, &folder, &args)?;
    for test in &suite.failing {
        eprintln!("left out, as it fails without mutants: {test}");
    }
    let judge = Judge::new(&suite, &args, &folder.join("results.csv"))?;
    judge.run(&mutants, &dead)
}
