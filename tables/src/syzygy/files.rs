//! Files that are read once, as a probe asks for a few bytes of them in many places.

use std::{
    io,
    path::{Path, PathBuf},
};

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};

use crate::regular::{read_regular, regular_length};

/// Up to which size a file is kept in memory, in bytes: each one of five men is smaller.
const KEPT: u64 = 1 << 26;

/// Small files are kept in memory from the first probe on; large ones are asked where they
/// are.
#[derive(Default, Debug)]
pub struct Kept(OsFilesystem);

impl Filesystem for Kept {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        regular_length(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.0.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        if self.regular_file_size(path)? > KEPT {
            return self.0.open(path);
        }
        Ok(Box::new(Bytes(read_regular(path)?.into())))
    }
}

struct Bytes(Box<[u8]>);

impl RandomAccessFile for Bytes {
    fn read_at(&self, buf: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let rest = self.0.get(start..).unwrap_or_default();
        let count = rest.len().min(buf.len());
        buf[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}
