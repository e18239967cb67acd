//! Information: how many bits it takes to tell draws from wins and losses.
//!
//! It is counted in integers, so that mined rules are the same on every machine.
//! Floating-point logarithms differ in their last digits from one mathematical
//! library to another, which would decide between two nearly equal conditions.

use drawproof_tables::{LOG2_FRACTION, log2};

/// Two kinds of positions: how many there are of either.
pub type Kinds = [u64; 2];

/// Bits, in units of 2^-[`LOG2_FRACTION`].
pub type Bits = u128;

/// How many bits a condition tells of some positions, of which it holds in
/// some: the information gain of ID3 (Quinlan).
pub fn told(all: Kinds, held: Kinds) -> Bits {
    // The last digits of logarithms are rounded.
    bits(all).saturating_sub(left(all, held))
}

/// How many bits it still takes then: the condition that tells most leaves
/// least.
pub fn left(all: Kinds, held: Kinds) -> Bits {
    bits(held) + bits([all[0] - held[0], all[1] - held[1]])
}

/// How many bits it takes to say which positions are of which kind.
fn bits([a, b]: Kinds) -> Bits {
    let of = |count: u64| Bits::from(count) * Bits::from(log2(count));
    of(a + b).saturating_sub(of(a) + of(b))
}

/// The same for each position on average, as a number to show.
pub fn for_each_of(bits: Bits, positions: u64) -> f64 {
    bits as f64 / (1_u64 << LOG2_FRACTION) as f64 / (positions as f64).max(1.0)
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)] // to compare with
mod tests {
    use super::*;
    use crate::Random;

    /// The formula as textbooks have it.
    fn by_formula(all: Kinds, held: Kinds) -> f64 {
        let entropy = |kinds: Kinds| {
            let [a, b] = kinds.map(|count| count as f64);
            let of = |part: f64| if part > 0.0 { part / (a + b) } else { 1.0 };
            -(a * of(a).log2() + b * of(b).log2())
        };
        let others = [all[0] - held[0], all[1] - held[1]];
        entropy(all) - entropy(held) - entropy(others)
    }

    #[test]
    fn as_the_formula_has_it() {
        let mut random = Random::new(3);
        for size in (0..30).flat_map(|power| [1 << power, 3 << power]) {
            let all = [0, 0].map(|_| random.below(size + 1) as u64);
            let held = all.map(|all| random.below(all as usize + 1) as u64);
            let positions = all[0] + all[1];
            let told = for_each_of(told(all, held), positions);
            let expected = by_formula(all, held) / (positions as f64).max(1.0);
            assert!((told - expected).abs() < 1e-9, "{all:?} {held:?}");
        }
    }

    /// To the last digit, whatever the machine.
    #[test]
    fn the_same_everywhere() {
        let found = told([123_456, 7_890_123], [100_000, 4_567]);
        assert_eq!(found, 190_852_041_166_869_831_235_850);
    }

    #[test]
    fn what_is_known_takes_no_bits() {
        assert_eq!(bits([7, 0]), 0);
        assert_eq!(bits([0, 0]), 0);
        assert_eq!(bits([8, 8]), 16 << LOG2_FRACTION);
        assert_eq!(told([8, 8], [8, 0]), 16 << LOG2_FRACTION);
        assert_eq!(told([8, 8], [4, 4]), 0);
        assert_eq!(left([8, 8], [8, 0]), 0);
    }
}
