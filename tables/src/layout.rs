//! The index of a position in the tables of its class.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

use crate::{KingPairs, Material, Placement, Symmetry, material::MAX_MEN};

/// The index of one position in a table of its class.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Index {
    /// The king pair.
    pub block: usize,
    /// Which word of the block: the squares of all men between the kings and
    /// the last one, 6 bits each, the first man highest.
    pub word: usize,
    /// The square of the last man: which bit of the word.
    pub bit: u32,
}

/// The order of a class's positions in tables and sets.
///
/// A set of positions (one side to move) is a sequence of 64-bit words. The
/// square of the last man is the bit; the squares of the men between kings and
/// last man number the word within its *block*; a block is one pair of kings
/// out of [`KingPairs`]. A set of KRvKR has 462 blocks of 64 words, one for
/// each square of White's rook, and a bit for each square of Black's. Pawns are
/// treated like other men, but are never legal on the first and last rank.
///
/// Positions have no en passant right: its effect is resolved when a position
/// that has one is probed (see
/// [`Oracle::probe_chess`](crate::Oracle::probe_chess)).
///
/// Like men are listed in every order: a position with two white knights has
/// two indices, with equal entries. Illegal placements (two men on a square, a
/// king that could be captured) also have indices, but are in no set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    material: Material,
    men: ArrayVec<Piece, MAX_MEN>,
    kings: &'static KingPairs,
}

/// Why a class has no tables.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LayoutError {
    /// Only the two kings.
    #[error("{0} is always a draw; a table needs a third man")]
    BareKings(Material),
    /// Too many men.
    #[error("{material} has {} men; tables cover up to {limit}", material.men_count())]
    TooManyMen {
        /// The class.
        material: Material,
        /// Most men that are covered.
        limit: usize,
    },
}

/// The squares from which a man attacks a square.
pub fn attackers(target: Square, man: Piece, occupied: Bitboard) -> Bitboard {
    // Only pawn attacks are not symmetric: the attackers of a square are where
    // a pawn of the other colour would attack from it.
    attacks::attacks(target, man.role.of(!man.color), occupied)
}

/// Whether a man on one square attacks another one.
#[inline]
pub fn is_attacked(target: Square, man: Piece, from: Square, occupied: Bitboard) -> bool {
    if man.role == Role::Pawn {
        return attacks::pawn_attacks(man.color, from).contains(target);
    }
    // Most squares are out of reach on an empty board already.
    Bitboard(REACH[man.role as usize - 1][from.to_usize()]).contains(target)
        && (attacks::between(from, target) & occupied).is_empty()
}

/// What each man but pawns attacks from each square of an empty board.
const REACH: [[u64; 64]; 6] = {
    let mut reach = [[0; 64]; 6];
    let mut role = 1;
    while role < 6 {
        let mut square = 0;
        while square < 64 {
            let man = Role::ALL[role].of(Color::White);
            let from = Square::new(square);
            reach[role][square as usize] = attacks::attacks(from, man, Bitboard::EMPTY).0;
            square += 1;
        }
        role += 1;
    }
    reach
};

/// Most men, kings included, for which tables are laid out.
pub const MAX_TABLE_MEN: usize = 6;

impl Layout {
    /// The layout of a class.
    ///
    /// # Errors
    ///
    /// For classes without tables: bare kings, too many men.
    pub fn new(material: &Material) -> Result<Self, LayoutError> {
        if material.men_count() < 3 {
            return Err(LayoutError::BareKings(material.clone()));
        }
        if material.men_count() > MAX_TABLE_MEN {
            return Err(LayoutError::TooManyMen {
                material: material.clone(),
                limit: MAX_TABLE_MEN,
            });
        }
        Ok(Self {
            material: material.clone(),
            men: material.men(),
            kings: KingPairs::of(material),
        })
    }

