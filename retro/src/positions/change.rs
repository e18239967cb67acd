//! What moves change, and the order of the values that they lead to.

use arrayvec::ArrayVec;
use drawproof_tables::MAX_TABLE_MEN;
use shakmaty::{Role, Square};

use crate::positions::shape::Shape;

/// What a move changes besides the square of a piece.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Change {
    /// The man that was captured.
    pub victim: Option<usize>,
    /// The pawn that has moved, to where, and what it has become.
    pub pawn: Option<(usize, Square, Option<Role>)>,
    /// The man whose square becomes the bit. `None` if only kings remain, and
    /// both are in the number of a block.
    pub last: Option<usize>,
}

/// The order of values after a change: that of the positions before it, without
/// a captured piece, and with a chosen man as the last one. Pawns, and what they
/// have become, are on the same square in all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The men whose squares number the words of a block.
    pub outers: ArrayVec<usize, MAX_TABLE_MEN>,
    pub last: Option<usize>,
}

impl Order {
    /// The order after a change.
    pub fn of(shape: &Shape, change: &Change) -> Self {
        let others = [change.victim, change.last];
        let outers = shape.numbering_men();
        Self {
            outers: outers.filter(|man| !others.contains(&Some(*man))).collect(),
            last: change.last,
        }
    }

    /// The index of the word that a move leads to: `square_of` gives the square
    /// number of each man of the class after the move.
    #[inline]
    pub fn word(&self, block: usize, square_of: impl Fn(usize) -> usize) -> usize {
        self.outers
            .iter()
            .fold(block, |word, &man| word << 6 | square_of(man))
    }

    /// How many words a block has.
    pub fn block_words(&self) -> usize {
        1 << (6 * self.outers.len())
    }
}
