//! Kinds of files that are not opened, and the words that refuse them.

use std::{fmt, io};

/// Kinds of files that are not regular files.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NotRegular {
    Folder,
    Pipe,
    Socket,
    Device,
}

impl fmt::Display for NotRegular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Folder => "it is a folder; name a file",
            Self::Pipe => "it is a pipe, not a regular file; write to a file first and name that",
            Self::Socket => "it is a socket; name a regular file",
            Self::Device => "it is a device; name a regular file",
        })
    }
}

impl std::error::Error for NotRegular {}

impl From<NotRegular> for io::Error {
    fn from(what: NotRegular) -> Self {
        let kind = match what {
            NotRegular::Folder => io::ErrorKind::IsADirectory,
            _ => io::ErrorKind::Unsupported,
        };
        Self::new(kind, what)
    }
}
