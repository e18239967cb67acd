//! Rules executed with signals instead of numbers: the formula of what is printed.
//!
//! [`Executor`] runs the functions that the exporter prints in C and other languages
//! ([`drawproof_export::program`]) on values whose bits are signals of a circuit. What constants
//! decide costs no gate, so that with constants alone it is a plain interpreter.
//!
//! Where those languages leave a result undefined, it has some value here: a shift by 64 or more
//! leaves nothing, and the lowest square of no squares is 64.

mod bits;
mod error;
mod executor;
mod expression;
mod limits;
mod operators;
mod squares;
mod statement;
#[cfg(test)]
mod tests;
mod value;

pub use error::SymbolicError;
pub use executor::{Board, Executor};
pub use limits::Limits;
pub use value::{Number, Value};
