//! Files of tables in a folder, in one of the formats.

use std::{fs, path::Path, sync::Arc};

use anyhow::Context;
use drawproof_retro::{Solved, Wanted, Writing};
use drawproof_tables::{
    FolderOracle, Layout, MAX_TABLE_MEN, Material, Metric, OracleError, SYZYGY_MEN, Sections,
    SyzygyFolder, Table, TableFile, TableFolder, VisibleName, Written, check_syzygy, kind_of_files,
    syzygy_name, syzygy_table_words, syzygy_writing_bytes, write_syzygy, write_table,
};

use serde::Serialize;

use crate::{memory::training_bytes, progress::Progress};

/// A format of table files.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TableFormat {
    /// drawproof's own.
    Own,
    /// Syzygy, as engines and servers read it.
    Syzygy,
}

/// The files of one class that were written.
#[derive(Default, Serialize)]
pub struct ClassFiles {
    /// Their length.
    pub file_bytes: Option<u64>,
    /// Whether all Syzygy files are as published; none for own files, and where nothing is
    /// published.
    pub files_as_published: Option<bool>,
    /// Syzygy files that differ from the published ones.
    pub files_that_differ: Vec<String>,
}

impl ClassFiles {
    /// Whether one is not as published.
    pub fn differ(&self) -> bool {
        !self.files_that_differ.is_empty()
    }
}

impl From<Vec<Written>> for ClassFiles {
    fn from(files: Vec<Written>) -> Self {
        let known = files.iter().filter_map(|file| file.as_published);
        Self {
            file_bytes: Some(files.iter().map(|file| file.bytes).sum()),
            files_as_published: known.reduce(|all, file| all && file),
            files_that_differ: files
                .into_iter()
                .filter(|file| file.as_published == Some(false))
                .map(|file| file.name)
                .collect(),
        }
    }
}

impl TableFormat {
    /// What is generated for files with some metrics. A Syzygy file tells cursed wins from
    /// others, which needs distances to zeroing moves.
    pub fn wanted(self, metrics: &[Metric]) -> Wanted {
        match self {
            Self::Own => Wanted::of(metrics),
            Self::Syzygy => Wanted::Dtz,
        }
    }

    /// The memory that writing a class takes.
    pub fn writing(self) -> Writing {
        match self {
            Self::Own => Writing {
                table_words: |class| Ok(Layout::new(class)?.words() as u64),
                bytes: |class, _| Ok(training_bytes(class)),
            },
            Self::Syzygy => Writing {
                table_words: syzygy_table_words,
                bytes: syzygy_writing_bytes,
            },
        }
    }

    /// The kind of a folder with such files.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Own => TableFolder::KIND,
            Self::Syzygy => SyzygyFolder::KIND,
        }
    }

    /// Most men of a class that is written.
    fn max_men(self) -> usize {
        match self {
            Self::Own => MAX_TABLE_MEN,
            Self::Syzygy => SYZYGY_MEN,
        }
    }

    /// All metrics that its files hold.
    pub fn metrics(self) -> &'static [Metric] {
        match self {
            Self::Own => &Metric::ALL,
            Self::Syzygy => &[Metric::Wdl, Metric::Dtz],
        }
    }

    /// The name of a class's file with a metric.
    pub fn file_name(self, class: &Material, metric: Metric) -> String {
        match self {
            Self::Syzygy => syzygy_name(class, metric),
            Self::Own => None,
        }
        .unwrap_or_else(|| metric.file_name(class))
    }

    /// Whether a file is complete.
    fn check(self, path: &Path) -> anyhow::Result<()> {
        match self {
            Self::Own => Ok(TableFile::open(path)?.check()?),
            // A file in the way is not used, whoever trusts it.
            Self::Syzygy => check_syzygy(path).map_err(|error| match error {
                OracleError::NotAsPublished(of) => anyhow::anyhow!("{}", of.difference()),
                error => error.into(),
            }),
        }
    }
}

