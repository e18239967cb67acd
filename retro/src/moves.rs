//! Moves within the class, a sheet at a time.
//!
//! There is only one kind of question: from which positions of a sheet can a
//! side move into a set? Captures and promotions leave the class and are
//! handled in `conversions.rs`.

use drawproof_tables::{Layout, Symmetry, pawns, spread};
use shakmaty::{Bitboard, ByColor, Color, Role, Square, attacks};

use crate::{
    shape::{At, Place, Seat, Shape, Sparse, SparseBlock},
    sheet::{Sheet, Words, add_bit_man_moves, add_image, add_through, add_word_man_moves},
};

/// A set of positions that moves may lead into.
pub trait Source {
    /// Its positions in one sheet, without en passant rights; `None` if there
    /// are none.
    fn plain(&self, at: At) -> Option<&Words>;

    /// Its positions in one sheet right after a pawn, given by its index among
    /// the men, made a double step. They may differ where the pawn can be
    /// captured en passant.
    fn stepped(&self, pawn: usize, at: At) -> Option<Sheet>;
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

/// The moves of a class.
#[derive(Debug)]
pub struct Moves<'a> {
    pub shape: Shape<'a>,
    king_steps: Vec<ByColor<Vec<KingStep>>>,
}

impl<'a> Moves<'a> {
    pub fn new(layout: &'a Layout) -> Self {
        let king_steps = (0..layout.blocks())
            .map(|block| ByColor::new_with(|color| steps_of(layout, block, color)))
            .collect();
        Self {
            shape: Shape::new(layout),
            king_steps,
        }
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
        into: &impl Source,
        wanted: &Sheet,
        to: &mut Sheet,
    ) {
        for man in self.shape.men_of(mover) {
            let piece = self.shape.men()[man];
            if piece.role == Role::Pawn {
                continue;
            }
            match self.shape.seat(man) {
                Seat::King => {
                    for step in self.king_steps(place.at.block, mover) {
                        self.add_king_step(place.at, step, into, to);
                    }
                }
                Seat::Sheet => {
                    let from = place.squares[man];
                    for square in attacks::attacks(from, piece, place.fixed) & !place.fixed {
                        if let Some(words) = into.plain(self.shape.moved(place.at, man, square)) {
                            add_through(&mut to.0, words, attacks::between(from, square).0);
                        }
                    }
                }
                Seat::Word => {
                    if let Some(words) = into.plain(place.at) {
                        add_word_man_moves(&mut to.0, piece.role, words, place.fixed.0);
                    }
                }
                Seat::Bit => {
                    if let Some(words) = into.plain(place.at) {
                        self.add_bit_man(place, piece.role, words, to);
                    }
                }
            }
            if to.covers(wanted) {
                return;
            }
        }
    }

    fn add_king_step(&self, at: At, step: &KingStep, into: &impl Source, to: &mut Sheet) {
        let landed = At {
            block: step.block,
            sheet: self.image(at.sheet, step.onto),
        };
        let Some(words) = into.plain(landed) else {
            return;
        };
        if self.shape.word_man().is_some() {
            add_image(&mut to.0, words, step.onto);
        } else {
            to.0[0] |= step.onto.inverse().bits(words[0]);
        }
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
        let men = 2..self.shape.men().len().saturating_sub(2);
        let squares = men.map(|man| {
            let shift = self.shape.shift(man);
            let square = Square::new((sheet >> shift & 63) as u32);
            symmetry.square(square).to_usize() << shift
        });
        squares.sum()
    }

