//! Loops as set algebra.
//!
//! `{ x in s : c in rook_attacks(x) and not x in t }` asks about one square after another. Attacks
//! are symmetric, so the same squares are `s & rook_attacks(c) & ~t`. What a condition says of the
//! loop's square narrows the set of the loop in this way; a loop without any other condition goes.

use std::cell::Cell;

use drawproof_language::syntax::Quantifier;

use super::{
    lower::is_empty,
    order::{self, chain},
    unit::{Body, Function, Unit},
    uses::{self, Costs},
};
use crate::ir::{Expr, Sign};

/// Attacks from a square on another one are attacks in the other direction as well.
const SYMMETRIC: [&str; 5] = [
    "king_attacks",
    "knight_attacks",
    "bishop_attacks",
    "rook_attacks",
    "queen_attacks",
];

/// The greatest distance from a square that is worth a set.
const FARTHEST: i32 = 3;

/// The most functions that become part of a loop's set: each may call others many times.
const MOST_INLINED: usize = 64;

/// Narrows the loops of a unit.
pub fn narrow(unit: &mut Unit) {
    let costs = Costs::of(unit);
    for id in 0..unit.functions.len() {
        if let Body::Each(quantifier, set, square, condition) = &unit.functions[id].body {
            let view = View {
                functions: &unit.functions[..id],
                costs: &costs,
                square,
                left: Cell::new(MOST_INLINED),
            };
            let body = view.narrowed(*quantifier, set, condition);
            unit.functions[id].body = body;
        }
    }
}

/// The square of a loop, and what is known where the loop stands.
struct View<'a> {
    /// The functions that it may call.
    functions: &'a [Function],
    costs: &'a Costs,
    square: &'a str,
    /// How many more functions it may look into.
    left: Cell<usize>,
}

impl View<'_> {
    fn narrowed(&self, quantifier: Quantifier, set: &Expr, condition: &Expr) -> Body {
        // All squares satisfy a condition if there is none that does not.
        let (sign, wanted) = match quantifier {
            Quantifier::All => (Sign::Or, false),
            _ => (Sign::And, true),
        };
        let mut set = set.clone();
        let mut left = Vec::new();
        for part in chain(condition, sign) {
            match self.squares(&part) {
                Some(those) if wanted => set = both(set, those),
                Some(those) => set = both(set, complement(those)),
                None => left.push(part),
            }
        }
        match order::joined(sign, left) {
            Some(condition) if condition.mentions(self.square) => {
                Body::Each(quantifier, set, self.square.into(), condition)
            }
            condition => Body::Value(without_loop(quantifier, set, condition)),
        }
    }

    /// The squares that satisfy a condition, if it only asks where the square is. What looks up
    /// tables stays where it is: it may do so for possible positions alone.
    fn squares(&self, condition: &Expr) -> Option<Expr> {
        let set = self.set(condition)?;
        (self.costs.cost(&set) < uses::LOOKED_UP).then_some(set)
    }

    fn set(&self, condition: &Expr) -> Option<Expr> {
        match condition {
            Expr::Not(inner) => Some(complement(self.set(inner)?)),
            Expr::Binary(Sign::And, left, right) => Some(both(self.set(left)?, self.set(right)?)),
            Expr::Binary(Sign::Or, left, right) => {
                Some(Expr::binary(Sign::Union, self.set(left)?, self.set(right)?))
            }
            Expr::Binary(sign, left, right) => self.at_distance(*sign, left, right),
            Expr::Call(name, arguments) => self.set_of_call(name, arguments),
            _ => None,
        }
    }

    fn set_of_call(&self, name: &str, arguments: &[Expr]) -> Option<Expr> {
        match (name, arguments) {
            ("has", [set, at]) if self.is_square(at) => self.own(set),
            ("has", [Expr::Call(attacks, from), at]) if SYMMETRIC.contains(&attacks.as_str()) => {
                let (first, blockers) = from.split_first()?;
                let is_asked = self.is_square(first) && self.is_fixed(at);
                is_asked.then_some(())?;
                self.attacks(attacks, at, blockers)
            }
            ("aligned", [one, other]) => {
                let other = self.other(one, other)?;
                let [file, rank] = ["file_through", "rank_through"]
                    .map(|line| Expr::call(line, vec![other.clone()]));
                Some(Expr::binary(Sign::Union, file, rank))
            }
            _ => self.set(&self.inlined(name, arguments)?),
        }
    }

    /// The squares that are in the set that belongs to each.
    fn own(&self, set: &Expr) -> Option<Expr> {
        if self.is_fixed(set) {
            return Some(set.clone());
        }
        match set {
            Expr::Complement(inner) => Some(complement(self.own(inner)?)),
            Expr::Binary(sign @ (Sign::Union | Sign::Intersection), left, right) => {
                Some(Expr::binary(*sign, self.own(left)?, self.own(right)?))
            }
            Expr::Call(attacks, from) if SYMMETRIC.contains(&attacks.as_str()) => {
                let (first, blockers) = from.split_first()?;
                self.is_fixed(first).then_some(())?;
                self.attacks(attacks, first, blockers)
            }
            Expr::Call(name, arguments) => self.own(&self.inlined(name, arguments)?),
            _ => None,
        }
    }

    /// What is attacked from a square, or attacks it. A man on the first or last square of a line
    /// does not block it.
    fn attacks(&self, attacks: &str, from: &Expr, blockers: &[Expr]) -> Option<Expr> {
        let blockers = blockers.iter().map(|set| self.others(set));
        let blockers: Option<Vec<Expr>> = blockers.collect();
        Some(Expr::call(
            attacks,
            [vec![from.clone()], blockers?].concat(),
        ))
    }

    /// A set that is the same for all squares, and differs from the one that belongs to a square
    /// in this square at most.
    fn others(&self, set: &Expr) -> Option<Expr> {
        if self.is_fixed(set) {
            return Some(set.clone());
        }
        match set {
            Expr::Complement(inner) => Some(complement(self.others(inner)?)),
            Expr::Binary(sign @ (Sign::Union | Sign::Intersection), left, right) => {
                match [left, right].map(|of| self.is_bit(of)) {
                    [true, false] if *sign == Sign::Union => self.others(right),
                    [false, true] if *sign == Sign::Union => self.others(left),
                    _ => Some(Expr::binary(*sign, self.others(left)?, self.others(right)?)),
                }
            }
            Expr::Call(..) if self.is_bit(set) => Some(Expr::Bits(0)),
            Expr::Call(name, arguments) => self.others(&self.inlined(name, arguments)?),
            _ => None,
        }
    }

    fn is_bit(&self, set: &Expr) -> bool {
        matches!(set, Expr::Call(name, of) if name == "bit" && of.iter().all(|of| self.is_square(of)))
    }

    /// The value of a function of the unit that takes the square.
    fn inlined(&self, name: &str, arguments: &[Expr]) -> Option<Expr> {
        if !arguments.iter().any(|one| self.is_square(one)) {
            return None;
        }
        self.left.set(self.left.get().checked_sub(1)?);
        let function = self.functions.iter().find(|of| of.name == name)?;
        let Body::Value(value) = &function.body else {
            return None;
        };
        let names = function.parameters.iter().map(|(name, _)| name);
        let pairs: Vec<_> = names.zip(arguments).collect();
        Some(value.replaced(&|part| {
            let Expr::Local(local, _) = part else {
                return None;
            };
            let found = pairs.iter().find(|(name, _)| *name == local)?;
            Some(found.1.clone())
        }))
    }

    /// The squares at some distances from a square.
    fn at_distance(&self, sign: Sign, left: &Expr, right: &Expr) -> Option<Expr> {
        let (Expr::Call(name, squares), Expr::Number(bound)) = (left, right) else {
            return None;
        };
        let ("distance", [one, other]) = (name.as_str(), &squares[..]) else {
            return None;
        };
        let center = self.other(one, other)?;
        let at_most = |bound| within(center, bound);
        match sign {
            Sign::LessEqual => at_most(*bound),
            Sign::Less => at_most(bound.checked_sub(1)?),
            Sign::Greater => at_most(*bound).map(complement),
            Sign::GreaterEqual => at_most(bound.checked_sub(1)?).map(complement),
            _ => None,
        }
    }

    /// The one of two squares that is not the loop's.
    fn other<'a>(&self, one: &'a Expr, other: &'a Expr) -> Option<&'a Expr> {
        match [one, other].map(|of| self.is_square(of)) {
            [true, false] if self.is_fixed(other) => Some(other),
            [false, true] if self.is_fixed(one) => Some(one),
            _ => None,
        }
    }

    fn is_square(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Local(name, _) if name == self.square)
    }

    /// Whether a value is the same for all squares of the loop.
    fn is_fixed(&self, expr: &Expr) -> bool {
        !expr.mentions(self.square)
    }
}

