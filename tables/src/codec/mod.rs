//! Compressed tables, block by block.
//!
//! A *model* learned from the whole table is shared by all blocks. For each
//! side to move it is a decision tree over facts about a position: who attacks
//! whom, where the men stand, the values of neighbouring positions that were
//! decoded before, and, for the side coded second, what the first side says
//! about the positions that a move leads to. A leaf of the tree holds the
//! frequencies of win, draw and loss, with which a range coder writes the
//! positions of the leaf. If they all have the same value, nothing is written.
//! Facts are sets of 64 positions, so the tree sorts 64 positions at a time.
//!
//! Illegal positions take no space, nor do positions that a reflection or an
//! exchange of like men makes equal to one decoded before.
//!
//! Everything is integers, so a table has the same bytes on every machine.
//! The sides of a block are coded one after the other, word by word, so the first words can be
//! decoded alone, and the others later. Damaged bytes give an error or wrong values, but nothing worse; files
//! therefore also store checksums.
//!
//! The facts are part of the format: if they or their order change, older files
//! become unreadable.
//!
//! `block` says which positions are coded, and in which order; `wdl` what is
//! coded; `facts` what is known beforehand; `tree`, `grow`, `pack`, `symbols` and
//! `range` turn that into bits, `model` puts them together.

mod block;
mod error;
mod facts;
mod grow;
mod log;
mod model;
mod pack;
mod range;
mod steps;
mod symbols;
mod tree;
mod wdl;
mod words;

pub use model::{Beginning, CodedSide, Model, Side};
pub use words::WordSets;
