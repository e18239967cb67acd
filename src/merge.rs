//! `drawproof merge`

use crate::{Outcome, args, parts, show};

pub fn run(arguments: &args::Merge, json: bool) -> anyhow::Result<Outcome> {
    let mut files = Vec::new();
    for path in &arguments.parts {
        files.extend(parts::files_of(path)?);
    }
    let reports = show::Reports::new(json, arguments.csv.as_deref())?;
    parts::show_all(&files, reports.in_folder(arguments.report.as_deref())?)
}
