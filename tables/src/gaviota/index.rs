//! Which entry of a table belongs to a position.

use std::{array, cmp::Reverse, sync::LazyLock};

use arrayvec::ArrayVec;
use shakmaty::{Color, File, Role, Square};

use crate::{KingPairs, Material, Symmetry};

/// Squares of one pawn, with files e to h mirrored to a to d.
const HALF_PAWN_SQUARES: usize = 24;
/// Squares of one pawn.
const PAWN_SQUARES: usize = 48;
/// Pairs of like pawns, up to the left-right mirror.
const PAWN_PAIRS: usize = 576;
/// Pairs of squares for two like pieces.
const PIECE_PAIRS: usize = 64 * 63 / 2;

/// Most men of a class whose order is known here.
pub(super) const MAX_ORDER_MEN: usize = 4;

/// Indices of the kings in a [`Placement`](crate::Placement).
const STRONG_KING: usize = 0;
const WEAK_KING: usize = 1;

/// The order of a class's entries, the same for both sides to move.
///
/// An index is a mixed-radix number with these digits, highest first:
///
/// - without pawns the pair of kings, else the pawns and then the squares of
///   strong's and of weak's king;
/// - strong's pieces, then weak's, best first, like pieces as pairs.
///
/// A symmetry keeps the first digit small. Without pawns it maps the kings to
/// one of the [`KingPairs`], with weak's king as the first of the pair; with
/// pawns it mirrors the first pawn to files a to d.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Order {
    lead: Lead,
    pieces: ArrayVec<Pieces, MAX_ORDER_MEN>,
}

/// The men that determine the symmetry, as indices into a placement.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Lead {
    Kings,
    Pawn { man: usize, color: Color },
    LikePawns([usize; 2]),
    OpposedPawns { white: usize, black: usize },
}

/// Like pieces, as indices into a placement.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Pieces {
    One(usize),
    Pair([usize; 2]),
}

impl Order {
    /// The order of a class of three or four men. `None` for others.
    pub(super) fn new(material: &Material) -> Option<Self> {
        if !(3..=MAX_ORDER_MEN).contains(&material.men_count()) {
            return None;
        }
        let men = material.men();
        let places = |of_pawns: bool| {
            let men = men.iter().copied().enumerate().skip(2);
            men.filter(move |(_, man)| (man.role == Role::Pawn) == of_pawns)
        };
        let pawns: ArrayVec<_, MAX_ORDER_MEN> = places(true).collect();
        let lead = match pawns[..] {
            [] => Lead::Kings,
            [(man, pawn)] => Lead::Pawn {
                man,
                color: pawn.color,
            },
            [(a, pawn), (b, other)] if pawn.color == other.color => Lead::LikePawns([a, b]),
            [(white, _), (black, _)] => Lead::OpposedPawns { white, black },
            _ => return None,
        };
        let mut listed: ArrayVec<_, MAX_ORDER_MEN> = places(false).collect();
        listed.sort_by_key(|(_, man)| (man.color.is_black(), Reverse(man.role)));
        let mut pieces = ArrayVec::new();
        for (place, man) in listed {
            match pieces.last_mut() {
                Some(last @ Pieces::One(_)) if men[place - 1] == man => {
                    *last = Pieces::Pair([place - 1, place]);
                }
                _ => pieces.push(Pieces::One(place)),
            }
        }
        Some(Self { lead, pieces })
    }

    /// How many entries there are for each side to move.
    pub(super) fn entries(&self) -> usize {
        let lead = match self.lead {
            Lead::Kings => KingPairs::pawnless().count(),
            Lead::Pawn { .. } => HALF_PAWN_SQUARES * 64 * 64,
            Lead::LikePawns(_) => PAWN_PAIRS * 64 * 64,
            Lead::OpposedPawns { .. } => HALF_PAWN_SQUARES * PAWN_SQUARES * 64 * 64,
        };
        let pieces = self.pieces.iter().map(|pieces| match pieces {
            Pieces::One(_) => 64,
            Pieces::Pair(_) => PIECE_PAIRS,
        });
        lead * pieces.product::<usize>()
    }

    /// The entry of a position, less than [`entries`](Self::entries). `None`
    /// if the number of men is wrong, kings touch, like men share a square
    /// or a pawn stands on the first or last rank.
    pub(super) fn index(&self, squares: &[Square]) -> Option<usize> {
        let (symmetry, mut index) = self.lead(squares)?;
        let turned = |man: usize| Some(symmetry.square(*squares.get(man)?).to_usize());
        if self.lead != Lead::Kings {
            for king in [STRONG_KING, WEAK_KING] {
                index = index * 64 + turned(king)?;
            }
        }
        for &pieces in &self.pieces {
            index = match pieces {
                Pieces::One(man) => index * 64 + turned(man)?,
                Pieces::Pair([a, b]) => index * PIECE_PAIRS + piece_pair(turned(a)?, turned(b)?)?,
            };
        }
        Some(index)
    }

