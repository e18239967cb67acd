//! Why there is no proof.

use drawproof_language::RuleErrors;
use drawproof_tables::OracleError;
use drawproof_verify::VerifyError;

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// The written rules have errors.
    #[error("errors in rules\n\n{}", .0.render(false))]
    Rules(#[from] RuleErrors),
    /// They cannot be verified.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// The oracle has no answer.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// The verdict is about other rules.
    #[error("a rule was not verified; this is a bug in drawproof")]
    Unverified,
}
