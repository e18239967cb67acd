//! Why a function has no formula.

use super::limits::Limits;

/// A function has no formula.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SymbolicError {
    /// A loop goes on for too long, whatever its condition asks.
    #[error(
        "{function} does not end within {rounds} rounds of a loop; let it go through a set of \
         squares"
    )]
    Endless {
        /// The function.
        function: String,
        /// The greatest number of rounds.
        rounds: usize,
    },
    /// An operation that has no formula.
    #[error("{function} cannot be written as a formula: {operation}")]
    Operation {
        /// The function.
        function: String,
        /// What it does.
        operation: String,
    },
    /// The formula has too many gates, or takes too many steps.
    #[error(
        "the formula of {function} is too large: more than {} gates or {} steps; use fewer loops \
         within each other",
        limits.gates, limits.steps
    )]
    TooLarge {
        /// The function.
        function: String,
        /// What is allowed.
        limits: Limits,
    },
    /// There is no such function.
    #[error("there is no function {0} in these rules")]
    NoFunction(String),
}
