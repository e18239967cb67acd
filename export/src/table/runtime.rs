//! What every language has its own words for; `probe.rs` uses nothing else.

/// All data of an export.
pub type Data<'a> = &'a [u64];

/// One word of the data; 0 behind its end.
#[inline]
pub fn word(d: Data, at: u32) -> u64 {
    match d.get(at as usize) {
        Some(word) => *word,
        None => 0,
    }
}

/// The set of one square.
#[inline]
pub fn bit(square: u32) -> u64 {
    1 << (square & 63)
}

/// The lowest square of a set that is not empty.
#[inline]
pub fn first(set: u64) -> u32 {
    set.trailing_zeros()
}

/// A set without its lowest square.
#[inline]
pub fn rest(set: u64) -> u64 {
    set & set.wrapping_sub(1)
}

/// The lower half of a word.
#[inline]
pub fn low(word: u64) -> u32 {
    (word & 0xffff_ffff) as u32
}

/// A number as a word.
#[inline]
pub fn wide(number: u32) -> u64 {
    u64::from(number)
}

/// A number of 16 bits with its sign.
#[inline]
pub fn signed(number: u32) -> i32 {
    (number & 0xffff) as i32 - (((number & 0x8000) as i32) << 1)
}
