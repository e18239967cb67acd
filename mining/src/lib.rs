//! Draw rules found by machine.

mod bayes;
pub mod bits;
mod examples;
mod tree;

pub use bayes::{Bayes, Claimed};
pub use examples::{Examples, ExamplesError, Matrix};
pub use tree::{Criterion, Tree, TreeOptions, TreeText};
