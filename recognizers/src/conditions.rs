//! The conditions of a vocabulary, evaluated for sheets of positions.

use drawproof_language::{Condition, Vocabulary, graph::Op};
use drawproof_tables::{Layout, LayoutError};
use shakmaty::Color;

use crate::{
    evaluate::Evaluator,
    program::Program,
    recognizer::{Rows, Sheet},
};

/// The conditions of a vocabulary for one side to move, compiled for sheets of
/// positions.
#[derive(Clone, Debug)]
pub struct Conditions {
    program: Program,
    conditions: Vec<Condition>,
}

impl Conditions {
    /// Compiles all conditions.
    ///
    /// # Errors
    ///
    /// If the class has no tables.
    pub fn new(vocabulary: &Vocabulary, turn: Color) -> Result<Self, LayoutError> {
        Layout::new(vocabulary.material())?;
        let check = vocabulary.check(turn);
        let tests = check.terms.iter().enumerate().flat_map(|(term, tests)| {
            let condition = move |at_most| Condition { term, at_most };
            (tests.iter()).map(move |test| (condition(test.at_most), test.condition))
        });
        let (conditions, nodes): (Vec<_>, Vec<_>) = tests.unzip();
        let nodes = nodes.into_iter().map(Some).collect();
        let men = vocabulary.material().men_count();
        Ok(Self {
            program: Program::new(&check.graph, nodes, men),
            conditions,
        })
    }

    /// The conditions, in the order of the vocabulary.
    pub fn all(&self) -> &[Condition] {
        &self.conditions
    }

    /// The approximate cost of each, in the same order: how many values are
    /// evaluated for one position.
    pub fn costs(&self) -> Vec<u64> {
        let steps = &self.program.steps;
        let conditions = self.program.conditions.iter().flatten();
        conditions.map(|&condition| steps[condition].cost).collect()
    }

    /// Whether each is static, in the same order: whether it uses only the
    /// squares of the men, and does not loop over squares that a man might move
    /// to.
    pub fn are_static(&self) -> Vec<bool> {
        let steps = &self.program.steps;
        let mut looks_ahead: Vec<bool> = Vec::with_capacity(steps.len());
        for step in steps {
            let arguments = &step.node.arguments;
            let goes_through_squares = matches!(step.node.op, Op::Each(..))
                && arguments
                    .first()
                    .is_some_and(|&set| steps[set].elements.is_none());
            let inherits = arguments.iter().any(|&argument| looks_ahead[argument]);
            looks_ahead.push(goes_through_squares || inherits);
        }
        let conditions = self.program.conditions.iter().flatten();
        conditions
            .map(|&condition| !looks_ahead[condition])
            .collect()
    }

    /// Drops those that are not static.
    pub fn keep_static(&mut self) {
        let are_static = self.are_static().into_iter().enumerate();
        let kept = are_static.filter(|(_, is_static)| *is_static);
        self.keep(&kept.map(|(at, _)| at).collect::<Vec<_>>());
    }

    /// Drops those for which more than `max_cost` values are evaluated.
    pub fn keep_up_to(&mut self, max_cost: u64) {
        let costs = self.costs().into_iter().enumerate();
        let kept = costs.filter(|&(_, cost)| cost <= max_cost);
        self.keep(&kept.map(|(at, _)| at).collect::<Vec<_>>());
    }

    /// Keeps only some, given by their indices in ascending order.
    pub fn keep(&mut self, kept: &[usize]) {
        self.conditions = kept.iter().map(|&at| self.conditions[at]).collect();
        let nodes = kept.iter().map(|&at| self.program.conditions[at]);
        self.program.conditions = nodes.collect();
    }

    /// An evaluator for them; each thread has its own.
    pub fn finder(&self) -> Finder<'_> {
        Finder(Evaluator::new(&self.program))
    }
}

/// Finds where conditions hold.
#[derive(Debug)]
pub struct Finder<'a>(Evaluator<'a>);

impl Finder<'_> {
    /// Calls `found` with each condition's index and the legal positions in
    /// which it holds. It is not called for a sheet without legal positions.
    pub fn sheet(&mut self, sheet: &Sheet, found: impl FnMut(usize, &Rows)) {
        self.0.each_condition(sheet, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_held_against_bounds() {
        let vocabulary = Vocabulary::parse(
            "test",
            "vocabulary KRKR\ntry distance(us.king, them.king)\n",
        )
        .unwrap();
        let conditions = Conditions::new(&vocabulary, Color::White).unwrap();
        let bounds = conditions
            .all()
            .iter()
            .filter(|condition| condition.term == 0);
        assert_eq!(bounds.count(), 7);
    }
}
