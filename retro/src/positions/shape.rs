//! The positions of a search, divided into sheets.

use arrayvec::ArrayVec;
use drawproof_tables::{KingPairs, Layout, MAX_TABLE_MEN, numbered_ones};
use rayon::prelude::*;
use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

use crate::positions::{
    pawn_structure::Structure,
    sheet::{Sheet, Words},
};

/// The role of a man in a sheet.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Seat {
    /// A king whose square belongs to the number of a block.
    King,
    /// A pawn: it stands on the same square in all positions.
    Fixed,
    /// One of the men whose squares number the sheets of a block.
    Sheet,
    /// The word man.
    Word,
    /// The bit man.
    Bit,
}

/// The number of a sheet: its block, and which of the block's sheets it is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct At {
    pub block: usize,
    pub sheet: usize,
}

/// What the blocks are.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Blocks {
    /// Placements of both kings, folded by the board's symmetries.
    Kings(&'static KingPairs),
    /// Squares of White's king.
    King,
    /// There is only one.
    One,
}

/// The positions of one search, divided into sheets: those of a class without
/// pawns, in the order of [`Layout`], or those with one pawn structure.
///
/// With a pawn structure, the men that move are the kings and the pieces, in the
/// order of the class; nothing is folded. Where four men or more move, a block is
/// a square of White's king and the other men number its sheets; where fewer move,
/// kings are the word man or the bit man as well.
///
/// Classes of three men without pawns have no word man: their only word is the
/// first of an otherwise empty sheet. All are thus handled alike.
#[derive(Clone, Debug)]
pub struct Shape {
    men: ArrayVec<Piece, MAX_TABLE_MEN>,
    /// The square of each pawn; none for other men.
    pawns: [Option<Square>; MAX_TABLE_MEN],
    pawn_squares: Bitboard,
    kind: Blocks,
    /// The men whose squares number sheets, the first one highest.
    sheet_men: ArrayVec<usize, MAX_TABLE_MEN>,
    word_man: Option<usize>,
    bit_man: usize,
    /// How many sheets a block has.
    pub sheets: usize,
}

/// The fixed men of a sheet.
#[derive(Clone, Debug)]
pub struct Place {
    pub at: At,
    /// The square of each man that is neither the word man nor the bit man.
    squares: [Option<Square>; MAX_TABLE_MEN],
    pub fixed: Bitboard,
}

impl Place {
    /// The square of a man. `None` for the word man and the bit man.
    #[inline]
    pub fn square(&self, man: usize) -> Option<Square> {
        self.squares[man]
    }
}

impl Shape {
    /// All positions of a class without pawns.
    pub fn whole(layout: &Layout) -> Self {
        let men = layout.men().len();
        Self::new(
            layout,
            Blocks::Kings(layout.kings()),
            &Structure::EMPTY,
            (2..men).collect(),
        )
    }

    /// The positions of a class with a pawn structure.
    pub fn with_pawns(layout: &Layout, structure: &Structure) -> Self {
        let pawns = structure.squares().len();
        let moving: ArrayVec<usize, MAX_TABLE_MEN> =
            (0..2).chain(2 + pawns..layout.men().len()).collect();
        if moving.len() > 3 {
            let others = moving.iter().copied().skip(1).collect();
            Self::new(layout, Blocks::King, structure, others)
        } else {
            Self::new(layout, Blocks::One, structure, moving)
        }
    }

    fn new(
        layout: &Layout,
        kind: Blocks,
        structure: &Structure,
        mut others: ArrayVec<usize, MAX_TABLE_MEN>,
    ) -> Self {
        let mut pawns = [None; MAX_TABLE_MEN];
        for (pawn, &square) in pawns[2..].iter_mut().zip(structure.squares()) {
            *pawn = Some(square);
        }
        let bit_man = others.pop().unwrap_or_default();
        let word_man = others.pop();
        Self {
            men: layout.men().iter().copied().collect(),
            pawns,
            pawn_squares: structure.squares().iter().copied().collect(),
            kind,
            sheets: 1 << (6 * others.len()),
            sheet_men: others,
            word_man,
            bit_man,
        }
    }

    pub fn men(&self) -> &[Piece] {
        &self.men
    }

