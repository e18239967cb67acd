//! What is exported of rules.

use std::path::PathBuf;

use drawproof_export::{Language, Style};
use drawproof_recognizers::Grade;

use super::compile::Compiler;
use crate::folders::Folders;

/// What is exported.
#[derive(Clone, Debug)]
pub struct RulesRequest {
    /// Classes whose built-in rules are exported; none for all, unless rules are given.
    pub classes: Vec<String>,
    /// The language.
    pub language: Language,
    /// The grade of built-in rules; the first that a class has if none is given.
    pub grade: Option<Grade>,
    /// Rule files.
    pub rules: Vec<PathBuf>,
    /// Whether the built-in rules for any number of men are exported, too.
    pub any_number: bool,
    /// What the file looks like.
    pub style: Style,
    /// The header for declarations.
    pub declarations: Option<PathBuf>,
    /// The file to write.
    pub out: Option<PathBuf>,
    /// Who compiles it, if it is proven as compiled.
    pub prove: Option<Compiler>,
    /// Whether rules are not verified; the file says so.
    pub unverified: bool,
    /// The tables that they are verified against.
    pub folders: Folders,
    /// The command that makes the same file again.
    pub command: String,
}
