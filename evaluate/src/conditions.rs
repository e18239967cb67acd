//! The conditions of a vocabulary, evaluated for sheets of positions.

use drawproof_language::{
    Condition, Vocabulary,
    graph::{Node, NodeId, Op},
};
use drawproof_tables::{Layout, LayoutError};
use shakmaty::Color;

use crate::{
    evaluate::Evaluator,
    program::Program,
    recognizer::{Rows, Sheet},
    step::Step,
};

/// The conditions of a vocabulary for one side to move, compiled for sheets of
/// positions.
#[derive(Clone, Debug)]
pub struct Conditions {
    program: Program,
    all: Vec<Condition>,
    /// The cost of each as it is written.
    costs: Vec<u64>,
    are_static: Vec<bool>,
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
        let nodes: Vec<Option<NodeId>> = nodes;
        let men = vocabulary.material().men_count();
        let as_written = Program::as_written(&check.graph, nodes.clone(), men);
        Ok(Self {
            costs: costs(&as_written),
            are_static: are_static(&as_written),
            program: Program::unrolled(&check.graph, &nodes, men),
            all: conditions,
        })
    }

    /// The conditions, in the order of the vocabulary.
    pub fn all(&self) -> &[Condition] {
        &self.all
    }

    /// The approximate cost of each, in the same order: how many values are
    /// evaluated for one position.
    pub fn costs(&self) -> &[u64] {
        &self.costs
    }

    /// Whether each is static, in the same order: whether it uses only the
    /// squares of the men, and does not loop over squares that a man might move
    /// to.
    pub fn are_static(&self) -> &[bool] {
        &self.are_static
    }

    /// Drops those that are not static.
    pub fn keep_static(&mut self) {
        let are_static = self.are_static.iter().enumerate();
        let kept = are_static.filter(|(_, is_static)| **is_static);
        self.keep(&kept.map(|(at, _)| at).collect::<Vec<_>>());
    }

    /// Drops those for which more than `max_cost` values are evaluated.
    pub fn keep_up_to(&mut self, max_cost: u64) {
        let costs = self.costs.iter().enumerate();
        let kept = costs.filter(|(_, cost)| **cost <= max_cost);
        self.keep(&kept.map(|(at, _)| at).collect::<Vec<_>>());
    }

    /// Keeps only some, given by their indices in ascending order.
    pub fn keep(&mut self, kept: &[usize]) {
        self.all = kept.iter().map(|&at| self.all[at]).collect();
        self.costs = kept.iter().map(|&at| self.costs[at]).collect();
        self.are_static = kept.iter().map(|&at| self.are_static[at]).collect();
        let nodes = kept.iter().map(|&at| self.program.conditions[at]);
        self.program.conditions = nodes.collect();
    }

    /// An evaluator for them; each thread has its own.
    pub fn finder(&self) -> Finder<'_> {
        Finder(Evaluator::new(&self.program))
    }
}

fn costs(program: &Program) -> Vec<u64> {
    let conditions = program.conditions.iter().flatten();
    conditions
        .map(|&condition| program.steps[condition].cost)
        .collect()
}

fn are_static(program: &Program) -> Vec<bool> {
    let steps = &program.steps;
    let mut looks_ahead: Vec<bool> = Vec::with_capacity(steps.len());
    let mut are_men: Vec<bool> = Vec::with_capacity(steps.len());
    for Step { node, .. } in steps {
        let arguments = &node.arguments;
        let goes_through_squares =
            matches!(node.op, Op::Each(..)) && !arguments.first().is_some_and(|&set| are_men[set]);
        let inherits = arguments.iter().any(|&argument| looks_ahead[argument]);
        looks_ahead.push(goes_through_squares || inherits);
        are_men.push(is_of_men(node, steps, &are_men));
    }
    let conditions = program.conditions.iter().flatten();
    conditions
        .map(|&condition| !looks_ahead[condition])
        .collect()
}

/// Whether a set contains only squares of men.
fn is_of_men(node: &Node, earlier: &[Step], are_men: &[bool]) -> bool {
    let of = |at: usize| are_men[node.arguments[at]];
    match node.op {
        Op::Bits(0) => true,
        Op::Single => matches!(earlier[node.arguments[0]].node.op, Op::Man(_)),
        Op::Union => of(0) && of(1),
        Op::Difference => of(0),
        Op::Intersection => of(0) || of(1),
        _ => false,
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
