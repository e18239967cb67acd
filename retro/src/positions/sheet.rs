//! Sheets: 4096 positions at a time, in vectors as wide as the processor's.
//!
//! All men of a *sheet* are fixed except the last two: the square of one, the
//! *word man*, numbers the words, and the square of the other, the *bit man*,
//! selects the bit. A sheet is eight vectors of 512 bits, and the moves of
//! either man take a few instructions per vector. The functions here are
//! compiled for several instruction sets, from plain words to AVX-512, and the
//! first call selects one.

use drawproof_tables::{Symmetry, spread};
use multiversion::multiversion;
use shakmaty::Role;

/// The words of a sheet as tables store them: by the word man's square.
pub type Words = [u64; 64];

/// A set of positions that differ in the squares of the last two men.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Sheet(pub Words);

/// The words of one rank of the word man.
type Rank = [u64; 8];

impl Sheet {
    pub const EMPTY: Self = Self([0; 64]);

    #[inline]
    pub fn is_empty(&self) -> bool {
        is_empty(&self.0)
    }

    /// Keeps the positions in another set.
    #[inline]
    pub fn keep(&mut self, words: &Words) {
        keep(&mut self.0, words);
    }

    /// Removes the positions in another set.
    #[inline]
    pub fn remove(&mut self, words: &Words) {
        subtract(&mut self.0, words);
    }

    /// Whether all positions of a set are in it.
    #[inline]
    pub fn covers(&self, wanted: &Self) -> bool {
        covers(&self.0, &wanted.0)
    }

    #[inline]
    pub fn count(&self) -> u64 {
        count(&self.0)
    }
}

#[multiversion(targets = "simd")]
fn count(words: &Words) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

#[multiversion(targets = "simd")]
pub fn is_empty(words: &Words) -> bool {
    words.iter().fold(0, |all, word| all | word) == 0
}

/// One bit of each word.
#[multiversion(targets = "simd")]
pub fn column(words: &Words, bit: u32) -> u64 {
    let bits = words.iter().zip(0..);
    bits.fold(0, |all, (word, at)| all | (word >> bit & 1) << at)
}

/// Adds the positions of another sheet.
#[multiversion(targets = "simd")]
pub fn unite(to: &mut Words, words: &Words) {
    for (to, word) in to.iter_mut().zip(words) {
        *to |= word;
    }
}

/// [`unite`] for sets with few positions, to one that is not in a cache: lines that do not
/// change are left alone.
#[multiversion(targets = "simd")]
pub fn unite_few(to: &mut Words, words: &Words) {
    let (to, _) = to.as_chunks_mut::<8>();
    let (lines, _) = words.as_chunks::<8>();
    for (to, line) in to.iter_mut().zip(lines) {
        if line.iter().fold(0, |all, word| all | word) != 0 {
            for (to, word) in to.iter_mut().zip(line) {
                *to |= word;
            }
        }
    }
}

#[multiversion(targets = "simd")]
fn keep(in_place: &mut Words, words: &Words) {
    for (kept, word) in in_place.iter_mut().zip(words) {
        *kept &= word;
    }
}

/// Removes the positions of another sheet.
#[multiversion(targets = "simd")]
pub fn subtract(from: &mut Words, words: &Words) {
    for (from, word) in from.iter_mut().zip(words) {
        *from &= !word;
    }
}

#[multiversion(targets = "simd")]
fn covers(set: &Words, wanted: &Words) -> bool {
    let missing = wanted.iter().zip(set).map(|(wanted, set)| wanted & !set);
    missing.fold(0, |all, word| all | word) == 0
}

/// Adds the positions of `from` in which neither of the last two men stands
/// on a square of `between`.
#[multiversion(targets = "simd")]
pub fn add_through(to: &mut Words, from: &Words, between: u64) {
    for square in 0..64 {
        to[square] |= from[square] & !between & clear(between, square);
    }
}

/// Adds, to the word of each square of `words`, the positions `bits`.
#[multiversion(targets = "simd")]
pub fn add_product(to: &mut Words, words: u64, bits: u64) {
    for (square, to) in to.iter_mut().enumerate() {
        *to |= bits & !clear(words, square);
    }
}

