//! What happens when the user stops the program.

use std::{path::PathBuf, process};

use drawproof_tables::remove_own_parts;

/// As shells report a program that was stopped by Ctrl-C.
const EXIT_CODE: i32 = 130;

/// From now on, whoever stops the program leaves nothing half-written in the
/// folder that it writes to.
pub fn keep_clean(folder: PathBuf) {
    let stop = move || {
        remove_own_parts(&folder);
        anstream::eprintln!(
            "stopped; files that were finished are whole, and the same command goes on from there"
        );
        process::exit(EXIT_CODE);
    };
    // Without a handler the system stops the program, and a later run cleans
    // up.
    let _ = ctrlc::set_handler(stop);
}
