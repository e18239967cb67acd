//! The truth about a class, against which rules are mined and verified.

use drawproof_evaluate::CompiledRules;
use drawproof_language::{Claim, RuleFile};
use drawproof_tables::{
    Layout, Material, Oracle, OracleError, Placement, Provenance, Value, Wdl, WdlWords,
};
use drawproof_verify::{Options, Tally, Verdict, Verification, VerifyError};
use shakmaty::Color;

/// Runs a verification over all of its units: with a bar, or until it is stopped.
pub type Run<'a> = &'a (dyn Fn(&Verification) -> Result<Tally, VerifyError> + Sync);

/// Tables, from files or generated, and what is to be claimed about them.
///
/// If that is something other than draws, it is an oracle that calls every
/// position a draw in which the claim is right, and every other one a win:
/// what finds draws then finds the claim.
pub struct Truth<'a> {
    /// Where the truth that the claim is about comes from.
    pub tables: &'a dyn Oracle,
    /// The oracles that they are compared with.
    pub others: Vec<&'a dyn Oracle>,
    /// What is claimed.
    pub claim: Claim,
    /// Whether each mirror image is judged.
    pub full_board: bool,
    /// How rules are verified.
    pub run: Run<'a>,
}

impl Truth<'_> {
    /// What rules are found by.
    pub fn oracle(&self) -> &dyn Oracle {
        match self.claim {
            Claim::Draw => self.tables,
            _ => self,
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
            Claim::Draw => self.real_verdict(rules),
            _ => self.verdict(rules),
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
        let truth = self.tables.truth_of(material, placement)?;
        let is_right = self.claim.truths(placement.turn).has(truth);
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
        let allowed = self.claim.truths(turn);
        for (at, &legal) in words.legal.iter().enumerate() {
            words.win[at] = legal & !allowed.bits(words.win[at], words.loss[at]);
            words.loss[at] = 0;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use drawproof_retro::{GenerateError, HelpmatePly, generate_helpmates};
    use drawproof_tables::{HelpmateTables, Index, Subject};
    use drawproof_verify::VerifyError;

    use super::*;

    fn tables(class: &Material) -> Result<HelpmateTables, GenerateError> {
        let mut tables = HelpmateTables::new();
        let quiet = |_: &Material, _: HelpmatePly| Ok(());
        generate_helpmates(std::slice::from_ref(class), false, &quiet, |table| {
            tables.insert(table);
            Ok::<_, GenerateError>(())
        })?;
        Ok(tables)
    }

    /// Who can mate in every position of a class: each claim about it is a draw where it is
    /// right, and a win where it is wrong.
    #[test]
    fn claims_about_mates_are_draws_where_they_are_right() -> Result<(), Box<dyn Error>> {
        let class: Material = "KPvK".parse()?;
        let layout = Layout::new(&class)?;
        let tables = tables(&class)?;
        let run = |_: &Verification| -> Result<Tally, VerifyError> { Err(VerifyError::Stopped) };
        // Of KPvK in facts/helpmate.csv, mirror images once.
        let (dead, all) = (32 / 2, 331_352 / 2);
        for (name, expected) in [
            ("dead", Some(dead)),
            ("strong_cannot_mate", Some(dead)),
            ("weak_cannot_mate", Some(all)),
            ("us_cannot_mate", None),
            ("them_cannot_mate", None),
        ] {
            let claim = Claim::named(name).ok_or(name)?;
            assert_eq!(claim.subject(), Subject::Mates);
            let truth = Truth {
                tables: &tables,
                others: Vec::new(),
                claim,
                full_board: false,
                run: &run,
            };
            let mut right = 0;
            for (block, turn) in
                (0..layout.blocks()).flat_map(|of| Color::ALL.map(|turn| (of, turn)))
            {
                let mut words = WdlWords::new(&layout);
                words.ask_of(truth.oracle(), &layout, block, turn, |_| {})?;
                for (word, &legal) in words.legal.iter().enumerate() {
                    for bit in (0..64).filter(|bit| legal >> bit & 1 != 0) {
                        let placement = layout.decode(Index { block, word, bit }, turn);
                        let can = tables.truth_of(&class, &placement)?;
                        let us_cannot = !can.own;
                        let them_cannot = !can.others;
                        let is_right = match (name, turn) {
                            ("dead", _) => us_cannot && them_cannot,
                            ("us_cannot_mate", _)
                            | ("strong_cannot_mate", Color::White)
                            | ("weak_cannot_mate", Color::Black) => us_cannot,
                            _ => them_cannot,
                        };
                        let expected = if is_right { Wdl::Draw } else { Wdl::Win };
                        assert_eq!(words.wdl(word, bit), expected, "{name}");
                        right += u64::from(is_right);
                    }
                }
                let first = layout.decode(
                    Index {
                        block,
                        word: 0,
                        bit: 0,
                    },
                    turn,
                );
                if words.legal[0] & 1 != 0 {
                    assert_eq!(truth.probe(&class, &first)?.wdl, words.wdl(0, 0), "{name}");
                }
            }
            assert_eq!(right, expected.unwrap_or(right), "{name}");
        }
        Ok(())
    }
}
