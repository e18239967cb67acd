//! Why a Syzygy file cannot be written.

use std::error::Error;

use crate::{Material, OracleError};

/// Most men of classes whose files are written, and read as a whole.
pub const SYZYGY_MEN: usize = 5;

/// Why a Syzygy file cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A class with more men than [`SYZYGY_MEN`].
    #[error("Syzygy files of up to {limit} men are written, and {0} has more", limit = SYZYGY_MEN)]
    TooManyMen(Material),
    /// A table is missing.
    #[error("the table of {0} is needed")]
    Missing(Material),
    /// A table lacks distances to zeroing moves, which decide what is a cursed win.
    #[error("the table of {0} lacks distances to zeroing moves, which Syzygy files need")]
    MissingDtz(Material),
    /// A position of a table that is not a chess position.
    #[error("a position of the table is not legal; this is a bug in drawproof")]
    Position,
    /// A section of the table cannot be read.
    #[error(transparent)]
    Source(Box<dyn Error + Send + Sync>),
    /// A position after a pawn move has no answer.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] crate::FileError),
}
