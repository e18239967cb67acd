//! Printing, and files that are either whole or not there.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::Context;
use drawproof_tables::new_part;
use serde::Serialize;
use tempfile::NamedTempFile;

use crate::interrupt;

/// Prints text, without colours where they are not wanted.
pub fn print(text: &str) -> io::Result<()> {
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// Prints a value as JSON.
pub fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(value)?;
    Ok(print(&(text + "\n"))?)
}

/// Whether printing failed because nobody reads on, as with `| head`.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// A file to be written: made before long work starts, so that a path that
/// cannot be written fails at once; in place only when it is whole.
pub struct OutputFile {
    path: PathBuf,
    file: NamedTempFile,
}

impl OutputFile {
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let failed = || format!("cannot write {}", path.display());
        if path.is_dir() {
            anyhow::bail!("{}: it is a folder; name a file", failed());
        }
        // The system's reason without the name of the temporary file.
        interrupt::keep_clean(folder.into(), "");
        let file = new_part(folder)
            .map_err(|error| io::Error::from(error.kind()))
            .with_context(failed)?;
        Ok(Self {
            path: path.into(),
            file,
        })
    }

    pub fn finish(
        mut self,
        write: impl FnOnce(&mut NamedTempFile) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let failed = || format!("cannot write {}", self.path.display());
        write(&mut self.file).with_context(failed)?;
        self.file.as_file().sync_all().with_context(failed)?;
        self.file.persist(&self.path).with_context(failed)?;
        Ok(())
    }
}

/// A text as one word of a shell command.
pub fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.into()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}
