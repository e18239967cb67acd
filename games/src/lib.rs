//! Collections of real games: which positions of some classes occur in them,
//! how often, and how the games ended.
//!
//! ```
//! use drawproof_games::{Classes, Collection};
//!
//! let classes = Classes::new(["KRvK".parse()?]);
//! let pgn = br#"[FEN "k7/8/1K6/8/8/8/8/7R w - - 0 1"]
//!
//! 1. Rh8# 1-0
//! "#;
//! let mut collection = Collection::new(&classes, 1000);
//! collection.walk("mates.pgn", &pgn[..], &|_| {})?;
//! assert_eq!(collection.games(), 1);
//! assert_eq!(collection.positions().len(), 2);
//! assert_eq!(collection.positions()[0].1.white_wins(), 1);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! Text is split into [`Chunks`] of whole games, which all threads replay; the
//! result does not depend on their number. Memory holds some chunks and each
//! distinct position of the classes. A game that cannot be replayed is skipped
//! as a whole, with a [`Reason`]; what is left out of a game that counts is a
//! [`Remark`]. [`Collection::hearing`] asks about every position, whatever its class. Compressed files are read through [`uncompressed`].

mod chunks;
mod classes;
mod collection;
mod compressed;
mod heard;
mod moves;
mod notes;
mod reasons;
mod replay;
mod spot;
mod starts;
mod tags;
mod tally;
mod words;

pub use chunks::{Chunk, Chunks, MAX_CHUNK};
pub use classes::Classes;
pub use collection::{Collection, MAX_POSITIONS, WalkError};
pub use compressed::{Format, uncompressed};
pub use heard::{Heard, Says};
pub use notes::Note;
pub use reasons::{Reason, Remark};
pub use spot::Spot;
pub use tally::{Ending, Endings, Seen};
