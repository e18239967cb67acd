//! A baseline without rules: naive Bayes.
//!
//! Each condition is evidence for or against a draw, by how often it holds in
//! draws and in decisive positions, and all conditions are assumed to be
//! independent. The evidence is added up; a draw is claimed if the sum is above
//! a threshold.

use drawproof_tables::{LOG2_FRACTION, log2};
use rayon::prelude::*;

use crate::{Examples, Matrix};

/// Scores are log odds in whole steps, so that their sum is the same in any
/// order; two to this power make a unit.
const STEPS: u32 = 12;

/// What each condition adds to the log odds of a draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bayes {
    /// The odds when no condition holds.
    none: i64,
    /// What is added if a condition holds.
    weights: Vec<i64>,
}

/// What a threshold does.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Claimed {
    /// The share of draws that are claimed, 0 to 1.
    pub draws: f64,
    /// The share of wins and losses that are claimed falsely, 0 to 1.
    pub decisive: f64,
}

impl Bayes {
    /// Counts how often each condition holds. A condition that never holds in
    /// one kind of position counts as holding half a time.
    pub fn learn(examples: &Examples) -> Self {
        Self::new(&examples.decisive, &examples.draws)
    }

    fn new(decisive: &Matrix, draws: &Matrix) -> Self {
        let conditions = 0..decisive.conditions();
        let odds = conditions.into_par_iter().map(|condition| {
            let ([draw, draw_not], [other, other_not]) =
                (shares(draws, condition), shares(decisive, condition));
            (steps(draw - other), steps(draw_not - other_not))
        });
        let odds: Vec<(i64, i64)> = odds.collect();
        Self {
            none: odds.iter().map(|(_, fails)| fails).sum(),
            weights: odds.iter().map(|(holds, fails)| holds - fails).collect(),
        }
    }

    /// The claims if these shares of wins and losses, 0 to 1, may be claimed
    /// falsely. The actual errors may be fewer.
    pub fn curve(&self, examples: &Examples, errors: &[f64]) -> Vec<Claimed> {
        self.curve_of(&examples.decisive, &examples.draws, errors)
    }

    fn curve_of(&self, decisive: &Matrix, draws: &Matrix, errors: &[f64]) -> Vec<Claimed> {
        let [decisive, draws] = [decisive, draws].map(|matrix| {
            let mut scores = self.scores(matrix);
            scores.par_sort_unstable();
            scores
        });
        let above = |scores: &[i64], bound: Option<i64>| {
            let silent = scores.partition_point(|&score| Some(score) <= bound);
            (scores.len() - silent) as f64 / (scores.len() as f64).max(1.0)
        };
        let claimed = errors.iter().map(|share| {
            let errors = (share.clamp(0.0, 1.0) * decisive.len() as f64).floor() as usize;
            // The best position that must not be claimed.
            let bound = decisive.iter().rev().nth(errors).copied();
            Claimed {
                draws: above(&draws, bound),
                decisive: above(&decisive, bound),
            }
        });
        claimed.collect()
    }

    /// The log odds of a draw for each position, in steps, without the prior,
    /// which is the same for all.
    fn scores(&self, positions: &Matrix) -> Vec<i64> {
        let words = positions.positions().div_ceil(64);
        let scores = (0..words).into_par_iter().flat_map_iter(|word| {
            let mut scores = [self.none; 64];
            for (condition, weight) in self.weights.iter().enumerate() {
                let holds = positions.row(condition)[word];
                for (bit, score) in scores.iter_mut().enumerate() {
                    *score += weight & -((holds >> bit & 1) as i64);
                }
            }
            scores
        });
        let mut scores: Vec<i64> = scores.collect();
        scores.truncate(positions.positions());
        scores
    }
}

/// The logarithms of the shares of positions in which a condition holds and
/// fails, binary ones in units of 2^-[`LOG2_FRACTION`].
fn shares(positions: &Matrix, condition: usize) -> [i128; 2] {
    let holds = crate::bits::count(positions.row(condition));
    let all = positions.positions() as u64;
    let log = |number: u64| i128::from(log2(number));
    // Of halves of positions.
    [holds, all - holds].map(|count| log(2 * count + 1) - log(2 * all + 2))
}

/// Converts such a logarithm to a natural one in steps.
fn steps(log: i128) -> i64 {
    /// The natural logarithm of 2, in units of 2^-52.
    const LN_2: i128 = 0xb_1721_7f7d_1cf7;
    const FRACTION: u32 = LOG2_FRACTION + 52 - STEPS;
    ((log * LN_2 + (1 << (FRACTION - 1))) >> FRACTION) as i64
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)] // to compare with
mod tests {
    use super::*;

    /// Four draws and four others: the first condition holds in three draws
    /// and one other, the second in two of either.
    fn examples() -> [Matrix; 2] {
        let decisive = Matrix::new(vec![vec![0b0001], vec![0b0011]], 4);
        let draws = Matrix::new(vec![vec![0b0111], vec![0b1100]], 4);
        [decisive, draws]
    }

    #[test]
    fn scores_are_log_odds() {
        let [decisive, draws] = examples();
        let bayes = Bayes::new(&decisive, &draws);
        let held: f64 = (3.5_f64 / 1.5).ln();
        let steps = (held * f64::from(1 << STEPS)).round() as i64;
        assert_eq!(bayes.scores(&draws), [steps, steps, steps, -steps]);
        assert_eq!(bayes.scores(&decisive), [steps, -steps, -steps, -steps]);
    }

    #[test]
    fn what_is_claimed_follows_the_errors_that_are_allowed() {
        let [decisive, draws] = examples();
        let bayes = Bayes::new(&decisive, &draws);
        let curve = bayes.curve_of(&decisive, &draws, &[0.0, 0.2, 0.25, 1.0]);
        let claimed = |draws, decisive| Claimed { draws, decisive };
        // One other position scores as high as the best draws.
        assert_eq!(curve[..2], [claimed(0.0, 0.0); 2]);
        assert_eq!(curve[2], claimed(0.75, 0.25));
        assert_eq!(curve[3], claimed(1.0, 1.0));
    }

    #[test]
    fn a_condition_that_is_no_exception_decides() {
        let decisive = Matrix::new(vec![vec![0; 2], vec![0b01, 0]], 100);
        let draws = Matrix::new(vec![vec![0b11], vec![0b10]], 2);
        let bayes = Bayes::new(&decisive, &draws);
        let curve = bayes.curve_of(&decisive, &draws, &[0.0]);
        assert_eq!(curve[0].draws.to_bits(), 1.0_f64.to_bits());
    }
}