/// Creates the folder and finds the classes whose files are complete. An
/// incomplete file is an error, unless all files are to be written again.
pub fn finished(
    out: &Path,
    classes: &[Material],
    (format, metrics): (TableFormat, &[Metric]),
    force: bool,
) -> anyhow::Result<Vec<Material>> {
    if out.is_file() {
        anyhow::bail!("{} is a file; name a folder", out.shown());
    }
    fs::create_dir_all(out).with_context(|| format!("cannot make the folder {}", out.shown()))?;
    refuse(out, classes, format)?;
    let mut finished = Vec::new();
    for class in classes {
        let mut all = !force;
        for &metric in metrics {
            let path = out.join(format.file_name(class, metric));
            if path.is_dir() {
                anyhow::bail!(
                    "{} is a folder, and a file of this name is to be written; remove it",
                    path.shown()
                );
            }
            let is_here = path.try_exists();
            if force || !is_here.with_context(|| format!("cannot read {}", path.shown()))? {
                all = false;
                continue;
            }
            let whole = format.check(&path);
            whole.context("a file is in the way; remove it, or replace it with --force")?;
        }
        if all {
            finished.push(class.clone());
        }
    }
    Ok(finished)
}

/// Refuses a folder with files of another kind, and classes that are too large for the format.
fn refuse(out: &Path, classes: &[Material], format: TableFormat) -> anyhow::Result<()> {
    let (kind, limit) = (format.kind(), format.max_men());
    if let Some(other) = kind_of_files(out)?.filter(|&other| other != kind) {
        anyhow::bail!(
            "{} has {other} files, and a folder has files of one kind; name another folder for {kind} files",
            out.shown()
        );
    }
    if let Some(class) = classes.iter().find(|class| class.men_count() > limit) {
        anyhow::bail!("{kind} files of up to {limit} men are written, and {class} has more");
    }
    Ok(())
}

/// Writes the files of a class.
pub fn write(
    out: &Path,
    class: &Material,
    (format, metrics): (TableFormat, &[Metric]),
    table: &dyn Tables,
    progress: &Progress,
) -> anyhow::Result<ClassFiles> {
    let spinner = progress.bar(format!("writing {class}"), None);
    let written = match format {
        TableFormat::Own => {
            let mut bytes = 0;
            for &metric in metrics {
                spinner.set_message(metric.file_name(class));
                let table = table.with(metric)?;
                bytes += write_table(out, &table, metric).context(KEPT)?;
            }
            ClassFiles {
                file_bytes: Some(bytes),
                ..ClassFiles::default()
            }
        }
        TableFormat::Syzygy => {
            let is_large = class.men_count() >= LARGE;
            let stage = |what: &str| {
                spinner.set_message(format!("{class}: {what}"));
                if is_large {
                    progress.give_back_memory();
                }
            };
            if is_large {
                progress.give_back_memory();
            }
            write_syzygy(out, table.sections(), metrics, &stage)
                .context(KEPT)?
                .into()
        }
    };
    Ok(written)
}

/// The values of a class.
pub trait Tables {
    /// Its table with a metric.
    fn with(&self, metric: Metric) -> anyhow::Result<Arc<Table>>;

    /// Sections of it, with distances to zeroing moves.
    fn sections(&self) -> &dyn Sections;
}

impl Tables for Solved {
    fn with(&self, metric: Metric) -> anyhow::Result<Arc<Table>> {
        Ok(self.table_with(metric)?)
    }

    fn sections(&self) -> &dyn Sections {
        self
    }
}

impl Tables for Arc<Table> {
    fn with(&self, _: Metric) -> anyhow::Result<Arc<Table>> {
        Ok(Self::clone(self))
    }

    fn sections(&self) -> &dyn Sections {
        &**self
    }
}

/// The number of men from which memory is given back between the stages of writing.
const LARGE: usize = 5;

/// What is said if a file cannot be written.
const KEPT: &str = "cannot write a table; the files written before are kept, and the same command continues from there";
