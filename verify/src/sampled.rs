//! Some of the units, visited before all of them: what a large class may hold, in a moment.

use crate::{Counterexample, Missed, Tally, Verification, VerifyError, units::Unit};

/// The findings of some units. They prove nothing: other units may hold what these do not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sampled {
    /// How many units were visited.
    pub units: usize,
    /// How many there are.
    pub of: usize,
    /// Draws that were claimed, board count, as all of these.
    pub spotted_draws: u64,
    /// Draws that were not.
    pub missed_draws: u64,
    /// Wrong claims of any kind.
    pub incorrect_claims: u64,
    /// Won and lost positions.
    pub decisive: u64,
    /// Some of the wrong claims.
    pub counterexamples: Vec<Counterexample>,
    /// Some of the missed draws.
    pub missed: Vec<Missed>,
}

impl Verification<'_> {
    /// Visits at most `most` units, spread over all of them.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn sample(&self, most: usize, done: &(dyn Fn(u64) + Sync)) -> Result<Sampled, VerifyError> {
        let step = self.units.len().div_ceil(most.max(1)).max(1);
        let units: Vec<Unit> = self.units.iter().copied().step_by(step).collect();
        let tally = self.visit(&units, done)?;
        Ok(self.sampled(units.len(), tally))
    }

    fn sampled(&self, units: usize, tally: Tally) -> Sampled {
        let plain = &tally.plain;
        let [mut spotted_draws, mut missed_draws] = [0, plain.unmatched.draws.board];
        let mut decisive = plain.unmatched.decisive.board;
        let mut incorrect_claims = 0;
        for (rule, counts) in self.recognizer.rules().iter().zip(&plain.rules) {
            let draws = counts.decided.draws.board;
            if rule.kind.claims_neither() {
                spotted_draws += draws;
            } else {
                missed_draws += draws;
            }
            decisive += counts.decided.decisive.board;
            incorrect_claims += counts.incorrect.board;
        }
        for counts in &tally.en_passant.rules {
            incorrect_claims += counts.incorrect.board;
        }
        Sampled {
            units,
            of: self.units.len(),
            spotted_draws,
            missed_draws,
            incorrect_claims,
            decisive,
            counterexamples: tally.examples(),
            missed: tally.missed,
        }
    }
}
