//! Why a run has no result.

use drawproof_evaluate::JudgeError;
use drawproof_tables::{LayoutError, OracleError, Subject};

/// Why a run has no result.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The class has no tables.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The oracle has no answer.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// The recognizer has no answer.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The oracle does not know what the 50-move rule changes.
    #[error(
        "{oracle} cannot tell which wins of {material} the 50-move rule turns into draws; ask Syzygy files or tables with distances to zeroing moves ({material}.dpz), or leave the rule out"
    )]
    FiftyMoves {
        /// The oracle.
        oracle: String,
        /// The class.
        material: String,
    },
    /// The oracle does not answer what the rules claim.
    #[error(
        "{rules} claims {claimed}, and {oracle} answer about {answered}; compare it with others"
    )]
    Subject {
        /// Where the rules come from.
        rules: String,
        /// What they claim.
        claimed: Subject,
        /// The oracle.
        oracle: String,
        /// What it knows.
        answered: Subject,
    },
    /// The run was stopped: see
    /// [`Verification::stopped_by`](crate::Verification::stopped_by).
    #[error("stopped")]
    Stopped,
    /// Not every position was counted once.
    #[error(
        "{material}: {counted} positions were counted, but there are {expected}; this is a bug in drawproof"
    )]
    Incomplete {
        /// The class.
        material: String,
        /// Sum of all tallies, board count.
        counted: u64,
        /// Legal positions, board count.
        expected: u64,
    },
}
