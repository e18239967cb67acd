//! The verification of one recognizer.

use std::{
    cmp::Reverse,
    ops::Range,
    path::PathBuf,
    sync::{Arc, OnceLock, atomic::AtomicBool},
};

use anyhow::bail;
use drawproof_evaluate::{CompiledRules, MarginalClaims, Recognizer};
use drawproof_language::{RuleFile, RuleKind, interpret};
use drawproof_reports::{BestRow, Counting, DistanceRow, OracleRow, Report};
use drawproof_retro::Keep;
use drawproof_tables::{HelpmateTable, Material, Metric, Oracle, Subject, Table, visible};
use drawproof_verify::{
    Argument, Counterexample, DistanceCount, Example, Lines, Missed, Options, OracleRecord,
    RuleSize, SecondOpinion, Shown, Tally, Verdict, Verification, VerifyError, holding_moves,
    unit_count,
};
use serde::{Deserialize, Serialize};

use super::report::report;
use crate::{
    folders::Folders,
    helpmate::MateTables,
    input,
    oracles::AskedOracles,
    progress::{NEVER, Progress, unless},
    sources::{Slices, Sources, lines_of, wanted_for_lines},
};

/// The request for a verification.
#[derive(Clone, Debug)]
pub struct Request {
    /// How every position is visited.
    pub options: Options,
    /// For how many rules to report what no other rule spots.
    pub best: usize,
    /// How many random positions to check again.
    pub second_look: Option<u64>,
    /// How many missed draws the text lists.
    pub listed_missed: usize,
    /// Whether there is a page, which shows more.
    pub has_page: bool,
    /// Whether the size of the rules is reported.
    pub has_size: bool,
    /// Which positions the text counts.
    pub counting: Counting,
    /// The rule files, which name the rules in commands.
    pub rules: Vec<PathBuf>,
    /// The library, which names itself in commands.
    pub library: Option<PathBuf>,
    /// The tables.
    pub folders: Folders,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            options: Options::DEFAULT,
            best: 0,
            second_look: None,
            listed_missed: Options::DEFAULT.missed,
            has_page: false,
            has_size: false,
            counting: Counting::Board,
            rules: Vec::new(),
            library: None,
            folders: Folders::default(),
        }
    }
}

/// A recognizer of a run, as its plan names it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// The class.
    pub class: String,
    /// The name of its rules or its library.
    pub name: String,
    /// Of the file.
    pub sha256: String,
}

/// The oracles, and for each missed draw of the sample the moves that hold it.
type ForFolder = (Vec<OracleRow>, Vec<Option<Vec<String>>>);

/// Follows a run, and may end it.
pub trait Follow: Sync {
    /// Set once the run is to end, with [`VerifyError::Stopped`](drawproof_verify::VerifyError).
    fn stopped(&self) -> &AtomicBool;

    /// What begins, and its number of units.
    fn begins(&self, what: &'static str, units: usize);

    /// More units are done.
    fn done(&self, units: u64);
}

/// Nobody follows.
struct Alone;

impl Follow for Alone {
    fn stopped(&self) -> &AtomicBool {
        &NEVER
    }

    fn begins(&self, _: &'static str, _: usize) {}

    fn done(&self, _: u64) {}
}

/// The verification of one recognizer.
pub struct Run<'a> {
    recognizer: &'a dyn Recognizer,
    /// The rules, if it was made from rules.
    rules: Option<&'a RuleFile>,
    asked: &'a AskedOracles,
    request: &'a Request,
    tables: Tables,
    /// Who follows.
    by: &'a dyn Follow,
}

/// Tables of a class that are generated for its verification.
pub struct Tables {
    /// Where values come from if no folder is given.
    own: Sources,
    /// Those with distances to mate, once lines are needed.
    lines: OnceLock<Option<Sources>>,
    /// Those of who can mate, if that is claimed.
    mates: MateTables,
    /// Whether they stay in memory for another run.
    are_kept: bool,
    progress: Progress,
}

impl Tables {
    /// Tables that are generated and given up when they are no longer needed.
    pub fn new(progress: &Progress) -> Self {
        Self {
            own: Sources::generator(progress).keeping(Keep::Successors),
            lines: OnceLock::new(),
            mates: MateTables::new(progress),
            are_kept: false,
            progress: progress.clone(),
        }
    }

