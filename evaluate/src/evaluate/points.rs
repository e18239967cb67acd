//! Truths in one position after another.

use arrayvec::ArrayVec;
use drawproof_language::graph::NodeId;
use drawproof_tables::MAX_TABLE_MEN;

use super::{mask::Mask, place::Place, state::Evaluator};
use crate::recognizer::{Rows, positions};

/// How many squares quantifiers may go through in single positions for one step of
/// a sheet.
const SQUARES_A_STEP: u64 = 64;

impl Evaluator<'_> {
    /// The positions among some in which a truth holds, one by one.
    pub(super) fn point_by_point(&mut self, id: NodeId, wanted: &Mask) -> Mask {
        let budget = self.steps_left.saturating_mul(SQUARES_A_STEP);
        self.point.squares_left = budget;
        let mut holds: Rows = [0; 64];
        let places: ArrayVec<Place, MAX_TABLE_MEN> =
            (0..self.program.men).map(|man| self.man(man)).collect();
        for (row, column) in positions(&wanted.to_rows()) {
            self.point.set_up(places.iter().map(|place| match place {
                Place::Fixed(square) => u64::from(*square),
                Place::Row => row as u64,
                Place::Column => column.into(),
            }));
            holds[row] |= u64::from(self.point.value(id) != 0) << column;
        }
        let steps = (budget - self.point.squares_left).div_ceil(SQUARES_A_STEP);
        self.steps_left = self.steps_left.saturating_sub(steps + 1);
        Mask::of_rows(&holds)
    }
}
