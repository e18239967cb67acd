//! Rules and tables exported as source text, and proven as compiled.

mod ask;
mod compile;
mod compiled;
mod names;
mod program;
mod prove;
mod remarks;
mod request;
pub mod table;
mod text;
mod truths;

use std::{path::PathBuf, slice};

use anyhow::bail;
use drawproof_evaluate::CompiledRules;
use drawproof_export::{Language, check};
use drawproof_language::{OpenRules, RuleFile, RuleInfo};
use drawproof_recognizers::{Builtin, Proof, proven};
use drawproof_reports::Report;
use drawproof_tables::{Layout, VisibleName};
use serde::Serialize;

use crate::{
    Outcome,
    input::{self, AnyRules},
    oracles::AskedOracles,
    output_file::OutputFile,
    progress::Progress,
    prove::is_proven,
    resolver::Shelf,
    verify::{Request, Run, is_refuted},
};

use names::check_names;
use prove::{Compared, Unproven};
use remarks::Known;
use text::Text;

pub use ask::TableCounterexample;
pub use compile::Compiler;
pub use request::RulesRequest;

/// The remarks on a file of rules that were verified.
pub fn remarks(
    rules: &RuleFile,
    command: &str,
    report: &Report,
    language: Language,
) -> Vec<String> {
    let known = [Known::Verified(report.clone().into())];
    remarks::of(slice::from_ref(rules), &[], command, &known, language)
}

/// The result of an export.
#[derive(Serialize)]
pub struct ExportedRules {
    /// The language.
    pub language: String,
    /// The command that makes the same file again.
    pub command: String,
    /// The written file; null if nothing was written or the file was printed.
    pub file: Option<String>,
    /// The written header of declarations, where one is asked for; null if nothing was written.
    pub header: Option<String>,
    /// The proofs in the ledger of built-in rule files.
    pub proofs: Vec<InLedger>,
    /// The verification of each other rule file; null if they are not verified.
    pub rules: Option<Vec<Report>>,
    /// The verification of the compiled file, class by class; null if it was
    /// not requested or not possible.
    pub compiled: Option<Vec<Report>>,
    /// Positions in which compiled code and rules differ.
    pub differences: u64,
    /// Why the compiled file is not proven; null if it is, or if no proof was
    /// requested.
    pub unproven: Option<String>,
    /// Whether nothing is known of some rules.
    #[serde(skip)]
    pub is_unverified: bool,
    /// The files of rules for any number of men, and whether they are proven.
    #[serde(skip)]
    pub any_number: Vec<(String, bool)>,
    /// The file, if it is printed; null if something is refuted.
    pub source: Option<String>,
}

/// A proof in the ledger of built-in rules.
#[derive(Serialize)]
pub struct InLedger {
    /// The rule file.
    pub file: String,
    /// SHA-256 of all that its claims depend on.
    pub sha256: String,
    /// The positions that were judged, both sides to move.
    pub positions: u64,
    /// The draws that it claims.
    pub spotted_draws: u64,
    /// Those that it does not.
    pub missed_draws: u64,
}

