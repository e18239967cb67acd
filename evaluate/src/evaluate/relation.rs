//! Relations between two squares, as tables of bits.

use std::sync::LazyLock;

use shakmaty::{Color, Role};

use super::{
    mask::Mask,
    place::{Place, within},
};
use crate::{
    geometry,
    relation::{Pairs, Relation, relation},
    words::{NumberWord, SetWise, TruthWord, set_wise},
};
use drawproof_language::words::Word;

/// A king's step, and a knight's jump.
pub static STEPS: LazyLock<Relation> =
    LazyLock::new(|| relation(|a, b| geometry::reach(Role::King, a, 0) >> b & 1 != 0));
pub static JUMPS: LazyLock<Relation> =
    LazyLock::new(|| relation(|a, b| geometry::reach(Role::Knight, a, 0) >> b & 1 != 0));
/// A pawn's attack, up the board and down.
static PAWN_ATTACKS: LazyLock<[Relation; 2]> = LazyLock::new(|| {
    Color::ALL.map(|color| relation(|a, b| geometry::pawn_reach(color, a) >> b & 1 != 0))
});

/// The positions in which a pawn on one square attacks another one.
pub fn pawn_attacks(color: Color, from: Place, to: Place) -> Mask {
    let [up, down] = &*PAWN_ATTACKS;
    related(color.fold_wb(up, down), from, to)
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
pub fn related(relation: &Pairs, a: Place, b: Place) -> Mask {
    let Pairs { seconds, firsts } = relation;
    match (a, b) {
        (Place::Fixed(a), Place::Fixed(b)) => Mask::all_if(seconds[a as usize] >> b & 1 != 0),
        (Place::Fixed(a), varying) => within(seconds[a as usize], varying),
        (varying, Place::Fixed(b)) => within(firsts[b as usize], varying),
        (Place::Row, Place::Column) => Mask::of_rows(seconds),
        (Place::Column, Place::Row) => Mask::of_rows(firsts),
        (Place::Row, Place::Row) => Mask::rows(to_itself(seconds)),
        (Place::Column, Place::Column) => Mask::columns(to_itself(seconds)),
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

/// For each function of the language that is true of two squares.
static WORD_PAIRS: LazyLock<Vec<Option<Relation>>> = LazyLock::new(|| {
    let pairs = |word: &Word| match set_wise(*word) {
        SetWise::Truth(TruthWord::OfSquares(holds)) => Some(relation(holds)),
        _ => None,
    };
    Word::ALL.iter().map(pairs).collect()
});

/// The pairs of squares of which a function is true.
pub fn word_pairs(word: Word) -> Option<&'static Relation> {
    WORD_PAIRS[word as usize].as_ref()
}
