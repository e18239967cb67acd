//! Draw rules found by machine.

pub mod bits;
mod examples;
pub mod list;
pub mod search;
pub mod vocabulary;

pub use examples::{Examples, ExamplesError, Matrix};
