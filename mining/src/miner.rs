//! Lists of havens and dangers for a whole class, within a budget.

use std::sync::{Mutex, PoisonError};

use drawproof_language::Vocabulary;
use drawproof_tables::{Layout, Material, Oracle, Random};
use shakmaty::Color;

use crate::{
    Budget, Examples, ExamplesError, FoundRules, Lists, Sampling, Stop, Unit, list::List,
    search::SearchOptions,
};

/// The options of a miner.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Options {
    /// The maximum number of conditions of a rule.
    pub max_conditions: usize,
    /// How many conjunctions of each length are extended.
    pub beam: usize,
    /// What is examined at first, for each side to move.
    pub sampling: Sampling,
    /// Leave out conditions that look ahead.
    pub static_only: bool,
    /// The seed of the random numbers.
    pub seed: u64,
    /// How hard lists are improved: 1 is the default, 0 means not at all.
    pub effort: f64,
}

impl Options {
    /// Those of a search for classes of up to four men.
    pub const DEFAULT: Self = Self {
        max_conditions: 5,
        beam: 8,
        sampling: Sampling {
            max_draws: 1 << 20,
            max_sheets: 2048,
            max_decisive: 1 << 24,
            max_cost: 1000,
        },
        static_only: false,
        seed: 1,
        effort: 1.0,
    };

