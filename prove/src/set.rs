//! Sets of squares whose members are signals of a circuit.

use crate::circuit::{Circuit, Lit};

/// For each square, from a1, b1 to h8, whether it is in the set.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Set(pub [Lit; 64]);

impl Set {
    /// No square.
    pub const NONE: Self = Self([Lit::FALSE; 64]);

    /// The set with these bits; a1 is the lowest.
    pub fn constant(bits: u64) -> Self {
        Self(std::array::from_fn(|square| {
            Lit::constant(bits >> square & 1 == 1)
        }))
    }

    /// Any set.
    pub fn input(circuit: &mut Circuit) -> Self {
        Self([(); 64].map(|()| circuit.input()))
    }

    /// Any subset of a set, with inputs only where the set may have a square.
    pub fn choice(circuit: &mut Circuit, within: Self) -> Self {
        Self(within.0.map(|member| match member {
            Lit::FALSE => Lit::FALSE,
            _ => circuit.input(),
        }))
    }

    /// Its bits, if all members are known.
    pub fn known(&self) -> Option<u64> {
        let mut bits = 0;
        for (square, member) in self.0.iter().enumerate() {
            bits |= u64::from(member.known()?) << square;
        }
        Some(bits)
    }

    /// A set whose members come from those of two.
    fn zip(self, other: Self, mut gate: impl FnMut(Lit, Lit) -> Lit) -> Self {
        Self(std::array::from_fn(|square| {
            gate(self.0[square], other.0[square])
        }))
    }

    /// The squares of both.
    #[must_use]
    pub fn and(self, circuit: &mut Circuit, other: Self) -> Self {
        self.zip(other, |a, b| circuit.and(a, b))
    }

    /// The squares of either.
    #[must_use]
    pub fn or(self, circuit: &mut Circuit, other: Self) -> Self {
        self.zip(other, |a, b| circuit.or(a, b))
    }

    /// The squares of exactly one.
    #[must_use]
    pub fn xor(self, circuit: &mut Circuit, other: Self) -> Self {
        self.zip(other, |a, b| circuit.xor(a, b))
    }

    /// The squares of this one without those of the other.
    #[must_use]
    pub fn minus(self, circuit: &mut Circuit, other: Self) -> Self {
        self.zip(other, |a, b| circuit.and(a, !b))
    }

    /// All other squares.
    #[must_use]
    pub fn complement(self) -> Self {
        Self(self.0.map(|member| !member))
    }

    /// One of two sets.
    pub fn choose(circuit: &mut Circuit, condition: Lit, yes: Self, no: Self) -> Self {
        yes.zip(no, |yes, no| circuit.choose(condition, yes, no))
    }

    /// Bits moved up, towards h8; zeros come in.
    #[must_use]
    pub fn shift_up(self, by: usize) -> Self {
        Self(std::array::from_fn(|square| {
            if square >= by {
                self.0[square - by]
            } else {
                Lit::FALSE
            }
        }))
    }

    /// Bits moved down, towards a1.
    #[must_use]
    pub fn shift_down(self, by: usize) -> Self {
        Self(std::array::from_fn(|square| {
            self.0.get(square + by).copied().unwrap_or(Lit::FALSE)
        }))
    }

    /// Whether it has a square.
    pub fn any(self, circuit: &mut Circuit) -> Lit {
        circuit.any(self.0)
    }

    /// Whether two sets have a square in common.
    pub fn meets(self, circuit: &mut Circuit, other: Self) -> Lit {
        let both = self.and(circuit, other);
        both.any(circuit)
    }

    /// Whether it has at least one, two, ... `most` squares, in this order.
    pub fn at_least(self, circuit: &mut Circuit, most: usize) -> Vec<Lit> {
        let mut counts = vec![Lit::FALSE; most];
        for member in self.0 {
            for count in (0..most).rev() {
                let below = if count == 0 {
                    Lit::TRUE
                } else {
                    counts[count - 1]
                };
                let more = circuit.and(member, below);
                counts[count] = circuit.or(counts[count], more);
            }
        }
        counts
    }

    /// Whether it has exactly one square.
    pub fn is_one(self, circuit: &mut Circuit) -> Lit {
        let counts = self.at_least(circuit, 2);
        circuit.and(counts[0], !counts[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_bits() {
        let mut circuit = Circuit::default();
        let [a, b] = [0x8100_0000_0000_0081, 0xff].map(Set::constant);
        assert_eq!(a.and(&mut circuit, b).known(), Some(0x81));
        assert_eq!(a.or(&mut circuit, b).known(), Some(0x8100_0000_0000_00ff));
        assert_eq!(
            a.minus(&mut circuit, b).known(),
            Some(0x8100_0000_0000_0000)
        );
        assert_eq!(a.xor(&mut circuit, b).known(), Some(0x8100_0000_0000_007e));
        assert_eq!(a.shift_up(1).known(), Some(0x0200_0000_0000_0102));
        assert_eq!(a.shift_down(1).known(), Some(0x4080_0000_0000_0040));
        assert_eq!(b.complement().known(), Some(!0xff));
        let counts = a.at_least(&mut circuit, 6);
        let counts: Vec<_> = counts.iter().map(|count| count.known()).collect();
        let [yes, no] = [Some(true), Some(false)];
        assert_eq!(counts, [yes, yes, yes, yes, no, no]);
        assert_eq!(Set::constant(8).is_one(&mut circuit), Lit::TRUE);
        assert_eq!(Set::NONE.is_one(&mut circuit), Lit::FALSE);
        assert_eq!(Set::input(&mut circuit).known(), None);
    }
}
