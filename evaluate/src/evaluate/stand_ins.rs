//! The answers of men that stand in for the squares of quantifiers.

use std::rc::Rc;

use arrayvec::ArrayVec;
use drawproof_language::graph::NodeId;
use drawproof_tables::MAX_MEN;
use shakmaty::Square;

use super::{
    cache::Timed,
    mask::{Mask, transposed},
    place::Place,
    state::{Evaluator, Man, StandIns},
};
use crate::{
    recognizer::{MAX_STEPS, Rows},
    step::{StandIn, Step, Substitute},
};

/// A quantifier that stops at no more squares asks its question at each of them.
const FEW_STOPS: u32 = 8;

/// A king's answers, which are for all positions of a sheet, are not found for fewer.
const MANY_WANT_A_KING: u32 = 512;

/// The most steps for a king on one square: on all 64 together no more than for a sheet.
const MAX_STEPS_AT_KING: u64 = MAX_STEPS / 64;

impl StandIns<'_> {
    pub fn set_fixed_men(&mut self, fixed: &[Square]) {
        let [row, column, _] = &mut self.men;
        for man in [row, column].into_iter().flatten() {
            man.evaluator.set_fixed_men(fixed);
        }
    }

    /// Prepares for a quantifier that stops at some squares.
    pub fn expect(&mut self, variable: usize, squares: u64) {
        self.at_many[variable] = squares.count_ones() > FEW_STOPS;
    }
}

impl Man<'_> {
    fn set_variable(&mut self, variable: usize, place: Place) {
        let evaluator = &mut self.evaluator;
        if evaluator.variables[variable] != place {
            evaluator.clock += 1;
            evaluator.variables[variable] = place;
            evaluator.variable_changed[variable] = evaluator.clock;
            evaluator.needs[variable] = Mask::ALL;
        }
    }

    fn is_known(&self, condition: usize) -> bool {
        let evaluator = &self.evaluator;
        evaluator.program.conditions[condition].is_some_and(|id| {
            let step = &evaluator.program.steps[id];
            !evaluator.is_stale(step, self.known[condition].at)
        })
    }

    fn find(&mut self, condition: usize, man: Substitute) {
        let Some(id) = self.evaluator.program.conditions[condition] else {
            return;
        };
        let rows = self.evaluator.truth_within(id, &Mask::ALL).to_rows();
        self.known[condition] = Timed {
            at: self.evaluator.clock,
            value: Rc::new(match man {
                Substitute::Column => transposed(&rows),
                _ => rows,
            }),
        };
    }
}

impl Evaluator<'_> {
    /// Where a condition holds at the present square of its quantifier, if a stand-in knows it or
    /// should find it for the positions that want to know.
    pub(super) fn stood_in(&mut self, step: &Step, wanted: Option<&Mask>) -> Option<Mask> {
        let stand_in = step.stand_in.as_ref()?;
        let at = self.variables[stand_in.variable];
        match stand_in.man {
            Substitute::WeakKing => {
                let wanted = wanted.unwrap_or_else(|| self.need(step));
                if wanted.len() < MANY_WANT_A_KING {
                    return None;
                }
                self.with_king_at(at, stand_in.condition)
            }
            _ => self.answers(stand_in).map(|answers| answers.at(at)),
        }
    }

    /// Where a condition holds with the weaker side's king on a square. His moves lead from as many
    /// squares to each one: what is found is kept while the other king stands still.
    ///
    /// They have a limit on their steps of their own, so that it does not matter who asks first; past
    /// it, the question is for the positions that ask.
    fn with_king_at(&mut self, at: Place, condition: usize) -> Option<Mask> {
        let Place::Fixed(square) = at else {
            return None;
        };
        let mut men: ArrayVec<Square, MAX_MEN> = self.squares[..self.program.men - 2]
            .iter()
            .map(|&square| Square::new(square))
            .collect();
        men[1] = Square::new(square);
        if men.iter().filter(|&&man| man == men[1]).count() > 1 {
            return None;
        }
        let key = (condition, men);
        if let Some(known) = self.stand_ins.by_king.get(&key) {
            return known.clone();
        }
        let man = self.stand_ins.men[Substitute::WeakKing as usize].as_mut()?;
        let evaluator = &mut man.evaluator;
        evaluator.forget();
        evaluator.set_fixed_men(&key.1);
        evaluator.steps_left = MAX_STEPS_AT_KING;
        let holds = evaluator.truth_within(evaluator.program.conditions[condition]?, &Mask::ALL);
        let holds = Some(holds).filter(|_| evaluator.steps_left > 0);
        self.stand_ins.by_king.insert(key, holds.clone());
        holds
    }

    /// The answers to a condition on the square of a quantifier, if one of the last two men stands
    /// in and knows them or should find them.
    pub(super) fn answers(&mut self, stand_in: &StandIn) -> Option<Answers> {
        if stand_in.man == Substitute::WeakKing {
            return None;
        }
        let man = self.stand_ins.men[stand_in.man as usize].as_mut()?;
        for &other in &stand_in.others {
            man.set_variable(other, self.variables[other]);
        }
        if !man.is_known(stand_in.condition) {
            if !self.stand_ins.at_many[stand_in.variable] {
                return None;
            }
            man.evaluator.steps_left = self.steps_left;
            man.find(stand_in.condition, stand_in.man);
            self.steps_left = man.evaluator.steps_left;
        }
        Some(Answers {
            man: stand_in.man,
            known: Rc::clone(&man.known[stand_in.condition].value),
        })
    }

    /// The same for the whole condition of a quantifier.
    pub(super) fn all_answers(&mut self, body: NodeId, variable: usize) -> Option<Answers> {
        let stand_in = self.program.steps[body].stand_in.as_ref()?;
        if stand_in.variable != variable {
            return None;
        }
        self.answers(stand_in)
    }

    /// Where some square of a set satisfies a condition, or violates it.
    pub(super) fn decided_by(
        &mut self,
        answers: &Answers,
        set: NodeId,
        stops: &[Place],
        violates: bool,
    ) -> Mask {
        self.steps_left = self.steps_left.saturating_sub(stops.len() as u64);
        stops.iter().fold(Mask::NONE, |decided, &at| {
            let here = self.member(set, at);
            if here.is_empty() {
                return decided;
            }
            let (rows, columns) = answers.product(at, violates);
            decided.or_within(&here, rows, columns)
        })
    }
}

/// The answers to one condition: for each square of the man that stands in, the squares of the
/// other man for which it holds.
pub struct Answers {
    man: Substitute,
    known: Rc<Rows>,
}

impl Answers {
    /// The positions in which a condition holds at a square.
    pub fn at(&self, at: Place) -> Mask {
        let (rows, columns) = self.product(at, false);
        Mask::product(rows, columns)
    }

    /// The rows and columns of these positions, or of those in which it does not hold.
    fn product(&self, at: Place, violates: bool) -> (u64, u64) {
        let Place::Fixed(square) = at else {
            return (0, 0);
        };
        let mut others = self.known[square as usize & 63];
        if violates {
            others = !others;
        }
        match self.man {
            Substitute::Column => (others, !0),
            _ => (!0, others),
        }
    }
}
