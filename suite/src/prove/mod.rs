//! Rules proven for any number of men.

mod answer;
mod certificate;
mod closed;

use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use drawproof_language::OpenRules;
use drawproof_prove::{
    prove::{Options, Shown, prove as prove_all, statements},
    solver, symbolic,
    theory::Theory,
};
use drawproof_recognizers::proven;

pub use answer::{BrokenStatement, FalseClaim, ProofAnswer, StatementAnswer, Truth};
pub use certificate::{CertificateChecked, check_certificate};

use crate::{
    Outcome,
    input::{AnyRules, any_rule_file},
    progress::Progress,
    resolver::Shelf,
};

/// The request for proofs.
#[derive(Clone, Debug)]
pub struct Request {
    /// The rule files; the built-in ones, if there are none.
    pub files: Vec<PathBuf>,
    /// How long the solver may take for one question.
    pub time: Duration,
    /// How many bytes it may take for one question.
    pub memory: usize,
    /// If rules are not proven, false claims are looked for in closed classes with at most this
    /// number of men, and tables are asked about positions with as few.
    pub men: usize,
    /// The folder for certificates, if they are wanted.
    pub certificate: Option<PathBuf>,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            files: Vec::new(),
            time: Duration::from_mins(1),
            memory: 1 << 30,
            men: 4,
            certificate: None,
        }
    }
}

impl Request {
    /// The rules to be proven, each after what it relies on.
    fn rules(&self) -> anyhow::Result<Vec<OpenRules>> {
        if self.files.is_empty() {
            let rules = proven().iter().map(|of| Ok(of.rules()?));
            return rules.collect();
        }
        let shelf = Shelf::default();
        let open = |path: &PathBuf| match any_rule_file(path, &shelf)? {
            AnyRules::Open(rules) => Ok(*rules),
            AnyRules::Closed(rules) => anyhow::bail!(
                "{} is about {}, a closed class: verify it, as in: drawproof verify --rules FILE",
                rules.source_name(),
                rules.material()
            ),
        };
        self.files.iter().map(open).collect()
    }
}

/// Proves rules, one file after the other, and hands over what came of each.
pub fn prove(
    request: &Request,
    progress: &Progress,
    mut take: impl FnMut(ProofAnswer) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let mut done: Vec<String> = Vec::new();
    let mut unproven: Vec<String> = Vec::new();
    let mut outcome = Outcome::Proven;
    for rules in request.rules()? {
        for rules in with_lemmas(&rules) {
            if done.iter().any(|known| known == rules.sha256()) {
                continue;
            }
            done.push(rules.sha256().into());
            let lacks = |lemma: &Arc<OpenRules>| unproven.iter().any(|of| of == lemma.sha256());
            let lacks_lemma = rules.lemmas().iter().any(lacks);
            let answer = prove_one(request, rules, lacks_lemma, progress)?;
            if !answer.proven {
                unproven.push(rules.sha256().into());
            }
            outcome = match (outcome, answer.outcome()) {
                (Outcome::Counterexample, _) | (_, Outcome::Counterexample) => {
                    Outcome::Counterexample
                }
                (Outcome::Unchecked, _) | (_, Outcome::Unchecked) => Outcome::Unchecked,
                _ => Outcome::Proven,
            };
            take(answer)?;
        }
    }
    Ok(outcome)
}

/// Whether rules are proven, with everything that they rely on.
pub fn is_proven(rules: &OpenRules, progress: &Progress) -> anyhow::Result<bool> {
    let request = Request::default();
    for rules in with_lemmas(rules) {
        if !shown(&request, rules, progress)?
            .iter()
            .all(Shown::is_proven)
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Rules, after those that they rely on.
fn with_lemmas(rules: &OpenRules) -> Vec<&OpenRules> {
    let lemmas = rules.lemmas().iter();
    let mut all: Vec<&OpenRules> = lemmas.flat_map(|lemma| with_lemmas(lemma)).collect();
    all.push(rules);
    all
}

fn prove_one(
    request: &Request,
    rules: &OpenRules,
    lacks_lemma: bool,
    progress: &Progress,
) -> anyhow::Result<ProofAnswer> {
    let start = Instant::now();
    let shown = shown(request, rules, progress)?;
    let mut answer = ProofAnswer::new(rules, &shown, lacks_lemma);
    if let Some(folder) = request.certificate.as_ref().filter(|_| answer.proven) {
        answer.certificate = Some(certificate::write(folder, rules, &shown)?);
    }
    if !answer.proven {
        closed::find_truths(&mut answer, request.men, progress)?;
        answer.false_claim = closed::false_claim(rules, request.men, progress)?;
    }
    answer.seconds = start.elapsed().as_secs_f64();
    Ok(answer)
}

/// What comes of every statement about some rules.
fn shown(request: &Request, rules: &OpenRules, progress: &Progress) -> anyhow::Result<Vec<Shown>> {
    let theory = Theory::new(rules)?;
    let stop = AtomicBool::new(false);
    let options = Options {
        formula: symbolic::Limits::default(),
        solver: solver::Limits {
            time: request.time,
            conflicts: u64::MAX,
            memory: request.memory,
            stop: &stop,
        },
    };
    let all = statements(&theory);
    let bar = progress.bar(format!("proving {}", rules.class()), Some(all.len() as u64));
    let shown = prove_all(&theory, &options, &|_| bar.inc(1))?;
    bar.end();
    Ok(shown)
}
