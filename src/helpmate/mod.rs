//! The commands about help mates: which side can still give mate.

pub mod check;
pub mod generate;
pub mod probe;
pub mod stats;
