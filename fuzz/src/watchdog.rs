//! Ends the process when an input does not return.

use std::{
    env,
    io::{Write, stderr},
    process::abort,
    sync::{Arc, Mutex, MutexGuard, Once, PoisonError},
    thread,
    time::{Duration, Instant},
};

use crate::keep::keep_input;

/// After this a run is taken for an endless loop: the process aborts and names
/// a file with the input. `DRAWPROOF_FUZZ_SECONDS=N` sets it.
pub const HUNG: Duration = Duration::from_mins(2);

/// A target that runs with an input.
struct Running {
    began: Instant,
    target: String,
    input: Vec<u8>,
}

static RUNNING: Mutex<Vec<Arc<Running>>> = Mutex::new(Vec::new());
static START: Once = Once::new();

fn running() -> MutexGuard<'static, Vec<Arc<Running>>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Watches a run until it is dropped.
pub(crate) struct Watched(Arc<Running>);

impl Drop for Watched {
    fn drop(&mut self) {
        running().retain(|other| !Arc::ptr_eq(other, &self.0));
    }
}

/// Watches the run of a target from now on.
pub(crate) fn watch(target: &str, input: &[u8]) -> Watched {
    START.call_once(|| {
        let seconds = env::var("DRAWPROOF_FUZZ_SECONDS").ok();
        let limit = seconds.map_or(HUNG, |seconds| {
            Duration::from_secs(seconds.parse().expect("a number of seconds"))
        });
        thread::spawn(move || end_hung(limit));
    });
    let run = Arc::new(Running {
        began: Instant::now(),
        target: target.into(),
        input: input.to_vec(),
    });
    running().push(Arc::clone(&run));
    Watched(run)
}

fn end_hung(limit: Duration) -> ! {
    loop {
        thread::sleep(limit.min(Duration::from_secs(1)));
        let hung = running()
            .iter()
            .find(|run| run.began.elapsed() > limit)
            .cloned();
        if let Some(run) = hung {
            let Running { target, input, .. } = &*run;
            let at = keep_input(input);
            // Tests would capture what `eprintln!` prints, and never show it.
            let _ = writeln!(stderr(), "{target}: it did not return in {limit:?}; {at}");
            abort();
        }
    }
}
