//! Havens: conjunctions that hold in no win or loss. What is in one is a draw
//! whatever danger is there, so lists can be rougher.
//!
//! A haven is searched for among some of the wins and losses; those in which
//! what was found holds are added to them, until there are none.

use std::sync::Arc;

use crate::{
    Examples, bits,
    list::{List, MAX_TARGET, covered, some},
    search::{Conjunction, Covers, SearchOptions, Target, best_conjunction},
};

/// How many more conditions a haven may have than a danger: it has to exclude
/// every win and loss by itself.
const MORE_CONDITIONS: usize = 3;

/// How often wins and losses are added before a search is given up.
const MAX_ROUNDS: usize = 8;

/// How many of them are added at most.
const MAX_ADDED: u64 = 20_000;

/// Shares of the wins and losses in which a conjunction on the way to a haven
/// may hold without being much worse for it.
const TOLERATED: [f64; 2] = [1e-3, 1e-5];

impl List {
    /// Adds the haven that is worth most, if one is found that claims more
    /// draws than it costs.
    pub fn add_haven(&mut self, examples: &Examples, options: SearchOptions) -> bool {
        let Some(haven) = self.haven(examples, options) else {
            return false;
        };
        let is_worth_it = self.gain(examples, &haven, options) > 0.0;
        if is_worth_it {
            self.push_haven(examples, haven);
        }
        is_worth_it
    }

    /// Takes havens away that are not worth what they cost.
    pub fn drop_poor_havens(&mut self, examples: &Examples, options: SearchOptions) {
        for at in (0..self.havens().len()).rev() {
            let haven = self.remove_haven(examples, at);
            if self.gain(examples, &haven, options) > 0.0 {
                self.push_haven(examples, haven);
            }
        }
    }

    /// Puts havens first that claim more draws.
    pub fn sort_havens(&mut self, examples: &Examples) {
        let mut havens: Vec<Conjunction> = Vec::new();
        while !self.havens().is_empty() {
            havens.push(self.remove_haven(examples, 0));
        }
        let claims = |haven: &Conjunction| bits::count(&covered(&examples.draws, haven));
        havens.sort_by_cached_key(|haven| std::cmp::Reverse(claims(haven)));
        for haven in havens {
            self.push_haven(examples, haven);
        }
    }

    /// How many draws more are claimed with a haven, less what it costs.
    fn gain(&self, examples: &Examples, haven: &Conjunction, options: SearchOptions) -> f64 {
        let draws = bits::count_both(&self.missed(examples), &covered(&examples.draws, haven));
        let costs = haven
            .iter()
            .map(|literal| examples.costs[literal.condition]);
        let cost = costs.fold(0, u64::saturating_add);
        draws as f64 * examples.draws_each - options.price(cost)
    }

    fn haven(&self, examples: &Examples, options: SearchOptions) -> Option<Conjunction> {
        let options = SearchOptions {
            max_conditions: options.max_conditions + MORE_CONDITIONS,
            beam: options.beam * 2,
            ..options
        };
        let missed = self.missed(examples);
        let some_missed = some(&missed, MAX_TARGET[1]);
        let each = bits::count(&missed) as f64 / (bits::count(&some_missed) as f64).max(1.0);
        let each = each * examples.draws_each;
        let wanted = Arc::new(examples.draws.pick(&some_missed));
        let mut known = some(&examples.decisive.all(), MAX_TARGET[0]);
        for _ in 0..MAX_ROUNDS {
            let target = Target {
                wanted: Arc::clone(&wanted),
                spared: Arc::new(examples.decisive.pick(&known)),
                costs: &examples.costs,
            };
            let havens = TOLERATED.iter().filter_map(|share| {
                let tolerated = share * target.spared.positions() as f64;
                best_conjunction(&target, options, &|covers: Covers| {
                    let whole = covers.wanted as f64 * each - options.price(covers.cost);
                    let score = covers.wanted as f64 / (covers.spared as f64 + tolerated);
                    (score, (covers.spared == 0).then_some(whole))
                })
            });
            let gain = |haven: &Conjunction| self.gain(examples, haven, options);
            let haven = havens.max_by(|a, b| gain(a).total_cmp(&gain(b)))?;
            let wrong = covered(&examples.decisive, &haven);
            if bits::is_empty(&wrong) {
                return Some(self.widened(examples, haven, options));
            }
            bits::add(&mut known, &some(&wrong, MAX_ADDED));
        }
        None
    }

    /// A haven with conditions left out, or others in their place, as long as
    /// more draws are claimed for it.
    fn widened(
        &self,
        examples: &Examples,
        mut haven: Conjunction,
        options: SearchOptions,
    ) -> Conjunction {
        let one = SearchOptions {
            max_conditions: 1,
            ..options
        };
        let missed = self.missed(examples);
        let mut best = self.gain(examples, &haven, options);
        let mut at = 0;
        while at < haven.len() {
            let mut rest = haven.clone();
            rest.remove(at);
            let mut wanted = covered(&examples.draws, &rest);
            bits::keep(&mut wanted, &missed, true);
            let target = Target {
                wanted: Arc::new(examples.draws.pick(&wanted)),
                spared: Arc::new(examples.decisive.pick(&covered(&examples.decisive, &rest))),
                costs: &examples.costs,
            };
            let instead = best_conjunction(&target, one, &|covers: Covers| {
                let draws = covers.wanted as f64 * examples.draws_each;
                let whole = draws - options.price(covers.cost);
                (whole, (covers.spared == 0).then_some(whole))
            });
            rest.extend(instead.into_iter().flatten());
            let gain = self.gain(examples, &rest, options);
            let is_pure = bits::is_empty(&covered(&examples.decisive, &rest));
            if is_pure && gain > best {
                (haven, best, at) = (rest, gain, 0);
            } else {
                at += 1;
            }
        }
        haven
    }
}
