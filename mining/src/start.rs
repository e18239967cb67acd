//! Improving known rules.

use drawproof_language::RuleFile;

use crate::{
    ExamplesError, Literal, Matrix, Miner, bits,
    information::{Bits, told},
};

/// What many of some draws have in common.
#[derive(Clone, PartialEq, Debug)]
pub struct InCommon {
    /// The side to move, as the number of a miner's side.
    pub side: usize,
    /// The condition, in the words of a rule.
    pub condition: String,
    /// The share of these draws in which it holds.
    pub here: f64,
    /// The share of all draws in which it holds.
    pub anywhere: f64,
}

/// How many are reported for each side, each with a different term.
const TOLD: usize = 5;

impl Miner<'_> {
    /// From now on, searches only for draws that the rules miss. Returns what
    /// these have in common, the most telling first.
    ///
    /// # Errors
    ///
    /// If the oracle has no answer.
    pub fn start_from(&mut self, rules: &RuleFile) -> Result<Vec<InCommon>, ExamplesError> {
        let mut all = Vec::new();
        for (side, examples) in self.sides.iter_mut().enumerate() {
            let draws = examples.draws.clone();
            let missed = examples.leave_out(rules, self.oracle)?;
            let mut terms = Vec::new();
            for (literal, here, anywhere) in in_common(&draws, &missed) {
                let condition = examples.conditions[literal.condition];
                if terms.len() == TOLD || terms.contains(&condition.term) {
                    continue;
                }
                terms.push(condition.term);
                all.push(InCommon {
                    side,
                    condition: self.vocabulary.test(condition, literal.holds).to_string(),
                    here,
                    anywhere,
                });
            }
        }
        Ok(all)
    }
}

/// Literals that hold for more than half of some draws, and for fewer of all:
/// with both shares, the most telling ones first.
fn in_common(draws: &Matrix, missed: &[u64]) -> Vec<(Literal, f64, f64)> {
    let all = draws.positions() as u64;
    let few = bits::count(missed);
    if few == 0 {
        return Vec::new();
    }
    let mut found: Vec<(Bits, Literal, f64, f64)> = Vec::new();
    for condition in 0..draws.conditions() {
        let row = draws.row(condition);
        let held = [bits::count_both(row, missed), bits::count(row)];
        let told = told([few, all - few], [held[0], held[1] - held[0]]);
        let shares = [(held[0], few), (held[1], all)];
        let [here, anywhere] = shares.map(|(held, of)| held as f64 / of as f64);
        let holds = here > anywhere;
        let [here, anywhere] = if holds {
            [here, anywhere]
        } else {
            [1.0 - here, 1.0 - anywhere]
        };
        if here > 0.5 && here > anywhere {
            found.push((told, Literal { condition, holds }, here, anywhere));
        }
    }
    found.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let told = found
        .into_iter()
        .map(|(_, literal, here, anywhere)| (literal, here, anywhere));
    told.collect()
}
