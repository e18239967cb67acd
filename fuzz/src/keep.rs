//! Inputs at fault, kept in files.

use std::io::Write;

/// Writes an input to a file, and says to which one.
pub(crate) fn keep_input(bytes: &[u8]) -> String {
    let file = tempfile::Builder::new()
        .prefix("drawproof-fuzz-")
        .tempfile();
    let written = file.and_then(|mut file| {
        file.write_all(bytes)?;
        Ok(file.keep()?.1)
    });
    let at = written.map_or_else(|error| error.to_string(), |path| path.display().to_string());
    format!("the input is in {at}")
}
