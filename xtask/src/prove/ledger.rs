//! The ledger of proofs on disk, and what a report proves.

use std::{collections::BTreeMap, fs, time::Duration};

use anyhow::Context;
use drawproof_language::{RuleKind, SEMANTICS};
use drawproof_recognizers::{Builtin, LEDGER_HEADER, Proof, READY_CRATE, builtin_all, read_ledger};
use drawproof_reports::{Report, RuleRow};
use drawproof_tables::sha256;
use tempfile::NamedTempFile;

use crate::program::root;

use super::{counts::counts, facts};

/// Where it is.
const PATH: &str = "recognizers/ledger.csv";

/// The proofs by the names of their files, as the ledger on disk has them.
pub struct Ledger {
    proofs: BTreeMap<String, Proof>,
    /// Whether it is compared and not written.
    check: bool,
}

impl Ledger {
    pub fn read(check: bool) -> anyhow::Result<Self> {
        let text = fs::read_to_string(root().join(PATH)).context(PATH)?;
        let proofs = read_ledger(&text).context(PATH)?.into_iter();
        let proofs = proofs.map(|proof| (proof.file.clone(), proof)).collect();
        Ok(Self { proofs, check })
    }

    /// Writes it whole, or not at all.
    fn write(&self) -> anyhow::Result<()> {
        let lines = self.proofs.values().map(|proof| format!("{proof}\n"));
        let text = format!("{LEDGER_HEADER}\n{}", lines.collect::<String>());
        let path = root().join(PATH);
        let folder = path.parent().context("no folder")?;
        let file = NamedTempFile::new_in(folder)?;
        fs::write(&file, text)?;
        fs::set_permissions(&file, fs::metadata(&path)?.permissions())?;
        file.persist(&path)?;
        Ok(())
    }

    /// Removes the lines of files that are gone. If it is only checked, whether there were none.
    pub fn forget_missing_files(&mut self) -> anyhow::Result<bool> {
        let is_there = |name: &str| name == READY_CRATE || Builtin::named(name).is_some();
        let gone = self.proofs.keys().filter(|name| !is_there(name));
        let gone: Vec<String> = gone.cloned().collect();
        for name in &gone {
            println!("gone                {name}");
            self.proofs.remove(name);
        }
        if !gone.is_empty() && !self.check {
            self.write()?;
        }
        Ok(gone.is_empty() || !self.check)
    }

    /// Whether something is proven as it is now.
    pub fn proves(&self, name: &str, sha256: &str) -> bool {
        let proof = self.proofs.get(name);
        proof.is_some_and(|proof| proof.holds_for(sha256))
    }

    /// The line of a file.
    pub fn of(&self, of: &Builtin) -> Option<&Proof> {
        self.proofs.get(of.name)
    }

    /// How long a file took.
    pub fn milliseconds(&self, of: &Builtin) -> u64 {
        self.of(of).map_or(0, |proof| proof.milliseconds)
    }

    /// Adds what a report proves, or compares it.
    pub fn add_report(
        &mut self,
        of: &Builtin,
        report: &Report,
        took: Duration,
    ) -> anyhow::Result<bool> {
        if !report.proven || !is_whole(report) {
            say("refuted", took, of.name);
            println!("{}", drawproof_reports::text(report));
            return Ok(false);
        }
        let idle = facts::idle(report);
        let unlike = facts::unlike(of, report)?;
        for fault in idle.iter().chain(&unlike) {
            println!("{}: {fault}", of.name);
        }
        // The facts are made again after the ledger is written.
        let is_good = idle.is_empty() && (unlike.is_empty() || !self.check);
        Ok(self.add(proof(of, report), took)? && is_good)
    }

    /// Adds a proof and writes it at once, or compares it. Whether it is as expected.
    pub fn add(&mut self, proof: Proof, took: Duration) -> anyhow::Result<bool> {
        let known = self.proofs.get(&proof.file);
        // The same proof keeps its time, so that its line stays as it is.
        let is_same = known.is_some_and(|known| {
            let milliseconds = known.milliseconds;
            *known
                == Proof {
                    milliseconds,
                    ..proof.clone()
                }
        });
        if is_same {
            say("same", took, &proof.file);
            return Ok(true);
        }
        if self.check {
            say("differs", took, &proof.file);
            let known = known.map_or("is missing".into(), Proof::to_string);
            println!("  ledger: {known}\n  now:    {proof}");
            return Ok(false);
        }
        say("proven", took, &proof.file);
        let milliseconds = took.as_millis() as u64;
        let name = proof.file.clone();
        self.proofs.insert(
            name,
            Proof {
                milliseconds,
                ..proof
            },
        );
        self.write()?;
        Ok(true)
    }

    /// How much is proven.
    pub fn conclusion(&self) -> String {
        let is_proven = |of: &&Builtin| self.proves(of.name, &of.sha256());
        let proven = builtin_all().filter(is_proven).count();
        format!(
            "{proven} of {} rule files have a proof",
            builtin_all().count()
        )
    }
}

/// One line about a file.
fn say(word: &str, took: Duration, file: &str) {
    println!("{word:<8}{:>8.1} s  {file}", took.as_secs_f64());
}

/// Whether every position was judged.
fn is_whole(report: &Report) -> bool {
    report.without_verdict.is_none() && report.left_out.is_none() && report.one_sided.is_none()
}

/// What a report proves.
fn proof(of: &Builtin, report: &Report) -> Proof {
    let claims = |rule: &&RuleRow| RuleKind::from(rule.kind).claims();
    let claiming = report.rules.iter().filter(claims);
    Proof {
        file: of.name.into(),
        sha256: of.sha256(),
        semantics: SEMANTICS,
        positions: counts(&report.totals).iter().sum(),
        claims: claiming.flat_map(|rule| counts(&rule.decided)).sum(),
        spotted_draws: report.totals.spotted_draws.board_count,
        missed_draws: report.totals.missed_draws.board_count,
        incorrect: report.incorrect_claims().board_count,
        rules: rules_digest(&report.rules),
        milliseconds: 0,
    }
}

/// The beginning of a hash of what each rule decided.
fn rules_digest(rules: &[RuleRow]) -> String {
    let line = |rule: &RuleRow| {
        let claimed = rule.claimed.as_ref();
        let claimed = claimed.map_or([0; 2], |of| {
            [of.incorrect, of.tight].map(|of| of.board_count)
        });
        let counts = counts(&rule.decided).into_iter().chain(claimed);
        let counts: Vec<String> = counts.map(|count| count.to_string()).collect();
        format!(
            "{}\t{}\t{}\n",
            rule.name,
            rule.kind.name(),
            counts.join("\t")
        )
    };
    let mut digest = sha256(rules.iter().map(line).collect::<String>());
    digest.truncate(16);
    digest
}
