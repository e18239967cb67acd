//! Exact tables by retrograde analysis, 4096 positions at a time.
//!
//! The search starts from the checkmates and goes back ply by ply: a position
//! is won in *n* plies if a move leads to one lost in *n* - 1, and lost in *n*
//! if its last other move was just found to lose. Positions are stored as sets
//! of bits, with the last man's square as the bit (see [`Layout`](drawproof_tables::Layout)), and are
//! processed in *sheets* of 64 words: 4096 positions in which all men but the
//! last two are fixed. The moves of those two take a few vector instructions
//! per word, the moves of the others are unions of sheets, and a symmetry of
//! the board is a permutation of words and bits. Captures and promotions are
//! moves like others, into smaller tables that are replayed ply by ply during
//! the search.
//!
//! ```
//! use drawproof_retro::{Wanted, generate};
//! use drawproof_tables::{TableSet, Material};
//!
//! let mut tables = TableSet::new();
//! let table = generate(&"KPvK".parse()?, Wanted::Dtm, &mut tables, &|_, _| {})?;
//! assert!(tables.get(&"KRvK".parse::<Material>()?).is_some());
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! | room | what lives there |
//! | --- | --- |
//! | `positions` | how the positions of a class lie in memory: pawn structures, shapes, sheets |
//! | `store` | finished slices, compressed: in memory, in files, in folders |
//! | `slices` | what a search reads of finished slices: values after captures, pawn moves and promotions |
//! | `search` | the search backwards for one slice, one class with pawns, one large class |
//! | `results` | solved classes for callers |
//! | `plan` | which classes in which order, with how much memory; runs and jobs |
//! | `helpmate` | who can still mate |
//!
//! Each room may know those above it.

mod error;
mod generate;
mod helpmate;
mod plan;
#[cfg(test)]
mod planted;
mod positions;
mod report;
mod results;
mod search;
mod slices;
mod store;
mod wanted;

pub use error::GenerateError;
pub use generate::{GeneratedTables, generate, generate_all, generate_while, with_smaller};
pub use helpmate::generate::{HelpmatePly, generate_helpmates, helpmates};
pub use plan::{
    jobs::{Job, Work, jobs, work},
    memory::{generating_bytes, reading_bytes},
    run::{Caller, generate_each},
    steps::{Plan, Step},
    task::{Keep, Task, Writing},
};
pub use results::{solved::Solved, summary::Summary};
pub use store::{
    slice_file::{SliceError, SliceReason},
    slice_folder::SliceFolder,
};
pub use wanted::{PlyReport, Wanted};
