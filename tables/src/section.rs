//! Sections of a class: the positions in which one man stands on some squares.

use std::borrow::Cow;

use arrayvec::ArrayVec;
use rayon::prelude::*;
use shakmaty::{Bitboard, ByColor, Color, File};

use crate::{Index, Layout, Metric, Numbers, Placement, SideTable, Table, Value};

/// Which words of a [`Layout`] a section has: all, or those with one of the outer men on some
/// squares. Sets of a section hold only these, in the order of the layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    man: Option<usize>,
    /// How far the man's square is shifted in the number of a word; all words of a block have
    /// the same one if there is no such man.
    shift: usize,
    squares: ArrayVec<u8, 64>,
    /// The place of each square among them; [`NOWHERE`] for others.
    places: [u8; 64],
    block_words: usize,
    blocks: usize,
}

/// The place of a square that a section lacks.
const NOWHERE: u8 = u8::MAX;

impl Section {
    /// All positions of a class.
    pub fn whole(layout: &Layout) -> Self {
        let shift = layout.block_words().ilog2() as usize;
        Self::new(layout, None, shift, ArrayVec::from_iter([0]))
    }

    fn new(layout: &Layout, man: Option<usize>, shift: usize, squares: ArrayVec<u8, 64>) -> Self {
        let mut places = [NOWHERE; 64];
        for (at, &square) in (0..).zip(&squares) {
            places[usize::from(square)] = at;
        }
        let others = if man.is_some() { 64 } else { 1 };
        Self {
            man,
            shift,
            places,
            block_words: layout.block_words() / others * squares.len(),
            blocks: layout.blocks(),
            squares,
        }
    }

    /// Those with a pawn, a man of the layout, on a file or its mirror image. All positions if
    /// it is the last man.
    pub fn of_file(layout: &Layout, man: usize, file: File) -> Self {
        let outer = man.wrapping_sub(2);
        if outer >= layout.outer_men().len() {
            return Self::whole(layout);
        }
        let files = Bitboard::from(file) | Bitboard::from(file.flip_horizontal());
        let squares = files & !Bitboard::BACKRANKS;
        let squares = squares.into_iter().map(|of| of.to_u32() as u8);
        Self::new(layout, Some(man), layout.shift(outer), squares.collect())
    }

    /// Whether it has all positions.
    pub fn is_whole(&self) -> bool {
        self.man.is_none()
    }

    /// How many words a block has.
    pub fn block_words(&self) -> usize {
        self.block_words
    }

    /// How many words a set has.
    pub fn words(&self) -> usize {
        self.blocks * self.block_words
    }

    /// The place of a word of a block; `None` if the section lacks it.
    #[inline]
    pub fn place(&self, word: usize) -> Option<usize> {
        let (rest, low) = (word >> self.shift, word & ((1 << self.shift) - 1));
        let (high, square) = (rest >> 6, rest & 63);
        let at = self.places[square];
        (at != NOWHERE).then_some((high * self.squares.len() + usize::from(at)) << self.shift | low)
    }

    /// The word of a block at a place.
    #[inline]
    pub fn word(&self, place: usize) -> usize {
        let (rest, low) = (place >> self.shift, place & ((1 << self.shift) - 1));
        let (high, at) = (rest / self.squares.len(), rest % self.squares.len());
        (high << 6 | usize::from(self.squares[at])) << self.shift | low
    }

    /// The block, and the word there, of a word of the section's sets.
    pub fn word_of_block(&self, at: usize) -> (usize, usize) {
        (at / self.block_words, self.word(at % self.block_words))
    }

    /// Where the section's sets have a word of a block; `None` if the section lacks it.
    pub fn at(&self, block: usize, word: usize) -> Option<usize> {
        Some(block * self.block_words + self.place(word)?)
    }

    /// The words of a set of all positions that the section has.
    fn of_set(&self, set: &[u64]) -> Vec<u64> {
        let all = set.len() / self.blocks;
        let word = |at: usize| {
            let (block, word) = self.word_of_block(at);
            set[block * all + word]
        };
        (0..self.words()).into_par_iter().map(word).collect()
    }

    fn of_side(&self, side: &SideTable) -> SideTable {
        let mut part = SideTable {
            legal: self.of_set(&side.legal),
            win: self.of_set(&side.win),
            loss: self.of_set(&side.loss),
            ..SideTable::default()
        };
        for metric in Metric::ALL {
            if let Some(numbers) = metric.numbers(side) {
                let slices = numbers.slices.iter();
                let slices = slices.map(|slice| self.of_set(slice)).collect();
                metric.set_numbers(&mut part, Numbers { slices });
            }
        }
        part
    }
}

/// The values of a section of a class.
#[derive(Clone, Debug)]
pub struct Excerpt<'a> {
    layout: &'a Layout,
    section: Section,
    sides: ByColor<Cow<'a, SideTable>>,
}