    /// Tables from finished slices: what is needed to judge claims.
    pub fn of_slices(slices: Slices, keep: Keep, progress: &Progress) -> Self {
        Self {
            own: Sources::of_slices(slices, progress).keeping(keep),
            ..Self::new(progress)
        }
    }

    /// The table of a class, with what judging claims about it takes.
    pub fn of_table(table: Arc<Table>, progress: &Progress) -> Self {
        Self {
            own: Sources::of_table(table, progress).keeping(Keep::Requested),
            ..Self::new(progress)
        }
    }

    /// The table of who can mate in a class.
    pub fn of_mates(table: HelpmateTable, progress: &Progress) -> Self {
        Self {
            mates: MateTables::of_table(table, progress),
            ..Self::new(progress)
        }
    }

    /// Lets them stay in memory, or not.
    pub fn keep(&mut self, are_kept: bool) {
        self.are_kept = are_kept;
    }

    /// Forgets that there are no lines: next time they are looked for again.
    pub fn look_again(&mut self) {
        if self.lines.get().is_some_and(Option::is_none) {
            self.lines.take();
        }
        self.mates.look_again();
    }

    /// Tables that stay in memory.
    pub fn kept(progress: &Progress) -> Self {
        Self {
            are_kept: true,
            ..Self::new(progress)
        }
    }
}

impl<'a> Run<'a> {
    /// The verification of a recognizer, and of the rules that it was made from.
    pub fn new(
        recognizer: &'a dyn Recognizer,
        rules: Option<&'a RuleFile>,
        asked: &'a AskedOracles,
        request: &'a Request,
        progress: &Progress,
    ) -> Self {
        Self {
            recognizer,
            rules,
            asked,
            request,
            tables: Tables::new(progress),
            by: &Alone,
        }
    }

    /// The same run, followed.
    #[must_use]
    pub fn followed(self, by: &'a dyn Follow) -> Self {
        Self { by, ..self }
    }

    /// The same with tables of an earlier run about its class.
    #[must_use]
    pub fn with_tables(self, tables: Tables) -> Self {
        Self { tables, ..self }
    }

    /// The tables, for another run.
    pub fn into_tables(self) -> Tables {
        self.tables
    }

    /// Where it is shown.
    pub fn progress(&self) -> &Progress {
        &self.tables.progress
    }

    /// What is claimed.
    pub fn subject(&self) -> Subject {
        RuleKind::subject_of(self.recognizer.rules().iter().map(|rule| rule.kind))
    }

    /// The class.
    pub fn class(&self) -> &'a Material {
        self.recognizer.material()
    }

    /// Whether the generated table of the class is all that judging takes: a page shows the moves
    /// that hold, and a quiet run and a library ask what captures lead to.
    pub fn needs_only_its_table(&self) -> bool {
        self.rules.is_some()
            && self.asked.source.is_none()
            && self.request.folders.source.tables.is_empty()
            && !self.request.has_page
            && !self.request.options.quiet
    }

