//! The source of truth for mining, against which rules are also verified.

use drawproof_language::{Claim, RuleFile};
use drawproof_recognizers::CompiledRules;
use drawproof_retro::Keep;
use drawproof_tables::{
    Layout, Material, Oracle, OracleError, Placement, Provenance, Value, Wdl, WdlSet, WdlWords,
};
use drawproof_verify::{Options, Verdict, Verification};
use shakmaty::Color;

use crate::{args, oracles::Asked, progress, sources::Sources};

/// The tables of a class, from files or generated.
///
/// If something other than draws is to be claimed, it is an oracle that calls
/// every position a draw in which the claim is right, and every other one a win:
/// what finds draws then finds the claim.
pub struct Truth<'a> {
    class: &'a Material,
    /// What is claimed instead of a draw.
    pub claim: Option<Claim>,
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
            own.prepare_for_claims(class, false)?;
        }
        Ok(Self {
            class,
            claim: claim_of(arguments),
            asked,
            own,
            full_board: arguments.full_board,
        })
    }

    /// What rules are found by.
    pub fn oracle(&self) -> &dyn Oracle {
        match self.claim {
            Some(_) => self,
            None => self.tables(),
        }
    }

    /// Where values come from.
    fn tables(&self) -> &dyn Oracle {
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

    /// The verdict on rules that claim draws, with all oracles.
    pub fn full_verdict(&self, rules: &RuleFile) -> anyhow::Result<Verdict> {
        match self.claim {
            Some(_) => self.verdict(rules),
            None => self.real_verdict(rules),
        }
    }

    /// The verdict that `drawproof verify` would give on the rules, with all
    /// oracles.
    pub fn real_verdict(&self, rules: &RuleFile) -> anyhow::Result<Verdict> {
        let options = Options {
            full_board: self.full_board,
            ..Options::default()
        };
        let compiled = CompiledRules::new(rules);
        let verification = Verification::new(&compiled, self.tables(), options)?;
        let verification = verification.beside(self.asked.others());
        let units = verification.units();
        let label = format!("verifying {}", self.class);
        let bar = progress::bar(label, Some(units as u64));
        let tally = verification.run(0..units, &|units| bar.inc(units));
        bar.finish_and_clear();
        Ok(verification.verdict(tally?)?)
    }
}

/// What rules claim, unless it is a draw.
pub fn claim_of(arguments: &args::Mine) -> Option<Claim> {
    arguments.claim.filter(|&claim| claim != Claim::Draw)
}

impl Truth<'_> {
    /// The results for which the claim is right.
    fn allowed(&self, turn: Color) -> WdlSet {
        self.claim.unwrap_or(Claim::Draw).allows(turn)
    }
}

impl Oracle for Truth<'_> {
    fn name(&self) -> String {
        self.tables().name()
    }

    fn fingerprint(&self, material: &Material) -> Result<String, OracleError> {
        self.tables().fingerprint(material)
    }

    fn provenance(&self, material: &Material) -> Result<Option<Provenance>, OracleError> {
        self.tables().provenance(material)
    }

    fn probe(&self, material: &Material, placement: &Placement) -> Result<Value, OracleError> {
        let value = self.tables().probe(material, placement)?;
        let is_right = self.allowed(placement.turn).has(value.wdl);
        Ok(Value::of(if is_right { Wdl::Draw } else { Wdl::Win }))
    }

    fn block(
        &self,
        layout: &Layout,
        block: usize,
        turn: Color,
        words: &mut WdlWords,
    ) -> Result<(), OracleError> {
        self.tables().block(layout, block, turn, words)?;
        let allowed = self.allowed(turn);
        for (at, &legal) in words.legal.iter().enumerate() {
            let (win, loss) = (words.win[at], words.loss[at]);
            let of = |result, positions: u64| if allowed.has(result) { positions } else { 0 };
            let right = of(Wdl::Win, win) | of(Wdl::Loss, loss) | of(Wdl::Draw, !win & !loss);
            words.win[at] = legal & !right;
            words.loss[at] = 0;
        }
        Ok(())
    }
}
