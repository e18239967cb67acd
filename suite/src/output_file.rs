//! Files that are either complete or absent.

use std::{
    fs::{self, File},
    io::{self, Write},
    mem,
    path::{Path, PathBuf},
};

use anyhow::Context;
use drawproof_tables::{PartialFile, VisibleName};

use crate::interrupt;

/// An output file, created before long work starts, so that an unwritable path
/// fails at once, and put in place only when it is complete.
///
/// A path that is not a regular file, such as `/dev/stdout` or a pipe, is
/// written to and never replaced. A link is not replaced either, but its target
/// is.
pub struct OutputFile {
    path: PathBuf,
    target: Target,
}

enum Target {
    /// A temporary file, to be renamed.
    File(PartialFile),
    Stream(File),
}

impl OutputFile {
    /// Begins a file at a path.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        let failed = || format!("cannot write {}", path.shown());
        if path.is_dir() {
            anyhow::bail!("{}: it is a folder; name a file", failed());
        }
        if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
            let stream = File::options().write(true).open(path);
            return Ok(Self {
                path: path.into(),
                target: Target::Stream(stream.with_context(failed)?),
            });
        }
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        // Report the system's reason without the name of the temporary file.
        interrupt::keep_clean(folder.into(), "");
        if !folder.is_dir() {
            let folder = folder.shown();
            anyhow::bail!("{}: there is no folder {folder}; make it first", failed());
        }
        let file = PartialFile::create(folder)
            .map_err(|error| io::Error::from(error.kind()))
            .with_context(failed)?;
        Ok(Self {
            path,
            target: Target::File(file),
        })
    }

    /// Writes it, and puts it in place.
    pub fn finish(
        self,
        write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Self { path, target } = self;
        match target {
            Target::File(part) => put(part, &path, write),
            Target::Stream(mut stream) => write(&mut stream),
        }
        .with_context(|| format!("cannot write {}", path.shown()))
    }

    /// Puts the complete contents so far in place; they are rewritten when
    /// there is more. A stream is written to once, by [`finish`](Self::finish).
    pub fn write_so_far(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Target::File(part) = &mut self.target else {
            return Ok(());
        };
        let folder = part.path().parent().unwrap_or(Path::new("."));
        let next = PartialFile::create(folder).map_err(anyhow::Error::from);
        next.and_then(|next| put(mem::replace(part, next), &self.path, write))
            .with_context(|| format!("cannot write {}", self.path.shown()))
    }
}

/// Writes a file and renames it.
fn put(
    part: PartialFile,
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    // Its own errors would name the temporary file.
    write(&mut part.file())?;
    Ok(part.finish(path)?)
}
