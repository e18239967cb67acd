//! From some of the wins and losses to all of them.
//!
//! Looking at every position of a large class for every condition would take
//! most of the time. So lists of all sizes are made from some positions; the
//! conditions that they use are then looked at everywhere, beside those that
//! cost next to nothing.

use crate::{Examples, ExamplesError, Miner, News, Stop};

/// A condition for which no more values are looked at is kept anyway.
const CHEAP: u64 = 100;

impl Miner<'_> {
    /// Looks at all wins and losses, where only some have been looked at, for
    /// conditions that are cheap or that are used. False if it has to stop before.
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
        (self.news)(News::Looks(blocks));
        for (examples, uses) in self.sides.iter_mut().zip(uses) {
            let costs = examples.costs.iter().enumerate();
            let kept = costs.filter(|&(at, &cost)| cost <= CHEAP || uses[at] > 0);
            let kept: Vec<usize> = kept.map(|(at, _)| at).collect();
            let news = self.news;
            examples.widen(&kept, max_decisive, self.oracle, &|blocks| {
                news(News::Looked(blocks));
            })?;
        }
        Ok(true)
    }
}
