//! Information: how many bits it takes to separate draws from wins and losses.
//!
//! It is counted in integers, so that mined rules are the same on every machine.
//! Floating-point logarithms differ in their last digits between math libraries,
//! which could decide between two nearly equal conditions.

use drawproof_tables::{LOG2_FRACTION, log2};

/// The numbers of positions of two kinds.
pub type Kinds = [u64; 2];

/// Bits, in units of 2^-[`LOG2_FRACTION`].
pub type Bits = u128;

/// The information gain of a condition that holds in some of the positions
/// (ID3, Quinlan).
pub fn told(all: Kinds, held: Kinds) -> Bits {
    // The last digits of the logarithms are rounded.
    bits(all).saturating_sub(left(all, held))
}

/// The remaining bits: the condition with the highest gain leaves the fewest.
pub fn left(all: Kinds, held: Kinds) -> Bits {
    bits(held) + bits([all[0] - held[0], all[1] - held[1]])
}

/// How many bits it takes to say which position is of which kind.
fn bits([a, b]: Kinds) -> Bits {
    let of = |count: u64| Bits::from(count) * Bits::from(log2(count));
    of(a + b).saturating_sub(of(a) + of(b))
}

/// The average per position, for display.
pub fn for_each_of(bits: Bits, positions: u64) -> f64 {
    bits as f64 / (1_u64 << LOG2_FRACTION) as f64 / (positions as f64).max(1.0)
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)] // to compare with
mod tests {
    use super::*;
    use drawproof_tables::Random;

    /// The textbook formula.
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

    /// Exact to the last digit on every machine.
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
