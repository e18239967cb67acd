//! Messages on standard error.

use std::io::Write;

use drawproof_tables::visible_lines;

/// Prints a message on standard error. If that fails, work continues.
pub fn say(text: &str) {
    let _ = writeln!(anstream::stderr(), "{}", visible_lines(text));
}
