//! Solved classes, for callers.

pub(crate) mod solved;
pub(crate) mod summary;
