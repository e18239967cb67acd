//! Endgames, ready to use: who wins, and in how many plies, for every position of three
//! men, and recognizers of draws for twenty-two endings of up to five.
//!
//! ```
//! use drawproof_embedded::{Wdl, kpk_dtm, kpk_wdl, krkr_rule, probe_draw};
//!
//! // White: Kc1, pawn e2; Black: Kg3. Squares are numbered a1 = 0, b1 = 1, h8 = 63.
//! assert_eq!(kpk_wdl(2, 22, 12, true), Some(Wdl::Win));
//! assert_eq!(kpk_dtm(2, 22, 12, true), Some(45));
//! assert_eq!(kpk_wdl(2, 22, 12, false), Some(Wdl::Draw));
//!
//! // Ours: Ke1, Ra1; theirs: Ke8, Rh5. A rule above 0 claims a draw.
//! assert!(krkr_rule(4, 60, 0, 39) > 0);
//! // The same by bitboards, White to move.
//! let (white, black) = (1 << 4 | 1, 1 << 60 | 1 << 39);
//! let (kings, rooks) = (1 << 4 | 1 << 60, 1 | 1 << 39);
//! assert!(probe_draw(white, black, kings, 0, rooks, 0, 0, 0, 0, 0, true));
//! ```
//!
//! A recognizer claims no draw that is none; what it does not claim is not known. Of each
//! ending it is the quick one, or the exact one where there is no other.
//!
//! Without dependencies, the standard library, memory but the stack, and `unsafe`.
//! The modules are exports. Rules are verified over every legal position before they are
//! written down, and the tables have been asked about each as compiled code. After a change
//! of the exporter or of rules they are made again by `cargo xtask regenerate embedded`, or by
//!
//! ```sh
//! drawproof export table --men 3 --lang rust --metric dtm --prove --out embedded/src/three_men.rs
//! drawproof export rules --lang rust --out embedded/src/draws.rs
//! ```

#![no_std]

#[allow(clippy::all, clippy::pedantic, missing_docs)]
#[rustfmt::skip]
mod draws;
#[allow(clippy::all, clippy::pedantic, missing_docs)]
#[rustfmt::skip]
mod three_men;

pub use draws::*;
pub use three_men::*;
