//! The reports of a command, printed and written.

use std::{
    path::{Path, PathBuf},
    slice,
};

use clap::ValueEnum;
use drawproof_language::RuleKind;
use drawproof_reports::{Counting, Report, SizeRow, TABLE_HEADER};
use drawproof_tables::Subject;
use drawproof_verify::{Argument, Example, RuleSize, Shown, Verdict, pairs};

use crate::{
    Outcome, args,
    output::{self, OutputFile},
    report_folder::ReportFolder,
};

/// Shows reports one after another.
pub struct Reports {
    json: bool,
    csv: Option<OutputFile>,
    is_table: bool,
    folder: Option<ReportFolder>,
    shown: Vec<Report>,
}

impl Reports {
    /// Reports as text or JSON, and in a CSV file if requested, which is
    /// created now.
    pub fn new(json: bool, csv: Option<&Path>) -> anyhow::Result<Self> {
        Ok(Self {
            json,
            csv: csv.map(OutputFile::create).transpose()?,
            is_table: false,
            folder: None,
            shown: Vec::new(),
        })
    }

    /// Also writes every form into a folder, which is created now.
    pub fn in_folder(self, folder: Option<&Path>) -> anyhow::Result<Self> {
        Ok(Self {
            folder: folder.map(ReportFolder::begin).transpose()?,
            ..self
        })
    }

    /// Whether there is one.
    pub fn has_folder(&self) -> bool {
        self.folder.is_some()
    }

    /// Shows one line of text for each, and the whole report if it is not
    /// proven.
    #[must_use]
    pub fn in_table(self) -> Self {
        Self {
            is_table: true,
            ..self
        }
    }

    /// Shows one as text, if the form is text.
    pub fn add(&mut self, report: Report) -> anyhow::Result<()> {
        if !self.json {
            output::print(&self.text(&report))?;
        }
        self.shown.push(report);
        Ok(())
    }

    /// The text of a report after those that were shown.
    fn text(&self, report: &Report) -> String {
        let is_first = self.shown.is_empty();
        let before = match (self.is_table, is_first) {
            (true, true) => TABLE_HEADER,
            (false, false) => "\n",
            _ => "",
        };
        let text = if self.is_table {
            drawproof_reports::table_row(report)
        } else {
            drawproof_reports::text(report)
        };
        format!("{before}{text}")
    }

    /// Shows all of them in the other forms.
    pub fn finish(self) -> anyhow::Result<Outcome> {
        let reports = self.shown;
        if self.json {
            output::print(&(drawproof_reports::json(&reports)? + "\n"))?;
        } else if self.is_table {
            output::print(&drawproof_reports::best_table(&reports))?;
            for report in reports.iter().filter(|report| !report.proven) {
                output::print(&format!("\n{}", drawproof_reports::text(report)))?;
            }
            if let Some(conclusion) = drawproof_reports::table_conclusion(&reports) {
                output::print(&format!("\n{conclusion}\n"))?;
            }
        }
        if let Some(file) = self.csv {
            file.finish(|file| Ok(drawproof_reports::csv(&reports, file)?))?;
        }
        if let Some(folder) = self.folder {
            folder.write(&reports, Some(&folder.run()))?;
        }
        Ok(outcome(&reports))
    }
}

/// The outcome of all reports together.
pub fn outcome(reports: &[Report]) -> Outcome {
    if reports.iter().any(is_refuted) {
        Outcome::Counterexample
    } else if reports.iter().all(|report| report.proven) {
        Outcome::Proven
    } else {
        Outcome::Unchecked
    }
}

/// Whether a report has a counterexample of any kind.
pub fn is_refuted(report: &Report) -> bool {
    report.incorrect_claims().board_count > 0 || report.is_contradicted()
}

/// The report on one recognizer, with the size of its rules if requested.
pub fn report(
    verdict: &Verdict,
    examples: &[Example],
    shown: &Shown,
    size: Option<&RuleSize>,
) -> Report {
    let report = Report::new(verdict, examples, |example| {
        let kinds = verdict.rules.iter().map(|rule| rule.kind);
        let about = RuleKind::subject_of(kinds);
        recognizer(shown, about, &example.fen).again().to_string()
    });
    let counting = match args::Counting::from_str(&shown.counting, false) {
        Ok(args::Counting::TenSquares) => Counting::TenSquares,
        Ok(args::Counting::Board) | Err(_) => Counting::Board,
    };
    let sized = Report {
        size: size.map(SizeRow::from),
        ..report
    };
    let both: Vec<[usize; 2]> = pairs(1 + shown.against.len()).collect();
    sized.counted(counting).with_commands(|pair, fen| {
        let pair = both.get(pair);
        let command = |&pair| oracles(shown, pair, fen).again().to_string();
        pair.map(command).into_iter().collect()
    })
}

/// The command that asks the rules or the library about a position.
fn recognizer(shown: &Shown, about: Subject, fen: &str) -> args::Probe {
    args::Probe {
        fen: fen.into(),
        helpmate: about == Subject::Mates,
        rules: shown.rules.as_ref().map(PathBuf::from),
        library: shown.library.as_ref().map(PathBuf::from),
        ..args::Probe::default()
    }
}

/// The command that asks two of the oracles, of which the first is that of the
/// run.
fn oracles(shown: &Shown, [one, other]: [usize; 2], fen: &str) -> args::Probe {
    let folders = |at: usize| match at.checked_sub(1) {
        None => &shown.tables[..],
        Some(at) => slice::from_ref(&shown.against[at]),
    };
    let paths = |names: &[Argument]| names.iter().map(PathBuf::from).collect();
    args::Probe {
        fen: fen.into(),
        folders: args::Folders {
            source: args::Tables {
                tables: paths(folders(one)),
                trust_files: shown.trust_files,
            },
            against: paths(folders(other)),
        },
        ..args::Probe::default()
    }
}
