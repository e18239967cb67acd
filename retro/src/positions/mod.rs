//! How the positions of a class lie in memory.

pub(crate) mod change;
pub(crate) mod pawn_structure;
pub(crate) mod shape;
pub(crate) mod sheet;
