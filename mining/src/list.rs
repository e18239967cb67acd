//! Lists of dangers: a draw unless one of some conjunctions holds. Havens,
//! conjunctions that hold in no win or loss, may come before them.
//!
//! A greedy cover comes first: the conjunction that guards against most wins
//! and losses for the draws that it costs, then the next one for the rest. Then
//! parts of the list are repeatedly discarded and found again (large
//! neighbourhood search, Shaw 1998), and improvements are kept.

use std::{cmp::Reverse, sync::Arc};

use drawproof_tables::Random;
use rayon::prelude::*;

use crate::{
    Examples, Matrix, Stop, bits,
    search::{Conjunction, Covers, Literal, SearchOptions, Target, best_conjunction},
};

/// The maximum numbers of wins and losses, and of draws, on which a rule is
/// searched; larger sets are sampled. The coverage of the rule is always
/// computed on all.
pub const MAX_TARGET: [u64; 2] = [100_000, 100_000];

/// A list of dangers for one side to move, and what it covers.
#[derive(Clone, Debug)]
pub struct List {
    rules: Vec<Conjunction>,
    havens: Vec<Conjunction>,
    /// How many of the dangers hold, for each win and loss.
    decisive: Vec<u32>,
    /// How many of the dangers hold, for each draw.
    draws: Vec<u32>,
    /// The draws in a haven, which are claimed whatever dangers hold.
    safe: Vec<u64>,
}

/// The role of a rule in a list.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// It claims draws, and comes first.
    Haven,
    /// It keeps the list from claiming.
    Danger,
}

impl Role {
    /// Both of them.
    pub(crate) const ALL: [Self; 2] = [Self::Haven, Self::Danger];

    /// The name of such rules.
    pub fn word(self) -> &'static str {
        match self {
            Self::Haven => "haven",
            Self::Danger => "danger",
        }
    }
}

/// What depends on one rule of a list alone.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Alone {
    /// Wins and losses that no other rule guards against.
    pub decisive: u64,
    /// Draws that no other rule costs.
    pub draws: u64,
}

impl List {
    /// A list without rules, which claims everything.
    pub fn new(examples: &Examples) -> Self {
        Self {
            rules: Vec::new(),
            havens: Vec::new(),
            decisive: vec![0; examples.decisive.positions()],
            draws: vec![0; examples.draws.positions()],
            safe: vec![0; bits::words(examples.draws.positions())],
        }
    }

    /// A list of some dangers.
    pub fn of(examples: &Examples, rules: Vec<Conjunction>) -> Self {
        let mut list = Self::new(examples);
        for rule in rules {
            list.push(examples, rule);
        }
        list
    }

    /// The same rules for an enlarged set of examples. A conjunction that holds
    /// in a win or loss is no longer a haven.
    #[must_use]
    pub fn counted_anew(self, examples: &Examples) -> Self {
        let mut list = Self::of(examples, self.rules);
        for haven in self.havens {
            if bits::is_empty(&covered(&examples.decisive, &haven)) {
                list.push_haven(examples, haven);
            }
        }
        list
    }

    /// The dangers.
    pub fn rules(&self) -> &[Conjunction] {
        &self.rules
    }

    /// The havens, which come before the dangers.
    pub fn havens(&self) -> &[Conjunction] {
        &self.havens
    }

    /// All rules in the order in which they are tried.
    pub fn all(&self) -> impl Iterator<Item = (Role, &Conjunction)> {
        let havens = self.havens.iter().map(|rule| (Role::Haven, rule));
        havens.chain(self.rules.iter().map(|rule| (Role::Danger, rule)))
    }

    /// The conditions of all rules.
    pub fn literals(&self) -> impl Iterator<Item = &Literal> {
        self.all().flat_map(|(_, rule)| rule)
    }

    /// How many values are evaluated for all conditions.
    pub fn cost(&self, examples: &Examples) -> u64 {
        self.literals()
            .map(|literal| examples.costs[literal.condition])
            .fold(0, u64::saturating_add)
    }

    /// Adds a rule.
    pub fn push(&mut self, examples: &Examples, rule: Conjunction) {
        self.change(examples, &rule, 1);
        self.rules.push(rule);
    }

    /// Removes a rule.
    pub fn remove(&mut self, examples: &Examples, at: usize) -> Conjunction {
        let rule = self.rules.remove(at);
        self.change(examples, &rule, -1);
        rule
    }

    fn change(&mut self, examples: &Examples, rule: &Conjunction, by: i32) {
        change(&mut self.decisive, &covered(&examples.decisive, rule), by);
        change(&mut self.draws, &covered(&examples.draws, rule), by);
    }

    /// How many draws it claims, estimated from the examples.
    pub fn spotted(&self, examples: &Examples) -> f64 {
        let claimed = bits::count(&self.open_with(0)) + bits::count(&self.safe);
        claimed as f64 * examples.draws_each
    }

