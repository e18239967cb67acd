//! Placements of the two kings, folded by the symmetries of the board.

use std::sync::LazyLock;

use shakmaty::Square;

use crate::Symmetry;

/// The 462 placements of two kings that no symmetry of the board maps onto
/// each other.
///
/// White's king stands in the triangle a1-d1-d4; if it stands on the
/// diagonal, Black's king does not stand above it. The number and the
/// triangle are those that tablebases have used since Thompson's.
#[derive(Debug)]
pub struct KingPairs {
    pairs: Vec<(Square, Square)>,
    index: Vec<Option<(u16, Symmetry)>>,
}

static KING_PAIRS: LazyLock<KingPairs> = LazyLock::new(KingPairs::new);

impl KingPairs {
    /// The one table of them.
    pub fn get() -> &'static Self {
        &KING_PAIRS
    }

    fn new() -> Self {
        let mut pairs = Vec::new();
        for white in Square::ALL {
            for black in Square::ALL {
                if in_triangle(white, black) && white.distance(black) > 1 {
                    pairs.push((white, black));
                }
            }
        }
        let mut index = vec![None; 64 * 64];
        for white in Square::ALL {
            for black in Square::ALL {
                index[64 * white.to_usize() + black.to_usize()] =
                    Symmetry::ALL.into_iter().find_map(|symmetry| {
                        let image = (symmetry.square(white), symmetry.square(black));
                        let at = pairs.binary_search(&image).ok()?;
                        Some((at as u16, symmetry))
                    });
            }
        }
        Self { pairs, index }
    }

    /// How many there are.
    pub const COUNT: usize = 462;

    /// The squares of White's and Black's king of pair `index`.
    pub fn squares(&self, index: usize) -> (Square, Square) {
        self.pairs[index]
    }

    /// The pair that two kings belong to, and a symmetry that carries them
    /// there. `None` if they touch.
    pub fn find(&self, white: Square, black: Square) -> Option<(usize, Symmetry)> {
        self.index[64 * white.to_usize() + black.to_usize()].map(|(at, s)| (at.into(), s))
    }

    /// Whether both kings of a pair stand on the diagonal from a1 to h8, so
    /// that a position and its reflection there are both listed under it.
    pub fn on_diagonal(&self, index: usize) -> bool {
        let (white, black) = self.squares(index);
        white.flip_diagonal() == white && black.flip_diagonal() == black
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
        let kings = KingPairs::get();
        assert_eq!(kings.pairs.len(), KingPairs::COUNT);
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
