//! Messages on standard error.

use std::io::Write;

use drawproof_tables::visible_lines;

/// Says something on standard error. If that fails, work goes on.
pub fn say(text: &str) {
    let _ = writeln!(anstream::stderr(), "{}", visible_lines(text));
}
