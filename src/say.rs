//! A word to whoever waits.

use std::io::Write;

/// Says something on standard error. If nobody can be told, work goes on.
pub fn say(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}
