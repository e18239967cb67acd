//! Reports as one self-contained HTML page.

mod board;
mod chart;
mod heat;
mod section;

use std::time::{Duration, SystemTime};

use serde::Serialize;
use tinytemplate::TinyTemplate;

use crate::{Report, counted, terms::Terms};
use section::Section;

/// How the run behind a page was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunRow {
    /// The command, as one line for a shell.
    pub command: String,
    /// When it began.
    pub began: SystemTime,
    /// How long it took.
    pub took: Duration,
    /// On how many threads.
    pub threads: usize,
}

/// The page: a summary, then for each report the counts, counterexamples with
/// their lines on boards, typical missed draws, maps of the kings' squares, and
/// the rules. `run` is how it was made, if known.
///
/// # Errors
///
/// None in practice: all fields can be written.
pub fn html(
    reports: &[Report],
    run: Option<&RunRow>,
) -> Result<String, tinytemplate::error::Error> {
    let sections = reports.iter().enumerate();
    let sections = sections.map(|(at, report)| Section::of(at, report));
    let page = Page {
        title: title(reports),
        terms: terms(reports),
        version: env!("CARGO_PKG_VERSION"),
        run: run.map(Run::of),
        sections: sections.collect(),
        style: include_str!("../../templates/report.css"),
        script: include_str!("../../templates/report.js"),
        pieces: include_str!("../../templates/pieces.svg"),
    };
    let mut templates = TinyTemplate::new();
    for (name, text) in TEMPLATES {
        templates.add_template(name, text.trim_end())?;
    }
    templates.render("report", &page)
}

/// The page, and what it is made of, by the names by which templates call each other.
const TEMPLATES: [(&str, &str); 3] = [
    ("report", include_str!("../../templates/report.html")),
    ("board", include_str!("../../templates/board.html")),
    ("chart", include_str!("../../templates/chart.html")),
];

#[derive(Serialize)]
struct Page<'a> {
    title: String,
    terms: &'static Terms,
    version: &'a str,
    run: Option<Run>,
    sections: Vec<Section>,
    style: &'a str,
    script: &'a str,
    pieces: &'a str,
}

/// The words of the first report.
fn terms(reports: &[Report]) -> &'static Terms {
    let first = reports.first().map(|report| report.truth);
    first.unwrap_or_default().terms()
}

fn title(reports: &[Report]) -> String {
    match reports {
        [only] => {
            let some = only.truth.terms().some;
            format!("{}: {some} by rule", only.material)
        }
        all => {
            let (all, number) = (terms(all).all, counted(all.len() as u64, "recognizer"));
            format!("{all} by rule: {number}")
        }
    }
}

/// A [`RunRow`] as it is shown.
#[derive(Serialize)]
struct Run {
    command: String,
    began: String,
    seconds: String,
    threads: String,
}

impl Run {
    fn of(run: &RunRow) -> Self {
        Self {
            command: run.command.clone(),
            began: humantime::format_rfc3339_seconds(run.began).to_string(),
            seconds: format!("{:.1}", run.took.as_secs_f64()),
            threads: counted(run.threads as u64, "thread"),
        }
    }
}
