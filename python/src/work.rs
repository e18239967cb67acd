//! Long work: in threads of its own, without the interpreter's lock, stopped by
//! Ctrl-C.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::Duration,
};

use drawproof_suite::{
    progress::{self as suite, Screen, ShownBar},
    threads,
};
use pyo3::prelude::*;

use crate::error::Failure;

/// How often signals are looked for and progress is shown.
const PAUSE: Duration = Duration::from_millis(50);

/// How far work is.
#[derive(Clone, Default, Debug)]
pub struct Progress {
    /// What is being done.
    pub what: String,
    /// How many steps are done.
    pub done: u64,
    /// Of how many; `None` if that is not known.
    pub of: Option<u64>,
}

/// What working threads and the one that waits for them share.
#[derive(Clone, Default)]
pub struct Watch(Arc<Shared>);

#[derive(Default)]
struct Shared {
    is_stopped: AtomicBool,
    progress: Mutex<Progress>,
}

/// The end of stopped work, thrown through code that has no other way to end early.
struct Stop;

impl Watch {
    /// Says how far the work is.
    pub fn set(&self, progress: Progress) {
        *self
            .0
            .progress
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = progress;
    }

    fn progress(&self) -> Progress {
        let progress = self.0.progress.lock();
        progress.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the work should end.
    ///
    /// # Errors
    ///
    /// If it should.
    pub fn check(&self) -> Result<(), Failure> {
        if self.0.is_stopped.load(Ordering::Relaxed) {
            return Err(Failure::Stopped);
        }
        Ok(())
    }

    /// Ends the work from within a callback that cannot return an error: unwinds to
    /// [`run`], which is the only one that begins such work.
    pub fn stop_here(&self) {
        if self.0.is_stopped.load(Ordering::Relaxed) {
            resume_unwind(Box::new(Stop));
        }
    }
}

impl Watch {
    /// The same for use cases: each step shows how far the work is, and may end it.
    pub fn screen(&self) -> suite::Progress {
        suite::Progress::on(self.clone())
    }
}

impl Screen for Watch {
    fn bar(&self, label: &str, steps: Option<u64>) -> Box<dyn ShownBar> {
        Box::new(WatchedBar {
            watch: self.clone(),
            label: label.into(),
            done: AtomicU64::new(0),
            of: steps,
        })
    }

    /// What is no result is of no use to a caller.
    fn say(&self, _: &str) {}
}

/// Steps that a caller sees.
struct WatchedBar {
    watch: Watch,
    label: String,
    done: AtomicU64,
    of: Option<u64>,
}

impl ShownBar for WatchedBar {
    fn inc(&self, steps: u64) {
        self.watch.stop_here();
        self.watch.set(Progress {
            what: self.label.clone(),
            done: self.done.fetch_add(steps, Ordering::Relaxed) + steps,
            of: self.of,
        });
    }

    fn set_message(&self, message: String) {
        self.watch.stop_here();
        self.watch.set(Progress {
            what: format!("{}: {message}", self.label),
            done: self.done.load(Ordering::Relaxed),
            of: self.of,
        });
    }

    fn suspend(&self, show: &mut dyn FnMut()) {
        show();
    }

    fn end(&self) {}
}

/// Works without the interpreter's lock. Signals are looked for meanwhile, and
/// `progress(what, done, of)` is called, if given, at least once, at the end. Both may
/// stop the work.
///
/// # Errors
///
/// The work's, the signal handler's and those of `progress`. A panic is an error too.
pub fn run<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Watch) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let pool = threads::pool(threads).map_err(Failure::of)?;
    let pool = pool.build().map_err(Failure::said)?;
    let watch = Watch::default();
    let (result, interrupted) = py.detach(|| {
        thread::scope(|scope| {
            let (sender, finished) = channel();
            let (pool, watch) = (&pool, &watch);
            scope.spawn(move || {
                let result = catch_unwind(AssertUnwindSafe(|| pool.install(|| work(watch))));
                // The one who waits is still there.
                let _ = sender.send(result);
            });
            let mut interrupted = None;
            loop {
                match finished.recv_timeout(PAUSE) {
                    Ok(result) => {
                        // Work that was too short to be looked at is shown as well.
                        let interrupted = interrupted.or_else(|| look_up(progress, watch).err());
                        return (result, interrupted);
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        return (
                            Ok(Err(Failure::said("the work ended without a result"))),
                            interrupted,
                        );
                    }
                    Err(RecvTimeoutError::Timeout) if interrupted.is_some() => {}
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(error) = look_up(progress, watch) {
                            watch.0.is_stopped.store(true, Ordering::Relaxed);
                            interrupted = Some(error);
                        }
                    }
                }
            }
        })
    });
    if let Some(error) = interrupted {
        return Err(error);
    }
    match result {
        Ok(result) => Ok(result?),
        Err(panic) => Err(fault(&*panic).into()),
    }
}

/// Looks for signals and shows progress.
fn look_up(progress: Option<&Py<PyAny>>, watch: &Watch) -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        if let Some(show) = progress {
            let Progress { what, done, of } = watch.progress();
            show.call1(py, (what, done, of))?;
        }
        Ok(())
    })
}

/// A panic in words.
fn fault(panic: &(dyn Any + Send)) -> Failure {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    let text = text.unwrap_or_else(|| "unknown".into());
    Failure::Said(format!(
        "this is a bug in drawproof, please report it: {text}"
    ))
}