    /// Like [`add_piece_moves`](Self::add_piece_moves), for pawn moves that do
    /// not promote.
    pub fn add_pawn_moves(&self, place: &Place, mover: Color, into: &impl Source, to: &mut Sheet) {
        for man in self.shape.men_of(mover) {
            if self.shape.men()[man].role != Role::Pawn {
                continue;
            }
            match self.shape.seat(man) {
                Seat::King => {}
                Seat::Sheet => {
                    let [one, two] = pawns::steps(mover, place.squares[man], !place.fixed.0);
                    for square in Bitboard(one) {
                        if let Some(words) = into.plain(self.shape.moved(place.at, man, square)) {
                            to.add(words);
                        }
                    }
                    for square in Bitboard(two) {
                        let landed = self.shape.moved(place.at, man, square);
                        if let Some(stepped) = into.stepped(man, landed) {
                            add_through(&mut to.0, &stepped.0, one);
                        }
                    }
                }
                Seat::Word => Self::add_word_pawn(place, man, mover, into, to),
                Seat::Bit => self.add_bit_pawn(place, man, mover, into, to),
            }
        }
    }

    fn add_word_pawn(place: &Place, man: usize, mover: Color, into: &impl Source, to: &mut Sheet) {
        let (plain, stepped) = (into.plain(place.at), into.stepped(man, place.at));
        if plain.is_none() && stepped.is_none() {
            return;
        }
        for from in !Bitboard::BACKRANKS & !place.fixed {
            let [one, two] = pawns::steps(mover, from, !place.fixed.0);
            let word = &mut to.0[from.to_usize()];
            if let Some(words) = plain {
                *word |= Bitboard(one)
                    .first()
                    .map_or(0, |square| words[square.to_usize()]);
            }
            if let Some(stepped) = &stepped {
                let landed = Bitboard(two).first();
                *word |= landed.map_or(0, |square| stepped.0[square.to_usize()] & !one);
            }
        }
    }

    fn add_bit_pawn(
        &self,
        place: &Place,
        man: usize,
        mover: Color,
        into: &impl Source,
        to: &mut Sheet,
    ) {
        let (plain, stepped) = (into.plain(place.at), into.stepped(man, place.at));
        for (word, to) in to.0.iter_mut().enumerate() {
            let empty = !self.shape.with_word_man(place.fixed, word).0;
            if let Some(words) = plain {
                *to |= pawns::step_back(mover, words[word], empty);
            }
            if let Some(stepped) = &stepped {
                *to |= pawns::double_step_back(mover, stepped.0[word], empty);
            }
        }
    }

    /// Marks the sheets of a block from which moves may lead into a set: into
    /// its stored sheets or, after double steps, into those of `stepped`.
    pub fn mark(
        &self,
        block: usize,
        mover: Color,
        into: &Sparse,
        stepped: &[(usize, Sparse)],
        marks: &mut Marks,
    ) {
        for step in self.king_steps(block, mover) {
            let back = step.onto.inverse();
            for sheet in into.block(step.block).numbers() {
                marks.set(self.image(sheet, back));
            }
        }
        self.mark_within(into.block(block), mover, marks);
        for (_, stepped) in stepped {
            self.mark_within(stepped.block(block), mover, marks);
        }
    }

    fn mark_within(&self, held: &SparseBlock, mover: Color, marks: &mut Marks) {
        for sheet in held.numbers() {
            let at = At { block: 0, sheet };
            for man in self.shape.men_of(mover) {
                match self.shape.seat(man) {
                    Seat::King => {}
                    Seat::Word | Seat::Bit => marks.set(sheet),
                    Seat::Sheet => {
                        let from = self.shape.sheet_square(sheet, man);
                        let reach = match self.shape.men()[man].role {
                            Role::Pawn => {
                                let one = pawns::step_back(mover, 1 << from.to_u32(), !0);
                                Bitboard(one | pawns::step_back(mover, one, !0))
                            }
                            role => attacks::attacks(from, role.of(mover), Bitboard::EMPTY),
                        };
                        for square in reach {
                            marks.set(self.shape.moved(at, man, square).sheet);
                        }
                    }
                }
            }
        }
    }
}

/// Which sheets of a block the search must visit.
#[derive(Debug)]
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

    pub fn set_all(&mut self) {
        for sheet in 0..self.sheets {
            self.set(sheet);
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        drawproof_tables::numbered_ones(&self.words)
    }
}

fn steps_of(layout: &Layout, block: usize, color: Color) -> Vec<KingStep> {
    let pairs = layout.kings();
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

#[cfg(test)]
mod tests;
