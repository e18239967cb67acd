//! `drawproof report`

use drawproof_suite::{report_folder::ReportFolder, verify::outcome};
use std::path::Path;

use anyhow::{Context, bail};
use drawproof_reports::{Changes, JSON_FILE, Report, SCHEMA, changes_text, read};
use drawproof_system::read_regular;
use drawproof_tables::VisibleName;

use crate::{Outcome, args, output};

pub fn run(arguments: &args::Report, as_json: bool) -> anyhow::Result<Outcome> {
    if arguments.schema {
        output::print(SCHEMA)?;
        return Ok(Outcome::Proven);
    }
    if let Some([old, new]) = arguments.compare.as_deref() {
        return compare(old, new, as_json);
    }
    let Some(out) = &arguments.out else {
        bail!("name a folder for the page with --out DIR");
    };
    let folder = ReportFolder::begin(out)?;
    let mut reports = Vec::new();
    for file in &arguments.files {
        reports.extend(reports_in(file)?);
    }
    folder.write(&reports, None)?;
    if as_json {
        output::print_json(&reports)?;
    }
    Ok(outcome(&reports))
}

/// What a change gained and lost.
fn compare(old: &Path, new: &Path, as_json: bool) -> anyhow::Result<Outcome> {
    let [old, new] = [reports_in(old)?, reports_in(new)?];
    let changes = Changes::between(&old, &new);
    if as_json {
        output::print_json(&changes)?;
    } else {
        output::print(&changes_text(&changes))?;
    }
    Ok(match outcome(&new) {
        Outcome::Proven if !changes.are_comparable() => Outcome::Unchecked,
        outcome => outcome,
    })
}

/// The reports of a JSON file, or of a folder that has one.
fn reports_in(path: &Path) -> anyhow::Result<Vec<Report>> {
    let file = if path.is_dir() {
        path.join(JSON_FILE)
    } else {
        path.to_path_buf()
    };
    let name = file.shown();
    let bytes = read_regular(&file).with_context(|| format!("cannot read the report {name}"))?;
    let text = String::from_utf8(bytes)
        .with_context(|| format!("{name} is not a report: it is not UTF-8 text"))?;
    let reports = read(&text).with_context(|| {
        format!("{name} is not a report; expected the output of drawproof verify --json")
    })?;
    if reports.is_empty() {
        bail!("{name} has no report in it");
    }
    Ok(reports)
}
