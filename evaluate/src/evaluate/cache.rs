//! What the evaluator caches of each value, and from which cost on.

use std::collections::HashMap;

use drawproof_language::graph::NodeId;
use drawproof_tables::MAX_TABLE_MEN;

use super::{mask::Mask, number::Number};

/// Values up to this cost are recomputed each time, which is faster than
/// caching them.
pub const CHEAP: u64 = 5;

/// From this cost on it is worth checking whether a value is needed.
pub const WORTH_A_LOOK: u64 = 30;

/// The cached results for a value, each with the time at which it was computed.
#[derive(Debug)]
pub struct Cached {
    pub truth: Timed<Mask>,
    /// The result for some of the positions.
    pub partial: Timed<Partial>,
    pub number: Timed<Option<Number>>,
    /// For a set: squares that it contains in all positions, and in any.
    pub bounds: Timed<(u64, u64)>,
    pub blockers: Timed<Option<Blockers>>,
    /// For a materialised set: for each square, the positions in which it is
    /// contained.
    pub members: Vec<Mask>,
}

#[derive(Copy, Clone, Debug)]
pub struct Timed<T> {
    pub at: u64,
    pub value: T,
}

impl<T> Timed<T> {
    /// Never computed.
    pub const fn never(value: T) -> Self {
        Self { at: 0, value }
    }
}

/// The positions for which a truth has been evaluated, and where it holds.
#[derive(Clone, Debug)]
pub struct Partial {
    pub evaluated: Mask,
    pub holds: Mask,
}

impl Partial {
    pub const NOWHERE: Self = Self {
        evaluated: Mask::NONE,
        holds: Mask::NONE,
    };
}

/// A set of blockers in the form that sets of men have: some squares in all
/// positions, and the squares of the last two men if these are among some rows
/// or columns.
#[derive(Copy, Clone, Debug)]
pub struct Blockers {
    pub squares: u64,
    pub rows: u64,
    pub columns: u64,
}

impl Blockers {
    pub const fn fixed(squares: u64) -> Self {
        Self {
            squares,
            rows: 0,
            columns: 0,
        }
    }

    /// `None` if the last two men would remove squares that need not be men's:
    /// only men never share squares with them.
    pub fn without(self, other: Self, men: u64) -> Option<Self> {
        let squares = self.squares & !other.squares;
        if squares & !men & (other.rows | other.columns) != 0 {
            return None;
        }
        Some(Self {
            squares,
            rows: self.rows & !other.squares & !other.rows,
            columns: self.columns & !other.squares & !other.columns,
        })
    }

    /// `None` if the other set varies.
    pub fn within(self, other: Self) -> Option<Self> {
        (other.rows | other.columns == 0).then_some(Self {
            squares: self.squares & other.squares,
            rows: self.rows & other.squares,
            columns: self.columns & other.squares,
        })
    }
}

/// What tables of smaller classes say where both the row and the column matter, by the value and the
/// squares that are the same in all positions.
pub type Grids = HashMap<(NodeId, [u32; MAX_TABLE_MEN]), Mask>;
