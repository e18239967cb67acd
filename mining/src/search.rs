//! The search for one rule: a conjunction that holds in many wins and losses
//! and in few draws.
//!
//! A beam search from the empty conjunction down, as in CN2 (Clark and
//! Niblett, 1989): the best conjunctions of each length are made longer by
//! every condition and its opposite.

use std::{cmp::Ordering, sync::Arc};

use rayon::prelude::*;

use crate::{Matrix, bits};

/// A condition, or its opposite.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal {
    /// The condition's place among those of the examples.
    pub condition: usize,
    /// Whether it has to hold, or not to hold.
    pub holds: bool,
}

/// All of these together.
pub type Conjunction = Vec<Literal>;

/// How rules are searched for.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SearchOptions {
    /// How many draws a rule is worth: rules that cost fewer are found where
    /// this is small, rules that guard against more where it is large.
    pub draws_a_rule: f64,
    /// How many draws a value is worth that has to be looked at for a
    /// condition.
    pub draws_a_value: f64,
    /// Most conditions of a rule.
    pub max_conditions: usize,
    /// How many conjunctions of each length are made longer.
    pub beam: usize,
}

/// Positions to be covered, and draws to be spared.
#[derive(Clone, Debug)]
pub struct Target<'a> {
    /// Wins and losses to guard against.
    pub decisive: Arc<Matrix>,
    /// Draws that are not lost yet.
    pub draws: Arc<Matrix>,
    /// How many draws each of them stands for.
    pub draws_each: f64,
    /// How many values are looked at for each condition.
    pub costs: &'a [u64],
}

/// A conjunction, and what it covers of a target.
#[derive(Clone)]
struct Node {
    literals: Conjunction,
    decisive: Part,
    draws: Part,
    /// How many values are looked at for its conditions.
    cost: u64,
}

/// Some of the positions of a matrix.
#[derive(Clone)]
struct Part {
    matrix: Arc<Matrix>,
    positions: Positions,
    count: u64,
}

/// A set of positions.
#[derive(Clone)]
enum Positions {
    /// Word by word.
    Dense(Vec<u64>),
    /// Only the words that are not empty, with their places.
    Sparse(Vec<(u32, u64)>),
}

/// From so many words for each that is not empty it is quicker to go through
/// those only.
const SPARSE: usize = 6;

impl Part {
    fn whole(matrix: &Arc<Matrix>) -> Self {
        Self {
            positions: Positions::Dense(matrix.all()),
            count: matrix.positions() as u64,
            matrix: Arc::clone(matrix),
        }
    }

    /// In how many of its positions a condition holds.
    fn count(&self, condition: usize) -> u64 {
        let row = self.matrix.row(condition);
        match &self.positions {
            Positions::Dense(positions) => bits::count_both(positions, row),
            Positions::Sparse(words) => bits::count_some(row, words),
        }
    }

    fn with(&self, literal: Literal, count: u64) -> Self {
        let row = self.matrix.row(literal.condition);
        let flip = if literal.holds { 0 } else { !0 };
        let positions = match &self.positions {
            Positions::Dense(positions) => {
                let words = positions.iter().zip(row);
                let dense: Vec<u64> = words.map(|(word, row)| word & (row ^ flip)).collect();
                let used = dense.iter().filter(|&&word| word != 0).count();
                if used * SPARSE < dense.len() {
                    let words = dense.iter().enumerate();
                    let used = words.filter(|(_, word)| **word != 0);
                    Positions::Sparse(used.map(|(at, &word)| (at as u32, word)).collect())
                } else {
                    Positions::Dense(dense)
                }
            }
            Positions::Sparse(words) => {
                let words = words.iter();
                let kept = words.map(|&(at, word)| (at, word & (row[at as usize] ^ flip)));
                Positions::Sparse(kept.filter(|&(_, word)| word != 0).collect())
            }
        };
        Self {
            matrix: Arc::clone(&self.matrix),
            positions,
            count,
        }
    }
}

/// A conjunction made one literal longer.
struct Longer {
    score: f64,
    parent: usize,
    literal: Literal,
    decisive: u64,
    draws: u64,
}

impl Longer {
    /// The better one first; then as they were found.
    fn compare(&self, other: &Self) -> Ordering {
        other
            .score
            .total_cmp(&self.score)
            .then(self.parent.cmp(&other.parent))
            .then(self.literal.cmp(&other.literal))
    }
}

/// The conjunction that guards against most wins and losses for the draws
/// that it costs. Empty if none is better than to lose all draws.
pub fn best_conjunction(target: &Target, options: SearchOptions) -> Conjunction {
    let score = |decisive: u64, draws: u64, cost: u64| {
        let price = options.draws_a_rule + options.draws_a_value * cost as f64;
        decisive as f64 / (draws as f64 * target.draws_each + price)
    };
    let root = Node {
        literals: Vec::new(),
        decisive: Part::whole(&target.decisive),
        draws: Part::whole(&target.draws),
        cost: 0,
    };
    let mut best = (score(root.decisive.count, root.draws.count, 0), Vec::new());
    let mut beam = vec![root];
    for length in 1..=options.max_conditions {
        let mut longer = longer(&beam, target.costs, &score);
        longer.sort_by(Longer::compare);
        let mut seen = Vec::new();
        longer.retain(|next| {
            let covers = (next.decisive, next.draws);
            let is_new = seen.len() < options.beam && !seen.contains(&covers);
            if is_new {
                seen.push(covers);
            }
            is_new
        });
        let Some(first) = longer.first() else { break };
        let literals = |next: &Longer| {
            let mut literals = beam[next.parent].literals.clone();
            literals.push(next.literal);
            literals
        };
        if first.score > best.0 {
            best = (first.score, literals(first));
        }
        if length == options.max_conditions {
            break;
        }
        let node = |next: &Longer| Node {
            literals: literals(next),
            decisive: beam[next.parent].decisive.with(next.literal, next.decisive),
            draws: beam[next.parent].draws.with(next.literal, next.draws),
            cost: beam[next.parent]
                .cost
                .saturating_add(target.costs[next.literal.condition]),
        };
        beam = longer.par_iter().map(node).collect();
    }
    best.1
}

/// Every way to make the conjunctions of a beam longer that tells more.
fn longer(
    beam: &[Node],
    costs: &[u64],
    score: &(impl Fn(u64, u64, u64) -> f64 + Sync),
) -> Vec<Longer> {
    let conditions = beam
        .first()
        .map_or(0, |node| node.decisive.matrix.conditions());
    let pairs = (0..beam.len() * conditions).into_par_iter();
    let both = pairs.flat_map_iter(|pair| {
        let (parent, condition) = (pair / conditions, pair % conditions);
        let node = &beam[parent];
        let is_used = node
            .literals
            .iter()
            .any(|known| known.condition == condition);
        let held =
            (!is_used).then(|| (node.decisive.count(condition), node.draws.count(condition)));
        held.into_iter().flat_map(move |(decisive, draws)| {
            let with = [
                (true, decisive, draws),
                (
                    false,
                    node.decisive.count - decisive,
                    node.draws.count - draws,
                ),
            ];
            with.into_iter()
                .filter_map(move |(holds, decisive, draws)| {
                    let tells = decisive > 0 && (draws < node.draws.count);
                    tells.then(|| Longer {
                        score: score(decisive, draws, node.cost.saturating_add(costs[condition])),
                        parent,
                        literal: Literal { condition, holds },
                        decisive,
                        draws,
                    })
                })
        })
    });
    both.collect()
}
