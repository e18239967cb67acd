//! `drawproof games`

mod judge;
mod truth;

use std::{
    io::{self, Read},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use drawproof_games::{Classes, Collection, WalkError};
use drawproof_language::RuleFile;
use drawproof_recognizers::Grade;
use drawproof_reports::{GamesReport, LeftOutRow, counted, games_csv, games_text};
use drawproof_system::open_regular;
use drawproof_tables::{Layout, VisibleName, visible};

use crate::{
    Outcome, args, input,
    output::{self, OutputFile},
    progress,
    resolver::Shelf,
    say::say,
};

use judge::{Judged, judged, results};
use truth::Truth;

/// The request for a walk through collections.
struct Request<'a> {
    files: &'a [PathBuf],
    /// Rule files; built-in rules without them, of a grade if one is named.
    rules: &'a [PathBuf],
    grade: Option<Grade>,
    source: &'a args::Tables,
    /// How many counterexamples are shown for each rule.
    examples: usize,
    max_positions: usize,
}

impl args::Games {
    fn request(&self) -> Request<'_> {
        Request {
            files: &self.files,
            rules: &self.rules,
            grade: self.grade,
            source: &self.source,
            examples: self.examples,
            max_positions: self.max_positions.get(),
        }
    }
}

pub fn run(arguments: &args::Games, json: bool) -> anyhow::Result<Outcome> {
    let request = arguments.request();
    let rules = rules(&request)?;
    let classes = Classes::new(rules.iter().map(|rules| rules.material().clone()));
    let mut truth = Truth::open(request.source)?;
    // Find unreadable paths before spending hours on the others.
    let files = request.files.iter().map(|path| open(path));
    let files: Vec<Source> = files.collect::<anyhow::Result<_>>()?;
    let csv = arguments.csv.as_deref();
    let csv = csv.map(OutputFile::create).transpose()?;

    let mut collection = Collection::new(&classes, request.max_positions);
    for (path, file) in request.files.iter().zip(files) {
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

    let judged = judged(&collection, &classes, &rules, &mut truth)?;
    let examples = judge::examples(&judged, request.examples, request.rules)?;
    let report = GamesReport {
        files: request.files.iter().map(name).collect(),
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

/// The rules of each class: those given, or built-in ones.
fn rules(request: &Request<'_>) -> anyhow::Result<Vec<RuleFile>> {
    let shelf = Shelf::of(request.source);
    let all = match (request.rules, request.grade) {
        ([], None) => input::builtin_draw_rules(&shelf)?,
        ([], grade) => input::builtin_rules(&[], grade, &shelf)?,
        (files, _) => {
            let files = files.iter().map(|path| input::rule_file(path, &shelf));
            files.collect::<anyhow::Result<_>>()?
        }
    };
    let mut chosen: Vec<RuleFile> = Vec::new();
    for rules in all {
        Layout::new(rules.material())?;
        input::check_only_draws(&rules, "games")?;
        match chosen.iter().find(|of| of.material() == rules.material()) {
            None => chosen.push(rules),
            // Built-in rules of one class come in the order of their grades.
            Some(_) if request.rules.is_empty() => {}
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
    let bar = progress::bar(format!("walking {}", path.shown()), source.length);
    let games = collection.walk(&name(path), source.from, &|bytes| bar.inc(bytes));
    bar.finish_and_clear();
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
