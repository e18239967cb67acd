//! Folders that hold reports in every form.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Instant, SystemTime},
};

use anyhow::{Context, bail};
use drawproof_reports::{JSON_FILE, PAGE_FILE, Report, RunRow, files};
use drawproof_tables::{PartialFile, VisibleName};

use crate::{command_line::CommandLine, interrupt, output_file::OutputFile};

/// A folder for reports in every form, created before long work starts.
pub struct ReportFolder {
    path: PathBuf,
    began: (SystemTime, Instant),
}

impl ReportFolder {
    /// Prepares the folder.
    pub fn begin(path: &Path) -> anyhow::Result<Self> {
        let failed = || format!("cannot write the report to {}", path.shown());
        if path.exists() && !path.is_dir() {
            bail!("{}: it is a file; name a folder", failed());
        }
        if path.join(PAGE_FILE).exists() && !path.join(JSON_FILE).exists() {
            let failed = failed();
            bail!(
                "{failed}: its {PAGE_FILE} is not from a report, {JSON_FILE} is missing; name another folder"
            );
        }
        fs::create_dir_all(path).with_context(failed)?;
        interrupt::keep_clean(path.into(), "");
        // Report the system's reason without the name of the temporary file.
        let writable = PartialFile::create(path).map_err(|error| io::Error::from(error.kind()));
        drop(writable.with_context(failed)?);
        Ok(Self {
            path: path.into(),
            began: (SystemTime::now(), Instant::now()),
        })
    }

    /// How this run was made, up to now, by a command.
    pub fn run(&self, command: &CommandLine) -> RunRow {
        let (began, since) = self.began;
        RunRow {
            command: command.to_string(),
            began,
            took: since.elapsed(),
            threads: rayon::current_num_threads(),
        }
    }

    /// Writes all forms, each file completely.
    pub fn write(&self, reports: &[Report], run: Option<&RunRow>) -> anyhow::Result<()> {
        for (name, text) in files(reports, run) {
            let text = text.map_err(anyhow::Error::from_boxed)?;
            let file = OutputFile::create(&self.path.join(name))?;
            file.finish(|file| Ok(file.write_all(text.as_bytes())?))?;
        }
        Ok(())
    }
}
