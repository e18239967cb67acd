//! Why rules cannot be proven at all.

use drawproof_export::EmitError;

use crate::symbolic::SymbolicError;

/// Why there is no formula for some rules.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ProveError {
    /// They cannot be written as functions.
    #[error(transparent)]
    Functions(#[from] EmitError),
    /// A function cannot be written as a formula.
    #[error(transparent)]
    Formula(#[from] SymbolicError),
    /// The function of a class is not what it should be.
    #[error("{0} cannot be asked; this is a bug in drawproof")]
    Function(String),
    /// The rules claim what no induction shows.
    #[error("{file}:{line}: '{claim}' cannot be proven by induction; {help}")]
    Claim {
        /// The file.
        file: String,
        /// The line of the rule, from 1.
        line: usize,
        /// What it claims.
        claim: &'static str,
        /// What to do.
        help: &'static str,
    },
    /// There is nothing to prove.
    #[error("{file}: no rule claims anything")]
    NoClaim {
        /// The file.
        file: String,
    },
}

impl ProveError {
    pub(crate) fn wrong_function(name: &str) -> Self {
        Self::Function(name.into())
    }
}
