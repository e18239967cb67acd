//! Everything that drawproof reads from outside, fed with arbitrary bytes.
//!
//! A [`Target`] is one thing that is read, as a function of bytes that panics
//! where it does not keep its promises. [`TARGETS`] has all of them. The same
//! functions are called by libFuzzer, which looks for bytes that reach new
//! code (`coverage/`, a package of its own), and by the tests, which replay
//! `corpus/` and [mutants](Mutator) of it. `docs/testing.md` has the commands.
//!
//! What every target promises, whatever the bytes:
//!
//! - no panic, no endless loop, no memory out of proportion to the bytes;
//! - errors can be shown;
//! - what is accepted can be asked, written and read back to the same.
//!
//! A format with checksums would refuse nearly all mutants at the first one.
//! Such a target reads the bytes as they are, and once more with all checksums
//! made right.

mod corpus;
mod mutant;
mod seeds;
mod targets;

pub use corpus::{Kept, corpus, corpus_folder, run_guarded};
pub use mutant::Mutator;
pub use seeds::write_seeds;
pub use targets::{Sealed, TARGETS, Target, run, target};
