//! Proofs in files, for checkers of others.

use std::{
    fs::{self, File},
    io::{BufReader, BufWriter},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use drawproof_language::{FoundTables, OpenClass, OpenRules, Resolver, syntax::UseSource};
use drawproof_prove::{
    prove::{Outcome, Shown, statements},
    theory::Theory,
};
use drawproof_system::open_regular;
use drawproof_tables::{Material, VisibleName, sha256};
use serde::{Deserialize, Serialize};

use crate::{output_file::OutputFile, text_file::text_file};

const MANIFEST: &str = "manifest.json";
const RULES: &str = "rules.rules";

/// What the files of a certificate are.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    /// What wrote it.
    drawproof: String,
    class: String,
    /// Where the rules came from; their text is in `rules.rules`.
    rules_from: String,
    /// SHA-256 of that text alone.
    rules_sha256: String,
    /// Files that the proof relies on, which have certificates of their own.
    lemmas: Vec<Lemma>,
    statements: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lemma {
    class: String,
    /// SHA-256 of the text.
    rules_sha256: String,
}

/// A statement, and the files that show it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    statement: String,
    /// The formula, as DIMACS: it has a solution only if the statement is false.
    formula: String,
    /// The proof that it has none, as LRAT.
    proof: String,
}

/// A statement whose proof was checked again.
#[derive(Clone, Serialize, Debug)]
pub struct CertificateChecked {
    /// The folder.
    pub folder: String,
    /// The class.
    pub class: String,
    /// How many statements there are.
    pub statements: usize,
    /// How many clauses the formulas have.
    pub clauses: u64,
    /// How many steps the proofs have.
    pub steps: u64,
    /// What is wrong, if anything is.
    pub fault: Option<String>,
}

/// Writes a certificate to a folder of its own, and returns that.
pub(super) fn write(folder: &Path, rules: &OpenRules, shown: &[Shown]) -> anyhow::Result<String> {
    let class = rules.class().to_string();
    let folder = folder.join(folder_of(rules.class()));
    if let Ok((_, text)) = text_file(&folder.join(RULES), "rule file")
        && text != rules.text()
    {
        bail!(
            "{} has the certificate of other rules for {class}; name another folder",
            folder.shown()
        );
    }
    fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder {}", folder.shown()))?;
    let mut manifest = Manifest {
        drawproof: env!("CARGO_PKG_VERSION").into(),
        class,
        rules_from: rules.source_name().into(),
        rules_sha256: sha256(rules.text()),
        lemmas: rules.lemmas().iter().map(|of| lemma(of)).collect(),
        statements: Vec::new(),
    };
    for (number, one) in (1..).zip(shown) {
        let Outcome::Proven(proven) = &one.outcome else {
            continue;
        };
        let entry = Entry {
            statement: one.statement.to_string(),
            formula: format!("{number:03}.cnf"),
            proof: format!("{number:03}.lrat"),
        };
        let formula = OutputFile::create(&folder.join(&entry.formula))?;
        formula.finish(|to| Ok(proven.cnf.write_dimacs(BufWriter::new(to))?))?;
        let proof = OutputFile::create(&folder.join(&entry.proof))?;
        proof.finish(|to| Ok(proven.proof.write_lrat(BufWriter::new(to))?))?;
        manifest.statements.push(entry);
    }
    let text = rules.text().to_owned();
    OutputFile::create(&folder.join(RULES))?.finish(|to| Ok(to.write_all(text.as_bytes())?))?;
    let manifest = serde_json::to_vec_pretty(&manifest)?;
    OutputFile::create(&folder.join(MANIFEST))?.finish(|to| Ok(to.write_all(&manifest)?))?;
    Ok(folder.shown())
}

fn lemma(rules: &OpenRules) -> Lemma {
    Lemma {
        class: rules.class().to_string(),
        rules_sha256: sha256(rules.text()),
    }
}

/// Checks the certificates in a folder and in those directly in it.
pub fn check_certificate(folder: &Path) -> anyhow::Result<Vec<CertificateChecked>> {
    let mut folders = vec![folder.to_path_buf()];
    let inside = fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder {}", folder.shown()))?;
    for entry in inside {
        folders.push(entry?.path());
    }
    folders.retain(|folder| folder.join(MANIFEST).exists());
    folders.sort();
    if folders.is_empty() {
        bail!(
            "{} holds no certificate: there is no {MANIFEST} in it; make one by drawproof prove \
             --certificate DIR",
            folder.shown()
        );
    }
    folders.iter().map(|folder| check(folder)).collect()
}

