//! The folders that a survey works in.

use std::path::PathBuf;

/// Where everything is.
pub struct Folders {
    /// The workspace.
    pub from: PathBuf,
    /// Its mutated copy.
    pub tree: PathBuf,
    /// The build of the copy.
    pub target: PathBuf,
    /// Keys of mutants that do not compile, a line each.
    pub dead: PathBuf,
}
