//! The search backwards: for one slice, a class with pawns, a large class.

pub(crate) mod backwards;
pub(crate) mod by_structure;
pub(crate) mod conversions;
pub(crate) mod large_class;
pub(crate) mod moves;
pub(crate) mod side_state;
pub(crate) mod solve;
