//! Arithmetic of 64 bits by halves.

use super::{
    parts::{Halves, binary, choice, known, union, word, zero},
    within::Within,
};
use crate::ir::{Expr, Sign, Statement, Type};

/// Functions of the file that halves need.
pub const SHIFTED_LEFT: &str = "shiftedLeft";
pub const SHIFTED_RIGHT: &str = "shiftedRight";
pub const MULTIPLIED: &str = "multiplied";

impl Within<'_> {
    pub fn computed(
        &mut self,
        sign: Sign,
        left: &Expr,
        right: &Expr,
        to: &mut Vec<Statement>,
    ) -> Halves {
        match sign {
            Sign::ShiftLeft | Sign::ShiftRight => return self.shifted(sign, left, right, to),
            Sign::Intersection if known(right) == Some(1) => {
                if let Expr::Binary(Sign::ShiftRight, set, by) = left {
                    return [self.bit_at(set, by, to), zero()];
                }
            }
            _ => {}
        }
        let a = self.two(left, to);
        let b = self.two(right, to);
        match sign {
            Sign::Union => {
                let ([a_low, a_high], [b_low, b_high]) = (a, b);
                [union(a_low, b_low), union(a_high, b_high)]
            }
            Sign::Intersection | Sign::Xor => {
                let ([a_low, a_high], [b_low, b_high]) = (a, b);
                [
                    Expr::binary(sign, a_low, b_low),
                    Expr::binary(sign, a_high, b_high),
                ]
            }
            Sign::Plus | Sign::WrappingPlus => self.sum(a, &b, to),
            Sign::Minus | Sign::WrappingMinus => self.difference(a, b, to),
            _ => {
                let call = Expr::call(MULTIPLIED, a.into_iter().chain(b).collect());
                self.called(call, to)
            }
        }
    }

    fn sum(&mut self, a: Halves, b: &Halves, to: &mut Vec<Statement>) -> Halves {
        let a = self.named_halves(a, to);
        let sum = Expr::binary(Sign::WrappingPlus, a[0].clone(), b[0].clone());
        let sum = self.named(sum, Type::U32, to);
        let carry = number(binary(Sign::Less, &sum, &a[0]));
        let high = binary(Sign::WrappingPlus, &a[1], &b[1]);
        [sum, Expr::binary(Sign::WrappingPlus, high, carry)]
    }

    fn difference(&mut self, a: Halves, b: Halves, to: &mut Vec<Statement>) -> Halves {
        let [a, b] = [a, b].map(|halves| self.named_halves(halves, to));
        let [low, mut high] = [0, 1].map(|at| {
            if known(&b[at]) == Some(0) {
                a[at].clone()
            } else {
                binary(Sign::WrappingMinus, &a[at], &b[at])
            }
        });
        if known(&b[0]) != Some(0) {
            let borrows = if known(&b[0]) == Some(1) {
                binary(Sign::Equal, &a[0], &zero())
            } else {
                binary(Sign::Less, &a[0], &b[0])
            };
            high = Expr::binary(Sign::WrappingMinus, high, number(borrows));
        }
        [low, high]
    }

    /// A bit of a set.
    fn bit_at(&mut self, set: &Expr, by: &Expr, to: &mut Vec<Statement>) -> Expr {
        let set = self.two(set, to);
        let by = self.one(by, to);
        let half = if let Some(by) = known(&by) {
            set[usize::from(by > 31)].clone()
        } else {
            let [low, high] = set;
            let by = self.named(by.clone(), Type::Square, to);
            choice(is_low(&by), low, high)
        };
        let bit = Expr::binary(Sign::ShiftRight, half, by);
        Expr::binary(Sign::Intersection, bit, word(1))
    }

    fn shifted(
        &mut self,
        sign: Sign,
        left: &Expr,
        right: &Expr,
        to: &mut Vec<Statement>,
    ) -> Halves {
        let by = self.one(right, to);
        let set = self.two(left, to);
        if let Some(by) = known(&by) {
            return self.shifted_by(sign, set, by as u32, to);
        }
        // One half is empty before and after.
        if sign == Sign::ShiftLeft && known(left) == Some(1) {
            let by = self.named(by, Type::Square, to);
            let bit = Expr::binary(Sign::ShiftLeft, word(1), by.clone());
            return [
                choice(is_low(&by), bit.clone(), zero()),
                choice(is_low(&by), zero(), bit),
            ];
        }
        let name = if sign == Sign::ShiftLeft {
            SHIFTED_LEFT
        } else {
            SHIFTED_RIGHT
        };
        let call = Expr::call(name, set.into_iter().chain([by]).collect());
        self.called(call, to)
    }

    /// By a number that is known.
    fn shifted_by(&mut self, sign: Sign, set: Halves, by: u32, to: &mut Vec<Statement>) -> Halves {
        let literal = |by: u32| Expr::Literal(by.into(), Type::Square, false);
        let (back, is_left) = match sign {
            Sign::ShiftLeft => (Sign::ShiftRight, true),
            _ => (Sign::ShiftLeft, false),
        };
        // Bits go from one half to the other.
        let [from, into] = if is_left {
            set
        } else {
            let [low, high] = set;
            [high, low]
        };
        let [from, into] = match by {
            0 => [from, into],
            1..32 => {
                let from = self.named(from, Type::U32, to);
                let moved = Expr::binary(back, from.clone(), literal(32 - by));
                let into = Expr::binary(sign, into, literal(by));
                [Expr::binary(sign, from, literal(by)), union(into, moved)]
            }
            32 => [zero(), from],
            _ => [zero(), Expr::binary(sign, from, literal((by - 32) & 31))],
        };
        if is_left { [from, into] } else { [into, from] }
    }
}

/// Whether a square is in the lower half.
fn is_low(square: &Expr) -> Expr {
    let half = Expr::Literal(32, Type::Square, false);
    Expr::binary(Sign::Less, square.clone(), half)
}

/// A truth as a number.
fn number(truth: Expr) -> Expr {
    Expr::Cast(Type::U32, Box::new(truth))
}
