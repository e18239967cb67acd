//! Reading table files.

use std::{
    io,
    ops::Range,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use shakmaty::Color;

use super::{
    error::{FileError, Reason},
    header::{GROUP_BYTES, HEADER_BYTES, Header},
    numbers::{Distances, decompress},
    storage::{OnDisk, Storage},
    wdl::WdlGroups,
    write::stored_sides,
};
use crate::{
    Index, Layout, Material, Metric,
    codec::{Model, WordSets},
};

/// An open table file. Header and index are checked on opening, groups of
/// blocks when they are first needed. Any number of threads may probe at once;
/// what is unpacked stays in memory.
#[derive(Debug)]
pub struct TableFile {
    storage: Arc<dyn Storage>,
    path: PathBuf,
    header: Header,
    layout: Layout,
    groups: Vec<Group>,
    unpacked: Unpacked,
}

/// Where a group is.
#[derive(Clone, Debug)]
struct Group {
    bytes: Range<u64>,
    checksum: u32,
}

/// What was needed before.
#[derive(Debug)]
enum Unpacked {
    Wdl(Box<WdlGroups>),
    /// For each group, the distances of the wins and the losses of each stored side.
    Distances(Vec<OnceLock<Result<Vec<Distances>, String>>>),
}

impl TableFile {
    /// Opens a file and checks its header and index, and that its contents
    /// match its name.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is not a complete table file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let storage = OnDisk::open(path).map_err(|error| FileError {
            path: path.into(),
            reason: error.into(),
        })?;
        Self::from_storage(path, storage)
    }

    /// Like [`open`](Self::open), for bytes that are not in a file. `path`
    /// names them in errors, and must be a valid file name for the contents.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub fn from_storage(
        path: impl AsRef<Path>,
        storage: impl Storage + 'static,
    ) -> Result<Self, FileError> {
        let path = path.as_ref();
        Self::checked(path, Arc::new(storage)).map_err(|reason| FileError {
            path: path.into(),
            reason,
        })
    }

    fn checked(path: &Path, storage: Arc<dyn Storage>) -> Result<Self, Reason> {
        let length = storage.length();
        let header = read(&*storage, 0..length.min(HEADER_BYTES as u64))?;
        let header = Header::from_bytes(&header, length)?;
        let layout =
            Layout::new(&header.material).map_err(|error| Reason::Nonsense(error.to_string()))?;
        header.check(&layout, length)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name != header.metric.file_name(&header.material) {
            return Err(Reason::Renamed {
                found: format!("{} of {}", header.metric, header.material),
                expected: format!("{name} by its name"),
            });
        }
        // The lengths were checked: all of this is within the file.
        let groups_at = HEADER_BYTES as u64 + header.index_bytes();
        let index = read(&*storage, HEADER_BYTES as u64..groups_at)?;
        if crc32fast::hash(&index) != header.index_checksum {
            return Err(Reason::Checksum {
                part: "the index".into(),
            });
        }
        let (model, list) = index.split_at(header.model_bytes as usize);
        let groups = groups_of(list, groups_at, length)?;
        let unpacked = if header.metric == Metric::Wdl {
            let model = Model::from_bytes(&layout, model);
            let model = model.map_err(|error| Reason::Nonsense(error.to_string()))?;
            let group_blocks = header.group_blocks as usize;
            Unpacked::Wdl(Box::new(WdlGroups::new(model, &layout, group_blocks)))
        } else {
            Unpacked::Distances(groups.iter().map(|_| OnceLock::new()).collect())
        };
        Ok(Self {
            path: path.into(),
            storage,
            header,
            layout,
            groups,
            unpacked,
        })
    }

    /// The same file with nothing unpacked: what is unpacked through it goes with it.
    pub(crate) fn afresh(&self) -> Self {
        let unpacked = match &self.unpacked {
            Unpacked::Wdl(wdl) => Unpacked::Wdl(Box::new(wdl.afresh(&self.layout))),
            Unpacked::Distances(groups) => {
                Unpacked::Distances(groups.iter().map(|_| OnceLock::new()).collect())
            }
        };
        Self {
            storage: Arc::clone(&self.storage),
            path: self.path.clone(),
            header: self.header.clone(),
            layout: self.layout.clone(),
            groups: self.groups.clone(),
            unpacked,
        }
    }

    /// The class.
    pub fn material(&self) -> &Material {
        &self.header.material
    }

    /// What the file holds.
    pub fn metric(&self) -> Metric {
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
    /// The first part with a wrong checksum.
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

    /// Reads the bytes of a group and verifies its checksum.
    fn group_bytes(&self, group: usize) -> Result<Vec<u8>, Reason> {
        let Group { bytes, checksum } = &self.groups[group];
        let bytes = read(&*self.storage, bytes.clone())?;
        if crc32fast::hash(&bytes) == *checksum {
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

    /// The word of a position of one side, without what comes after it; a symmetric class
    /// has only White's.
    ///
    /// # Errors
    ///
    /// If this part of the file is damaged, or holds no WDL.
    #[inline]
    pub(crate) fn word(&self, index: Index, turn: Color) -> Result<WordSets, FileError> {
        let read = |group| self.group_bytes(group);
        let word = match &self.unpacked {
            Unpacked::Wdl(wdl) => wdl.word(index.block, index.word, turn, &read),
            Unpacked::Distances(_) => Err(Reason::Missing(Metric::Wdl)),
        };
        word.map_err(|reason| self.error(reason))
    }

    /// The words of one side of a block; a symmetric class has only White's.
    ///
    /// # Errors
    ///
    /// If this part of the file is damaged, or holds no WDL.
    #[inline]
    pub(crate) fn words(&self, block: usize, turn: Color) -> Result<&[WordSets], FileError> {
        let words = match &self.unpacked {
            Unpacked::Wdl(wdl) => wdl.words(block, turn, &|group| self.group_bytes(group)),
            Unpacked::Distances(_) => Err(Reason::Missing(Metric::Wdl)),
        };
        words.map_err(|reason| self.error(reason))
    }

    /// The index of a side among the stored ones.
    #[inline]
    fn stored(&self, turn: Color) -> Option<usize> {
        let place = usize::from(turn.is_black());
        (place < stored_sides(&self.layout).len()).then_some(place)
    }

    /// For one stored side, the distances of the wins and of the losses of the group that
    /// a block belongs to, and the first word of the block in them.
    fn distances(
        &self,
        wdl: &Self,
        block: usize,
        turn: Color,
    ) -> Result<(&[Distances], usize), FileError> {
        let size = self.header.group_blocks as usize;
        let (Unpacked::Distances(groups), Some(side)) = (&self.unpacked, self.stored(turn)) else {
            return Err(self.error(Reason::Missing(self.metric())));
        };
        let unpacked = groups[block / size].get_or_init(|| {
            let unpacked = self.unpack_distances(wdl, block / size);
            unpacked.map_err(|reason| reason.to_string())
        });
        match unpacked {
            Ok(sides) => Ok((
                &sides[2 * side..][..2],
                block % size * self.layout.block_words(),
            )),
            Err(reason) => Err(self.error(Reason::Before(reason.clone()))),
        }
    }

    fn unpack_distances(&self, wdl: &Self, group: usize) -> Result<Vec<Distances>, Reason> {
        let bytes = self.group_bytes(group)?;
        let mut words = Vec::new();
        for turn in stored_sides(&self.layout) {
            let (mut wins, mut losses) = (Vec::new(), Vec::new());
            for block in self.blocks_of(group) {
                let block = wdl.words(block, *turn);
                let block = block.map_err(|error| Reason::Before(error.to_string()))?;
                wins.extend(block.iter().map(|word| word.win));
                losses.extend(block.iter().map(|word| word.loss));
            }
            words.extend([wins, losses]);
        }
        decompress(&bytes, self.header.number_bytes, &words)
    }

    /// The distance of a won or lost position of a stored side. `wdl` is the
    /// WDL file of the same class.
    pub(crate) fn distance(&self, wdl: &Self, index: Index, turn: Color) -> Result<u16, FileError> {
        let sets = wdl.words(index.block, turn)?[index.word].decisive();
        let (distances, first) = self.distances(wdl, index.block, turn)?;
        let which = usize::from(sets[0] >> index.bit & 1 == 0);
        Ok(distances[which].get(first + index.word, sets[which], index.bit))
    }

    /// The won and lost positions of a block of a stored side whose distance is
    /// above a limit.
    pub(crate) fn above(
        &self,
        wdl: &Self,
        block: usize,
        turn: Color,
        limit: u16,
        out: &mut [u64],
    ) -> Result<(), FileError> {
        let (distances, first) = self.distances(wdl, block, turn)?;
        if distances.iter().all(|of| of.greatest() <= limit) {
            return Ok(());
        }
        for (word, sets) in wdl.words(block, turn)?.iter().enumerate() {
            let each = distances.iter().zip(sets.decisive());
            let above = each.map(|(of, set)| of.above(first + word, set, limit));
            out[word] = above.fold(0, |all, set| all | set);
        }
        Ok(())
    }

    /// All distances of a stored side.
    pub(crate) fn numbers(&self, wdl: &Self, turn: Color) -> Result<crate::Numbers, FileError> {
        let mut numbers = crate::Numbers::default();
        let words = self.layout.words();
        for block in 0..self.layout.blocks() {
            let (distances, first) = self.distances(wdl, block, turn)?;
            let greatest = distances.iter().map(Distances::greatest).max();
            if let Some(bits) = greatest.and_then(u16::checked_ilog2) {
                numbers.slice_mut(bits, words);
            }
            for (word, sets) in wdl.words(block, turn)?.iter().enumerate() {
                let to = block * self.layout.block_words() + word;
                for (of, set) in distances.iter().zip(sets.decisive()) {
                    of.write(first + word, set, to, &mut numbers.slices);
                }
            }
        }
        Ok(numbers)
    }
}

/// Locates the groups from the list of their lengths and checksums.
fn groups_of(list: &[u8], mut at: u64, length: u64) -> Result<Vec<Group>, Reason> {
    let mut groups = Vec::with_capacity(list.len() / GROUP_BYTES);
    for entry in list.chunks_exact(GROUP_BYTES) {
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| entry[at + byte]));
        let end = at.saturating_add(word(0).into());
        groups.push(Group {
            bytes: at..end,
            checksum: word(4),
        });
        at = end;
    }
    if at == length {
        Ok(groups)
    } else {
        Err(Reason::Nonsense("groups that do not fill the file".into()))
    }
}

