//! What can be wrong with a table file.

use std::{io, path::PathBuf};

use crate::{Metric, VisibleName};

/// An error of a table file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.shown())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub reason: Reason,
}

/// The kinds of errors of a table file.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Distances without the WDL file that they belong to.
    #[error("there is no {0} beside it, which it needs; generate it anew")]
    Alone(String),
    /// It does not begin with the magic number.
    #[error(
        "this is no table of drawproof: its first bytes are others; move it elsewhere, or generate the table anew"
    )]
    Foreign,
    /// It is shorter than its header says, or than a header is.
    #[error("the file is cut short: {length} of {expected} bytes; generate it anew")]
    Short {
        /// The length in bytes.
        length: u64,
        /// The expected length in bytes.
        expected: u64,
    },
    /// It is shorter than it was when it was opened.
    #[error("the file was cut short while it was read; generate it anew")]
    CutShort,
    /// It is longer than its header says.
    #[error("the file has {length} bytes, expected {expected}; generate it anew")]
    Long {
        /// The length in bytes.
        length: u64,
        /// The expected length in bytes.
        expected: u64,
    },
    /// It was written by a later version of the program.
    #[error(
        "the file has format version {found}, this program reads version {known}; get a newer program, or generate it anew"
    )]
    Newer {
        /// The file's version.
        found: u16,
        /// The version that this program reads.
        known: u16,
    },
    /// It holds a different class or metric than its name says.
    #[error(
        "the file holds {found}, expected {expected}; was it renamed? Give it its name back, or generate it anew"
    )]
    Renamed {
        /// What it holds.
        found: String,
        /// What its name says.
        expected: String,
    },
    /// A checksum is wrong.
    #[error("the file is damaged: {part} does not fit its checksum; generate it anew")]
    Checksum {
        /// Which part.
        part: String,
    },
    /// The checksums are right, but the contents are not valid.
    #[error("the file makes no sense: {0}; generate it anew")]
    Nonsense(String),
    /// The error found when this part was first read.
    #[error("{0}")]
    Before(String),
    /// The table to be written lacks the metric of the file.
    #[error("the table has no {0}; generate it with {0}")]
    Missing(Metric),
}
