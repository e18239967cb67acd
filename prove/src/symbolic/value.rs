//! Values whose bits are signals.

use drawproof_export::ir::Type;

use super::bits;
use crate::{
    circuit::{Circuit, Lit},
    set::Set,
};

/// A value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A truth.
    Bool(Lit),
    /// A set of squares, or another number of 64 bits.
    Bits(Set),
    /// A number of 32 bits.
    Number(Number),
}

/// A number of 32 bits.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Number {
    /// Its type: [`Type::I32`], [`Type::U32`] or [`Type::Square`].
    pub kind: Type,
    /// Its bits, the lowest first; signed numbers have two's complement.
    pub bits: [Lit; 32],
}

impl Number {
    /// A constant.
    pub fn constant(kind: Type, number: u32) -> Self {
        Self {
            kind,
            bits: bits::constant(number.into()),
        }
    }

    /// Its value, if all bits are known.
    pub fn known(&self) -> Option<u32> {
        bits::known(&self.bits).map(|known| known as u32)
    }

    /// Whether it is a square of the board for sure.
    pub fn is_on_board(&self) -> bool {
        self.bits[6..].iter().all(|&bit| bit == Lit::FALSE)
    }
}

impl Value {
    /// A constant truth.
    pub fn truth(truth: bool) -> Self {
        Self::Bool(Lit::constant(truth))
    }

    /// A constant set.
    pub fn set(bits: u64) -> Self {
        Self::Bits(Set::constant(bits))
    }

    /// A constant signed number.
    pub fn number(number: i32) -> Self {
        Self::Number(Number::constant(Type::I32, number as u32))
    }

    /// A constant square.
    pub fn square(square: u32) -> Self {
        Self::Number(Number::constant(Type::Square, square))
    }

    /// Its type.
    pub fn kind(&self) -> Type {
        match self {
            Self::Bool(_) => Type::Bool,
            Self::Bits(_) => Type::U64,
            Self::Number(number) => number.kind,
        }
    }

    /// Whether all its bits are known.
    pub fn is_known(&self) -> bool {
        match self {
            Self::Bool(truth) => truth.known().is_some(),
            Self::Bits(set) => set.known().is_some(),
            Self::Number(number) => number.known().is_some(),
        }
    }

    /// One of two values of a type; `None` if they have two.
    pub(super) fn choose(
        circuit: &mut Circuit,
        condition: Lit,
        yes: &Self,
        no: &Self,
    ) -> Option<Self> {
        Some(match (yes, no) {
            _ if yes == no => yes.clone(),
            (Self::Bool(yes), Self::Bool(no)) => Self::Bool(circuit.choose(condition, *yes, *no)),
            (Self::Bits(yes), Self::Bits(no)) => {
                Self::Bits(Set::choose(circuit, condition, *yes, *no))
            }
            (Self::Number(yes), Self::Number(no)) if yes.kind == no.kind => Self::Number(Number {
                kind: yes.kind,
                bits: bits::choose(circuit, condition, &yes.bits, &no.bits),
            }),
            _ => return None,
        })
    }
}
