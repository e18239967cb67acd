//! Operators with two operands of a type.

use drawproof_export::ir::{Sign, Type};

use super::{
    bits,
    error::SymbolicError,
    executor::{Executor, Frame},
    value::{Number, Value},
};
use crate::{
    circuit::{Circuit, Lit},
    set::Set,
};

impl<'a> Executor<'a> {
    /// An operator on two values.
    pub(super) fn operate(
        &mut self,
        sign: Sign,
        left: &Value,
        right: &Value,
        frame: &Frame<'a>,
    ) -> Result<Value, SymbolicError> {
        let found = match (left, right) {
            (_, Value::Bool(_) | Value::Number(_) | Value::Bits(_))
                if matches!(sign, Sign::ShiftLeft | Sign::ShiftRight) =>
            {
                self.shift(sign, left, right)
            }
            (Value::Bool(left), Value::Bool(right)) => {
                logic(&mut self.circuit, sign, *left, *right).map(Value::Bool)
            }
            (Value::Bits(left), Value::Bits(right)) => {
                calculate(&mut self.circuit, sign, &left.0, &right.0, false).map(
                    |found| match found {
                        Found::Truth(truth) => Value::Bool(truth),
                        Found::Bits(bits) => Value::Bits(Set(bits)),
                    },
                )
            }
            (Value::Number(left), Value::Number(right)) if left.kind == right.kind => {
                let is_signed = left.kind == Type::I32;
                let found = calculate(&mut self.circuit, sign, &left.bits, &right.bits, is_signed);
                found.map(|found| match found {
                    Found::Truth(truth) => Value::Bool(truth),
                    Found::Bits(bits) => Value::Number(Number { bits, ..*left }),
                })
            }
            _ => None,
        };
        found.ok_or_else(|| frame.refuse(refused(sign, left, right)))
    }

    /// Whether a number is a constant.
    pub(super) fn is(
        &mut self,
        value: &Value,
        number: u64,
        frame: &Frame<'a>,
    ) -> Result<Lit, SymbolicError> {
        match value {
            Value::Bits(set) => Ok(bits::equal(
                &mut self.circuit,
                &set.0,
                &bits::constant(number),
            )),
            Value::Number(of) if u32::try_from(number).is_ok() => Ok(bits::equal(
                &mut self.circuit,
                &of.bits,
                &bits::constant(number),
            )),
            _ => Err(frame.refuse("a choice by something else than a number")),
        }
    }

    fn shift(&mut self, sign: Sign, left: &Value, right: &Value) -> Option<Value> {
        let by = match right {
            Value::Number(by) => by.bits,
            Value::Bits(set) => {
                let mut by = std::array::from_fn(|bit| set.0[bit]);
                by[31] = self.circuit.any(set.0[31..].iter().copied());
                by
            }
            Value::Bool(_) => return None,
        };
        Some(match (left, sign) {
            (Value::Bits(set), Sign::ShiftLeft) => Value::Bits(Set(self.shifted_up(set.0, &by))),
            (Value::Bits(set), _) => Value::Bits(Set(self.shifted_down(set.0, &by, Lit::FALSE))),
            (Value::Number(number), Sign::ShiftLeft) => Value::Number(Number {
                bits: self.shifted_up(number.bits, &by),
                ..*number
            }),
            (Value::Number(number), _) => {
                let is_signed = number.kind == Type::I32;
                let fill = if is_signed {
                    number.bits[31]
                } else {
                    Lit::FALSE
                };
                Value::Number(Number {
                    bits: self.shifted_down(number.bits, &by, fill),
                    ..*number
                })
            }
            (Value::Bool(_), _) => return None,
        })
    }

    /// Bits moved to higher places. Constants are moved by each square that may be meant.
    fn shifted_up<const N: usize>(&mut self, of: [Lit; N], by: &[Lit; 32]) -> [Lit; N] {
        if bits::known(&of).is_none() || bits::known(by).is_some() {
            let step = |of: &[Lit; N], by| bits::up(of, by);
            return barrel(&mut self.circuit, of, by, Lit::FALSE, step);
        }
        let at = self.squares.set(&mut self.circuit, by);
        std::array::from_fn(|bit| {
            let with = (0..=bit).filter(|&square| of[bit - square] == Lit::TRUE);
            self.circuit.any(with.map(|square| at.0[square]))
        })
    }

