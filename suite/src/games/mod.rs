//! What rules say about the positions of real games.

mod heard;
mod judge;
mod speaker;
mod truth;

use std::{
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

use anyhow::bail;
use drawproof_games::{Classes, Collection, Note, WalkError};
use drawproof_language::RuleFile;
use drawproof_plugin::{Host, Plugin};
use drawproof_recognizers::Grade;
use drawproof_reports::{GameNoteRow, GamesPositionRow, GamesReport, counted, thousands};
use drawproof_tables::{Layout, Material, VisibleName, visible};

use crate::{
    Outcome, folders::TableFolders, input, input_file::InputFile, probe_command::ProbeCommand,
    progress::Progress, resolver::Shelf,
};

use judge::{Judged, judged, results};
use speaker::Speaker;
use truth::Truth;

/// The request.
#[derive(Clone, Debug)]
pub struct Request {
    /// Files of games, PGN; `-` is standard input.
    pub files: Vec<PathBuf>,
    /// Only positions of these classes; none for all that have rules.
    pub classes: Vec<String>,
    /// Only built-in rules of this grade.
    pub grade: Option<Grade>,
    /// Rule files, for different classes.
    pub rules: Vec<PathBuf>,
    /// A library that is asked instead of rules, and who asks it.
    pub library: Option<(PathBuf, Host)>,
    /// Where values come from.
    pub source: TableFolders,
    /// How many counterexamples to show for each rule.
    pub examples: usize,
    /// The most distinct positions.
    pub max_positions: usize,
}

/// All that is needed, open.
pub struct Games<'a> {
    request: &'a Request,
    speakers: Vec<Speaker>,
    classes: Classes,
    truth: Truth,
    files: Vec<InputFile>,
    progress: &'a Progress,
}

/// What was found.
pub struct Judgement<'a> {
    /// The report.
    pub report: GamesReport,
    judged: Vec<Judged<'a>>,
}

impl<'a> Games<'a> {
    /// Opens everything, so that unreadable paths are found before hours are spent on the others.
    pub fn open(request: &'a Request, progress: &'a Progress) -> anyhow::Result<Self> {
        let files = request.files.iter().map(|path| InputFile::open(path));
        let files = files.collect::<anyhow::Result<_>>()?;
        let truth = Truth::open(&request.source, progress)?;
        // Rules that look positions up in tables take longer.
        let speakers = speakers(request)?;
        let classes = Classes::new(speakers.iter().map(|of| of.material().clone()));
        Ok(Self {
            request,
            speakers,
            classes,
            truth,
            files,
            progress,
        })
    }

    /// Walks the games, and judges their positions.
    pub fn judge(&mut self) -> anyhow::Result<Judgement<'_>> {
        let request = self.request;
        let collection = Collection::new(&self.classes, request.max_positions);
        let mut collection = collection.hearing(heard::said);
        for (path, file) in request.files.iter().zip(self.files.drain(..)) {
            walk(&mut collection, path, file, self.progress)?;
        }
        let left_out: Vec<GameNoteRow> = collection.left_out().iter().map(row).collect();
        let remarks: Vec<GameNoteRow> = collection.remarks().iter().map(row).collect();
        tell(&remarks, self.progress);
        tell_count(
            collection.remark_count(),
            &remarks,
            ("remark", "on games that count"),
            self.progress,
        );
        tell(&left_out, self.progress);
        let count = collection.broken() + collection.of_variants();
        tell_count(count, &left_out, ("game", "left out"), self.progress);
        let judged = judged(&collection, &self.classes, &self.speakers, &mut self.truth)?;
        let asks = |speaker: &Speaker| ProbeCommand {
            rules: input::path_of(&request.rules, speaker.source_name()),
            library: request.library.as_ref().map(|(file, _)| file.clone()),
            ..ProbeCommand::default()
        };
        let examples = judge::examples(&judged, request.examples, asks, self.progress)?;
        let report = GamesReport {
            files: request.files.iter().map(name).collect(),
            games: collection.games(),
            results: results(collection.endings()),
            broken_games: collection.broken(),
            variant_games: collection.of_variants(),
            left_out,
            remark_count: collection.remark_count(),
            remarks,
            positions: collection.all_positions(),
            classes: judged.iter().map(|of| of.row(&collection)).collect(),
            proven: heard::rows(collection.heard()),
            counterexamples: examples,
        };
        Ok(Judgement { report, judged })
    }
}

