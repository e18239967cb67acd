//! Relations between two squares, as tables of bits.

use std::sync::LazyLock;

use shakmaty::{Color, Role};

use super::{mask::Mask, place::Place};
use crate::{
    geometry,
    relation::{Relation, relation},
    words::{NumberWord, SetWise, set_wise},
};
use drawproof_language::words::Word;

/// A king's step, and a knight's jump.
pub static STEPS: LazyLock<Relation> =
    LazyLock::new(|| relation(|a, b| geometry::reach(Role::King, a, 0) >> b & 1 != 0));
pub static JUMPS: LazyLock<Relation> =
    LazyLock::new(|| relation(|a, b| geometry::reach(Role::Knight, a, 0) >> b & 1 != 0));
/// The pawn attacks from each square, up the board and down.
static PAWN_ATTACKS: LazyLock<[Relation; 2]> = LazyLock::new(|| {
    Color::ALL.map(|color| relation(|a, b| geometry::pawn_reach(color, a) >> b & 1 != 0))
});

/// The positions in which a pawn on one square attacks another one.
pub fn pawn_attacks(color: Color, from: Place, to: Place) -> Mask {
    let [up, down] = &*PAWN_ATTACKS;
    let (forwards, backwards) = color.fold_wb((up, down), (down, up));
    match (from, to) {
        (Place::Fixed(_), _) | (Place::Row, Place::Column) => related(forwards, from, to),
        // From the other end, where pawns of the other colour attack.
        (_, Place::Fixed(_)) | (Place::Column, Place::Row) => related(backwards, to, from),
        (Place::Row, Place::Row) | (Place::Column, Place::Column) => Mask::NONE,
    }
}

/// For two squares, the third squares for which the second is between the first
/// and the third, and those for which it is on the line through both.
pub static BEYOND: LazyLock<Vec<[u64; 64]>> = LazyLock::new(|| thirds(geometry::between));
pub static LINED_UP: LazyLock<Vec<[u64; 64]>> = LazyLock::new(|| thirds(geometry::line));

fn thirds(squares: fn(u64, u64) -> u64) -> Vec<[u64; 64]> {
    let third =
        |a, square: usize| (0..64).fold(0, |set, b| set | (squares(a, b) >> square & 1) << b);
    (0..64)
        .map(|a| std::array::from_fn(|square| third(a, square)))
        .collect()
}

/// The same square.
pub static SAME: LazyLock<Relation> = LazyLock::new(|| relation(|a, b| a == b));

/// The positions in which two squares are in a relation.
pub fn related(relation: &[u64; 64], a: Place, b: Place) -> Mask {
    match (a, b) {
        (Place::Fixed(a), Place::Fixed(b)) => Mask::all_if(relation[a as usize] >> b & 1 != 0),
        (Place::Fixed(fixed), Place::Row) | (Place::Row, Place::Fixed(fixed)) => {
            Mask::rows(relation[fixed as usize])
        }
        (Place::Fixed(fixed), Place::Column) | (Place::Column, Place::Fixed(fixed)) => {
            Mask::columns(relation[fixed as usize])
        }
        (Place::Row, Place::Column) | (Place::Column, Place::Row) => Mask::of_rows(relation),
        (Place::Row, Place::Row) => Mask::rows(to_itself(relation)),
        (Place::Column, Place::Column) => Mask::columns(to_itself(relation)),
    }
}

fn to_itself(relation: &[u64; 64]) -> u64 {
    let bits = relation.iter().enumerate();
    bits.fold(0, |set, (square, row)| set | row & 1 << square)
}

/// Bits of the numbers that functions of squares give, sign included: they go
/// up to 15.
pub const SMALL_NUMBER: usize = 5;

/// The numbers of two squares bit by bit: for each bit the pairs whose number
/// has it.
type PairBits = [Relation; SMALL_NUMBER];

/// For each function of the language that gives a number of two squares.
static PAIR_BITS: LazyLock<Vec<Option<PairBits>>> = LazyLock::new(|| {
    let bits = |word: &Word| match set_wise(*word) {
        SetWise::Number(NumberWord::OfSquares(number)) => Some(std::array::from_fn(|bit| {
            relation(|a, b| number(a, b) >> bit & 1 != 0)
        })),
        _ => None,
    };
    Word::ALL.iter().map(bits).collect()
});

/// The bits of the numbers that a function of two squares gives.
pub fn pair_bits(word: Word) -> Option<&'static PairBits> {
    PAIR_BITS[word as usize].as_ref()
}
