//! Pawn structures: where the pawns of a class stand.

use arrayvec::ArrayVec;
use drawproof_tables::{Layout, MAX_TABLE_MEN, pawns};
use shakmaty::{Bitboard, Color, Piece, Role, Square};

/// The squares of all pawns of a class, in the order of its men.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Structure(ArrayVec<Square, MAX_TABLE_MEN>);

impl Structure {
    /// That of a class without pawns.
    pub const EMPTY: Self = Self(ArrayVec::new_const());

    /// Pawns on these squares, like pawns in any order.
    pub fn new(pawns: &[Piece], squares: impl IntoIterator<Item = Square>) -> Self {
        let mut squares: ArrayVec<Square, MAX_TABLE_MEN> = squares.into_iter().collect();
        for (run, first) in runs(pawns) {
            squares[first..first + run].sort_unstable();
        }
        Self(squares)
    }

    /// The structure that was written as these squares; `None` if it cannot be one.
    pub fn checked(
        pawns: &[Piece],
        squares: impl IntoIterator<Item = Option<Square>>,
    ) -> Option<Self> {
        let squares: Option<Vec<Square>> = squares.into_iter().collect();
        let squares = squares.filter(|squares| squares.len() == pawns.len())?;
        let structure = Self::new(pawns, squares.iter().copied());
        let all: Bitboard = squares.iter().copied().collect();
        let is_one = all.count() == pawns.len()
            && (all & Bitboard::BACKRANKS).is_empty()
            && structure.squares() == squares
            && !structure.canonical(pawns).1;
        is_one.then_some(structure)
    }

    pub fn squares(&self) -> &[Square] {
        &self.0
    }

    /// Left and right exchanged.
    fn mirrored(&self, pawns: &[Piece]) -> Self {
        Self::new(pawns, self.0.iter().map(|square| square.flip_horizontal()))
    }

    /// The first of it and its mirror image, and whether that is the image.
    pub fn canonical(&self, pawns: &[Piece]) -> (Self, bool) {
        let image = self.mirrored(pawns);
        if image < *self {
            (image, true)
        } else {
            (self.clone(), false)
        }
    }

    /// The squares of the pawns in the order of the men, like pawns in every order;
    /// then those of the mirror image, if that is another one.
    pub fn placements(&self, pawns: &[Piece]) -> Vec<(Vec<Square>, bool)> {
        let image = self.mirrored(pawns);
        let own = orders(pawns, &self.0).into_iter().map(|of| (of, false));
        let images = orders(pawns, &image.0).into_iter().map(|of| (of, true));
        own.chain(images.filter(|_| image != *self)).collect()
    }

    /// How many single steps all pawns have advanced.
    fn advance(&self, pawns: &[Piece]) -> u32 {
        let men = pawns.iter().zip(&self.0);
        let steps = men.map(|(pawn, square)| {
            let rank = square.rank().to_u32();
            pawn.color.fold_wb(rank - 1, 6 - rank)
        });
        steps.sum()
    }
}

