//! What happens when the user stops the program: nothing is left half written.
//!
//! A stop concerns the whole process, and so do these functions. The program says with
//! [`handled_by`] how it notices a stop, and calls [`stop`] then.

use std::{
    path::PathBuf,
    sync::{
        Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use drawproof_tables::{end_partial_files, remove_old_partial_files};

/// How the program begins to notice a stop.
static HANDLE: OnceLock<fn()> = OnceLock::new();

/// The folders that are written to, and how to continue after a stop.
static WRITTEN_TO: Mutex<(Vec<PathBuf>, &str)> = Mutex::new((Vec::new(), ""));
/// Held while a file is written that must be complete.
static WRITING: Mutex<()> = Mutex::new(());

/// Whether the current work can end early.
static ENDS_EARLY: AtomicBool = AtomicBool::new(false);
/// Whether it was asked to end early.
static ASKED_TO_END: AtomicBool = AtomicBool::new(false);

/// Saves the results so far when the program is about to be stopped.
type Keep = Box<dyn FnOnce() + Send>;

/// How to save the results so far, if there are any.
static AT_HAND: Mutex<Option<Keep>> = Mutex::new(None);

/// Work that the first stop ends early. The second stop ends the program, as it
/// does any other work.
pub struct EarlyEnd {
    is_asked_for: &'static AtomicBool,
    at_hand: &'static Mutex<Option<Keep>>,
}

impl EarlyEnd {
    /// Begins such work, which lasts until this is dropped.
    pub fn begin() -> Self {
        ASKED_TO_END.store(false, Ordering::Relaxed);
        ENDS_EARLY.store(true, Ordering::Relaxed);
        notice();
        Self {
            is_asked_for: &ASKED_TO_END,
            at_hand: &AT_HAND,
        }
    }

    /// From now on, a second stop saves the results so far.
    pub fn keep_by(&self, keep: impl FnOnce() + Send + 'static) {
        *lock(self.at_hand) = Some(Box::new(keep));
    }

    /// Writes the result once: a second stop comes either before, and saves the
    /// results so far, or after.
    pub fn finish<T>(&self, write: impl FnOnce() -> T) -> T {
        undisturbed(|| {
            lock(self.at_hand).take();
            write()
        })
    }

    /// Whether it was asked to end.
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

/// Says how the program begins to notice a stop, which it does not before something is written or
/// can end early. Without this, the system stops the program, and a later run cleans up.
pub fn handled_by(handle: fn()) {
    let _ = HANDLE.set(handle);
}

fn notice() {
    if let Some(handle) = HANDLE.get() {
        handle();
    }
}

/// From now on, stopping the program leaves no partial files in the folder that
/// it writes to. Leftovers of earlier runs are removed once no run can be
/// writing them any more. `go_on` says how to continue after a stop; it may be
/// empty.
pub fn keep_clean(folder: PathBuf, go_on: &'static str) {
    let mut written_to = lock(&WRITTEN_TO);
    if !written_to.0.contains(&folder) {
        remove_old_partial_files(&folder);
        written_to.0.push(folder);
    }
    if !go_on.is_empty() {
        written_to.1 = go_on;
    }
    notice();
}

/// To be called when the user stops the program: either work ends early, and the program goes on,
/// or what is at hand is saved and `exit` ends the program.
pub fn stop(say: fn(&str), exit: impl FnOnce()) {
    if ENDS_EARLY.load(Ordering::Relaxed) && !ASKED_TO_END.swap(true, Ordering::Relaxed) {
        say(
            "finishing with the best so far; press Ctrl-C again to stop at once, with nothing verified",
        );
        return;
    }
    // Held until the end, so that nothing further is written undisturbed.
    let _writing = lock(&WRITING);
    let at_hand = lock(&AT_HAND).take();
    if let Some(keep) = at_hand {
        keep();
    }
    let written_to = lock(&WRITTEN_TO);
    end_partial_files(written_to.0.iter().map(PathBuf::as_path));
    let go_on = written_to.1;
    say(&format!("stopped; finished files are complete{go_on}"));
    exit();
}

/// Writes a small file without interruption: a stop comes before or after it.
pub fn undisturbed<T>(write: impl FnOnce() -> T) -> T {
    let _writing = lock(&WRITING);
    write()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
