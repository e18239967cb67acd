//! From what is right for the examples to what is right everywhere.
//!
//! Large classes are learnt from some of their positions. What was found is
//! then asked about all of them, and the wins and losses that it claims become
//! examples: until there are none (learning from counterexamples, as in
//! Angluin 1987; windowing, as in Quinlan's ID3).

use drawproof_recognizers::RuleFile;

use crate::{Budget, ExamplesError, Form, Found, List, Lists, Miner, Stop, Tree, Unit};

/// How often trees are grown anew before they are silenced where they are
/// wrong.
const MAX_ROUNDS: usize = 5;

impl Miner<'_> {
    /// The best recognizer found within a budget, or the best one at all;
    /// `None` if even the smallest one is too large. It claims no win or loss
    /// of the class.
    ///
    /// # Errors
    ///
    /// If the oracle has no answer.
    pub fn mine(
        &mut self,
        form: Form,
        budget: Option<Budget>,
        stop: Stop,
    ) -> Result<Option<Found>, ExamplesError> {
        self.widen(stop)?;
        match (form, budget) {
            (Form::List, Some(budget)) => Ok(self.lists_within(budget, stop)?.map(Found::Lists)),
            (Form::List, None) => Ok(self.lists_worth(1.0, stop)?.map(Found::Lists)),
            (Form::Tree, _) => self.safe_trees(budget, stop),
        }
    }

    fn lists_within(&mut self, budget: Budget, stop: Stop) -> Result<Option<Lists>, ExamplesError> {
        let mut inner = budget;
        let mut begin = self.usual_begin();
        for round in 1.. {
            let Some((lists, worth)) = self.greedy_within(inner, begin, stop) else {
                break;
            };
            let Some(lists) = self.made_safe(lists, worth, stop)? else {
                break;
            };
            begin = (worth * 2.5, 1.6);
            let is_far_off = self.excess(&lists, Some(budget)) > budget.at_most / 20.0;
            // What was learnt may do.
            if is_far_off && round < MAX_ROUNDS && !stop() {
                continue;
            }
            let found = self.safe_and_improved(lists, worth, Some(budget), stop)?;
            if found.is_some() || stop() {
                return Ok(found);
            }
            // There has to be room for what is added.
            inner.at_most -= (budget.at_most / 20.0).max(1.0);
        }
        Ok(None)
    }

    /// Lists in which a rule is worth so many draws.
    pub(crate) fn lists_worth(
        &mut self,
        draws_a_rule: f64,
        stop: Stop,
    ) -> Result<Option<Lists>, ExamplesError> {
        let Some(lists) = self.greedy(draws_a_rule, usize::MAX, stop) else {
            return Ok(None);
        };
        match self.made_safe(lists, draws_a_rule, stop)? {
            Some(lists) => self.safe_and_improved(lists, draws_a_rule, None, stop),
            None => Ok(None),
        }
    }

    /// Improves safe lists, and makes them safe again, in turns: the best of
    /// them that are safe and within a limit.
    fn safe_and_improved(
        &mut self,
        lists: Lists,
        draws_a_rule: f64,
        limit: Option<Budget>,
        stop: Stop,
    ) -> Result<Option<Lists>, ExamplesError> {
        let is_all = self.sides.iter().all(crate::Examples::is_all);
        let parts = if is_all { 1 } else { 4 };
        let mut safe = Some(lists);
        let mut best: Option<Lists> = None;
        for part in 0..=parts {
            let Some(lists) = safe else { break };
            best = best.map(|best| self.counted_anew(best));
            let is_better =
                |best| self.worth(&lists, draws_a_rule) > self.worth(best, draws_a_rule);
            if self.excess(&lists, limit) == 0.0 && best.as_ref().is_none_or(is_better) {
                best = Some(lists.clone());
            }
            if part == parts || stop() {
                break;
            }
            let lists = self.improved(lists, draws_a_rule, limit, (part, parts), stop);
            safe = self.made_safe(lists, draws_a_rule, stop)?;
        }
        Ok(best)
    }

    /// The same rules, with what they cover of examples that have grown.
    fn counted_anew(&self, lists: Lists) -> Lists {
        let sides = lists.sides.into_iter().zip(&self.sides);
        let sides = sides.map(|(list, examples)| List::of(examples, list.into_rules()));
        Lists {
            sides: sides.collect(),
        }
    }

    /// Adds rules until no win or loss of the class is claimed; `None` if it
    /// has to stop.
    fn made_safe(
        &mut self,
        mut lists: Lists,
        draws_a_rule: f64,
        stop: Stop,
    ) -> Result<Option<Lists>, ExamplesError> {
        while self.learn_what_is_claimed(&Found::Lists(lists.clone()))? {
            lists = self.counted_anew(lists);
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
    ) -> Result<Option<Found>, ExamplesError> {
        let mut rounds = 0;
        loop {
            let trees = self.trees(stop);
            let Some(found) = self.trees_within(&trees, budget) else {
                return Ok(None);
            };
            if !self.learn_what_is_claimed(&found)? {
                return Ok(Some(found));
            }
            rounds += 1;
            if rounds >= MAX_ROUNDS || stop() {
                return self.silenced(found).map(Some);
            }
        }
    }

    /// Trees that keep silent where they claimed wins or losses.
    fn silenced(&mut self, mut found: Found) -> Result<Found, ExamplesError> {
        loop {
            if let Found::Trees(trees) = &mut found {
                for (tree, examples) in trees.iter_mut().zip(&self.sides) {
                    *tree = tree.silent_on(&examples.decisive);
                }
            }
            if !self.learn_what_is_claimed(&found)? {
                return Ok(found);
            }
        }
    }

    /// Makes examples of the wins and losses that are claimed; says whether
    /// there are any.
    fn learn_what_is_claimed(&mut self, found: &Found) -> Result<bool, ExamplesError> {
        if self.sides.iter().all(crate::Examples::is_all) {
            return Ok(false);
        }
        let text = self.text(found);
        let rules = RuleFile::parse("what was found", &text)?;
        let max_sheets = self.options.sampling.max_sheets;
        let mut any = false;
        for examples in &mut self.sides {
            let claimed = examples.claimed(&rules, self.oracle, &|_| {})?;
            any |= !claimed.is_empty();
            examples.add(&claimed, max_sheets, self.oracle)?;
        }
        Ok(any)
    }

    /// Recognizers from small to large. `found` is called with each as it is
    /// found; none of them claims a win or loss of the class.
    ///
    /// # Errors
    ///
    /// If the oracle has no answer.
    pub fn frontier(
        &mut self,
        form: Form,
        stop: Stop,
        found: &mut dyn FnMut(&Self, Found),
    ) -> Result<(), ExamplesError> {
        self.widen(stop)?;
        match form {
            Form::List => {
                let mut worth = self.all_draws() as f64 / 4.0;
                while worth > 0.5 && !stop() {
                    if let Some(lists) = self.lists_worth(worth, stop)? {
                        found(self, Found::Lists(lists));
                    }
                    worth /= 4.0;
                }
            }
            Form::Tree => {
                let all: usize = self.trees(stop).iter().map(Tree::tests).sum();
                let sizes = (3..).map(|halving| 1_usize << halving);
                for at_most in sizes.take_while(|&size| size < all).chain([all]) {
                    let budget = Budget {
                        unit: Unit::Conditions,
                        at_most: at_most as f64,
                    };
                    if let Some(trees) = self.safe_trees(Some(budget), stop)? {
                        found(self, trees);
                    }
                }
            }
        }
        Ok(())
    }
}
