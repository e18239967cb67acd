//! Stands in for the crate `rand`, as far as the crate `chess` needs it.

/// A generator from a seed.
pub trait SeedableRng {
    fn seed_from_u64(seed: u64) -> Self;
}

/// A generator.
pub trait RngCore {
    fn next_u64(&mut self) -> u64;
}

/// What else it gives.
pub trait Rng: RngCore {
    fn gen<T: From<u64>>(&mut self) -> T {
        self.next_u64().into()
    }
}

impl<R: RngCore> Rng for R {}

pub mod rngs {
    use crate::{RngCore, SeedableRng};

    /// Numbers without pattern (splitmix64 of Sebastiano Vigna).
    pub struct SmallRng(u64);

    impl SeedableRng for SmallRng {
        fn seed_from_u64(seed: u64) -> Self {
            Self(seed)
        }
    }

    impl RngCore for SmallRng {
        fn next_u64(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        }
    }
}
