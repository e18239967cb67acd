//! Help mates: which side can still give mate.

pub mod check;
pub mod generate;
pub mod probe;
pub mod sources;
pub mod stats;
mod truth;

pub use sources::Wanted;
pub use truth::MateTables;
