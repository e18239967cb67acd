//! Rules or a library verified again whenever they are saved.

use std::{
    collections::{BTreeMap, HashSet},
    fs,
    path::PathBuf,
    slice, thread,
    time::{Duration, SystemTime},
};

use drawproof_evaluate::{CompiledRules, NewClaims, Recognizer};
use drawproof_language::{RuleFile, UsedBy};
use drawproof_plugin::Plugin;
use drawproof_reports::{Changes, Report};
use drawproof_tables::Material;

use super::{
    opened::{Opened, Verify, asked, check_options, subject_of},
    run::{Request, Run, Tables},
};
use crate::{oracles::AskedOracles, progress::Progress};

/// How often the files are looked at.
const INTERVAL: Duration = Duration::from_millis(100);

/// Sees what comes of each run.
pub trait Viewer {
    /// The reports, of later runs without counterexamples.
    fn reports(&mut self, reports: &[Report]) -> anyhow::Result<()>;

    /// What an edit gained and lost.
    fn changes(&mut self, changes: &Changes) -> anyhow::Result<()>;

    /// What is wrong now and was not before.
    fn news(&mut self, news: &News) -> anyhow::Result<()>;

    /// A run failed. An error of this ends all.
    fn failed(&mut self, error: anyhow::Error) -> anyhow::Result<()>;

    /// Nothing happens until one of some files is saved.
    fn waiting(&mut self, files: &[PathBuf]) -> anyhow::Result<()>;
}

/// Counterexamples that are new.
pub enum News {
    /// Of all incorrect claims, those that the old rules did not make.
    Claims {
        /// How many.
        new: u64,
        /// How many incorrect claims there are.
        all: u64,
        /// A report of the new ones.
        report: Report,
    },
    /// Of the counterexamples drawn at random, those that were not drawn before.
    Examples {
        /// How many.
        shown: usize,
        /// How many were drawn.
        all: usize,
        /// A report of those.
        report: Report,
    },
}

/// Verifies, and again after each change of the files, until `viewer` fails.
pub fn watch(request: &Verify, progress: &Progress, viewer: &mut dyn Viewer) -> anyhow::Result<()> {
    let library = request.each.library.iter();
    let named: Vec<PathBuf> = request.each.rules.iter().chain(library).cloned().collect();
    let mut files = named.clone();
    let mut watch = Watch {
        request,
        progress,
        tables: BTreeMap::new(),
        before: None,
    };
    loop {
        let mut seen = stamps(&files);
        if let Err(error) = watch.verify(viewer) {
            viewer.failed(error)?;
        }
        let used = watch
            .before
            .iter()
            .flat_map(|before| used_files(&before.rules));
        let used: Vec<PathBuf> = used.filter(|path| !named.contains(path)).collect();
        // Those that were not known when the run began are looked at now.
        let last: Vec<Stamp> = stamps(&used);
        let known = |(path, now): (&PathBuf, Stamp)| {
            let at = files.iter().position(|of| of == path);
            at.map_or(now, |at| seen[at])
        };
        let of_used: Vec<Stamp> = used.iter().zip(last).map(known).collect();
        seen.truncate(named.len());
        seen.extend(of_used);
        files = [&named[..], &used].concat();
        viewer.waiting(&files)?;
        wait(&files, &seen);
    }
}

/// What is compared to see whether a file was saved; `None` if it is missing.
type Stamp = Option<(SystemTime, u64)>;

fn stamps(files: &[PathBuf]) -> Vec<Stamp> {
    let stamp = |path: &PathBuf| {
        let data = fs::metadata(path).ok()?;
        Some((data.modified().ok()?, data.len()))
    };
    files.iter().map(stamp).collect()
}

/// Waits until some file differs from what was seen, all of them are there, and
/// nothing is being written: editors may write a file in several steps.
fn wait(files: &[PathBuf], seen: &[Stamp]) {
    let mut last = seen.to_vec();
    loop {
        thread::sleep(INTERVAL);
        let now = stamps(files);
        if now != seen && now == last && now.iter().all(Option::is_some) {
            return;
        }
        last = now;
    }
}

/// The rule files that rules use, and those that these use.
fn used_files(rules: &[RuleFile]) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = Vec::new();
    for used in rules.iter().flat_map(RuleFile::uses) {
        if let UsedBy::Rules(rules) = &used.by {
            let path = PathBuf::from(rules.source_name());
            let inner = used_files(slice::from_ref(rules));
            let found = inner
                .into_iter()
                .chain([path].into_iter().filter(|path| path.is_file()));
            for path in found {
                if !all.contains(&path) {
                    all.push(path);
                }
            }
        }
    }
    all
}

/// A run that is repeated.
struct Watch<'a> {
    request: &'a Verify,
    progress: &'a Progress,
    /// Those in memory, by class.
    tables: BTreeMap<Material, Tables>,
    before: Option<Before>,
}

