//! Comparing exported code with tables, position by position.

mod truth;

use std::io;

use drawproof_tables::{
    HelpmateTable, HelpmateTables, Index, Layout, LayoutError, Material, Placement, Table, TableSet,
};
use shakmaty::{Color, Rank, Role, Square};

use crate::{How, Question};

use super::{helpmate::MAX_HELPMATE_MEN, metric::Metric, packed::Packed};
use truth::{Squares, Truth};

pub use truth::SKIPPED;

/// The answers for a placement: by bitboards, the stronger side being White and then Black, by
/// squares, and by bitboards once more with the square behind a pawn that may just have made a
/// double step.
pub type Said = [i16; 5];

/// The XOR mask that flips a square vertically.
const FLIP: u32 = 0x38;

/// One class, and what knows the truth.
pub struct Judge<'a> {
    layout: Layout,
    truth: Truth<'a>,
}

/// A question about a row of placements, which differ in the square of the last man.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowQuestion {
    /// What is asked.
    pub question: Question,
    /// The squares of all men but the last.
    pub squares: Vec<Square>,
    /// The squares of the last man.
    pub last: u64,
    /// The number of the row.
    pub row: u32,
    /// The answer's place in [`Said`].
    pub place: usize,
}

/// The result of the comparison.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Legal positions asked about; each colour as the stronger side and each
    /// en passant right count separately.
    pub positions: u64,
    /// Answers that differ from the table.
    pub differences: u64,
    /// The first of them.
    pub first: Option<Difference>,
}

/// An answer that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The position.
    pub fen: String,
    /// Which function was asked.
    pub function: &'static str,
    /// What it says.
    pub said: String,
    /// What the table says.
    pub expected: String,
}

impl<'a> Judge<'a> {
    /// The judge of a class, where `tables` has the classes that captures lead
    /// to.
    ///
    /// # Errors
    ///
    /// If the class has no tables.
    pub fn new(
        table: &'a Table,
        tables: &'a TableSet,
        metric: Metric,
    ) -> Result<Self, LayoutError> {
        let layout = Layout::new(table.layout().material())?;
        let truth = Truth::results(&layout, table, tables, metric);
        Ok(Self { layout, truth })
    }

    /// The judge of who can mate in a class.
    ///
    /// # Errors
    ///
    /// If the class has no tables.
    pub fn of_mates(
        table: &'a HelpmateTable,
        tables: &'a HelpmateTables,
    ) -> Result<Self, LayoutError> {
        let layout = Layout::new(table.layout().material())?;
        let truth = Truth::Mates { table, tables };
        Ok(Self { layout, truth })
    }

    /// The class.
    pub fn material(&self) -> &Material {
        self.layout.material()
    }

    /// The questions about the 4096 placements from this one on.
    pub fn questions(&self, class: u8, turn: Color, first: u32) -> Vec<RowQuestion> {
        let others = self.layout.men().len() - 1;
        let mut questions = Vec::new();
        for row in 0..64 {
            let at = first + 64 * row;
            let squares = self.squares(at);
            let mut last = 0;
            // For each square the columns where it is behind a pawn.
            let mut passed: Vec<(Square, u64)> = Vec::new();
            for column in 0..64 {
                let squares = self.squares(at + column);
                if self.expected(squares, turn).is_none() {
                    continue;
                }
                last |= 1 << column;
                let square = self.passed(squares, turn).filter(|_| self.numbers() == 5);
                match (square, passed.last_mut()) {
                    (Some(square), Some((of, columns))) if *of == square => *columns |= 1 << column,
                    (Some(square), _) => passed.push((square, 1 << column)),
                    (None, _) => {}
                }
            }
            let mut ask = |place, how, last| {
                questions.push(RowQuestion {
                    question: Question { class, turn, how },
                    squares: squares[..others].into(),
                    last,
                    row,
                    place,
                });
            };
            let board = |exchanged, en_passant| How::Board {
                exchanged,
                en_passant,
            };
            ask(0, board(false, None), last);
            ask(1, board(true, None), last);
            let has_squares = turn.is_white() || !self.material().is_symmetric();
            if has_squares && self.truth.has_squares() {
                ask(2, How::Squares, last);
            }
            for (square, columns) in passed {
                ask(3, board(false, Some(square)), columns);
                ask(4, board(true, Some(square)), columns);
            }
        }
        questions
    }

    /// The squares of a placement, 6 bits each in its number; A1 behind the last.
    fn squares(&self, at: u32) -> Squares {
        let men = self.layout.men().len();
        let mut squares = [Square::A1; MAX_HELPMATE_MEN];
        for (man, square) in squares[..men].iter_mut().enumerate() {
            *square = Square::new(at >> (6 * (men - 1 - man)) & 63);
        }
        squares
    }

