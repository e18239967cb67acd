//! Reproducible pseudo-random numbers.

/// SplitMix64 (Steele, Lea, Flood 2014).
pub(crate) struct Random(u64);

impl Random {
    /// A separate sequence for each part of some work: any seed will do.
    pub fn of_part(part: u64) -> Self {
        Self(part << 32)
    }

    /// The next number, below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        ((u128::from(mixed(self.0)) * limit as u128) >> 64) as usize
    }
}

/// A pseudo-random number, different for each number.
pub(crate) fn mixed(number: u64) -> u64 {
    let mut mixed = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