impl Judgement<'_> {
    /// All positions, as rows of a table.
    pub fn rows(&self) -> impl Iterator<Item = anyhow::Result<GamesPositionRow>> {
        self.judged.iter().flat_map(Judged::rows)
    }

    /// What it proves.
    pub fn outcome(&self) -> Outcome {
        if self.report.is_refuted() {
            Outcome::Counterexample
        } else if self.report.games > 0 {
            // Perhaps without a position of the classes: the counts say so.
            Outcome::Proven
        } else {
            Outcome::Unchecked
        }
    }
}

fn row<T: ToString>(of: &Note<T>) -> GameNoteRow {
    GameNoteRow {
        file: of.file.clone(),
        game: of.game,
        line: of.line,
        ply: of.ply,
        reason: visible(&of.said.to_string()).into_owned(),
    }
}

/// Who is asked about each class: the library, rules that are given, or built-in ones.
fn speakers(request: &Request) -> anyhow::Result<Vec<Speaker>> {
    let classes = input::classes(&request.classes)?;
    let Some((file, host)) = &request.library else {
        let rules = rules(request, &classes)?;
        return Ok(rules.into_iter().map(Speaker::Rules).collect());
    };
    let open = |class| Ok(Speaker::Library(Plugin::open(host.clone(), file, class)?));
    classes.iter().map(open).collect()
}

/// The rules of each class: those given, or built-in ones.
fn rules(request: &Request, classes: &[Material]) -> anyhow::Result<Vec<RuleFile>> {
    let shelf = Shelf::of(&request.source);
    let all = if request.rules.is_empty() {
        input::first_builtin_rules(classes, request.grade, &shelf)?
    } else {
        let files = request.rules.iter();
        let files = files.map(|path| input::rule_file(path, &shelf));
        files.collect::<anyhow::Result<_>>()?
    };
    let mut chosen: Vec<RuleFile> = Vec::new();
    for rules in all {
        Layout::new(rules.material())?;
        input::check_results(&rules, "games")?;
        match chosen.iter().find(|of| of.material() == rules.material()) {
            None => chosen.push(rules),
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

/// Walks one file.
fn walk(
    collection: &mut Collection,
    path: &Path,
    source: InputFile,
    progress: &Progress,
) -> anyhow::Result<()> {
    let bar = progress.bar(format!("walking {}", path.shown()), source.length);
    let taken = source.taken;
    let show = |_| bar.inc(taken.swap(0, Ordering::Relaxed));
    let games = collection.walk(&name(path), source.from, &show);
    drop(bar);
    match games {
        Ok(0) => progress.say(&format!("{}: no games found; is it PGN?", path.shown())),
        Ok(_) => {}
        Err(error @ WalkError::TooManyPositions(_)) => {
            bail!("{error}; allow more with --max-positions, or choose fewer classes with --rules")
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

/// Lists notes about games.
fn tell(notes: &[GameNoteRow], progress: &Progress) {
    for of in notes {
        let GameNoteRow {
            file,
            game,
            line,
            ply,
            reason,
        } = of;
        progress.say(&format!(
            "{file}: game {game}, line {line}, ply {ply}: {reason}"
        ));
    }
}

/// Says how many there are, and how many of them are not listed.
fn tell_count(all: u64, notes: &[GameNoteRow], what: (&str, &str), progress: &Progress) {
    let more = all - notes.len() as u64;
    let more = if more > 0 {
        format!(", {} not named here", thousands(more))
    } else {
        String::new()
    };
    if all > 0 {
        let (what, whose) = what;
        progress.say(&format!("{} {whose}{more}", counted(all, what)));
    }
}