    /// The symmetry and the first digit.
    fn lead(&self, squares: &[Square]) -> Option<(Symmetry, usize)> {
        let at = |man: usize| squares.get(man).copied();
        match self.lead {
            Lead::Kings => {
                let (number, symmetry) =
                    KingPairs::pawnless().find(at(WEAK_KING)?, at(STRONG_KING)?)?;
                Some((symmetry, number))
            }
            Lead::Pawn { man, color } => {
                let pawn = at(man)?;
                let symmetry = to_files_a_to_d(pawn);
                Some((symmetry, half_pawn(symmetry.square(pawn), color)?))
            }
            Lead::LikePawns([a, b]) => {
                let (symmetry, [half, other]) = like_pawns(at(a)?, at(b)?)?;
                Some((symmetry, PAWN_PAIR_NUMBERS[half][other]?.into()))
            }
            Lead::OpposedPawns { white, black } => {
                let [white, black] = [at(white)?, at(black)?];
                let symmetry = to_files_a_to_d(white);
                let half = half_pawn(symmetry.square(white), Color::White)?;
                let other = pawn(symmetry.square(black), Color::Black)?;
                Some((symmetry, half * PAWN_SQUARES + other))
            }
        }
    }
}

/// Numbers of two like pawns, by the result of [`like_pawns`].
static PAWN_PAIR_NUMBERS: LazyLock<[[Option<u16>; PAWN_SQUARES]; HALF_PAWN_SQUARES]> =
    LazyLock::new(|| {
        let mut numbers = [[None; PAWN_SQUARES]; HALF_PAWN_SQUARES];
        let mut next = 0;
        let squares: [Square; PAWN_SQUARES] = array::from_fn(|at| Square::new(55 - at as u32));
        for (at, &a) in squares.iter().enumerate() {
            for &b in &squares[at + 1..] {
                if let Some((_, [half, other])) = like_pawns(a, b)
                    && a.file() >= File::E
                {
                    numbers[half][other].get_or_insert_with(|| {
                        next += 1;
                        next - 1
                    });
                }
            }
        }
        numbers
    });

/// The symmetry for two like pawns, and the numbers of the squares to which it
/// maps them: the anchor's on half the board, the other's on the whole board.
fn like_pawns(a: Square, b: Square) -> Option<(Symmetry, [usize; 2])> {
    let (anchor, other) = anchored(a, b);
    let symmetry = to_files_a_to_d(anchor);
    let half = half_pawn(symmetry.square(anchor), Color::White)?;
    let other = pawn(symmetry.square(other), Color::White)?;
    Some((symmetry, [half, other]))
}

/// The mirror, if needed, that maps a square to files a to d.
fn to_files_a_to_d(square: Square) -> Symmetry {
    if square.file() < File::E {
        Symmetry::IDENTITY
    } else {
        Symmetry::MIRROR_FILES
    }
}

/// Two like pawns, first the one that determines the mirror: the one further
/// up, else the one nearer to the edge, else the left one.
fn anchored(a: Square, b: Square) -> (Square, Square) {
    let first = |square: Square| {
        let file = square.file().to_u32();
        (
            Reverse(square.rank().to_u32()),
            Reverse(file.max(7 - file)),
            file,
        )
    };
    if first(a) <= first(b) { (a, b) } else { (b, a) }
}

/// The number of a pawn's square, counted from the rank before promotion.
/// `None` on the first and last rank.
fn pawn(square: Square, color: Color) -> Option<usize> {
    let seen = color.fold_wb(square.flip_vertical(), square);
    let number = seen.to_usize().checked_sub(8)?;
    (number < PAWN_SQUARES).then_some(number)
}

/// The number of a pawn's square among those on files a to d.
fn half_pawn(square: Square, color: Color) -> Option<usize> {
    let number = pawn(square, color)?;
    (number & 7 < 4).then_some(number / 8 * 4 + (number & 7))
}

