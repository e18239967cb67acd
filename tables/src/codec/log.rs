//! Table-driven logarithms with few bits: fast and the same on every machine,
//! so that all machines train the same model.

use std::sync::LazyLock;

use crate::LOG2_FRACTION;

/// Information is counted in fractions of a bit: two to this power make one
/// bit.
pub(super) const FRACTION: u32 = 16;

/// Steps of the table between a power of two and the next.
const STEPS: u32 = 12;

static TABLE: LazyLock<Vec<u32>> = LazyLock::new(|| (0..=1 << STEPS).map(log2_of_step).collect());

/// The binary logarithm of 1 + `step` / 2^`STEPS`, rounded down.
fn log2_of_step(step: u64) -> u32 {
    let log = crate::log2((1 << STEPS) + step) >> (LOG2_FRACTION - FRACTION);
    log as u32 - (STEPS << FRACTION)
}

/// The binary logarithm of a positive number.
pub(super) fn log2(number: u64) -> u64 {
    let whole = number.max(1).ilog2();
    let digits = (u128::from(number) << 32 >> whole) as u64 - (1 << 32);
    let step = (digits >> (32 - STEPS)) as usize;
    let rest = digits & ((1 << (32 - STEPS)) - 1);
    let (low, high) = (u64::from(TABLE[step]), u64::from(TABLE[step + 1]));
    (u64::from(whole) << FRACTION) + low + (((high - low) * rest) >> (32 - STEPS))
}

/// The bits it takes to say, for each counted item, which of `counts` it
/// belongs to.
pub(super) fn information(counts: &[u64; 3]) -> u64 {
    let of = |count: u64| if count < 2 { 0 } else { count * log2(count) };
    of(counts.iter().sum()).saturating_sub(counts.iter().map(|&count| of(count)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        for number in (1..10_000_u64).chain([u64::from(u32::MAX), 1 << 40]) {
            let exact = (number as f64).log2() * f64::from(1 << FRACTION);
            assert!((log2(number) as f64 - exact).abs() < 3.0, "{number}");
        }
        assert_eq!(information(&[8, 0, 8]), 16 << FRACTION);
        assert_eq!(information(&[9, 0, 0]), 0);
    }
}