/// All orders of squares in which each pawn gets a square of a like pawn.
fn orders(pawns: &[Piece], squares: &[Square]) -> Vec<Vec<Square>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for pawn in pawns {
        let longer = |order: &Vec<usize>| {
            let free = (0..pawns.len()).filter(|at| pawns[*at] == *pawn && !order.contains(at));
            let longer = free.map(|at| order.iter().copied().chain([at]).collect());
            longer.collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    let squares = |order: &Vec<usize>| order.iter().map(|&at| squares[at]).collect();
    all.iter().map(squares).collect()
}

/// Runs of like pawns: how many, and the first.
fn runs(pawns: &[Piece]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut first = 0;
    pawns.chunk_by(|a, b| a == b).map(move |run| {
        let begin = first;
        first += run.len();
        (run.len(), begin)
    })
}

/// The pawns among the men of a class.
pub fn pawns_of(layout: &Layout) -> &[Piece] {
    let men = layout.men();
    let pawns = men.iter().filter(|man| man.role == Role::Pawn).count();
    &men[2..2 + pawns]
}

/// All pawn structures of a class but for mirror images, by level: pawn moves
/// lead from each level to earlier ones.
pub fn levels(layout: &Layout) -> Vec<Vec<Structure>> {
    levels_of(pawns_of(layout))
}

/// The same for some pawns.
pub fn levels_of(pawns: &[Piece]) -> Vec<Vec<Structure>> {
    let mut all = vec![Structure::EMPTY];
    for (at, pawn) in pawns.iter().enumerate() {
        let is_like = at > 0 && pawns[at - 1] == *pawn;
        let longer = |shorter: &Structure| {
            let taken: Bitboard = shorter.0.iter().copied().collect();
            let lowest = shorter.0.last().copied().filter(|_| is_like);
            let squares = !Bitboard::BACKRANKS & !taken;
            let squares = squares.into_iter().filter(|square| lowest < Some(*square));
            let shorter = shorter.clone();
            let longer = squares.map(|square| {
                let mut longer = shorter.clone();
                longer.0.push(square);
                longer
            });
            longer.collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|structure| !structure.canonical(pawns).1);
    let mut levels = vec![Vec::new(); 5 * pawns.len() + 1];
    for structure in all {
        let advance = structure.advance(pawns) as usize;
        levels[5 * pawns.len() - advance].push(structure);
    }
    levels
}

/// The pawns of the other side beside one that has just made a double step to a
/// square, by their index among the men, and the square that they would capture
/// on.
pub fn beside(
    men: &[Piece],
    square_of: impl Fn(usize) -> Option<Square>,
    color: Color,
    square: Square,
) -> (Vec<usize>, Option<Square>) {
    let [over, _] = pawns::passed(color, square);
    let landing = Bitboard(over).first();
    let is_beside = |&man: &usize| {
        men[man] == Role::Pawn.of(!color)
            && square_of(man).is_some_and(|other| {
                other.rank() == square.rank() && other.file().distance(square.file()) == 1
            })
    };
    ((2..men.len()).filter(is_beside).collect(), landing)
}

#[cfg(test)]
mod tests {
    use drawproof_tables::LayoutError;

    use super::*;

    /// Like pawns in every order, as they are and mirrored, each placement once.
    #[test]
    fn placements_are_those_of_like_pawns() -> Result<(), LayoutError> {
        let layout = Layout::new(&"KPPvKP".parse().expect("a class"))?;
        let pawns = pawns_of(&layout);
        let [a, b, c] = [Square::A2, Square::G4, Square::C7];
        let mirrored = [a, b, c].map(Square::flip_horizontal);
        let mut expected = Vec::new();
        for ([a, b, c], is_mirrored) in [([a, b, c], false), (mirrored, true)] {
            expected.extend([(vec![a, b, c], is_mirrored), (vec![b, a, c], is_mirrored)]);
        }
        expected.sort();
        let mut found = Structure::new(pawns, [b, a, c]).placements(pawns);
        found.sort();
        assert_eq!(found, expected);
        // Its own mirror image.
        let layout = Layout::new(&"KPPvK".parse().expect("a class"))?;
        let pawns = pawns_of(&layout);
        let [a, h] = [Square::A3, Square::H3];
        let mut found = Structure::new(pawns, [h, a]).placements(pawns);
        found.sort();
        assert_eq!(found, [(vec![a, h], false), (vec![h, a], false)]);
        Ok(())
    }

    /// Only enemy pawns on the same rank and a neighbouring file can capture.
    #[test]
    fn pawns_beside_a_double_step() -> Result<(), LayoutError> {
        let layout = Layout::new(&"KPPvKPP".parse().expect("a class"))?;
        let men = layout.men();
        for (black, expected) in [
            ([Square::D4, Square::F4], &[4, 5][..]),
            ([Square::D4, Square::H4], &[4]),
            ([Square::D5, Square::F4], &[5]),
            ([Square::D5, Square::E5], &[]),
            ([Square::C4, Square::E3], &[]),
        ] {
            let white = [Square::E4, Square::D3];
            let square_of = |man: usize| white.iter().chain(&black).nth(man - 2).copied();
            let (captors, landing) = beside(men, square_of, Color::White, Square::E4);
            assert_eq!(captors, expected, "{black:?}");
            assert_eq!(landing, Some(Square::E3));
        }
        Ok(())
    }
}
