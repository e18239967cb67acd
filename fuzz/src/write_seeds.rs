//! Writing the inputs that the program itself makes.

use std::{fs, io};

use crate::{TARGETS, corpus_folder};

/// Writes the inputs of all targets into their folders, and returns their total
/// length in bytes. Other inputs stay.
///
/// # Errors
///
/// If they cannot be written.
pub fn write_seeds() -> io::Result<usize> {
    let mut bytes = 0;
    for target in &TARGETS {
        let folder = corpus_folder(target);
        fs::create_dir_all(&folder)?;
        for (name, input) in (target.seeds)() {
            bytes += input.len();
            fs::write(folder.join(name), input)?;
        }
    }
    Ok(bytes)
}
