//! A workbench for rules: texts verified and exported while they are written.

mod errors;
mod found;
mod places;
mod reader;

use std::sync::{Mutex, PoisonError};

use anyhow::bail;
use drawproof_evaluate::CompiledRules;
use drawproof_export::{Language, Style, emit};
use drawproof_language::RuleFile;
use drawproof_recognizers::{Builtin, builtin};
use drawproof_reports::Report;
use drawproof_tables::{Layout, Material, sha256};
use drawproof_verify::{LookAhead, Options};

use crate::{
    export,
    folders::{Folders, TableFolders},
    input,
    oracles::AskedOracles,
    progress::{NEVER, Progress},
    verify::{Follow, Request, Run, Tables},
};
use found::Findings;
use places::Places;
use reader::FILE;

pub use errors::ErrorRow;
pub use found::{Bench, BenchFindings, FoundSample, SampledRow};

/// A rule file.
#[derive(Clone, Debug)]
pub struct RuleText {
    /// Its name.
    pub name: &'static str,
    /// Its class.
    pub class: String,
    /// The text.
    pub text: String,
}

/// Why there is no source code.
#[derive(Debug, thiserror::Error)]
pub enum NotExported {
    /// The rules are not proven.
    #[error("only proven rules are exported; these are not, or no longer known to be")]
    NotProven,
    /// Anything else, in words.
    #[error("{0}")]
    Other(String),
}

/// How many men a class may have.
const MEN: usize = 5;

/// How many missed draws are drawn at random; as many as for a report on a page.
const MISSED: usize = 256;

/// With how many men a sample comes first.
const SAMPLED_MEN: usize = 5;

/// How many units it has.
const SAMPLE: usize = 64;

/// How many proven texts are remembered.
const PROVEN: usize = 32;

/// Verifies and exports rule files, with tables as `drawproof verify` takes them.
pub struct Workbench {
    folders: Folders,
    places: Places,
    progress: Progress,
    /// The tables of the last class: one class bounds the memory.
    tables: Mutex<Option<(Material, Tables)>>,
    /// The last texts that were proven, the latest at the end.
    proven: Mutex<Vec<Proven>>,
}

/// A text that was proven.
struct Proven {
    /// Its SHA-256, without what it uses.
    text: String,
    report: Report,
}

impl Workbench {
    /// With tables from folders, or generated ones.
    pub fn new(source: TableFolders, progress: &Progress) -> Self {
        Self {
            places: Places::of(&source),
            folders: Folders {
                source,
                against: Vec::new(),
            },
            progress: progress.clone(),
            tables: Mutex::default(),
            proven: Mutex::default(),
        }
    }

    /// Judges rules, from the first positions to the lines of counterexamples.
    fn judge(
        &self,
        rules: &RuleFile,
        before: Option<&str>,
        findings: &Findings,
    ) -> anyhow::Result<Report> {
        input::check_results(rules, "the workbench")?;
        let class = rules.material();
        if class.men_count() > MEN {
            bail!("{class} has more than {MEN} men; use drawproof verify");
        }
        Layout::new(class)?;
        LookAhead::of(rules)?;
        let compiled = CompiledRules::new(rules);
        let asked = AskedOracles::open(&self.folders, &[class], &self.progress)?;
        let request = Request {
            options: Options {
                missed: MISSED,
                ..Options::DEFAULT
            },
            rules: vec![FILE.into()],
            folders: self.folders.clone(),
            ..Request::default()
        };
        let run = Run::new(&compiled, Some(rules), &asked, &request, &self.progress);
        let mut run = run.with_tables(self.take(class)).followed(findings);
        let report = stages(&mut run, findings);
        let mut tables = run.into_tables();
        // They may be missing because it was stopped.
        tables.look_again();
        *self.tables.lock().unwrap_or_else(PoisonError::into_inner) = Some((class.clone(), tables));
        let report = report?;
        let before = before.and_then(|sha256| self.proven(|of| of.report.rules_sha256 == sha256));
        findings.whole(&report, before);
        Ok(report)
    }

