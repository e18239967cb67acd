//! The files of a report in a folder: a line for each form.

use crate::{Report, RunRow, TABLES, counterexamples_epd, csv, html, json, missed_draws_epd};

/// What a folder has its reports in, for reading them again.
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

/// Those in front of the tables: what the others can be made of comes first.
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

/// Those behind the tables; the page comes last, so that it leads to nothing
/// that is not there.
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

/// All files of reports in the order in which they are to be written, each with
/// its name and text. `run` is how the reports were made, if that is known.
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

/// What is written to memory, as text.
fn written(
    write: impl FnOnce(&mut Vec<u8>) -> Result<(), csv::Error>,
) -> Result<String, FormError> {
    let mut bytes = Vec::new();
    write(&mut bytes)?;
    Ok(String::from_utf8(bytes)?)
}
