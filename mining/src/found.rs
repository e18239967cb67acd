//! The result of a miner.

use crate::{Lists, Tree};

/// A recognizer that was found, for all sides to move.
#[derive(Clone, Debug)]
pub enum FoundRules {
    /// Lists of havens and dangers.
    Lists(Lists),
    /// Decision trees, one for each side to move.
    Trees(Vec<Tree>),
}

/// The form of a recognizer.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// A list of havens and dangers.
    List,
    /// A decision tree.
    Tree,
}

impl Form {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Tree => "tree",
        }
    }
}