    /// The number of the right answer; `None` if the position is not legal.
    fn expected(&self, squares: Squares, turn: Color) -> Option<i16> {
        self.truth.number(self.index(squares)?, turn)
    }

    fn index(&self, squares: Squares) -> Option<Index> {
        self.layout.encode(&squares[..self.layout.men().len()])
    }

    /// The square behind a pawn of the other side that may just have made a double step.
    fn passed(&self, squares: Squares, turn: Color) -> Option<Square> {
        let (rank, behind) = turn.fold_wb((Rank::Fifth, 8), (Rank::Fourth, -8));
        let mut men = self.layout.men().iter().zip(squares);
        let passed = men.find(|(man, square)| {
            man.role == Role::Pawn && man.color != turn && square.rank() == rank
        });
        passed.and_then(|(_, square)| square.offset(behind))
    }

    /// How many answers there are about a placement.
    pub fn numbers(&self) -> usize {
        if self.material().has_en_passant() {
            5
        } else {
            3
        }
    }

    /// Compares all positions with one side to move. `said` is called for every
    /// placement in ascending order.
    ///
    /// # Errors
    ///
    /// The errors of `said`.
    pub fn compare(
        &self,
        turn: Color,
        mut said: impl FnMut(u32) -> io::Result<Said>,
    ) -> io::Result<Tally> {
        let men = self.layout.men().len();
        let mut tally = Tally::default();
        for at in 0..1_u32 << (6 * men) {
            let said = said(at)?;
            let squares = self.squares(at);
            if let Some(expected) = self.expected(squares, turn) {
                let placement = || Placement {
                    squares: squares[..men].iter().copied().collect(),
                    turn,
                };
                self.judge(&placement, expected, said, &mut tally);
            }
        }
        Ok(tally)
    }

    fn judge(
        &self,
        placement: &dyn Fn() -> Placement,
        expected: i16,
        said: Said,
        tally: &mut Tally,
    ) {
        tally.positions += 2;
        let mut differ = |function: &'static str, exchanged, said, expected| {
            tally.differences += 1;
            tally.first.get_or_insert_with(|| Difference {
                fen: placement()
                    .fen_either(self.material(), exchanged)
                    .to_string(),
                function,
                said: self.truth.text(said),
                expected: self.truth.text(expected),
            });
        };
        for (exchanged, &said) in [false, true].into_iter().zip(&said[..2]) {
            if said != expected {
                differ("bitboards", exchanged, said, expected);
            }
        }
        // With equal material the side to move is White.
        let has_squares = placement().turn.is_white() || !self.material().is_symmetric();
        if has_squares && said[2] != expected && said[2] != SKIPPED {
            differ("squares", false, said[2], expected);
        }
        if said[3] == SKIPPED || self.numbers() < 5 {
            return;
        }
        let with_right = placement().with_en_passant(self.material());
        let known = with_right
            .first()
            .and_then(|position| self.truth.number_of(position));
        let (expected, may_be_silent) = match known {
            Some(number) => (number, false),
            // No pawn can capture, so the square has no effect.
            None => (expected, with_right.is_empty()),
        };
        for (exchanged, &said) in [false, true].into_iter().zip(&said[3..]) {
            if said != expected && !(may_be_silent && said == self.truth.unknown()) {
                differ("bitboards with en passant", exchanged, said, expected);
            }
        }
        tally.positions += 2;
    }

    /// The answers of data for a placement, in the form of a program.
    pub fn asked(&self, packed: &Packed, turn: Color, at: u32) -> Said {
        let men = self.layout.men();
        let mut boards = [0_u64; 8];
        let mut flipped = [0_u64; 8];
        let placed = self.squares(at);
        for (man, square) in men.iter().zip(placed) {
            let square = square.to_u32();
            let flipped_square = square ^ FLIP;
            let kind = 8 - man.role as usize;
            let side = usize::from(man.color.is_black());
            for of in [side, kind] {
                boards[of] |= 1 << square;
            }
            for of in [1 - side, kind] {
                flipped[of] |= 1 << flipped_square;
            }
        }
        let ask =
            |boards: [u64; 8], ep: u32, turn: Color| self.truth.asked(packed, boards, ep, turn);
        let mut said = [
            ask(boards, 0, turn),
            ask(flipped, 0, !turn),
            self.truth.asked_by_squares(packed, placed, turn),
            SKIPPED,
            SKIPPED,
        ];
        if let Some(square) = self.passed(placed, turn) {
            let ep = square.to_u32();
            said[3] = ask(boards, ep, turn);
            said[4] = ask(flipped, ep ^ FLIP, !turn);
        }
        said
    }
}

#[cfg(test)]
mod tests;