    /// Bits moved to lower places.
    pub(super) fn shifted_down<const N: usize>(
        &mut self,
        of: [Lit; N],
        by: &[Lit; 32],
        fill: Lit,
    ) -> [Lit; N] {
        if bits::known(&of).is_none() || fill != Lit::FALSE || bits::known(by).is_some() {
            let step = |of: &[Lit; N], by| bits::down(of, by, fill);
            return barrel(&mut self.circuit, of, by, fill, step);
        }
        let at = self.squares.set(&mut self.circuit, by);
        std::array::from_fn(|bit| {
            let with = (0..N - bit).filter(|&square| of[bit + square] == Lit::TRUE);
            self.circuit.any(with.map(|square| at.0[square]))
        })
    }
}

/// A shift by each bit of a number; by more than the width nothing but `fill` is left.
fn barrel<const N: usize>(
    circuit: &mut Circuit,
    mut of: [Lit; N],
    by: &[Lit; 32],
    fill: Lit,
    step: impl Fn(&[Lit; N], usize) -> [Lit; N],
) -> [Lit; N] {
    let stages = N.trailing_zeros() as usize;
    for (place, &bit) in by[..stages].iter().enumerate() {
        let moved = step(&of, 1 << place);
        of = bits::choose(circuit, bit, &moved, &of);
    }
    let beyond = circuit.any(by[stages..].iter().copied());
    bits::choose(circuit, beyond, &[fill; N], &of)
}

enum Found<const N: usize> {
    Truth(Lit),
    Bits([Lit; N]),
}

/// An operator on two truths.
fn logic(circuit: &mut Circuit, sign: Sign, left: Lit, right: Lit) -> Option<Lit> {
    Some(match sign {
        Sign::And | Sign::Intersection => circuit.and(left, right),
        Sign::Or | Sign::Union => circuit.or(left, right),
        Sign::Equal => circuit.equal(left, right),
        Sign::NotEqual | Sign::Xor => circuit.xor(left, right),
        _ => return None,
    })
}

/// An operator on two numbers of a type.
fn calculate<const N: usize>(
    circuit: &mut Circuit,
    sign: Sign,
    left: &[Lit; N],
    right: &[Lit; N],
    is_signed: bool,
) -> Option<Found<N>> {
    let pairs = || std::array::from_fn::<_, N, _>(|bit| (left[bit], right[bit]));
    Some(match sign {
        Sign::Equal => Found::Truth(bits::equal(circuit, left, right)),
        Sign::NotEqual => Found::Truth(!bits::equal(circuit, left, right)),
        Sign::Less => Found::Truth(bits::less(circuit, left, right, is_signed)),
        Sign::LessEqual => Found::Truth(!bits::less(circuit, right, left, is_signed)),
        Sign::Greater => Found::Truth(bits::less(circuit, right, left, is_signed)),
        Sign::GreaterEqual => Found::Truth(!bits::less(circuit, left, right, is_signed)),
        Sign::Union => Found::Bits(pairs().map(|(a, b)| circuit.or(a, b))),
        Sign::Intersection => Found::Bits(pairs().map(|(a, b)| circuit.and(a, b))),
        Sign::Xor => Found::Bits(pairs().map(|(a, b)| circuit.xor(a, b))),
        Sign::Plus | Sign::WrappingPlus => Found::Bits(bits::plus(circuit, left, right)),
        Sign::Minus | Sign::WrappingMinus => Found::Bits(bits::minus(circuit, left, right)),
        Sign::Times | Sign::WrappingTimes => Found::Bits(bits::times(circuit, left, right)),
        Sign::Divide => {
            let power = power_of_two(right, is_signed)?;
            Found::Bits(bits::shifted_quotient(circuit, left, power, is_signed))
        }
        Sign::And | Sign::Or | Sign::ShiftLeft | Sign::ShiftRight => return None,
    })
}

/// Which power of two a constant is.
fn power_of_two<const N: usize>(of: &[Lit; N], is_signed: bool) -> Option<usize> {
    let number = bits::known(of)?;
    let is_negative = is_signed && number >> (N - 1) == 1;
    (number.is_power_of_two() && !is_negative).then_some(number.trailing_zeros() as usize)
}

/// What has no formula, in words.
fn refused(sign: Sign, left: &Value, right: &Value) -> String {
    let (left, right) = (left.kind(), right.kind());
    match sign {
        Sign::Divide => "a division by something else than a power of two".into(),
        sign => format!("{left:?} {} {right:?}", sign.usual()),
    }
}
