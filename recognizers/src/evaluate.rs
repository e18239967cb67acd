//! Evaluation of rules for 64 positions at a time.
//!
//! The positions of one batch differ in the square of the last man only: that
//! square is the number of the *lane*. Values that do not depend on the last
//! man are computed once for all lanes, those that depend on kings and first
//! pieces only once for all batches that share these, as each value remembers
//! when it was computed. Values are computed on demand, so that a condition
//! that is settled by its first part costs no more than that.

use drawproof_tables::ones;
use shakmaty::Square;

use crate::{
    geometry,
    graph::{NodeId, Op},
    program::{Place, Program, Step},
    recognizer::{Judge, JudgeError, Rows, Sheet, Verdicts},
    syntax::{Quantifier, TableEntries, Type},
};

/// A value for each lane.
type Lanes = [u64; 64];

/// Runs a [`Program`]. Made once a thread; evaluation allocates nothing.
#[derive(Clone, Debug)]
pub struct Evaluator<'a> {
    program: &'a Program,
    /// The men but the last.
    squares: Vec<Square>,
    variables: Vec<u64>,
    clock: u64,
    /// When the first `i` men were last changed.
    men_changed: Vec<u64>,
    variable_changed: Vec<u64>,
    computed: Vec<Computed>,
    scalars: Vec<u64>,
    wide: Vec<Option<Box<Lanes>>>,
    /// The lanes that no rule has decided.
    live: u64,
}

impl Judge for Evaluator<'_> {
    fn sheet(&mut self, sheet: &Sheet, verdicts: &mut Verdicts) -> Result<(), JudgeError> {
        for (man, &square) in sheet.fixed.iter().enumerate() {
            self.set_man(man, square);
        }
        let mut decided = vec![[0; 64]; self.program.rules.len()];
        for (row, &legal) in sheet
            .legal
            .iter()
            .enumerate()
            .filter(|(_, legal)| **legal != 0)
        {
            if self.program.men > 3 {
                self.set_man(self.program.men - 2, Square::new(row as u32));
            }
            self.row(legal, row, &mut decided);
        }
        verdicts.clear();
        for (rule, rows) in decided.iter().enumerate() {
            if rows.iter().any(|&row| row != 0) {
                verdicts.set(rule, rows);
            }
        }
        Ok(())
    }
}

/// For which lanes a value holds, and since when.
#[derive(Copy, Clone, Default, Debug)]
struct Computed {
    at: u64,
    lanes: u64,
}

impl<'a> Evaluator<'a> {
    /// Makes room for all values of a program.
    pub fn new(program: &'a Program) -> Self {
        Self {
            program,
            squares: vec![Square::A1; program.men - 1],
            variables: vec![0; program.variables],
            clock: 1,
            men_changed: vec![1; program.men + 1],
            variable_changed: vec![0; program.variables],
            computed: vec![Computed::default(); program.nodes.len()],
            scalars: vec![0; program.nodes.len()],
            wide: vec![Some(Box::new([0; 64])); program.wide],
            live: 0,
        }
    }

    fn set_man(&mut self, man: usize, square: Square) {
        if self.squares[man] != square {
            self.squares[man] = square;
            self.clock += 1;
            // Lanes depend on all men.
            for changed in &mut self.men_changed[man + 1..] {
                *changed = self.clock;
            }
        }
    }

    fn row(&mut self, lanes: u64, row: usize, decided: &mut [Rows]) {
        self.live = lanes;
        // What was known of other lanes is not known of these.
        self.clock += 1;
        self.men_changed[self.program.men] = self.clock;
        for (rule, rows) in decided.iter_mut().enumerate() {
            rows[row] = match self.program.rules[rule].0 {
                Some(condition) if self.live != 0 => {
                    self.value(condition, self.live);
                    self.scalars[condition] & self.live
                }
                _ => 0,
            };
            self.live &= !rows[row];
        }
    }

