//! `drawproof merge`

use std::path::PathBuf;

use drawproof_suite::parts;

use crate::{Outcome, args, show};

pub fn run(arguments: &args::Merge, json: bool) -> anyhow::Result<Outcome> {
    let mut files = Vec::new();
    for path in &arguments.parts {
        files.extend(parts::files_of(path)?);
    }
    let reports = show::Reports::new(json, arguments.csv.as_deref())?;
    show_all(&files, reports.in_folder(arguments.report.as_deref())?)
}

/// Merges the parts in some files and shows the result.
pub fn show_all(files: &[PathBuf], mut reports: show::Reports) -> anyhow::Result<Outcome> {
    for run in parts::merge(files)? {
        reports.add(parts::report(&run, reports.has_folder()))?;
    }
    reports.finish()
}
