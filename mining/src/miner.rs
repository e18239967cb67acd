//! Lists of havens and dangers for a whole class, within a budget.

use std::sync::{Mutex, PoisonError};

use drawproof_language::Vocabulary;
use drawproof_tables::{Layout, Material, Oracle};
use shakmaty::Color;

use crate::{
    Examples, ExamplesError, Found, Sampling,
    list::{List, Role},
    random::Random,
    search::{Conjunction, SearchOptions},
};

/// How a miner works.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Options {
    /// Most conditions of a rule.
    pub max_conditions: usize,
    /// How many conjunctions of each length are made longer.
    pub beam: usize,
    /// What is looked at to begin with, for each side to move.
    pub sampling: Sampling,
    /// Leave conditions out that look ahead.
    pub static_only: bool,
    /// Which random numbers are drawn.
    pub seed: u64,
    /// How hard lists are improved: 1 is usual, 0 not at all.
    pub effort: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
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
        }
    }
}

/// What is limited.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Unit {
    /// Rules, of both sides to move together.
    Rules,
    /// Conditions of all rules.
    Conditions,
    /// Bytes of the rule file, comments and reasons left out.
    Bytes,
    /// Nanoseconds that a call is estimated to take, for the side to move
    /// for which it takes longer.
    Nanoseconds,
}

/// How large a recognizer may be.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Budget {
    /// What is limited.
    pub unit: Unit,
    /// To how many.
    pub at_most: f64,
}

/// Says whether to stop with the best so far; asked again and again.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// Finds rules for a class.
pub struct Miner<'a> {
    /// What rules are made of.
    pub vocabulary: &'a Vocabulary,
    /// Who is believed.
    pub(crate) oracle: &'a dyn Oracle,
    /// For each side to move that has to be looked at: White, who is stronger,
    /// then Black, who with equal material is left out.
    pub sides: Vec<Examples>,
    /// How it works.
    pub options: Options,
    pub(crate) news: &'a (dyn Fn(News) + Sync),
    /// Keeps the best recognizer so far.
    keep: Option<Keep<'a>>,
    /// The rank of what is kept: whether it is known to claim no win or loss,
    /// and its share of the draws.
    kept: Mutex<Option<(bool, f64)>>,
    /// Whether all wins and losses have been looked at, or as many as are to
    /// be.
    pub(crate) is_widened: bool,
}

/// Is called with the best recognizer so far, again and again.
pub type Keep<'a> = &'a (dyn Fn(&Miner, &Found) + Sync);

/// What a [`Miner`] tells as it works.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum News {
    /// It begins to look at this many blocks of positions.
    Looks(u64),
    /// It has looked at this many more.
    Looked(u64),
    /// It has lists with this many rules and this share of the draws, as
    /// far as it knows.
    Found {
        /// The rules.
        rules: usize,
        /// The share of the draws, 1 being all.
        share: f64,
    },
}

/// A list for each side to move of a [`Miner`].
#[derive(Clone, Debug)]
pub struct Lists {
    /// In the order of the miner's sides.
    pub sides: Vec<List>,
}

/// A rule of [`Lists`], counted from 1 among those of its role.
pub(crate) struct Numbered<'a> {
    pub role: Role,
    pub number: usize,
    pub rule: &'a Conjunction,
}

/// How often improvements are tried as a rule; with five men and more, where
/// each try takes much longer, less often.
const USUAL_TRIES: f64 = 240.0;
const USUAL_TRIES_FIVE_MEN: f64 = 60.0;