    /// Whether a value has changed since it was computed.
    fn is_stale(&self, step: &Step, computed: Computed) -> bool {
        computed.at < self.men_changed[step.level] && step.level > 0
            || computed.at == 0
            || step
                .node
                .variables
                .iter()
                .any(|&v| computed.at < self.variable_changed[v])
    }

    /// Makes sure that a value is computed for the lanes that need it.
    fn value(&mut self, id: NodeId, need: u64) {
        let program = self.program;
        let step = &program.nodes[id];
        let computed = self.computed[id];
        let mut need = if step.level < program.men {
            !0
        } else if step.node.variables.is_empty() {
            need | self.live
        } else {
            need
        };
        if !self.is_stale(step, computed) {
            if need & !computed.lanes == 0 {
                return;
            }
            need |= computed.lanes;
        }
        self.compute(id, step, need);
        self.computed[id] = Computed {
            at: self.clock,
            lanes: need,
        };
    }

    fn compute(&mut self, id: NodeId, step: &'a Step, need: u64) {
        let arguments = &step.node.arguments;
        match &step.node.op {
            Op::Square(square) => self.scalars[id] = u64::from(*square),
            Op::Bits(bits) => self.scalars[id] = *bits,
            Op::Number(number) => self.scalars[id] = *number as u64,
            Op::Truth(truth) => self.scalars[id] = mask(*truth),
            Op::Variable(variable) => self.scalars[id] = self.variables[*variable],
            Op::Parameter(_) => self.scalars[id] = 0,
            Op::Man(man) => self.man(id, step, *man),
            Op::Occupied => self.occupied(step),
            Op::And | Op::Or | Op::Not => self.truth(id, step, need),
            Op::Each(quantifier, variable) => self.each(id, step, *quantifier, *variable, need),
            Op::If => self.choice(id, step, need),
            op => {
                for &argument in arguments {
                    self.value(argument, need);
                }
                if step.node.kind == Type::Truth {
                    self.scalars[id] = self.test(op, arguments, need);
                } else {
                    self.function(id, step, op, need);
                }
            }
        }
    }

    fn man(&mut self, id: NodeId, step: &Step, man: usize) {
        match step.place {
            Place::Wide(at) => self.fill(at, |lane| lane),
            _ => self.scalars[id] = self.squares[man].into(),
        }
    }

    fn occupied(&mut self, step: &Step) {
        let fixed = self
            .squares
            .iter()
            .fold(0, |set, square| set | 1 << square.to_u32());
        if let Place::Wide(at) = step.place {
            self.fill(at, |lane| fixed | 1 << lane);
        }
    }

    fn fill(&mut self, at: usize, value: impl Fn(u64) -> u64) {
        if let Some(lanes) = &mut self.wide[at] {
            for (lane, out) in lanes.iter_mut().enumerate() {
                *out = value(lane as u64);
            }
        }
    }

    fn truth(&mut self, id: NodeId, step: &Step, need: u64) {
        let first = step.node.arguments[0];
        self.value(first, need);
        let left = self.scalars[first];
        self.scalars[id] = match (&step.node.op, step.node.arguments.get(1)) {
            (Op::And, Some(&second)) if left & need != 0 => {
                self.value(second, need & left);
                left & self.scalars[second]
            }
            (Op::Or, Some(&second)) if need & !left != 0 => {
                self.value(second, need & !left);
                left | self.scalars[second]
            }
            (Op::Not, _) => !left,
            _ => left,
        };
    }