/// Adds the positions that a symmetry maps onto those of `from`.
pub fn add_image(to: &mut Words, from: &Words, onto: Symmetry) {
    if onto == Symmetry::IDENTITY {
        return unite(to, from);
    }
    // Mirrors and transposition one after another, in the order of the
    // symmetry's inverse.
    let mut image = *from;
    if onto.mirrors_ranks() {
        mirror_ranks(&mut image);
    }
    if onto.mirrors_files() {
        mirror_files(&mut image);
    }
    if onto.transposes() {
        transpose(&mut image);
    }
    unite(to, &image);
}

#[multiversion(targets = "simd")]
fn mirror_ranks(words: &mut Words) {
    let before = *words;
    for rank in 0..8 {
        for file in 0..8 {
            words[8 * rank + file] = before[8 * (7 - rank) + file].swap_bytes();
        }
    }
}

#[multiversion(targets = "simd")]
fn mirror_files(words: &mut Words) {
    let before = *words;
    for rank in 0..8 {
        for file in 0..8 {
            let mut bits = before[8 * rank + 7 - file];
            bits = bits >> 1 & 0x5555_5555_5555_5555 | (bits & 0x5555_5555_5555_5555) << 1;
            bits = bits >> 2 & 0x3333_3333_3333_3333 | (bits & 0x3333_3333_3333_3333) << 2;
            bits = bits >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (bits & 0x0f0f_0f0f_0f0f_0f0f) << 4;
            words[8 * rank + file] = bits;
        }
    }
}

#[multiversion(targets = "simd")]
fn transpose(words: &mut Words) {
    let before = *words;
    for rank in 0..8 {
        for file in 0..8 {
            words[8 * rank + file] = before[8 * file + rank];
        }
    }
    for word in words {
        let mut bits = *word;
        for (shift, mask) in [
            (28, 0x0000_0000_f0f0_f0f0_u64),
            (14, 0x0000_cccc_0000_cccc),
            (7, 0x00aa_00aa_00aa_00aa),
        ] {
            let swapped = (bits >> shift ^ bits) & mask;
            bits ^= swapped | swapped << shift;
        }
        *word = bits;
    }
}

/// No bits if `set` has the square, else all: a mask for the word of a word man
/// on it.
#[inline(always)]
const fn clear(set: u64, square: usize) -> u64 {
    (set >> square & 1).wrapping_sub(1)
}

/// Adds the positions from which the bit man, not a pawn, can move to one of
/// `targets` where the other men but the word man stand on `fixed`.
#[multiversion(targets = "simd")]
pub fn add_bit_man_moves(to: &mut Words, role: Role, targets: &Words, fixed: u64) {
    // One loop for each role, so that each can be vectorised.
    macro_rules! of {
        ($role:expr) => {
            for square in 0..64 {
                let empty = !(fixed | 1 << square);
                to[square] |= spread($role, targets[square], empty);
            }
        };
    }
    match role {
        Role::Pawn => {}
        Role::King => of!(Role::King),
        Role::Knight => of!(Role::Knight),
        Role::Bishop => of!(Role::Bishop),
        Role::Rook => of!(Role::Rook),
        Role::Queen => of!(Role::Queen),
    }
}

/// Adds the positions from which the word man, not a pawn, can move to one of
/// `targets` where the other men but the bit man stand on `fixed`.
///
/// Sliding carries along what it has met, from word to word; a position drops
/// out where its bit man stands in the way.
#[multiversion(targets = "simd")]
pub fn add_word_man_moves(to: &mut Words, role: Role, targets: &Words, fixed: u64) {
    word_man::<true>(to, role, targets, fixed);
}

/// Adds the positions in which the word man, not a pawn, can take the bit man
/// on one of the squares `targets`; the other men stand on `fixed`.
#[multiversion(targets = "simd")]
pub fn add_word_man_takes(to: &mut Words, role: Role, targets: u64, fixed: u64) {
    word_man::<false>(to, role, &diagonal(targets), fixed);
}

/// Adds the positions in which the bit man, not a pawn, can take the word man
/// on one of the squares `targets`; the other men stand on `fixed`.
pub fn add_bit_man_takes(to: &mut Words, role: Role, targets: u64, fixed: u64) {
    add_bit_man_moves(to, role, &diagonal(targets), fixed);
}

/// Both men on the same square, one of a set.
#[inline(always)]
fn diagonal(set: u64) -> Words {
    std::array::from_fn(|square| set & 1 << square)
}

