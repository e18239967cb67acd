//! Draw rules found by machine.

mod bayes;
pub mod bits;
mod examples;
mod found;
pub mod list;
mod miner;
mod random;
pub mod search;
mod tree;
pub mod vocabulary;
mod write;

pub use bayes::{Bayes, Claimed};
pub use examples::{Examples, ExamplesError, Matrix};
pub use found::{Form, Found};
pub use list::List;
pub use miner::{Budget, Lists, Miner, Options, Stop, Unit, steps};
pub use random::Random;
pub use search::Literal;
pub use tree::{Criterion, Tree, TreeOptions, TreeText};
pub use write::{ExampleError, Remark, Remarks};
