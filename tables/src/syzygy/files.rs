//! Files that are read once, because a probe needs a few bytes in many places,
//! and compared with the published ones.

use std::{
    collections::HashMap,
    fmt, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use drawproof_system::{open_regular, read_regular, regular_length};
use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};

use super::write::checksum::{SUM, is_whole, is_whole_stream};
use crate::{
    Material, NotAsPublished, OracleError, Trust, VisibleName,
    published::{Standing, judge, judge_sum},
};

/// The size in bytes up to which a file is kept in memory; every five-man file is
/// smaller.
const KEPT: u64 = 1 << 26;

/// What is wrong with a file that was cut off or changed.
const BROKEN: &str = "the checksum at its end is not that of its contents";

/// Small files are kept in memory from the first probe on; large ones are read from disk.
/// The bytes that were checked are the bytes that are probed: a file is not read a second
/// time.
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

/// The bytes of a file, and what published checksums say about it.
pub type BytesAndStanding = (Arc<[u8]>, Standing);

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

    /// Files that are in memory already, each with its name. They are not
    /// compared with published files.
    pub fn of_files(folder: &Path, files: impl IntoIterator<Item = (String, Arc<[u8]>)>) -> Self {
        let kept = |(name, bytes): (String, Arc<[u8]>)| {
            let file = KeptFile {
                bytes: Some(bytes),
                standing: Standing::Unknown,
            };
            (folder.join(name), file)
        };
        let files = files.into_iter().map(kept);
        Self {
            files: Mutex::new(files.collect()),
            ..Self::new(Trust::AnyFile)
        }
    }

    /// All files that are in memory, in the order of their names.
    pub fn paths(&self) -> Vec<PathBuf> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let mut paths: Vec<PathBuf> = files.keys().cloned().collect();
        paths.sort();
        paths
    }

    /// What published checksums say about a file; this reads the file.
    pub fn standing(&self, path: &Path) -> io::Result<Standing> {
        Ok(self.file(path)?.standing)
    }

    /// The same for all files read until now, by name.
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

    /// A file; `None` if it is too large to be kept.
    pub fn bytes(&self, path: &Path) -> io::Result<Option<BytesAndStanding>> {
        let file = self.file(path)?;
        Ok(file.bytes.map(|bytes| (bytes, file.standing)))
    }

    /// The same of a file that is whole: it is as published, or ends with the checksum of its
    /// contents.
    ///
    /// # Errors
    ///
    /// If it is not, or cannot be read.
    pub fn whole(&self, path: &Path) -> Result<Option<BytesAndStanding>, OracleError> {
        let found = self.bytes(path).map_err(|error| unreadable(path, &error))?;
        match found {
            Some((bytes, standing)) => {
                require_whole(path, &bytes, standing)?;
                Ok(Some((bytes, standing)))
            }
            None => Ok(None),
        }
    }

    /// What published checksums say about a file that is whole, however large.
    ///
    /// # Errors
    ///
    /// As for [`whole`](Self::whole).
    pub fn check(&self, path: &Path) -> Result<Standing, OracleError> {
        if let Some((_, standing)) = self.whole(path)? {
            return Ok(standing);
        }
        let io = |error| unreadable(path, &error);
        let length = regular_length(path).map_err(io)?;
        if !is_whole_stream(open_regular(path).map_err(io)?, length).map_err(io)? {
            return Err(unreadable(path, &broken()));
        }
        self.by_sum(path, length, None).map_err(io)
    }

    /// What the checksum that a file ends with says about it.
    fn by_sum(&self, path: &Path, length: u64, bytes: Option<&[u8]>) -> io::Result<Standing> {
        let mut sum = [0; SUM];
        match bytes {
            Some(bytes) => sum = *bytes.last_chunk().ok_or_else(broken)?,
            None => self.large.open(path)?.read_exact_at(
                &mut sum,
                length - SUM as u64,
                ReadHint::Header,
            )?,
        }
        judge_sum(path, &sum, self.trust).map_err(io::Error::other)
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
        let standing = match (standing, &bytes) {
            (Standing::AsPublished, _) => standing,
            // Every writer's file ends with its own checksum; one that does not is damaged.
            (_, Some(bytes)) if !is_whole(bytes) => return Err(broken()),
            (Standing::Unknown, Some(bytes)) => self.by_sum(path, length, Some(bytes))?,
            (Standing::Unknown, None) => self.by_sum(path, length, None)?.max(Standing::Unchecked),
            (_, Some(_)) => standing,
            // A published file of this name has another length.
            (_, None) => return Err(broken()),
        };
        let file = KeptFile { bytes, standing };
        Ok(files().entry(path.into()).or_insert(file).clone())
    }
}

