//! What each kind of table file must provide.

use std::path::Path;

use crate::{FileError, MAX_MEN, Material, Oracle, OracleError, Trust};

/// An oracle that answers from a folder of files.
///
/// To add a kind of files, implement this and [`Oracle`], and add a line to
/// `KINDS` in oracles.rs.
pub trait FolderOracle: Oracle + Sized + 'static {
    /// The name of the kind in messages.
    const KIND: &'static str;
    /// The extensions of its files, without the dot.
    const ENDINGS: &'static [&'static str];
    /// The maximum number of men of files that can be read.
    const MAX_MEN: usize = MAX_MEN;

    /// Opens a folder that has such files. Damaged files are skipped, and their
    /// errors returned.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read, or has no usable file.
    fn open_folder(path: &Path, how: Asking) -> Result<(Self, Vec<FileError>), OracleError>;

    /// The classes that it answers for, small ones first.
    fn all_classes(&self) -> Vec<Material>;
}

/// How folders are used.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Asking {
    /// Which Syzygy and Gaviota files are trusted.
    pub trust: Trust,
    /// Whether to use distances that take longer to probe than WDL: those of
    /// Syzygy.
    pub distances: bool,
}
