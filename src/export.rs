//! `drawproof export`

mod ask;
mod compile;
mod compiled;
mod program;
mod prove;
mod remarks;
mod table;
mod truths;

use drawproof_suite::output_file::OutputFile;
use drawproof_suite::verify::is_refuted;
use std::{path::PathBuf, slice};

use anyhow::bail;
use drawproof_evaluate::CompiledRules;
use drawproof_export::{Build, FileKind, Language, Name, Style, check, emit};
use drawproof_language::{RuleFile, RuleInfo};
use drawproof_recognizers::{Builtin, Proof};
use drawproof_reports::{ClaimRow, CountRow, Report, counted, percent, thousands};
use drawproof_tables::{Layout, VisibleName};
use serde::Serialize;

use crate::{
    Outcome,
    args::{self, Exported},
    input,
    oracles::Asked,
    output,
    resolver::Shelf,
    verify::{Request, Run},
};

use prove::{Compared, Unproven};
use remarks::Known;

/// The remarks on a file of rules that were verified.
pub fn remarks(
    rules: &RuleFile,
    command: &str,
    report: &Report,
    language: Language,
) -> Vec<String> {
    let known = [Known::Verified(report.clone())];
    remarks::of(slice::from_ref(rules), command, &known, language)
}

/// The result of an export.
#[derive(Serialize)]
struct Told {
    language: String,
    /// The command that makes the same file again.
    command: String,
    /// The written file; null if nothing was written or the file was printed.
    file: Option<String>,
    /// The written header of declarations, where one is asked for; null if nothing was written.
    header: Option<String>,
    /// The proofs in the ledger of built-in rule files.
    proofs: Vec<InLedger>,
    /// The verification of each other rule file; null if they are not verified.
    rules: Option<Vec<Report>>,
    /// The verification of the compiled file, class by class; null if it was
    /// not requested or not possible.
    compiled: Option<Vec<Report>>,
    /// Positions in which compiled code and rules differ.
    differences: u64,
    /// Why the compiled file is not proven; null if it is, or if no proof was
    /// requested.
    unproven: Option<String>,
    /// Whether nothing is known of some rules.
    #[serde(skip)]
    is_unverified: bool,
    /// The file, if it is printed; null if something is refuted.
    source: Option<String>,
}

/// A proof in the ledger of built-in rules.
#[derive(Serialize)]
struct InLedger {
    file: String,
    /// SHA-256 of all that its claims depend on.
    sha256: String,
    /// The positions that were judged, both sides to move.
    positions: u64,
    spotted_draws: u64,
    missed_draws: u64,
}

pub fn run(arguments: &args::Export, json: bool) -> anyhow::Result<Outcome> {
    match &arguments.what {
        Exported::Rules(arguments) => export_rules(arguments, json),
        Exported::Table(arguments) => table::run(arguments, json),
    }
}

