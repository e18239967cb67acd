//! What happens when the user stops the program.

use std::{
    path::{Path, PathBuf},
    process,
    sync::{Mutex, MutexGuard, Once, PoisonError},
};

use drawproof_tables::remove_own_parts;

/// As shells report a program that was stopped by Ctrl-C.
const EXIT_CODE: i32 = 130;

static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn folders() -> MutexGuard<'static, Vec<PathBuf>> {
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on, whoever stops the program leaves nothing half-written in a
/// folder.
pub fn keep_clean(folder: &Path) {
    static HANDLER: Once = Once::new();
    folders().push(folder.into());
    HANDLER.call_once(|| {
        let stop = || {
            for folder in folders().iter() {
                remove_own_parts(folder);
            }
            anstream::eprintln!(
                "stopped; files that were finished are whole, and the same command goes on from there"
            );
            process::exit(EXIT_CODE);
        };
        // Without a handler the system stops the program, and a later run
        // cleans up.
        let _ = ctrlc::set_handler(stop);
    });
}