    /// Whether it claims a win or loss.
    pub(crate) fn is_wrong(&self) -> bool {
        !bits::is_empty(&with_count(&self.decisive, 0))
    }

    /// The draws that exactly this many dangers cover, and that are in no
    /// haven.
    fn open_with(&self, dangers: u32) -> Vec<u64> {
        let mut draws = with_count(&self.draws, dangers);
        bits::keep(&mut draws, &self.safe, false);
        draws
    }

    /// The draws that it does not claim.
    pub fn missed(&self, examples: &Examples) -> Vec<u64> {
        let mut missed = examples.draws.all();
        bits::keep(&mut missed, &with_count(&self.draws, 0), false);
        bits::keep(&mut missed, &self.safe, false);
        missed
    }

    /// Adds a rule that claims draws, whatever dangers hold.
    pub(crate) fn push_haven(&mut self, examples: &Examples, haven: Conjunction) {
        bits::add(&mut self.safe, &covered(&examples.draws, &haven));
        self.havens.push(haven);
    }

    /// Removes a haven.
    pub(crate) fn remove_haven(&mut self, examples: &Examples, at: usize) -> Conjunction {
        let haven = self.havens.remove(at);
        self.safe.fill(0);
        for haven in &self.havens {
            bits::add(&mut self.safe, &covered(&examples.draws, haven));
        }
        haven
    }

    /// Adds rules until no win or loss is claimed. Gives up and returns false
    /// if the list would get too many rules or must stop.
    pub fn complete(
        &mut self,
        examples: &Examples,
        options: SearchOptions,
        max_rules: usize,
        stop: Stop,
    ) -> bool {
        loop {
            let uncovered = with_count(&self.decisive, 0);
            let all = bits::count(&uncovered);
            if all == 0 {
                return true;
            }
            let (mut target, draws_each) = self.target(examples, &uncovered);
            // A sampled target is drawn again once it has become small.
            let is_sample = target.wanted.positions() as u64 != all;
            let enough = if is_sample { MAX_TARGET[0] / 2 } else { 0 };
            let score = |covers: Covers| {
                let price = options.price(covers.cost);
                let score = covers.wanted as f64 / (covers.spared as f64 * draws_each + price);
                (score, Some(score))
            };
            while target.wanted.positions() as u64 > enough {
                if self.rules.len() >= max_rules || stop() {
                    return false;
                }
                let rule = best_conjunction(&target, options, &score).unwrap_or_default();
                for matrix in [&mut target.wanted, &mut target.spared] {
                    *matrix = Arc::new(matrix.pick(&not_covered(matrix, &rule)));
                }
                self.push(examples, rule);
            }
        }
    }

