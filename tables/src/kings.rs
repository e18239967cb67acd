//! Placements of the two kings, folded by the symmetries of the board.

use std::sync::LazyLock;

use shakmaty::{File, Square};

use crate::{Material, Symmetry};

/// The placements of two kings that no symmetry of a class maps onto each
/// other.
///
/// Without pawns, all eight symmetries of the board fold them to 462: White's
/// king stands in the triangle a1-d1-d4; if it stands on the diagonal, Black's
/// king does not stand above it. The number and the triangle are those that
/// tablebases have used since Thompson's.
///
/// With pawns, only left and right can be exchanged, which leaves 1806: White's
/// king stands on files a to d.
#[derive(PartialEq, Eq, Debug)]
pub struct KingPairs {
    pairs: Vec<(Square, Square)>,
    index: Vec<Option<(u16, Symmetry)>>,
    symmetries: &'static [Symmetry],
}

/// Those of pawnless classes, and those of classes with pawns.
static KING_PAIRS: [LazyLock<KingPairs>; 2] = [
    LazyLock::new(|| KingPairs::new(&Symmetry::ALL, in_triangle)),
    LazyLock::new(|| KingPairs::new(&Symmetry::ALL[..2], |white, _| white.file() <= File::D)),
];

impl KingPairs {
    /// Those of a class: 462 without pawns, 1806 with pawns.
    pub fn of(material: &Material) -> &'static Self {
        &KING_PAIRS[usize::from(material.has_pawns())]
    }

    /// Those of pawnless classes.
    pub fn pawnless() -> &'static Self {
        &KING_PAIRS[0]
    }

    fn new(symmetries: &'static [Symmetry], is_listed: fn(Square, Square) -> bool) -> Self {
        let mut pairs = Vec::new();
        for white in Square::ALL {
            for black in Square::ALL {
                if is_listed(white, black) && white.distance(black) > 1 {
                    pairs.push((white, black));
                }
            }
        }
        let mut index = vec![None; 64 * 64];
        for white in Square::ALL {
            for black in Square::ALL {
                index[64 * white.to_usize() + black.to_usize()] =
                    symmetries.iter().find_map(|&symmetry| {
                        let image = (symmetry.square(white), symmetry.square(black));
                        let at = pairs.binary_search(&image).ok()?;
                        Some((at as u16, symmetry))
                    });
            }
        }
        Self {
            pairs,
            index,
            symmetries,
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.pairs.len()
    }

    /// The symmetries that fold them, the identity first.
    pub fn symmetries(&self) -> &'static [Symmetry] {
        self.symmetries
    }

    /// The squares of White's and Black's king of pair `index`.
    pub fn squares(&self, index: usize) -> (Square, Square) {
        self.pairs[index]
    }

    /// The pair that two kings belong to, and a symmetry that carries them
    /// there. `None` if they touch.
    #[inline]
    pub fn find(&self, white: Square, black: Square) -> Option<(usize, Symmetry)> {
        self.index[64 * white.to_usize() + black.to_usize()].map(|(at, s)| (at.into(), s))
    }

    /// Whether a reflection keeps both kings of a pair in place, so that a
    /// position and its reflection are both listed under it: without pawns,
    /// both kings on the diagonal from a1 to h8.
    pub fn on_diagonal(&self, index: usize) -> bool {
        let (white, black) = self.squares(index);
        self.symmetries.contains(&Symmetry::TRANSPOSE)
            && white.flip_diagonal() == white
            && black.flip_diagonal() == black
    }
}

fn in_triangle(white: Square, black: Square) -> bool {
    let (file, rank) = (white.file().to_u32(), white.rank().to_u32());
    file <= 3 && rank <= file && (rank < file || black.rank().to_u32() <= black.file().to_u32())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_kings_is_found() {
        for (kings, count) in KING_PAIRS.iter().zip([462, 1806]) {
            assert_eq!(kings.count(), count);
            let mut found = 0;
            for white in Square::ALL {
                for black in Square::ALL {
                    let Some((at, symmetry)) = kings.find(white, black) else {
                        assert!(white.distance(black) <= 1);
                        continue;
                    };
                    found += 1;
                    assert_eq!(
                        kings.squares(at),
                        (symmetry.square(white), symmetry.square(black))
                    );
                }
            }
            assert_eq!(found, 3612);
        }
    }
}
