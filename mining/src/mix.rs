//! A hash that scatters numbers.

/// A pseudo-random number from another one (the finalizer of MurmurHash3:
/// Appleby, 2011).
pub fn mix(mut number: u64) -> u64 {
    number ^= number >> 33;
    number = number.wrapping_mul(0xff51_afd7_ed55_8ccd);
    number ^= number >> 33;
    number = number.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    number ^ number >> 33
}
