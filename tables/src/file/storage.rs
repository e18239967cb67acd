//! Storage for the bytes of a table.

use std::{fmt::Debug, fs::File, io, path::Path};

use drawproof_system::{open_regular, read_exact_at};

/// The bytes of one table file, read in pieces. Any number of threads may read
/// at once.
///
/// Files are not memory-mapped: if a mapped file is truncated or its disk
/// fails, a signal ends the program, while a failed read is an ordinary error.
/// Each piece is read once and kept unpacked, so a map would save nothing.
pub trait Storage: Debug + Send + Sync {
    /// The length in bytes when it was opened.
    fn length(&self) -> u64;

    /// Fills a buffer with the bytes from an offset on.
    ///
    /// # Errors
    ///
    /// If they cannot be read, or there are too few.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;
}

impl Storage for Vec<u8> {
    fn length(&self) -> u64 {
        self.len() as u64
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let rest = self.get(start..).unwrap_or_default();
        let bytes = rest.get(..buffer.len());
        buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// A file on disk. It stays open, so all pieces come from one file even if
/// another one takes its name.
#[derive(Debug)]
pub(super) struct OnDisk {
    file: File,
    length: u64,
}

impl OnDisk {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = open_regular(path)?;
        let length = file.metadata()?.len();
        Ok(Self { file, length })
    }
}

impl Storage for OnDisk {
    fn length(&self) -> u64 {
        self.length
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        read_exact_at(&self.file, buffer, offset)
    }
}
