//! The source of truth for mining, against which rules are also verified.

use drawproof_language::RuleFile;
use drawproof_recognizers::CompiledRules;
use drawproof_retro::Keep;
use drawproof_tables::{Material, Oracle};
use drawproof_verify::{Options, Verdict, Verification};

use crate::{
    args,
    oracles::Asked,
    progress,
    sources::{self, Sources},
};

/// The tables of a class, from files or generated.
pub struct Truth<'a> {
    class: &'a Material,
    asked: Asked,
    own: Sources,
    full_board: bool,
}

impl<'a> Truth<'a> {
    /// Opens the given folders, or generates tables.
    pub fn new(class: &'a Material, arguments: &args::Mine) -> anyhow::Result<Self> {
        let asked = Asked::open(&arguments.folders, &[class])?;
        let mut own = Sources::generator().keeping(Keep::Successors);
        if asked.source.is_none() {
            own.get(class, sources::wanted(class, false))?;
        }
        Ok(Self {
            class,
            asked,
            own,
            full_board: arguments.full_board,
        })
    }

    /// Where values come from.
    pub fn oracle(&self) -> &dyn Oracle {
        match &self.asked.source {
            Some(folders) => folders,
            None => self.own.tables(),
        }
    }

    /// The verdict on rules, with one oracle and mirror images judged once.
    pub fn verdict(&self, rules: &RuleFile) -> anyhow::Result<Verdict> {
        let compiled = CompiledRules::new(rules);
        let oracle = self.oracle();
        Ok(drawproof_verify::verify(
            &compiled,
            oracle,
            Options::default(),
        )?)
    }

    /// The verdict that `drawproof verify` would give on the rules, with all
    /// oracles.
    pub fn full_verdict(&self, rules: &RuleFile) -> anyhow::Result<Verdict> {
        let options = Options {
            full_board: self.full_board,
            ..Options::default()
        };
        let compiled = CompiledRules::new(rules);
        let verification = Verification::new(&compiled, self.oracle(), options)?;
        let verification = verification.beside(self.asked.others());
        let units = verification.units();
        let label = format!("verifying {}", self.class);
        let bar = progress::bar(label, Some(units as u64));
        let tally = verification.run(0..units, &|units| bar.inc(units));
        bar.finish_and_clear();
        Ok(verification.verdict(tally?)?)
    }
}
