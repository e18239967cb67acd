//! Squares at which a condition needs no evaluation.

use super::{place::Place, state::Evaluator};
use crate::{
    geometry,
    shortcut::Shortcut,
    step::Step,
    words::{SetWise, SetWord, set_wise},
};
use drawproof_language::graph::{NodeId, Op};
use shakmaty::Role;

impl Evaluator<'_> {
    /// Squares at which a condition on a quantifier's variable is certainly
    /// true, or false, in all positions, as far as the bounds of its sets show
    /// at once. `any x in S : x in T` need not loop over all of `S`.
    pub(super) fn decided_squares(&mut self, id: NodeId, variable: usize, is: bool) -> u64 {
        let step = &self.program.steps[id];
        if !step.node.variables.contains(&variable) {
            return 0;
        }
        let exact = |squares: u64| if is { squares } else { !squares };
        match &step.shortcut {
            Shortcut::Related(relation, [a, b]) => {
                let (others, other) = match (
                    self.is_variable(*a, variable),
                    self.is_variable(*b, variable),
                ) {
                    (true, false) => (&relation.firsts, b),
                    (false, true) => (&relation.seconds, a),
                    _ => return 0,
                };
                return match self.place(*other) {
                    Some(Place::Fixed(square)) => exact(others[square as usize]),
                    _ => 0,
                };
            }
            Shortcut::Within(set, at) if self.is_variable(*at, variable) => return exact(*set),
            Shortcut::Within(..) => return 0,
            Shortcut::None | Shortcut::NumberOf(..) | Shortcut::NumberOfPair(..) => {}
        }
        match (&step.node.op, &step.node.arguments[..]) {
            (Op::Not, &[inner]) => self.decided_squares(inner, variable, !is),
            (Op::And, _) => self.decided_by_parts(step, variable, is, !is),
            (Op::Or, _) => self.decided_by_parts(step, variable, is, is),
            (Op::In, &[square, set]) => self.decided_by_set(square, set, variable, is),
            _ => 0,
        }
    }

    /// By one of the parts of a chain, or by all of them.
    fn decided_by_parts(&mut self, step: &Step, variable: usize, is: bool, by_one: bool) -> u64 {
        let start = if by_one { 0 } else { !0 };
        step.joined.iter().fold(start, |squares, &part| {
            if !by_one && squares == 0 {
                return 0;
            }
            let more = self.decided_squares(part, variable, is);
            if by_one {
                squares | more
            } else {
                squares & more
            }
        })
    }

    fn decided_by_set(&mut self, square: NodeId, set: NodeId, variable: usize, is: bool) -> u64 {
        let depends = self.program.steps[set].node.variables.contains(&variable);
        if self.is_variable(square, variable) && !depends {
            let (low, high) = self.bounds(set);
            return if is { low } else { !high };
        }
        let step = &self.program.steps[set];
        let Some(Place::Fixed(square)) = self.place(square) else {
            return 0;
        };
        let reach = |role| geometry::reach(role, square.into(), 0);
        match (&step.node.op, &step.node.arguments[..]) {
            // Men attack each other from the same squares.
            (Op::Word(word), arguments) => match (set_wise(*word), arguments) {
                (SetWise::Set(SetWord::Attacks(role)), &[from, ..])
                    if self.is_variable(from, variable) && !is =>
                {
                    !reach(role)
                }
                // A square can only be between others that are on a line with it.
                (SetWise::Set(SetWord::Between), &[a, b])
                    if (self.is_variable(a, variable) || self.is_variable(b, variable)) && !is =>
                {
                    !reach(Role::Queen)
                }
                _ => 0,
            },
            _ => 0,
        }
    }

    fn is_variable(&self, id: NodeId, variable: usize) -> bool {
        self.program.steps[id].node.op == Op::Variable(variable)
    }
}
