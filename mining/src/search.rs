//! The search for one rule: a conjunction that holds in many positions of one
//! kind and in few or none of another.
//!
//! A beam search from the empty conjunction down, as in CN2 (Clark and Niblett,
//! 1989): the best conjunctions of each length are extended by every condition
//! and its opposite.

use std::{cmp::Ordering, sync::Arc};

use rayon::prelude::*;

use crate::{Matrix, bits};

/// A condition, or its opposite.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal {
    /// The condition's index among those of the examples.
    pub condition: usize,
    /// Whether it must hold or must not hold.
    pub holds: bool,
}

/// Literals that must all hold.
pub type Conjunction = Vec<Literal>;

/// The options of the search for rules.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SearchOptions {
    /// How many draws a rule is worth: small values find rules that cost few
    /// draws, large values find rules that guard against more.
    pub draws_a_rule: f64,
    /// How many draws a value that must be evaluated for a condition is worth.
    pub draws_a_value: f64,
    /// The maximum number of conditions of a rule.
    pub max_conditions: usize,
    /// How many conjunctions of each length are extended.
    pub beam: usize,
}

impl SearchOptions {
    /// How many draws a rule must be worth if `cost` values are evaluated for
    /// it.
    pub fn price(&self, cost: u64) -> f64 {
        self.draws_a_rule + self.draws_a_value * cost as f64
    }
}

/// Positions to cover, and others to spare.
#[derive(Clone, Debug)]
pub struct Target<'a> {
    /// The positions in which a rule should hold.
    pub wanted: Arc<Matrix>,
    /// The positions in which it should not hold.
    pub spared: Arc<Matrix>,
    /// How many values are evaluated for each condition.
    pub costs: &'a [u64],
}

/// A conjunction and its coverage of a target.
#[derive(Clone)]
struct Node {
    literals: Conjunction,
    wanted: Subset,
    spared: Subset,
    /// How many values are evaluated for its conditions.
    cost: u64,
}

/// Some of the positions of a matrix.
#[derive(Clone)]
struct Subset {
    matrix: Arc<Matrix>,
    positions: Positions,
    count: u64,
}

/// A set of positions.
#[derive(Clone)]
enum Positions {
    /// Word by word.
    Dense(Vec<u64>),
    /// Only the non-empty words, with their indices.
    Sparse(Vec<(u32, u64)>),
}

/// The number of words per non-empty word from which the sparse form is faster.
const SPARSE: usize = 6;

impl Subset {
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

/// A conjunction extended by one literal.
struct Longer {
    score: f64,
    whole: Option<f64>,
    parent: usize,
    literal: Literal,
    wanted: u64,
    spared: u64,
}

impl Longer {
    /// The better one first; then as they were found.
    fn compare(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score).then(self.order(other))
    }

    /// As they were found.
    fn order(&self, other: &Self) -> Ordering {
        let parents = self.parent.cmp(&other.parent);
        parents.then(self.literal.cmp(&other.literal))
    }

    fn whole_score(&self) -> f64 {
        self.whole.unwrap_or(f64::NEG_INFINITY)
    }
}

/// What a conjunction covers.
#[derive(Copy, Clone, Debug)]
pub struct Covers {
    /// How many of the positions in which it should hold.
    pub wanted: u64,
    /// How many of the others.
    pub spared: u64,
    /// How many values are evaluated for it.
    pub cost: u64,
}

/// The score of a conjunction as the beginning of a longer one, and its score
/// as it is; `None` if it is not acceptable.
pub type Score<'a> = &'a (dyn Fn(Covers) -> (f64, Option<f64>) + Sync);

/// The best conjunction; empty if nothing is better than the empty one, `None`
/// if nothing is acceptable.
pub fn best_conjunction(
    target: &Target,
    options: SearchOptions,
    score: Score,
) -> Option<Conjunction> {
    let root = Node {
        literals: Vec::new(),
        wanted: Subset::whole(&target.wanted),
        spared: Subset::whole(&target.spared),
        cost: 0,
    };
    let covers = Covers {
        wanted: root.wanted.count,
        spared: root.spared.count,
        cost: 0,
    };
    let mut best = score(covers).1.map(|score| (score, Vec::new()));
    let mut beam = vec![root];
    for length in 1..=options.max_conditions {
        let mut longer = longer(&beam, target.costs, score);
        let literals = |next: &Longer| {
            let mut literals = beam[next.parent].literals.clone();
            literals.push(next.literal);
            literals
        };
        let whole = longer.iter().filter(|next| next.whole.is_some());
        let first =
            whole.min_by(|a, b| b.whole_score().total_cmp(&a.whole_score()).then(a.order(b)));
        if let Some(first) = first
            && best
                .as_ref()
                .is_none_or(|(score, _)| first.whole_score() > *score)
        {
            best = Some((first.whole_score(), literals(first)));
        }
        if length == options.max_conditions {
            break;
        }
        longer.sort_by(Longer::compare);
        let mut seen = Vec::new();
        longer.retain(|next| {
            let covers = (next.wanted, next.spared);
            let is_new = seen.len() < options.beam && !seen.contains(&covers);
            if is_new {
                seen.push(covers);
            }
            is_new
        });
        let node = |next: &Longer| Node {
            literals: literals(next),
            wanted: beam[next.parent].wanted.with(next.literal, next.wanted),
            spared: beam[next.parent].spared.with(next.literal, next.spared),
            cost: beam[next.parent]
                .cost
                .saturating_add(target.costs[next.literal.condition]),
        };
        beam = longer.par_iter().map(node).collect();
    }
    best.map(|(_, literals)| literals)
}

/// Every useful extension of the conjunctions of a beam.
fn longer(beam: &[Node], costs: &[u64], score: Score) -> Vec<Longer> {
    let conditions = beam
        .first()
        .map_or(0, |node| node.wanted.matrix.conditions());
    let pairs = (0..beam.len() * conditions).into_par_iter();
    let both = pairs.flat_map_iter(|pair| {
        let (parent, condition) = (pair / conditions, pair % conditions);
        let node = &beam[parent];
        let is_used = node
            .literals
            .iter()
            .any(|known| known.condition == condition);
        let held = (!is_used).then(|| (node.wanted.count(condition), node.spared.count(condition)));
        held.into_iter().flat_map(move |(wanted, spared)| {
            let with = [
                (true, wanted, spared),
                (
                    false,
                    node.wanted.count - wanted,
                    node.spared.count - spared,
                ),
            ];
            with.into_iter().filter_map(move |(holds, wanted, spared)| {
                let tells = wanted > 0 && (spared < node.spared.count);
                let cost = node.cost.saturating_add(costs[condition]);
                tells.then(|| {
                    let (score, whole) = score(Covers {
                        wanted,
                        spared,
                        cost,
                    });
                    Longer {
                        score,
                        whole,
                        parent,
                        literal: Literal { condition, holds },
                        wanted,
                        spared,
                    }
                })
            })
        })
    });
    both.collect()
}