/// The number of two squares in either order. `None` for one square twice.
fn piece_pair(a: usize, b: usize) -> Option<usize> {
    let (low, high) = (a.min(b), a.max(b));
    // Pairs with a lower first square come before.
    (low < high).then(|| low * (127 - low) / 2 + high - low - 1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn order(class: &str) -> Order {
        let class: Material = class.parse().expect("a class");
        Order::new(&class).expect("three or four men")
    }

    #[test]
    fn numbers_of_pairs_are_dense() {
        fn distinct(numbers: impl Iterator<Item = usize>) -> (usize, Option<usize>) {
            let all: BTreeSet<usize> = numbers.collect();
            (all.len(), all.last().copied())
        }
        let pawns = PAWN_PAIR_NUMBERS.iter().flatten().flatten();
        assert_eq!(
            distinct(pawns.map(|&number| number.into())),
            (PAWN_PAIRS, Some(PAWN_PAIRS - 1))
        );
        let pieces = (0..64).flat_map(|a| (0..64).filter_map(move |b| piece_pair(a, b)));
        assert_eq!(distinct(pieces), (PIECE_PAIRS, Some(PIECE_PAIRS - 1)));
    }

    #[test]
    fn sizes_of_the_classes() {
        for (class, entries) in [
            ("KQvK", 29_568),
            ("KPvK", 98_304),
            ("KQQvK", 931_392),
            ("KQRvK", 1_892_352),
            ("KQvKR", 1_892_352),
            ("KRPvK", 6_291_456),
            ("KRvKP", 6_291_456),
            ("KPPvK", 2_359_296),
            ("KPvKP", 4_718_592),
        ] {
            assert_eq!(order(class).entries(), entries, "{class}");
        }
        for class in ["KvK", "KQRvKR", "KRRRvK"] {
            let class: Material = class.parse().expect("a class");
            assert_eq!(Order::new(&class), None, "{class}");
        }
    }

    /// Indices that the reader in python-chess 1.11.2 (`chess/gaviota.py`) gives
    /// for random positions. The repository contains no four-man file, and a
    /// wrong order would be as dense as the right one. Squares are in the order
    /// of [`Material::men`].
    #[test]
    fn indices_are_those_of_another_reader() {
        for (class, squares, index) in [
            ("KQQvK", "h8 b8 e8 a7", 74_841),
            ("KQQvK", "c4 e2 g8 d1", 629_290),
            ("KQRvK", "b7 h7 b8 a1", 315_376),
            ("KQRvK", "c5 f4 a6 f2", 1_688_701),
            ("KBNvK", "d4 g7 e4 d1", 933_667),
            ("KBNvK", "a8 h8 e6 f4", 22_675),
            ("KQvKR", "c1 f7 h3 e2", 1_187_048),
            ("KQvKR", "f5 h2 g7 c6", 195_406),
            ("KRPvK", "c7 e1 h4 f8", 3_363_066),
            ("KRPvK", "d7 f7 g6 g3", 1_526_929),
            ("KRvKP", "h6 d2 f2 a8", 688_959),
            ("KRvKP", "d1 e8 h5 f1", 3_165_890),
            ("KPPvK", "d1 f4 g3 h3", 2_097_434),
            ("KPPvK", "e1 e8 b5 g3", 1_515_836),
            ("KPPvK", "h1 a8 b4 e4", 1_872_376),
            ("KPPvK", "b1 g8 c5 a5", 1_314_942),
            ("KPPvK", "h4 c6 e2 d2", 2_357_226),
            ("KPvKP", "g3 d3 c3 a6", 3_671_443),
            ("KPvKP", "h5 f2 f5 a3", 2_029_578),
        ] {
            let squares: Vec<Square> = squares
                .split(' ')
                .map(|square| square.parse().expect("a square"))
                .collect();
            assert_eq!(
                order(class).index(&squares),
                Some(index),
                "{class} {squares:?}"
            );
        }
    }

    #[test]
    fn places_without_entries() {
        use Square::{A1, B1, B8, C3, D3, E5, H8};
        for (class, squares) in [
            ("KQvK", [A1, B1, C3, E5].as_slice()),
            ("KQvK", &[A1, C3]),
            ("KQQvK", &[A1, C3, E5, E5]),
            ("KPvK", &[A1, C3, B8]),
            ("KPvK", &[A1, C3, B1]),
            ("KPPvK", &[A1, C3, E5, E5]),
            ("KPPvK", &[A1, C3, B8, E5]),
            ("KPPvK", &[A1, C3, E5, B1]),
            ("KPvKP", &[A1, C3, D3, H8]),
        ] {
            assert_eq!(order(class).index(squares), None, "{class} {squares:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn indices_are_in_range(numbers in proptest::array::uniform4(0_u32..64)) {
            let squares = numbers.map(Square::new);
            for class in ["KQQvK", "KQRvK", "KQvKR", "KRPvK", "KRvKP", "KPPvK", "KPvKP"] {
                let order = order(class);
                if let Some(index) = order.index(&squares) {
                    proptest::prop_assert!(index < order.entries());
                    // The left-right mirror and the order of like men do not count.
                    let mirrored = squares.map(Square::flip_horizontal);
                    if order.lead != Lead::Kings && anchors_once(&squares, &order) {
                        proptest::prop_assert_eq!(order.index(&mirrored), Some(index));
                    }
                    let [a, b, c, d] = squares;
                    if matches!(class, "KQQvK" | "KPPvK") {
                        proptest::prop_assert_eq!(order.index(&[a, b, d, c]), Some(index));
                    }
                }
            }
        }
    }

    /// Whether the mirror keeps the anchor. It does not if like pawns on one
    /// rank are mirror images of each other.
    fn anchors_once(squares: &[Square], order: &Order) -> bool {
        match order.lead {
            Lead::LikePawns([a, b]) => squares[a].flip_horizontal() != squares[b],
            _ => true,
        }
    }
}
