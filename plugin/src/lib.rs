//! Third-party recognizers: shared libraries behind a C ABI, each run in
//! processes of its own.
//!
//! A library defines the functions of `include/drawproof.h`: bitboards in, draw
//! or no claim out. [`Plugin`] is a
//! [`Recognizer`](drawproof_evaluate::Recognizer) that asks it about every
//! position given, and trusts it as little as possible:
//!
//! - The library is loaded only by other processes, started by [`Host`] and running [`serve`]. One
//!   that crashes, exits or hangs takes nothing with it; the position at fault is reported and the
//!   others are asked in a new process. Each is under a [`Guard`](drawproof_system::Guard): nothing
//!   that it starts outlives it, or this program.
//! - Each position is asked four times: as it is, and with colours exchanged
//!   and the board flipped vertically; both a second time, in the opposite
//!   order. If the answers to the same question differ, there is no verdict.
//! - Positions with an en passant right are asked as well.
//! - No symmetry is assumed: its group is the identity, so every position of
//!   the full board is visited.
//!
//! Unix only; elsewhere opening a library is an error.

mod abi;
mod error;
mod messages;
mod plugin;
mod process;
mod progress;
pub mod protocol;
mod serve;

/// `include/drawproof.h`, for compiling a library.
pub const HEADER: &str = include_str!("../include/drawproof.h");

pub use abi::{ABI, Function, Men, NO_SQUARE, RawPosition};
pub use error::PluginError;
pub use plugin::{Host, Limits, Plugin};
pub use serve::serve;
