//! Tables of smaller classes, looked up for all positions of a sheet that need it.
//!
//! Where a man of the smaller class stands varies with the row, with the column, or not at all. If
//! only one of them matters, the answers are a product, and one word of the table often has all of
//! them: its bits are the squares of the last man.

use std::array;

use arrayvec::ArrayVec;
use drawproof_language::{
    graph::{HeldTable, NodeId, Op},
    syntax::TableEntries,
};
use drawproof_tables::{MAX_MEN, MAX_TABLE_MEN, Placement, ones};
use shakmaty::Square;

use super::{
    look::{Look, has},
    mask::{Mask, transposed},
    place::Place,
    state::Evaluator,
};
use crate::{recognizer::Rows, step::Step};

/// Where a man stands: the square that a table of squares has for a place.
#[derive(Copy, Clone, Debug)]
struct Spot {
    place: Place,
    /// `None` if it is the place itself.
    to: Option<[u8; 64]>,
}

/// Where each man of a smaller class stands.
type Spots = ArrayVec<Spot, MAX_TABLE_MEN>;

impl Evaluator<'_> {
    /// The positions among some in which the table of a smaller class holds one of the results that
    /// are asked for; others are not all left out.
    pub(super) fn held(&mut self, step: &Step, held: &HeldTable, wanted: &Mask) -> Mask {
        let program = self.program;
        let table = program.tables.get(&held.material);
        let Some(table) = table.filter(|_| !wanted.is_empty()) else {
            return Mask::NONE;
        };
        let look = Look { table, held };
        let mut cases = vec![(Spots::new(), wanted.clone())];
        for &man in &step.node.arguments {
            let spots = self.spots(man);
            let with_each = |(known, positions): (Spots, Mask)| {
                let more = spots.iter().map(move |(spot, there)| {
                    let mut all = known.clone();
                    all.push(*spot);
                    (all, positions.clone().and(there))
                });
                more.filter(|(_, positions)| !positions.is_empty())
                    .collect::<Vec<_>>()
            };
            cases = cases.into_iter().flat_map(with_each).collect();
        }
        if let [(spots, positions)] = &cases[..] {
            return self.at_spots(step, &look, spots, positions);
        }
        cases
            .into_iter()
            .fold(Mask::NONE, |sum, (spots, positions)| {
                let holds = look.at(&spots, &positions);
                holds.and(&positions).or(&sum)
            })
    }

    /// The same for men that have one spot each. What does not depend on the men between the kings
    /// and the last two is the same for all sheets with these kings, and kept.
    fn at_spots(&mut self, step: &Step, look: &Look, spots: &Spots, wanted: &Mask) -> Mask {
        let is_same = self.has_other_sheets() && !self.depends_on_sheet(step);
        let is_same = is_same && step.node.arguments.iter().all(|&man| self.is_one_spot(man));
        if !is_same || !varies(spots, Place::Row) || !varies(spots, Place::Column) {
            return look.at(spots, wanted);
        }
        let mut squares = [0; MAX_TABLE_MEN];
        for (square, spot) in squares.iter_mut().zip(spots) {
            *square = spot.place.index() as u32;
        }
        let known = self.grids.entry((step.id, squares));
        known.or_insert_with(|| look.at(spots, &Mask::ALL)).clone()
    }

    /// Whether there are other sheets with the same kings.
    fn has_other_sheets(&self) -> bool {
        self.program.men > 4
    }

    /// Whether a value depends on men that differ between the sheets with the same kings.
    fn depends_on_sheet(&self, step: &Step) -> bool {
        let last = self.program.men - 2;
        step.node.men & ((1 << last) - 1) & !0b11 != 0
    }

    /// Whether a man always has the same spot, with one table of squares.
    fn is_one_spot(&self, id: NodeId) -> bool {
        let node = &self.program.steps[id].node;
        match node.op {
            Op::Entry(_) => self.is_one_spot(node.arguments[0]),
            Op::If => false,
            _ => true,
        }
    }

    /// Where a man may stand, with the positions in which it does.
    fn spots(&mut self, id: NodeId) -> Vec<(Spot, Mask)> {
        let node = &self.program.steps[id].node;
        match (&node.op, &node.arguments[..]) {
            (Op::If, &[condition, yes, no]) => {
                let condition = self.truth(condition);
                let (yes, no) = (self.spots(yes), self.spots(no));
                let both = [(yes, condition.clone()), (no, condition.not())];
                let chosen = both.into_iter().flat_map(|(spots, chosen)| {
                    let spots = spots.into_iter();
                    spots.map(move |(spot, there)| (spot, there.and(&chosen)))
                });
                chosen.filter(|(_, there)| !there.is_empty()).collect()
            }
            (Op::Entry(TableEntries::Squares(squares)), &[square]) => {
                let spots = self.spots(square).into_iter();
                spots
                    .map(|(spot, there)| (spot.then(squares), there))
                    .collect()
            }
            _ => {
                let place = self.place(id).into_iter();
                place
                    .map(|place| (Spot { place, to: None }, Mask::ALL))
                    .collect()
            }
        }
    }
}

