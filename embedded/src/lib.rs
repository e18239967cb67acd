//! Endgames, ready to use: who wins, and in how many plies, for every position of three
//! men, and recognizers of draws for thirty-five endings of up to five.
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
//! A recognizer never claims a false draw; a position that it does not claim is unknown.
//! For each ending it is the quick one, or the next larger one if there is no quick one.
//!
//! With the feature `shakmaty`, `probe` and `probe_dtm` take a position of that crate.
//!
//! The crate needs no dependencies, no standard library, no memory but the stack and no
//! `unsafe`. The modules are exports: rules were verified over every legal position before
//! they were written, and the compiled tables were probed for each. After a change of the
//! exporter or of rules, make them again with `cargo xtask regenerate embedded`, or with
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
#[cfg(feature = "shakmaty")]
mod position;

pub use draws::*;
#[cfg(feature = "shakmaty")]
pub use position::*;
pub use three_men::*;