#[inline(always)]
fn word_man<const BARRED: bool>(to: &mut Words, role: Role, targets: &Words, fixed: u64) {
    match role {
        Role::Pawn => {}
        Role::King => king(to, targets),
        Role::Knight => knight(to, targets),
        Role::Bishop => diagonals::<BARRED>(to, targets, fixed),
        Role::Rook => lines::<BARRED>(to, targets, fixed),
        Role::Queen => {
            diagonals::<BARRED>(to, targets, fixed);
            lines::<BARRED>(to, targets, fixed);
        }
    }
}

#[inline(always)]
fn rank(words: &Words, rank: usize) -> Rank {
    std::array::from_fn(|file| words[8 * rank + file])
}

#[inline(always)]
fn add_rank(to: &mut Words, rank: usize, words: Rank) {
    for file in 0..8 {
        to[8 * rank + file] |= words[file];
    }
}

/// One file to the right.
#[inline(always)]
fn right(words: Rank) -> Rank {
    let [a, b, c, d, e, f, g, _] = words;
    [0, a, b, c, d, e, f, g]
}

/// One file to the left.
#[inline(always)]
fn left(words: Rank) -> Rank {
    let [_, b, c, d, e, f, g, h] = words;
    [b, c, d, e, f, g, h, 0]
}

#[inline(always)]
fn or(one: Rank, other: Rank) -> Rank {
    std::array::from_fn(|file| one[file] | other[file])
}

/// The positions that can pass the squares of a rank: no fixed man stands
/// there, nor the bit man if it can block.
#[inline(always)]
fn pass<const BARRED: bool>(words: Rank, rank: usize, fixed: u64) -> Rank {
    std::array::from_fn(|file| {
        let square = 8 * rank + file;
        let barred = if BARRED { 1 << square } else { 0 };
        words[file] & clear(fixed, square) & !barred
    })
}

#[inline(always)]
fn king(to: &mut Words, targets: &Words) {
    for from in 0..8 {
        let here = rank(targets, from);
        let sides = or(right(here), left(here));
        add_rank(to, from, sides);
        if from < 7 {
            add_rank(to, from + 1, or(here, sides));
        }
        if from > 0 {
            add_rank(to, from - 1, or(here, sides));
        }
    }
}

#[inline(always)]
fn knight(to: &mut Words, targets: &Words) {
    for from in 0..8 {
        let here = rank(targets, from);
        let one = or(right(here), left(here));
        let two = or(right(right(here)), left(left(here)));
        for (distance, words) in [(1, two), (2, one)] {
            if from + distance < 8 {
                add_rank(to, from + distance, words);
            }
            if from >= distance {
                add_rank(to, from - distance, words);
            }
        }
    }
}

/// Slides up and down the ranks, with a sideways step given by `side`.
#[inline(always)]
fn slide<const BARRED: bool>(
    to: &mut Words,
    targets: &Words,
    fixed: u64,
    side: impl Fn(Rank) -> Rank,
) {
    let mut up = [0; 8];
    for from in 0..7 {
        up = side(pass::<BARRED>(or(rank(targets, from), up), from, fixed));
        add_rank(to, from + 1, up);
    }
    let mut down = [0; 8];
    for from in (1..8).rev() {
        down = side(pass::<BARRED>(or(rank(targets, from), down), from, fixed));
        add_rank(to, from - 1, down);
    }
}

#[inline(always)]
fn diagonals<const BARRED: bool>(to: &mut Words, targets: &Words, fixed: u64) {
    slide::<BARRED>(to, targets, fixed, right);
    slide::<BARRED>(to, targets, fixed, left);
}