fn export_rules(arguments: &args::Given<args::ExportRules>, json: bool) -> anyhow::Result<Outcome> {
    check_names(arguments)?;
    let (rules, proofs): (Vec<_>, Vec<_>) = rules(arguments)?.into_iter().unzip();
    let files: Vec<&RuleFile> = rules.iter().collect();
    // What cannot be written is refused before long work starts.
    arguments.style()?;
    check(&files)?;
    let written = Written::create(arguments)?;
    let classes: Vec<_> = rules.iter().map(RuleFile::material).collect();
    let asked = Asked::open(
        &arguments.folders.named(),
        &classes,
        &crate::progress::terminal(),
    )?;
    let known = known(&rules, proofs, &asked, arguments)?;
    let mut told = Told {
        language: arguments.lang.to_string(),
        command: arguments.again().to_string(),
        file: None,
        header: None,
        proofs: known.iter().filter_map(InLedger::of).collect(),
        rules: (!arguments.unverified).then(|| known.iter().filter_map(Known::report).collect()),
        compiled: None,
        differences: 0,
        unproven: None,
        is_unverified: known.iter().any(|of| matches!(of, Known::Nothing)),
        source: None,
    };
    if told.outcome() == Outcome::Proven {
        let remarks = remarks::of(&rules, &told.command, &known, arguments.lang);
        let text = Text::new(&files, arguments, &remarks)?;
        if arguments.prove {
            match prove::run(&text, &rules, &asked, arguments)? {
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
            written.finish(text, arguments, &mut told)?;
        }
    }
    told.show(json)?;
    Ok(told.outcome())
}

/// What is written.
pub struct Text {
    source: String,
    /// The header that it includes, by the name by which it does.
    header: Option<(String, String)>,
}

impl Text {
    fn new(
        files: &[&RuleFile],
        arguments: &args::ExportRules,
        remarks: &[String],
    ) -> anyhow::Result<Self> {
        let style = arguments.style()?;
        let emitted = |style: &Style| emit(files, arguments.lang, style, remarks);
        let source = emitted(&style)?;
        let header = match &style.kind {
            FileKind::Code { header } => {
                let kind = FileKind::Declarations;
                let name = style.name.clone();
                Some((header.clone(), emitted(&Style { name, kind })?))
            }
            _ => None,
        };
        Ok(Self { source, header })
    }

    /// The files that are compiled, by name.
    fn files(&self, build: &Build) -> anyhow::Result<Vec<(&str, &[u8])>> {
        let mut files = vec![(build.exported, self.source.as_bytes())];
        if let Some((name, text)) = &self.header {
            let mut others = build.files.iter().map(|(name, _)| *name);
            if name == build.exported || others.any(|other| other == name) {
                bail!("{name} is the name of another file of the proof; give the header another");
            }
            files.push((name, text.as_bytes()));
        }
        Ok(files)
    }
}

/// The files that are written, complete or not at all.
struct Written {
    file: Option<OutputFile>,
    header: Option<OutputFile>,
}

impl Written {
    fn create(arguments: &args::ExportRules) -> anyhow::Result<Self> {
        let create = |path: &Option<PathBuf>| path.as_deref().map(OutputFile::create).transpose();
        Ok(Self {
            file: create(&arguments.out)?,
            header: create(&arguments.declarations)?,
        })
    }

    /// Writes them; without a file the source is told.
    fn finish(
        self,
        text: Text,
        arguments: &args::ExportRules,
        told: &mut Told,
    ) -> anyhow::Result<()> {
        let shown = |path: &Option<PathBuf>| path.as_deref().map(VisibleName::shown);
        if let (Some(file), Some((_, text))) = (self.header, text.header) {
            file.finish(|file| Ok(file.write_all(text.as_bytes())?))?;
            told.header = shown(&arguments.declarations);
        }
        if let Some(file) = self.file {
            file.finish(|file| Ok(file.write_all(text.source.as_bytes())?))?;
            told.file = shown(&arguments.out);
        } else {
            told.source = Some(text.source);
        }
        Ok(())
    }
}

/// Refuses names and files that a language does not have.
fn check_names(arguments: &args::ExportRules) -> anyhow::Result<()> {
    let lang = arguments.lang;
    check_name(Some(lang), &arguments.name)?;
    let declarations = arguments.declarations.as_ref();
    let headers = [
        (arguments.header, "--header"),
        (declarations.is_some(), "--declarations"),
    ];
    if let Some((_, option)) = headers.into_iter().find(|(is_given, _)| *is_given)
        && !lang.takes_name()
    {
        bail!("{option} is for {}", named_languages());
    }
    if declarations.is_some() && declarations == arguments.out.as_ref() {
        bail!("--declarations and --out name the same file");
    }
    Ok(())
}

/// Refuses a prefix of names where a language takes none.
fn check_name(language: Option<Language>, name: &Name) -> anyhow::Result<()> {
    let takes_name = language.is_some_and(Language::takes_name);
    if !takes_name && *name != Name::default() {
        bail!(
            "--name is for {}; in other languages the name of the file serves",
            named_languages()
        );
    }
    Ok(())
}

/// The languages whose files have a prefix of names.
fn named_languages() -> String {
    let named = Language::ALL.into_iter().filter(|of| of.takes_name());
    let named: Vec<String> = named.map(|of| of.to_string()).collect();
    named.join(" and ")
}

/// One rule file for each class: the given or the built-in ones, with their proofs in the ledger.
fn rules(arguments: &args::ExportRules) -> anyhow::Result<Vec<(RuleFile, Option<&'static Proof>)>> {
    let classes = input::classes(&arguments.classes)?;
    let shelf = Shelf::of(&arguments.folders.source.named());
    let own = arguments
        .rules
        .iter()
        .map(|path| Ok((input::rule_file(path, &shelf)?, None)));
    let mut rules = own.collect::<anyhow::Result<Vec<_>>>()?;
    if !rules.is_empty() && classes.is_empty() && arguments.grade.is_some() {
        bail!("--grade chooses among built-in rules; name their classes, or leave it out");
    }
    if rules.is_empty() || !classes.is_empty() {
        let files = match (&classes[..], arguments.grade) {
            ([], None) => input::builtin_draw_rules(&[], &shelf)?,
            (classes, grade) => input::builtin_rules(classes, grade, &shelf)?,
        };
        // Grades come from quick to exact.
        let mut smallest: Vec<RuleFile> = Vec::new();
        for file in files {
            if smallest.iter().all(|of| of.material() != file.material()) {
                smallest.push(file);
            }
        }
        let smallest = smallest.into_iter().map(|file| {
            let name = file.source_name().strip_suffix(" (built in)");
            let proof = name.and_then(Builtin::named).and_then(Builtin::proof);
            (file, proof)
        });
        rules.splice(0..0, smallest);
    }
    for (rules, _) in &rules {
        Layout::new(rules.material())?;
        check_claims(rules)?;
    }
    Ok(rules)
}

/// Refuses rules that claim nothing.
pub fn check_claims(rules: &RuleFile) -> anyhow::Result<()> {
    input::check_results(rules, "export")?;
    let claims = |rule: &RuleInfo| rule.kind.claims();
    if !rules.rules().iter().any(claims) {
        bail!(
            "{} claims nothing; there is nothing to export",
            rules.source_name()
        );
    }
    Ok(())
}

/// What the ledger knows of rules, or what a verification finds where it knows nothing.
fn known(
    rules: &[RuleFile],
    proofs: Vec<Option<&'static Proof>>,
    asked: &Asked,
    arguments: &args::ExportRules,
) -> anyhow::Result<Vec<Known>> {
    let request = Request {
        rules: arguments.rules.clone(),
        ..Request::default()
    };
    let known = |(rules, proof): (&RuleFile, Option<&'static Proof>)| {
        if let Some(proof) = proof {
            return Ok(Known::InLedger(proof));
        }
        if arguments.unverified {
            return Ok(Known::Nothing);
        }
        let compiled = CompiledRules::new(rules);
        let shown = crate::progress::terminal();
        let report = Run::new(&compiled, Some(rules), asked, &request, &shown).report()?;
        Ok(Known::Verified(report))
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

impl Told {
    fn outcome(&self) -> Outcome {
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
    fn may_be_written(&self) -> bool {
        let mut reports = self.rules.iter().chain(&self.compiled).flatten();
        self.differences == 0 && reports.all(|report| report.proven)
    }

    fn show(&self, json: bool) -> anyhow::Result<()> {
        if json {
            return output::print_json(self);
        }
        Ok(output::print_beside(self.source.as_deref(), &self.text())?)
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for proof in &self.proofs {
            let (spotted, missed) = (proof.spotted_draws, proof.missed_draws);
            let all = spotted + missed;
            text += &format!(
                "{}: {} of {} draws ({}), proven, {} positions, ledger {:.12}\n",
                proof.file,
                thousands(spotted),
                thousands(all),
                percent(spotted, all),
                thousands(proof.positions),
                proof.sha256,
            );
        }
        for report in self.rules.iter().flatten() {
            text += &line(report, "");
        }
        for report in self.compiled.iter().flatten() {
            text += &line(report, ", compiled");
        }
        let reports = || self.rules.iter().chain(&self.compiled).flatten();
        if self.is_unverified {
            text += "not verified: these rules may claim draws in won or lost positions\n";
        } else if let Some(why) = &self.unproven {
            text += &format!("NOT PROVEN: the compiled file was not verified: {why}\n");
        } else if self.differences > 0 {
            let positions = counted(self.differences, "position");
            text += &format!("REFUTED: compiled code and rules differ in {positions}\n");
        } else if reports().any(is_refuted) {
            text += "nothing was exported: see the counterexamples above\n";
        } else if !self.may_be_written() {
            text += "NOT PROVEN: not every position has a verdict of the compiled file to rely on; \
                     nothing was exported\n";
        } else if self.compiled.is_some() {
            let draws = reports().all(|report| report.claims.is_empty());
            let what = if draws { "the draws that" } else { "what" };
            text += &format!("PROVEN: compiled, it claims exactly {what} the rules claim\n");
        }
        for file in self.header.iter().chain(&self.file) {
            text += &format!("written: {file}\n");
        }
        text
    }
}

/// A line for what is proven, the whole report for anything else.
fn line(report: &Report, how: &str) -> String {
    if !report.proven {
        return drawproof_reports::text(report) + "\n";
    }
    let share = |spotted: CountRow, missed: CountRow| {
        let right = spotted.board_count + missed.board_count;
        let spotted = spotted.board_count;
        let (all, share) = (thousands(right), percent(spotted, right));
        (thousands(spotted), all, share)
    };
    let claim = |of: &ClaimRow| {
        let (spotted, all, share) = share(of.spotted, of.missed);
        format!("{} {spotted} of {all} ({share})", of.claim.name())
    };
    let claims: Vec<String> = report.claims.iter().map(claim).collect();
    let what = if claims.is_empty() {
        let totals = &report.totals;
        let (spotted, all, share) = share(totals.spotted_draws, totals.missed_draws);
        format!("{spotted} of {all} draws ({share})")
    } else {
        claims.join(", ")
    };
    let by = &report.asked()[0];
    format!(
        "{}: {}{how}: {what}, no incorrect one, by {by}\n",
        report.material, report.rules_from
    )
}