    /// The men of one colour, by index.
    pub fn men_of(&self, color: Color) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let men = self.men.iter().enumerate();
        men.filter_map(move |(man, piece)| (piece.color == color).then_some(man))
    }

    /// The squares of all pawns.
    pub fn pawn_squares(&self) -> Bitboard {
        self.pawn_squares
    }

    /// The square of a pawn. `None` for other men.
    pub fn pawn_square(&self, man: usize) -> Option<Square> {
        self.pawns[man]
    }

    pub fn blocks(&self) -> usize {
        match self.kind {
            Blocks::Kings(pairs) => pairs.count(),
            Blocks::King => 64,
            Blocks::One => 1,
        }
    }

    /// How many words a set of a block has.
    pub fn block_words(&self) -> usize {
        64 * self.sheets
    }

    /// The placements of the kings, if these are the blocks.
    pub fn king_pairs(&self) -> Option<&'static KingPairs> {
        match self.kind {
            Blocks::Kings(pairs) => Some(pairs),
            Blocks::King | Blocks::One => None,
        }
    }

    /// The men whose squares number blocks.
    pub fn block_men(&self) -> std::ops::Range<usize> {
        match self.kind {
            Blocks::Kings(_) => 0..2,
            Blocks::King => 0..1,
            Blocks::One => 0..0,
        }
    }

    /// The men that number the words of a block and the bits of a word, in order.
    pub fn numbering_men(&self) -> impl Iterator<Item = usize> + '_ {
        let sheet_men = self.sheet_men.iter().copied();
        sheet_men.chain(self.word_man).chain([self.bit_man])
    }

    /// An empty set of all positions.
    pub fn empty_set(&self) -> Vec<u64> {
        vec![0; self.blocks() * self.block_words()]
    }

    /// One sheet of a set.
    ///
    /// # Panics
    ///
    /// If the set does not have this shape.
    #[inline]
    pub fn words<'s>(&self, set: &'s [u64], at: At) -> &'s Words {
        let (sheets, _) = set.as_chunks();
        &sheets[at.block * self.sheets + at.sheet]
    }

    /// The index of the word man, if there is one.
    pub fn word_man(&self) -> Option<usize> {
        self.word_man
    }

    /// The index of the bit man.
    pub fn bit_man(&self) -> usize {
        self.bit_man
    }

    pub fn seat(&self, man: usize) -> Seat {
        if self.block_men().contains(&man) {
            Seat::King
        } else if self.pawns[man].is_some() {
            Seat::Fixed
        } else if man == self.bit_man {
            Seat::Bit
        } else if Some(man) == self.word_man {
            Seat::Word
        } else {
            Seat::Sheet
        }
    }

    /// The fixed men of a sheet. `None` if two share a square.
    pub fn place(&self, at: At) -> Option<Place> {
        let mut squares = self.pawns;
        let mut fixed = self.pawn_squares;
        let mut put = |man: usize, square: Square| {
            squares[man] = Some(square);
            fixed.insert(square)
        };
        let are_apart = match self.kind {
            Blocks::Kings(pairs) => {
                let (white, black) = pairs.squares(at.block);
                put(0, white) && put(1, black)
            }
            Blocks::King => put(0, Square::new(at.block as u32)),
            Blocks::One => true,
        };
        let mut men = self.sheet_men.iter();
        let are_apart = are_apart && men.all(|&man| put(man, self.sheet_square(at.sheet, man)));
        are_apart.then_some(Place { at, squares, fixed })
    }

    /// The square of a sheet man in a sheet.
    pub fn sheet_square(&self, sheet: usize, man: usize) -> Square {
        Square::new((sheet >> self.shift(man) & 63) as u32)
    }

    /// Fixed men and, where there is one, the word man on the square of its
    /// word.
    pub fn with_word_man(&self, fixed: Bitboard, word: usize) -> Bitboard {
        if self.word_man.is_some() {
            fixed | Bitboard(1 << word)
        } else {
            fixed
        }
    }

    /// How far the square of a sheet man is shifted in the number of a sheet.
    pub fn shift(&self, man: usize) -> usize {
        let place = self.sheet_men.iter().position(|&other| other == man);
        6 * (self.sheet_men.len() - 1 - place.unwrap_or(0))
    }

    /// The men whose squares number sheets.
    pub fn sheet_men(&self) -> &[usize] {
        &self.sheet_men
    }

    /// The sheet that differs from one in the square of a sheet man.
    pub fn moved(&self, at: At, man: usize, to: Square) -> At {
        let shift = self.shift(man);
        At {
            sheet: at.sheet & !(63 << shift) | to.to_usize() << shift,
            ..at
        }
    }

    /// The legal positions of a sheet with `turn` to move: no two men share a
    /// square, and the other side's king is not attacked.
    pub fn legal(&self, at: At, turn: Color, out: &mut Words) {
        let Some(place) = self.place(at) else { return };
        let words = if self.word_man.is_some() { 0..64 } else { 0..1 };
        for word in words {
            out[word] = self.legal_word(&place, word, turn);
        }
    }

    /// All legal positions with `turn` to move.
    pub fn legal_set(&self, turn: Color) -> Vec<u64> {
        let mut legal = self.empty_set();
        let (sheets, _) = legal.as_chunks_mut();
        sheets
            .par_iter_mut()
            .enumerate()
            .with_min_len(64)
            .for_each(|(at, words)| {
                let at = At {
                    block: at / self.sheets,
                    sheet: at % self.sheets,
                };
                self.legal(at, turn, words);
            });
        legal
    }

    fn legal_word(&self, place: &Place, word: usize, turn: Color) -> u64 {
        let stands = |man: usize| {
            let square = Square::new(word as u32);
            place
                .square(man)
                .or((Some(man) == self.word_man).then_some(square))
        };
        let fixed = self.with_word_man(place.fixed, word);
        if self.word_man.is_some() && place.fixed.contains(Square::new(word as u32)) {
            return 0;
        }
        let last = self.men[self.bit_man];
        let attackers = self
            .men_of(turn)
            .filter_map(|man| Some((self.men[man], stands(man)?)));
        let king = Role::King.of(!turn);
        let king_square = self
            .men
            .iter()
            .position(|&man| man == king)
            .and_then(stands);
        let mut legal = !fixed;
        let Some(king_square) = king_square else {
            // The last man is the king that must not be attacked.
            for (man, square) in attackers {
                legal &= !attacks::attacks(square, man, fixed);
            }
            return legal.0;
        };
        for (man, square) in attackers {
            if attacks::attacks(square, man, fixed).contains(king_square) {
                // Only the last man can still stand in between.
                legal &= attacks::between(square, king_square);
            }
        }
        if last.color == turn {
            legal &= !drawproof_tables::attackers(king_square, last, fixed);
        }
        legal.0
    }

    /// Converts a set from the order of tables to that of sheets.
    pub fn padded(&self, set: Vec<u64>) -> Vec<u64> {
        if self.word_man.is_some() {
            return set;
        }
        let mut padded = self.empty_set();
        for (sheet, word) in padded.chunks_mut(64).zip(set) {
            sheet[0] = word;
        }
        padded
    }

    /// Converts a set back to the order of tables.
    pub fn unpadded(&self, set: Vec<u64>) -> Vec<u64> {
        if self.word_man.is_some() {
            return set;
        }
        set.into_iter().step_by(64).collect()
    }
}