/// Exports rules once they are verified.
pub fn export_rules(request: &RulesRequest, progress: &Progress) -> anyhow::Result<ExportedRules> {
    check_names(request)?;
    let Given { closed, open } = rules(request)?;
    check_open(&open, request)?;
    let (rules, proofs): (Vec<_>, Vec<_>) = closed.into_iter().unzip();
    let files: Vec<&RuleFile> = rules.iter().collect();
    let open_files: Vec<&OpenRules> = open.iter().collect();
    // What cannot be written is refused before long work starts.
    check(&files, &open_files)?;
    let written = Written::create(request)?;
    let classes: Vec<_> = rules.iter().map(RuleFile::material).collect();
    let asked = AskedOracles::open(&request.folders, &classes, progress)?;
    let known = known(&rules, proofs, &asked, request, progress)?;
    let open_proven = are_proven(&open, request, progress)?;
    let mut told = ExportedRules {
        language: request.language.to_string(),
        command: request.command.clone(),
        file: None,
        header: None,
        proofs: known.iter().filter_map(InLedger::of).collect(),
        rules: (!request.unverified).then(|| known.iter().filter_map(Known::report).collect()),
        compiled: None,
        differences: 0,
        unproven: None,
        is_unverified: known.iter().any(|of| matches!(of, Known::Nothing)),
        any_number: (open.iter().zip(&open_proven))
            .map(|(of, &is_proven)| (of.source_name().into(), is_proven))
            .collect(),
        source: None,
    };
    if told.outcome() == Outcome::Proven {
        let remarks = remarks::of(
            &rules,
            &(open.iter().zip(open_proven).collect::<Vec<_>>()),
            &told.command,
            &known,
            request.language,
        );
        let text = Text::new((&files, &open_files), request, &remarks)?;
        if let Some(by) = &request.prove {
            match prove::run(&text, &rules, &asked, (request, by), progress)? {
                Ok(Compared {
                    reports,
                    differences,
                }) => {
                    told.compiled = Some(reports);
                    told.differences = differences;
                }
                Err(Unproven(why)) => told.unproven = Some(why),
            }
        }
        if told.may_be_written() {
            written.finish(text, request, &mut told)?;
        }
    }
    Ok(told)
}

/// The files that are written, complete or not at all.
struct Written {
    file: Option<OutputFile>,
    header: Option<OutputFile>,
}

impl Written {
    fn create(request: &RulesRequest) -> anyhow::Result<Self> {
        let create = |path: &Option<PathBuf>| path.as_deref().map(OutputFile::create).transpose();
        Ok(Self {
            file: create(&request.out)?,
            header: create(&request.declarations)?,
        })
    }

    /// Writes them; without a file the source is told.
    fn finish(
        self,
        text: Text,
        request: &RulesRequest,
        told: &mut ExportedRules,
    ) -> anyhow::Result<()> {
        let shown = |path: &Option<PathBuf>| path.as_deref().map(VisibleName::shown);
        if let (Some(file), Some((_, text))) = (self.header, text.header) {
            file.finish(|file| Ok(file.write_all(text.as_bytes())?))?;
            told.header = shown(&request.declarations);
        }
        if let Some(file) = self.file {
            file.finish(|file| Ok(file.write_all(text.source.as_bytes())?))?;
            told.file = shown(&request.out);
        } else {
            told.source = Some(text.source);
        }
        Ok(())
    }
}

