//! The corpus, and running a target with one of its inputs.

use std::{
    any::Any,
    env, fs, io,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    time::{Duration, Instant},
};

use crate::{Target, keep::keep_input, watchdog::watch};

/// The maximum time for one input, in a test on a busy machine.
const LONGEST: Duration = Duration::from_secs(20);

/// The folder of the inputs of a target.
pub fn corpus_folder(target: &Target) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(target.name)
}

/// The inputs of a target, in the order of their names, each with its name.
///
/// # Errors
///
/// If the folder or one of its files cannot be read.
pub fn corpus(target: &Target) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(corpus_folder(target))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        found.push((name, fs::read(entry.path())?));
    }
    found.sort();
    Ok(found)
}

/// A file, named by `DRAWPROOF_FUZZ_LAST`, with the current input, so that it
/// is known after the process was killed.
#[derive(Debug)]
pub struct Kept(Option<PathBuf>);

impl Kept {
    /// By the environment.
    pub fn from_environment() -> Self {
        Self(env::var_os("DRAWPROOF_FUZZ_LAST").map(PathBuf::from))
    }

    fn keep(&self, bytes: &[u8]) {
        if let Some(path) = &self.0 {
            fs::write(path, bytes).expect("the last input can be written");
        }
    }
}

/// The message of a panic.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("it panicked: {}", text.unwrap_or("no message"))
}

/// Runs a target. An input that does not return ends the process: see
/// [`HUNG`](crate::HUNG).
///
/// # Errors
///
/// If it panicked or took too long, with the file that holds the input.
pub fn run_guarded(target: &Target, bytes: &[u8], kept: &Kept) -> Result<(), String> {
    kept.keep(bytes);
    let began = Instant::now();
    let watched = watch(target.name, bytes);
    let outcome = catch_unwind(AssertUnwindSafe(|| (target.run)(bytes)));
    drop(watched);
    let fault = match outcome {
        Err(panic) => said(&*panic),
        Ok(()) if began.elapsed() > LONGEST => format!("it took {:?}", began.elapsed()),
        Ok(()) => return Ok(()),
    };
    Err(format!("{}: {fault}; {}", target.name, keep_input(bytes)))
}
