//! Why a class could not be generated.

use drawproof_tables::{LayoutError, Material};

use crate::{store::slice_file::SliceError, wanted::MOST_HELPMATE_MEN};

/// Why a class could not be generated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GenerateError {
    /// The class has no tables.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A table that a capture or promotion leads to is not there.
    #[error("the table of {0}, which a capture or promotion leads to, must be generated first")]
    MissingSmaller(Material),
    /// A smaller table lacks the distances to generate.
    #[error("the table of {0} lacks distances that are needed; generate it with them first")]
    MissingDistances(Material),
    /// A finished class could not be compressed or unpacked.
    #[error("cannot keep a finished class in memory: {0}")]
    Packing(String),
    /// A job that needs others first.
    #[error("slices of {0} are missing; the jobs of earlier stages must be finished first")]
    Unfinished(Material),
    /// A folder of slices cannot be used.
    #[error(transparent)]
    Slices(#[from] SliceError),
    /// Nothing was asked for.
    #[error("there is nothing to search for; this is a fault of the program")]
    NoGoal,
    /// A table of help mates that may take more memory than the plan foresees.
    #[error("{0} has {men} men; tables of help mates are generated for up to {MOST_HELPMATE_MEN}", men = .0.men_count(), MOST_HELPMATE_MEN = MOST_HELPMATE_MEN)]
    TooManyMen(Material),
    /// The caller wants no more of it.
    #[error("stopped")]
    Stopped,
    /// A capture or promotion that cannot happen.
    #[error("a change that cannot happen to {0}; this is a bug in drawproof")]
    NoSuchChange(Material),
}
