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
    #[error("it needs {0} in the same folder, which is missing; generate it again")]
    Alone(String),
    /// It does not begin with the magic number.
    #[error(
        "this is not a drawproof table: it begins with other bytes; move it elsewhere, or generate the table again"
    )]
    Foreign,
    /// It is shorter than its header says, or than a header is.
    #[error("the file is cut short: {length} of {expected} bytes; generate it again")]
    Short {
        /// The length in bytes.
        length: u64,
        /// The expected length in bytes.
        expected: u64,
    },
    /// It is shorter than it was when it was opened.
    #[error("the file was cut short while it was read; generate it again")]
    CutShort,
    /// It is longer than its header says.
    #[error("the file has {length} bytes, expected {expected}; generate it again")]
    Long {
        /// The length in bytes.
        length: u64,
        /// The expected length in bytes.
        expected: u64,
    },
    /// It was written by a later version of the program.
    #[error(
        "the file has format version {found}, this program reads version {known}; get a newer program, or generate it again"
    )]
    Newer {
        /// The file's version.
        found: u16,
        /// The version that this program reads.
        known: u16,
    },
    /// It was written by an earlier version of the program.
    #[error(
        "the file has format version {found}, this program reads version {known}; generate it again"
    )]
    Older {
        /// The file's version.
        found: u16,
        /// The version that this program reads.
        known: u16,
    },
    /// It holds a different class or metric than its name says.
    #[error(
        "the file holds {found}, expected {expected}; was it renamed? Restore its name, or generate it again"
    )]
    Renamed {
        /// What it holds.
        found: String,
        /// What its name says.
        expected: String,
    },
    /// A checksum is wrong.
    #[error("the file is damaged: {part} does not match its checksum; generate it again")]
    Checksum {
        /// Which part.
        part: String,
    },
    /// The checksums are right, but the contents are not valid.
    #[error("the contents are inconsistent: {0}; generate it again")]
    Nonsense(String),
    /// The error found when this part was first read.
    #[error("{0}")]
    Before(String),
    /// The table to be written lacks the metric of the file.
    #[error("the table has no {0}; generate it with {0}")]
    Missing(Metric),
}
