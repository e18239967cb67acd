//! What happens when the user stops the program.

use std::{
    path::PathBuf,
    process,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use drawproof_tables::{remove_old_parts, remove_own_parts};

use crate::say::say;

/// As shells report a program that was stopped by Ctrl-C.
const EXIT_CODE: i32 = 130;

/// The folders that are written to, and how to go on after a stop.
static WRITTEN_TO: Mutex<(Vec<PathBuf>, &str)> = Mutex::new((Vec::new(), ""));
/// Held while a file is written that is not to be half there.
static WRITING: Mutex<()> = Mutex::new(());

/// Whether work is going on that ends early when it is asked to.
static ENDS_EARLY: AtomicBool = AtomicBool::new(false);
/// Whether it has been asked to.
static ASKED_TO_END: AtomicBool = AtomicBool::new(false);

/// Keeps what there is of work, when the program is about to be stopped.
type Keep = Box<dyn FnOnce() + Send>;

/// How to keep what is at hand, if anything is.
static AT_HAND: Mutex<Option<Keep>> = Mutex::new(None);

/// Work that the first stop ends early and the second one, as any other, with
/// the program.
pub struct EarlyEnd {
    is_asked_for: &'static AtomicBool,
    at_hand: &'static Mutex<Option<Keep>>,
}

impl EarlyEnd {
    /// Such work begins, and lasts until this is dropped.
    pub fn begin() -> Self {
        ASKED_TO_END.store(false, Ordering::Relaxed);
        ENDS_EARLY.store(true, Ordering::Relaxed);
        let _ = ctrlc::set_handler(stop);
        Self {
            is_asked_for: &ASKED_TO_END,
            at_hand: &AT_HAND,
        }
    }

    /// From now on, a second stop keeps what is at hand.
    pub fn keep_by(&self, keep: impl FnOnce() + Send + 'static) {
        *lock(self.at_hand) = Some(Box::new(keep));
    }

    /// Writes the result, once: a second stop comes either before, and keeps
    /// what is at hand, or after.
    pub fn finish<T>(&self, write: impl FnOnce() -> T) -> T {
        undisturbed(|| {
            lock(self.at_hand).take();
            write()
        })
    }

    /// Whether it has been asked to end.
    pub fn is_asked_for(&self) -> bool {
        self.is_asked_for.load(Ordering::Relaxed)
    }
}

impl Drop for EarlyEnd {
    fn drop(&mut self) {
        ENDS_EARLY.store(false, Ordering::Relaxed);
        lock(self.at_hand).take();
    }
}

/// From now on, stopping the program leaves nothing half-written in the folder
/// that it writes to. What earlier runs left there is removed once no run can
/// be writing it any more. `go_on` says how to go on then; it may be empty.
pub fn keep_clean(folder: PathBuf, go_on: &'static str) {
    let mut written_to = lock(&WRITTEN_TO);
    if !written_to.0.contains(&folder) {
        remove_old_parts(&folder);
        written_to.0.push(folder);
    }
    if !go_on.is_empty() {
        written_to.1 = go_on;
    }
    // One handler is enough. Without any the system stops the program, and a
    // later run cleans up.
    let _ = ctrlc::set_handler(stop);
}

fn stop() {
    if ENDS_EARLY.load(Ordering::Relaxed) && !ASKED_TO_END.swap(true, Ordering::Relaxed) {
        say("going on with the best so far; once more stops at once, with nothing verified");
        return;
    }
    // Held until the end: no file is begun any more.
    let _writing = lock(&WRITING);
    let at_hand = lock(&AT_HAND).take();
    if let Some(keep) = at_hand {
        keep();
    }
    let written_to = lock(&WRITTEN_TO);
    for folder in &written_to.0 {
        remove_own_parts(folder);
    }
    let go_on = written_to.1;
    say(&format!(
        "stopped; files that were finished are whole{go_on}"
    ));
    process::exit(EXIT_CODE);
}

/// Writes a small file whole: a stop comes before or after it.
pub fn undisturbed<T>(write: impl FnOnce() -> T) -> T {
    let _writing = lock(&WRITING);
    write()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
