//! Conditions evaluated only where it matters: `and`, `or` and `if` narrow
//! down, part by part, the positions for which the next part is evaluated. On a
//! sheet, a tree of a thousand tests evaluates only those that some position
//! reaches.

use super::{
    cache::{Partial, Timed, WORTH_A_LOOK},
    evaluator::Evaluator,
    mask::Mask,
};
use crate::program::Step;
use crate::shortcut::Shortcut;
use drawproof_language::graph::{NodeId, Op};

/// A quantifier is evaluated for all positions at once unless it is wanted for
/// less than this part of them.
const SMALL_PART: u32 = 4;

impl<'a> Evaluator<'a> {
    /// The positions evaluated some in which a truth holds.
    pub(super) fn truth_within(&mut self, id: NodeId, wanted: &Mask) -> Mask {
        let step = &self.program.steps[id];
        if wanted.is_empty() {
            return Mask::NONE;
        }
        if !self.narrows(step) {
            return self.truth(id).and(wanted);
        }
        if !step.is_kept {
            return self.find_within(step, wanted);
        }
        let known = &self.cache[id].partial;
        let (evaluated, holds) = if self.is_stale(step, known.at) {
            (Mask::NONE, Mask::NONE)
        } else {
            (known.value.evaluated.clone(), known.value.holds.clone())
        };
        let mut new = wanted.clone().and_not(&evaluated);
        if new.is_empty() {
            return holds.and(wanted);
        }
        if matches!(step.node.op, Op::Each(..)) {
            let rest = self.need(step).clone().and_not(&evaluated);
            if new.len() * SMALL_PART > rest.len() {
                new = rest;
            }
        }
        let found = self.find_within(step, &new);
        let holds = holds.or(&found);
        self.cache[id].partial = Timed {
            at: self.clock,
            value: Partial {
                evaluated: evaluated.or(&new),
                holds: holds.clone(),
            },
        };
        holds.and(wanted)
    }

    /// Whether a truth is composed of others and varies within a sheet. Nearly
    /// free truths are evaluated completely.
    fn narrows(&self, step: &Step) -> bool {
        matches!(
            step.node.op,
            Op::Not | Op::And | Op::Or | Op::If | Op::Holds(_) | Op::Each(..)
        ) && matches!(step.shortcut, Shortcut::None)
            && step.cost > WORTH_A_LOOK
            && step.level + 2 > self.program.men
    }

    fn find_within(&mut self, step: &'a Step, wanted: &Mask) -> Mask {
        match (&step.node.op, &step.node.arguments[..]) {
            (Op::Not, &[inner]) => wanted.clone().and_not(&self.truth_within(inner, wanted)),
            (Op::And, _) => {
                let mut all = wanted.clone();
                for &part in &step.joined {
                    all = self.truth_within(part, &all);
                    if all.is_empty() {
                        break;
                    }
                }
                all
            }
            (Op::Or, _) => {
                let mut left = wanted.clone();
                for &part in &step.joined {
                    left = left.clone().and_not(&self.truth_within(part, &left));
                    if left.is_empty() {
                        break;
                    }
                }
                wanted.clone().and_not(&left)
            }
            (Op::If, &[condition, yes, no]) => {
                let holds = self.truth_within(condition, wanted);
                let fails = wanted.clone().and_not(&holds);
                let yes = self.truth_within(yes, &holds);
                yes.or(&self.truth_within(no, &fails))
            }
            (Op::Each(..), _) => self.any_or_all(step, wanted).and(wanted),
            (Op::Holds(held), _) => self.held(step, held, wanted),
            // Nothing else is composed of truths.
            _ => Mask::NONE,
        }
    }
}
