//! `drawproof convert`

use std::sync::Arc;

use crate::progress::terminal;
use anyhow::{Context, bail};
use drawproof_reports::{FilesRow, thousands};
use drawproof_suite::table_files::TableFormat;
use drawproof_tables::{Material, Metric, Oracle, Oracles, Table};
use serde::Serialize;

use crate::{
    Outcome, args,
    generate::GO_ON,
    input, oracles, output,
    table_files::{ClassFiles, finished, write},
};

/// What became of one class.
#[derive(Serialize)]
struct Line {
    material: String,
    #[serde(flatten)]
    files: ClassFiles,
    /// What published checksums say about the Syzygy files that were read.
    files_of_others: Option<FilesRow>,
}

pub fn run(arguments: &args::Convert, json: bool) -> anyhow::Result<Outcome> {
    let Some(source) = oracles::source(&arguments.source.named(), true)? else {
        bail!("name the folder of the files to convert with --tables");
    };
    let out = &arguments.out;
    let metrics = metrics(arguments.to.into());
    let classes = classes(&input::classes(&arguments.classes)?, &source);
    let finished = finished(
        out,
        &classes,
        (arguments.to.into(), metrics),
        arguments.force,
    )?;
    drawproof_suite::interrupt::keep_clean(out.into(), GO_ON);
    let mut lines = Vec::new();
    for class in classes.iter().filter(|class| !finished.contains(class)) {
        let table = Arc::new(load(&source, class, arguments.to.into())?);
        let line = Line {
            material: class.to_string(),
            files: write(
                out,
                class,
                (arguments.to.into(), metrics),
                &table,
                &terminal(),
            )?,
            files_of_others: source
                .provenance(class)?
                .map(|files| FilesRow::new(source.name(), &files)),
        };
        if !json {
            output::print(&line.text())?;
        }
        lines.push(line);
    }
    let differs = lines.iter().any(|line| line.files.differ());
    if json {
        output::print_json(&lines)?;
    } else if !finished.is_empty() {
        let count = finished.len();
        output::print(&format!(
            "{count} finished before, skipped; --force writes them again\n"
        ))?;
    }
    Ok(if differs {
        Outcome::Counterexample
    } else {
        Outcome::Proven
    })
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

impl Line {
    fn text(&self) -> String {
        let bytes = thousands(self.files.file_bytes.unwrap_or(0));
        let standing = self.files.standing();
        let others = self.files_of_others.as_ref();
        let others = others.filter(|files| !files.are_published());
        let source = others.map_or(String::new(), |files| format!("  from {}", files.words()));
        format!("{:<8}{bytes:>13} bytes{standing}{source}\n", self.material)
    }
}
