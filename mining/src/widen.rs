//! From some of the wins and losses to all of them.
//!
//! Looking at every position of a large class for every condition would take
//! most of the time. So lists of all sizes are made from some positions; the
//! conditions that they use are then looked at everywhere, beside those that
//! cost next to nothing.

use crate::{Examples, ExamplesError, Miner, News, Stop};

/// A condition for which no more values are looked at is kept anyway.
const CHEAP: u64 = 100;

/// How long lists are made to see which conditions they use.
const MAX_RULES: usize = 300;

impl Miner<'_> {
    /// Looks at all wins and losses, where only some have been looked at, for
    /// conditions that are cheap or that are used.
    ///
    /// # Errors
    ///
    /// The oracle's.
    pub(crate) fn widen(&mut self, stop: Stop) -> Result<(), ExamplesError> {
        if self.sides.iter().all(Examples::is_all) {
            return Ok(());
        }
        let used = self.used(stop);
        let max_decisive = self.options.sampling.max_decisive;
        let blocks = self.sides.iter().map(Examples::blocks).sum();
        (self.news)(News::Looks(blocks));
        for (examples, used) in self.sides.iter_mut().zip(used) {
            let costs = examples.costs.iter().enumerate();
            let kept = costs.filter(|&(at, &cost)| cost <= CHEAP || used[at]);
            let kept: Vec<usize> = kept.map(|(at, _)| at).collect();
            let news = self.news;
            examples.widen(&kept, max_decisive, self.oracle, &|blocks| {
                news(News::Looked(blocks));
            })?;
        }
        Ok(())
    }

    /// Which conditions of each side lists make use of.
    fn used(&self, stop: Stop) -> Vec<Vec<bool>> {
        let none = |side: &Examples| vec![false; side.conditions.len()];
        let mut used: Vec<_> = self.sides.iter().map(none).collect();
        let (mut worth, step) = self.usual_begin();
        while worth > 0.5
            && let Some(lists) = self.greedy(worth, MAX_RULES, stop)
        {
            for (used, list) in used.iter_mut().zip(&lists.sides) {
                for literal in list.rules().iter().flatten() {
                    used[literal.condition] = true;
                }
            }
            worth /= step;
        }
        used
    }
}
