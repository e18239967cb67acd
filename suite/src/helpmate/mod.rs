//! Help mates: which side can still give mate.

pub mod sources;
mod truth;

pub use sources::Wanted;
pub use truth::MateTables;
