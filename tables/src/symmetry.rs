//! The eight symmetries of the board.

use shakmaty::{Bitboard, Square};

/// One of the eight symmetries of the board.
///
/// ```
/// use drawproof_tables::Symmetry;
/// use shakmaty::Square;
///
/// let images: Vec<_> = Symmetry::ALL.iter().map(|s| s.square(Square::B1).to_string()).collect();
/// assert_eq!(images, ["b1", "g1", "b8", "g8", "a2", "h2", "a7", "h7"]);
/// ```
///
/// The low three bits mean, in this order: swap files and ranks (bit 2), mirror
/// left and right (bit 0), mirror top and bottom (bit 1).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] = [
        Self(0),
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
    ];
    /// Leaves everything where it is.
    pub const IDENTITY: Self = Self(0);
    /// Swaps left and right: a1 becomes h1.
    pub const MIRROR_FILES: Self = Self(1);
    /// Swaps top and bottom: a1 becomes a8.
    pub const MIRROR_RANKS: Self = Self(2);
    /// Reflects at the diagonal from a1 to h8: b1 becomes a2.
    pub const TRANSPOSE: Self = Self(4);

    /// Position in [`ALL`](Self::ALL).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether files and ranks are swapped, which is done first.
    pub const fn transposes(self) -> bool {
        self.0 & 4 != 0
    }

    /// Whether left and right are mirrored, which is done next.
    pub const fn mirrors_files(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether top and bottom are mirrored, which is done last.
    pub const fn mirrors_ranks(self) -> bool {
        self.0 & 2 != 0
    }

    /// The image of one square.
    #[inline]
    pub const fn square(self, square: Square) -> Square {
        IMAGES[self.index()][square.to_usize()]
    }

    const fn image_of(self, square: Square) -> Square {
        let mut image = square;
        if self.0 & 4 != 0 {
            image = image.flip_diagonal();
        }
        if self.0 & 1 != 0 {
            image = image.flip_horizontal();
        }
        if self.0 & 2 != 0 {
            image = image.flip_vertical();
        }
        image
    }

    /// The image of a set of squares, given and returned as bits.
    #[inline]
    pub const fn bits(self, bits: u64) -> u64 {
        let mut image = Bitboard(bits);
        if self.0 & 4 != 0 {
            image = image.flip_diagonal();
        }
        if self.0 & 1 != 0 {
            image = image.flip_horizontal();
        }
        if self.0 & 2 != 0 {
            image = image.flip_vertical();
        }
        image.0
    }

    /// This symmetry followed by another one.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        // No two symmetries agree on b1.
        let image = next.square(self.square(Square::B1));
        Self::ALL[IMAGES_OF_B1[image.to_usize()]]
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // Without the transposition the mirrors undo themselves. With it,
        // undoing the mirrors first turns each into the other.
        match self.0 {
            5 => Self(6),
            6 => Self(5),
            _ => self,
        }
    }
}

/// Every square under every symmetry.
const IMAGES: [[Square; 64]; 8] = {
    let mut images = [[Square::A1; 64]; 8];
    let mut at = 0;
    while at < 8 * 64 {
        let square = Square::new(at as u32 % 64);
        images[at / 64][at % 64] = Symmetry::ALL[at / 64].image_of(square);
        at += 1;
    }
    images
};

/// Which symmetry maps b1 to each square; the identity if none does.
const IMAGES_OF_B1: [usize; 64] = {
    let mut symmetries = [0; 64];
    let mut at = 0;
    while at < 8 {
        symmetries[IMAGES[at][Square::B1.to_usize()].to_usize()] = at;
        at += 1;
    }
    symmetries
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_move_as_squares_do() {
        for symmetry in Symmetry::ALL {
            for square in Square::ALL {
                let image = symmetry.square(square);
                assert_eq!(symmetry.bits(1 << square.to_u32()), 1 << image.to_u32());
                assert_eq!(symmetry.inverse().square(image), square);
                for next in Symmetry::ALL {
                    assert_eq!(symmetry.then(next).square(square), next.square(image));
                }
            }
        }
    }
}
