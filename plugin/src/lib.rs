//! Recognizers of others: shared libraries behind a C ABI, each run in
//! processes of their own.
//!
//! A library defines the functions of `include/drawproof.h`:
//! bitboards in, draw or no claim out. [`Plugin`] is a
//! [`Recognizer`](drawproof_recognizers::Recognizer) that asks it for every
//! position given, and believes it as little as possible:
//!
//! - The library is loaded by other processes only, started by [`Host`] and
//!   running [`serve`]. One that crashes, exits or hangs takes nothing with
//!   it; the position at fault is named and the others are asked in a new
//!   process. Each is under a [`Guard`](drawproof_system::Guard): nothing that it starts outlives it,
//!   or this program.
//! - Each position is asked four times: as it is, and with colours exchanged
//!   and the board turned upside down; both a second time, in the opposite
//!   order. Answers that differ when the same is asked again are no verdict.
//! - Positions in which a pawn can be taken en passant are asked as well.
//! - No symmetry is taken for granted: its group is the identity, so that
//!   every position of the full board is visited.
//!
//! Unix only; elsewhere opening a library is an error.

mod abi;
mod error;
mod plugin;
mod process;
mod progress;
pub mod protocol;
mod serve;

/// `include/drawproof.h`, for compiling a library.
pub const HEADER: &str = include_str!("../include/drawproof.h");

pub use abi::{ABI, Men, NO_SQUARE, RawPosition};
pub use error::PluginError;
pub use plugin::{Host, Plugin};
pub use serve::serve;
