//! A word to whoever waits.

use std::io::Write;

use drawproof_tables::visible_lines;

/// Says something on standard error. If nobody can be told, work goes on.
pub fn say(text: &str) {
    let _ = writeln!(anstream::stderr(), "{}", visible_lines(text));
}
