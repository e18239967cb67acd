//! A class divided into sheets.

use arrayvec::ArrayVec;
use drawproof_tables::{Layout, MAX_TABLE_MEN, numbered_ones};
use shakmaty::{Bitboard, Color, Piece, Square};

use crate::sheet::{Sheet, Words};

/// The role of a man of the class in a sheet.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Seat {
    King,
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

/// A class's sets, divided into sheets.
///
/// They have the words of [`Layout`], except for classes of three men: those
/// have no word man, and their only word is the first of an otherwise empty
/// sheet. All classes are thus handled alike.
#[derive(Clone, Debug)]
pub struct Shape<'a> {
    pub layout: &'a Layout,
    /// How many sheets a block has.
    pub sheets: usize,
}

/// The fixed men of a sheet.
#[derive(Clone, Debug)]
pub struct Place {
    pub at: At,
    /// Kings and sheet men, by index of the man.
    pub squares: ArrayVec<Square, MAX_TABLE_MEN>,
    pub fixed: Bitboard,
}

impl<'a> Shape<'a> {
    pub fn new(layout: &'a Layout) -> Self {
        Self {
            layout,
            sheets: layout.block_words().div_ceil(64),
        }
    }

    pub fn men(&self) -> &'a [Piece] {
        self.layout.men()
    }

    /// The men of one colour, by index.
    pub fn men_of(&self, color: Color) -> impl Iterator<Item = usize> + use<'a> {
        let men = self.men().iter().enumerate();
        men.filter_map(move |(man, piece)| (piece.color == color).then_some(man))
    }

    pub fn blocks(&self) -> usize {
        self.layout.blocks()
    }

    /// How many words a set of a block has.
    pub fn block_words(&self) -> usize {
        64 * self.sheets
    }

    /// An empty set of the whole class.
    pub fn empty_set(&self) -> Vec<u64> {
        vec![0; self.blocks() * self.block_words()]
    }

    /// One sheet of a set.
    ///
    /// # Panics
    ///
    /// If the set does not belong to this class.
    #[inline]
    pub fn words<'s>(&self, set: &'s [u64], at: At) -> &'s Words {
        let (sheets, _) = set.as_chunks();
        &sheets[at.block * self.sheets + at.sheet]
    }

    /// The index of the word man, if there is one.
    pub fn word_man(&self) -> Option<usize> {
        (self.men().len() > 3).then(|| self.men().len() - 2)
    }

    /// The index of the bit man.
    pub fn bit_man(&self) -> usize {
        self.men().len() - 1
    }

    pub fn seat(&self, man: usize) -> Seat {
        if man < 2 {
            Seat::King
        } else if man == self.bit_man() {
            Seat::Bit
        } else if Some(man) == self.word_man() {
            Seat::Word
        } else {
            Seat::Sheet
        }
    }

    /// The fixed men of a sheet. `None` if two share a square.
    pub fn place(&self, at: At) -> Option<Place> {
        let (white, black) = self.layout.kings().squares(at.block);
        let mut squares = ArrayVec::from_iter([white, black]);
        let mut fixed = Bitboard::from(white) | Bitboard::from(black);
        for man in 2..self.men().len().saturating_sub(2) {
            let square = self.sheet_square(at.sheet, man);
            if !fixed.insert(square) {
                return None;
            }
            squares.push(square);
        }
        Some(Place { at, squares, fixed })
    }

    /// The square of a sheet man in a sheet.
    pub fn sheet_square(&self, sheet: usize, man: usize) -> Square {
        Square::new((sheet >> self.shift(man) & 63) as u32)
    }

    /// Fixed men and, where there is one, the word man on the square of its
    /// word.
    pub fn with_word_man(&self, fixed: Bitboard, word: usize) -> Bitboard {
        if self.men().len() > 3 {
            fixed | Bitboard(1 << word)
        } else {
            fixed
        }
    }

    /// How far the square of a sheet man is shifted in the number of a sheet.
    pub fn shift(&self, man: usize) -> usize {
        6 * (self.men().len() - 3 - man)
    }

    /// The sheet that differs from one in the square of a sheet man.
    pub fn moved(&self, at: At, man: usize, to: Square) -> At {
        let shift = self.shift(man);
        At {
            sheet: at.sheet & !(63 << shift) | to.to_usize() << shift,
            ..at
        }
    }

    /// Converts a set from the order of tables to that of the class's sheets.
    pub fn padded(&self, set: Vec<u64>) -> Vec<u64> {
        if self.layout.block_words() == self.block_words() {
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
        if self.layout.block_words() == self.block_words() {
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
    use drawproof_tables::{LayoutError, Material, mixed};

    /// Several pages, and sheets whose bits are in both words of a block.
    #[test]
    fn stored_sheets_are_found_again() -> Result<(), LayoutError> {
        let class: Material = "KQRBvKN".parse().expect("a class");
        let layout = Layout::new(&class)?;
        let shape = Shape::new(&layout);
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
