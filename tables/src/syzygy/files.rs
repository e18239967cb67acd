//! Files that are read once, as a probe asks for a few bytes of them in many
//! places, and held against what was published of them.

use std::{
    collections::HashMap,
    fmt, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};

use crate::{
    Trust,
    published::{Standing, judge},
    regular::{read_regular, regular_length},
};

/// Up to which size a file is kept in memory, in bytes: each one of five men is smaller.
const KEPT: u64 = 1 << 26;

/// Small files are kept in memory from the first probe on; large ones are asked where they
/// are. What is asked is what was judged: a file is not read a second time.
#[derive(Debug)]
pub struct Kept {
    large: OsFilesystem,
    trust: Trust,
    files: Mutex<HashMap<PathBuf, KeptFile>>,
}

#[derive(Clone)]
struct KeptFile {
    /// `None` if it is too large to be kept.
    bytes: Option<Arc<[u8]>>,
    standing: Standing,
}

impl fmt::Debug for KeptFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.standing.fmt(f)
    }
}

impl Kept {
    pub fn new(trust: Trust) -> Self {
        Self {
            large: OsFilesystem::new(),
            trust,
            files: Mutex::default(),
        }
    }

    /// What published checksums say of a file, which is read for it.
    pub fn standing(&self, path: &Path) -> io::Result<Standing> {
        Ok(self.file(path)?.standing)
    }

    /// The same of all files that were read until now, by their names.
    pub fn standings(&self) -> Vec<(String, Standing)> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let name = |path: &Path| {
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into()
        };
        let of = files.iter().map(|(path, file)| (name(path), file.standing));
        of.collect()
    }

    fn file(&self, path: &Path) -> io::Result<KeptFile> {
        let files = || self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = files().get(path) {
            return Ok(file.clone());
        }
        let length = regular_length(path)?;
        let bytes: Option<Arc<[u8]>> = match length {
            0..=KEPT => Some(read_regular(path)?.into()),
            _ => None,
        };
        let length = bytes.as_ref().map_or(length, |bytes| bytes.len() as u64);
        let standing = judge(path, length, bytes.as_deref(), self.trust);
        let standing = standing.map_err(io::Error::other)?;
        let file = KeptFile { bytes, standing };
        Ok(files().entry(path.into()).or_insert(file).clone())
    }
}

impl Filesystem for Kept {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        regular_length(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.large.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        match self.file(path)?.bytes {
            Some(bytes) => Ok(Box::new(Bytes(bytes))),
            None => self.large.open(path),
        }
    }
}

struct Bytes(Arc<[u8]>);

impl RandomAccessFile for Bytes {
    fn read_at(&self, buf: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let rest = self.0.get(start..).unwrap_or_default();
        let count = rest.len().min(buf.len());
        buf[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}
