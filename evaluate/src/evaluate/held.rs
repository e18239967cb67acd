//! Tables of smaller classes, looked up for the positions that need it.

use drawproof_language::{
    graph::{HeldTable, NodeId, Op},
    syntax::TableEntries,
};
use drawproof_tables::{Placement, Table};
use shakmaty::Square;

use super::{evaluator::Evaluator, mask::Mask, place::Place};
use crate::{
    recognizer::{Rows, positions},
    step::Step,
};

impl Evaluator<'_> {
    /// The positions among some in which the table of a smaller class holds one
    /// of the results that are asked for.
    pub(super) fn held(&mut self, step: &Step, held: &HeldTable, wanted: &Mask) -> Mask {
        let program = self.program;
        let Some(table) = program.tables.get(&held.material) else {
            return Mask::NONE;
        };
        let men = &step.node.arguments;
        let choices: Vec<Vec<(Place, Rows)>> = men.iter().map(|&man| self.choices(man)).collect();
        let mut holds: Rows = [0; 64];
        for (row, column) in positions(&wanted.to_rows()) {
            let squares = men.iter().zip(&choices);
            let squares = squares
                .map(|(&man, choices)| self.square_at(man, choices, (row as u32, column)))
                .collect::<Option<_>>();
            let placement = squares.map(|squares| Placement {
                squares,
                turn: held.turn,
            });
            if placement.is_some_and(|placement| has(table, &placement, held)) {
                holds[row] |= 1 << column;
            }
        }
        Mask::of_rows(&holds)
    }

    /// Where a square may be that has no simple form.
    fn choices(&mut self, id: NodeId) -> Vec<(Place, Rows)> {
        if self.is_simple(id) {
            return Vec::new();
        }
        let places = self.places(id).into_iter();
        places
            .map(|(place, mask)| (place, mask.to_rows()))
            .collect()
    }

    fn is_simple(&self, id: NodeId) -> bool {
        let node = &self.program.steps[id].node;
        match node.op {
            Op::Entry(TableEntries::Squares(_)) => self.is_simple(node.arguments[0]),
            _ => self.place(id).is_some(),
        }
    }

    /// The square at a row and a column.
    fn square_at(
        &self,
        id: NodeId,
        choices: &[(Place, Rows)],
        (row, column): (u32, u32),
    ) -> Option<Square> {
        let node = &self.program.steps[id].node;
        let chosen = || {
            let mut choices = choices.iter();
            let is_here = |(_, rows): &&(Place, Rows)| rows[row as usize] >> column & 1 != 0;
            choices.find(is_here).map(|(place, _)| *place)
        };
        let square = match &node.op {
            Op::Entry(TableEntries::Squares(squares)) if choices.is_empty() => {
                let from = self.square_at(node.arguments[0], &[], (row, column))?;
                u32::from(squares[from.to_usize()])
            }
            _ => match self.place(id).or_else(chosen)? {
                Place::Fixed(square) => square,
                Place::Row => row,
                Place::Column => column,
            },
        };
        Some(Square::new(square & 63))
    }
}

/// Whether a table holds one of some results for a position.
pub fn has(table: &Table, placement: &Placement, held: &HeldTable) -> bool {
    let value = table.probe(placement);
    value.is_some_and(|value| held.results.has(value.wdl))
}
