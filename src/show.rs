//! The reports of a command, printed and written.

use std::path::Path;

use drawproof_reports::Report;
use drawproof_verify::{Example, Verdict};

use crate::{Outcome, output, output::OutputFile};

/// Shows reports one after the other.
pub struct Reports {
    json: bool,
    csv: Option<OutputFile>,
    shown: Vec<Report>,
}

impl Reports {
    /// Text, or JSON; and a CSV file if one is asked for, which is begun now.
    pub fn new(json: bool, csv: Option<&Path>) -> anyhow::Result<Self> {
        Ok(Self {
            json,
            csv: csv.map(OutputFile::create).transpose()?,
            shown: Vec::new(),
        })
    }

    /// Shows one as text, if that is the form.
    pub fn add(&mut self, report: Report) -> anyhow::Result<()> {
        if !self.json {
            let gap = if self.shown.is_empty() { "" } else { "\n" };
            output::print(&format!("{gap}{}", drawproof_reports::text(&report)))?;
        }
        self.shown.push(report);
        Ok(())
    }

    /// Shows all of them in the other forms.
    pub fn finish(self) -> anyhow::Result<Outcome> {
        let reports = self.shown;
        if self.json {
            output::print(&(drawproof_reports::json(&reports)? + "\n"))?;
        }
        if let Some(file) = self.csv {
            file.finish(|file| Ok(drawproof_reports::csv(&reports, file)?))?;
        }
        let proven = reports.iter().all(|report| report.proven);
        Ok(if proven {
            Outcome::Proven
        } else {
            Outcome::Counterexample
        })
    }
}

/// The report of one recognizer. `probe_options` makes `drawproof probe` ask
/// the same rules.
pub fn report(verdict: &Verdict, examples: &[Example], probe_options: &str) -> Report {
    Report::new(verdict, examples, |example| {
        format!("drawproof probe '{}'{probe_options}", example.fen)
    })
}