#[inline(always)]
fn lines<const BARRED: bool>(to: &mut Words, targets: &Words, fixed: u64) {
    slide::<BARRED>(to, targets, fixed, |words| words);
    for at in 0..8 {
        let here = rank(targets, at);
        let (mut east, mut west) = ([0; 8], [0; 8]);
        for _ in 0..7 {
            east = right(pass::<BARRED>(or(here, east), at, fixed));
            west = left(pass::<BARRED>(or(here, west), at, fixed));
            add_rank(to, at, or(east, west));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use drawproof_tables::Symmetry;
    use shakmaty::{Bitboard, Color, Square, attacks};

    fn noise(seed: u64) -> Sheet {
        let mut state = seed;
        Sheet(std::array::from_fn(|_| {
            let mut word = !0;
            for _ in 0..2 {
                state = state
                    .wrapping_mul(0x5851_f42d_4c95_7f2d)
                    .wrapping_add(0x1405_7b7e_f767_814f);
                word &= state ^ state >> 29;
            }
            word
        }))
    }

    fn has(words: &Words, word: Square, bit: Square) -> bool {
        words[word.to_usize()] >> bit.to_u32() & 1 != 0
    }

    /// Lines that are full, that have one position, and that have none.
    #[test]
    fn few_positions_are_united_as_many_are() {
        let into = noise(3);
        let mut few = noise(5);
        few.0[8..40].fill(0);
        few.0[19] = 1 << 44;
        few.0[39] = 1;
        let (mut expected, mut found) = (into, into);
        unite(&mut expected.0, &few.0);
        unite_few(&mut found.0, &few.0);
        assert_eq!(found, expected);
        assert_ne!(found, into);
    }

    #[test]
    fn images_are_those_of_both_men() {
        let from = noise(7);
        for onto in Symmetry::ALL {
            let mut image = Sheet::EMPTY;
            add_image(&mut image.0, &from.0, onto);
            for word in Square::ALL {
                for bit in Square::ALL {
                    let there = has(&from.0, onto.square(word), onto.square(bit));
                    assert_eq!(has(&image.0, word, bit), there, "{onto:?} {word} {bit}");
                }
            }
        }
    }

    #[test]
    fn captures_of_each_other_agree_with_attacks() {
        let fixed = Bitboard(1 << 27 | 1 << 62 | 1 << 9);
        let targets = noise(13).0[5] & !fixed.0;
        for role in [
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
        ] {
            let (mut words, mut bits) = (Sheet::EMPTY, Sheet::EMPTY);
            add_word_man_takes(&mut words.0, role, targets, fixed.0);
            add_bit_man_takes(&mut bits.0, role, targets, fixed.0);
            for word in !fixed {
                for bit in !fixed & !Bitboard::from(word) {
                    let reach = |from| attacks::attacks(from, role.of(Color::White), fixed);
                    let takes = reach(word).contains(bit) && Bitboard(targets).contains(bit);
                    assert_eq!(has(&words.0, word, bit), takes, "{role:?} {word} {bit}");
                    let takes = reach(bit).contains(word) && Bitboard(targets).contains(word);
                    assert_eq!(has(&bits.0, word, bit), takes, "{role:?} {word} {bit}");
                }
            }
        }
    }

    #[test]
    fn men_in_between_and_products() {
        let (from, between) = (noise(17), 0x0000_1020_4000_0000);
        let (mut through, mut product) = (Sheet::EMPTY, Sheet::EMPTY);
        add_through(&mut through.0, &from.0, between);
        add_product(&mut product.0, between, 0xf0);
        for word in Square::ALL {
            for bit in Square::ALL {
                let clear = !Bitboard(between).contains(word) && !Bitboard(between).contains(bit);
                assert_eq!(has(&through.0, word, bit), clear && has(&from.0, word, bit));
                let both = Bitboard(between).contains(word) && (4..8).contains(&bit.to_u32());
                assert_eq!(has(&product.0, word, bit), both);
            }
        }
    }

    /// Every position with men on different squares, square by square.
    #[test]
    fn moves_of_both_men_agree_with_attacks() {
        let fixed = Bitboard(1 << 27 | 1 << 62 | 1 << 9);
        let mut targets = noise(11);
        for square in Square::ALL {
            let word = &mut targets.0[square.to_usize()];
            *word &= !fixed.0 & !(1 << square.to_u32());
            if fixed.contains(square) {
                *word = 0;
            }
        }
        for role in [
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
        ] {
            let (mut words, mut bits) = (Sheet::EMPTY, Sheet::EMPTY);
            add_word_man_moves(&mut words.0, role, &targets.0, fixed.0);
            add_bit_man_moves(&mut bits.0, role, &targets.0, fixed.0);
            for word in !fixed {
                for bit in !fixed & !Bitboard::from(word) {
                    let man = role.of(Color::White);
                    let mut reach = attacks::attacks(word, man, fixed | bit).into_iter();
                    let expected = reach.any(|to| has(&targets.0, to, bit));
                    assert_eq!(has(&words.0, word, bit), expected, "{role:?} {word} {bit}");
                    let mut reach = attacks::attacks(bit, man, fixed | word).into_iter();
                    let expected = reach.any(|to| has(&targets.0, word, to));
                    assert_eq!(has(&bits.0, word, bit), expected, "{role:?} {word} {bit}");
                }
            }
        }
    }
}
