//! What the workbench has found so far.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use drawproof_language::RuleErrors;
use drawproof_reports::{Changes, Report};
use drawproof_tables::{Material, Wdl, visible_json};
use drawproof_verify::Sampled;
use serde::Serialize;

use super::{
    errors::{self, ErrorRow},
    places::Places,
};
use crate::verify::Follow;

/// What is shown of a job.
#[derive(Default, Serialize)]
pub struct BenchFindings {
    /// The class, once the text is read.
    pub class: Option<String>,
    /// The errors of the text.
    pub errors: Vec<ErrorRow>,
    /// Whether there are more.
    pub has_more_errors: bool,
    /// What is being done.
    pub stage: &'static str,
    /// How many of its units are done, and how many there are.
    pub done_units: u64,
    /// See `done_units`.
    pub units: usize,
    /// What some units hold, before all are visited.
    pub sample: Option<FoundSample>,
    /// The whole.
    pub report: Option<Report>,
    /// Wrong claims of any kind in it.
    pub incorrect_claims_board_count: Option<u64>,
    /// What it gained and lost since the last proven text.
    pub changes: Option<Changes>,
    /// Why there is no verdict.
    pub failed: Option<String>,
}

/// What some units of a class hold.
#[derive(Serialize)]
pub struct FoundSample {
    /// How many units were visited.
    pub units: usize,
    /// How many the class has.
    pub of_units: usize,
    /// Draws that are claimed.
    pub spotted_draws_board_count: u64,
    /// Draws that are not.
    pub missed_draws_board_count: u64,
    /// False claims.
    pub incorrect_claims_board_count: u64,
    /// Wins and losses.
    pub decisive_board_count: u64,
    /// Some of the false claims.
    pub counterexamples: Vec<SampledRow>,
    /// Some of the draws that are not claimed.
    pub missed_draws: Vec<SampledRow>,
}

/// A position of a sample.
#[derive(Serialize)]
pub struct SampledRow {
    /// The position.
    pub fen: String,
    /// `win`, `draw` or `loss` for the side to move.
    pub truth: String,
}

/// Follows the verification of a text.
pub trait Bench: Sync {
    /// Set once it is to end.
    fn stopped(&self) -> &AtomicBool;

    /// Called now and then: whether nobody wants the verdict any more is the caller's business.
    fn stop_if_unwanted(&self) {}

    /// What was found so far, each time as a whole: [`BenchFindings`] as JSON.
    fn show(&self, found: String);
}

/// Collects what is found, and shows it.
pub struct Findings<'a> {
    job: &'a dyn Bench,
    places: &'a Places,
    found: Mutex<BenchFindings>,
}

/// How many positions of a sample are shown.
const SHOWN: usize = 6;

impl<'a> Findings<'a> {
    pub fn new(job: &'a dyn Bench, places: &'a Places) -> Self {
        Self {
            job,
            places,
            found: Mutex::default(),
        }
    }

    fn change(&self, change: impl FnOnce(&mut BenchFindings)) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut found);
        if let Ok(json) = serde_json::to_string(&*found) {
            let json = visible_json(&json).into_owned();
            self.job.show(self.places.hide(json));
        }
    }

    pub fn errors(&self, text: &str, errors: &RuleErrors) {
        self.change(|found| {
            found.errors = errors::rows(text, errors);
            found.has_more_errors = errors.has_more();
        });
    }

    pub fn read(&self, class: &Material) {
        self.change(|found| found.class = Some(class.to_string()));
    }

    pub fn sampled(&self, class: &Material, sampled: &Sampled) {
        let wrong = sampled.counterexamples.iter().map(|of| SampledRow {
            fen: of.asked.fen(class).to_string(),
            truth: (of.truth.wdl()).map_or_else(|| of.truth.to_string(), |wdl| wdl.to_string()),
        });
        let missed = sampled.missed.iter().map(|of| SampledRow {
            fen: of.placement.fen(class).to_string(),
            truth: Wdl::Draw.to_string(),
        });
        let sample = FoundSample {
            units: sampled.units,
            of_units: sampled.of,
            spotted_draws_board_count: sampled.spotted_draws,
            missed_draws_board_count: sampled.missed_draws,
            incorrect_claims_board_count: sampled.incorrect_claims,
            decisive_board_count: sampled.decisive,
            counterexamples: wrong.take(SHOWN).collect(),
            missed_draws: missed.take(SHOWN).collect(),
        };
        self.change(|found| found.sample = Some(sample));
    }

    /// The whole, and what it gained and lost since another.
    pub fn whole(&self, report: &Report, before: Option<Report>) {
        let before = before.filter(|before| before.material == report.material);
        let changes =
            before.map(|before| Changes::between(&[before], std::slice::from_ref(report)));
        self.change(|found| {
            found.incorrect_claims_board_count = Some(report.incorrect_claims().board_count);
            found.report = Some(report.clone());
            found.changes = changes;
        });
    }

    /// Why there is no verdict, unless the job was stopped.
    pub fn failed(&self, error: &anyhow::Error) {
        if !self.stopped().load(Ordering::Relaxed) {
            self.change(|found| found.failed = Some(format!("{error:#}")));
        }
    }
}

impl Follow for Findings<'_> {
    fn stopped(&self) -> &AtomicBool {
        self.job.stopped()
    }

    fn begins(&self, what: &'static str, units: usize) {
        self.job.stop_if_unwanted();
        self.change(|found| {
            found.stage = what;
            found.done_units = 0;
            found.units = units;
        });
    }

    fn done(&self, units: u64) {
        self.job.stop_if_unwanted();
        // Once in a percent is often enough.
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let step = (found.units as u64 / 100).max(1);
        let (before, now) = (found.done_units, found.done_units + units);
        found.done_units = now;
        drop(found);
        if before / step != now / step {
            self.change(|_| {});
        }
    }
}