/// A set of positions of a class that stores only non-empty sheets.
#[derive(Clone, Default, Debug)]
pub struct Sparse {
    blocks: Vec<SparseBlock>,
}

/// The sheets of one block.
#[derive(Clone, Default, Debug)]
pub struct SparseBlock {
    /// Which sheets are stored, 64 per word. Empty if none is.
    present: Vec<u64>,
    /// How many are stored before those of each word.
    before: Vec<u32>,
    /// The sheets in order, in pages that do not move as the block grows.
    pages: Vec<Box<[Sheet; PAGE]>>,
    len: usize,
}

/// How many sheets are allocated at a time: 4 KiB.
const PAGE: usize = 8;

impl SparseBlock {
    /// Appends a sheet; empty ones are not stored.
    pub fn push(&mut self, shape: &Shape, sheet: usize, set: &Sheet) {
        if set.is_empty() {
            return;
        }
        if self.present.is_empty() {
            self.present = vec![0; shape.sheets.div_ceil(64)];
            self.before = vec![0; self.present.len()];
        }
        self.present[sheet / 64] |= 1 << (sheet % 64);
        if self.len.is_multiple_of(PAGE) {
            self.pages.push(Box::new([Sheet::EMPTY; PAGE]));
        }
        self.pages[self.len / PAGE][self.len % PAGE] = *set;
        self.len += 1;
        for before in &mut self.before[sheet / 64 + 1..] {
            *before += 1;
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub fn get(&self, sheet: usize) -> Option<&Sheet> {
        let at = self.position(sheet)?;
        Some(&self.pages[at / PAGE][at % PAGE])
    }

    /// How many sheets are stored before a stored one.
    #[inline]
    pub fn position(&self, sheet: usize) -> Option<usize> {
        let present = *self.present.get(sheet / 64)?;
        let bit = 1 << (sheet % 64);
        let before = (present & (bit - 1)).count_ones();
        (present & bit != 0).then(|| (before + self.before[sheet / 64]) as usize)
    }

    /// The numbers of the stored sheets, in order.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        numbered_ones(&self.present)
    }

    /// The stored sheets with their numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Sheet)> {
        self.numbers()
            .zip(self.pages.iter().flat_map(|page| page.iter()))
    }
}