fn check(folder: &Path) -> anyhow::Result<CertificateChecked> {
    let (_, text) = text_file(&folder.join(MANIFEST), "manifest")?;
    let manifest: Manifest = serde_json::from_str(&text)
        .with_context(|| format!("{} is no manifest", folder.join(MANIFEST).shown()))?;
    let mut checked = CertificateChecked {
        folder: folder.shown(),
        class: manifest.class.clone(),
        statements: manifest.statements.len(),
        clauses: 0,
        steps: 0,
        fault: None,
    };
    let (_, rules) = text_file(&folder.join(RULES), "rule file")?;
    if sha256(&rules) != manifest.rules_sha256 {
        checked.fault = Some(format!("{RULES} is not the file that was proven"));
        return Ok(checked);
    }
    if let Some(fault) = incomplete(folder, &manifest, &rules) {
        checked.fault = Some(fault);
        return Ok(checked);
    }
    for entry in &manifest.statements {
        match check_entry(folder, entry)? {
            Ok(found) => {
                checked.clauses += found.clauses;
                checked.steps += found.steps;
            }
            Err(fault) => {
                checked.fault = Some(format!("{}: {fault}", entry.proof));
                return Ok(checked);
            }
        }
    }
    Ok(checked)
}

/// What a certificate lacks: a statement that the rules need, or the certificate of other rules.
fn incomplete(folder: &Path, manifest: &Manifest, text: &str) -> Option<String> {
    let beside = Beside(folder.parent().unwrap_or(Path::new("")));
    let rules = match OpenRules::parse_with(RULES, text, &beside) {
        Ok(rules) => rules,
        Err(errors) => {
            let first = errors.errors().first().map(|error| error.message.clone());
            return Some(format!("{RULES}: {}", first.unwrap_or_default()));
        }
    };
    let theory = match Theory::new(&rules) {
        Ok(theory) => theory,
        Err(error) => return Some(error.to_string()),
    };
    let wanted = statements(&theory).into_iter().map(|one| one.to_string());
    let shown = manifest
        .statements
        .iter()
        .map(|entry| entry.statement.clone());
    let is_whole = wanted.eq(shown) && rules.class().to_string() == manifest.class;
    (!is_whole).then(|| format!("{MANIFEST} lacks statements that the rules need, or has others"))
}

/// Finds the rules that others rely on in certificates of the same folder.
struct Beside<'a>(&'a Path);

impl Resolver for Beside<'_> {
    fn rules(&self, class: &Material, _: &UseSource, _: &str) -> Result<(String, String), String> {
        Err(format!("a certificate has no rules for {class}"))
    }

    fn open_rules(
        &self,
        class: &OpenClass,
        _: &UseSource,
        _: &str,
    ) -> Result<(String, String), String> {
        let file = self.0.join(folder_of(class)).join(RULES);
        text_file(&file, "rule file")
            .map_err(|_| format!("the certificate of {class} is missing beside this one"))
    }

    fn tables(&self, class: &Material) -> Result<FoundTables, String> {
        Err(format!("a certificate has no table of {class}"))
    }
}

/// The name of the folder with the certificate of a class.
fn folder_of(class: &OpenClass) -> String {
    class.to_string().replace('v', "").to_lowercase()
}

fn check_entry(
    folder: &Path,
    entry: &Entry,
) -> anyhow::Result<Result<drawproof_lrat::Checked, drawproof_lrat::Error>> {
    let formula = open(folder, &entry.formula)?;
    let proof = open(folder, &entry.proof)?;
    Ok(drawproof_lrat::check(formula, proof))
}

/// A file of the folder itself: its name leads nowhere else.
fn open(folder: &Path, name: &str) -> anyhow::Result<BufReader<File>> {
    let path: PathBuf = folder.join(name);
    if Path::new(name).file_name() != Some(name.as_ref()) {
        bail!("{name} is no name of a file in {}", folder.shown());
    }
    let file = open_regular(&path).with_context(|| format!("cannot read {}", path.shown()))?;
    Ok(BufReader::new(file))
}
