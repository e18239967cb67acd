//! Reading files of tables.

use std::{
    fs::File,
    ops::Range,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use memmap2::Mmap;
use shakmaty::Color;

use super::{
    FileError, FileMetric, Reason,
    header::{GROUP_BYTES, HEADER_BYTES, Header},
    numbers::{Distances, decompress},
    write::stored_sides,
};
use crate::{Index, Layout, Material, WdlWords, codec::Model, open_regular};

/// A file of tables that is open: header and index are checked, groups of
/// blocks are when they are first asked for. Any number of threads may ask at
/// once; what was unpacked stays in memory.
#[derive(Debug)]
pub struct TableFile {
    bytes: Mmap,
    path: PathBuf,
    header: Header,
    layout: Layout,
    model: Option<Model>,
    groups: Vec<Group>,
}

#[derive(Debug)]
struct Group {
    bytes: Range<usize>,
    checksum: u32,
    unpacked: OnceLock<Result<Unpacked, String>>,
}

/// Legal, won and lost positions of one word: beside each other, so that a
/// probe touches memory once.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct WordSets {
    pub(crate) legal: u64,
    pub(crate) win: u64,
    pub(crate) loss: u64,
}

impl WordSets {
    /// The won and lost positions.
    pub(crate) fn decisive(self) -> u64 {
        self.win | self.loss
    }
}

/// What a group holds.
#[derive(Debug)]
enum Unpacked {
    /// Of each side that is stored, the words of all blocks of the group.
    Wdl(Vec<Vec<WordSets>>),
    /// Of each side that is stored.
    Distances(Vec<Distances>),
}

