//! Codes that are compared at a time: as many bytes as a word has bits.

/// How many codes are compared at a time.
pub const BLOCK: usize = 64;

/// Bytes that are 0 or 1 as bits, the first the lowest.
#[inline]
pub fn bits(bytes: &[u8; BLOCK]) -> u64 {
    /// Brings the bits of eight bytes together in the highest one.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eights, _) = bytes.as_chunks::<8>();
    let bits = |bits, (at, &eight): (usize, &[u8; 8])| {
        bits | u64::from_le_bytes(eight).wrapping_mul(GATHER) >> 56 << (8 * at)
    };
    eights.iter().enumerate().fold(0, bits)
}
