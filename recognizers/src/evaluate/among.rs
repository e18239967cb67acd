//! Conditions evaluated only where it matters: `and`, `or` and `if` narrow
//! down, part by part, the positions for which the next part is evaluated. On a
//! sheet, a tree of a thousand tests evaluates only those that some position
//! reaches.

use super::{Evaluator, Shortcut, Timed, WORTH_A_LOOK, mask::Mask};
use crate::program::Step;
use drawproof_language::graph::{NodeId, Op};

/// The positions for which a truth has been evaluated, and where it holds.
#[derive(Clone, Debug)]
pub struct Looked {
    among: Mask,
    holds: Mask,
}

impl Looked {
    pub const NOWHERE: Self = Self {
        among: Mask::NONE,
        holds: Mask::NONE,
    };
}

impl<'a> Evaluator<'a> {
    /// The positions among some in which a truth holds.
    pub(super) fn truth_among(&mut self, id: NodeId, wanted: &Mask) -> Mask {
        let step = &self.program.steps[id];
        if wanted.is_empty() {
            return Mask::NONE;
        }
        if !self.narrows(step) {
            return self.truth(id).and(wanted);
        }
        if !step.is_kept {
            return self.find_among(step, wanted);
        }
        let known = &self.known[id].looked;
        let (among, holds) = if self.is_stale(step, known.at) {
            (Mask::NONE, Mask::NONE)
        } else {
            (known.value.among.clone(), known.value.holds.clone())
        };
        let new = wanted.clone().and_not(&among);
        if new.is_empty() {
            return holds.and(wanted);
        }
        let found = self.find_among(step, &new);
        let holds = holds.or(&found);
        self.known[id].looked = Timed {
            at: self.clock,
            value: Looked {
                among: among.or(&new),
                holds: holds.clone(),
            },
        };
        holds.and(wanted)
    }

    /// Whether a truth is composed of others and varies within a sheet. Nearly
    /// free truths are evaluated completely.
    fn narrows(&self, step: &Step) -> bool {
        matches!(step.node.op, Op::Not | Op::And | Op::Or | Op::If)
            && matches!(step.shortcut, Shortcut::None)
            && step.cost > WORTH_A_LOOK
            && step.level + 2 > self.program.men
    }

    fn find_among(&mut self, step: &'a Step, wanted: &Mask) -> Mask {
        match (&step.node.op, &step.node.arguments[..]) {
            (Op::Not, &[inner]) => wanted.clone().and_not(&self.truth_among(inner, wanted)),
            (Op::And, _) => {
                let mut all = wanted.clone();
                for &part in &step.joined {
                    all = self.truth_among(part, &all);
                    if all.is_empty() {
                        break;
                    }
                }
                all
            }
            (Op::Or, _) => {
                let mut left = wanted.clone();
                for &part in &step.joined {
                    left = left.clone().and_not(&self.truth_among(part, &left));
                    if left.is_empty() {
                        break;
                    }
                }
                wanted.clone().and_not(&left)
            }
            (Op::If, &[condition, yes, no]) => {
                let holds = self.truth_among(condition, wanted);
                let fails = wanted.clone().and_not(&holds);
                let yes = self.truth_among(yes, &holds);
                yes.or(&self.truth_among(no, &fails))
            }
            // Nothing else is composed of truths.
            _ => Mask::NONE,
        }
    }
}
