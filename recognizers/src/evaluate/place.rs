//! The place of a square in all positions of a sheet at once.

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
