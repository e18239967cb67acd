//! From rules that are right on the examples to rules that are right
//! everywhere.
//!
//! For large classes, learning uses some of the positions. The result is then
//! checked on all positions, and the wins and losses that it claims become
//! examples, until there are none (learning from counterexamples, as in Angluin
//! 1987; windowing, as in Quinlan's ID3).

use drawproof_language::RuleFile;

use crate::{
    Budget, ExamplesError, Form, FoundRules, Lists, Miner, Stop, Tree, Unit, bits, examples::Kind,
    list::List, source::WantedBlock,
};

/// How often lists that become too large once they are safe are restarted.
const MAX_ROUNDS: usize = 5;

/// How often trees without a budget are grown, each time from all examples that
/// the previous ones had to learn.
const WHOLE_TREES: usize = 2;

/// Trees to cut smaller ones from, and how many draws they were grown for at
/// least.
struct Whole {
    trees: Vec<Tree>,
    least_draws: f64,
}

/// The number of phases in which lists are improved; between them they are made
/// safe.
const PARTS: usize = 6;

/// The shares of a budget that dangers get at first: all, or most of it to leave
/// room for havens. Which is better is not known in advance.
const DANGERS: [f64; 2] = [1.0, 0.7];

impl Miner<'_> {
    /// The best recognizer found within a budget, or the best one at all; `None` if
    /// even the smallest one is too large, or if it must stop before all wins and
    /// losses have been examined. It claims no win or loss of the class.
    ///
    /// # Errors
    ///
    /// If the oracle has no answer.
    pub fn mine(
        &mut self,
        form: Form,
        budget: Option<Budget>,
        stop: Stop,
    ) -> Result<Option<FoundRules>, ExamplesError> {
        if !self.widen(stop)? {
            return Ok(None);
        }
        let lists = match (form, budget) {
            (Form::List, Some(budget)) => self.lists_within(budget, stop)?,
            (Form::List, None) => self.largest_lists(stop)?,
            (Form::Tree, _) => return self.safe_trees(budget, stop),
        };
        Ok(lists.map(FoundRules::Lists))
    }

    /// The same lists, with the rules that claim most or guard against most
    /// first.
    fn sorted(&self, mut lists: Lists) -> Lists {
        for (list, examples) in lists.sides.iter_mut().zip(&self.sides) {
            list.sort(examples);
        }
        lists
    }

    fn lists_within(&mut self, budget: Budget, stop: Stop) -> Result<Option<Lists>, ExamplesError> {
        let mut best: Option<Lists> = None;
        for dangers in DANGERS {
            let found = self.lists_with_dangers(budget, dangers, (best.is_some(), stop))?;
            best = best.map(|best| self.counted_anew(best));
            let share = |lists: &Option<Lists>| {
                let lists = lists.as_ref();
                lists.map_or(-1.0, |lists| self.share_of_lists(lists))
            };
            if share(&found) > share(&best) {
                best = found;
            }
            if share(&best) >= 1.0 || stop() {
                break;
            }
        }
        Ok(best)
    }

    /// Lists that begin with dangers for a share of a budget.
    fn lists_with_dangers(
        &mut self,
        budget: Budget,
        dangers: f64,
        (in_hand, stop): (bool, Stop),
    ) -> Result<Option<Lists>, ExamplesError> {
        let mut inner = Budget {
            at_most: budget.at_most * dangers,
            ..budget
        };
        let mut begin = self.usual_begin();
        for round in 1.. {
            let Some((lists, worth)) = self.greedy_within(inner, begin, (in_hand, stop)) else {
                break;
            };
            let Some(lists) = self.made_safe(lists, worth, stop)? else {
                break;
            };
            begin = (worth * 2.5, 1.6);
            let is_far_off = self.excess(&lists, Some(inner)) > budget.at_most / 20.0;
            // The new examples may be enough.
            if is_far_off && round < MAX_ROUNDS && !stop() {
                continue;
            }
            let with_havens = dangers < 1.0;
            let found = self.safe_and_improved(lists, worth, Some(budget), with_havens, stop)?;
            if found.is_some() || stop() {
                return Ok(found);
            }
            // Leave room for additions.
            inner.at_most -= (budget.at_most / 20.0).max(1.0);
        }
        Ok(None)
    }

    /// Lists in which any draw is worth a rule, or coarser ones if there is not
    /// enough time.
    fn largest_lists(&mut self, stop: Stop) -> Result<Option<Lists>, ExamplesError> {
        let mut best = None;
        for worth in [
            self.all_draws() as f64,
            self.all_draws() as f64 / 256.0,
            1.0,
        ] {
            match self.lists_worth(worth, stop)? {
                None => break,
                found => best = found,
            }
            if stop() {
                break;
            }
        }
        Ok(best.map(|best| self.counted_anew(best)))
    }

    /// Lists in which a rule is worth a number of draws.
    pub(crate) fn lists_worth(
        &mut self,
        draws_a_rule: f64,
        stop: Stop,
    ) -> Result<Option<Lists>, ExamplesError> {
        let Some(lists) = self.greedy(draws_a_rule, usize::MAX, stop) else {
            return Ok(None);
        };
        match self.made_safe(lists, draws_a_rule, stop)? {
            Some(lists) => self.safe_and_improved(lists, draws_a_rule, None, true, stop),
            None => Ok(None),
        }
    }

    /// Alternately improves safe lists and makes them safe again. Returns the
    /// best ones that are safe and within a limit.
    fn safe_and_improved(
        &mut self,
        lists: Lists,
        mut draws_a_rule: f64,
        limit: Option<Budget>,
        with_havens: bool,
        stop: Stop,
    ) -> Result<Option<Lists>, ExamplesError> {
        let mut safe = Some(lists);
        let mut best: Option<Lists> = None;
        for part in 0..=PARTS {
            let Some(lists) = safe else { break };
            // The time of a call depends on the order.
            let lists = self.sorted(lists);
            best = best.map(|best| self.counted_anew(best));
            let is_better = |best| match limit {
                Some(_) => self.share_of_lists(&lists) > self.share_of_lists(best),
                None => self.worth(&lists, draws_a_rule) > self.worth(best, draws_a_rule),
            };
            if self.excess(&lists, limit) == 0.0 && best.as_ref().is_none_or(is_better) {
                self.is_at_hand(&FoundRules::Lists(lists.clone()), true);
                best = Some(lists.clone());
            }
            if part == PARTS || stop() {
                break;
            }
            // The rest of the budget buys draws.
            let is_small =
                |limit: Budget| self.size_of_lists(&lists, limit.unit) < 0.95 * limit.at_most;
            let is_small = limit.is_some_and(is_small);
            if part > 0 && is_small {
                draws_a_rule /= 2.0;
            }
            let lists = if part > 0 || !is_small || !with_havens {
                self.improved(lists, draws_a_rule, limit, (part, PARTS), stop)
            } else {
                lists
            };
            let lists = if with_havens {
                self.with_havens(lists, draws_a_rule, limit, (PARTS, stop))
            } else {
                lists
            };
            safe = self.made_safe(lists, draws_a_rule, stop)?;
        }
        Ok(best)
    }

    /// The same rules, with their coverage of the enlarged examples.
    fn counted_anew(&self, lists: Lists) -> Lists {
        let sides = lists.sides.into_iter().zip(&self.sides);
        let sides = sides.map(|(list, examples)| list.counted_anew(examples));
        Lists {
            sides: sides.collect(),
        }
    }

    /// Adds rules until no win or loss of the class is claimed; `None` if it
    /// must stop.
    fn made_safe(
        &mut self,
        mut lists: Lists,
        draws_a_rule: f64,
        stop: Stop,
    ) -> Result<Option<Lists>, ExamplesError> {
        let max_sheets = self.options.sampling.max_sheets;
        while self.learn_what_is_claimed(&FoundRules::Lists(lists.clone()), max_sheets)? {
            let havens = lists.havens();
            lists = self.counted_anew(lists);
            if lists.havens() == havens && !lists.sides.iter().any(List::is_wrong) {
                return Err(ExamplesError::Disagreement);
            }
            for (list, examples) in lists.sides.iter_mut().zip(&self.sides) {
                if !list.complete(examples, self.search(draws_a_rule), usize::MAX, stop) {
                    return Ok(None);
                }
                list.drop_needless(examples);
            }
        }
        Ok(Some(lists))
    }

    /// Trees that claim no win or loss of the class.
    fn safe_trees(
        &mut self,
        budget: Option<Budget>,
        stop: Stop,
    ) -> Result<Option<FoundRules>, ExamplesError> {
        if budget.is_some() {
            let (trees, least_draws) = self.trees_to_cut(budget, stop);
            return self.safe_within(&mut Whole { trees, least_draws }, budget, stop);
        }
        let mut best: Option<(u64, f64, FoundRules)> = None;
        for _ in 0..WHOLE_TREES {
            let Some((missed, found)) = self.whole_trees((best.is_some(), stop))? else {
                break;
            };
            let tests = self.size(&found, Unit::Conditions);
            if best
                .as_ref()
                .is_none_or(|best| (missed, tests) < (best.0, best.1))
            {
                best = Some((missed, tests, found));
            }
            if self.has_all_draws() || stop() {
                break;
            }
        }
        Ok(best.map(|(_, _, found)| found))
    }

    /// Trees that claim no win or loss of the class and as many draws as can be
    /// separated from them, and how many they miss, as far as known. With a
    /// result `in_hand` it may return none if it must stop.
    fn whole_trees(
        &mut self,
        (in_hand, stop): (bool, Stop),
    ) -> Result<Option<(u64, FoundRules)>, ExamplesError> {
        let (trees, least_draws) = self.trees_to_cut(None, stop);
        if in_hand && stop() {
            return Ok(None);
        }
        let mut whole = Whole { trees, least_draws };
        let mut best: Option<(u64, FoundRules)> = None;
        while let Some(found) = self.safe_within(&mut whole, None, stop)? {
            // The sample may lack draws that are hard to tell from wins.
            let missed = if self.has_all_draws() {
                0
            } else if stop() {
                return Ok(best.or(Some((u64::MAX, found))));
            } else {
                self.learn_what_is_missed(&found)?
            };
            let is_better = best.as_ref().is_none_or(|&(least, _)| missed < least);
            if is_better {
                best = Some((missed, found));
            }
            if !is_better || missed == 0 || stop() {
                break;
            }
            whole.trees = self.grown_on(&whole.trees, whole.least_draws, stop);
        }
        Ok(best)
    }

    /// Trees pruned to a budget that claim no win or loss of the class. Where
    /// they did, they grow further, or keep silent if there is no time.
    fn safe_within(
        &mut self,
        whole: &mut Whole,
        budget: Option<Budget>,
        stop: Stop,
    ) -> Result<Option<FoundRules>, ExamplesError> {
        loop {
            let Some(found) = self.trees_within(&whole.trees, budget) else {
                return Ok(None);
            };
            self.is_at_hand(&found, false);
            if !self.learn_what_is_claimed(&found, usize::MAX)? {
                self.is_at_hand(&found, true);
                return Ok(Some(found));
            }
            // With the pruned parts, the next cut would not be safe at once.
            if let (true, FoundRules::Trees(trees)) = (stop(), &found) {
                whole.trees.clone_from(trees);
            }
            let before = std::mem::take(&mut whole.trees);
            whole.trees = self.grown_on(&before, whole.least_draws, stop);
            if whole.trees == before {
                return Err(ExamplesError::Disagreement);
            }
        }
    }

    fn has_all_draws(&self) -> bool {
        self.sides.iter().all(|side| side.draws_each <= 1.0)
    }

    /// Adds the claimed wins and losses to the examples, from a limited number
    /// of sheets for each side to move; returns whether there are any.
    fn learn_what_is_claimed(
        &mut self,
        found: &FoundRules,
        max_sheets: usize,
    ) -> Result<bool, ExamplesError> {
        if self.knows_all() {
            return Ok(false);
        }
        let rules = RuleFile::parse("what was found", &self.text(found))?;
        let mut any = false;
        for examples in &mut self.sides {
            let claimed = examples.faults(&rules, Kind::Decisive, self.oracle)?;
            any |= claimed.iter().any(|(_, sheets)| !sheets.is_empty());
            let some = some_of(claimed, max_sheets);
            examples.add(&some, Kind::Decisive, self.oracle)?;
        }
        Ok(any)
    }

    /// Adds the missed draws to the examples, or some if there are very many;
    /// returns how many are missed.
    fn learn_what_is_missed(&mut self, found: &FoundRules) -> Result<u64, ExamplesError> {
        let rules = RuleFile::parse("what was found", &self.text(found))?;
        let mut all = 0;
        for examples in &mut self.sides {
            let missed = examples.faults(&rules, Kind::Draws, self.oracle)?;
            let sheets = missed.iter().flat_map(|(_, sheets)| sheets);
            let rows = sheets.filter_map(|sheet| sheet.what.only());
            let count: u64 = rows.map(|rows| bits::count(rows)).sum();
            all += count;
            // In all rounds together, about as many as there were at first.
            let room = self.options.sampling.max_draws.saturating_mul(2);
            let room = room.saturating_sub(examples.draws.positions() as u64);
            if room == 0 {
                continue;
            }
            let share = room as f64 / (count as f64).max(1.0);
            let sheets: usize = missed.iter().map(|(_, sheets)| sheets.len()).sum();
            let some = some_of(missed, (sheets as f64 * share.min(1.0)) as usize);
            examples.add(&some, Kind::Draws, self.oracle)?;
        }
        Ok(all)
    }

    /// Recognizers from small to large. Calls `found` with each one; none of
    /// them claims a win or loss of the class.
    ///
    /// # Errors
    ///
    /// If the oracle has no answer.
    pub fn frontier(
        &mut self,
        form: Form,
        stop: Stop,
        found: &mut dyn FnMut(&Self, FoundRules),
    ) -> Result<(), ExamplesError> {
        if !self.widen(stop)? {
            return Ok(());
        }
        match form {
            Form::List => {
                let mut worth = self.all_draws() as f64 / 4.0;
                while worth > 0.5 && !stop() {
                    if let Some(lists) = self.lists_worth(worth, stop)? {
                        found(self, FoundRules::Lists(lists));
                    }
                    worth /= 4.0;
                }
            }
            Form::Tree => {
                let (trees, least_draws) = self.trees_to_cut(None, stop);
                let all: usize = trees.iter().map(Tree::tests).sum();
                let mut whole = Whole { trees, least_draws };
                let sizes = (3..).map(|halving| 1_usize << halving);
                let budget = |tests: usize| Budget {
                    unit: Unit::Conditions,
                    at_most: tests as f64,
                };
                let budgets = sizes.take_while(|&size| size < all).map(budget).map(Some);
                for budget in budgets.chain([None]) {
                    if let Some(trees) = self.safe_within(&mut whole, budget, stop)? {
                        found(self, trees);
                    }
                    if stop() {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}

/// An even sample of some sheets, with an approximate maximum number.
fn some_of(blocks: Vec<WantedBlock>, max_sheets: usize) -> Vec<WantedBlock> {
    let all: usize = blocks.iter().map(|(_, sheets)| sheets.len()).sum();
    let each = all.div_ceil(max_sheets.max(1)).max(1);
    let mut number = 0;
    let mut is_chosen = move || {
        number += 1;
        number % each == 0
    };
    let block = |(block, mut sheets): WantedBlock| {
        sheets.retain(|_| is_chosen());
        (block, sheets)
    };
    blocks.into_iter().map(block).collect()
}
