//! Values in a single position.
//!
//! A sheet answers a question for 4096 positions at once, which is wasted if only six
//! of them ask it, as happens far down in a tree.

use arrayvec::ArrayVec;
use drawproof_language::{
    graph::{HeldTable, NodeId, Op},
    syntax::Quantifier,
};
use drawproof_tables::{MAX_TABLE_MEN, Placement, ones};
use shakmaty::Square;

use super::look::has;
use crate::{program::Program, relation::Relation, shortcut::Shortcut, step::Step, value::value};

/// The values of a program in one position.
#[derive(Debug)]
pub struct Point<'a> {
    program: &'a Program,
    men: ArrayVec<u64, MAX_TABLE_MEN>,
    occupied: u64,
    /// The squares of quantifiers, and when they were last changed.
    variables: Vec<(u64, u64)>,
    clock: u64,
    /// When the position was set up.
    since: u64,
    /// Values, and when they were computed.
    known: Vec<(u64, u64)>,
    /// How many more squares quantifiers may go through.
    pub squares_left: u64,
}

impl<'a> Point<'a> {
    pub fn new(program: &'a Program) -> Self {
        Self {
            program,
            men: ArrayVec::new(),
            occupied: 0,
            variables: vec![(0, 0); program.variables],
            clock: 1,
            since: 1,
            known: vec![(0, 0); program.steps.len()],
            squares_left: 0,
        }
    }

    #[inline]
    pub fn set_up(&mut self, men: impl Iterator<Item = u64>) {
        self.men = men.collect();
        self.occupied = self.men.iter().fold(0, |all, &man| all | 1 << man);
        self.clock += 1;
        self.since = self.clock;
    }

    /// A value in the position: truths are 0 or 1.
    pub fn value(&mut self, id: NodeId) -> u64 {
        let step = &self.program.steps[id];
        if !step.is_kept || step.node.arguments.is_empty() {
            return self.find(step);
        }
        let (known, at) = self.known[id];
        let is_outdated = |&variable: &usize| at < self.variables[variable].1;
        if at >= self.since && !step.node.variables.iter().any(is_outdated) {
            return known;
        }
        let found = self.find(step);
        self.known[id] = (found, self.clock);
        found
    }

    fn find(&mut self, step: &'a Step) -> u64 {
        match &step.shortcut {
            Shortcut::None => self.compute(step),
            Shortcut::Related(relation, pair) => {
                let [a, b] = pair.map(|square| self.value(square));
                has_pair(relation, a, b)
            }
            Shortcut::Within(set, square) => set >> (self.value(*square) & 63) & 1,
            Shortcut::NumberOf(bits, square) => {
                let at = self.value(*square) & 63;
                number(bits.iter().map(|set| set >> at & 1))
            }
            Shortcut::NumberOfPair(bits, pair) => {
                let [a, b] = pair.map(|square| self.value(square));
                number(bits.iter().map(|relation| has_pair(relation, a, b)))
            }
        }
    }

    fn compute(&mut self, step: &'a Step) -> u64 {
        match (&step.node.op, &step.node.arguments[..]) {
            (Op::Man(man), _) => self.men[*man],
            (Op::Variable(variable), _) => self.variables[*variable].0,
            (Op::Occupied, _) => self.occupied,
            (Op::And, _) => step.joined.iter().all(|&part| self.value(part) != 0).into(),
            (Op::Or, _) => step.joined.iter().any(|&part| self.value(part) != 0).into(),
            (Op::If, &[condition, yes, no]) => {
                let chosen = if self.value(condition) == 0 { no } else { yes };
                self.value(chosen)
            }
            (&Op::Each(quantifier, variable), &[set, body]) => {
                self.each(quantifier, variable, set, body)
            }
            (Op::Holds(held), men) => self.holds(held, men).into(),
            // A parameter is in definitions only that nothing uses.
            (op, arguments) => {
                let values: ArrayVec<u64, 3> = arguments.iter().map(|&id| self.value(id)).collect();
                value(op, &values).unwrap_or(0)
            }
        }
    }

    fn each(&mut self, quantifier: Quantifier, variable: usize, set: NodeId, body: NodeId) -> u64 {
        let set = self.value(set);
        let mut chosen = 0;
        for square in ones(set) {
            if self.squares_left == 0 {
                break;
            }
            self.squares_left -= 1;
            self.clock += 1;
            self.variables[variable] = (square.into(), self.clock);
            let holds = self.value(body) != 0;
            match quantifier {
                Quantifier::Any if holds => return 1,
                Quantifier::All if !holds => return 0,
                _ => chosen |= u64::from(holds) << square,
            }
        }
        match quantifier {
            Quantifier::Any => 0,
            Quantifier::All => 1,
            Quantifier::Count => chosen.count_ones().into(),
            Quantifier::Set => chosen,
        }
    }

    fn holds(&mut self, held: &HeldTable, men: &[NodeId]) -> bool {
        let squares = men
            .iter()
            .map(|&man| Square::new(self.value(man) as u32 & 63));
        let placement = Placement {
            squares: squares.collect(),
            turn: held.turn,
        };
        let table = self.program.tables.get(&held.material);
        table.is_some_and(|table| has(table, &placement, held))
    }
}

fn has_pair(relation: &Relation, a: u64, b: u64) -> u64 {
    relation.seconds[(a & 63) as usize] >> (b & 63) & 1
}

/// A number given by its bits, of which the last is the sign.
fn number(bits: impl DoubleEndedIterator<Item = u64>) -> u64 {
    let mut bits = bits.rev();
    let sign = bits.next().map_or(0, u64::wrapping_neg);
    let number = bits.fold(sign, |number, bit| number << 1 | bit);
    u64::from(number as u32)
}
