//! Moves within the class, a sheet at a time.
//!
//! There is only one kind of question: from which positions of a sheet can a
//! side move into a set? Captures and promotions leave the class and are
//! handled in `conversions.rs`.

use drawproof_tables::{Symmetry, spread};
use shakmaty::{Bitboard, ByColor, Color, Role, Square, attacks};

use crate::positions::{
    shape::{At, Place, Seat, Shape, Sparse, SparseBlock},
    sheet::{Sheet, Words, add_bit_man_moves, add_image, add_through, add_word_man_moves},
};

/// A set of positions that moves may lead into.
pub trait MoveTargets {
    /// Its positions in one sheet; `None` if there are none.
    fn words(&self, at: At) -> Option<&Words>;
}

/// A king's step from one block to another.
#[derive(Clone, Debug)]
pub struct KingStep {
    /// The square that the king steps to, on the board of the block that it
    /// leaves.
    pub square: Square,
    /// The block of the two kings after the step.
    pub block: usize,
    /// The symmetry that maps the board onto that block.
    pub onto: Symmetry,
}

/// The moves of pieces between positions of one shape.
#[derive(Debug)]
pub struct Moves {
    pub shape: Shape,
    king_steps: Vec<ByColor<Vec<KingStep>>>,
}

impl Moves {
    pub fn new(shape: Shape) -> Self {
        let king_steps = (0..shape.blocks())
            .map(|block| ByColor::new_with(|color| steps_of(&shape, block, color)))
            .collect();
        Self { shape, king_steps }
    }

    /// The steps that the king of `color` could take in a block if only the
    /// kings were on the board.
    pub fn king_steps(&self, block: usize, color: Color) -> &[KingStep] {
        self.king_steps[block].get(color)
    }

    /// Adds the positions of a sheet in which a piece of `mover` can move into
    /// a set. May stop once all `wanted` positions are included; may add
    /// illegal positions.
    pub fn add_piece_moves(
        &self,
        place: &Place,
        mover: Color,
        into: &impl MoveTargets,
        wanted: &Sheet,
        to: &mut Sheet,
    ) {
        // The last men first: the sheets that they move in are closer by.
        for man in self.shape.men_of(mover).rev() {
            let piece = self.shape.men()[man];
            match self.shape.seat(man) {
                // Pawn moves are conversions.
                Seat::Fixed => continue,
                Seat::King => {
                    for step in self.king_steps(place.at.block, mover) {
                        if self.add_king_step(place.at, step, into, to) && to.covers(wanted) {
                            return;
                        }
                    }
                    continue;
                }
                Seat::Sheet => {
                    let Some(from) = place.square(man) else {
                        continue;
                    };
                    for square in attacks::attacks(from, piece, place.fixed) & !place.fixed {
                        if let Some(words) = into.words(self.shape.moved(place.at, man, square)) {
                            add_through(&mut to.0, words, attacks::between(from, square).0);
                            if to.covers(wanted) {
                                return;
                            }
                        }
                    }
                    continue;
                }
                Seat::Word => {
                    if let Some(words) = into.words(place.at) {
                        add_word_man_moves(&mut to.0, piece.role, words, place.fixed.0);
                    }
                }
                Seat::Bit => {
                    if let Some(words) = into.words(place.at) {
                        self.add_bit_man(place, piece.role, words, to);
                    }
                }
            }
            if to.covers(wanted) {
                return;
            }
        }
    }

    /// Whether there is anything to add.
    fn add_king_step(
        &self,
        at: At,
        step: &KingStep,
        into: &impl MoveTargets,
        to: &mut Sheet,
    ) -> bool {
        let landed = At {
            block: step.block,
            sheet: self.image(at.sheet, step.onto),
        };
        let Some(words) = into.words(landed) else {
            return false;
        };
        if self.shape.word_man().is_some() {
            add_image(&mut to.0, words, step.onto);
        } else {
            to.0[0] |= step.onto.inverse().bits(words[0]);
        }
        true
    }

