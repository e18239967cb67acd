//! Files of finished slices: a header, then records, one after another.
//!
//! A record is a head of fixed size and the compressed sets that it lists. Heads have a
//! checksum, and so has each group of sets; it is compared whenever the group is read.
//! A file that is written slice by slice may end with part of a record.

use std::{
    fs::File,
    io::{self, BufWriter, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use arrayvec::ArrayVec;
use drawproof_system::{open_regular, read_exact_at};
use drawproof_tables::{MAX_TABLE_MEN, Material, Metric, VisibleName};
use shakmaty::ByColor;

/// The groups of sets with one side to move.
pub const GROUPS: usize = 4;

const MAGIC: [u8; 8] = *b"DPSLICES";
const VERSION: u16 = 2;
/// Magic number, version, metrics, class, checksum.
const HEADER: usize = 8 + 2 + 1 + 21 + 4;
/// Pawns, words, and for each side a flag and its groups; checksum.
const HEAD: usize = 1 + MAX_TABLE_MEN + 8 + 2 * (1 + GROUPS * GROUP) + 4;
/// Number of sets, length, checksum.
const GROUP: usize = 1 + 8 + 4;
/// What is written at once: most records.
const BUFFER: usize = 1 << 18;
/// The number of sets of a group that is not there.
const ABSENT: u8 = u8::MAX;

/// An error of a file or folder of slices.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {reason}", path.shown())]
pub struct SliceError {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong.
    pub reason: SliceReason,
}

/// The kinds of errors of files of slices.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SliceReason {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(String),
    /// It does not begin with the magic number.
    #[error("this is not a file of drawproof's slices; use another folder")]
    Foreign,
    /// It was written by another version of the program.
    #[error(
        "the file has format version {found}, this program writes version {VERSION}; use another folder"
    )]
    Version {
        /// The file's version.
        found: u16,
    },
    /// It holds something else than its name and the run say.
    #[error("the file holds {found}, expected {expected}; use another folder for this run")]
    Other {
        /// What it holds.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// A checksum is wrong, or the contents are.
    #[error("the file is damaged; remove it, and its slices are solved again")]
    Damaged,
    /// A file without a name has changed.
    #[error("what was written here reads differently; check the disk, and start the run again")]
    Changed,
    /// The folder has the jobs of a plan.
    #[error("the jobs of a plan use this folder; use another one for this run")]
    Shared,
    /// Another run writes to the folder.
    #[error("another run is using this folder; wait until it ends, or use another folder")]
    Busy,
}

impl SliceReason {
    pub(crate) fn of(self, path: &Path) -> SliceError {
        SliceError {
            path: path.into(),
            reason: self,
        }
    }
}

/// The error of a file that cannot be read or written.
pub fn io_error(path: &Path, error: &io::Error) -> SliceError {
    SliceReason::Io(error.to_string()).of(path)
}

/// What a file holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents<'a> {
    pub class: &'a Material,
    pub metrics: &'a [Metric],
}

impl Contents<'_> {
    fn header(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..10].copy_from_slice(&VERSION.to_le_bytes());
        bytes[10] = metric_bits(self.metrics);
        let name = self.class.to_string();
        let name = name.bytes().take(HEADER - 15);
        for (to, from) in bytes[11..].iter_mut().zip(name) {
            *to = from;
        }
        let checksum = crc32fast::hash(&bytes[..HEADER - 4]);
        bytes[HEADER - 4..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Whether a file with this header has these contents.
    fn compare(&self, found: &[u8; HEADER]) -> Result<(), SliceReason> {
        let expected = self.header();
        if *found == expected {
            return Ok(());
        }
        if found[..8] != MAGIC {
            return Err(SliceReason::Foreign);
        }
        let version = u16::from_le_bytes([found[8], found[9]]);
        if version != VERSION {
            return Err(SliceReason::Version { found: version });
        }
        let checksum = crc32fast::hash(&found[..HEADER - 4]);
        if found[HEADER - 4..] != checksum.to_le_bytes() {
            return Err(SliceReason::Damaged);
        }
        Err(SliceReason::Other {
            found: text(found),
            expected: text(&expected),
        })
    }
}