    /// Visits every position, and reports.
    pub fn report(&mut self) -> anyhow::Result<Report> {
        self.prepare()?;
        let units = 0..self.units()?;
        let (tally, mut verdict, second_look_positions) = self.verdict()?;
        let best = self.best(&verdict)?;
        let for_folder = self.for_folder(&verdict)?;
        if !self.tables.are_kept {
            // The tables with distances to mate need the memory.
            self.tables.own.keep_for(&[]);
        }
        let is_wrong = verdict.incorrect() > 0;
        let (tally, counts) = self.nearest(units, tally, is_wrong)?;
        verdict.counterexamples = tally.examples();
        let examples = self.examples(&verdict.counterexamples)?;
        let size = if self.request.has_size {
            self.size()?
        } else {
            None
        };
        let mut report = report(&verdict, &examples, &self.shown(), size.as_ref());
        let uses = self.rules.into_iter().flat_map(RuleFile::uses);
        let uses = uses.map(|used| visible(&used.to_string()).into_owned());
        report.uses = uses.collect();
        report.second_look_positions = second_look_positions;
        report.best = best;
        report.shown_missed_draws = self.request.listed_missed;
        // Tables with distances to mate do not know the 50-move rule.
        if self.request.has_page && !self.request.options.fifty_moves {
            let rows = |counts: Vec<_>| counts.into_iter().map(DistanceRow::from).collect();
            report.incorrect_draws_by_distance = counts.map(rows);
        }
        if let Some((oracles, holding_moves)) = for_folder {
            report.oracles = oracles;
            for (row, moves) in report.missed_draws_sample.iter_mut().zip(holding_moves) {
                row.best_moves_san = moves;
            }
        }
        Ok(report)
    }

    /// The data from tables that only a report in a folder shows: their
    /// checksums, and the moves that hold missed draws, if known.
    fn for_folder(&self, verdict: &Verdict) -> anyhow::Result<Option<ForFolder>> {
        if !self.request.has_page {
            return Ok(None);
        }
        let class = self.class();
        let row = |record: OracleRecord| OracleRow {
            name: record.name,
            sha256: record.sha256,
        };
        let records = self.verification()?.oracle_records()?;
        let oracles = records.into_iter().map(row).collect();
        // A folder may lack the tables that captures lead to.
        let moves = |missed: &Missed| {
            // Values of moves ignore the 50-move rule.
            if self.request.options.fifty_moves {
                return None;
            }
            let position = missed.placement.to_chess(class).ok()?;
            holding_moves(self.truth(), &position).ok()
        };
        let moves = verdict.missed.iter().map(moves);
        Ok(Some((oracles, moves.collect())))
    }

    /// The tally of some units with the incorrect draws nearest to mate, if
    /// there are any, and their distances to mate, if known. This visits
    /// everything again.
    pub fn nearest(
        &self,
        units: Range<usize>,
        tally: Tally,
        is_wrong: bool,
    ) -> anyhow::Result<(Tally, Option<Vec<DistanceCount>>)> {
        let is_wanted = self.request.options.examples > 0 || self.request.has_page;
        // A library is not asked more often than necessary.
        if !is_wrong || !is_wanted || self.rules.is_none() {
            return Ok((tally, None));
        }
        let Some(lines) = self.lines()? else {
            return Ok((tally, None));
        };
        let class = self.class();
        // Own tables may have been freed for those of the lines.
        let truth = match (lines, &self.asked.source) {
            (Lines::Mates(_), _) => self.truth(),
            (Lines::Results(_), Some(folders)) => folders,
            (Lines::Results(lines), None) => lines,
        };
        let verification = Verification::new(self.recognizer, truth, self.request.options)?
            .stopped_by(self.by.stopped());
        let bar = self
            .progress()
            .bar(format!("distances of {class}"), Some(units.len() as u64));
        self.by.begins("distances", units.len());
        let done = |units| {
            bar.inc(units);
            self.by.done(units);
        };
        let distances = verification.distances(units, lines, &done);
        drop(bar);
        let distances = distances?;
        Ok((tally.with_examples(distances.nearest), distances.counts))
    }

    /// Prepares everything that is probed.
    pub fn prepare(&mut self) -> anyhow::Result<()> {
        if self.subject() == Subject::Mates {
            let folders = &self.request.folders.source.tables;
            let class = self.recognizer.material();
            let stopped = self.by.stopped();
            return self.tables.mates.prepare(folders, class, stopped);
        }
        if self.asked.source.is_none() {
            let class = self.recognizer.material();
            let own = &mut self.tables.own;
            let fifty_moves = self.request.options.fifty_moves;
            own.prepare_for_claims(class, fifty_moves, self.by.stopped())?;
        }
        Ok(())
    }