    /// The tables of a class, if it is the last one.
    fn take(&self, class: &Material) -> Tables {
        let mut kept = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.take().filter(|(of, _)| of == class);
        kept.map_or_else(|| Tables::kept(&self.progress), |(_, tables)| tables)
    }

    /// The report on a text that was proven.
    fn proven(&self, is_it: impl Fn(&Proven) -> bool) -> Option<Report> {
        let proven = self.proven.lock().unwrap_or_else(PoisonError::into_inner);
        let found = proven.iter().find(|of| is_it(of));
        found.map(|of| of.report.clone())
    }

    fn remember(&self, text: &str, report: Report) {
        let mut proven = self.proven.lock().unwrap_or_else(PoisonError::into_inner);
        let text = sha256(text);
        proven.retain(|of| of.text != text);
        if proven.len() >= PROVEN {
            proven.remove(0);
        }
        proven.push(Proven { text, report });
    }

    fn source(&self, text: &str, language: &str) -> anyhow::Result<Option<String>> {
        let Some(lang) = Language::ALL
            .into_iter()
            .find(|of| of.to_string() == language)
        else {
            bail!("rules are not exported to {language}");
        };
        // Reading a text may take long: this is done for proven ones only.
        let hash = sha256(text);
        let Some(report) = self.proven(|of| of.text == hash) else {
            return Ok(None);
        };
        let rules = reader::read(text, &self.folders.source, &NEVER)?;
        export::check_claims(&rules)?;
        let command = format!("drawproof export rules --lang {lang} --rules {FILE}");
        let remarks = export::remarks(&rules, &command, &report, lang);
        Ok(Some(emit(&[&rules], lang, &Style::default(), &remarks)?))
    }
}

/// A sample first, if the class is large, then the whole.
fn stages(run: &mut Run, findings: &Findings) -> anyhow::Result<Report> {
    findings.begins("tables", 0);
    run.prepare()?;
    if run.class().men_count() >= SAMPLED_MEN {
        findings.begins("sample", SAMPLE);
        let done = |units| findings.done(units);
        let sampled = run.verification()?.sample(SAMPLE, &done)?;
        findings.sampled(run.class(), &sampled);
    }
    run.report()
}

impl Workbench {
    /// The rule files that come with the program.
    pub fn built_in(&self) -> Vec<RuleText> {
        let file = |of: &'static Builtin| RuleText {
            name: of.name,
            class: of.material().to_string(),
            text: of.text(),
        };
        builtin().iter().map(file).collect()
    }

    /// Verifies a rule file, and shows what it finds on the way: errors, a sample, the verdict;
    /// folders with an absolute name by its last part. It ends soon after it is stopped. `before` is
    /// the SHA-256 of a text that was proven, to compare with.
    pub fn verify(&self, text: &str, before: Option<&str>, job: &dyn Bench) {
        let findings = Findings::new(job, &self.places);
        match reader::read(text, &self.folders.source, job.stopped()) {
            Err(errors) => findings.errors(text, &errors),
            Ok(rules) => {
                findings.read(rules.material());
                match self.judge(&rules, before, &findings) {
                    Ok(report) if report.proven => self.remember(text, report),
                    Ok(_) => {}
                    Err(error) => findings.failed(&error),
                }
            }
        }
    }

    /// The languages that a rule file is exported to.
    pub fn languages(&self) -> Vec<String> {
        Language::ALL.iter().map(ToString::to_string).collect()
    }

    /// The source code of a rule file that was proven.
    pub fn export(&self, text: &str, language: &str) -> Result<String, NotExported> {
        match self.source(text, language) {
            Ok(Some(source)) => Ok(self.places.hide(source)),
            Ok(None) => Err(NotExported::NotProven),
            Err(error) => Err(NotExported::Other(self.places.hide(format!("{error:#}")))),
        }
    }
}
