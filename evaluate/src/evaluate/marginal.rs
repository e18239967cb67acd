//! Positions that only one rule claims.

use super::{evaluator::TooManySteps, mask::Mask, state::Evaluator};
use crate::{
    program::Program,
    recognizer::{Sheet, Verdicts},
};
use drawproof_language::RuleInfo;

/// Finds what each claim spots that no rule below it would.
pub struct MarginalEvaluator<'a> {
    evaluator: Evaluator<'a>,
    rules: &'a [RuleInfo],
}

impl<'a> MarginalEvaluator<'a> {
    /// For rules and their program.
    pub fn new(program: &'a Program, rules: &'a [RuleInfo]) -> Self {
        Self {
            evaluator: Evaluator::new(program),
            rules,
        }
    }

    /// Finds it for each rule on a sheet.
    pub fn decide(&mut self, sheet: &Sheet, verdicts: &mut Verdicts) -> Result<(), TooManySteps> {
        verdicts.clear();
        if !self.evaluator.set_men(sheet) {
            return Ok(());
        }
        let rules = self.rules;
        let claims = |rule: usize| rules[rule].kind.claims_draw();
        let legal = self.evaluator.legal.clone();
        let marginal_claims = |evaluator: &mut Evaluator, rule: usize, decided: &Mask| {
            if claims(rule) {
                let mut marginal = decided.to_rows();
                evaluator.each_decision(rule + 1, decided.clone(), |_, next, decided| {
                    if claims(next) {
                        let taken = decided.to_rows();
                        let rows = marginal.iter_mut().zip(taken);
                        rows.for_each(|(row, taken)| *row &= !taken);
                    }
                    Ok(())
                })?;
                verdicts.set(rule, &marginal);
            }
            Ok(())
        };
        self.evaluator.each_decision(0, legal, marginal_claims)
    }
}
