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

pub use file::{FORMAT_VERSION, PartFault};
pub use findings::Findings;
pub use header::{
    Convention, Header, Misfit, OracleRecord, Origin, Place, RuleRecord, Run, TooManyShards,
};
pub use merge::{MergeError, Merged, merge};
pub use shown::{Argument, Shown};

use serde::{Deserialize, Serialize};

use crate::RuleSize;

/// The result of one shard of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// What it is a part of.
    pub header: Header,
    /// What was found.
    pub findings: Findings,
    /// How large the rules are, if there are any: the first shard says it for
    /// all.
    pub size: Option<RuleSize>,
}
