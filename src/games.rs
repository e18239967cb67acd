//! `drawproof games`

mod judge;
mod speaker;
mod truth;

use crate::processes;
use crate::progress::terminal;
use drawproof_suite::output_file::OutputFile;
use drawproof_suite::probe_command::ProbeCommand;
use std::{
    io::{self, Read},
    path::Path,
};

use anyhow::{Context, bail};
use drawproof_games::{Classes, Collection, WalkError};
use drawproof_language::RuleFile;
use drawproof_plugin::{Limits, Plugin};
use drawproof_reports::{GamesReport, LeftOutRow, counted, games_csv, games_text};
use drawproof_system::open_regular;
use drawproof_tables::{Layout, Material, VisibleName, visible};

use crate::{Outcome, args, input, output, resolver::Shelf, say::say};

use judge::{Judged, judged, results};
use speaker::Speaker;
use truth::Truth;

pub fn run(arguments: &args::Games, json: bool) -> anyhow::Result<Outcome> {
    let speakers = speakers(arguments)?;
    let classes = Classes::new(speakers.iter().map(|of| of.material().clone()));
    let mut truth = Truth::open(&arguments.source)?;
    // Find unreadable paths before spending hours on the others.
    let files = arguments.files.iter().map(|path| open(path));
    let files: Vec<Source> = files.collect::<anyhow::Result<_>>()?;
    let csv = arguments.csv.as_deref();
    let csv = csv.map(OutputFile::create).transpose()?;

    let mut collection = Collection::new(&classes, arguments.max_positions.get());
    for (path, file) in arguments.files.iter().zip(files) {
        walk(&mut collection, path, file)?;
    }
    let left_out = collection.left_out().iter().map(|of| LeftOutRow {
        file: of.file.clone(),
        game: of.game,
        line: of.line,
        reason: visible(&of.reason.to_string()).into_owned(),
    });
    let left_out: Vec<LeftOutRow> = left_out.collect();
    tell(&collection, &left_out);

    let judged = judged(&collection, &classes, &speakers, &mut truth)?;
    let asks = |speaker: &Speaker| ProbeCommand {
        rules: input::path_of(&arguments.rules, speaker.source_name()),
        library: arguments.library.clone(),
        ..ProbeCommand::default()
    };
    let examples = judge::examples(&judged, arguments.examples, asks)?;
    let report = GamesReport {
        files: arguments.files.iter().map(name).collect(),
        games: collection.games(),
        results: results(collection.endings()),
        broken_games: collection.broken(),
        variant_games: collection.of_variants(),
        left_out,
        positions: collection.all_positions(),
        classes: judged.iter().map(|of| of.row(&collection)).collect(),
        counterexamples: examples,
    };
    if json {
        output::print_json(&report)?;
    } else {
        output::print(&games_text(&report))?;
    }
    if let Some(file) = csv {
        file.finish(|file| games_csv(judged.iter().flat_map(Judged::rows), file))?;
    }
    Ok(if report.is_refuted() {
        Outcome::Counterexample
    } else if report.is_checked() {
        Outcome::Proven
    } else {
        Outcome::Unchecked
    })
}

/// Who is asked about each class: the library, rules that are given, or built-in ones.
fn speakers(arguments: &args::Games) -> anyhow::Result<Vec<Speaker>> {
    let classes = input::classes(&arguments.classes)?;
    let Some(file) = &arguments.library else {
        let rules = rules(arguments, &classes)?;
        return Ok(rules.into_iter().map(Speaker::Rules).collect());
    };
    let host = processes::host(Limits::default())?;
    let open = |class| Ok(Speaker::Library(Plugin::open(host.clone(), file, class)?));
    classes.iter().map(open).collect()
}

/// The rules of each class: those given, or built-in ones.
fn rules(arguments: &args::Games, classes: &[Material]) -> anyhow::Result<Vec<RuleFile>> {
    let shelf = Shelf::of(&arguments.source.named());
    let all = match (&*arguments.rules, arguments.grade) {
        ([], None) => input::builtin_draw_rules(classes, &shelf)?,
        ([], grade) => input::builtin_rules(classes, grade, &shelf)?,
        (files, _) => {
            let files = files.iter().map(|path| input::rule_file(path, &shelf));
            files.collect::<anyhow::Result<_>>()?
        }
    };
    let mut chosen: Vec<RuleFile> = Vec::new();
    for rules in all {
        Layout::new(rules.material())?;
        input::check_results(&rules, "games")?;
        match chosen.iter().find(|of| of.material() == rules.material()) {
            None => chosen.push(rules),
            // Built-in rules of one class come in the order of their grades.
            Some(_) if arguments.rules.is_empty() => {}
            Some(first) => bail!(
                "{} and {} are both about {}; give one of them",
                first.source_name(),
                rules.source_name(),
                rules.material()
            ),
        }
    }
    Ok(chosen)
}

fn name(path: impl AsRef<Path>) -> String {
    path.as_ref().shown()
}

/// Where games come from.
struct Source {
    from: Box<dyn Read + Send>,
    /// In bytes, if known.
    length: Option<u64>,
}

/// Names of standard input.
const STANDARD_INPUT: [&str; 2] = ["-", "/dev/stdin"];

fn open(path: &Path) -> anyhow::Result<Source> {
    if STANDARD_INPUT.iter().any(|name| path == Path::new(name)) {
        return Ok(Source {
            from: Box::new(io::stdin()),
            length: None,
        });
    }
    let failed = || format!("cannot read {}", path.shown());
    let file = open_regular(path).with_context(failed)?;
    Ok(Source {
        length: Some(file.metadata().with_context(failed)?.len()),
        from: Box::new(file),
    })
}

/// Walks one file.
fn walk(collection: &mut Collection, path: &Path, source: Source) -> anyhow::Result<()> {
    let bar = terminal().bar(format!("walking {}", path.shown()), source.length);
    let games = collection.walk(&name(path), source.from, &|bytes| bar.inc(bytes));
    bar.end();
    match games {
        Ok(0) => say(&format!(
            "{}: no games found; is it uncompressed PGN?",
            path.shown()
        )),
        Ok(_) => {}
        Err(error @ WalkError::TooManyPositions(_)) => {
            bail!("{error}; allow more with --max-positions, or choose fewer classes with --rules")
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

/// Lists the skipped games.
fn tell(collection: &Collection, left_out: &[LeftOutRow]) {
    for of in left_out {
        let LeftOutRow {
            file,
            game,
            line,
            reason,
        } = of;
        say(&format!("{file}: game {game}, line {line}: {reason}"));
    }
    let all = collection.broken() + collection.of_variants();
    if all > 0 {
        let more = all - left_out.len() as u64;
        let more = if more > 0 {
            format!(", {} not named here", counted(more, "game"))
        } else {
            String::new()
        };
        say(&format!("{} left out{more}", counted(all, "game")));
    }
}
