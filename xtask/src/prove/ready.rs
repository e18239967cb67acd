//! The proof of the ready crate, `embedded/`: it is what exporting proven rules writes now.

use std::{collections::BTreeSet, fs, time::Instant};

use anyhow::Context;
use drawproof_language::SEMANTICS;
use drawproof_recognizers::{Builtin, Proof, READY_CRATE, builtin_all};
use drawproof_tables::sha256 as hash;

use super::ledger::Ledger;
use crate::{
    arguments::{Regenerate, Sample},
    program::root,
    regenerate,
};

/// SHA-256 of its sources, and of the proofs' hashes of the rules in it.
pub fn sha256() -> anyhow::Result<String> {
    let mut lines = Vec::new();
    for file in fs::read_dir(root().join(READY_CRATE).join("src"))? {
        let file = file?;
        let name = file.file_name().to_string_lossy().into_owned();
        lines.push(format!("{name} {}\n", hash(fs::read(file.path())?)));
    }
    lines.sort();
    let rules = rules()?.into_iter();
    lines.extend(rules.map(|of| format!("{} {}\n", of.name, of.sha256())));
    Ok(hash(lines.concat()))
}

/// The rules in it, which its heading names.
fn rules() -> anyhow::Result<Vec<&'static Builtin>> {
    let path = root().join(READY_CRATE).join("src/draws.rs");
    let text = fs::read_to_string(&path).context("embedded/src/draws.rs")?;
    let heading = text.lines().take_while(|line| line.starts_with("//"));
    let words: BTreeSet<&str> = heading.flat_map(str::split_whitespace).collect();
    let is_in_it = |of: &&Builtin| words.contains(of.name);
    Ok(builtin_all().filter(is_in_it).collect())
}

/// Exports it again and compares. Its counts are the sums of its rules'.
pub fn prove(ledger: &mut Ledger) -> anyhow::Result<bool> {
    let start = Instant::now();
    let exported = Regenerate {
        files: vec![format!("{READY_CRATE}/")],
        check: true,
        quick: false,
        sample: Sample::default(),
        release: true,
    };
    if !regenerate::run(&exported)? {
        return Ok(false);
    }
    let mut proof = Proof {
        file: READY_CRATE.into(),
        sha256: sha256()?,
        semantics: SEMANTICS,
        positions: 0,
        claims: 0,
        spotted_draws: 0,
        missed_draws: 0,
        incorrect: 0,
        rules: String::new(),
        milliseconds: 0,
    };
    for of in rules()? {
        let known = ledger
            .of(of)
            .with_context(|| format!("{} is not proven", of.name))?;
        proof.positions += known.positions;
        proof.claims += known.claims;
        proof.spotted_draws += known.spotted_draws;
        proof.missed_draws += known.missed_draws;
        proof.rules += &known.rules;
    }
    proof.rules = hash(&proof.rules);
    proof.rules.truncate(16);
    ledger.add(proof, start.elapsed())
}

#[cfg(test)]
mod tests {
    use drawproof_recognizers::ledger;

    use super::*;

    #[test]
    fn the_ready_crate_is_proven() -> anyhow::Result<()> {
        let sha256 = sha256()?;
        let mut proofs = ledger().iter();
        assert!(
            proofs.any(|proof| proof.file == READY_CRATE && proof.holds_for(&sha256)),
            "{READY_CRATE} has no proof in recognizers/ledger.csv: run cargo xtask prove"
        );
        assert!(rules()?.len() > 30);
        Ok(())
    }
}
