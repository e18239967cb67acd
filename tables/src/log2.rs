//! Binary logarithms in integers: the same on every machine, unlike those of a
//! math library.

use std::sync::LazyLock;

/// Fractional bits of a [`log2`].
pub const LOG2_FRACTION: u32 = 58;

/// Numbers of at most this many bits are looked up.
const TABLE_BITS: u32 = 13;

static TABLE: LazyLock<Vec<u64>> =
    LazyLock::new(|| (0..1 << TABLE_BITS).map(digit_by_digit).collect());

/// The binary logarithm of a number, in units of 2^-[`LOG2_FRACTION`]; for 0 it
/// is 0.
///
/// The error is at most four units, and zero for powers of two. Only integer
/// operations are used.
///
/// ```
/// use drawproof_tables::{LOG2_FRACTION, log2};
///
/// assert_eq!(log2(1 << 40), 40 << LOG2_FRACTION);
/// assert_eq!(log2(3) >> (LOG2_FRACTION - 8), 0b1_1001_0101); // 1.58496
/// ```
pub fn log2(number: u64) -> u64 {
    if number < 1 << TABLE_BITS {
        return TABLE[number as usize];
    }
    // The leading bits are looked up; the rest makes the number larger by a
    // small share.
    let shift = number.ilog2() + 1 - TABLE_BITS;
    let head = number >> shift;
    let rest = number - (head << shift);
    let share = ((u128::from(rest) << 64) / u128::from(head << shift)) as u64;
    let more = (u128::from(ln_1p(share)) * LOG2_E) >> (64 + 60 - LOG2_FRACTION);
    (u64::from(shift) << LOG2_FRACTION) + TABLE[head as usize] + more as u64
}

/// The binary logarithm of e, in units of 2^-60.
const LOG2_E: u128 = 0x1715_4765_2b82_fe17;

/// The natural logarithm of one plus a share below 2^-12, both in units of
/// 2^-64: x - x²/2 + x³/3 - x⁴/4 + x⁵/5.
fn ln_1p(share: u64) -> u64 {
    let times = |factor: u64| ((u128::from(share) * u128::from(factor)) >> 64) as u64;
    let sum = [4, 3, 2]
        .into_iter()
        .fold(u64::MAX / 5, |sum, divisor| u64::MAX / divisor - times(sum));
    share - times(times(sum))
}

/// [`log2`] rounded down, bit by bit: squaring a number doubles its logarithm.
fn digit_by_digit(number: u64) -> u64 {
    let number = number.max(1);
    let whole = number.ilog2();
    // From 1 up to, not including, 2, in units of 2^-63.
    let mut mantissa = number << (63 - whole);
    let mut log = u64::from(whole);
    for _ in 0..LOG2_FRACTION {
        let square = u128::from(mantissa) * u128::from(mantissa);
        let is_two = square >> 127;
        mantissa = (square >> (63 + is_two)) as u64;
        log = log << 1 | is_two as u64;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some numbers of each size.
    fn numbers() -> impl Iterator<Item = u64> {
        let spread = |at: u64| at.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 << 63;
        let of_size = move |size| (0..100).map(move |at| spread(at) >> (63 - size));
        let edges = |size: u32| [(1 << size) - 1, 1 << size, (1 << size) + 1];
        (1..20_000)
            .chain((0..64).flat_map(of_size))
            .chain((1..64).flat_map(edges))
            .chain([u64::MAX])
    }

    #[test]
    fn as_the_mathematical_library_has_it() {
        for number in numbers() {
            let log = log2(number) as f64 / f64::from(LOG2_FRACTION).exp2();
            let exact = (number as f64).log2();
            assert!((log - exact).abs() < 1e-9, "{number}: {log} {exact}");
        }
    }

    #[test]
    fn two_ways_to_the_same_logarithm() {
        for number in numbers() {
            let (log, slowly) = (log2(number), digit_by_digit(number));
            assert!(log.abs_diff(slowly) <= 4, "{number}: {log} {slowly}");
        }
    }

    #[test]
    fn powers_of_two_are_exact() {
        for power in 0..64 {
            assert_eq!(log2(1 << power), power << LOG2_FRACTION);
        }
        assert_eq!(log2(0), 0);
    }

    #[test]
    fn larger_numbers_have_larger_logarithms() {
        let mut numbers: Vec<u64> = numbers().collect();
        numbers.sort_unstable();
        assert!(numbers.is_sorted_by_key(|&number| log2(number)));
    }
}