/// The last run that came to an end.
struct Before {
    reports: Vec<Report>,
    /// None of a library.
    rules: Vec<RuleFile>,
}

impl Watch<'_> {
    /// Verifies the files as they are now, and shows what has changed.
    fn verify(&mut self, viewer: &mut dyn Viewer) -> anyhow::Result<()> {
        let Opened { libraries, rules } = Opened::new(self.request, self.progress)?;
        let compiled: Vec<CompiledRules> = rules.iter().map(CompiledRules::new).collect();
        let libraries_or_rules = (compiled.iter().zip(&rules))
            .map(|(compiled, rules)| (compiled as &dyn Recognizer, Some(rules)))
            .chain(libraries.iter().map(|library| (library as _, None)));
        let recognizers: Vec<(&dyn Recognizer, Option<&RuleFile>)> = libraries_or_rules.collect();
        let classes: Vec<&Material> = recognizers.iter().map(|(of, _)| of.material()).collect();
        self.tables.retain(|class, _| classes.contains(&class));
        check_options(self.request, subject_of(&recognizers)?)?;
        let asked = asked(self.request, &classes, self.progress)?;
        let mut reports = Vec::new();
        for &(recognizer, rules) in &recognizers {
            let request = self.request.each.clone();
            reports.push(self.report(recognizer, rules, &asked, &request)?);
            libraries.iter().try_for_each(Plugin::check_unchanged)?;
        }
        match self.before.take() {
            None => viewer.reports(&reports)?,
            Some(before) => {
                let shown = self.changes(&before, &reports, (&compiled, &asked), viewer);
                if shown.is_err() {
                    self.before = Some(before);
                }
                shown?;
            }
        }
        self.before = Some(Before {
            reports,
            rules: rules.clone(),
        });
        Ok(())
    }

    fn report(
        &mut self,
        recognizer: &dyn Recognizer,
        rules: Option<&RuleFile>,
        asked: &AskedOracles,
        request: &Request,
    ) -> anyhow::Result<Report> {
        let class = recognizer.material();
        let tables = self
            .tables
            .remove(class)
            .unwrap_or_else(|| Tables::kept(self.progress));
        let mut run =
            Run::new(recognizer, rules, asked, request, self.progress).with_tables(tables);
        let report = run.report();
        let tables = run.into_tables();
        self.tables.insert(class.clone(), tables);
        report
    }

    /// Shows the counts, what was gained and lost, and the new counterexamples.
    fn changes(
        &mut self,
        before: &Before,
        reports: &[Report],
        (compiled, asked): (&[CompiledRules], &AskedOracles),
        viewer: &mut dyn Viewer,
    ) -> anyhow::Result<()> {
        let counts = reports.iter().map(|report| Report {
            counterexamples: Vec::new(),
            ..report.clone()
        });
        viewer.reports(&counts.collect::<Vec<_>>())?;
        let changes = Changes::between(&before.reports, reports);
        viewer.changes(&changes)?;
        for (at, report) in reports.iter().enumerate() {
            let news = match compiled.get(at) {
                Some(rules) => self.new_claims(before, rules, report, asked)?,
                None => not_shown_before(before, report),
            };
            if let Some(news) = news {
                viewer.news(&news)?;
            }
        }
        Ok(())
    }

    /// The counterexamples of rules in which the old rules did not claim the
    /// same.
    fn new_claims(
        &mut self,
        before: &Before,
        new: &CompiledRules,
        report: &Report,
        asked: &AskedOracles,
    ) -> anyhow::Result<Option<News>> {
        if report.incorrect_claims().board_count == 0 {
            return Ok(None);
        }
        let mut old = before.rules.iter();
        let old = old
            .find(|old| old.material() == new.material() && old.source_name() == new.source_name());
        let old = old.map(CompiledRules::new);
        let claims = old.as_ref().and_then(|old| NewClaims::between(old, new));
        let request = Request {
            best: 0,
            second_look: None,
            ..self.request.each.clone()
        };
        let gained = match &claims {
            Some(claims) => self.report(claims, Some(new.rule_file()), asked, &request)?,
            None => report.clone(),
        };
        let [all, new] = [report, &gained].map(|of| of.incorrect_claims().board_count);
        Ok(Some(News::Claims {
            new,
            all,
            report: gained,
        }))
    }
}

/// The counterexamples that the last run did not show. An old library cannot be
/// asked any more, so it is not known whether they are new.
fn not_shown_before(before: &Before, report: &Report) -> Option<News> {
    let known = before.reports.iter().flat_map(|of| &of.counterexamples);
    let known: HashSet<&str> = known.map(|of| of.fen.as_str()).collect();
    let mut others = report.clone();
    others
        .counterexamples
        .retain(|of| !known.contains(of.fen.as_str()));
    let [all, shown] = [report, &others].map(|of| of.counterexamples.len());
    if all == 0 {
        return None;
    }
    Some(News::Examples {
        shown,
        all,
        report: others,
    })
}