    fn operand(&self, id: NodeId) -> Operand<'_> {
        match self.program.nodes[id].place {
            Place::Wide(at) => self.wide[at]
                .as_deref()
                .map_or(Operand::Same(0), Operand::Lanes),
            _ => Operand::Same(self.scalars[id]),
        }
    }

    fn test(&self, op: &Op, arguments: &[NodeId], need: u64) -> u64 {
        let first = arguments[0];
        let second = arguments.get(1).copied().unwrap_or(first);
        if self.program.nodes[first].node.kind == Type::Truth {
            // Equality of truths.
            return !(self.scalars[first] ^ self.scalars[second]);
        }
        let (a, b) = (self.operand(first), self.operand(second));
        match op {
            Op::Equal => decide(a, b, need, |a, b| a == b),
            Op::Less => decide(a, b, need, geometry::compare(i32::lt)),
            Op::LessEqual => decide(a, b, need, geometry::compare(i32::le)),
            Op::In => decide(a, b, need, |square, set| set >> (square & 63) & 1 != 0),
            Op::Empty => decide(a, b, need, |set, _| set == 0),
            Op::Aligned => decide(a, b, need, geometry::aligned),
            Op::SameDiagonal => decide(a, b, need, geometry::same_diagonal),
            Op::SameColor => decide(a, b, need, geometry::same_color),
            // Everything else gives no truth.
            _ => 0,
        }
    }

    fn function(&mut self, id: NodeId, step: &Step, op: &Op, need: u64) {
        let first = step.node.arguments[0];
        let second = step.node.arguments.get(1).copied().unwrap_or(first);
        if let Place::Wide(at) = step.place {
            if let Some(mut lanes) = self.wide[at].take() {
                let out = &mut Output::Lanes(&mut lanes, need);
                apply(op, self.operand(first), self.operand(second), out);
                self.wide[at] = Some(lanes);
            }
        } else {
            let mut value = 0;
            let out = &mut Output::Same(&mut value);
            apply(op, self.operand(first), self.operand(second), out);
            self.scalars[id] = value;
        }
    }

    fn choice(&mut self, id: NodeId, step: &Step, need: u64) {
        let [condition, yes, no] = step.node.arguments[..] else {
            return;
        };
        self.value(condition, need);
        let holds = self.scalars[condition];
        if need & holds != 0 {
            self.value(yes, need & holds);
        }
        if need & !holds != 0 {
            self.value(no, need & !holds);
        }
        match step.place {
            Place::Mask => {
                self.scalars[id] = self.scalars[yes] & holds | self.scalars[no] & !holds;
            }
            Place::Scalar => self.scalars[id] = self.scalars[if holds == 0 { no } else { yes }],
            Place::Wide(at) => {
                let Some(mut out) = self.wide[at].take() else {
                    return;
                };
                let (a, b) = (self.operand(yes), self.operand(no));
                for (lane, out) in (0..).zip(out.iter_mut()) {
                    *out = if holds >> lane & 1 != 0 {
                        a.at(lane)
                    } else {
                        b.at(lane)
                    };
                }
                self.wide[at] = Some(out);
            }
        }
    }

    /// Goes through the squares of a set. All lanes are at the same square at
    /// the same time; those whose set lacks it stand aside.
    fn each(
        &mut self,
        id: NodeId,
        step: &Step,
        quantifier: Quantifier,
        variable: usize,
        need: u64,
    ) {
        let (set, condition) = (step.node.arguments[0], step.node.arguments[1]);
        self.value(set, need);
        let all = match self.operand(set) {
            Operand::Same(bits) => bits,
            Operand::Lanes(lanes) => ones(need).fold(0, |all, lane| all | lanes[lane as usize]),
        };
        let mut found = 0;
        let mut out = self.start(step);
        for square in ones(all) {
            let mut here = need;
            if matches!(quantifier, Quantifier::Any | Quantifier::All) {
                here &= !found;
            }
            here &= self.operand(set).containing(square, here);
            if here == 0 {
                continue;
            }
            self.clock += 1;
            self.variables[variable] = square.into();
            self.variable_changed[variable] = self.clock;
            self.value(condition, here);
            let holds = self.scalars[condition] & here;
            match quantifier {
                Quantifier::Any => found |= holds,
                Quantifier::All => found |= here & !holds,
                Quantifier::Count => out.add(holds, |sum| sum + 1),
                Quantifier::Set => out.add(holds, |set| set | 1 << square),
            }
        }
        match (quantifier, out) {
            (Quantifier::Any, _) => self.scalars[id] = self.spread(step, found),
            (Quantifier::All, _) => self.scalars[id] = !self.spread(step, found),
            (_, Collected::Same(value)) => self.scalars[id] = value,
            (_, Collected::Lanes(at, lanes)) => self.wide[at] = Some(lanes),
        }
    }

    /// A truth found for some lanes; of one that does not depend on lanes,
    /// for all.
    fn spread(&self, step: &Step, found: u64) -> u64 {
        if step.level < self.program.men {
            mask(found != 0)
        } else {
            found
        }
    }

    fn start(&mut self, step: &Step) -> Collected {
        match step.place {
            Place::Wide(at) => match self.wide[at].take() {
                Some(mut lanes) => {
                    lanes.fill(0);
                    Collected::Lanes(at, lanes)
                }
                None => Collected::Same(0),
            },
            _ => Collected::Same(0),
        }
    }
}

