//! From some of the wins and losses to all of them.
//!
//! Evaluating every condition on every position of a large class would take
//! most of the time. So lists of all sizes are made from some positions, and
//! the conditions that they use are then evaluated everywhere, along with those
//! that cost next to nothing.

use crate::{Examples, ExamplesError, Miner, News, Stop};

/// A condition that takes at most this many values is kept anyway.
const CHEAP: u64 = 100;

impl Miner<'_> {
    /// Examines all wins and losses, if only some have been examined, for
    /// conditions that are cheap or in use. False if it must stop before.
    ///
    /// # Errors
    ///
    /// The oracle's.
    pub(crate) fn widen(&mut self, stop: Stop) -> Result<bool, ExamplesError> {
        if self.is_widened || self.knows_all() {
            return Ok(true);
        }
        let uses = self.uses(stop);
        if stop() {
            return Ok(false);
        }
        self.is_widened = true;
        let max_decisive = self.options.sampling.max_decisive;
        let blocks = self.sides.iter().map(Examples::blocks).sum();
        (self.news)(News::Examining(blocks));
        for (examples, uses) in self.sides.iter_mut().zip(uses) {
            let costs = examples.costs.iter().enumerate();
            let kept = costs.filter(|&(at, &cost)| cost <= CHEAP || uses[at] > 0);
            let kept: Vec<usize> = kept.map(|(at, _)| at).collect();
            let news = self.news;
            examples.widen(&kept, max_decisive, self.oracle, &|blocks| {
                news(News::Examined(blocks));
            })?;
        }
        Ok(true)
    }
}
