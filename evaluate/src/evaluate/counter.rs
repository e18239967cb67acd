//! How many masks hold in each position.

use multiversion::multiversion;

use super::mask::Mask;
use crate::Rows;

/// How many masks of a list hold in each position, as bits: at most 127.
#[derive(Default)]
pub struct Counter {
    /// Masks that hold everywhere.
    always: u32,
    /// How many others there are.
    varying: u32,
    /// The bits of the number of all others, if there are any.
    bits: Option<Box<[Rows; COUNTER_BITS]>>,
}

/// The counter can count as many masks as the board has squares.
const COUNTER_BITS: usize = 7;

impl Counter {
    pub fn add(&mut self, mask: &Mask) {
        if mask.is_empty() {
            return;
        }
        if mask.is_all() {
            self.always += 1;
            return;
        }
        self.varying += 1;
        let planes = self.planes();
        let bits = self
            .bits
            .get_or_insert_with(|| Box::new([[0; 64]; COUNTER_BITS]));
        match mask {
            Mask::Full(shared) => count(&mut bits[..planes], shared.rows()),
            Mask::Product { .. } => count(&mut bits[..planes], &mask.to_rows()),
        }
    }

    /// How many bits the number of the others may have.
    fn planes(&self) -> usize {
        let bits = u32::BITS - self.varying.leading_zeros();
        COUNTER_BITS.min(bits as usize)
    }

    /// Where at least that number of masks hold.
    pub fn at_least(&self, number: i32) -> Mask {
        let Ok(number) = u32::try_from(i64::from(number) - i64::from(self.always)) else {
            return Mask::ALL;
        };
        match &self.bits {
            _ if number == 0 => Mask::ALL,
            Some(bits) if number <= self.varying => {
                Mask::of_rows(&at_least(&bits[..self.planes()], number))
            }
            _ => Mask::NONE,
        }
    }

    /// The number of masks that hold everywhere, and the bits of the number
    /// of all others.
    pub fn finish(self) -> (i32, Vec<Mask>) {
        let rows = self.bits.iter().flat_map(|bits| &bits[..self.planes()]);
        (self.always as i32, rows.map(Mask::of_rows).collect())
    }
}

/// Adds one where a mask holds.
#[multiversion(targets = "simd")]
fn count(bits: &mut [Rows], mask: &Rows) {
    let mut carry = *mask;
    for bit in bits {
        for (bit, carry) in bit.iter_mut().zip(&mut carry) {
            let both = *bit & *carry;
            *bit ^= *carry;
            *carry = both;
        }
    }
}

/// Where a number, given by its bits, is no less than another one: the bits are
/// compared from the highest to the lowest.
#[multiversion(targets = "simd")]
fn at_least(bits: &[Rows], number: u32) -> Rows {
    let mut greater = [0; 64];
    let mut same = [!0; 64];
    for (at, bit) in bits.iter().enumerate().rev() {
        let is_set = number >> at & 1 != 0;
        for ((&bit, same), greater) in bit.iter().zip(&mut same).zip(&mut greater) {
            if is_set {
                *same &= bit;
            } else {
                *greater |= *same & bit;
                *same &= !bit;
            }
        }
    }
    for (greater, same) in greater.iter_mut().zip(same) {
        *greater |= same;
    }
    greater
}