/// A count or set that is being put together.
enum Collected {
    Same(u64),
    Lanes(usize, Box<Lanes>),
}

impl Collected {
    fn add(&mut self, lanes: u64, change: impl Fn(u64) -> u64) {
        match self {
            Self::Same(value) if lanes != 0 => *value = change(*value),
            Self::Same(_) => {}
            Self::Lanes(_, values) => {
                for lane in ones(lanes) {
                    let value = &mut values[lane as usize];
                    *value = change(*value);
                }
            }
        }
    }
}

/// A value as an argument.
#[derive(Copy, Clone)]
enum Operand<'a> {
    Same(u64),
    Lanes(&'a Lanes),
}

impl Operand<'_> {
    fn at(self, lane: u32) -> u64 {
        match self {
            Self::Same(value) => value,
            Self::Lanes(lanes) => lanes[lane as usize],
        }
    }

    /// The lanes whose set contains a square, among those that are needed.
    fn containing(self, square: u32, need: u64) -> u64 {
        decide(self, Operand::Same(0), need, |set, _| {
            set >> square & 1 != 0
        })
    }
}

fn mask(truth: bool) -> u64 {
    if truth { !0 } else { 0 }
}

/// Where a value goes: to all lanes, or to each its own, of which some are
/// needed.
enum Output<'a> {
    Same(&'a mut u64),
    Lanes(&'a mut Lanes, u64),
}

impl Output<'_> {
    /// Gives every lane its value. One loop for each kind of operand, as the
    /// compiler makes vectors of loops without choices in them.
    fn set(&mut self, a: Operand, b: Operand, f: impl Fn(u64, u64) -> u64) {
        match self {
            Self::Same(value) => **value = f(a.at(0), b.at(0)),
            Self::Lanes(out, need) if is_sparse(*need) => {
                for lane in ones(*need) {
                    out[lane as usize] = f(a.at(lane), b.at(lane));
                }
            }
            Self::Lanes(out, _) => match (a, b) {
                (Operand::Lanes(a), Operand::Lanes(b)) => {
                    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
                        *out = f(a, b);
                    }
                }
                (Operand::Lanes(a), Operand::Same(b)) => {
                    for (out, &a) in out.iter_mut().zip(a) {
                        *out = f(a, b);
                    }
                }
                (Operand::Same(a), Operand::Lanes(b)) => {
                    for (out, &b) in out.iter_mut().zip(b) {
                        *out = f(a, b);
                    }
                }
                (Operand::Same(a), Operand::Same(b)) => out.fill(f(a, b)),
            },
        }
    }
}

/// Whether so few lanes are needed that all of them would take longer.
fn is_sparse(need: u64) -> bool {
    need.count_ones() <= 12
}

