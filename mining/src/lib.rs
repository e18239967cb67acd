//! Draw rules found by machine.

pub mod bits;
mod examples;

pub use examples::{Examples, ExamplesError, Matrix};
