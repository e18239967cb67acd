//! Arithmetic on 64 small numbers at a time, sliced into bits.

use super::block::{Sets, choose};

/// Distances have so many bits at most.
pub const DISTANCE_BITS: usize = 8;

/// Of each of 64 positions a number: set `k` holds those with bit `k`.
pub type Numbers = Sets<DISTANCE_BITS>;

/// The same number everywhere.
#[inline]
pub(super) fn same(number: u32) -> Numbers {
    std::array::from_fn(|bit| if number >> bit & 1 != 0 { !0 } else { 0 })
}

/// Differences, modulo two to the number of bits, and where they are
/// negative.
#[inline]
pub(super) fn subtract(a: &Numbers, b: &Numbers) -> (Numbers, u64) {
    let mut borrow = 0;
    let difference = std::array::from_fn(|bit| {
        let differs = a[bit] ^ b[bit];
        let digit = differs ^ borrow;
        borrow = !a[bit] & b[bit] | !differs & borrow;
        digit
    });
    (difference, borrow)
}

/// Sums, modulo two to the number of bits.
#[inline]
pub(super) fn add(a: &Numbers, b: &Numbers) -> Numbers {
    let mut carry = 0;
    std::array::from_fn(|bit| {
        let differs = a[bit] ^ b[bit];
        let digit = differs ^ carry;
        carry = a[bit] & b[bit] | differs & carry;
        digit
    })
}

/// Where the first number is less.
#[inline]
pub(super) fn less(a: &Numbers, b: &Numbers) -> u64 {
    subtract(a, b).1
}

/// The numbers between the others.
#[inline]
pub(super) fn median(a: Numbers, b: Numbers, c: Numbers) -> Numbers {
    let swap = less(&b, &a);
    let (low, high) = (choose(swap, b, a), choose(swap, a, b));
    let low = choose(less(&low, &c), c, low);
    choose(less(&high, &low), high, low)
}

/// Where numbers are less, one less, greater, one greater than others.
#[inline]
pub(super) fn compared(a: &Numbers, b: &Numbers) -> [u64; 4] {
    let (difference, below) = subtract(a, b);
    let any = difference.iter().fold(0, |any, &set| any | set);
    let high = difference[1..].iter().fold(0, |any, &set| any | set);
    let all = difference.iter().fold(!0, |all, &set| all & set);
    [below, below & all, any & !below, difference[0] & !high]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(numbers: &Numbers, position: usize) -> u32 {
        let bit = |(bit, &set): (usize, &u64)| ((set >> position & 1) as u32) << bit;
        numbers.iter().enumerate().map(bit).sum()
    }

    proptest! {
        #[test]
        fn as_with_single_numbers(a: Numbers, b: Numbers, c: Numbers) {
            for position in 0..64 {
                let [x, y, z] = [a, b, c].map(|numbers| at(&numbers, position));
                prop_assert_eq!(at(&add(&a, &b), position), (x + y) % 256);
                prop_assert_eq!(at(&subtract(&a, &b).0, position), (256 + x - y) % 256);
                let mut sorted = [x, y, z];
                sorted.sort_unstable();
                prop_assert_eq!(at(&median(a, b, c), position), sorted[1]);
                let expected = [x < y, x + 1 == y, x > y, x == y + 1];
                let found = compared(&a, &b).map(|set| set >> position & 1 != 0);
                prop_assert_eq!(found, expected);
            }
            prop_assert_eq!(at(&same(77), 5), 77);
        }
    }
}
