//! Fuzzing of everything that drawproof reads from outside.
//!
//! A [`Target`] is one kind of input, as a function of bytes that panics if a
//! guarantee is broken. [`TARGETS`] lists all of them. libFuzzer, which
//! searches for bytes that reach new code (`coverage/`, a separate package),
//! and the tests, which replay `corpus/` and [mutants](Mutator) of it, call the
//! same functions. `docs/internals/testing.md` has the commands.
//!
//! Every target guarantees for any bytes:
//!
//! - no panic, no endless loop, no memory out of proportion to the bytes;
//! - errors can be shown;
//! - what is accepted can be asked, written and read back to the same.
//!
//! A format with checksums would refuse nearly all mutants at the first one.
//! Such a target reads the bytes as they are, and again with all checksums
//! corrected.

mod corpus;
mod filled;
mod keep;
mod mutant;
mod seeds;
mod targets;
mod watchdog;
mod write_seeds;

pub use corpus::{Kept, corpus, corpus_folder, run_guarded};
pub use mutant::Mutator;
pub use targets::{Sealed, TARGETS, Target, run, target};
pub use watchdog::HUNG;
pub use write_seeds::write_seeds;