fn metric_bits(metrics: &[Metric]) -> u8 {
    let bit = |metric: &Metric| 1 << Metric::ALL.iter().position(|of| of == metric).unwrap_or(0);
    metrics.iter().map(bit).sum()
}

/// Class and metrics of a header.
fn text(header: &[u8; HEADER]) -> String {
    let name = &header[11..HEADER - 4];
    let name = String::from_utf8_lossy(name);
    let metrics = Metric::ALL
        .iter()
        .filter(|metric| header[10] & metric_bits(&[**metric]) != 0);
    let metrics: Vec<&str> = metrics.map(|metric| metric.abbreviation()).collect();
    format!(
        "{} with {}",
        name.trim_end_matches('\0'),
        metrics.join(" and ")
    )
}

/// A file of slices. It stays open, so its records come from one file even if another
/// takes its name.
#[derive(Debug)]
pub struct SliceFile {
    path: PathBuf,
    file: File,
}

/// Some bytes of a file.
#[derive(Clone, Debug)]
pub struct Extent {
    file: Arc<SliceFile>,
    at: u64,
    length: u64,
    checksum: u32,
}

impl Extent {
    /// Reads the bytes and compares their checksum.
    pub fn read(&self) -> Result<Vec<u8>, SliceError> {
        let mut bytes = vec![0; usize::try_from(self.length).unwrap_or(usize::MAX)];
        self.file.read(&mut bytes, self.at)?;
        if crc32fast::hash(&bytes) == self.checksum {
            Ok(bytes)
        } else {
            Err(self.damaged())
        }
    }

    /// The bytes before and after a place, the former with the checksum; `None` if there
    /// are not enough.
    pub fn split(self, at: u64) -> Option<(Self, Self)> {
        let rest = self.length.checked_sub(at)?;
        let after = Self {
            at: self.at + at,
            length: rest,
            ..self.clone()
        };
        Some((Self { length: at, ..self }, after))
    }

    /// The same bytes, which have another checksum.
    pub fn with_checksum(self, checksum: u32) -> Self {
        Self { checksum, ..self }
    }

    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The error for contents that cannot be right.
    pub fn damaged(&self) -> SliceError {
        SliceReason::Damaged.of(&self.file.path)
    }
}

/// A group of sets in a record.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// How many sets.
    pub count: u8,
    /// The bytes that they take, compressed.
    pub length: u64,
    pub checksum: u32,
}

/// The head of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The squares of the pawns.
    pub pawns: ArrayVec<u8, MAX_TABLE_MEN>,
    /// The words of a set.
    pub words: u64,
    pub sides: ByColor<SideHead>,
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SideHead {
    /// Whether the 50-move rule turns any wins into draws.
    pub is_cursed: bool,
    pub groups: [Option<Group>; GROUPS],
}

impl Head {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.pawns.len() as u8];
        bytes.extend_from_slice(&self.pawns);
        bytes.resize(1 + MAX_TABLE_MEN, 0);
        bytes.extend(self.words.to_le_bytes());
        for side in &self.sides {
            bytes.push(u8::from(side.is_cursed));
            for group in side.groups {
                bytes.push(group.map_or(ABSENT, |group| group.count));
                bytes.extend(group.map_or(0, |group| group.length).to_le_bytes());
                bytes.extend(group.map_or(0, |group| group.checksum).to_le_bytes());
            }
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// `None` if the checksum is wrong or the numbers cannot be right.
    fn read(bytes: &[u8; HEAD]) -> Option<Self> {
        let (bytes, checksum) = bytes.split_at(HEAD - 4);
        if crc32fast::hash(bytes).to_le_bytes() != checksum {
            return None;
        }
        let (pawns, rest) = bytes.split_at(1 + MAX_TABLE_MEN);
        let pawns = pawns[1..].get(..pawns[0].into())?;
        let (words, rest) = rest.split_first_chunk()?;
        let (white, black) = rest.split_at(rest.len() / 2);
        Some(Self {
            pawns: pawns.iter().copied().collect(),
            words: u64::from_le_bytes(*words),
            sides: ByColor {
                white: SideHead::read(white)?,
                black: SideHead::read(black)?,
            },
        })
    }

    /// The bytes of all groups; `None` if there are too many.
    fn length(&self) -> Option<u64> {
        let groups = self.sides.iter().flat_map(|side| side.groups);
        groups
            .flatten()
            .try_fold(0u64, |sum, group| sum.checked_add(group.length))
    }
}

