//! Draw rules found by machine.

pub mod bits;
mod examples;
mod tree;

pub use examples::{Examples, ExamplesError, Matrix};
pub use tree::{Criterion, Tree, TreeOptions, TreeText};
