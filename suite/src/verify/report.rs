//! The report on what was verified.

use std::{path::PathBuf, slice};

use drawproof_language::RuleKind;
use drawproof_reports::{Counting, Report, SizeRow};
use drawproof_tables::Subject;
use drawproof_verify::{Argument, Example, RuleSize, Shown, Verdict, pairs};

use crate::{
    Outcome,
    folders::{Folders, TableFolders},
    probe_command::ProbeCommand,
};

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
    let counting = Counting::named(&shown.counting).unwrap_or_default();
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
fn recognizer(shown: &Shown, about: Subject, fen: &str) -> ProbeCommand {
    ProbeCommand {
        fen: fen.into(),
        helpmate: about == Subject::Mates,
        rules: shown.rules.as_ref().map(PathBuf::from),
        library: shown.library.as_ref().map(PathBuf::from),
        ..ProbeCommand::default()
    }
}

/// The command that asks two of the oracles, of which the first is that of the
/// run.
fn oracles(shown: &Shown, [one, other]: [usize; 2], fen: &str) -> ProbeCommand {
    let folders = |at: usize| match at.checked_sub(1) {
        None => &shown.tables[..],
        Some(at) => slice::from_ref(&shown.against[at]),
    };
    let paths = |names: &[Argument]| names.iter().map(PathBuf::from).collect();
    ProbeCommand {
        fen: fen.into(),
        folders: Folders {
            source: TableFolders {
                tables: paths(folders(one)),
                trust_files: shown.trust_files,
            },
            against: paths(folders(other)),
        },
        ..ProbeCommand::default()
    }
}
