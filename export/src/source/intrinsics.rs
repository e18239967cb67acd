//! Operations that each language spells in its own way, in Rust.

/// The number of a square, a1 being 0 and h8 63.
pub type Square = u32;

/// The words of an exported table.
pub type Data<'a> = &'a [u64];

/// How many squares a set has.
#[inline]
pub fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The lowest square of a set that is not empty.
#[inline]
pub fn first(set: u64) -> Square {
    set.trailing_zeros()
}

/// All squares from the highest one of a set upwards; all of them if it is empty.
#[inline]
pub fn from_highest(set: u64) -> u64 {
    !0 << (63 - (set | 1).leading_zeros())
}

/// One word of the data; 0 behind its end.
#[inline]
pub fn word(d: Data, at: u32) -> u64 {
    match d.get(at as usize) {
        Some(word) => *word,
        None => 0,
    }
}
