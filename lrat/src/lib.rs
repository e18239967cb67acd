//! Checks LRAT proofs that a formula has no solution.
//!
//! A solver that says "no solution" may be wrong; its proof is a list of clauses, each of which
//! follows from earlier ones, and the last is the empty clause, which nothing satisfies. For each
//! clause the proof names those that it follows from, so that checking needs no search: assume
//! that the clause is false, and go through the named ones in order. Each must then have only one
//! literal that may still be true, which is assumed as well, until one has none.
//!
//! ```
//! // a or b; not a or b; not b.
//! let formula = "p cnf 2 3\n1 2 0\n-1 2 0\n-2 0\n";
//! // Clause 4, a, follows from 3 and 1; the empty clause from 4, 3 and 2.
//! let proof = "4 1 0 3 1 0\n5 0 4 3 2 0\n";
//! let checked = drawproof_lrat::check(formula.as_bytes(), proof.as_bytes())?;
//! assert_eq!(checked.steps, 2);
//! # Ok::<(), drawproof_lrat::Error>(())
//! ```
//!
//! [`check`] reads files, [`Checker`] takes clauses in memory; the files' readers do nothing but
//! feed it. Steps that hold by RAT, a rule for clauses that do not follow but keep a solution if
//! there is one, are refused, as are the binary forms of both files.

mod checker;
mod error;
#[cfg(test)]
mod tests;
mod text;

pub use checker::{Checked, Checker, DEFAULT_MEMORY};
pub use error::{Error, Fault, Input, MAX_VARIABLES};
pub use text::{check, check_within};