    /// How many units the work has.
    pub fn units(&self) -> anyhow::Result<usize> {
        Ok(unit_count(self.recognizer, self.request.options)?)
    }

    /// The verification itself, once everything is prepared.
    pub fn verification(&self) -> anyhow::Result<Verification<'_>> {
        let verification = Verification::new(self.recognizer, self.truth(), self.request.options)?;
        let verification = verification.beside(self.asked.others());
        Ok(verification.stopped_by(self.by.stopped()))
    }

    /// Where values come from.
    fn truth(&self) -> &dyn Oracle {
        match (self.subject(), &self.asked.source) {
            (Subject::Mates, _) => self.tables.mates.truth(),
            (Subject::Results, Some(folders)) => folders,
            (Subject::Results, None) => self.tables.own.tables(),
        }
    }

    /// What the recognizer is.
    pub fn named(&self) -> Named {
        Named {
            class: self.class().to_string(),
            name: self.recognizer.source_name().into(),
            sha256: self.recognizer.sha256().into(),
        }
    }

    /// The size of the rules, if there are any.
    pub fn size(&self) -> anyhow::Result<Option<RuleSize>> {
        Ok(self.rules.map(RuleSize::of).transpose()?)
    }

    /// What the report needs besides the findings.
    pub fn shown(&self) -> Shown {
        let names = |paths: &[PathBuf]| paths.iter().map(Argument::new).collect();
        let request = self.request;
        let rules = input::path_of(&request.rules, self.recognizer.source_name());
        Shown {
            rules: rules.map(Argument::new),
            library: request.library.as_ref().map(Argument::new),
            tables: names(&request.folders.source.tables),
            against: names(&request.folders.against),
            trust_files: request.folders.source.trust_files,
            counting: request.counting.name().into(),
        }
    }

    /// The worth of the rules that spot most draws, found by leaving out each
    /// of them.
    fn best(&self, verdict: &Verdict) -> anyhow::Result<Vec<BestRow>> {
        let Some(rules) = self.rules else {
            return Ok(Vec::new());
        };
        let draws = |at: &usize| verdict.rules[*at].counts.draws;
        let all = 0..verdict.rules.len();
        let mut best: Vec<usize> = all
            .filter(|&at| rules.rules()[at].kind.claims_draw())
            .collect();
        best.sort_by_key(|at| Reverse(draws(at).board));
        best.truncate(self.request.best);
        if best.is_empty() {
            return Ok(Vec::new());
        }
        let rules = CompiledRules::new(rules);
        let marginal = MarginalClaims(&rules);
        let verification = Verification::new(&marginal, self.truth(), self.request.options)?;
        let (_, marginal) = visited(
            &verification,
            "the best rules of",
            self.class(),
            (&Alone, self.progress()),
        )?;
        let row = |at: usize| BestRow {
            rule: verdict.rules[at].name.clone(),
            spotted_draws: draws(&at).into(),
            only_by_it: marginal.rules[at].counts.draws.into(),
        };
        Ok(best.into_iter().map(row).collect())
    }

    /// Visits every position; then checks some again, and returns how many.
    fn verdict(&self) -> anyhow::Result<(Tally, Verdict, Option<u64>)> {
        let class = self.class();
        let verification = self.verification()?;
        let (tally, verdict) = visited(
            &verification,
            "verifying",
            class,
            (self.by, self.progress()),
        )?;
        let (Some(count), Some(rules)) = (self.request.second_look, self.rules) else {
            return Ok((tally, verdict, None));
        };
        let bar = self
            .progress()
            .bar(format!("second look at {class}"), Some(count));
        let rule = |placement: &_| interpret(rules, placement);
        let look = verification.second_look(&rule, count, &|positions| bar.inc(positions));
        drop(bar);
        let look = look?;
        if let Some(first) = &look.first {
            bail!(
                "{}, in {} of {} random positions; this is a bug in drawproof, or the tables are wrong",
                self.difference(first),
                look.differences,
                look.positions
            );
        }
        Ok((tally, verdict, Some(look.positions)))
    }

    fn difference(&self, first: &SecondOpinion) -> String {
        let text = |opinion: drawproof_verify::Opinion| {
            let rule = opinion
                .rule
                .and_then(|rule| self.recognizer.rules().get(rule));
            let rule = rule.map_or("no rule".into(), |rule| format!("rule \"{}\"", rule.name));
            format!("{rule}, {}", opinion.answer)
        };
        format!(
            "the run and the second look differ: {} is \"{}\" in the run, \"{}\" on its own",
            first.placement.fen(self.class()),
            first.run.map_or("not visited".into(), text),
            text(first.alone)
        )
    }

    /// Counterexamples with the lines that refute the claims, from own tables
    /// with distances to mate, or of help mates: files, or generated now.
    pub fn examples(&self, found: &[Counterexample]) -> anyhow::Result<Vec<Example>> {
        let class = self.class();
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let lines = self.lines()?;
        let example = |found: &Counterexample| {
            let claim = self.recognizer.rules()[found.rule].kind.claim();
            Ok(match (lines, found.truth.wdl(), claim) {
                (Some(Lines::Results(lines)), Some(wdl), _) => {
                    Example::of(class, &found.asked, wdl, lines)?
                }
                (Some(Lines::Mates(tables)), None, Some(claim)) => {
                    Example::of_mates(class, &found.asked, claim, tables)?
                }
                (_, wdl, _) => Example::plain(class, &found.asked, wdl),
            })
        };
        found.iter().map(example).collect()
    }

    /// Where lines come from; `None` if there is not enough memory, or it would take long.
    fn lines(&self) -> anyhow::Result<Option<Lines<'_>>> {
        let stopped = self.by.stopped();
        let lines = match self.subject() {
            Subject::Results => self.with_dtm().map(Lines::Results),
            Subject::Mates => {
                let folders = &self.request.folders.source.tables;
                let lines = self.tables.mates.lines(folders, self.class(), stopped);
                lines.map(Lines::Mates)
            }
        };
        unless(stopped)?;
        Ok(lines)
    }

    /// Own tables with distances to mate: files, or generated now; none if
    /// there is not enough memory.
    fn with_dtm(&self) -> Option<&dyn Oracle> {
        let class = self.class();
        let source = self.asked.source.as_ref();
        if let Some(folders) = source.filter(|of| of.knows_all(class, Metric::Dtm)) {
            return Some(folders);
        }
        let wanted = wanted_for_lines(self.request.options.fifty_moves);
        let own = self
            .tables
            .lines
            .get_or_init(|| lines_of(class, wanted, (self.progress(), self.by.stopped())))
            .as_ref();
        own.map(|own| own.tables() as _)
    }
}

/// The result of visiting every position.
fn visited(
    verification: &Verification,
    what: &str,
    class: &Material,
    (by, progress): (&dyn Follow, &Progress),
) -> anyhow::Result<(Tally, Verdict)> {
    let units = verification.units();
    let bar = progress.bar(format!("{what} {class}"), Some(units as u64));
    by.begins("verifying", units);
    let done = |units| {
        bar.inc(units);
        by.done(units);
    };
    let tally = verification.run(0..units, &done);
    drop(bar);
    let tally = tally?;
    let verdict = verification.verdict(tally.clone())?;
    Ok((tally, verdict))
}

/// Visits every unit of a verification, and shows how far it is.
pub fn visit(verification: &Verification, progress: &Progress) -> Result<Tally, VerifyError> {
    let units = verification.units();
    let label = format!("verifying {}", verification.material());
    let bar = progress.bar(label, Some(units as u64));
    verification.run(0..units, &|units| bar.inc(units))
}
