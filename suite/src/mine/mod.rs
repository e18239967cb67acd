//! Rules found by machine, and verified over every position.

mod claim;
pub mod frontier;
mod open;
pub mod rank;
pub mod recognizer;
mod request;
pub mod start;
mod tables;
mod unverified;
pub mod watch;

pub use open::{default_vocabulary, miner, vocabulary_of};
pub use request::Request;
