//! Messages on standard error.

use std::io::Write;

use drawproof_suite::input::TextErrors;
use drawproof_tables::visible_lines;

/// Prints a message on standard error. If that fails, work continues.
pub fn say(text: &str) {
    let _ = writeln!(anstream::stderr(), "{}", visible_lines(text));
}

/// An error with what led to it, in colour if standard error has colours.
pub fn words(error: &anyhow::Error) -> String {
    let color = anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never;
    let causes = error.chain().map(|cause| match cause.downcast_ref() {
        Some(errors) => TextErrors::render(errors, color),
        None => cause.to_string(),
    });
    causes.collect::<Vec<_>>().join(": ")
}