impl SideHead {
    fn read(bytes: &[u8]) -> Option<Self> {
        let (is_cursed, bytes) = bytes.split_first()?;
        let mut groups = [None; GROUPS];
        for (group, bytes) in groups.iter_mut().zip(bytes.chunks_exact(GROUP)) {
            let (count, bytes) = bytes.split_first()?;
            let (length, checksum) = bytes.split_first_chunk()?;
            *group = (*count != ABSENT).then_some(Group {
                count: *count,
                length: u64::from_le_bytes(*length),
                checksum: u32::from_le_bytes(checksum.try_into().ok()?),
            });
        }
        Some(Self {
            is_cursed: *is_cursed != 0,
            groups,
        })
    }
}

/// A record of a file: its head, and where its groups are.
pub struct Record {
    pub head: Head,
    pub extents: ByColor<[Option<Extent>; GROUPS]>,
}

impl SliceFile {
    fn read(&self, buffer: &mut [u8], at: u64) -> Result<(), SliceError> {
        read_exact_at(&self.file, buffer, at).map_err(|error| io_error(&self.path, &error))
    }

    /// The records of a file, and where the last whole one ends.
    pub fn records(path: &Path, contents: &Contents) -> Result<(Vec<Record>, u64), SliceError> {
        let error = |error: io::Error| io_error(path, &error);
        let file = open_regular(path).map_err(error)?;
        let length = file.metadata().map_err(error)?.len();
        let file = Arc::new(Self {
            path: path.into(),
            file,
        });
        let mut header = [0; HEADER];
        if length < HEADER as u64 {
            // One that was cut before anything was finished is the beginning of a header.
            let begun = &mut header[..length as usize];
            file.read(begun, 0)?;
            if contents.header().starts_with(begun) {
                return Ok((Vec::new(), 0));
            }
            return Err(SliceReason::Foreign.of(path));
        }
        file.read(&mut header, 0)?;
        let compared = contents.compare(&header);
        compared.map_err(|reason| reason.of(path))?;
        let (mut records, mut end) = (Vec::new(), HEADER as u64);
        while let Some(record) = Record::read(&file, end, length)? {
            end = record.end(end);
            records.push(record);
        }
        Ok((records, end))
    }
}

impl Record {
    /// The record at a place in a file of this length; `None` if there is none, or not
    /// all of one.
    fn read(file: &Arc<SliceFile>, at: u64, length: u64) -> Result<Option<Self>, SliceError> {
        if length - at < HEAD as u64 {
            return Ok(None);
        }
        let mut bytes = [0; HEAD];
        file.read(&mut bytes, at)?;
        let damaged = || SliceReason::Damaged.of(&file.path);
        let head = Head::read(&bytes).ok_or_else(damaged)?;
        let size = head.length().ok_or_else(damaged)?;
        if size > length - at - HEAD as u64 {
            return Ok(None);
        }
        Ok(Some(Self::at(file, at, head)))
    }

