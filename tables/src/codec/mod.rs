//! Tables in few bytes, block by block.
//!
//! A *model* learned from the whole table is shared by all blocks. For each
//! side to move it is a decision tree over facts about a position: who
//! attacks whom, where the men stand, what the neighbouring positions are
//! that were decoded before, and, for the side that is coded second, what the
//! first one says of the positions that a move leads to. A leaf of the tree
//! holds the frequencies of win, draw and loss, by which the positions that
//! belong to it are written with a range coder. Where all are alike, nothing
//! is written. Facts are sets of 64 positions, and so the tree sorts 64
//! positions at a time.
//!
//! Illegal positions cost nothing, nor do positions that a reflection or an
//! exchange of like men makes equal to one that was decoded before.
//!
//! Everything is integers, so a table has the same bytes on every machine.
//! Damaged bytes give an error or wrong values, and nothing worse; files
//! therefore keep checksums of them, too.
//!
//! The facts are part of the format: with other facts, or another order of
//! them, older bytes mean nothing.
//!
//! `block` says which positions are coded, in which order; `wdl` what is coded
//! of them; `facts` what is known before; `tree`, `grow`, `symbols`
//! and `range` turn that into bits, `model` puts them together.

mod block;
mod facts;
mod grow;
mod log;
mod model;
mod range;
mod symbols;
mod tree;
mod wdl;

pub use model::{Block, Model};

/// Why a table cannot be decoded.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CodecError {
    /// The model's bytes make no sense.
    #[error("the model of the table is damaged")]
    Model,
}
