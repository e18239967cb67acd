//! `drawproof verify`

use std::path::{Path, PathBuf};

use anyhow::bail;
use drawproof_reports::{Changes, Report, changes_text, counterexamples_text, thousands};
use drawproof_suite::verify::{
    Request, Verify,
    shards::{PartMade, PartState, Parts},
    verify, verify_parts,
    watch::{News, Viewer, watch},
};
use drawproof_tables::VisibleName;
use drawproof_verify::{Argument, Shard};

use crate::{
    Outcome, args,
    interrupt::ends_well,
    merge, output, processes,
    progress::terminal,
    say::{say, words},
    show,
};

impl args::Given<args::Verify> {
    /// What is verified.
    pub fn request(&self) -> anyhow::Result<Verify> {
        let host = self
            .library
            .as_ref()
            .map(|_| processes::host(self.limits()));
        Ok(Verify {
            classes: self.classes.clone(),
            grade: self.grade,
            truth: self.truth.map(Into::into),
            host: host.transpose()?,
            is_watched: self.watch,
            each: self.each(),
        })
    }

    /// The parts that are made in a folder.
    pub fn parts(&self, folder: &Path, go_on: &'static str) -> Parts {
        let again = self.again();
        Parts {
            folder: folder.into(),
            command: again.as_words().iter().map(Argument::new).collect(),
            shards: match (self.shard, self.shards) {
                (Some(shard), _) => vec![shard],
                (None, count) => Shard::all(count.unwrap_or(1)).collect(),
            },
            resume: self.resume,
            go_on,
        }
    }

    /// How each recognizer is verified.
    fn each(&self) -> Request {
        // A page needs a larger sample of missed draws than the text lists;
        // parts hold what was requested.
        const ON_A_PAGE: usize = 256;
        let listed_missed = self.missed as usize;
        let has_page = self.report.is_some();
        let missed = if has_page && self.parts.is_none() {
            listed_missed.max(ON_A_PAGE)
        } else {
            listed_missed
        };
        Request {
            options: drawproof_verify::Options {
                examples: self.examples,
                missed,
                full_board: self.full_board,
                stops: self.stops,
                fifty_moves: self.fifty_move,
                quiet: self.quiet,
            },
            best: self.best,
            second_look: self.second_look,
            listed_missed,
            has_page,
            has_size: self.overview || has_page,
            counting: self.counting.into(),
            rules: self.rules.clone(),
            library: self.library.clone(),
            folders: self.folders.named(),
        }
    }
}

pub fn run(arguments: &args::Given<args::Verify>, json: bool) -> anyhow::Result<Outcome> {
    let request = arguments.request()?;
    if arguments.watch {
        return run_watch(&request, json);
    }
    let ready = || {
        show::Reports::new(json, arguments.csv.as_deref())?.in_folder(arguments.report.as_deref())
    };
    if let Some(folder) = &arguments.parts {
        let go_on = ", and the same command with --resume continues from there";
        let parts = arguments.parts(folder, go_on);
        let (made, reports) = verify_parts(&request, &parts, &terminal(), ready)?;
        return show_parts(made, arguments.shards.is_some().then_some(reports), json);
    }
    let ready = || {
        let reports = ready()?;
        Ok(if arguments.overview {
            reports.in_table()
        } else {
            reports
        })
    };
    let reports = verify(&request, &terminal(), ready, |reports, report| {
        reports.add(report)
    })?;
    reports.finish()
}

/// Shows which parts were made, or what all of them say, with reports to show it in.
fn show_parts(
    made: Vec<PartMade>,
    reports: Option<show::Reports>,
    json: bool,
) -> anyhow::Result<Outcome> {
    if let Some(reports) = reports {
        // Read them back like parts from elsewhere.
        let files: Vec<PathBuf> = made.into_iter().map(|part| part.file).collect();
        return merge::show_all(&files, reports);
    }
    if json {
        output::print_json(&made)?;
    } else {
        made.iter()
            .try_for_each(|part| output::print(&part_text(part)))?;
    }
    Ok(Outcome::Proven)
}

fn part_text(part: &PartMade) -> String {
    let (number, of) = (part.shard.number(), part.shard.of());
    let what = format!("{}: part {number} of {of}", part.material);
    let file = part.file.shown();
    match part.state {
        PartState::Written => format!("{what} written to {file}\n"),
        PartState::Kept => format!("{what} was finished before: {file}\n"),
    }
}

/// `drawproof verify --watch`
fn run_watch(request: &Verify, json: bool) -> anyhow::Result<Outcome> {
    if json {
        bail!("--watch prints text for people; leave out --json, or --watch");
    }
    ends_well();
    watch(request, &terminal(), &mut Printed)?;
    Ok(Outcome::Proven)
}

/// Prints what comes of each run.
struct Printed;

impl Viewer for Printed {
    fn reports(&mut self, reports: &[Report]) -> anyhow::Result<()> {
        for report in reports {
            output::print(&format!("\n{}", drawproof_reports::text(report)))?;
        }
        Ok(())
    }

    fn changes(&mut self, changes: &Changes) -> anyhow::Result<()> {
        let text = changes_text(changes);
        Ok(output::print(&format!("\nsince the last run\n{text}"))?)
    }

    fn news(&mut self, news: &News) -> anyhow::Result<()> {
        let text = match news {
            News::Claims { new, all, report } => format!(
                "{} of {} incorrect claims are new\n{}",
                thousands(*new),
                thousands(*all),
                counterexamples_text(report)
            ),
            News::Examples { shown, all, report } => format!(
                "{shown} of the {all} counterexamples drawn were not shown before\n{}",
                counterexamples_text(report)
            ),
        };
        Ok(output::print(&text)?)
    }

    fn failed(&mut self, error: anyhow::Error) -> anyhow::Result<()> {
        if output::is_broken_pipe(&error) {
            return Err(error);
        }
        say(&format!("error: {}", words(&error)));
        Ok(())
    }

    fn waiting(&mut self, files: &[PathBuf]) -> anyhow::Result<()> {
        let names: Vec<String> = files.iter().map(VisibleName::shown).collect();
        say(&format!(
            "\nwaiting for a change of {}; Ctrl-C ends",
            names.join(", ")
        ));
        Ok(())
    }
}
