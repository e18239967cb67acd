//! Draw rules found by machine.

mod bayes;
mod bits;
mod examples;
mod found;
mod list;
mod matrix;
mod miner;
mod random;
mod safe;
mod search;
mod source;
mod tree;
pub mod vocabulary;
mod write;

pub use bayes::{Bayes, Claimed};
pub use examples::{Examples, ExamplesError, Sampling};
pub use found::{Form, Found};
pub use list::{Alone, List};
pub use matrix::Matrix;
pub use miner::{Budget, Lists, Miner, Options, Stop, Unit, steps};
pub use random::Random;
pub use search::{Conjunction, Literal, SearchOptions};
pub use tree::{Criterion, Tree, TreeOptions, TreeText};
pub use write::{Remark, Remarks};
