//! Exhaustive comparison of a recognizer with an oracle, of one oracle with
//! another, and of a table with its own moves; for tables of help mates, beside a library's rule.
//!
//! Every legal position of a class is visited with both sides to move, and
//! visits are counted: a [`Verdict`] whose counts do not add up is not
//! returned.
//!
//! A [`Verification`] divides the work into numbered units. Any range of them
//! gives a [`Tally`]; tallies merge in order into the verdict of the whole,
//! here or, as a [`Part`] in a file, on another machine.
//! [`Verification::second_look`] checks random positions again, one by one.

mod claims;
mod compare;
mod count;
mod counts;
mod decide;
mod distances;
mod entries;
mod error;
mod example;
mod forward;
mod found;
mod helpmate;
mod kept;
mod kings;
mod nearest;
pub mod number;
mod options;
mod part;
mod quiet;
mod rights;
mod rule_record;
mod sample;
mod sampled;
mod second_look;
mod shard;
mod size;
mod tactics;
mod tally;
mod units;
mod visit;
mod weight;
mod wrong;

pub use claims::SameClaims;
pub use compare::{Comparison, Difference, compare};
pub use counts::{ClaimCounts, Count, Counts, Decided, EnPassant, LeftOut, RuleCounts};
pub use distances::{DistanceCount, Distances, Lines};
pub use error::VerifyError;
pub use example::{Example, holding_moves, in_san, mating_moves, numbered};
pub use forward::{Inconsistency, check_forward, check_forward_sample};
pub use helpmate::{
    Excluded, HelpmateCounts, MaterialCounts, MaterialRule, SideCounts, WrongExample, WrongMates,
    check_helpmates, count_helpmates, helpmate_line,
};
pub use kept::{Answer, Counterexample, Fault, Kept};
pub use kings::{DrawCount, KingMap};
pub use options::Options;
pub use part::{
    Argument, Convention, FORMAT_VERSION, Findings, Header, MergeError, Merged, Misfit,
    OracleRecord, Part, PartFault, Place, Run, Shown, TooManyShards, merge,
};
pub use rule_record::{Origin, RuleRecord};
pub use sample::Missed;
pub use sampled::Sampled;
pub(crate) use second_look::random_positions;
pub use second_look::{Opinion, SecondLook, SecondOpinion};
pub use shard::Shard;
pub use size::{LookAhead, RuleSize};
pub use tally::{ClaimTally, Contradiction, PairTally, RuleTally, Tally, Verdict, pairs};
pub use units::unit_count;
pub use visit::{Verification, verify};
