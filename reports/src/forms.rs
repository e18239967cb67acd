//! The files of a report in a folder, one line for each form.

use crate::{Report, RunRow, TABLES, counterexamples_epd, csv, html, json, missed_draws_epd};

/// The file from which the reports of a folder are read again.
pub const JSON_FILE: &str = "report.json";

/// The page.
pub const PAGE_FILE: &str = "index.html";

/// Why a form cannot be made.
pub type FormError = Box<dyn std::error::Error + Send + Sync>;

/// One form of reports.
#[derive(Copy, Clone)]
struct Form {
    /// The name of its file.
    name: &'static str,
    text: fn(&[Report], Option<&RunRow>) -> Result<String, FormError>,
}

/// The forms before the tables: the file from which the others can be made
/// comes first.
const FIRST: [Form; 2] = [
    Form {
        name: JSON_FILE,
        text: |reports, _| Ok(json(reports)? + "\n"),
    },
    Form {
        name: "rules.csv",
        text: |reports, _| written(|output| csv(reports, output)),
    },
];

/// The forms after the tables; the page comes last, so that all its links work.
const LAST: [Form; 3] = [
    Form {
        name: "counterexamples.epd",
        text: |reports, _| Ok(counterexamples_epd(reports)),
    },
    Form {
        name: "missed_draws.epd",
        text: |reports, _| Ok(missed_draws_epd(reports)),
    },
    Form {
        name: PAGE_FILE,
        text: |reports, run| Ok(html(reports, run)?),
    },
];

/// All files of reports in the order of writing, each with its name and text.
/// `run` is how the reports were made, if known.
pub fn files<'a>(
    reports: &'a [Report],
    run: Option<&'a RunRow>,
) -> impl Iterator<Item = (String, Result<String, FormError>)> + 'a {
    let file = move |form: Form| (form.name.into(), (form.text)(reports, run));
    let tables = TABLES.into_iter().map(move |table| {
        let text = written(|output| table.write(reports, output));
        (format!("{}.csv", table.name), text)
    });
    let first = FIRST.into_iter().map(file);
    first.chain(tables).chain(LAST.into_iter().map(file))
}

/// The text that a function writes.
fn written(
    write: impl FnOnce(&mut Vec<u8>) -> Result<(), csv::Error>,
) -> Result<String, FormError> {
    let mut bytes = Vec::new();
    write(&mut bytes)?;
    Ok(String::from_utf8(bytes)?)
}
