//! Exhaustive comparison: of a recognizer with an oracle, of one oracle with
//! another, of a table with its own moves.
//!
//! Every legal position of a class is visited, both sides to move, and what
//! was visited is counted: a [`Verdict`] whose counts do not add up is not
//! returned.

mod compare;
mod count;
mod example;
mod forward;
mod part;
mod shard;
mod tally;
mod units;
mod visit;
mod weight;

pub use compare::{Comparison, Difference, compare};
pub use example::{Example, in_san, numbered};
pub use forward::{Inconsistency, check_forward, check_forward_sample};
pub use part::{
    FORMAT_VERSION, Findings, Header, MergeError, Merged, Misfit, Origin, Part, PartFault, Place,
    RuleRecord, Run, TooManyShards, merge,
};
pub use shard::Shard;
pub use tally::{Count, Counts, RuleTally, Tally, Verdict};
pub use visit::{Counterexample, Options, Verification, VerifyError, verify};
