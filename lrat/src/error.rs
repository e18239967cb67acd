//! What is wrong with a formula or a proof.

use std::fmt;

/// The most variables that a formula may have; each takes a byte.
pub const MAX_VARIABLES: u64 = 1 << 24;

/// Why a proof is not believed, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The file that is wrong.
    pub input: Input,
    /// The line in it, from 1.
    pub line: u64,
    /// What is wrong there.
    pub fault: Fault,
}

/// The two files.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// The formula, as DIMACS.
    Formula,
    /// The proof, as LRAT.
    Proof,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The file cannot be read, for this reason.
    Read(String),
    /// A word that is no number.
    NotANumber(String),
    /// A number beyond what is supported.
    TooLarge(String),
    /// A number below 0 where there can be none.
    Negative(i64),
    /// The formula does not begin with `p cnf VARIABLES CLAUSES`.
    Header,
    /// The formula has another number of clauses than its header says.
    Clauses {
        /// What the header says.
        said: u64,
        /// How many there are, or more.
        found: u64,
    },
    /// A clause or a step ends without its 0.
    Cut,
    /// Something stands after the end of a step or of the header.
    Trailing(String),
    /// The proof has the binary form.
    Binary,
    /// More variables than are supported.
    Variables(u64),
    /// A literal whose variable the formula does not have.
    Literal(i32),
    /// A step with a literal and its opposite.
    Opposites(i32),
    /// The number of a new clause is not above that of the last.
    Number {
        /// The number.
        id: u64,
        /// The greatest number before it.
        last: u64,
    },
    /// A clause that is named, and was never there or has been deleted.
    Unknown(u64),
    /// A hint below 0, for a step that holds by RAT.
    Rat(i64),
    /// A named clause that has several literals which may still be true.
    NotUnit(u64),
    /// A named clause that is true already, so that nothing follows from it.
    True(u64),
    /// After all named clauses nothing contradicts the opposite of the step.
    NoConflict,
    /// The proof ends without the empty clause.
    NoEmptyClause,
    /// The clauses held at once need more than this many bytes.
    Memory(u64),
}

impl fmt::Display for Error {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let input = match self.input {
            Input::Formula => "formula",
            Input::Proof => "proof",
        };
        write!(to, "{input}, line {}: {}", self.line, self.fault)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(why) => write!(to, "cannot be read: {why}"),
            Self::NotANumber(word) => write!(to, "expected a number, found '{word}'"),
            Self::TooLarge(number) => write!(to, "the number {number} is too large"),
            Self::Negative(number) => write!(to, "{number} is below 0"),
            Self::Header => to.write_str("expected 'p cnf VARIABLES CLAUSES'"),
            Self::Clauses { said, found } => {
                write!(to, "the header says {said} clauses, but there are {found}")
            }
            Self::Cut => to.write_str("expected a 0 at the end; the file may have been cut"),
            Self::Trailing(word) => {
                write!(to, "found '{word}' where the line should end")
            }
            Self::Binary => {
                to.write_str("this looks like binary LRAT; let the solver write it as text")
            }
            Self::Variables(number) => {
                let most = MAX_VARIABLES;
                write!(to, "{number} variables, but at most {most} are supported")
            }
            Self::Literal(literal) => {
                write!(to, "the formula has no variable for the literal {literal}")
            }
            Self::Opposites(literal) => {
                write!(to, "the clause has both {literal} and its opposite")
            }
            Self::Number { id, last } => {
                write!(to, "clause {id} is new, so its number must be above {last}")
            }
            Self::Unknown(id) => write!(to, "clause {id} was never there, or is deleted"),
            Self::Rat(hint) => {
                write!(to, "hint {hint}: RAT steps are not supported, only RUP")
            }
            Self::NotUnit(id) => write!(to, "nothing follows from clause {id} yet"),
            Self::True(id) => write!(to, "clause {id} is true already, nothing follows from it"),
            Self::NoConflict => to.write_str("the clause does not follow from its hints"),
            Self::NoEmptyClause => to.write_str("the proof ends without the empty clause"),
            Self::Memory(bytes) => {
                write!(to, "the clauses need more than {bytes} bytes of memory")
            }
        }
    }
}

impl std::error::Error for Error {}
impl std::error::Error for Fault {}