    fn add_bit_man(&self, place: &Place, role: Role, words: &Words, to: &mut Sheet) {
        if self.shape.word_man().is_some() {
            add_bit_man_moves(&mut to.0, role, words, place.fixed.0);
        } else {
            to.0[0] |= spread(role, words[0], !place.fixed.0);
        }
    }

    /// The number of the sheet that a symmetry maps a sheet to.
    fn image(&self, sheet: usize, symmetry: Symmetry) -> usize {
        if symmetry == Symmetry::IDENTITY {
            return sheet;
        }
        let squares = self.shape.sheet_men().iter().map(|&man| {
            let shift = self.shape.shift(man);
            let square = Square::new((sheet >> shift & 63) as u32);
            symmetry.square(square).to_usize() << shift
        });
        squares.sum()
    }

    /// Marks the sheets of a block from which moves may lead into a set.
    pub fn mark(&self, block: usize, mover: Color, into: &Sparse, marks: &mut Marks) {
        for step in self.king_steps(block, mover) {
            let back = step.onto.inverse();
            for sheet in into.block(step.block).numbers() {
                marks.set(self.image(sheet, back));
            }
        }
        self.mark_within(into.block(block), mover, marks);
    }

    fn mark_within(&self, held: &SparseBlock, mover: Color, marks: &mut Marks) {
        for sheet in held.numbers() {
            let at = At { block: 0, sheet };
            for man in self.shape.men_of(mover) {
                match self.shape.seat(man) {
                    Seat::King | Seat::Fixed => {}
                    Seat::Word | Seat::Bit => marks.set(sheet),
                    Seat::Sheet => {
                        let from = self.shape.sheet_square(sheet, man);
                        let piece = self.shape.men()[man];
                        for square in attacks::attacks(from, piece, Bitboard::EMPTY) {
                            marks.set(self.shape.moved(at, man, square).sheet);
                        }
                    }
                }
            }
        }
    }
}

/// Which sheets of a block the search must visit.
#[derive(Clone, Debug)]
pub struct Marks {
    words: Vec<u64>,
    sheets: usize,
}

impl Marks {
    pub fn none(shape: &Shape) -> Self {
        Self {
            words: vec![0; shape.sheets.div_ceil(64)],
            sheets: shape.sheets,
        }
    }

    pub fn set(&mut self, sheet: usize) {
        self.words[sheet / 64] |= 1 << (sheet % 64);
    }

    pub fn clear(&mut self, sheet: usize) {
        self.words[sheet / 64] &= !(1 << (sheet % 64));
    }

    pub fn set_all(&mut self) {
        for sheet in 0..self.sheets {
            self.set(sheet);
        }
    }

    /// Keeps those that others have as well.
    pub fn keep(&mut self, others: &Self) {
        for (word, other) in self.words.iter_mut().zip(&others.words) {
            *word &= other;
        }
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        drawproof_tables::numbered_ones(&self.words)
    }
}

fn steps_of(shape: &Shape, block: usize, color: Color) -> Vec<KingStep> {
    let Some(pairs) = shape.king_pairs() else {
        return lone_steps(shape, block, color);
    };
    let (white, black) = pairs.squares(block);
    attacks::king_attacks(color.fold_wb(white, black))
        .into_iter()
        .filter_map(|square| {
            let (block, onto) =
                color.fold_wb(pairs.find(square, black), pairs.find(white, square))?;
            Some(KingStep {
                square,
                block,
                onto,
            })
        })
        .collect()
}

/// The steps of White's king if blocks are its squares.
fn lone_steps(shape: &Shape, block: usize, color: Color) -> Vec<KingStep> {
    if color.is_black() || shape.block_men().is_empty() {
        return Vec::new();
    }
    let steps = attacks::king_attacks(Square::new(block as u32));
    let step = |square: Square| KingStep {
        square,
        block: square.to_usize(),
        onto: Symmetry::IDENTITY,
    };
    steps.into_iter().map(step).collect()
}

#[cfg(test)]
mod tests;
