//! Numbers that look random, the same in each run.

/// Marsaglia's xorshift; the seed is not 0.
pub struct Numbers(pub u64);

impl Numbers {
    /// One of them below a limit, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}
