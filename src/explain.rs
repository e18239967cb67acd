//! `drawproof explain`

use drawproof_reports::Explanation;
use drawproof_suite::{
    explain::{Explained, Request, explain},
    output_file::OutputFile,
};
use drawproof_tables::TreeBounds;

use crate::{Outcome, args, output, progress::terminal};

impl args::Explain {
    fn request(&self) -> Request {
        Request {
            fen: self.fen.clone(),
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
    let out = arguments.out.as_ref();
    let create = || out.map(|path| OutputFile::create(path)).transpose();
    let (explained, file) = explain(&arguments.request(), &terminal(), create)?;
    let Explained { told, pgn } = explained;
    let told = match (file, out) {
        (Some(file), Some(path)) => {
            file.finish(|file| Ok(file.write_all(pgn.as_bytes())?))?;
            told.written_to(path)
        }
        _ => told.with_pgn(pgn),
    };
    show(&told, json)?;
    Ok(if told.is_incorrect() {
        Outcome::Counterexample
    } else {
        Outcome::Proven
    })
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
