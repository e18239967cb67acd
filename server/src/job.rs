//! The verification of one text that is written in the page.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use drawproof_suite::workbench::Bench;

/// How long a job may take.
const LONGEST: Duration = Duration::from_mins(10);

/// After what time a job ends that nobody asks about.
const UNWATCHED: Duration = Duration::from_secs(30);

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
pub(crate) struct Job {
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

    /// Keeps what was found so far, as the page reads it.
    pub(crate) fn keep(&self, found: String) {
        self.shown().found = found.into();
    }

    /// Stops the job if it takes too long, or if nobody asks about it any more.
    pub(crate) fn stop_if_unwanted(&self) {
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

impl Bench for Job {
    fn stopped(&self) -> &AtomicBool {
        &self.stopped
    }

    fn stop_if_unwanted(&self) {
        self.stop_if_unwanted();
    }

    fn show(&self, found: String) {
        self.keep(found);
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
