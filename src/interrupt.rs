//! How the program notices that the user stops it.

use std::process;

use drawproof_suite::interrupt;

use crate::say::say;

/// The exit code that shells report for a program stopped by Ctrl-C.
const EXIT_CODE: i32 = 130;

/// Lets use cases end cleanly when the user stops the program.
pub fn handle() {
    interrupt::handled_by(|| {
        // One handler is enough.
        let _ = ctrlc::set_handler(|| interrupt::stop(say, || process::exit(EXIT_CODE)));
    });
}

/// From now on, stopping the program ends work that has no end of its own, and
/// is no failure.
pub fn ends_well() {
    let _ = ctrlc::set_handler(|| process::exit(0));
}
