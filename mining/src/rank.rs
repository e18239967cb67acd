//! What the terms of a vocabulary are worth.

use std::collections::HashMap;

use crate::{
    Examples, Miner, Stop, bits,
    information::{for_each_of, told},
};

/// The length of the longest list that is made to see which terms lists use.
const MAX_RULES: usize = 300;

/// What a term of a vocabulary is worth for a class.
#[derive(Clone, PartialEq, Debug)]
pub struct Worth {
    /// Its index in the vocabulary.
    pub term: usize,
    /// How many distinct and cheap enough conditions it gives.
    pub conditions: usize,
    /// How many rules use it, over lists of all sizes.
    pub rules: usize,
    /// The average information of its best condition about whether a position
    /// is drawn, in bits.
    pub bits: f64,
    /// How many values are evaluated for that condition.
    pub cost: u64,
}

impl Miner<'_> {
    /// What each term is worth, the best one first.
    pub fn ranking(&self, stop: Stop) -> Vec<Worth> {
        let mut worths: HashMap<usize, Worth> = HashMap::new();
        for (examples, uses) in self.sides.iter().zip(self.uses(stop)) {
            for (at, rules) in uses.into_iter().enumerate() {
                let term = examples.conditions[at].term;
                let worth = worths.entry(term).or_insert(Worth {
                    term,
                    conditions: 0,
                    rules: 0,
                    bits: 0.0,
                    cost: 0,
                });
                worth.conditions += 1;
                worth.rules += rules;
                let bits = bits_told(examples, at);
                if bits > worth.bits {
                    (worth.bits, worth.cost) = (bits, examples.costs[at]);
                }
            }
        }
        let mut worths: Vec<Worth> = worths.into_values().collect();
        worths.sort_by(|a, b| {
            let order = b.rules.cmp(&a.rules).then(b.bits.total_cmp(&a.bits));
            order.then(a.term.cmp(&b.term))
        });
        worths
    }

    /// How many rules use the conditions of each side, over lists of all sizes.
    pub(crate) fn uses(&self, stop: Stop) -> Vec<Vec<usize>> {
        let none = |side: &Examples| vec![0; side.conditions.len()];
        let mut uses: Vec<Vec<usize>> = self.sides.iter().map(none).collect();
        let (mut worth, step) = self.usual_begin();
        while worth > 0.5
            && let Some(lists) = self.greedy(worth, MAX_RULES, stop)
        {
            for (uses, list) in uses.iter_mut().zip(&lists.sides) {
                for literal in list.literals() {
                    uses[literal.condition] += 1;
                }
            }
            worth /= step;
        }
        uses
    }
}

/// The average information of a condition about a position, in bits.
fn bits_told(examples: &Examples, condition: usize) -> f64 {
    /// The fractions of a position that make one.
    const PARTS: f64 = 65536.0;
    let kinds = [
        (&examples.decisive, 1.0),
        (&examples.draws, examples.draws_each),
    ];
    // The sampled draws represent more.
    let weighed = |count: u64, each: f64| (count as f64 * each * PARTS).round() as u64;
    let all = kinds.map(|(matrix, each)| weighed(matrix.positions() as u64, each));
    let held = kinds.map(|(matrix, each)| weighed(bits::count(matrix.row(condition)), each));
    for_each_of(told(all, held), all[0] + all[1])
}