/// Reads some bytes of a file; memory for them may run out.
fn read(storage: &dyn Storage, range: Range<u64>) -> Result<Vec<u8>, Reason> {
    let out_of_memory = || io::Error::from(io::ErrorKind::OutOfMemory);
    let length = usize::try_from(range.end.saturating_sub(range.start));
    let length = length.map_err(|_| out_of_memory())?;
    let mut bytes = Vec::new();
    let reserved = bytes.try_reserve_exact(length);
    reserved.map_err(|_| out_of_memory())?;
    bytes.resize(length, 0);
    match storage.read_at(&mut bytes, range.start) {
        Ok(()) => Ok(bytes),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(Reason::CutShort),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{SideTable, Table, TableFolder, write_table};

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    const NAME: &str = "KNvK.dpw";

    /// KNvK with some made-up wins, so that there is something to code: the
    /// folder with its file, and the file's bytes.
    fn knight() -> Result<(tempfile::TempDir, Vec<u8>), Box<dyn std::error::Error>> {
        let layout = Layout::new(&"KNvK".parse()?)?;
        let side = |turn| {
            let mut side = SideTable {
                loss: vec![0; layout.words()],
                ..SideTable::default()
            };
            for block in 0..layout.blocks() {
                let mut legal = vec![0; layout.block_words()];
                layout.legal(block, turn, &mut legal);
                side.legal.extend(legal);
            }
            let strewn =
                |(at, word): (usize, &u64)| word & (at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            side.win = side.legal.iter().enumerate().map(strewn).collect();
            side
        };
        let sides = shakmaty::ByColor {
            white: side(Color::White),
            black: side(Color::Black),
        };
        let folder = tempfile::tempdir()?;
        write_table(folder.path(), &Table::new(layout, sides), Metric::Wdl)?;
        let bytes = fs::read(folder.path().join(NAME))?;
        Ok((folder, bytes))
    }

    /// Bytes of which only the first can be read.
    #[derive(Debug)]
    struct Failing {
        bytes: Vec<u8>,
        good: u64,
    }

    impl Storage for Failing {
        fn length(&self) -> u64 {
            self.bytes.length()
        }

        fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
            if offset + buffer.len() as u64 > self.good {
                return Err(io::Error::other("the disk fails"));
            }
            self.bytes.read_at(buffer, offset)
        }
    }

    #[test]
    fn a_disk_that_fails_at_any_byte_is_an_error() -> Outcome {
        let (_folder, bytes) = knight()?;
        let length = bytes.length();
        for good in (0..length).step_by(41).chain([length - 1, length]) {
            let failing = Failing {
                bytes: bytes.clone(),
                good,
            };
            let opened = TableFile::from_storage(NAME, failing);
            let checked = opened.and_then(|file| file.check());
            if good == length {
                checked?;
                continue;
            }
            let error = checked.expect_err("a part cannot be read").to_string();
            assert_eq!(error, "KNvK.dpw: the disk fails", "{good} bytes");
        }
        Ok(())
    }

    /// A memory map would crash the program here.
    #[test]
    fn a_file_that_is_cut_short_while_it_is_read() -> Outcome {
        let (folder, bytes) = knight()?;
        let path = folder.path().join(NAME);
        let file = TableFile::open(&path)?;
        let begun = TableFile::open(&path)?;
        assert!(begun.words(0, Color::White)?.iter().any(|of| of.legal != 0));
        fs::File::options().write(true).open(&path)?.set_len(1)?;
        let last = file.layout().blocks() - 1;
        for _ in 0..2 {
            let error = file.words(last, Color::Black).expect_err("cut short");
            assert!(error.to_string().contains("cut short while it was read"));
        }
        assert!(file.check().is_err());
        // Groups unpacked earlier are still available.
        begun.words(0, Color::White)?;
        // A new file of that name does not affect the open one.
        fs::write(&path, &bytes)?;
        let open = TableFile::open(&path)?;
        fs::rename(&path, folder.path().join("elsewhere"))?;
        fs::write(&path, "another file")?;
        open.words(last, Color::Black)?;
        Ok(())
    }

    /// How much of a WDL file is decoded.
    fn decoded(file: &TableFile) -> usize {
        match &file.unpacked {
            Unpacked::Wdl(wdl) => wdl.decoded(),
            Unpacked::Distances(_) => 0,
        }
    }

    /// A table that is loaded is in memory once.
    #[test]
    fn nothing_of_a_loaded_table_stays_with_its_file() -> Outcome {
        let (folder, _) = knight()?;
        let opened = TableFolder::open(folder.path())?;
        let class = "KNvK".parse()?;
        let file = opened.files(&class)[0];
        opened.load(&class)?;
        assert_eq!(decoded(file), 0);
        file.words(0, Color::White)?;
        assert_ne!(decoded(file), 0);
        Ok(())
    }

    /// Only the part that is asked for, and before the side that is coded second the first.
    #[test]
    fn only_what_is_asked_for_is_decoded() -> Outcome {
        let (folder, _) = knight()?;
        let path = folder.path().join(NAME);
        let mut counts = Vec::new();
        for turn in Color::ALL {
            let file = TableFile::open(&path)?;
            file.words(200, turn)?;
            counts.push(decoded(&file));
        }
        counts.sort_unstable();
        assert_eq!(counts, [64, 128]);
        // Whatever was asked for first, the answers are the same.
        let (forwards, backwards) = (TableFile::open(&path)?, TableFile::open(&path)?);
        let blocks = forwards.layout().blocks();
        let asked: Vec<_> = (0..blocks)
            .flat_map(|block| Color::ALL.map(|turn| (block, turn)))
            .collect();
        for &(block, turn) in asked.iter().rev() {
            backwards.words(block, turn)?;
        }
        for (block, turn) in asked {
            assert_eq!(forwards.words(block, turn)?, backwards.words(block, turn)?);
        }
        assert_eq!(decoded(&forwards), 2 * blocks);
        Ok(())
    }

    /// One word is decoded with those before it in its part, and the same as with all others.
    #[test]
    fn a_word_is_decoded_without_those_after_it() -> Outcome {
        let (folder, _) = knight()?;
        let path = folder.path().join(NAME);
        let whole = TableFile::open(&path)?;
        let file = TableFile::open(&path)?;
        let decoded = |file: &TableFile| match &file.unpacked {
            Unpacked::Wdl(wdl) => wdl.decoded(),
            Unpacked::Distances(_) => 0,
        };
        let at = |block| Index {
            block,
            word: 0,
            bit: 0,
        };
        // The second part, first on, then back, and to its end.
        let mut counts = Vec::new();
        for block in [69, 80, 69, 127, 64] {
            for turn in Color::ALL {
                assert_eq!(file.word(at(block), turn)?, whole.words(block, turn)?[0]);
            }
            counts.push(decoded(&file));
        }
        assert_eq!(counts, [64 + 6, 64 + 17, 64 + 17, 128, 128]);
        // The words after those that were asked for.
        file.word(at(3), Color::White)?;
        for block in [2, 40] {
            assert_eq!(
                file.words(block, Color::White)?,
                whole.words(block, Color::White)?
            );
        }
        Ok(())
    }

    /// Callers exchange the colours; what is not stored is an error, no panic.
    #[test]
    fn symmetric_classes_have_no_words_for_black() -> Outcome {
        let layout = Layout::new(&"KNvKN".parse()?)?;
        let sides = shakmaty::ByColor::new_with(|turn| SideTable::new(&layout, turn));
        let folder = tempfile::tempdir()?;
        write_table(folder.path(), &Table::new(layout, sides), Metric::Wdl)?;
        let file = TableFile::open(folder.path().join("KNvKN.dpw"))?;
        assert!(file.words(0, Color::White).is_ok());
        let error = file.words(0, Color::Black).expect_err("not stored");
        assert!(error.to_string().contains("WDL"), "{error}");
        Ok(())
    }

    #[test]
    fn more_than_there_is_memory_for_is_an_error() {
        #[derive(Debug)]
        struct Endless;
        impl Storage for Endless {
            fn length(&self) -> u64 {
                u64::MAX
            }
            fn read_at(&self, _: &mut [u8], _: u64) -> io::Result<()> {
                Ok(())
            }
        }
        let error = read(&Endless, 0..u64::MAX).expect_err("too much");
        assert_eq!(error.to_string(), "out of memory");
    }
}
