//! The place of a square in all positions of a sheet at once.

use super::mask::Mask;

/// A square that may vary within a sheet.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// The same in all positions.
    Fixed(u32),
    /// That of the man before the last: the number of the row.
    Row,
    /// That of the last man: the number of the column.
    Column,
}

impl Place {
    /// The number of different places.
    pub const COUNT: usize = 66;

    pub fn index(self) -> usize {
        match self {
            Self::Fixed(square) => (square & 63) as usize,
            Self::Row => 64,
            Self::Column => 65,
        }
    }
}

/// The positions in which a square is in a constant set.
pub fn within(set: u64, at: Place) -> Mask {
    match at {
        Place::Fixed(square) => Mask::all_if(set >> square & 1 != 0),
        Place::Row => Mask::rows(set),
        Place::Column => Mask::columns(set),
    }
}