/// The rules to export.
#[derive(Default)]
struct Given {
    /// One file for each closed class, with its proof in the ledger.
    closed: Vec<(RuleFile, Option<&'static Proof>)>,
    /// The files for any number of men.
    open: Vec<OpenRules>,
}

/// The given rules or the built-in ones.
fn rules(request: &RulesRequest) -> anyhow::Result<Given> {
    let classes = input::classes(&request.classes)?;
    let shelf = Shelf::of(&request.folders.source);
    let mut given = Given::default();
    for path in &request.rules {
        match input::any_rule_file(path, &shelf)? {
            AnyRules::Closed(rules) => given.closed.push((*rules, None)),
            AnyRules::Open(rules) => given.open.push(*rules),
        }
    }
    let is_given = !request.rules.is_empty();
    if is_given && classes.is_empty() && request.grade.is_some() {
        bail!("--grade chooses among built-in rules; name their classes, or leave it out");
    }
    if request.any_number {
        for of in proven() {
            given.open.push(of.rules()?);
        }
    }
    let is_given = is_given || request.any_number;
    let rules = &mut given.closed;
    if !is_given || !classes.is_empty() {
        let smallest = input::first_builtin_rules(&classes, request.grade, &shelf)?;
        let smallest = smallest.into_iter().map(|file| {
            let name = file.source_name().strip_suffix(" (built in)");
            let proof = name.and_then(Builtin::named).and_then(Builtin::proof);
            (file, proof)
        });
        rules.splice(0..0, smallest);
    }
    for (rules, _) in rules {
        Layout::new(rules.material())?;
        check_claims(rules)?;
    }
    Ok(given)
}

/// Which rules for any number of men are proven; others are refused, unless nothing is to be
/// verified.
fn are_proven(
    open: &[OpenRules],
    request: &RulesRequest,
    progress: &Progress,
) -> anyhow::Result<Vec<bool>> {
    let asked = |rules: &OpenRules| {
        if request.unverified {
            return Ok(false);
        }
        if is_proven(rules, progress)? {
            return Ok(true);
        }
        bail!(
            "{} is not proven, so nothing is exported: see why with drawproof prove {}; \
             --unverified exports it all the same",
            rules.source_name(),
            rules.source_name()
        )
    };
    open.iter().map(asked).collect()
}

/// Refuses rules for any number of men that claim nothing, and to compare them with tables.
fn check_open(open: &[OpenRules], request: &RulesRequest) -> anyhow::Result<()> {
    for rules in open {
        refuse_silent(rules.source_name(), rules.rules())?;
        if request.prove.is_some() {
            bail!(
                "--prove asks the compiled file about every position of a class, and {} is about \
                 any number of men ({}); leave --prove out, or export that file alone",
                rules.source_name(),
                rules.class()
            );
        }
    }
    Ok(())
}

/// Refuses rules that claim nothing.
pub fn check_claims(rules: &RuleFile) -> anyhow::Result<()> {
    input::check_results(rules, "export")?;
    refuse_silent(rules.source_name(), rules.rules())
}

fn refuse_silent(name: &str, rules: &[RuleInfo]) -> anyhow::Result<()> {
    if !rules.iter().any(|rule| rule.kind.claims()) {
        bail!("{name} claims nothing; there is nothing to export");
    }
    Ok(())
}

/// What the ledger knows of rules, or what a verification finds where it knows nothing.
fn known(
    rules: &[RuleFile],
    proofs: Vec<Option<&'static Proof>>,
    asked: &AskedOracles,
    request: &RulesRequest,
    progress: &Progress,
) -> anyhow::Result<Vec<Known>> {
    let each = Request {
        rules: request.rules.clone(),
        ..Request::default()
    };
    let known = |(rules, proof): (&RuleFile, Option<&'static Proof>)| {
        if let Some(proof) = proof {
            return Ok(Known::InLedger(proof));
        }
        if request.unverified {
            return Ok(Known::Nothing);
        }
        let compiled = CompiledRules::new(rules);
        let report = Run::new(&compiled, Some(rules), asked, &each, progress).report()?;
        Ok(Known::Verified(report.into()))
    };
    rules.iter().zip(proofs).map(known).collect()
}

impl InLedger {
    fn of(known: &Known) -> Option<Self> {
        let Known::InLedger(proof) = known else {
            return None;
        };
        Some(Self {
            file: proof.file.clone(),
            sha256: proof.sha256.clone(),
            positions: proof.positions,
            spotted_draws: proof.spotted_draws,
            missed_draws: proof.missed_draws,
        })
    }
}

impl ExportedRules {
    /// What it proves.
    pub fn outcome(&self) -> Outcome {
        let mut reports = self.rules.iter().chain(&self.compiled).flatten();
        if self.differences > 0 || reports.any(is_refuted) {
            Outcome::Counterexample
        } else if self.unproven.is_some() || !self.may_be_written() {
            Outcome::Unchecked
        } else {
            Outcome::Proven
        }
    }

    /// Whether there is no objection to the file: not everything need have been
    /// verified, but everything verified was right.
    pub fn may_be_written(&self) -> bool {
        let mut reports = self.rules.iter().chain(&self.compiled).flatten();
        self.differences == 0 && reports.all(|report| report.proven)
    }
}
