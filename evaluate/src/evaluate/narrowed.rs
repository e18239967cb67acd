//! Conditions evaluated only where it matters: `and`, `or` and `if` narrow
//! down, part by part, the positions for which the next part is evaluated. On a
//! sheet, a tree of a thousand tests evaluates only those that some position
//! reaches.

use super::{
    cache::{CHEAP, Partial, Timed, WORTH_A_LOOK},
    mask::Mask,
    state::Evaluator,
};
use crate::shortcut::Shortcut;
use crate::step::Step;
use drawproof_language::graph::{NodeId, Op};

/// A quantifier is evaluated for all positions at once unless it is wanted for
/// less than this part of them, for the first time.
const SMALL_PART: u32 = 4;

/// A question is asked position by position if at most this number of positions of a sheet
/// ask it: fewer if it has no quantifier, because a sheet answers it faster.
const FEW_FOR_QUANTIFIERS: u32 = 16;
const FEW_FOR_OTHERS: u32 = 8;

impl<'a> Evaluator<'a> {
    /// The positions evaluated some in which a truth holds.
    pub(super) fn truth_within(&mut self, id: NodeId, wanted: &Mask) -> Mask {
        let step = &self.program.steps[id];
        if wanted.is_empty() {
            return Mask::NONE;
        }
        if let Some(holds) = self.stood_in(step, Some(wanted)) {
            return holds.and(wanted);
        }
        if !self.narrows(step) {
            return self.question_within(id, step, wanted);
        }
        if !step.is_kept {
            return if self.is_asked_by_few(step, wanted, &Mask::NONE) {
                self.point_by_point(id, wanted)
            } else {
                self.find_within(step, wanted)
            };
        }
        let Partial { evaluated, holds } = self.known_part(id, step);
        let mut new = wanted.clone().and_not(&evaluated);
        if new.is_empty() {
            return holds.and(wanted);
        }
        let found = if self.is_asked_by_few(step, &new, &evaluated) {
            self.point_by_point(id, &new)
        } else {
            if matches!(step.node.op, Op::Each(..)) {
                let rest = self.need(step).clone().and_not(&evaluated);
                // Who asks a second time asks a third time.
                let is_second = evaluated.len() > FEW_FOR_QUANTIFIERS;
                if is_second || new.len() * SMALL_PART > rest.len() {
                    new = rest;
                }
            }
            self.find_within(step, &new)
        };
        self.keep_part(id, evaluated.or(&new), holds.or(&found))
            .and(wanted)
    }

    /// The same for a truth that is evaluated completely unless few positions ask.
    fn question_within(&mut self, id: NodeId, step: &'a Step, wanted: &Mask) -> Mask {
        let is_known = step.is_kept && !self.is_stale(step, self.cache[id].truth.at);
        if is_known || !self.is_costly_question(step) {
            return self.truth(id).and(wanted);
        }
        let Partial { evaluated, holds } = if step.is_kept {
            self.known_part(id, step)
        } else {
            Partial::NOWHERE
        };
        let new = wanted.clone().and_not(&evaluated);
        if new.is_empty() {
            return holds.and(wanted);
        }
        if !self.is_asked_by_few(step, &new, &evaluated) {
            return self.truth(id).and(wanted);
        }
        let found = self.point_by_point(id, &new);
        if step.is_kept {
            self.keep_part(id, evaluated.or(&new), holds.or(&found))
                .and(wanted)
        } else {
            found
        }
    }

    /// What is known of a truth for some of the positions.
    fn known_part(&self, id: NodeId, step: &Step) -> Partial {
        let known = &self.cache[id].partial;
        if self.is_stale(step, known.at) {
            Partial::NOWHERE
        } else {
            known.value.clone()
        }
    }

    /// Keeps where a truth has been evaluated and where it holds, and returns the latter.
    fn keep_part(&mut self, id: NodeId, evaluated: Mask, holds: Mask) -> Mask {
        self.cache[id].partial = Timed {
            at: self.clock,
            value: Partial {
                evaluated,
                holds: holds.clone(),
            },
        };
        holds
    }

    /// Whether a question is better asked in single positions, because few want to
    /// know. Truths that are composed of others are not: each part is asked for
    /// itself.
    fn is_asked_by_few(&self, step: &Step, wanted: &Mask, before: &Mask) -> bool {
        let few = match step.node.op {
            Op::Each(..) => FEW_FOR_QUANTIFIERS,
            _ => FEW_FOR_OTHERS,
        };
        self.is_costly_question(step) && wanted.len() + before.len() <= few
    }

    fn is_costly_question(&self, step: &Step) -> bool {
        let is_composed = matches!(
            step.node.op,
            Op::Not | Op::And | Op::Or | Op::If | Op::Holds(_)
        );
        !is_composed
            && matches!(step.shortcut, Shortcut::None)
            && step.cost > CHEAP
            && step.level + 2 > self.program.men
            && step.node.variables.is_empty()
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
            (Op::Holds(held), _) => self.held(step, held, wanted).and(wanted),
            // Nothing else is composed of truths.
            _ => Mask::NONE,
        }
    }
}
