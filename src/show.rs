//! The reports of a command, printed and written.

use std::{env, path::Path, slice};

use drawproof_reports::{Report, TABLE_HEADER};
use drawproof_suite::{
    Outcome, command_line::CommandLine, output_file::OutputFile, report_folder::ReportFolder,
    verify::outcome,
};

use crate::output;

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

    /// Shows one at once, so that a reader of a long run need not wait for its end.
    pub fn add(&mut self, report: Report) -> anyhow::Result<()> {
        let shown = if self.json {
            self.item(&report)?
        } else {
            self.text(&report)
        };
        output::print(&shown)?;
        self.shown.push(report);
        Ok(())
    }

    /// A report in the array of all of them, after those that were shown.
    fn item(&self, report: &Report) -> anyhow::Result<String> {
        let alone = drawproof_reports::json(slice::from_ref(report))?;
        let open = alone.strip_suffix("\n]").unwrap_or(&alone);
        Ok(match open.strip_prefix('[') {
            Some(item) if !self.shown.is_empty() => format!(",{item}"),
            _ => open.into(),
        })
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
            let end = if reports.is_empty() { "[]\n" } else { "\n]\n" };
            output::print(end)?;
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
            folder.write(&reports, Some(&folder.run(&this_command())))?;
        }
        Ok(outcome(&reports))
    }
}

/// The command that runs.
pub fn this_command() -> CommandLine {
    CommandLine::new(&["drawproof"]).words(env::args_os().skip(1))
}