/// What a loop over a set finds whose condition, if it has one, is the same for all squares. As in
/// the loop, nothing is asked if there is no square.
fn without_loop(quantifier: Quantifier, set: Expr, condition: Option<Expr>) -> Expr {
    let is_none = is_empty(set.clone());
    let is_any = is_none.clone().negated();
    let counted = Expr::call("count", vec![set.clone()]);
    let Some(condition) = condition else {
        return match quantifier {
            Quantifier::Any => is_any,
            Quantifier::All => is_none,
            Quantifier::Count => counted,
            Quantifier::Set => set,
        };
    };
    let holds = Expr::binary(Sign::And, is_any, condition.clone());
    match quantifier {
        Quantifier::Any => holds,
        Quantifier::All => Expr::binary(Sign::Or, is_none, condition),
        Quantifier::Count => Expr::If(Box::new([holds, counted, Expr::Number(0)])),
        Quantifier::Set => Expr::If(Box::new([holds, set, Expr::Bits(0)])),
    }
}

/// The squares within a distance of one, if that is a small number of steps.
fn within(center: &Expr, distance: i32) -> Option<Expr> {
    if !(1..=FARTHEST).contains(&distance) {
        return None;
    }
    let around = Expr::call("king_attacks", vec![center.clone()]);
    if distance == 1 {
        let own = Expr::call("bit", vec![center.clone()]);
        return Some(Expr::binary(Sign::Union, around, own));
    }
    let step = |set, _| Expr::call("neighbours", vec![set]);
    Some((1..distance).fold(around, step))
}

fn both(left: Expr, right: Expr) -> Expr {
    Expr::binary(Sign::Intersection, left, right)
}

fn complement(set: Expr) -> Expr {
    match set {
        Expr::Complement(inner) => *inner,
        Expr::Bits(bits) => Expr::Bits(!bits),
        set => Expr::Complement(Box::new(set)),
    }
}