/// The lanes for which a test holds, among those that are needed.
fn decide(a: Operand, b: Operand, need: u64, holds: impl Fn(u64, u64) -> bool) -> u64 {
    if let (Operand::Same(a), Operand::Same(b)) = (a, b) {
        return mask(holds(a, b));
    }
    if is_sparse(need) {
        let hits = ones(need).filter(|&lane| holds(a.at(lane), b.at(lane)));
        return hits.fold(0, |mask, lane| mask | 1 << lane);
    }
    let bit = |lane: usize, a, b| u64::from(holds(a, b)) << lane;
    match (a, b) {
        (Operand::Same(a), Operand::Same(b)) => mask(holds(a, b)),
        (Operand::Lanes(a), Operand::Lanes(b)) => {
            (0..64).fold(0, |mask, lane| mask | bit(lane, a[lane], b[lane]))
        }
        (Operand::Lanes(a), Operand::Same(b)) => {
            (0..64).fold(0, |mask, lane| mask | bit(lane, a[lane], b))
        }
        (Operand::Same(a), Operand::Lanes(b)) => {
            (0..64).fold(0, |mask, lane| mask | bit(lane, a, b[lane]))
        }
    }
}

fn apply(op: &Op, a: Operand, b: Operand, out: &mut Output) {
    match op {
        Op::Attacks(role) => attacks(*role, a, b, out),
        Op::Entry(TableEntries::Sets(sets)) => out.set(a, b, |at, _| sets[(at & 63) as usize]),
        Op::Entry(TableEntries::Numbers(numbers)) => {
            out.set(a, b, |at, _| numbers[(at & 63) as usize] as u64);
        }
        Op::Single => out.set(a, b, |a, _| 1 << (a & 63)),
        Op::Complement => out.set(a, b, |a, _| !a),
        Op::Union => out.set(a, b, |a, b| a | b),
        Op::Difference => out.set(a, b, |a, b| a & !b),
        Op::Intersection => out.set(a, b, |a, b| a & b),
        Op::Neighbours => out.set(a, b, |a, _| geometry::neighbours(a)),
        Op::Between => out.set(a, b, geometry::between),
        Op::Line => out.set(a, b, geometry::line),
        Op::Count => out.set(a, b, |a, _| u64::from(a.count_ones())),
        Op::Negative => out.set(a, b, geometry::numeric(|a, _| a.wrapping_neg())),
        Op::Abs => out.set(a, b, geometry::numeric(|a, _| a.wrapping_abs())),
        Op::Plus => out.set(a, b, geometry::numeric(i32::wrapping_add)),
        Op::Minus => out.set(a, b, geometry::numeric(i32::wrapping_sub)),
        Op::Times => out.set(a, b, geometry::numeric(i32::wrapping_mul)),
        Op::Min => out.set(a, b, geometry::numeric(i32::min)),
        Op::Max => out.set(a, b, geometry::numeric(i32::max)),
        Op::Distance => out.set(a, b, geometry::distance),
        Op::Manhattan => out.set(a, b, geometry::manhattan),
        Op::FileDistance => out.set(a, b, geometry::file_distance),
        Op::RankDistance => out.set(a, b, geometry::rank_distance),
        Op::File => out.set(a, b, |a, _| geometry::file(a) + 1),
        Op::Rank => out.set(a, b, |a, _| geometry::rank(a) + 1),
        Op::EdgeDistance => out.set(a, b, |a, _| geometry::edge_distance(a)),
        Op::CornerDistance => out.set(a, b, |a, _| geometry::corner_distance(a)),
        // Truths and what is computed by `Evaluator::compute` itself.
        _ => {}
    }
}

/// Attacks of each lane. Lanes that share the square and the blockers within
/// reach share the look-up: mostly all, where only a far man differs.
fn attacks(role: shakmaty::Role, from: Operand, blockers: Operand, out: &mut Output) {
    let (out, need) = match out {
        Output::Same(value) => {
            **value = geometry::reach(role, from.at(0), blockers.at(0));
            return;
        }
        Output::Lanes(out, need) => (out, *need),
    };
    let (mut last_from, mut last_blockers, mut reach) = (64, 0, 0);
    let mut open = 0;
    for lane in ones(need) {
        let from = from.at(lane);
        if from != last_from {
            open = geometry::reach(role, from, 0);
        }
        let blockers = blockers.at(lane) & open;
        if from != last_from || blockers != last_blockers {
            reach = geometry::reach(role, from, blockers);
            (last_from, last_blockers) = (from, blockers);
        }
        out[lane as usize] = reach;
    }
}
