//! Why games, or parts of them, are left out.

use drawproof_tables::{FenError, Misfit};

/// Why a game was skipped.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    /// A game of other rules.
    #[error("the variant {0} has other rules")]
    Variant(String),
    /// No start position.
    #[error("{0}")]
    Start(FenError),
    /// A move that cannot be played.
    #[error("{0} is not a legal move")]
    IllegalMove(String),
    /// A move that could be one of several.
    #[error("{0} could be more than one move")]
    AmbiguousMove(String),
    /// A word that says nothing that is known.
    #[error("'{0}' is not a move")]
    NoMove(String),
    /// Moves that do not belong there.
    #[error("{0} comes after the result")]
    AfterResult(String),
    /// An unclosed variation, which swallows the rest of the game.
    #[error("a variation is not closed")]
    OpenVariation,
    /// An unclosed comment, which does the same.
    #[error("a comment is not closed")]
    OpenComment,
    /// A game that memory is not spent on.
    #[error("the game is too long")]
    TooLong,
}

/// What is left out of a game that counts.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Remark {
    /// Rights of the start position.
    #[error("{0}")]
    Misfit(Misfit),
    /// A null move, and all that follows it.
    #[error("{0} is a null move; the positions after it are left out")]
    NullMove(String),
}
