//! Breaks the libraries in thousands of places and says which of them no test
//! sees: see docs/internals/testing.md.
//!
//! All mutants are compiled at once, each behind its number, so that a mutant
//! costs no build but a run of the tests that reach it. The operators are those
//! of cargo-mutants.

mod args;
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

use std::{env, fs};

use anyhow::{Context, Result};
use clap::Parser;

use crate::{args::Args, compile::build, folders::Folders, judge::Judge, suite::Suite};

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