    /// The usual [`Sampling::max_cost`]: with five men and more, evaluating values takes most of
    /// the time.
    pub fn usual_max_cost(class: &Material) -> u64 {
        if class.men_count() <= 4 {
            Self::DEFAULT.sampling.max_cost
        } else {
            300
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Finds rules for a class.
pub struct Miner<'a> {
    /// The terms of rules.
    pub vocabulary: &'a Vocabulary,
    /// The source of truth.
    pub(crate) oracle: &'a dyn Oracle,
    /// The examples for each side to move: White, the stronger side, then
    /// Black, unless the material is equal.
    pub sides: Vec<Examples>,
    /// The options.
    pub options: Options,
    pub(crate) news: &'a (dyn Fn(News) + Sync),
    /// Keeps the best recognizer so far.
    keep: Option<Keep<'a>>,
    /// The rank of the kept recognizer: whether it is known to claim no win or
    /// loss, and its share of the draws.
    kept: Mutex<Option<(bool, f64)>>,
    /// Whether all wins and losses have been examined, or as many as the limit
    /// allows.
    pub(crate) is_widened: bool,
}

/// Called with each best recognizer so far.
pub type Keep<'a> = &'a (dyn Fn(&Miner, &FoundRules) + Sync);

/// The progress of a [`Miner`].
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum News {
    /// It begins to examine this many blocks of positions.
    Examining(u64),
    /// It has examined this many more.
    Examined(u64),
    /// It has lists with this many rules and this estimated share of the draws.
    Found {
        /// The rules.
        rules: usize,
        /// The share of the draws; 1 means all.
        share: f64,
    },
}

/// The default number of improvement attempts; with five men or more, where
/// each takes much longer, there are fewer.
const USUAL_TRIES: f64 = 240.0;
const USUAL_TRIES_FIVE_MEN: f64 = 60.0;

impl<'a> Miner<'a> {
    /// Examines positions of a class. `news` receives the progress, now and
    /// later.
    ///
    /// # Errors
    ///
    /// If the class has no tables or the oracle has no answer.
    pub fn new(
        vocabulary: &'a Vocabulary,
        oracle: &'a dyn Oracle,
        options: Options,
        news: &'a (dyn Fn(News) + Sync),
    ) -> Result<Self, ExamplesError> {
        let turns = turns(vocabulary.material());
        let blocks = Layout::new(vocabulary.material())?.blocks() * turns.len();
        news(News::Examining(blocks as u64));
        let examples = |&turn: &Color| {
            Examples::new(
                vocabulary,
                oracle,
                turn,
                options.static_only,
                options.sampling,
                &|blocks| news(News::Examined(blocks)),
            )
        };
        Ok(Self {
            vocabulary,
            oracle,
            sides: turns.iter().map(examples).collect::<Result<_, _>>()?,
            options,
            news,
            keep: None,
            kept: Mutex::new(None),
            is_widened: false,
        })
    }

    /// From now on, calls `keep` with each recognizer that is better than
    /// before. It fits into the budget, but may claim wins and losses until it
    /// has been checked on all positions.
    pub fn keep_by(&mut self, keep: Keep<'a>) {
        self.keep = Some(keep);
    }

    /// Keeps a recognizer if it is the best so far. A recognizer that is known
    /// to claim no win or loss is better than any that may claim some.
    pub(crate) fn is_at_hand(&self, found: &FoundRules, is_safe: bool) {
        let Some(keep) = self.keep else { return };
        let rank = (is_safe, self.share(found));
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.is_none_or(|kept| kept < rank) {
            *kept = Some(rank);
            keep(self, found);
        }
    }

    /// Whether every win and loss of the class is among the examples.
    pub(crate) fn knows_all(&self) -> bool {
        self.sides.iter().all(Examples::is_all)
    }

    /// How many draws there are, without mirror images.
    pub fn all_draws(&self) -> u64 {
        self.sides.iter().map(|side| side.all_draws).sum()
    }

    /// The share of all draws that lists claim, estimated from the examples.
    pub fn share_of_lists(&self, lists: &Lists) -> f64 {
        let sides = self.sides.iter().zip(&lists.sides);
        let spotted: f64 = sides.map(|(examples, list)| list.spotted(examples)).sum();
        spotted / (self.all_draws() as f64).max(1.0)
    }

    /// A greedy list in which a rule is worth `draws_a_rule` draws; `None` if
    /// it would have far more than `max_rules` rules, or must stop.
    pub fn greedy(&self, draws_a_rule: f64, max_rules: usize, stop: Stop) -> Option<Lists> {
        let list = |examples: &Examples| {
            let mut list = List::new(examples);
            // Some will turn out to be redundant.
            let most = max_rules.saturating_add(max_rules / 4 + 2);
            let is_complete = list.complete(examples, self.search(draws_a_rule), most, stop);
            list.drop_needless(examples);
            is_complete.then_some(list)
        };
        Some(Lists {
            sides: self.sides.iter().map(list).collect::<Option<_>>()?,
        })
    }

    pub(crate) fn search(&self, draws_a_rule: f64) -> SearchOptions {
        SearchOptions {
            draws_a_rule,
            draws_a_value: draws_a_rule / self.values_a_rule(),
            max_conditions: self.options.max_conditions,
            beam: self.options.beam,
        }
    }

    /// How many values to evaluate cost as much as one more rule. A costlier
    /// condition is left out from the start.
    fn values_a_rule(&self) -> f64 {
        self.options.sampling.max_cost as f64
    }

    /// How large lists are.
    pub fn size_of_lists(&self, lists: &Lists, unit: Unit) -> f64 {
        match unit {
            Unit::Rules => lists.rules() as f64,
            Unit::Conditions => lists.conditions() as f64,
            Unit::Bytes => self.text_of_lists(lists).len() as f64,
            Unit::Nanoseconds => self.nanoseconds(lists),
        }
    }

    /// The best greedy lists within a budget, and how many draws a rule is worth
    /// in them; `None` if even the smallest ones are too large. With a result
    /// `in_hand` it need not find anything if it must stop. The search begins
    /// where a rule is worth the given number of draws, and continues in steps of
    /// the given factor, then in smaller ones.
    pub(crate) fn greedy_within(
        &self,
        budget: Budget,
        (begin, first_step): (f64, f64),
        (in_hand, stop): (bool, Stop),
    ) -> Option<(Lists, f64)> {
        let fits = |lists: &Lists| self.size_of_lists(lists, budget.unit) <= budget.at_most;
        let max_rules = match budget.unit {
            // No rule is smaller than one unit.
            Unit::Rules | Unit::Conditions => budget.at_most as usize,
            Unit::Bytes => budget.at_most as usize / 20,
            Unit::Nanoseconds => usize::MAX,
        };
        // More draws, or as many with fewer conditions.
        let rank = |lists: &Lists| (self.share_of_lists(lists), -(lists.conditions() as f64));
        // Rules worth fewer and fewer draws, as long as they fit.
        let (mut worth, mut step) = (begin, first_step);
        let mut best: Option<(Lists, f64)> = None;
        let is_enough = |best: &Option<_>| (in_hand || best.is_some()) && stop();
        while step > SMALLEST_STEP && worth > 0.5 && !is_enough(&best) {
            let next = worth / step;
            // A first result is required.
            let is_enough = || is_enough(&best);
            match self.greedy(next, max_rules, &is_enough).filter(&fits) {
                Some(lists) => {
                    self.tell(&lists, Some(budget));
                    if best
                        .as_ref()
                        .is_none_or(|(best, _)| rank(&lists) > rank(best))
                    {
                        best = Some((lists, next));
                    }
                    worth = next;
                }
                None if best.is_none() && worth < self.highest_worth() => worth *= 64.0,
                None => step = f64::sqrt(step),
            }
        }
        let silence = || Some((self.silence(), worth));
        best.or_else(silence).filter(|(lists, _)| fits(lists))
    }

    /// How many draws a rule is worth when a search without prior knowledge
    /// begins, and the factors by which it continues.
    pub(crate) fn usual_begin(&self) -> (f64, f64) {
        (self.all_draws() as f64 * 4.0, 4.0)
    }

    /// How many draws a rule is worth if there are to be as few rules as
    /// possible.
    fn highest_worth(&self) -> f64 {
        self.all_draws() as f64 * 1e6
    }

    /// Lists that never claim anything.
    fn silence(&self) -> Lists {
        let silent = |examples| List::of(examples, vec![Vec::new()]);
        Lists {
            sides: self.sides.iter().map(silent).collect(),
        }
    }

    /// How good lists are if a rule is worth a number of draws.
    pub(crate) fn worth(&self, lists: &Lists, draws_a_rule: f64) -> f64 {
        let draws = self.share_of_lists(lists) * self.all_draws() as f64;
        let costs = lists.sides.iter().zip(&self.sides);
        let cost: u64 = costs.map(|(list, examples)| list.cost(examples)).sum();
        let rules = lists.rules() as f64 + cost as f64 / self.values_a_rule();
        draws - draws_a_rule * MARGINAL * rules
    }

    /// By how much lists are too large.
    pub(crate) fn excess(&self, lists: &Lists, limit: Option<Budget>) -> f64 {
        let over = |limit: Budget| self.size_of_lists(lists, limit.unit) - limit.at_most;
        limit.map_or(0.0, over).max(0.0)
    }

    /// Improves lists: down to a limit if they are too large, then towards
    /// fewer lost draws, where a rule is worth some draws. One of several parts
    /// of the work.
    pub(crate) fn improved(
        &self,
        mut lists: Lists,
        draws_a_rule: f64,
        limit: Option<Budget>,
        (part, parts): (usize, usize),
        stop: Stop,
    ) -> Lists {
        let mut random = Random::new(self.options.seed.wrapping_add((part as u64) << 32));
        // The excess must go, but not at any price.
        let penalty = |limit: Budget, lists: &Lists| {
            let share = self.excess(lists, Some(limit)) / limit.at_most.max(1.0);
            share * lists.rules() as f64 * draws_a_rule * MARGINAL * (1_u64 << part) as f64
        };
        let rank = |lists: &Lists| {
            let penalty = limit.map_or(0.0, |limit| penalty(limit, lists));
            self.worth(lists, draws_a_rule) - penalty
        };
        let mut best = rank(&lists);
        self.tell(&lists, limit);
        for _ in 0..self.tries().div_ceil(parts) {
            if stop() {
                break;
            }
            let mut tried = lists.clone();
            let side = random.below(self.sides.len());
            let (examples, list) = (&self.sides[side], &mut tried.sides[side]);
            if list.rules().is_empty() {
                continue;
            }
            list.forget_some(examples, &mut random);
            let factor = [0.3, 0.6, 1.0, 1.5, 3.0][random.below(5)];
            let search = self.search(draws_a_rule * factor);
            if !list.complete(examples, search, usize::MAX, stop) {
                break;
            }
            list.drop_needless(examples);
            let found = rank(&tried);
            if found >= best {
                (lists, best) = (tried, found);
                self.tell(&lists, limit);
            }
        }
        for (list, examples) in lists.sides.iter_mut().zip(&self.sides) {
            list.simplify(examples);
            // Rules that have become more general may replace others.
            list.drop_needless(examples);
        }
        lists
    }

    /// The same lists with the havens that are worth their cost, within a
    /// limit; havens that no longer are get removed. One of several parts of
    /// the work.
    pub(crate) fn with_havens(
        &self,
        mut lists: Lists,
        draws_a_rule: f64,
        limit: Option<Budget>,
        (parts, stop): (usize, Stop),
    ) -> Lists {
        let search = self.search(draws_a_rule * MARGINAL);
        for (list, examples) in lists.sides.iter_mut().zip(&self.sides) {
            list.drop_poor_havens(examples, search);
        }
        let is_full = |lists: &Lists| {
            let rules = limit.filter(|limit| limit.unit == Unit::Rules);
            rules.is_some_and(|limit| lists.rules() as f64 + 1.0 > limit.at_most)
        };
        let mut open: Vec<usize> = (0..self.sides.len()).collect();
        let mut tries = self.tries().div_ceil(parts);
        while !open.is_empty() {
            open.retain(|&side| {
                if tries == 0 || is_full(&lists) || stop() {
                    return false;
                }
                tries -= 1;
                let (list, examples) = (&mut lists.sides[side], &self.sides[side]);
                let is_found = list.add_haven(examples, search, stop);
                let fits = self.excess(&lists, limit) == 0.0;
                if is_found && !fits {
                    let list = &mut lists.sides[side];
                    list.remove_haven(examples, list.havens().len() - 1);
                }
                is_found && fits
            });
            self.tell(&lists, limit);
        }
        lists
    }

    fn tell(&self, lists: &Lists, limit: Option<Budget>) {
        (self.news)(News::Found {
            rules: lists.rules(),
            share: self.share_of_lists(lists),
        });
        if self.keep.is_some() && self.excess(lists, limit) == 0.0 {
            self.is_at_hand(&FoundRules::Lists(lists.clone()), self.knows_all());
        }
    }

    /// How often improvements are tried.
    fn tries(&self) -> usize {
        let is_large = self.vocabulary.material().men_count() > 4;
        let usual = if is_large {
            USUAL_TRIES_FIVE_MEN
        } else {
            USUAL_TRIES
        };
        (self.options.effort * usual) as usize
    }
}

/// A greedy search must weigh rules more than they are worth in the end,
/// because the first ones guard against much. This is roughly the share of that
/// weight that one more rule should bring.
const MARGINAL: f64 = 0.2;

/// How exactly the search determines the worth of a rule that meets a budget.
const SMALLEST_STEP: f64 = 1.15;

/// The sides to move of a class that must be examined.
fn turns(class: &Material) -> &'static [Color] {
    if class.is_symmetric() {
        &[Color::White]
    } else {
        &[Color::White, Color::Black]
    }
}
