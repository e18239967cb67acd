//! Why a solver has no answer.

use std::fmt;

use drawproof_lrat::Fault;

/// Why a solver has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// It took too long.
    Time,
    /// It met too many conflicts.
    Conflicts,
    /// It needed too much memory.
    Memory,
    /// It was stopped.
    Stopped,
    /// A clause has a literal without a variable.
    Literal(i32),
    /// The solution does not satisfy the clauses: the solver is wrong.
    NoSolution,
    /// The proof is not believed: the solver is wrong.
    NoProof(Fault),
}

impl fmt::Display for Why {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time => to.write_str("it took too long"),
            Self::Conflicts => to.write_str("it met too many conflicts"),
            Self::Memory => to.write_str("it needed too much memory"),
            Self::Stopped => to.write_str("it was stopped"),
            Self::Literal(literal) => write!(to, "there is no variable for the literal {literal}"),
            Self::NoSolution => to.write_str("the solution that was found is wrong"),
            Self::NoProof(fault) => write!(to, "the proof that was found is wrong: {fault}"),
        }
    }
}
