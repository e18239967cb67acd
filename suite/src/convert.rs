//! Table files converted from one format to another.

use std::{path::PathBuf, sync::Arc};

use anyhow::{Context, bail};
use drawproof_reports::FilesRow;
use drawproof_tables::{Material, Metric, Oracle, Oracles, Table};
use serde::Serialize;

use crate::{
    folders::TableFolders,
    generate::GO_ON,
    input, interrupt, oracles,
    progress::Progress,
    table_files::{ClassFiles, TableFormat, finished, write},
};

/// What became of one class.
#[derive(Serialize)]
pub struct Converted {
    /// The class.
    pub material: String,
    /// The files.
    #[serde(flatten)]
    pub files: ClassFiles,
    /// What published checksums say about the Syzygy files that were read.
    pub files_of_others: Option<FilesRow>,
}

/// What is converted.
#[derive(Clone, Debug)]
pub struct Request {
    /// The classes; none for all that the folder has.
    pub classes: Vec<String>,
    /// Where the files are.
    pub source: TableFolders,
    /// The format to convert to.
    pub to: TableFormat,
    /// The folder to write to.
    pub out: PathBuf,
    /// Whether finished files are written again.
    pub force: bool,
}

/// Converts classes and those that their moves lead to, and hands over each; returns how many were
/// finished before.
pub fn convert(
    request: &Request,
    progress: &Progress,
    mut take: impl FnMut(Converted) -> anyhow::Result<()>,
) -> anyhow::Result<usize> {
    let Some(source) = oracles::source(&request.source, true)? else {
        bail!("name the folder of the files to convert with --tables");
    };
    let (out, to) = (&request.out, request.to);
    let metrics = metrics(to);
    let classes = classes(&input::classes(&request.classes)?, &source);
    let finished = finished(out, &classes, (to, metrics), request.force)?;
    interrupt::keep_clean(out.into(), GO_ON);
    for class in classes.iter().filter(|class| !finished.contains(class)) {
        let table = Arc::new(load(&source, class, to)?);
        take(Converted {
            material: class.to_string(),
            files: write(out, class, (to, metrics), &table, progress)?,
            files_of_others: source
                .provenance(class)?
                .map(|files| FilesRow::new(source.name(), &files)),
        })?;
    }
    Ok(finished.len())
}

/// What files of a format are made of another one's.
fn metrics(to: TableFormat) -> &'static [Metric] {
    match to {
        TableFormat::Own => &[Metric::Wdl],
        TableFormat::Syzygy => to.metrics(),
    }
}

/// The classes to convert and those that their moves lead to, smaller ones first; all of the
/// folder if none is named.
fn classes(asked: &[Material], source: &Oracles) -> Vec<Material> {
    let here = source.classes();
    let asked = if asked.is_empty() { &here } else { asked };
    let mut classes = Material::with_smaller(asked, |_| false);
    classes.sort_by_key(|class| (class.level(), class.to_string()));
    classes
}

fn load(source: &Oracles, class: &Material, to: TableFormat) -> anyhow::Result<Table> {
    let (name, kind) = (source.name(), source.kind(class)?);
    if kind == to.kind() {
        bail!(
            "{class}: {name} are {kind} files already; name others with --tables, or another format with --to"
        );
    }
    let table = source.load(class, metrics(to))?;
    let table = table.with_context(|| {
        format!("{class}: {name} are not read as a whole, as own files are, and Syzygy files of up to five men; drawproof generate writes both")
    })?;
    if to == TableFormat::Syzygy && !table.has_dtz() {
        bail!(
            "{name} have no distances to zeroing moves of {class}, which Syzygy files need; generate own files with --metrics wdl,dtz, or the Syzygy files themselves with generate --format syzygy"
        );
    }
    Ok(table)
}