    /// A sample of the claimed wins and losses, and of the draws, with how many
    /// each draw represents.
    fn target<'a>(&self, examples: &'a Examples, uncovered: &[u64]) -> (Target<'a>, f64) {
        let (spared, each) = some_draws(examples, &self.open_with(0));
        let target = Target {
            wanted: Arc::new(examples.decisive.pick(&some(uncovered, MAX_TARGET[0]))),
            spared: Arc::new(spared),
            costs: &examples.costs,
        };
        (target, each)
    }

    /// What each danger does alone.
    pub fn alone(&self, examples: &Examples) -> Vec<Alone> {
        let all: Vec<usize> = (0..self.rules.len()).collect();
        self.alone_of(examples, &all)
    }

    /// The same for some dangers.
    fn alone_of(&self, examples: &Examples, dangers: &[usize]) -> Vec<Alone> {
        let (decisive, draws) = (with_count(&self.decisive, 1), self.open_with(1));
        let alone = |&at: &usize| {
            let rule = &self.rules[at];
            Alone {
                decisive: bits::count_both(&decisive, &covered(&examples.decisive, rule)),
                draws: bits::count_both(&draws, &covered(&examples.draws, rule)),
            }
        };
        dangers.par_iter().map(alone).collect()
    }

    /// Removes rules that guard against nothing alone, the costliest first.
    pub fn drop_needless(&mut self, examples: &Examples) {
        let is_needless = |alone: &Alone| alone.decisive == 0;
        let alone = self.alone(examples);
        let all = 0..alone.len();
        let mut needless: Vec<usize> = all.filter(|&at| is_needless(&alone[at])).collect();
        // Needed rules stay needed when others are removed.
        while !needless.is_empty() {
            let alone = self.alone_of(examples, &needless);
            let mut left: Vec<(usize, Alone)> = needless.into_iter().zip(alone).collect();
            left.retain(|(_, alone)| is_needless(alone));
            let Some(&(at, _)) = left.iter().max_by_key(|(_, alone)| alone.draws) else {
                return;
            };
            self.remove(examples, at);
            left.retain(|&(other, _)| other != at);
            let moved = |other: usize| if other > at { other - 1 } else { other };
            needless = left.into_iter().map(|(other, _)| moved(other)).collect();
        }
    }

    /// Removes conditions that spare no draw, which makes rules more general.
    pub fn simplify(&mut self, examples: &Examples) {
        for at in 0..self.rules.len() {
            let rule = self.remove(examples, at);
            let spared = self.open_with(0);
            let cost =
                |rule: &Conjunction| bits::count_both(&spared, &covered(&examples.draws, rule));
            let (mut shorter, least) = (rule.clone(), cost(&rule));
            // The costliest conditions go first.
            let mut order = rule.clone();
            order.sort_by_key(|literal| Reverse(examples.costs[literal.condition]));
            for literal in order {
                let mut without = shorter.clone();
                without.retain(|known| *known != literal);
                if !without.is_empty() && cost(&without) <= least {
                    shorter = without;
                }
            }
            self.change(examples, &shorter, 1);
            self.rules.insert(at, shorter);
        }
    }

    /// Puts havens first that claim more draws, and dangers that guard against
    /// more wins and losses.
    pub fn sort(&mut self, examples: &Examples) {
        let claims = |haven: &Conjunction| bits::count(&covered(&examples.draws, haven));
        self.havens
            .sort_by_cached_key(|haven| Reverse(claims(haven)));
        let guards = |rule: &Conjunction| bits::count(&covered(&examples.decisive, rule));
        self.rules.sort_by_cached_key(|rule| Reverse(guards(rule)));
    }

    /// Discards some related rules.
    pub fn forget_some(&mut self, examples: &Examples, random: &mut Random) {
        let forgotten = 1 + random.below(4.min(self.rules.len()));
        let first = random.below(self.rules.len());
        let rule = self.remove(examples, first);
        let mut near = covered(&examples.draws, &rule);
        bits::keep(&mut near, &self.safe, false);
        for _ in 1..forgotten {
            // Rules that cost the same draws, or any rules.
            let chosen = if random.below(2) == 0 {
                random.below(self.rules.len())
            } else {
                let tries = (0..4).map(|_| random.below(self.rules.len()));
                let tries: Vec<usize> = tries.collect();
                let shared = |&at: &usize| {
                    bits::count_both(&near, &covered(&examples.draws, &self.rules[at]))
                };
                tries.into_iter().max_by_key(shared).unwrap_or(0)
            };
            self.remove(examples, chosen);
        }
    }
}

/// Where a conjunction holds.
pub fn covered(matrix: &Matrix, rule: &[Literal]) -> Vec<u64> {
    let mut positions = matrix.all();
    for literal in rule {
        bits::keep(&mut positions, matrix.row(literal.condition), literal.holds);
    }
    positions
}

/// Where a conjunction does not hold.
fn not_covered(matrix: &Matrix, rule: &[Literal]) -> Vec<u64> {
    let mut missed = matrix.all();
    bits::keep(&mut missed, &covered(matrix, rule), false);
    missed
}

fn change(counts: &mut [u32], positions: &[u64], by: i32) {
    let chunks = counts.par_chunks_mut(64).zip(positions);
    chunks
        .with_min_len(1 << 12)
        .for_each(|(counts, &positions)| {
            for at in drawproof_tables::ones(positions) {
                let count = &mut counts[at as usize];
                *count = count.saturating_add_signed(by);
            }
        });
}

/// The positions that `wanted` rules cover.
fn with_count(counts: &[u32], wanted: u32) -> Vec<u64> {
    let word = |counts: &[u32]| {
        let bits = counts.iter().enumerate();
        bits.fold(0, |word, (bit, &count)| {
            word | u64::from(count == wanted) << bit
        })
    };
    counts
        .par_chunks(64)
        .with_min_len(1 << 12)
        .map(word)
        .collect()
}

/// A sample of these draws, and how many each represents.
pub fn some_draws(examples: &Examples, draws: &[u64]) -> (Matrix, f64) {
    let some = some(draws, MAX_TARGET[1]);
    let each = bits::count(draws) as f64 / (bits::count(&some) as f64).max(1.0);
    (examples.draws.pick(&some), each * examples.draws_each)
}

/// An even sample of some positions, or all if there are few.
pub fn some(positions: &[u64], most: u64) -> Vec<u64> {
    let all = bits::count(positions);
    if all <= most {
        return positions.to_vec();
    }
    let mut random = Random::new(all);
    let mut some = vec![0; positions.len()];
    let mut numbered = drawproof_tables::numbered_ones(positions);
    let mut next = 0;
    // One of each run of neighbours.
    for run in 0..most {
        let (from, to) = (run * all / most, (run + 1) * all / most);
        let drawn = from + random.below((to - from) as usize) as u64;
        if let Some(at) = numbered.nth((drawn - next) as usize) {
            some[at / 64] |= 1 << (at % 64);
        }
        next = drawn + 1;
    }
    some
}
