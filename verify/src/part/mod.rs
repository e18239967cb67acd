//! Parts of a run: made one by one, on any number of machines, kept in files,
//! merged into the result of the whole.
//!
//! The [`Header`] of a [`Part`] says which run it belongs to, and its
//! [`Findings`] what was found. A part has everything that a report needs, so
//! merging takes neither rules nor tables: the lines of counterexamples, which
//! need tables, are found when the part is made.

mod check;
mod file;
mod findings;
mod header;
mod merge;
mod shown;

pub use file::{FORMAT_VERSION, Part, PartFault};
pub use findings::Findings;
pub use header::{Convention, Header, Misfit, OracleRecord, Place, Run, TooManyShards};
pub use merge::{MergeError, Merged, merge};
pub use shown::{Argument, Shown};
