//! Numbers that vary within a sheet.

use super::{counter::Counter, mask::Mask};

/// A number of 32 bits, in two's complement, as one mask for each of its bits,
/// lowest first. The highest one listed is the sign; those above it are equal
/// to it.
#[derive(Clone, Debug)]
pub struct Number(Vec<Mask>);

/// Numbers wrap around at this many bits.
pub const WIDTH: usize = 32;

impl Number {
    pub fn constant(value: i32) -> Self {
        let width = (33 - value.unsigned_abs().leading_zeros() as usize).min(WIDTH);
        Self(
            (0..width)
                .map(|bit| Mask::all_if(value >> bit & 1 != 0))
                .collect(),
        )
    }

    /// A number by the bits of its two's complement.
    pub fn of_signed_bits(bits: Vec<Mask>) -> Self {
        Self(bits)
    }

    /// How many masks hold in each position.
    pub fn count(counter: Counter) -> Self {
        let (always, bits) = counter.finish();
        let always = Self::constant(always);
        if bits.is_empty() {
            return always;
        }
        let varying = Self(bits.into_iter().chain([Mask::NONE]).collect());
        varying.plus(&always)
    }

    fn sign(&self) -> &Mask {
        const ZERO: &Mask = &Mask::NONE;
        self.0.last().unwrap_or(ZERO)
    }

    fn bit(&self, bit: usize) -> &Mask {
        self.0.get(bit).unwrap_or(self.sign())
    }

    fn width_with(&self, other: &Self) -> usize {
        self.0.len().max(other.0.len())
    }

    pub fn plus(&self, other: &Self) -> Self {
        self.sum(other, false)
    }

    pub fn minus(&self, other: &Self) -> Self {
        self.sum(other, true)
    }

    /// The sum, or with `inverted` the difference: by the complement plus one.
    fn sum(&self, other: &Self, inverted: bool) -> Self {
        let width = (self.width_with(other) + 1).min(WIDTH);
        let mut carry = Mask::all_if(inverted);
        let bits = (0..width).map(|bit| {
            let a = self.bit(bit);
            let mut b = other.bit(bit).clone();
            if inverted {
                b = b.not();
            }
            let either = a.clone().xor(&b);
            let sum = either.clone().xor(&carry);
            let carried = std::mem::replace(&mut carry, Mask::NONE).and(&either);
            carry = carried.or(&b.and(a));
            sum
        });
        Self(bits.collect())
    }

    pub fn times(&self, other: &Self) -> Self {
        let width = (self.0.len() + other.0.len()).min(WIDTH);
        let mut product = Self::constant(0);
        for shift in 0..width.min(self.0.len()) {
            let at = self.bit(shift);
            let zeros = (0..shift).map(|_| Mask::NONE);
            let bits = (0..width - shift).map(|bit| other.bit(bit).clone().and(at));
            let part = Self(zeros.chain(bits).collect());
            // The highest bit of a number has negative weight.
            let is_sign = shift + 1 == self.0.len();
            product = product.sum(&part, is_sign);
            product.0.truncate(width);
        }
        product
    }

    pub fn negative(&self) -> Self {
        Self::constant(0).minus(self)
    }

    pub fn abs(&self) -> Self {
        self.sign().clone().choose_number(&self.negative(), self)
    }

    pub fn min(&self, other: &Self) -> Self {
        self.less(other).choose_number(self, other)
    }

    pub fn max(&self, other: &Self) -> Self {
        self.less(other).choose_number(other, self)
    }

    pub fn less(&self, other: &Self) -> Mask {
        let width = self.width_with(other);
        let mut less = Mask::NONE;
        for bit in 0..width {
            let (mut a, mut b) = (self.bit(bit), other.bit(bit));
            if bit == width - 1 {
                // A sign makes a number smaller.
                (a, b) = (b, a);
            }
            let same = a.clone().xor(b).not();
            less = less.and(&same).or(&b.clone().and_not(a));
        }
        less
    }

    pub fn equal(&self, other: &Self) -> Mask {
        let bits = 0..self.width_with(other);
        bits.fold(Mask::ALL, |same, bit| {
            same.and_not(&self.bit(bit).clone().xor(other.bit(bit)))
        })
    }
}

impl Mask {
    /// One number where this holds, another one elsewhere.
    pub fn choose_number(&self, yes: &Number, no: &Number) -> Number {
        let bits = 0..yes.width_with(no);
        Number(
            bits.map(|bit| self.clone().choose(yes.bit(bit), no.bit(bit)))
                .collect(),
        )
    }
}
