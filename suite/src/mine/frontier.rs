//! Recognizers of all sizes.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::bail;
use drawproof_language::RuleFile;
use drawproof_mining::{
    Bayes, Examples, Form, FoundRules, Miner,
    proof::{Sizes, Truth},
};
use drawproof_recognizers::{Grade, builtin};
use drawproof_reports::{Frontier, FrontierLevel, FrontierPoint, counted};
use drawproof_tables::Material;

use super::{
    open::{miner, opened},
    request::{Request, STOPPED_TOO_EARLY},
    tables::{Tables, quietly},
    watch::Watch,
};
use crate::{
    Outcome, ice, input, interrupt::EarlyEnd, output_file::OutputFile, progress::Progress,
    resolver::Shelf,
};

/// Where a frontier is written while it grows.
#[derive(Clone, Default, Debug)]
pub struct FrontierFiles {
    /// As a table.
    pub csv: Option<PathBuf>,
    /// As a plot.
    pub svg: Option<PathBuf>,
}

/// Shows the final frontier, now or when the user stops the program.
type Show = Box<dyn Fn(&Frontier) -> anyhow::Result<()> + Send>;

/// Finds recognizers of all sizes, verifies each, and shows what they spot.
pub fn frontier(
    request: &Request,
    files: &FrontierFiles,
    progress: &Progress,
    show: impl Fn(&Frontier) -> anyhow::Result<()> + Send + 'static,
) -> anyhow::Result<Outcome> {
    let (class, vocabulary) = opened(request)?;
    let class = &class;
    let files = Files::create(files)?;
    let tables = Tables::new(class, request, progress)?;
    let truth = tables.truth(&quietly);
    let watch = Watch::new(class, truth.claim, progress);
    let news = |news| watch.tell(news);
    let end = EarlyEnd::begin();
    let mut miner = miner(&vocabulary, &truth, request, &news)?;
    if end.is_asked_for() {
        bail!(STOPPED_TOO_EARLY);
    }
    // Before wins and losses are added that were hard to separate.
    let bayes = naive_bayes(&miner);
    let frontier = Frontier {
        material: class.to_string(),
        draws_board_count: draws(class, &truth)?,
        points: Vec::new(),
        levels: [known(class, &truth)?, bayes].concat(),
        ended_early: false,
    };
    let growing = Arc::new(Mutex::new(Growing {
        frontier,
        files: Some(files),
        show: Box::new(show),
    }));
    let (at_hand, told) = (Arc::clone(&growing), progress.clone());
    end.keep_by(move || {
        if let Err(error) = lock(&at_hand).finish(true) {
            told.say(&format!("error: {error:#}"));
        }
    });
    let search = Search {
        truth: &truth,
        watch: &watch,
        form: request.form,
        end: &end,
        growing: &growing,
        progress,
    };
    search.points(&mut miner)?;
    let ended_early = end.is_asked_for();
    drop(watch);
    end.finish(|| lock(&growing).finish(ended_early))?;
    let points = &lock(&growing).frontier.points;
    let is_wrong = |point: &FrontierPoint| point.incorrect_draws_board_count > 0;
    Ok(if points.iter().any(is_wrong) {
        Outcome::Counterexample
    } else if points.is_empty() {
        Outcome::Unchecked
    } else {
        Outcome::Proven
    })
}

/// A growing frontier, and the files to which it is written.
struct Growing {
    frontier: Frontier,
    /// `None` once they are finished.
    files: Option<Files>,
    show: Show,
}

struct Files {
    csv: Option<OutputFile>,
    svg: Option<OutputFile>,
}

impl Growing {
    /// Adds a recognizer, and writes the frontier so far.
    fn add(&mut self, point: FrontierPoint) -> anyhow::Result<()> {
        self.frontier.points.push(point);
        let frontier = self.frontier.clone().without_beaten();
        let Some(files) = &mut self.files else {
            return Ok(());
        };
        if let Some(file) = &mut files.csv {
            file.write_so_far(|file| Ok(frontier.csv(file)?))?;
        }
        if let Some(file) = &mut files.svg {
            file.write_so_far(|file| Ok(file.write_all(frontier.svg().as_bytes())?))?;
        }
        Ok(())
    }

    /// Writes and prints the final frontier.
    fn finish(&mut self, ended_early: bool) -> anyhow::Result<()> {
        let Some(files) = self.files.take() else {
            return Ok(());
        };
        if self.frontier.points.is_empty() && ended_early {
            bail!(STOPPED_TOO_EARLY);
        }
        self.frontier.ended_early = ended_early;
        self.frontier = self.frontier.clone().without_beaten();
        // Print it even if it cannot be written.
        let written = files.finish(&self.frontier);
        (self.show)(&self.frontier)?;
        written
    }
}

impl Files {
    fn create(files: &FrontierFiles) -> anyhow::Result<Self> {
        let create = |path: &Option<PathBuf>| path.as_deref().map(OutputFile::create).transpose();
        Ok(Self {
            csv: create(&files.csv)?,
            svg: create(&files.svg)?,
        })
    }

    fn finish(self, frontier: &Frontier) -> anyhow::Result<()> {
        if let Some(file) = self.csv {
            file.finish(|file| Ok(frontier.csv(file)?))?;
        }
        if let Some(file) = self.svg {
            file.finish(|file| Ok(file.write_all(frontier.svg().as_bytes())?))?;
        }
        Ok(())
    }
}