/// Whether some man's square varies with the row, or with the column.
fn varies(spots: &Spots, with: Place) -> bool {
    spots.iter().any(|spot| spot.place == with)
}

impl Spot {
    /// The square that a table has for this one.
    fn then(self, squares: &[u8]) -> Self {
        let before = self.to;
        let at = |place: usize| before.map_or(place, |to| usize::from(to[place]));
        Self {
            place: self.place,
            to: Some(array::from_fn(|place| squares[at(place)])),
        }
    }

    /// Its square at a row and a column.
    fn square(&self, (row, column): (u32, u32)) -> Square {
        let at = match self.place {
            Place::Fixed(square) => square,
            Place::Row => row,
            Place::Column => column,
        };
        let to = self.to.map_or(at, |to| to[(at & 63) as usize].into());
        Square::new(to & 63)
    }

    /// Answers by the square of a man, by its place.
    fn gather(&self, by_square: u64, wanted: u64) -> u64 {
        let Some(to) = self.to else {
            return by_square;
        };
        let places = ones(wanted);
        places.fold(0, |all, place| {
            all | (by_square >> (to[place as usize] & 63) & 1) << place
        })
    }
}

/// Where all men stand at a row and a column.
fn squares(spots: &Spots, at: (u32, u32)) -> ArrayVec<Square, MAX_MEN> {
    spots.iter().map(|spot| spot.square(at)).collect()
}

impl Look<'_> {
    /// Where the men have a result, right for the wanted positions.
    fn at(&self, spots: &Spots, wanted: &Mask) -> Mask {
        let is_varied = [Place::Row, Place::Column].map(|with| varies(spots, with));
        match is_varied {
            [false, false] => Mask::all_if(self.line(spots, Place::Column, 0, 1) & 1 != 0),
            [false, true] => {
                Mask::columns(self.line(spots, Place::Column, 0, wanted.any_columns()))
            }
            [true, false] => Mask::rows(self.line(spots, Place::Row, 0, wanted.any_rows())),
            [true, true] => self.grid(spots, &wanted.to_rows()),
        }
    }

    /// The same where both row and column matter. One word of the table has the answers for the
    /// last man, so it is best that only he moves along a line.
    fn grid(&self, spots: &Spots, wanted: &Rows) -> Mask {
        let is_by_rows = spots.last().is_some_and(|last| last.place == Place::Row);
        let (along, wanted) = if is_by_rows {
            (Place::Row, transposed(wanted))
        } else {
            (Place::Column, *wanted)
        };
        let lines: Rows = array::from_fn(|at| match wanted[at] {
            0 => 0,
            wanted => self.line(spots, along, at as u32, wanted) & wanted,
        });
        Mask::of_rows(&if is_by_rows {
            transposed(&lines)
        } else {
            lines
        })
    }

    /// The answers along a row of the sheet, by the column, or along a column.
    fn line(&self, spots: &Spots, along: Place, other: u32, wanted: u64) -> u64 {
        let at = |place: u32| match along {
            Place::Row => (place, other),
            _ => (other, place),
        };
        let mut moving = (0..spots.len()).filter(|&man| spots[man].place == along);
        match (moving.next(), moving.next()) {
            (None, _) if self.has(spots, at(0)) => !0,
            (None, _) => 0,
            (Some(man), None) if man > 1 => self.of_man(spots, man, at(0), wanted),
            // The kings decide where in the table the position is.
            _ => ones(wanted).fold(0, |all, place| {
                all | u64::from(self.has(spots, at(place))) << place
            }),
        }
    }

    /// The answers by the place of one man who is no king.
    fn of_man(&self, spots: &Spots, man: usize, at: (u32, u32), wanted: u64) -> u64 {
        let layout = self.table.layout();
        let squares = squares(spots, at);
        let Some((block, onto)) = layout.kings().find(squares[0], squares[1]) else {
            return 0;
        };
        let last = squares.len() - 1;
        let outers = squares[2..last].iter().map(|&square| onto.square(square));
        let word = block * layout.block_words() + layout.word(outers);
        if man == last {
            let by_square = onto.inverse().bits(self.results(word));
            return spots[man].gather(by_square, wanted);
        }
        let shift = layout.shift(man - 2);
        let others = word & !(63 << shift);
        let bit = onto.square(squares[last]).to_u32();
        ones(wanted).fold(0, |all, place| {
            let square = onto.square(spots[man].square((place, place)));
            let word = others | square.to_usize() << shift;
            all | (self.results(word) >> bit & 1) << place
        })
    }

    /// Whether the men have a result at a row and a column.
    fn has(&self, spots: &Spots, at: (u32, u32)) -> bool {
        let placement = Placement {
            squares: squares(spots, at),
            turn: self.held.turn,
        };
        has(self.table, &placement, self.held)
    }
}
