//! A look into the table of a smaller class.

use drawproof_language::graph::HeldTable;
use drawproof_tables::{Placement, Table, Wdl};

/// A look into a table.
pub struct Look<'a> {
    pub table: &'a Table,
    pub held: &'a HeldTable,
}

impl Look<'_> {
    /// The positions of one word of the table that have one of the results.
    #[inline]
    pub fn results(&self, word: usize) -> u64 {
        let side = self.table.side(self.held.turn);
        let of = |result, positions| {
            if self.held.results.has(result) {
                positions
            } else {
                0
            }
        };
        of(Wdl::Win, side.win[word])
            | of(Wdl::Loss, side.loss[word])
            | of(Wdl::Draw, side.draws(word))
    }
}

/// Whether a table holds one of some results for a position.
#[inline]
pub fn has(table: &Table, placement: &Placement, held: &HeldTable) -> bool {
    let index = table.layout().encode(&placement.squares);
    index.is_some_and(|index| {
        let word = index.block * table.layout().block_words() + index.word;
        Look { table, held }.results(word) >> index.bit & 1 != 0
    })
}
