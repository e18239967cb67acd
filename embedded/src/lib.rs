//! Endgames of three men, ready to use: who wins, and in how many plies, for every
//! position of KQvK, KRvK, KBvK, KNvK and KPvK.
//!
//! ```
//! use drawproof_embedded::{Wdl, kpk_dtm, kpk_wdl};
//!
//! // White: Kc1, pawn e2; Black: Kg3. Squares are numbered a1 = 0, b1 = 1, h8 = 63.
//! assert_eq!(kpk_wdl(2, 22, 12, true), Some(Wdl::Win));
//! assert_eq!(kpk_dtm(2, 22, 12, true), Some(45));
//! assert_eq!(kpk_wdl(2, 22, 12, false), Some(Wdl::Draw));
//! ```
//!
//! Without dependencies, the standard library, memory but the stack, and `unsafe`.
//! The module is an export, proven as it was made; after a change of the exporter it is
//! made again by
//!
//! ```sh
//! drawproof export table --men 3 --lang rust --metric dtm --prove --out embedded/src/three_men.rs
//! ```

#![no_std]

#[allow(clippy::all, clippy::pedantic, missing_docs)]
#[rustfmt::skip]
mod three_men;

pub use three_men::*;
