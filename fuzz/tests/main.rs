//! All targets on the corpus and its mutants, and one that never ends.

mod endless;
mod replay;
