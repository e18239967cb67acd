//! The reports of a command, printed and written.

use std::path::Path;

use clap::ValueEnum;
use drawproof_reports::{Counting, Report};
use drawproof_verify::{Example, Shown, Verdict};

use crate::{Outcome, args, output, output::OutputFile};

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
        let wrong = |report: &Report| report.totals.incorrect_draws.board_count > 0;
        let is_refuted = reports
            .iter()
            .any(|report| wrong(report) || report.is_contradicted());
        Ok(if is_refuted {
            Outcome::Counterexample
        } else if reports.iter().all(|report| report.proven) {
            Outcome::Proven
        } else {
            Outcome::Unchecked
        })
    }
}

/// The report of one recognizer.
pub fn report(verdict: &Verdict, examples: &[Example], shown: &Shown) -> Report {
    let report = Report::new(verdict, examples, |example| {
        format!("drawproof probe '{}'{}", example.fen, shown.probe_options)
    });
    let counting = match args::Counting::from_str(&shown.counting, false) {
        Ok(args::Counting::TenSquares) => Counting::TenSquares,
        Ok(args::Counting::Board) | Err(_) => Counting::Board,
    };
    report.counted(counting).with_commands(|pair, fen| {
        let options = shown.pair_options.get(pair).into_iter().flatten();
        let command = |options| format!("drawproof probe '{fen}' {options}");
        options.map(command).collect()
    })
}

/// A choice as it is given on the command line.
pub fn name_of(choice: &impl ValueEnum) -> String {
    let value = choice.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().into())
}
