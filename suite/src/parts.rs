//! Part files, and the report on all of them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use drawproof_reports::Report;
use drawproof_system::read_regular;
use drawproof_tables::VisibleName;
use drawproof_verify::{MergeError, Merged, Part};

use crate::{command_line::CommandLine, verify};

/// The end of the names of parts.
pub const SUFFIX: &str = ".part.json";

/// Merges the parts in some files.
pub fn merge(files: &[PathBuf]) -> anyhow::Result<Vec<Merged>> {
    let parts = files
        .iter()
        .map(|file| Ok((file.shown(), read(file)?)))
        .collect::<anyhow::Result<Vec<_>>>()?;
    drawproof_verify::merge(&parts).map_err(|error| explain(error, files))
}

/// The report of a merged run. As in a single run, the size of the rules is for folders.
pub fn report(run: &Merged, is_for_folder: bool) -> Report {
    let size = run.size.as_ref().filter(|_| is_for_folder);
    verify::report(&run.verdict, &run.examples, &run.shown, size)
}

/// A file itself, or all parts in a folder.
pub fn files_of(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.into()]);
    }
    let failed = || format!("cannot read the folder {}", path.shown());
    let mut files = Vec::new();
    for entry in fs::read_dir(path).with_context(failed)? {
        let entry = entry.with_context(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // Files that begin with a dot are not finished.
        if name.ends_with(SUFFIX) && !name.starts_with('.') {
            files.push(entry.path());
        }
    }
    if files.is_empty() {
        let command = CommandLine::new(&["drawproof", "verify", "CLASS", "--shards", "N"]);
        bail!(
            "no parts (*{}) in {}; make them with {}",
            SUFFIX,
            path.shown(),
            command.options("parts", [path])
        );
    }
    files.sort();
    Ok(files)
}

/// A part that is whole.
pub fn read(file: &Path) -> anyhow::Result<Part> {
    let failed = || format!("cannot read the part {}", file.shown());
    let bytes = read_regular(file).with_context(failed)?;
    Part::from_bytes(&bytes).with_context(|| file.shown())
}

/// Why parts cannot be merged, and how to make missing ones.
fn explain(error: MergeError, files: &[PathBuf]) -> anyhow::Error {
    let MergeError::Missing {
        shards, command, ..
    } = &error
    else {
        return error.into();
    };
    let folder = files.first().and_then(|file| file.parent());
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut text = format!("{error}; make them, then merge again:");
    let mut line = |option: &str, which: String| {
        let command = CommandLine::new(&[]).words(command);
        let command = command.options(option, [which]).options("parts", [folder]);
        text += &format!("\n  {}", command.flag("resume", true));
    };
    for shard in shards {
        line("shard", shard.to_string());
    }
    if let [first, _, ..] = &shards[..] {
        line("shards", first.of().to_string());
        text += "    (all of them, one after the other)";
    }
    anyhow::anyhow!(text)
}
