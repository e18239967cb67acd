//! Lists of dangers: a draw unless one of some conjunctions holds.
//!
//! First a greedy cover: the conjunction that guards against most wins and
//! losses for the draws that it costs, then the next one for what is left.
//! Then parts of the list are thrown away and found anew, again and again
//! (large neighbourhood search, Shaw 1998): what is better stays.

use std::sync::Arc;

use crate::{
    Examples, Matrix, bits,
    search::{Conjunction, SearchOptions, Target, best_conjunction},
};

/// A list of dangers for one side to move, and what it covers.
#[derive(Clone, Debug)]
pub struct List {
    /// The dangers.
    pub rules: Vec<Conjunction>,
    /// How many of them hold, for each win and loss.
    decisive: Vec<u16>,
    /// The same for each draw.
    draws: Vec<u16>,
}

/// Where a conjunction holds.
pub fn covered(matrix: &Matrix, rule: &Conjunction) -> Vec<u64> {
    let mut positions = matrix.all();
    for literal in rule {
        bits::keep(&mut positions, matrix.row(literal.condition), literal.holds);
    }
    positions
}

fn change(counts: &mut [u16], positions: &[u64], by: i16) {
    for at in drawproof_tables::numbered_ones(positions) {
        counts[at] = counts[at].saturating_add_signed(by);
    }
}

/// The positions that no rule covers.
fn uncovered(counts: &[u16]) -> Vec<u64> {
    counts
        .chunks(64)
        .map(|chunk| {
            let bits = chunk.iter().enumerate();
            bits.fold(0, |word, (bit, &count)| word | u64::from(count == 0) << bit)
        })
        .collect()
}

impl List {
    /// A list without rules: it claims everything.
    pub fn new(examples: &Examples) -> Self {
        Self {
            rules: Vec::new(),
            decisive: vec![0; examples.decisive.positions()],
            draws: vec![0; examples.draws.positions()],
        }
    }

    /// Adds a rule.
    pub fn push(&mut self, examples: &Examples, rule: Conjunction) {
        self.change(examples, &rule, 1);
        self.rules.push(rule);
    }

    /// Takes a rule away.
    pub fn remove(&mut self, examples: &Examples, at: usize) -> Conjunction {
        let rule = self.rules.remove(at);
        self.change(examples, &rule, -1);
        rule
    }

    fn change(&mut self, examples: &Examples, rule: &Conjunction, by: i16) {
        change(&mut self.decisive, &covered(&examples.decisive, rule), by);
        change(&mut self.draws, &covered(&examples.draws, rule), by);
    }

    /// How many draws it claims, as far as is known from the examples.
    pub fn spotted(&self, examples: &Examples) -> f64 {
        bits::count(&uncovered(&self.draws)) as f64 * examples.draws_each
    }

    /// Adds rules until no win or loss is claimed.
    pub fn complete(&mut self, examples: &Examples, options: SearchOptions) {
        let mut left = uncovered(&self.decisive);
        if bits::is_empty(&left) {
            return;
        }
        let mut decisive = Arc::new(examples.decisive.pick(&left));
        let mut draws = Arc::new(examples.draws.pick(&uncovered(&self.draws)));
        loop {
            let target = Target {
                decisive: Arc::clone(&decisive),
                draws: Arc::clone(&draws),
                draws_each: examples.draws_each,
            };
            let rule = best_conjunction(&target, options);
            let mut rest = covered(&decisive, &rule);
            rest.iter_mut().for_each(|word| *word = !*word);
            bits::keep(&mut rest, &decisive.all(), true);
            let mut spared = covered(&draws, &rule);
            spared.iter_mut().for_each(|word| *word = !*word);
            bits::keep(&mut spared, &draws.all(), true);
            self.push(examples, rule);
            left = rest;
            if bits::is_empty(&left) {
                return;
            }
            decisive = Arc::new(decisive.pick(&left));
            draws = Arc::new(draws.pick(&spared));
        }
    }

    /// For each rule how many wins and losses only it covers, and how many
    /// draws only it costs.
    pub fn alone(&self, examples: &Examples) -> Vec<(u64, u64)> {
        let once = |counts: &[u16]| -> Vec<u64> {
            counts
                .chunks(64)
                .map(|chunk| {
                    let bits = chunk.iter().enumerate();
                    bits.fold(0, |word, (bit, &count)| word | u64::from(count == 1) << bit)
                })
                .collect()
        };
        let (decisive, draws) = (once(&self.decisive), once(&self.draws));
        let rules = self.rules.iter();
        rules
            .map(|rule| {
                (
                    bits::count_both(&decisive, &covered(&examples.decisive, rule)),
                    bits::count_both(&draws, &covered(&examples.draws, rule)),
                )
            })
            .collect()
    }
}
