//! What a program knows of rule files that are written in the page.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// How long a job may take.
const LONGEST: Duration = Duration::from_mins(10);

/// After what time a job ends that nobody asks about.
const UNWATCHED: Duration = Duration::from_secs(30);

/// Judges rule files for the workbench. This crate knows no rules: the program that serves the page
/// does.
pub trait Bench: Send + Sync {
    /// The rule files that come with the program.
    fn built_in(&self) -> Vec<RuleText>;

    /// Verifies a rule file, and shows in `job` what it finds on the way, each time as a whole object
    /// in JSON: errors, a sample, the verdict. It ends soon after the job is stopped. `before` is the
    /// SHA-256 of a text that was proven, to compare with.
    fn verify(&self, text: &str, before: Option<&str>, job: &Job);

    /// The languages that a rule file is exported to.
    fn languages(&self) -> Vec<String>;

    /// The source code of a rule file that was proven.
    ///
    /// # Errors
    ///
    /// If it was not proven, or cannot be exported.
    fn export(&self, text: &str, language: &str) -> Result<String, NotExported>;
}

/// A rule file.
#[derive(Clone, Debug)]
pub struct RuleText {
    /// Its name.
    pub name: &'static str,
    /// Its class.
    pub class: String,
    /// The text.
    pub text: &'static str,
}

/// Why there is no source code.
#[derive(Debug, thiserror::Error)]
pub enum NotExported {
    /// The rules are not proven.
    #[error("only proven rules are exported; these are not, or no longer known to be")]
    NotProven,
    /// Anything else, in words.
    #[error("{0}")]
    Other(String),
}

/// How far a job is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum State {
    Waiting,
    Working,
    Finished,
    Stopped,
    Failed,
}

/// The verification of one text, in the background.
pub struct Job {
    stopped: AtomicBool,
    begin: Instant,
    shown: Mutex<Shown>,
}

struct Shown {
    state: State,
    found: Arc<str>,
    /// When someone last asked.
    asked: Instant,
}

impl Job {
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        Self {
            stopped: AtomicBool::new(false),
            begin: now,
            shown: Mutex::new(Shown {
                state: State::Waiting,
                found: "null".into(),
                asked: now,
            }),
        }
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Set once the job is to end without a result.
    pub fn stopped(&self) -> &AtomicBool {
        &self.stopped
    }

    /// Shows what was found so far.
    pub fn show(&self, json: String) {
        self.shown().found = json.into();
    }

    /// To be called now and then: stops the job if it takes too long, or if nobody asks about it any
    /// more.
    pub fn stop_if_unwanted(&self) {
        let is_watched = self.shown().asked.elapsed() < UNWATCHED;
        if !is_watched || self.begin.elapsed() > LONGEST {
            self.stop();
        }
    }

    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether it is to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    pub(crate) fn set(&self, state: State) {
        self.shown().state = state;
    }

    /// Whether nothing more will be found.
    pub(crate) fn is_over(&self) -> bool {
        let state = self.shown().state;
        matches!(state, State::Finished | State::Stopped | State::Failed)
    }

    /// How far it is, and what it found.
    pub(crate) fn look(&self) -> (State, Arc<str>) {
        let mut shown = self.shown();
        shown.asked = Instant::now();
        (shown.state, Arc::clone(&shown.found))
    }
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Working => "working",
            Self::Finished => "finished",
            Self::Stopped => "stopped",
            Self::Failed => "failed",
        }
    }
}