fn lock(growing: &Mutex<Growing>) -> MutexGuard<'_, Growing> {
    growing.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A search for recognizers of growing size.
struct Search<'a> {
    truth: &'a Truth<'a>,
    watch: &'a Watch,
    /// The only form that is searched for, if there is one.
    form: Option<Form>,
    end: &'a EarlyEnd,
    growing: &'a Mutex<Growing>,
    progress: &'a Progress,
}

impl Search<'_> {
    /// Finds recognizers of growing size, verifies each, and adds it.
    fn points(&self, miner: &mut Miner) -> anyhow::Result<()> {
        let is_wanted = |form: &Form| self.form.is_none_or(|wanted| wanted == *form);
        for form in [Form::List, Form::Tree].into_iter().filter(is_wanted) {
            let mut outcome = Ok(());
            let has_failed = AtomicBool::new(false);
            let add = &mut |miner: &Miner, found| {
                if let Err(error) = self.add(miner, form, &found) {
                    has_failed.store(true, Ordering::Relaxed);
                    outcome = Err(error);
                }
            };
            let stop = || self.end.is_asked_for() || has_failed.load(Ordering::Relaxed);
            let search = miner.frontier(form, &stop, add);
            search?;
            outcome?;
        }
        Ok(())
    }

    /// Adds a recognizer, unless it claims nothing.
    fn add(&self, miner: &Miner, form: Form, found: &FoundRules) -> anyhow::Result<()> {
        let name = form.name();
        let point = point(miner, self.truth, name, found)?;
        if point.spotted_draws_board_count == 0 {
            return Ok(());
        }
        let share = 100.0 * (1.0 - point.missed_share());
        let size = point.conditions;
        self.watch.say(format!(
            "{name} of {size} conditions, {share:.1} % of draws"
        ));
        // The disk may have room at the end.
        if let Err(error) = lock(self.growing).add(point) {
            let progress = self.progress;
            progress.say(&format!("{error:#}; going on without it"));
        }
        Ok(())
    }
}

fn point(
    miner: &Miner,
    truth: &Truth,
    form: &'static str,
    found: &FoundRules,
) -> anyhow::Result<FrontierPoint> {
    let rules = input::parse_rules("mined rules", &miner.text(found), &Shelf::default())?;
    let verdict = truth.verdict(&rules)?;
    let sizes = Sizes::of(miner, found);
    Ok(FrontierPoint {
        form,
        rules: sizes.rules,
        conditions: sizes.conditions,
        bytes: sizes.bytes,
        estimated_nanoseconds: sizes.estimated_nanoseconds,
        incorrect_draws_board_count: verdict.claimed().decisive.board,
        spotted_draws_board_count: verdict.claimed().draws.board,
        missed_draws_board_count: verdict.silent().draws.board,
    })
}

/// How many draws there are: all of them are missed without rules.
fn draws(class: &Material, truth: &Truth) -> anyhow::Result<u64> {
    let none = input::parse_rules(
        "no rules",
        &format!("recognizer {class}\n"),
        &Shelf::default(),
    )?;
    Ok(truth.verdict(&none)?.silent().draws.board)
}

/// The results of the class's built-in rules and of those published in 2011.
fn known(class: &Material, truth: &Truth) -> anyhow::Result<Vec<FrontierLevel>> {
    let mut levels = Vec::new();
    for of in builtin() {
        if of.material() != *class || of.grade == Grade::Bounds {
            continue;
        }
        let name = of.name;
        let rules: RuleFile = input::parse_builtin(of, &Shelf::default())?;
        let verdict = truth.verdict(&rules)?;
        let (claimed, silent) = (verdict.claimed(), verdict.silent());
        let share = |claimed: u64, silent: u64| claimed as f64 / (claimed + silent).max(1) as f64;
        levels.push(FrontierLevel {
            name: format!("{name}, {}", counted(rules.rules().len() as u64, "rule")),
            spotted_share: share(claimed.draws.board, silent.draws.board),
            incorrect_share: share(claimed.decisive.board, silent.decisive.board),
        });
    }
    let published = ice::spotted_share(class)?;
    levels.extend(published.map(|spotted_share| FrontierLevel {
        name: "iCE 2011, by hand".into(),
        spotted_share,
        incorrect_share: 0.0,
    }));
    Ok(levels)
}

/// The results of the same conditions without rules, estimated from the
/// examples.
fn naive_bayes(miner: &Miner) -> Vec<FrontierLevel> {
    const ERRORS: [f64; 4] = [0.0, 1e-4, 1e-3, 1e-2];
    let mut levels = ERRORS.map(|_| FrontierLevel {
        name: "naive Bayes (estimated)".into(),
        spotted_share: 0.0,
        incorrect_share: 0.0,
    });
    let all_draws = (miner.all_draws() as f64).max(1.0);
    let decisive = |examples: &Examples| examples.decisive.positions() as f64;
    let all_decisive: f64 = miner.sides.iter().map(decisive).sum::<f64>().max(1.0);
    for examples in &miner.sides {
        let curve = Bayes::learn(examples).curve(examples, &ERRORS);
        for (level, claimed) in levels.iter_mut().zip(curve) {
            level.spotted_share += claimed.draws * examples.all_draws as f64 / all_draws;
            level.incorrect_share += claimed.decisive * decisive(examples) / all_decisive;
        }
    }
    levels.into()
}