    /// The class.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// The placements of the kings, one for each block.
    pub fn kings(&self) -> &'static KingPairs {
        self.kings
    }

    /// All men: see [`Material::men`].
    pub fn men(&self) -> &[Piece] {
        &self.men
    }

    /// The men whose squares number the words of a block.
    pub fn outer_men(&self) -> &[Piece] {
        &self.men[2..self.men.len() - 1]
    }

    /// The man whose square is the bit.
    pub fn last_man(&self) -> Piece {
        self.men[self.men.len() - 1]
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.kings.count()
    }

    /// How many words a block has.
    pub fn block_words(&self) -> usize {
        1 << (6 * self.outer_men().len())
    }

    /// How many words a set of positions has.
    pub fn words(&self) -> usize {
        self.blocks() * self.block_words()
    }

    /// The squares of the outer men in a word of a block.
    #[inline]
    pub fn outer_squares(&self, word: usize) -> impl Iterator<Item = Square> + use<> {
        let outers = self.outer_men().len();
        (1..=outers).map(move |outer| Square::new(((word >> (6 * (outers - outer))) & 63) as u32))
    }

    /// How far the square of an outer man is shifted in the number of a word.
    #[inline]
    pub fn shift(&self, outer: usize) -> usize {
        6 * (self.outer_men().len() - 1 - outer)
    }

    /// The number of a word, by the squares of the outer men.
    #[inline]
    pub fn word(&self, outers: impl IntoIterator<Item = Square>) -> usize {
        outers
            .into_iter()
            .fold(0, |word, square| word << 6 | square.to_usize())
    }

    /// The image of a word under a symmetry.
    #[inline]
    pub fn image(&self, word: usize, symmetry: Symmetry) -> usize {
        self.word(
            self.outer_squares(word)
                .map(|square| symmetry.square(square)),
        )
    }

    /// The index of a placement. `None` if the kings touch.
    pub fn encode(&self, squares: &[Square]) -> Option<Index> {
        let (block, symmetry) = self.kings.find(squares[0], squares[1])?;
        let last = self.men.len() - 1;
        Some(Index {
            block,
            word: self.word(
                squares[2..last]
                    .iter()
                    .map(|&square| symmetry.square(square)),
            ),
            bit: symmetry.square(squares[last]).to_u32(),
        })
    }

    /// The placement at an index.
    pub fn decode(&self, index: Index, turn: Color) -> Placement {
        let (white, black) = self.kings.squares(index.block);
        let mut squares = ArrayVec::from_iter([white, black]);
        squares.extend(self.outer_squares(index.word));
        squares.push(Square::new(index.bit));
        Placement { squares, turn }
    }

    /// The squares that kings and outer men of a word stand on. `None` if two
    /// share one.
    pub fn fixed(&self, block: usize, word: usize) -> Option<Bitboard> {
        let (white, black) = self.kings.squares(block);
        let mut fixed = Bitboard::from(white) | Bitboard::from(black);
        self.outer_squares(word)
            .all(|square| fixed.insert(square))
            .then_some(fixed)
    }

    /// The legal positions of a block with `turn` to move: no two men share a
    /// square, and the other side's king is not attacked.
    ///
    /// # Panics
    ///
    /// If `out` does not have the words of a block.
    pub fn legal(&self, block: usize, turn: Color, out: &mut [u64]) {
        assert_eq!(out.len(), self.block_words());
        for (word, legal) in out.iter_mut().enumerate() {
            *legal = self.legal_word(block, word, turn);
        }
    }

    /// The legal positions of one word of a block: see [`legal`](Self::legal).
    pub(crate) fn legal_word(&self, block: usize, word: usize, turn: Color) -> u64 {
        let Some(fixed) = self.fixed(block, word) else {
            return 0;
        };
        let (white, black) = self.kings.squares(block);
        let king = turn.fold_wb(black, white);
        let mut legal = !fixed;
        for (&man, square) in self.outer_men().iter().zip(self.outer_squares(word)) {
            if man.role == Role::Pawn && Bitboard::BACKRANKS.contains(square) {
                return 0;
            }
            if man.color == turn && is_attacked(king, man, square, fixed) {
                // Only the last man can still stand in between.
                legal &= attacks::between(square, king);
            }
        }
        let last = self.last_man();
        if last.role == Role::Pawn {
            legal &= !Bitboard::BACKRANKS;
        }
        if last.color == turn {
            legal &= !attackers(king, last, fixed);
        }
        legal.0
    }

    /// How many positions on the board each entry of a block represents.
    ///
    /// One for each symmetry that folds the kings: two with pawns and eight
    /// without. Half as many if the kings are on the diagonal, where a position
    /// and its reflection are both listed. Summed over all blocks this is the
    /// board count.
    pub fn board_weight(&self, block: usize) -> u64 {
        let images = self.kings.symmetries().len() as u64;
        if self.kings.on_diagonal(block) {
            images / 2
        } else {
            images
        }
    }

    /// The unique count of a set of positions of one word, in fractions:
    /// [`unique_parts`](Self::unique_parts) of them make one position.
    ///
    /// Positions that a symmetry of the board or an exchange of like men
    /// maps onto each other count as one. The set must contain both of a
    /// position and its reflection, or neither.
    pub fn unique(&self, block: usize, word: usize, set: u64) -> u64 {
        let count = |bits: u64| u64::from(bits.count_ones());
        if self.kings.on_diagonal(block) {
            count(set) + count(set & self.own_mirror_images(word))
        } else {
            2 * count(set)
        }
    }

    /// Where the last man of a word must stand so that the reflection at a1-h8
    /// gives the same position, up to exchanges of like men. The kings are on
    /// that diagonal.
    fn own_mirror_images(&self, word: usize) -> u64 {
        /// The squares that the reflection leaves in place.
        const DIAGONAL: u64 = 0x8040_2010_0804_0201;
        let squares: ArrayVec<Square, MAX_MEN> = self.outer_squares(word).collect();
        // Outer men whose image is not occupied by a like outer man. The last
        // man must stand there, so there may be only one, and it must be like
        // the last man.
        let mut images = DIAGONAL;
        let mut left_over = 0;
        for (&man, square) in self.outer_men().iter().zip(&squares) {
            let image = square.flip_diagonal();
            let mut others = self.outer_men().iter().zip(&squares);
            if !others.any(|(&other, &square)| other == man && square == image) {
                left_over += 1;
                images = if man == self.last_man() {
                    1 << image.to_u32()
                } else {
                    0
                };
            }
        }
        if left_over > 1 { 0 } else { images }
    }

    /// Whether this position comes first among those that a reflection or an
    /// exchange of like men makes of it.
    pub fn is_first_of_equals(&self, index: Index) -> bool {
        let placement = self.decode(index, Color::White);
        let rising = |from: usize, to: usize| {
            self.men[from] != self.men[to] || placement.squares[from] < placement.squares[to]
        };
        let image = placement
            .squares
            .iter()
            .map(|square| square.flip_diagonal());
        let mut image: ArrayVec<Square, MAX_MEN> = image.collect();
        for like in 2..self.men.len() {
            let same = (like..self.men.len()).take_while(|&man| self.men[man] == self.men[like]);
            let end = same.last().map_or(like, |man| man + 1);
            image[like..end].sort_unstable();
        }
        (3..self.men.len()).all(|man| rising(man - 1, man))
            && (!self.kings.on_diagonal(index.block) || placement.squares <= image)
    }

    /// Of the positions of some words, keeps those in which like men stand in
    /// ascending order, so that one of their orders remains. The words are
    /// consecutive from `first_word` on and differ only in the last outer man.
    pub fn keep_rising(&self, first_word: usize, words: &mut [u64]) {
        let last = self.men.len() - 1;
        let outers: ArrayVec<Square, MAX_MEN> = self.outer_squares(first_word).collect();
        // Of the men before the word man.
        let is_falling =
            |man: usize| self.men[man] == self.men[man - 1] && outers[man - 2] <= outers[man - 3];
        if (3..last.saturating_sub(1)).any(is_falling) {
            words.fill(0);
            return;
        }
        if last > 3 && self.men[last - 1] == self.men[last - 2] {
            let lowest = outers[last - 4].to_usize() + 1;
            let start = first_word & 63;
            let end = lowest.saturating_sub(start).min(words.len());
            words[..end].fill(0);
        }
        if last > 2 && self.men[last] == self.men[last - 1] {
            for (row, word) in (first_word..).zip(words) {
                *word &= !1 << (row & 63);
            }
        }
    }

    /// How many parts of [`unique`](Self::unique) make one position.
    pub fn unique_parts(&self) -> u64 {
        2 * self.material.like_orders()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn attacked_squares_are_those_of_attacks() {
        let mut random = Random::new(7);
        for _ in 0..2000 {
            let square = |random: &mut Random| Square::new(random.below(64) as u32);
            let (from, target) = (square(&mut random), square(&mut random));
            let men: Bitboard = (0..5).map(|_| square(&mut random)).collect();
            for man in Role::ALL
                .into_iter()
                .flat_map(|role| Color::ALL.map(|color| role.of(color)))
            {
                let expected = attacks::attacks(from, man, men).contains(target);
                assert_eq!(
                    is_attacked(target, man, from, men),
                    expected,
                    "{man:?} {from} {target}"
                );
            }
        }
    }

    #[test]
    fn index_and_back() {
        for class in ["KBNK", "KPKP"] {
            let layout = Layout::new(&class.parse().expect("a class")).expect("a layout");
            for block in 0..layout.blocks() {
                for word in 0..layout.block_words() {
                    let index = Index {
                        block,
                        word,
                        bit: (word as u32 * 7) % 64,
                    };
                    let placement = layout.decode(index, Color::White);
                    assert_eq!(layout.encode(&placement.squares), Some(index));
                }
            }
        }
    }

    /// The sum of unique fractions equals the number of positions that come
    /// first among their equals.
    #[test]
    fn unique_positions_are_the_first_of_equals() {
        for class in ["KNNvK", "KBNvK", "KQQvK", "KNNvKN", "KNNNvK", "KBBvKR"] {
            let layout = Layout::new(&class.parse().expect("a class")).expect("a layout");
            let (mut parts, mut firsts) = (0, 0);
            // With more men only the difficult cases, to save time.
            let is_difficult = |&block: &usize| {
                layout.men().len() == 4 || block < 40 && layout.kings().on_diagonal(block)
            };
            for block in (0..layout.blocks()).filter(is_difficult) {
                for word in 0..layout.block_words() {
                    let Some(fixed) = layout.fixed(block, word) else {
                        continue;
                    };
                    parts += layout.unique(block, word, !fixed.0);
                    for bit in !fixed {
                        let bit = bit.to_u32();
                        let index = Index { block, word, bit };
                        firsts += u64::from(layout.is_first_of_equals(index));
                    }
                }
            }
            assert_eq!(parts, firsts * layout.unique_parts(), "{class}");
        }
    }

    /// Exactly one order of like men is kept.
    #[test]
    fn rising_positions_are_one_of_all_orders() {
        for class in ["KNNvK", "KQRvK", "KNNvKN", "KNNNvK", "KBBvKNN", "KRvKNNN"] {
            let layout = Layout::new(&class.parse().expect("a class")).expect("a layout");
            let rows = layout.block_words().min(64);
            // With six men a slice of the block.
            let words = layout.block_words().min(1 << 15);
            let men = layout.men();
            let is_rising = |word: usize, bit: u32| {
                let index = Index {
                    block: 0,
                    word,
                    bit,
                };
                let squares = layout.decode(index, Color::White).squares;
                (3..men.len())
                    .all(|man| men[man] != men[man - 1] || squares[man] > squares[man - 1])
            };
            for first in (0..words).step_by(rows) {
                let mut kept = vec![!0; rows];
                layout.keep_rising(first, &mut kept);
                for (word, kept) in (first..).zip(kept) {
                    let rising = (0..64).filter(|&bit| is_rising(word, bit));
                    assert_eq!(kept, rising.fold(0, |set, bit| set | 1 << bit), "{class}");
                }
            }
        }
    }

    proptest::proptest! {
        /// Every image of a placement has the same index, or on the diagonal
        /// that of its reflection, and represents the same position.
        #[test]
        fn all_symmetries_agree(
            squares in proptest::collection::vec(0_u32..64, 4),
            class in proptest::sample::select(vec!["KRvKN", "KQRvK", "KPvKP", "KRPvK"]),
        ) {
            let layout = Layout::new(&class.parse::<Material>().expect("a class")).expect("a layout");
            let squares: Vec<_> = squares.into_iter().map(Square::new).collect();
            let Some(index) = layout.encode(&squares) else {
                proptest::prop_assert!(squares[0].distance(squares[1]) <= 1);
                return Ok(());
            };
            for &symmetry in layout.kings().symmetries() {
                let image: Vec<_> = squares.iter().map(|&s| symmetry.square(s)).collect();
                let other = layout.encode(&image).expect("kings as far apart as before");
                if layout.kings().on_diagonal(index.block) {
                    proptest::prop_assert_eq!(other.block, index.block);
                } else {
                    proptest::prop_assert_eq!(other, index);
                }
                let back = layout.decode(other, Color::White).squares;
                let same = |s: &Symmetry| image.iter().map(|&x| s.square(x)).eq(back.iter().copied());
                proptest::prop_assert!(layout.kings().symmetries().iter().any(same));
            }
        }
    }
}
