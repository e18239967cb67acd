//! Sets of squares: in which positions they contain a square.

use drawproof_tables::ones;
use shakmaty::Role;

use super::{
    cache::{Blockers, CHEAP, Timed},
    mask::Mask,
    place::{Place, within},
    relation::{BEYOND, JUMPS, LINED_UP, SAME, STEPS, pawn_attacks, related},
    state::Evaluator,
};
use crate::geometry;
use crate::step::Step;
use crate::words::{SetWise, SetWord, set_wise};
use drawproof_language::{
    graph::{NodeId, Op},
    syntax::{Quantifier, TableEntries},
};

/// The bounds of a set of which nothing is known.
const UNKNOWN: (u64, u64) = (0, !0);

/// The bounds of a set that is the same in all positions.
fn exact(squares: u64) -> (u64, u64) {
    (squares, squares)
}

/// The positions in which a set contains a square, if its bounds tell.
fn known_member((low, high): (u64, u64), at: Place) -> Option<Mask> {
    if low == high {
        return Some(within(low, at));
    }
    let Place::Fixed(square) = at else {
        return None;
    };
    if low >> square & 1 != 0 {
        return Some(Mask::ALL);
    }
    (high >> square & 1 == 0).then_some(Mask::NONE)
}

impl Evaluator<'_> {
    /// The positions in which a set contains a square.
    pub(super) fn member(&mut self, set: NodeId, at: Place) -> Mask {
        let (low, high) = self.bounds(set);
        if let Some(known) = known_member((low, high), at) {
            return known;
        }
        let step = &self.program.steps[set];
        let arguments = &step.node.arguments[..];
        match &step.node.op {
            Op::Occupied => self.occupied(at),
            Op::Single => self.over_places([arguments[0]], |_, [place]| related(&SAME, place, at)),
            Op::Complement => self.member(arguments[0], at).not(),
            Op::Union => self
                .member(arguments[0], at)
                .or(&self.member(arguments[1], at)),
            Op::Intersection => self.member_of_both(arguments[0], arguments[1], at),
            Op::Difference => self.member_of_first_only(arguments[0], arguments[1], at),
            Op::If => {
                let condition = self.truth(arguments[0]);
                let (yes, no) = (self.member(arguments[1], at), self.member(arguments[2], at));
                condition.choose(&yes, &no)
            }
            Op::Word(word) => match set_wise(*word) {
                SetWise::Set(of) => self.member_of_word(set, of, high, at),
                SetWise::Number(_) | SetWise::Truth(_) => Mask::NONE,
            },
            Op::Entry(_) => self.over_places([arguments[0]], |_, [from]| match &step.entries {
                Some(entries) => related(entries, from, at),
                None => Mask::NONE,
            }),
            Op::Each(..) => self.member_by_squares(set, high, at),
            // Constants are known by their bounds, a parameter is in definitions only
            // that nothing uses, and the others are no sets.
            Op::Bits(_)
            | Op::Parameter(..)
            | Op::Square(_)
            | Op::Number(_)
            | Op::Truth(_)
            | Op::Man(_)
            | Op::Variable(_)
            | Op::Not
            | Op::Negative
            | Op::Or
            | Op::And
            | Op::Equal
            | Op::Less
            | Op::LessEqual
            | Op::In
            | Op::Plus
            | Op::Minus
            | Op::Times
            | Op::Holds(_) => Mask::NONE,
        }
    }

    fn member_of_first_only(&mut self, a: NodeId, b: NodeId, at: Place) -> Mask {
        let left = self.member(a, at);
        if left.is_empty() {
            return left;
        }
        left.and_not(&self.member(b, at))
    }

    fn member_of_both(&mut self, a: NodeId, b: NodeId, at: Place) -> Mask {
        let (first, second) = self.cheaper_first(a, b);
        let left = self.member(first, at);
        if left.is_empty() {
            return left;
        }
        left.and(&self.member(second, at))
    }

    fn member_of_word(&mut self, set: NodeId, word: SetWord, high: u64, at: Place) -> Mask {
        let arguments = &self.program.steps[set].node.arguments[..];
        match word {
            SetWord::Attacks(role) => {
                let blockers = arguments.get(1).copied();
                self.over_places([arguments[0]], |this, [from]| {
                    this.sees(role, from, at, blockers)
                })
            }
            SetWord::PawnAttacks(color) => {
                self.over_places([arguments[0]], |_, [from]| pawn_attacks(color, from, at))
            }
            SetWord::Between => match self.between_two(arguments[0], arguments[1], at) {
                Some(found) => found,
                None => self.member_by_squares(set, high, at),
            },
            SetWord::Neighbours | SetWord::Line => self.member_by_squares(set, high, at),
        }
    }

    /// Whether a square that varies is between two others, if both have a simple
    /// form.
    fn between_two(&mut self, a: NodeId, b: NodeId, at: Place) -> Option<Mask> {
        let pair = (self.place(a)?, self.place(b)?);
        let ((Place::Fixed(fixed), varying) | (varying, Place::Fixed(fixed))) = pair else {
            return None;
        };
        Some(match (at, varying) {
            (Place::Column, Place::Row) => {
                Mask::of_some_rows(0, !0, |row| geometry::between(fixed.into(), row.into()))
            }
            (Place::Row, Place::Column) => {
                Mask::of_some_rows(0, !0, |row| BEYOND[fixed as usize][row as usize])
            }
            // A square is not between itself and another one.
            (Place::Row, Place::Row) | (Place::Column, Place::Column) => Mask::NONE,
            (Place::Fixed(_), _) | (_, Place::Fixed(_)) => return None,
        })
    }

    /// Membership evaluated square by square if the square varies.
    fn member_by_squares(&mut self, set: NodeId, high: u64, at: Place) -> Mask {
        if let Place::Fixed(square) = at {
            return self.member_at_square(set, square);
        }
        let mut sum = Mask::NONE;
        for square in ones(high) {
            let there = within(1 << square, at);
            sum = sum.or(&there.and(&self.member(set, Place::Fixed(square))));
        }
        sum
    }

    fn member_at_square(&mut self, set: NodeId, square: u32) -> Mask {
        let step = &self.program.steps[set];
        match (&step.node.op, &step.node.arguments[..]) {
            (Op::Word(word), arguments) => match set_wise(*word) {
                SetWise::Set(of) => self.word_at_square(of, arguments, square),
                SetWise::Number(_) | SetWise::Truth(_) => Mask::NONE,
            },
            (Op::Each(Quantifier::Set, _), _) => self.cache[set].members[square as usize].clone(),
            // All others follow from their bounds.
            _ => Mask::NONE,
        }
    }

    fn word_at_square(&mut self, word: SetWord, arguments: &[NodeId], square: u32) -> Mask {
        let thirds = match word {
            SetWord::Neighbours => {
                let set = arguments[0];
                let around = geometry::reach(Role::King, square.into(), 0) & self.bounds(set).1;
                return ones(around).fold(Mask::NONE, |sum, near| {
                    sum.or(&self.member(set, Place::Fixed(near)))
                });
            }
            SetWord::Between => &BEYOND,
            SetWord::Line => &LINED_UP,
            SetWord::Attacks(_) | SetWord::PawnAttacks(_) => return Mask::NONE,
        };
        self.over_places([arguments[0], arguments[1]], |_, pair| {
            by_pair(pair, |a| thirds[a as usize][square as usize])
        })
    }

    fn cheaper_first(&self, a: NodeId, b: NodeId) -> (NodeId, NodeId) {
        let cost = |id: NodeId| self.program.steps[id].cost;
        if cost(b) < cost(a) { (b, a) } else { (a, b) }
    }

    fn occupied(&self, at: Place) -> Mask {
        let fixed = self.fixed_men();
        match at {
            Place::Fixed(square) if self.program.men > 3 => {
                Mask::rows(1 << square).or(&Mask::columns(1 << square))
            }
            Place::Fixed(square) => Mask::columns(1 << square),
            // A man stands there.
            Place::Row | Place::Column => within(fixed, at).or(&Mask::ALL),
        }
    }

    /// Squares that a set contains in all positions, and squares that it may
    /// contain.
    pub(super) fn bounds(&mut self, set: NodeId) -> (u64, u64) {
        let step = &self.program.steps[set];
        if let Op::Bits(bits) = step.node.op {
            return (bits, bits);
        }
        if step.cost <= CHEAP && !matches!(step.node.op, Op::Each(..) | Op::Word(_)) {
            return self.find_bounds(set, step);
        }
        let known = self.cache[set].bounds;
        if !self.is_stale(step, known.at) {
            return known.value;
        }
        let value = self.find_bounds(set, step);
        self.cache[set].bounds = Timed {
            at: self.clock,
            value,
        };
        value
    }

    fn find_bounds(&mut self, set: NodeId, step: &Step) -> (u64, u64) {
        let place = |id: NodeId| self.place(id);
        match (&step.node.op, &step.node.arguments[..]) {
            (Op::Occupied, _) => (self.fixed_men(), !0),
            (Op::Single, &[a]) => match place(a) {
                Some(Place::Fixed(square)) => exact(1 << square),
                _ => UNKNOWN,
            },
            (Op::Complement, &[a]) => {
                let (low, high) = self.bounds(a);
                (!high, !low)
            }
            (Op::Union, &[a, b]) => self.bounds_of(a, b, |a, b| (a.0 | b.0, a.1 | b.1)),
            (Op::Intersection, &[a, b]) => self.bounds_of(a, b, |a, b| (a.0 & b.0, a.1 & b.1)),
            (Op::Difference, &[a, b]) => self.bounds_of(a, b, |a, b| (a.0 & !b.1, a.1 & !b.0)),
            (Op::Word(word), arguments) => match set_wise(*word) {
                SetWise::Set(of) => self.bounds_of_word(of, arguments),
                SetWise::Number(_) | SetWise::Truth(_) => UNKNOWN,
            },
            (Op::If, &[condition, yes, no]) => {
                let condition = self.truth(condition);
                if condition.is_empty() {
                    self.bounds(no)
                } else if condition.is_all() {
                    self.bounds(yes)
                } else {
                    self.bounds_of(yes, no, |a, b| (a.0 & b.0, a.1 | b.1))
                }
            }
            (Op::Entry(TableEntries::Sets(sets)), &[a]) => match place(a) {
                Some(Place::Fixed(square)) => exact(sets[square as usize]),
                _ => UNKNOWN,
            },
            (Op::Each(Quantifier::Set, variable), &[domain, body]) => {
                self.put_together(set, step, *variable, domain, body)
            }
            _ => UNKNOWN,
        }
    }

    fn bounds_of_word(&mut self, word: SetWord, arguments: &[NodeId]) -> (u64, u64) {
        let fixed = |at: usize| match self.place(arguments[at]) {
            Some(Place::Fixed(square)) => Some(u64::from(square)),
            _ => None,
        };
        let of_pair = |squares: fn(u64, u64) -> u64| {
            let pair = fixed(0).zip(fixed(1));
            pair.map_or(UNKNOWN, |(a, b)| exact(squares(a, b)))
        };
        match word {
            SetWord::Attacks(role) => {
                let Some(from) = fixed(0) else { return UNKNOWN };
                let blockers = arguments.get(1);
                let (low, high) = blockers.map_or((0, 0), |&id| self.bounds(id));
                let reach = |blockers| geometry::reach(role, from, blockers);
                (reach(high), reach(low))
            }
            SetWord::PawnAttacks(color) => {
                fixed(0).map_or(UNKNOWN, |from| exact(geometry::pawn_reach(color, from)))
            }
            SetWord::Neighbours => {
                let (low, high) = self.bounds(arguments[0]);
                (geometry::neighbours(low), geometry::neighbours(high))
            }
            SetWord::Between => of_pair(geometry::between),
            SetWord::Line => of_pair(geometry::line),
        }
    }

    fn bounds_of(
        &mut self,
        a: NodeId,
        b: NodeId,
        join: impl Fn((u64, u64), (u64, u64)) -> (u64, u64),
    ) -> (u64, u64) {
        join(self.bounds(a), self.bounds(b))
    }

    /// Finds the members of `{ x in domain : body }`, and its bounds.
    fn put_together(
        &mut self,
        set: NodeId,
        step: &Step,
        variable: usize,
        domain: NodeId,
        body: NodeId,
    ) -> (u64, u64) {
        let mut members = std::mem::take(&mut self.cache[set].members);
        members.clear();
        members.resize(64, Mask::NONE);
        let (mut low, mut high) = (0, 0);
        let squares = self.bounds(domain).1 & !self.decided_squares(body, variable, false);
        self.stand_ins.expect(variable, squares);
        let answers = self.all_answers(body, variable);
        for square in ones(squares) {
            let at = Place::Fixed(square);
            let here = self.member(domain, at);
            let found = if let Some(answers) = &answers {
                here.and(&answers.at(at))
            } else {
                let need = self.need(step).clone().and(&here);
                if need.is_empty() {
                    continue;
                }
                here.and(&self.at_stop(variable, at, need, body))
            };
            if found.is_all() {
                low |= 1 << square;
            }
            if !found.misses(self.need(step)) {
                high |= 1 << square;
                members[square as usize] = found;
            }
        }
        self.cache[set].members = members;
        (low, high)
    }

    /// The positions in which a piece on one square attacks another one. The
    /// relation is symmetric.
    fn sees(&mut self, role: Role, a: Place, b: Place, blockers: Option<NodeId>) -> Mask {
        match (role, blockers) {
            (Role::King, _) => related(&STEPS, a, b),
            (Role::Knight, _) => related(&JUMPS, a, b),
            (_, None) => Mask::NONE,
            (_, Some(set)) => match self.blockers(set) {
                Some(blockers) => sees_past(role, a, b, blockers),
                None => self.sees_past_set(role, a, b, set),
            },
        }
    }

    /// The same past blockers of any kind: square by square along the line.
    fn sees_past_set(&mut self, role: Role, a: Place, b: Place, set: NodeId) -> Mask {
        let (low, high) = self.bounds(set);
        match (a, b) {
            (Place::Fixed(from), Place::Fixed(to)) => {
                let (from, to) = (u64::from(from), u64::from(to));
                if geometry::reach(role, from, low) >> to & 1 == 0 {
                    return Mask::NONE;
                }
                let on_the_way = ones(geometry::between(from, to) & high);
                on_the_way.fold(Mask::ALL, |free, square| {
                    free.and_not(&self.member(set, Place::Fixed(square)))
                })
            }
            (Place::Fixed(from), varying) => {
                let reach = geometry::reach(role, from.into(), low);
                ones(reach).fold(Mask::NONE, |sum, square| {
                    let there = within(1 << square, varying);
                    sum.or(&there.and(&self.sees_past_set(role, a, Place::Fixed(square), set)))
                })
            }
            (varying, other) => (0..64).fold(Mask::NONE, |sum, square| {
                let there = within(1 << square, varying);
                sum.or(&there.and(&self.sees_past_set(role, Place::Fixed(square), other, set)))
            }),
        }
    }

    /// A set in the form that sets of men have, if possible.
    fn blockers(&mut self, set: NodeId) -> Option<Blockers> {
        let step = &self.program.steps[set];
        let known = &self.cache[set].blockers;
        if !self.is_stale(step, known.at) {
            return known.value;
        }
        let value = self.find_blockers(set, step);
        self.cache[set].blockers = Timed {
            at: self.clock,
            value,
        };
        value
    }

    fn find_blockers(&mut self, set: NodeId, step: &Step) -> Option<Blockers> {
        let (low, high) = self.bounds(set);
        if low == high {
            return Some(Blockers::fixed(low));
        }
        match (&step.node.op, &step.node.arguments[..]) {
            (Op::Occupied, _) => Some(Blockers {
                squares: low,
                rows: if self.program.men > 3 { !0 } else { 0 },
                columns: !0,
            }),
            (Op::Single, &[square]) => match self.place(square)? {
                Place::Fixed(square) => Some(Blockers::fixed(1 << square)),
                Place::Row => Some(Blockers {
                    rows: !0,
                    ..Blockers::fixed(0)
                }),
                Place::Column => Some(Blockers {
                    columns: !0,
                    ..Blockers::fixed(0)
                }),
            },
            (Op::Union, &[a, b]) => {
                let (a, b) = (self.blockers(a)?, self.blockers(b)?);
                Some(Blockers {
                    squares: a.squares | b.squares,
                    rows: a.rows | b.rows,
                    columns: a.columns | b.columns,
                })
            }
            (Op::Difference, &[a, b]) => {
                let (a, b) = (self.blockers(a)?, self.blockers(b)?);
                if self.program.men_may_meet && b.rows | b.columns != 0 {
                    return None;
                }
                a.without(b, self.fixed_men())
            }
            (Op::Intersection, &[a, b]) => {
                let (a, b) = (self.blockers(a)?, self.blockers(b)?);
                a.within(b).or_else(|| b.within(a))
            }
            _ => None,
        }
    }
}