    /// A record whose head is at a place in a file.
    fn at(file: &Arc<SliceFile>, at: u64, head: Head) -> Self {
        let mut at = at + HEAD as u64;
        let mut extent = |group: Group| {
            let extent = Extent {
                file: Arc::clone(file),
                at,
                length: group.length,
                checksum: group.checksum,
            };
            at += group.length;
            extent
        };
        let mut side = |side: &SideHead| side.groups.map(|group| group.map(&mut extent));
        let extents = ByColor {
            white: side(&head.sides.white),
            black: side(&head.sides.black),
        };
        Self { head, extents }
    }

    fn end(&self, at: u64) -> u64 {
        at + HEAD as u64 + self.head.length().unwrap_or_default()
    }
}

/// Writes records to a file.
pub struct SliceWriter {
    file: Arc<SliceFile>,
    end: u64,
}

impl SliceWriter {
    /// Continues a file after its last whole record, which ends there, or begins it.
    pub fn new(path: &Path, file: File, contents: &Contents, end: u64) -> Result<Self, SliceError> {
        let file = Arc::new(SliceFile {
            path: path.into(),
            file,
        });
        let mut writer = Self { file, end };
        writer.cut()?;
        if end == 0 {
            writer.append(&contents.header(), [].into_iter())?;
        }
        Ok(writer)
    }

    /// A file without a name, in a folder: it ends with the process.
    pub fn without_name(folder: &Path) -> Result<Self, SliceError> {
        let file = tempfile::tempfile_in(folder).map_err(|error| io_error(folder, &error))?;
        let file = Arc::new(SliceFile {
            path: folder.into(),
            file,
        });
        Ok(Self { file, end: 0 })
    }

    /// Writes some bytes after the others: where each part is.
    pub fn extents<'a>(
        &mut self,
        parts: impl Iterator<Item = &'a [u8]> + Clone,
    ) -> Result<Vec<Extent>, SliceError> {
        let mut at = self.end;
        self.append(&[], parts.clone())?;
        let extent = |bytes: &[u8]| {
            let extent = Extent {
                file: Arc::clone(&self.file),
                at,
                length: bytes.len() as u64,
                checksum: crc32fast::hash(bytes),
            };
            at += extent.length;
            extent
        };
        Ok(parts.map(extent).collect())
    }

    /// Changes the last byte of a part.
    #[cfg(test)]
    pub fn damage(&self, extent: &Extent) -> io::Result<()> {
        let last = extent.at + extent.length - 1;
        let mut byte = [0];
        read_exact_at(&self.file.file, &mut byte, last)?;
        let mut file = &self.file.file;
        file.seek(SeekFrom::Start(last))?;
        file.write_all(&[!byte[0]])
    }

    /// Writes a record with the bytes of its groups.
    pub fn write<'a>(
        &mut self,
        head: Head,
        groups: impl Iterator<Item = &'a [u8]>,
    ) -> Result<Record, SliceError> {
        let bytes = head.bytes();
        let at = self.end;
        if let Err(error) = self.append(&bytes, groups) {
            // Leave no part of it, as far as the system permits.
            let _ = self.cut();
            return Err(error);
        }
        Ok(Record::at(&self.file, at, head))
    }

    /// Writes all parts, small ones together.
    fn append<'a>(
        &mut self,
        first: &[u8],
        others: impl Iterator<Item = &'a [u8]>,
    ) -> Result<(), SliceError> {
        let write = || {
            let mut file = &self.file.file;
            file.seek(SeekFrom::Start(self.end))?;
            let mut writer = BufWriter::with_capacity(BUFFER, file);
            writer.write_all(first)?;
            let mut length = first.len() as u64;
            for part in others {
                writer.write_all(part)?;
                length += part.len() as u64;
            }
            writer.flush()?;
            Ok(length)
        };
        let length = write().map_err(|error: io::Error| io_error(&self.file.path, &error))?;
        self.end += length;
        Ok(())
    }

    fn cut(&self) -> Result<(), SliceError> {
        let cut = self.file.file.set_len(self.end);
        cut.map_err(|error| io_error(&self.file.path, &error))
    }
}