impl Sparse {
    /// The set of these blocks.
    pub fn new(blocks: Vec<SparseBlock>) -> Self {
        Self { blocks }
    }

    pub fn blocks(&self) -> &[SparseBlock] {
        &self.blocks
    }

    pub fn block(&self, block: usize) -> &SparseBlock {
        &self.blocks[block]
    }

    /// Nothing.
    pub fn none(shape: &Shape) -> Self {
        Self::new(vec![SparseBlock::default(); shape.blocks()])
    }

    #[inline]
    pub fn get(&self, at: At) -> Option<&Sheet> {
        self.blocks.get(at.block)?.get(at.sheet)
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.iter().all(SparseBlock::is_empty)
    }

    /// How many positions there are.
    pub fn count(&self) -> u64 {
        let sheets = self.blocks.iter().flat_map(SparseBlock::iter);
        sheets.map(|(_, sheet)| sheet.count()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use drawproof_tables::{Index, LayoutError, Material, mixed};

    /// Two men number the sheets of six: as in words of tables.
    #[test]
    fn sheets_are_words_of_tables() -> Result<(), LayoutError> {
        let class: Material = "KQRBvKN".parse().expect("a class");
        let layout = Layout::new(&class)?;
        let shape = Shape::whole(&layout);
        assert_eq!(shape.sheet_men(), [2, 3]);
        for sheet in (0..shape.sheets).step_by(7) {
            let at = At { block: 100, sheet };
            let index = Index {
                block: 100,
                word: 64 * sheet,
                bit: 0,
            };
            let squares = layout.decode(index, Color::White).squares;
            for (man, other) in [(2, 3), (3, 2)] {
                assert_eq!(shape.sheet_square(sheet, man), squares[man]);
                let moved = shape.moved(at, man, Square::C5).sheet;
                assert_eq!(shape.sheet_square(moved, man), Square::C5);
                assert_eq!(shape.sheet_square(moved, other), squares[other]);
            }
        }
        Ok(())
    }

    /// Several pages, and sheets whose bits are in both words of a block.
    #[test]
    fn stored_sheets_are_found_again() -> Result<(), LayoutError> {
        let class: Material = "KQRBvKN".parse().expect("a class");
        let layout = Layout::new(&class)?;
        let shape = Shape::whole(&layout);
        assert_eq!(shape.sheets, 4096);
        let is_stored = |sheet: usize| mixed(sheet as u64).is_multiple_of(50);
        let of = |sheet: usize| Sheet([mixed(sheet as u64) | 1; 64]);
        let mut block = SparseBlock::default();
        for sheet in 0..shape.sheets {
            let set = if is_stored(sheet) {
                of(sheet)
            } else {
                Sheet::EMPTY
            };
            block.push(&shape, sheet, &set);
        }
        let stored: Vec<usize> = (0..shape.sheets)
            .filter(|&sheet| is_stored(sheet))
            .collect();
        assert!(block.numbers().eq(stored.iter().copied()));
        for (position, &sheet) in stored.iter().enumerate() {
            assert_eq!(block.position(sheet), Some(position));
            assert_eq!(block.get(sheet).map(|set| set.0), Some(of(sheet).0));
        }
        assert!((0..shape.sheets).all(|sheet| block.get(sheet).is_some() == is_stored(sheet)));
        assert!(block.iter().all(|(sheet, set)| set.0 == of(sheet).0));
        let bits: u64 = stored.iter().map(|&sheet| of(sheet).count()).sum();
        assert_eq!(Sparse::new(vec![block]).count(), bits);
        assert_eq!(
            bits,
            stored
                .iter()
                .map(|&sheet| 64 * u64::from((mixed(sheet as u64) | 1).count_ones()))
                .sum::<u64>()
        );
        Ok(())
    }
}