fn require_whole(path: &Path, bytes: &[u8], standing: Standing) -> Result<(), OracleError> {
    if standing == Standing::AsPublished || is_whole(bytes) {
        return Ok(());
    }
    Err(unreadable(path, &broken()))
}

fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, BROKEN)
}

impl Filesystem for Kept {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        match files.get(path).and_then(|file| file.bytes.as_ref()) {
            Some(bytes) => Ok(bytes.len() as u64),
            None => regular_length(path),
        }
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.large.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let file = match self.file(path)?.bytes {
            Some(bytes) => Box::new(Bytes(bytes)),
            None => self.large.open(path)?,
        };
        check(path, &*file)?;
        Ok(file)
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

/// The offset of a file's parts: after the magic number and a byte of flags.
const PARTS: u64 = 5;
/// Flag: a part stores positions with Black to move.
const BLACK_TO_MOVE: u8 = 1;
/// Flag: a part has one value for all positions.
const SINGLE_VALUE: u8 = 1 << 7;

/// Refuses a DTZ file that would make the prober recurse without end.
///
/// A DTZ file stores one side to move; for the other the prober makes a move and probes again.
/// If both sides have the same men, including pawns, both sides are probed as White to move. If
/// such a file claims to store Black's positions, the prober makes moves until the stack
/// overflows.
fn check(path: &Path, file: &dyn RandomAccessFile) -> io::Result<()> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let class = name.parse::<Material>().ok();
    let Some(class) = class.filter(|class| class.is_symmetric() && class.has_pawns()) else {
        return Ok(());
    };
    if path.extension().is_none_or(|ending| ending != "rtbz") {
        return Ok(());
    }
    // For each file of the leading pawn, two bytes give the order of the men, and the men
    // follow.
    let mut at = PARTS + 4 * (2 + class.men_count() as u64);
    at += at % 2;
    for _ in 0..4 {
        let flags = file.read_u8_at(at, ReadHint::Header)?;
        if flags & BLACK_TO_MOVE != 0 {
            let message = "it stores Black to move, which is the same as White to move here";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        at = if flags & SINGLE_VALUE != 0 {
            at + 2
        } else {
            after_part(file, at)?
        };
    }
    Ok(())
}

/// Where the description of a part ends. It has ten bytes, of which the last two are the lengths
/// of the longest and shortest codes, a number for each length, the number of symbols, and the
/// symbols.
fn after_part(file: &dyn RandomAccessFile, at: u64) -> io::Result<u64> {
    let longest = file.read_u8_at(at + 8, ReadHint::Header)?;
    let shortest = file.read_u8_at(at + 9, ReadHint::Header)?;
    let lengths = 1 + u64::from(longest.saturating_sub(shortest));
    let symbols_at = at + 10 + 2 * lengths;
    let symbols = u64::from(file.read_u16_le_at(symbols_at, ReadHint::Header)?);
    Ok(symbols_at + 2 + 3 * symbols + symbols % 2)
}

/// Why a file cannot be probed. The prober passes on system errors, including
/// what was found when a file was opened.
pub fn unreadable(path: &Path, error: &io::Error) -> OracleError {
    let source = error.get_ref();
    match source.and_then(|source| source.downcast_ref::<NotAsPublished>()) {
        Some(error) => error.clone().into(),
        None if error.kind() == io::ErrorKind::InvalidData => OracleError::Corrupt {
            material: path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into(),
            place: path.parent().unwrap_or(path).shown(),
            reason: error.to_string(),
        },
        None => OracleError::Io {
            path: path.into(),
            error: io::Error::new(error.kind(), error.to_string()),
        },
    }
}
