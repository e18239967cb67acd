//! The truth about a class, against which rules are mined and verified.

use drawproof_language::{Claim, RuleFile};
use drawproof_recognizers::CompiledRules;
use drawproof_tables::{
    Layout, Material, Oracle, OracleError, Placement, Provenance, Value, Wdl, WdlSet, WdlWords,
};
use drawproof_verify::{Options, Tally, Verdict, Verification, VerifyError};
use shakmaty::Color;

/// Runs a verification over all of its units: with a bar, or until it is stopped.
pub type Run<'a> = &'a (dyn Fn(&Verification) -> Result<Tally, VerifyError> + Sync);

/// Tables, from files or generated.
///
/// If something other than draws is to be claimed, it is an oracle that calls
/// every position a draw in which the claim is right, and every other one a win:
/// what finds draws then finds the claim.
pub struct Truth<'a> {
    /// Where values come from.
    pub tables: &'a dyn Oracle,
    /// The oracles that they are compared with.
    pub others: Vec<&'a dyn Oracle>,
    /// What is claimed instead of a draw.
    pub claim: Option<Claim>,
    /// Whether each mirror image is judged.
    pub full_board: bool,
    /// How rules are verified.
    pub run: Run<'a>,
}

impl Truth<'_> {
    /// What rules are found by.
    pub fn oracle(&self) -> &dyn Oracle {
        match self.claim {
            Some(_) => self,
            None => self.tables,
        }
    }

    /// The verdict on rules, with one oracle and mirror images judged once.
    ///
    /// # Errors
    ///
    /// Those of the verification.
    pub fn verdict(&self, rules: &RuleFile) -> Result<Verdict, VerifyError> {
        let compiled = CompiledRules::new(rules);
        let verification = Verification::new(&compiled, self.oracle(), Options::default())?;
        verification.verdict((self.run)(&verification)?)
    }

    /// The verdict on rules that claim draws, with all oracles.
    ///
    /// # Errors
    ///
    /// Those of the verification.
    pub fn full_verdict(&self, rules: &RuleFile) -> Result<Verdict, VerifyError> {
        match self.claim {
            Some(_) => self.verdict(rules),
            None => self.real_verdict(rules),
        }
    }

    /// The verdict that `drawproof verify` would give on the rules, with all
    /// oracles.
    ///
    /// # Errors
    ///
    /// Those of the verification.
    pub fn real_verdict(&self, rules: &RuleFile) -> Result<Verdict, VerifyError> {
        let options = Options {
            full_board: self.full_board,
            ..Options::default()
        };
        let compiled = CompiledRules::new(rules);
        let verification = Verification::new(&compiled, self.tables, options)?;
        let verification = verification.beside(self.others.iter().copied());
        verification.verdict((self.run)(&verification)?)
    }

    /// The results for which the claim is right.
    fn allowed(&self, turn: Color) -> WdlSet {
        self.claim.unwrap_or(Claim::Draw).allows(turn)
    }
}

impl Oracle for Truth<'_> {
    fn name(&self) -> String {
        self.tables.name()
    }

    fn fingerprint(&self, material: &Material) -> Result<String, OracleError> {
        self.tables.fingerprint(material)
    }

    fn provenance(&self, material: &Material) -> Result<Option<Provenance>, OracleError> {
        self.tables.provenance(material)
    }

    fn probe(&self, material: &Material, placement: &Placement) -> Result<Value, OracleError> {
        let value = self.tables.probe(material, placement)?;
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
        self.tables.block(layout, block, turn, words)?;
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
