//! What a program knows besides tables: rules, and games.

use drawproof_tables::{Oracle, OracleError};
use shakmaty::Chess;

/// Explains positions for the page. This crate knows no rules: the program that serves them has them.
pub trait Explain: Send + Sync {
    /// What rules say about a position, and what the nearest ones lack, as an object in JSON.
    ///
    /// # Errors
    ///
    /// If the oracle has no answer, or the rules take too much work.
    fn rules(&self, oracle: &dyn Oracle, position: &Chess) -> Result<String, Unexplained>;

    /// Best play from a position and what other moves lead to, as a game in PGN.
    ///
    /// # Errors
    ///
    /// If the oracle has no answer.
    fn pgn(&self, oracle: &dyn Oracle, position: &Chess) -> Result<String, Unexplained>;
}

/// Why a position is not explained.
#[derive(Debug, thiserror::Error)]
pub enum Unexplained {
    /// The oracle has no answer.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// Anything else, in words.
    #[error("{0}")]
    Other(String),
}
