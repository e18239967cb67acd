//! `drawproof games`

use drawproof_plugin::Limits;
use drawproof_reports::{games_csv, games_text};
use drawproof_suite::{
    games::{Games, Request},
    output_file::OutputFile,
};

use crate::{Outcome, args, output, processes, progress::terminal};

impl args::Games {
    fn request(&self) -> anyhow::Result<Request> {
        let library = self.library.clone();
        let library =
            library.map(|file| Ok::<_, anyhow::Error>((file, processes::host(Limits::default())?)));
        Ok(Request {
            files: self.files.clone(),
            classes: self.classes.clone(),
            grade: self.grade,
            rules: self.rules.clone(),
            library: library.transpose()?,
            source: self.source.named(),
            examples: self.examples,
            max_positions: self.max_positions.get(),
        })
    }
}

pub fn run(arguments: &args::Games, json: bool) -> anyhow::Result<Outcome> {
    let (request, progress) = (arguments.request()?, terminal());
    let mut games = Games::open(&request, &progress)?;
    let csv = arguments.csv.as_deref();
    let csv = csv.map(OutputFile::create).transpose()?;
    let judgement = games.judge()?;
    if json {
        output::print_json(&judgement.report)?;
    } else {
        output::print(&games_text(&judgement.report))?;
    }
    if let Some(file) = csv {
        file.finish(|file| games_csv(judgement.rows(), file))?;
    }
    Ok(judgement.outcome())
}
