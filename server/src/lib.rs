//! Answers about positions as Lichess's tablebase server gives them, from any oracle, and a server
//! that gives them over HTTP, with a page to ask it.
//!
//! ```
//! use drawproof_server::{Answer, Category, Sources};
//! use drawproof_tables::TableSet;
//! use shakmaty::{Chess, CastlingMode, fen::Fen};
//!
//! let sources = Sources::new(vec![Box::new(TableSet::new())]);
//! let fen: Fen = "8/8/8/8/8/2k5/2q5/K7 w - - 0 1".parse()?;
//! let position: Chess = fen.into_position(CastlingMode::Standard)?;
//! let answer = Answer::new(&sources, &position)?;
//! // No table is needed for that.
//! assert_eq!(answer.position.category, Category::Draw);
//! assert!(answer.position.stalemate);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod client;
mod guard;
mod job;
mod jobs;
mod limits;
mod mainline;
mod negotiated;
mod page;
mod refusal;
mod routes;
mod seldom;
mod serve;
mod shared;
mod sources;
mod unbound;
mod zugzwangs;

pub use answer::{Answer, Category, MoveAnswer, PositionAnswer};
pub use limits::Limits;
pub use mainline::{Mainline, Step};
pub use serve::{Server, asked_to_stop};
pub use sources::{Known, Sources};
pub use unbound::Unbound;