fn sees_past(role: Role, a: Place, b: Place, blockers: Blockers) -> Mask {
    let Blockers {
        squares,
        rows,
        columns,
    } = blockers;
    let reach = |from: u32, squares| geometry::reach(role, from.into(), squares);
    match (a, b) {
        (Place::Fixed(a), Place::Fixed(b)) => {
            if reach(a, squares) >> b & 1 == 0 {
                return Mask::NONE;
            }
            let on_the_way = geometry::between(a.into(), b.into());
            Mask::product(!(on_the_way & rows), !(on_the_way & columns))
        }
        (Place::Fixed(fixed), Place::Row) | (Place::Row, Place::Fixed(fixed)) => {
            let seen = reach(fixed, squares);
            // There is no room for the last man next to the square.
            if columns & seen == 0 {
                return Mask::rows(seen);
            }
            Mask::of_some_rows(0, seen, |row| {
                !(geometry::between(fixed.into(), row.into()) & columns)
            })
        }
        (Place::Fixed(fixed), Place::Column) | (Place::Column, Place::Fixed(fixed)) => {
            let seen = reach(fixed, squares);
            if rows & seen == 0 {
                return Mask::columns(seen);
            }
            Mask::of_some_rows(seen, seen & rows, |row| reach(fixed, squares | 1 << row))
        }
        (Place::Row, Place::Column) | (Place::Column, Place::Row) => {
            Mask::of_some_rows(0, !0, |row| reach(row, squares))
        }
        // No man attacks its own square.
        (Place::Row, Place::Row) | (Place::Column, Place::Column) => Mask::NONE,
    }
}

/// The positions in which two squares satisfy a symmetric condition, given for
/// each square those that satisfy it with that one.
fn by_pair(pair: [Place; 2], others: impl Fn(u32) -> u64) -> Mask {
    match pair {
        [Place::Fixed(fixed), other] | [other, Place::Fixed(fixed)] => within(others(fixed), other),
        [Place::Row, Place::Column] | [Place::Column, Place::Row] => {
            Mask::of_some_rows(0, !0, others)
        }
        // A square and itself: nothing is between them, and there is no line
        // through them.
        [Place::Row, Place::Row] | [Place::Column, Place::Column] => Mask::NONE,
    }
}