impl<'a> Miner<'a> {
    /// Looks at positions of a class. `news` is told how it goes, now and
    /// later.
    ///
    /// # Errors
    ///
    /// If the class has no tables or the oracle no answer.
    pub fn new(
        vocabulary: &'a Vocabulary,
        oracle: &'a dyn Oracle,
        options: Options,
        news: &'a (dyn Fn(News) + Sync),
    ) -> Result<Self, ExamplesError> {
        let turns = turns(vocabulary.material());
        let blocks = Layout::new(vocabulary.material())?.blocks() * turns.len();
        news(News::Looks(blocks as u64));
        let examples = |&turn: &Color| {
            Examples::new(
                vocabulary,
                oracle,
                turn,
                options.static_only,
                options.sampling,
                &|blocks| news(News::Looked(blocks)),
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

    /// From now on, `keep` is called with what is at hand whenever that is
    /// better than before. It fits into the budget; but it may claim wins and
    /// losses until it has been asked about all of them.
    pub fn keep_by(&mut self, keep: Keep<'a>) {
        self.keep = Some(keep);
    }

    /// Keeps a recognizer if it is the best so far. One that is known to claim
    /// no win or loss is better than all that may claim some.
    pub(crate) fn is_at_hand(&self, found: &Found, is_safe: bool) {
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

    /// How many draws there are, mirror images left out.
    pub fn all_draws(&self) -> u64 {
        self.sides.iter().map(|side| side.all_draws).sum()
    }

    /// The share of all draws that lists claim, as far as is known from the
    /// examples.
    pub fn share_of_lists(&self, lists: &Lists) -> f64 {
        let sides = self.sides.iter().zip(&lists.sides);
        let spotted: f64 = sides.map(|(examples, list)| list.spotted(examples)).sum();
        spotted / (self.all_draws() as f64).max(1.0)
    }

    /// A greedy list, in which a rule is worth so many draws; `None` if it
    /// would have far more than so many rules, or has to stop.
    pub fn greedy(&self, draws_a_rule: f64, max_rules: usize, stop: Stop) -> Option<Lists> {
        let list = |examples: &Examples| {
            let mut list = List::new(examples);
            // Some will not be needed.
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

    /// How many values to look at are as bad as one more rule. A condition
    /// that is worse than that is left out to begin with.
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

    /// The best greedy lists within a budget, and how many draws a rule is
    /// worth in them; `None` if even the smallest ones are too large. With
    /// something `in_hand` it need not find anything if it is to stop. The
    /// search begins where a rule is worth so many draws, and goes on in steps of
    /// such a factor, then in smaller ones.
    pub(crate) fn greedy_within(
        &self,
        budget: Budget,
        (begin, first_step): (f64, f64),
        (in_hand, stop): (bool, Stop),
    ) -> Option<(Lists, f64)> {
        let fits = |lists: &Lists| self.size_of_lists(lists, budget.unit) <= budget.at_most;
        let max_rules = match budget.unit {
            // No rule is smaller than that.
            Unit::Rules | Unit::Conditions => budget.at_most as usize,
            Unit::Bytes => budget.at_most as usize / 20,
            Unit::Nanoseconds => usize::MAX,
        };
        // More draws; as many with fewer conditions.
        let rank = |lists: &Lists| (self.share_of_lists(lists), -(lists.conditions() as f64));
        // Rules that are worth ever fewer draws, as long as they fit.
        let (mut worth, mut step) = (begin, first_step);
        let mut best: Option<(Lists, f64)> = None;
        let is_enough = |best: &Option<_>| (in_hand || best.is_some()) && stop();
        while step > SMALLEST_STEP && worth > 0.5 && !is_enough(&best) {
            let next = worth / step;
            // Something has to be found first.
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

    /// How many draws a rule is worth where a search for lists begins of
    /// which nothing is known, and by which factors it goes on.
    pub(crate) fn usual_begin(&self) -> (f64, f64) {
        (self.all_draws() as f64 * 4.0, 4.0)
    }

    /// How many draws a rule is worth of which there are as few as possible.
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

    /// How good lists are, a rule being worth a number of draws.
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

    /// Improves lists: into a limit if they are too large, then towards fewer
    /// draws lost, a rule being worth some of them. One of several parts of
    /// the work.
    pub(crate) fn improved(
        &self,
        mut lists: Lists,
        draws_a_rule: f64,
        limit: Option<Budget>,
        (part, parts): (usize, usize),
        stop: Stop,
    ) -> Lists {
        let mut random = Random::new(self.options.seed.wrapping_add((part as u64) << 32));
        // What is too much has to go, but not at any price.
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
            // Rules that have become more general may do for others.
            list.drop_needless(examples);
        }
        lists
    }

    /// The same lists with the havens that are worth it, as long as they are
    /// within a limit; those that are no longer worth it are taken away. One of
    /// several parts of the work.
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
            self.is_at_hand(&Found::Lists(lists.clone()), self.knows_all());
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

/// A greedy search has to weigh rules more than they are worth in the end: the
/// first ones guard against much. Of that weight, what one more rule should
/// bring, about.
const MARGINAL: f64 = 0.2;

/// How exactly the worth of a rule is found that meets a budget.
const SMALLEST_STEP: f64 = 1.15;

/// The sides to move of a class that have to be looked at.
fn turns(class: &Material) -> &'static [Color] {
    if class.is_symmetric() {
        &[Color::White]
    } else {
        &[Color::White, Color::Black]
    }
}

impl Lists {
    /// How many rules there are.
    pub fn rules(&self) -> usize {
        let dangers = self.sides.iter().map(|list| list.rules().len());
        self.havens() + dangers.sum::<usize>()
    }

    /// How many of them are havens.
    pub(crate) fn havens(&self) -> usize {
        self.sides.iter().map(|list| list.havens().len()).sum()
    }

    /// All rules, side by side.
    pub(crate) fn numbered(&self) -> Vec<Vec<Numbered<'_>>> {
        let mut numbers = Role::ALL.map(|_| 0);
        let mut number = move |role: Role| {
            let number = &mut numbers[role as usize];
            *number += 1;
            *number
        };
        let mut rule = |(role, rule)| Numbered {
            role,
            number: number(role),
            rule,
        };
        let sides = self.sides.iter();
        sides
            .map(|list| list.all().map(&mut rule).collect())
            .collect()
    }

    /// How many conditions all rules have together.
    pub fn conditions(&self) -> usize {
        self.sides.iter().flat_map(List::literals).count()
    }
}
