//! Reproducible pseudo-random numbers.

/// A sequence of such numbers (`SplitMix64`: Steele, Lea and Flood, 2014).
///
/// ```
/// use drawproof_tables::Random;
/// let mut random = Random::new(0);
/// assert_eq!(random.next_number(), 0xe220_a839_7b1d_cdaf);
/// assert!(random.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A separate sequence for each part of some work.
    pub fn of_part(part: u64) -> Self {
        Self::new(part << 32)
    }

    /// The next number.
    pub fn next_number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// The next number, below a limit; 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next_number()) * limit as u128) >> 64) as usize
    }
}

/// A pseudo-random number, different for each number.
pub fn mixed(number: u64) -> u64 {
    let mut mixed = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::{Random, mixed};

    /// The first numbers of the seed 0, as SplitMix64's authors give them.
    #[test]
    fn numbers_are_those_of_splitmix() {
        const FIRST: [u64; 3] = [
            0xe220_a839_7b1d_cdaf,
            0x6e78_9e6a_a1b9_65f4,
            0x06c4_5d18_8009_454f,
        ];
        let golden = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = Random::of_part(0);
        for (number, first) in (1..).zip(FIRST) {
            assert_eq!(mixed(golden.wrapping_mul(number)), first);
            assert_eq!(random.below(1 << 32) as u64, first >> 32);
        }
        // Numbers of parts do not follow on each other.
        assert_eq!(Random::of_part(1).below(1 << 32) as u64, {
            mixed(golden + (1 << 32)) >> 32
        });
    }

    #[test]
    fn every_number_below_a_limit_is_given() {
        let mut random = Random::of_part(7);
        let mut given = [0; 3];
        for _ in 0..300 {
            given[random.below(3)] += 1;
        }
        assert!(given.iter().all(|count| *count > 70), "{given:?}");
    }
}