impl TableFile {
    /// Opens a file and checks its header and index, and that it holds what
    /// its name says.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is not a whole file of tables.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let open =
            || -> Result<Self, Reason> { Self::from_bytes(path, map(&open_regular(path)?)?) };
        open().map_err(|reason| FileError {
            path: path.into(),
            reason,
        })
    }

    fn from_bytes(path: &Path, source: Mmap) -> Result<Self, Reason> {
        let bytes = &source[..];
        let header = Header::from_bytes(bytes)?;
        let layout =
            Layout::new(&header.material).map_err(|error| Reason::Nonsense(error.to_string()))?;
        header.check(&layout, bytes.len() as u64)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name != header.metric.file_name(&header.material) {
            return Err(Reason::Renamed {
                found: format!("{} of {}", header.metric, header.material),
                expected: format!("{name} by its name"),
            });
        }
        // The lengths were checked: all of this is within the file.
        let model_end = HEADER_BYTES + header.model_bytes as usize;
        let groups_at = HEADER_BYTES + header.index_bytes() as usize;
        if crc32fast::hash(&bytes[HEADER_BYTES..groups_at]) != header.index_checksum {
            return Err(Reason::Checksum {
                part: "the index".into(),
            });
        }
        let model = match header.metric {
            FileMetric::Wdl => {
                let model = Model::from_bytes(&layout, &bytes[HEADER_BYTES..model_end]);
                Some(model.map_err(|error| Reason::Nonsense(error.to_string()))?)
            }
            FileMetric::Dtm | FileMetric::Dtz => None,
        };
        let groups = groups_of(&bytes[model_end..groups_at], groups_at, bytes.len())?;
        Ok(Self {
            path: path.into(),
            bytes: source,
            header,
            layout,
            model,
            groups,
        })
    }

    /// The class.
    pub fn material(&self) -> &Material {
        &self.header.material
    }

    /// What the file holds.
    pub fn metric(&self) -> FileMetric {
        self.header.metric
    }

    /// The order of positions.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Checks every checksum of the file.
    ///
    /// # Errors
    ///
    /// The first part that does not fit.
    pub fn check(&self) -> Result<(), FileError> {
        (0..self.groups.len()).try_for_each(|group| {
            let checked = self.group_bytes(group).map(|_| ());
            checked.map_err(|reason| self.error(reason))
        })
    }

    fn error(&self, reason: Reason) -> FileError {
        FileError {
            path: self.path.clone(),
            reason,
        }
    }

    /// The bytes of a group, after its checksum.
    fn group_bytes(&self, group: usize) -> Result<&[u8], Reason> {
        let Group {
            bytes, checksum, ..
        } = &self.groups[group];
        let bytes = &self.bytes[bytes.clone()];
        if crc32fast::hash(bytes) == *checksum {
            Ok(bytes)
        } else {
            let first = group * self.header.group_blocks as usize;
            Err(Reason::Checksum {
                part: format!("the group of blocks from {first} on"),
            })
        }
    }

    fn blocks_of(&self, group: usize) -> Range<usize> {
        let size = self.header.group_blocks as usize;
        group * size..self.layout.blocks().min((group + 1) * size)
    }

    fn unpacked(
        &self,
        group: usize,
        unpack: impl FnOnce(&[u8]) -> Result<Unpacked, Reason>,
    ) -> Result<&Unpacked, FileError> {
        let unpacked = self.groups[group].unpacked.get_or_init(|| {
            let bytes = self.group_bytes(group);
            bytes.and_then(unpack).map_err(|reason| reason.to_string())
        });
        unpacked.as_ref().map_err(|reason| FileError {
            path: self.path.clone(),
            reason: Reason::Before(reason.clone()),
        })
    }

    /// The words of one side of a block; a symmetric class has White's only.
    ///
    /// # Errors
    ///
    /// If this part of the file is damaged, or holds no WDL.
    #[inline]
    pub(crate) fn words(&self, block: usize, turn: Color) -> Result<&[WordSets], FileError> {
        let size = self.header.group_blocks as usize;
        let (group, words) = (block / size, self.layout.block_words());
        let unpacked = self.unpacked(group, |bytes| self.unpack_wdl(group, bytes))?;
        match (unpacked, self.stored(turn)) {
            (Unpacked::Wdl(sides), Some(side)) => Ok(&sides[side][block % size * words..][..words]),
            _ => Err(self.error(Reason::Missing(FileMetric::Wdl))),
        }
    }

    fn unpack_wdl(&self, group: usize, bytes: &[u8]) -> Result<Unpacked, Reason> {
        let model = self
            .model
            .as_ref()
            .ok_or(Reason::Missing(FileMetric::Wdl))?;
        let blocks = model.decode(self.blocks_of(group), bytes);
        let side = |turn: &Color| {
            let sides = blocks.iter().filter_map(|block| block.get(*turn).as_ref());
            sides.flat_map(word_sets).collect()
        };
        Ok(Unpacked::Wdl(
            stored_sides(&self.layout).iter().map(side).collect(),
        ))
    }

    /// The place of a side among those that are stored.
    #[inline]
    fn stored(&self, turn: Color) -> Option<usize> {
        let place = usize::from(turn.is_black());
        (place < stored_sides(&self.layout).len()).then_some(place)
    }

    /// The distances of the group that a block belongs to, of one side that is
    /// stored, and the first word of the block in them.
    fn distances(
        &self,
        wdl: &Self,
        block: usize,
        turn: Color,
    ) -> Result<(&Distances, usize), FileError> {
        let size = self.header.group_blocks as usize;
        let group = block / size;
        let unpacked = self.unpacked(group, |bytes| {
            let decisive: Vec<Vec<u64>> = stored_sides(&self.layout)
                .iter()
                .map(|&turn| {
                    let mut decisive = Vec::new();
                    for block in self.blocks_of(group) {
                        let words = wdl.words(block, turn)?.iter();
                        decisive.extend(words.map(|word| word.decisive()));
                    }
                    Ok(decisive)
                })
                .collect::<Result<_, FileError>>()
                .map_err(|error| Reason::Before(error.to_string()))?;
            let distances = decompress(bytes, self.header.number_bytes, &decisive)?;
            Ok(Unpacked::Distances(distances))
        })?;
        match (unpacked, self.stored(turn)) {
            (Unpacked::Distances(sides), Some(side)) => {
                Ok((&sides[side], block % size * self.layout.block_words()))
            }
            _ => Err(self.error(Reason::Missing(self.metric()))),
        }
    }

    /// The distance of a won or lost position of a side that is stored, `wdl`
    /// being the file with WDL of the same class.
    pub(crate) fn distance(&self, wdl: &Self, index: Index, turn: Color) -> Result<u16, FileError> {
        let decisive = wdl.words(index.block, turn)?[index.word].decisive();
        let (distances, first) = self.distances(wdl, index.block, turn)?;
        Ok(distances.get(first + index.word, decisive, index.bit))
    }

    /// The won and lost positions of a block, of a side that is stored, whose
    /// distance is above a limit.
    pub(crate) fn above(
        &self,
        wdl: &Self,
        block: usize,
        turn: Color,
        limit: u16,
        out: &mut [u64],
    ) -> Result<(), FileError> {
        let (distances, first) = self.distances(wdl, block, turn)?;
        if distances.greatest() > limit {
            for (word, sets) in wdl.words(block, turn)?.iter().enumerate() {
                out[word] = distances.above(first + word, sets.decisive(), limit);
            }
        }
        Ok(())
    }

    /// All distances of a side that is stored.
    pub(crate) fn numbers(&self, wdl: &Self, turn: Color) -> Result<crate::Numbers, FileError> {
        let mut numbers = crate::Numbers::default();
        let words = self.layout.words();
        for block in 0..self.layout.blocks() {
            let (distances, first) = self.distances(wdl, block, turn)?;
            if let Some(bits) = distances.greatest().checked_ilog2() {
                numbers.slice_mut(bits, words);
            }
            for (word, sets) in wdl.words(block, turn)?.iter().enumerate() {
                let to = block * self.layout.block_words() + word;
                distances.write(first + word, sets.decisive(), to, &mut numbers.slices);
            }
        }
        Ok(numbers)
    }
}

fn word_sets(block: &WdlWords) -> impl Iterator<Item = WordSets> + '_ {
    let words = block.legal.iter().zip(&block.win).zip(&block.loss);
    words.map(|((&legal, &win), &loss)| WordSets { legal, win, loss })
}

/// Where the groups are, by the list of their lengths and checksums.
fn groups_of(list: &[u8], mut at: usize, length: usize) -> Result<Vec<Group>, Reason> {
    let mut groups = Vec::with_capacity(list.len() / GROUP_BYTES);
    for entry in list.chunks_exact(GROUP_BYTES) {
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| entry[at + byte]));
        let end = at.saturating_add(word(0) as usize);
        groups.push(Group {
            bytes: at..end,
            checksum: word(4),
            unpacked: OnceLock::new(),
        });
        at = end;
    }
    if at == length {
        Ok(groups)
    } else {
        Err(Reason::Nonsense("groups that do not fill the file".into()))
    }
}

/// Maps a file into memory.
#[allow(unsafe_code)]
fn map(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: a map is sound as long as nobody changes the file under it. This
    // program never writes to a file that has its final name: it writes
    // another one and renames it, which leaves the mapped one as it was. Files
    // of other programs are out of its hands, as for every reader of
    // tablebases. In return opening a folder costs no reading, pages that are
    // not asked for are never read, and processes share them.
    unsafe { Mmap::map(file) }
}
