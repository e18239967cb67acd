//! Printing.

use std::io::{self, IsTerminal, Write};

use drawproof_tables::{visible_json, visible_lines};
use serde::Serialize;

/// Prints text, without colours if they are not wanted.
pub fn print(text: &str) -> io::Result<()> {
    to_stdout(|| {
        let mut stdout = anstream::stdout().lock();
        stdout.write_all(visible_lines(text).as_bytes())?;
        stdout.flush()
    })
}

/// Prints output for other programs unchanged, unless to a terminal.
fn print_product(product: &str) -> io::Result<()> {
    if io::stdout().is_terminal() {
        return print(product);
    }
    to_stdout(|| {
        let mut stdout = io::stdout().lock();
        stdout.write_all(product.as_bytes())?;
        stdout.flush()
    })
}

fn to_stdout(write: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    let written = if drawproof_system::is_stdout_closed() {
        Err(io::Error::other("it is closed"))
    } else {
        write()
    };
    written.map_err(|error| match error.kind() {
        // If the reader has gone, as with `| head`, there is no message.
        io::ErrorKind::BrokenPipe => error,
        kind => io::Error::new(kind, format!("cannot write to standard output: {error}")),
    })
}

/// Prints text where it does not mix with output for programs.
pub fn print_aside(text: &str) -> io::Result<()> {
    let mut stderr = anstream::stderr().lock();
    stderr.write_all(visible_lines(text).as_bytes())?;
    stderr.flush()
}

/// Prints output for programs, if any, and a text for people where the two do
/// not mix.
pub fn print_beside(product: Option<&str>, text: &str) -> io::Result<()> {
    match product {
        Some(product) => {
            print_product(product)?;
            print_aside(text)
        }
        None => print(text),
    }
}

/// A value as JSON on a line of its own.
pub fn json_line(value: &impl Serialize) -> anyhow::Result<String> {
    let text = serde_json::to_string(value)?;
    Ok(format!("{}\n", visible_json(&text)))
}

/// Prints a value as JSON.
pub fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(value)?;
    Ok(print(&(visible_json(&text) + "\n"))?)
}

/// Whether printing failed because the reader has gone, as with `| head`.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