impl<'a> Excerpt<'a> {
    /// Sides that have the words of a section.
    pub fn new(layout: &'a Layout, section: Section, sides: ByColor<SideTable>) -> Self {
        Self {
            layout,
            section,
            sides: sides.map(Cow::Owned),
        }
    }

    /// The section.
    pub fn section(&self) -> &Section {
        &self.section
    }

    /// All its positions with one side to move.
    pub fn side(&self, turn: Color) -> &SideTable {
        self.sides.get(turn)
    }

    /// Both sides, to keep.
    pub fn into_sides(self) -> ByColor<Cow<'a, SideTable>> {
        self.sides
    }

    /// The value of a placement, or of the same one with like men exchanged. `None` if it is not
    /// legal, or the section lacks it.
    pub fn probe(&self, placement: &Placement) -> Option<Value> {
        let value = |squares: &[_]| self.value(self.layout.encode(squares)?, placement.turn);
        let Some(man) = self.section.man else {
            return value(&placement.squares);
        };
        let men = self.layout.men();
        let like = (2..men.len()).filter(|&other| men[other] == men[man]);
        let exchanged = like.map(|other| {
            let mut squares = placement.squares.clone();
            squares.swap(man, other);
            squares
        });
        exchanged.into_iter().find_map(|squares| value(&squares))
    }

    fn value(&self, index: Index, turn: Color) -> Option<Value> {
        let word = self.section.at(index.block, index.word)?;
        self.side(turn).value(word, index.bit)
    }
}

impl Table {
    /// The values of a section.
    pub fn excerpt(&self, section: &Section) -> Excerpt<'_> {
        let side = |turn: Color| {
            let side = self.side(turn);
            if section.is_whole() {
                Cow::Borrowed(side)
            } else {
                Cow::Owned(section.of_side(side))
            }
        };
        Excerpt {
            layout: self.layout(),
            section: section.clone(),
            sides: ByColor::new_with(side),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use shakmaty::Square;

    use super::*;

    /// Every word of the layout whose man stands on the file has a place, in order.
    #[test]
    fn places_are_those_of_the_words_with_a_pawn_on_the_file() -> Result<(), Box<dyn Error>> {
        for (class, man) in [("KBPvKB", 2), ("KPvKNP", 3), ("KPPvKP", 3), ("KPvKN", 2)] {
            let layout = Layout::new(&class.parse()?)?;
            let section = Section::of_file(&layout, man, File::C);
            let is_in = |word: &usize| {
                let square = layout.outer_squares(*word).nth(man - 2);
                square.is_some_and(|of| {
                    [File::C, File::F].contains(&of.file()) && !Bitboard::BACKRANKS.contains(of)
                })
            };
            let words: Vec<usize> = (0..layout.block_words()).filter(is_in).collect();
            let found: Vec<usize> = (0..section.block_words())
                .map(|at| section.word(at))
                .collect();
            assert_eq!(found, words, "{class}");
            let places: Vec<usize> = (0..layout.block_words())
                .filter_map(|word| section.place(word))
                .collect();
            assert_eq!(places, (0..section.block_words()).collect::<Vec<_>>());
        }
        Ok(())
    }

    #[test]
    fn a_last_man_leaves_the_class_whole() -> Result<(), Box<dyn Error>> {
        for class in ["KPvK", "KPvKP"] {
            let layout = Layout::new(&class.parse()?)?;
            let last = layout.men().len() - 1;
            let section = Section::of_file(&layout, last, File::A);
            assert_eq!(section, Section::whole(&layout));
            let words = 0..layout.block_words();
            assert!(words.clone().all(|word| section.place(word) == Some(word)));
            assert!(words.into_iter().all(|word| section.word(word) == word));
        }
        Ok(())
    }

    /// A placement is found whichever of like pawns stands on the file, with the table's values.
    #[test]
    fn like_pawns_are_found_in_either_order() -> Result<(), Box<dyn Error>> {
        let layout = Layout::new(&"KPPvK".parse()?)?;
        let white = SideTable::new(&layout, Color::White);
        let black = SideTable::new(&layout, Color::Black);
        let table = Table::new(layout.clone(), ByColor { white, black });
        let section = Section::of_file(&layout, 2, File::G);
        let excerpt = table.excerpt(&section);
        let probe = |pawns: [Square; 2]| {
            let squares = [Square::E1, Square::E8, pawns[0], pawns[1]];
            let placement = Placement {
                squares: squares.into_iter().collect(),
                turn: Color::White,
            };
            (excerpt.probe(&placement), table.probe(&placement))
        };
        let draw = Some(Value::DRAW);
        assert_eq!(probe([Square::B2, Square::D4]), (draw, draw));
        assert_eq!(probe([Square::D4, Square::G3]), (draw, draw));
        assert_eq!(probe([Square::D4, Square::A3]), (None, draw));
        assert_eq!(probe([Square::D4, Square::D4]), (None, None));
        Ok(())
    }
}
