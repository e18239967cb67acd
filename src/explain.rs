//! `drawproof explain`

use std::{io::Write, path::Path};

use anyhow::bail;
use drawproof_reports::Explanation;
use drawproof_suite::{
    explain::{Explained, Explaining, Request, explain},
    output_file::OutputFile,
};
use drawproof_tables::TreeBounds;

use crate::{
    Outcome, args, output,
    positions::{self, Shown},
    progress::terminal,
};

impl args::Explain {
    fn request(&self) -> Request {
        Request {
            fen: self.fen.clone().unwrap_or_default(),
            bounds: TreeBounds {
                depth: self.depth.into(),
                width: self.width.into(),
                duals: self.duals.into(),
                nesting: self.nesting.into(),
                max_moves: self.max_moves as usize,
            },
            near: self.near.into(),
            rules: self.rules.clone(),
            grade: self.grade,
            source: self.source.named(),
        }
    }
}

pub fn run(arguments: &args::Explain, json: bool) -> anyhow::Result<Outcome> {
    if let Some(path) = &arguments.positions {
        return run_all(path, arguments, json);
    }
    let out = arguments.out.as_ref();
    let create = || out.map(|path| OutputFile::create(path)).transpose();
    let (explained, file) = explain(&arguments.request(), &terminal(), create)?;
    let Explained { told, pgn } = explained;
    let told = match (file, out, pgn) {
        (Some(file), Some(path), Some(pgn)) => {
            file.finish(|file| Ok(file.write_all(pgn.as_bytes())?))?;
            told.written_to(path)
        }
        (Some(_), _, None) => bail!(
            "no game is written, as there is no value: {}; leave out --out",
            told.no_table().unwrap_or_default()
        ),
        (_, _, pgn) => told.with_pgn(pgn),
    };
    show(&told, json)?;
    Ok(outcome(&told))
}

/// Explains all positions of a file. With --out the games are the file's.
fn run_all(path: &Path, arguments: &args::Explain, json: bool) -> anyhow::Result<Outcome> {
    let (request, progress) = (arguments.request(), terminal());
    let mut explaining = Explaining::open(&request, &progress)?;
    let mut all = |mut games: Option<&mut dyn Write>| {
        positions::each(path, json, |fen| {
            let (Explained { told, pgn }, ()) = explaining.explain(fen, || Ok(()))?;
            let told = match (&mut games, &arguments.out, pgn) {
                (Some(games), Some(out), Some(pgn)) => {
                    writeln!(games, "{}\n", pgn.trim_end())?;
                    told.written_to(out)
                }
                (_, _, pgn) => told.with_pgn(pgn),
            };
            let outcome = outcome(&told);
            if json {
                return Shown::json(&told, outcome);
            }
            let Some(pgn) = told.pgn() else {
                return Ok(Shown::under(fen, &told.words(), outcome));
            };
            output::print_aside(&told.words())?;
            let text = format!("{}\n\n", pgn.trim_end());
            Ok(Shown { text, outcome })
        })
    };
    let Some(out) = &arguments.out else {
        return all(None);
    };
    let mut outcome = Outcome::Unchecked;
    OutputFile::create(out)?.finish(|file| {
        outcome = all(Some(file))?;
        Ok(())
    })?;
    Ok(outcome)
}

fn outcome(told: &Explanation) -> Outcome {
    if told.is_incorrect() {
        Outcome::Counterexample
    } else if told.is_settled() {
        Outcome::Proven
    } else {
        Outcome::Unchecked
    }
}

fn show(told: &Explanation, json: bool) -> anyhow::Result<()> {
    if json {
        return output::print_json(told);
    }
    let words = told.words();
    match told.pgn() {
        Some(pgn) => {
            output::print(pgn)?;
            output::print_aside(&words)?;
        }
        None => output::print(&words)?,
    }
    Ok(())
}
