//! Why a file cannot be read as a whole.

use crate::Material;

/// What is wrong with a file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Bad(pub &'static str);

/// Why a file cannot be read as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// It is damaged.
    Bad(Bad),
    /// The results of a class that captures lead to are missing.
    Missing(Material),
}

impl From<Bad> for ReadError {
    fn from(bad: Bad) -> Self {
        Self::Bad(bad)
    }
}
