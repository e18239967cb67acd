//! What an evaluator knows between questions: its values, and men that stand in for squares, which
//! have evaluators of their own.

use std::{collections::HashMap, rc::Rc};

use arrayvec::ArrayVec;
use drawproof_tables::MAX_MEN;
use shakmaty::Square;

use super::{
    cache::{Cached, Grids, Partial, Timed},
    mask::Mask,
    place::Place,
    point::Point,
};
use crate::{
    program::Program,
    recognizer::{MAX_STEPS, Rows},
};

/// Runs a [`Program`]. Each thread has its own.
#[derive(Debug)]
pub struct Evaluator<'a> {
    pub(super) program: &'a Program,
    /// The men that are fixed for the sheet.
    pub(super) squares: Vec<u32>,
    pub(super) variables: Vec<Place>,
    pub(super) clock: u64,
    /// When the first `i` men were last changed.
    pub(super) men_changed: Vec<u64>,
    pub(super) variable_changed: Vec<u64>,
    /// The positions needed at the current square of a variable.
    pub(super) needs: Vec<Mask>,
    pub(super) legal: Mask,
    pub(super) cache: Vec<Cached>,
    /// How many more truths and numbers may be computed for this sheet.
    pub(super) steps_left: u64,
    /// For questions that few positions ask.
    pub(super) point: Point<'a>,
    pub(super) stand_ins: StandIns<'a>,
    /// What tables of smaller classes say for all sheets with these kings.
    pub(super) grids: Grids,
}

/// The men that may stand in for squares, with what they know.
#[derive(Debug)]
pub struct StandIns<'a> {
    /// By [`Substitute`](crate::step::Substitute).
    pub(super) men: [Option<Box<Man<'a>>>; 3],
    /// The answers of the king on other squares than his own, while the other king stands still;
    /// `None` if they take too much work.
    pub(super) by_king: HashMap<AtKing, Option<Mask>>,
    /// Whether a quantifier stops at many squares.
    pub(super) at_many: Vec<bool>,
}

/// A condition, and the squares of the men that are fixed for a sheet, with the king on another one.
pub type AtKing = (usize, ArrayVec<Square, MAX_MEN>);

/// One of them, with the answers to its conditions.
#[derive(Debug)]
pub struct Man<'a> {
    pub(super) evaluator: Evaluator<'a>,
    pub(super) known: Vec<Timed<Rc<Rows>>>,
}

impl<'a> Evaluator<'a> {
    /// Makes room for all values of a program.
    pub fn new(program: &'a Program) -> Self {
        let empty = || Cached {
            truth: Timed::never(Mask::NONE),
            partial: Timed::never(Partial::NOWHERE),
            number: Timed::never(None),
            bounds: Timed::never((0, !0)),
            blockers: Timed::never(None),
            members: Vec::new(),
        };
        Self {
            program,
            squares: vec![0; program.men],
            variables: vec![Place::Fixed(0); program.variables],
            clock: 1,
            men_changed: vec![1; program.men + 1],
            variable_changed: vec![0; program.variables],
            needs: vec![Mask::NONE; program.variables],
            legal: Mask::NONE,
            cache: program.steps.iter().map(|_| empty()).collect(),
            steps_left: MAX_STEPS,
            point: Point::new(program),
            stand_ins: StandIns::new(program),
            grids: Grids::new(),
        }
    }
}

impl<'a> StandIns<'a> {
    pub fn new(program: &'a Program) -> Self {
        Self {
            men: program.stand_ins.each_ref().map(|program| {
                let man = program.as_deref().map(Man::new);
                man.map(Box::new)
            }),
            by_king: HashMap::new(),
            at_many: vec![false; program.variables],
        }
    }
}

impl<'a> Man<'a> {
    fn new(program: &'a Program) -> Self {
        let mut evaluator = Evaluator::new(program);
        // Every square is of interest, whatever the position that asks.
        evaluator.legal = Mask::ALL;
        Self {
            evaluator,
            known: vec![Timed::never(Rc::new([0; 64])); program.conditions.len()],
        }
    }
}
