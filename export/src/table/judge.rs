//! Comparing exported code with tables, position by position.

use std::io;

use drawproof_tables::{
    Layout, LayoutError, Material, Oracle, Placement, Table, TableSet, Value, Wdl,
};
use shakmaty::{Color, Square};

use super::{Metric, Packed, order::View};

/// A harness's answers for a placement: see `emit/harness.rs`.
pub type Said = [i16; 5];

/// The XOR mask that flips a square vertically.
const FLIP: u32 = 0x38;

/// Marks answers that were not requested.
pub const SKIPPED: i16 = i16::MAX;

/// One class, and the oracle that knows the truth.
pub struct Judge<'a> {
    /// The stronger side to move.
    view: View,
    table: &'a Table,
    tables: &'a TableSet,
    metric: Metric,
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
        let view = View::new(&Layout::new(table.layout().material())?, Color::White);
        Ok(Self {
            view,
            table,
            tables,
            metric,
        })
    }

    fn material(&self) -> &Material {
        self.view.layout.material()
    }

    /// How many numbers a harness prints for a placement.
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
        let men = self.view.layout.men().len();
        let mut tally = Tally::default();
        for at in 0..1_u32 << (6 * men) {
            let said = said(at)?;
            let mut squares = [Square::A1; 4];
            for (man, square) in squares[..men].iter_mut().enumerate() {
                *square = Square::new(at >> (6 * (men - 1 - man)) & 63);
            }
            let index = self.view.layout.encode(&squares[..men]);
            if let Some(value) = index.and_then(|index| self.table.value(index, turn)) {
                let placement = || Placement {
                    squares: squares[..men].iter().copied().collect(),
                    turn,
                };
                self.judge(&placement, value, said, &mut tally);
            }
        }
        Ok(tally)
    }

    fn judge(
        &self,
        placement: &dyn Fn() -> Placement,
        value: Value,
        said: Said,
        tally: &mut Tally,
    ) {
        let expected = self.number(value);
        tally.positions += 2;
        let mut differ = |function: &'static str, exchanged, said, expected| {
            tally.differences += 1;
            tally.first.get_or_insert_with(|| Difference {
                fen: placement()
                    .fen_either(self.material(), exchanged)
                    .to_string(),
                function,
                said: self.text(said),
                expected: self.text(expected),
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
            .and_then(|position| self.tables.probe_chess(position).ok());
        let (expected, may_be_silent) = match known {
            Some(value) => (self.number(value), false),
            // No pawn can capture, so the square has no effect.
            None => (expected, with_right.is_empty()),
        };
        for (exchanged, &said) in [false, true].into_iter().zip(&said[3..]) {
            if said != expected && !(may_be_silent && said == self.unknown()) {
                differ("bitboards with en passant", exchanged, said, expected);
            }
        }
        tally.positions += 2;
    }

    fn unknown(&self) -> i16 {
        if self.metric == Metric::Draw { -1 } else { 2 }
    }

    /// A harness's number for a value.
    fn number(&self, value: Value) -> i16 {
        let plies = value.dtm.map_or(0, |dtm| dtm.0 as i16);
        match (self.metric, value.wdl) {
            (Metric::Draw, wdl) => (wdl == Wdl::Draw).into(),
            (_, Wdl::Draw) => 0,
            (Metric::Wdl, Wdl::Win) => 1,
            (Metric::Wdl, Wdl::Loss) => -1,
            (Metric::Dtm, Wdl::Win) => 1000 - plies,
            (Metric::Dtm, Wdl::Loss) => plies - 1000,
        }
    }

    fn text(&self, number: i16) -> String {
        match (self.metric, number) {
            (_, unknown) if unknown == self.unknown() => "not known".into(),
            (Metric::Draw, 1) | (Metric::Wdl | Metric::Dtm, 0) => "draw".into(),
            (Metric::Draw, 0) => "no draw".into(),
            (Metric::Wdl, 1) => "win".into(),
            (Metric::Wdl, -1) => "loss".into(),
            (Metric::Dtm, 1..=1000) => format!("win in {} plies", 1000 - number),
            (Metric::Dtm, -1000..=-1) => format!("loss in {} plies", 1000 + number),
            (_, other) => format!("{other}, which means nothing"),
        }
    }

    /// The answers of data for a placement, in the form of a harness.
    pub fn asked(&self, packed: &Packed, turn: Color, at: u32) -> Said {
        let men = self.view.layout.men();
        let mut boards = [0_u64; 8];
        let mut flipped = [0_u64; 8];
        let mut ep = 0;
        for (place, man) in men.iter().enumerate() {
            let square = at >> (6 * (men.len() - 1 - place)) & 63;
            let flipped_square = square ^ FLIP;
            let kind = 8 - man.role as usize;
            let side = usize::from(man.color.is_black());
            for of in [side, kind] {
                boards[of] |= 1 << square;
            }
            for of in [1 - side, kind] {
                flipped[of] |= 1 << flipped_square;
            }
            let (rank, behind) = turn.fold_wb((4, 8), (3, -8));
            if man.role as u8 == 1 && man.color != turn && square >> 3 == rank {
                ep = square.wrapping_add_signed(behind);
            }
        }
        let number = |score: Option<i32>| match (self.metric, score) {
            (_, None) => self.unknown(),
            (Metric::Draw, Some(score)) => i16::from(score == 0),
            (_, Some(score)) => score as i16,
        };
        let ask =
            |b: [u64; 8], ep: u32, turn: Color| number(packed.score(b, 0, ep, turn.is_white()));
        let mut squares = [0; 4];
        for (square, &place) in squares.iter_mut().zip(self.view.places()) {
            *square = at >> (6 * (men.len() - 1 - place)) & 63;
        }
        let of_squares = packed.score_of_squares(self.view.kinds(), squares, turn.is_white());
        let mut said = [
            ask(boards, 0, turn),
            ask(flipped, 0, !turn),
            number(of_squares),
            SKIPPED,
            SKIPPED,
        ];
        if ep != 0 {
            said[3] = ask(boards, ep, turn);
            said[4] = ask(flipped, ep ^ FLIP, !turn);
        }
        said
    }
}

#[cfg(test)]
mod tests;
