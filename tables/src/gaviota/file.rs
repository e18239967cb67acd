//! A file of one class: header, list of blocks, and the packed blocks.

use std::{
    io::{self, Read},
    path::Path,
    sync::OnceLock,
};

use drawproof_system::open_regular;
use lzma_rs::decompress::{Options, UnpackedSize};
use shakmaty::Color;

use crate::{
    NotAsPublished, Trust,
    published::{Standing, judge},
};

/// Entries of a block, except the last one of a side.
const BLOCK_ENTRIES: usize = 16 * 1024;
/// Ten words of 32 bits.
const HEADER_BYTES: usize = 40;
/// The header word with the number of entries in a block.
const BLOCK_ENTRIES_WORD: usize = 2;
/// The header word with the offset of the first block.
const DATA_WORD: usize = 8;
/// The length of a packed block's head: a byte that no reader needs, a filter
/// number, the LZMA properties, the unpacked size.
const BLOCK_HEAD: usize = 2 + PROPERTIES.len() + 8;
/// The LZMA properties of all files: bits of context, and a dictionary of
/// 4 KiB.
const PROPERTIES: [u8; 5] = [0x5d, 0, 0x10, 0, 0];
/// No packed block is longer: incompressible data grows little.
const LONGEST_BLOCK: usize = 2 * BLOCK_ENTRIES;

/// One file in memory. Blocks are unpacked when first needed, and kept.
#[derive(Debug)]
pub(super) struct GaviotaFile {
    bytes: Vec<u8>,
    entries: usize,
    blocks: Vec<OnceLock<Result<Box<[u8]>, Damage>>>,
}

/// What is wrong with the contents of a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Damage {
    #[error("the file ends within its header")]
    Header,
    #[error("the header is not that of a table of this class")]
    Foreign,
    #[error("the list of blocks is not in order")]
    List,
    #[error("the file has {found} bytes where its list of blocks ends at {listed}")]
    Length { found: usize, listed: usize },
    #[error("block {0} does not begin as a packed block does")]
    BlockHead(usize),
    #[error("block {number} cannot be unpacked: {reason}")]
    Block { number: usize, reason: String },
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum FileError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    NotAsPublished(#[from] NotAsPublished),
    #[error(transparent)]
    Damage(#[from] Damage),
}

impl GaviotaFile {
    /// Reads a file of a class with `entries` entries for each side to move, and
    /// compares it with the published one.
    pub(super) fn read(
        path: &Path,
        entries: usize,
        trust: Trust,
    ) -> Result<(Self, Standing), FileError> {
        let blocks = block_count(entries);
        let limit = data_start(blocks) + blocks * LONGEST_BLOCK;
        let mut bytes = Vec::new();
        open_regular(path)?
            .take(limit as u64 + 1)
            .read_to_end(&mut bytes)?;
        let standing = judge(path, bytes.len() as u64, Some(&bytes), trust)?;
        Ok((Self::new(bytes, entries)?, standing))
    }

    /// A file's contents, with the header and the list of blocks checked.
    pub(super) fn new(bytes: Vec<u8>, entries: usize) -> Result<Self, Damage> {
        let blocks = block_count(entries);
        let file = Self {
            bytes,
            entries,
            blocks: (0..blocks).map(|_| OnceLock::new()).collect(),
        };
        let header = |number: usize| file.word(4 * number).ok_or(Damage::Header);
        if header(BLOCK_ENTRIES_WORD)? != BLOCK_ENTRIES
            || header(DATA_WORD)? != data_start(blocks)
            || file.start(0).ok_or(Damage::Header)? != data_start(blocks)
        {
            return Err(Damage::Foreign);
        }
        for number in 0..blocks {
            let start = file.start(number).ok_or(Damage::Header)?;
            let end = file.start(number + 1).ok_or(Damage::Header)?;
            let length = end.checked_sub(start).ok_or(Damage::List)?;
            if !(BLOCK_HEAD..=LONGEST_BLOCK).contains(&length) {
                return Err(Damage::List);
            }
        }
        let listed = file.start(blocks).ok_or(Damage::Header)?;
        if listed != file.bytes.len() {
            let found = file.bytes.len();
            return Err(Damage::Length { found, listed });
        }
        Ok(file)
    }

    /// The byte at an index below the number of entries, with `turn` to move.
    pub(super) fn entry(&self, index: usize, turn: Color) -> Result<u8, Damage> {
        let side_blocks = self.blocks.len() / 2;
        let number = turn.fold_wb(0, side_blocks) + index / BLOCK_ENTRIES;
        let block = self
            .blocks
            .get(number)
            .filter(|_| index < self.entries)
            .ok_or(Damage::List)?
            .get_or_init(|| self.unpack(number));
        match block {
            Ok(block) => block
                .get(index % BLOCK_ENTRIES)
                .copied()
                .ok_or(Damage::List),
            Err(damage) => Err(damage.clone()),
        }
    }

    /// How many entries a block has: the last one of a side has what is left.
    fn block_entries(&self, number: usize) -> usize {
        let number = number % (self.blocks.len() / 2);
        BLOCK_ENTRIES.min(self.entries - number * BLOCK_ENTRIES)
    }

    fn unpack(&self, number: usize) -> Result<Box<[u8]>, Damage> {
        let start = self.start(number).ok_or(Damage::List)?;
        let end = self.start(number + 1).ok_or(Damage::List)?;
        let packed = self.bytes.get(start..end).ok_or(Damage::List)?;
        let size = self.block_entries(number);
        // From the filter number on, which is never used.
        let mut head = vec![0];
        head.extend(PROPERTIES);
        head.extend((size as u64).to_le_bytes());
        let (Some(found), Some(mut lzma)) = (packed.get(1..BLOCK_HEAD), packed.get(2..)) else {
            return Err(Damage::BlockHead(number));
        };
        if found != head {
            return Err(Damage::BlockHead(number));
        }
        let options = Options {
            unpacked_size: UnpackedSize::ReadFromHeader,
            memlimit: Some(BLOCK_ENTRIES),
            allow_incomplete: false,
        };
        let mut unpacked = Vec::with_capacity(size);
        let result = lzma_rs::lzma_decompress_with_options(&mut lzma, &mut unpacked, &options);
        let reason = match result {
            Err(error) => error.to_string(),
            Ok(()) if unpacked.len() != size => format!("it has {} entries", unpacked.len()),
            Ok(()) if !lzma.is_empty() => format!("{} bytes are left over", lzma.len()),
            Ok(()) => return Ok(unpacked.into()),
        };
        Err(Damage::Block { number, reason })
    }

    /// Where a block begins; the one after the last begins at the end.
    fn start(&self, block: usize) -> Option<usize> {
        self.word(HEADER_BYTES + 4 * block)
    }

    fn word(&self, at: usize) -> Option<usize> {
        let word = self.bytes.get(at..)?.first_chunk()?;
        usize::try_from(u32::from_le_bytes(*word)).ok()
    }
}

/// How many blocks both sides to move have together.
fn block_count(entries: usize) -> usize {
    2 * entries.div_ceil(BLOCK_ENTRIES)
}

/// Where the first block begins: after the list, which also has an end marker.
fn data_start(blocks: usize) -> usize {
    HEADER_BYTES + 4 * (blocks + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 29,568 entries a side: a whole block and a shorter one.
    const KQK: &[u8] = include_bytes!("../../tests/gaviota/kqk.gtb.cp4");
    const ENTRIES: usize = 462 * 64;

    /// One entry of each block.
    fn ask(bytes: &[u8]) -> Result<Vec<u8>, Damage> {
        let file = GaviotaFile::new(bytes.to_vec(), ENTRIES)?;
        let indices = [0, BLOCK_ENTRIES];
        Color::ALL
            .into_iter()
            .flat_map(|turn| indices.map(|index| (index, turn)))
            .map(|(index, turn)| file.entry(index, turn))
            .collect()
    }

    #[test]
    fn whole_file_is_read() {
        assert_eq!(ask(KQK).map(|entries| entries.len()), Ok(4));
        let file = GaviotaFile::new(KQK.to_vec(), ENTRIES).expect("a whole file");
        assert_eq!(file.entry(ENTRIES, Color::White), Err(Damage::List));
        assert_eq!(file.entry(2 * ENTRIES, Color::White), Err(Damage::List));
        assert_eq!(file.entry(usize::MAX, Color::Black), Err(Damage::List));
    }

    /// A file truncated anywhere is refused when read.
    #[test]
    fn truncated_files_are_refused() {
        for length in 0..KQK.len() {
            assert!(GaviotaFile::new(KQK[..length].to_vec(), ENTRIES).is_err());
        }
        assert!(GaviotaFile::new([KQK, &[0]].concat(), ENTRIES).is_err());
    }

    /// A byte between the blocks, and a list that allows for it.
    #[test]
    fn bytes_that_no_block_uses_are_refused() {
        let word = |at: usize| u32::from_le_bytes(*KQK[at..].first_chunk().expect("four bytes"));
        let list = |block: usize| HEADER_BYTES + 4 * block;
        let mut longer = KQK.to_vec();
        longer.insert(word(list(1)) as usize, 0);
        for block in 1..=block_count(ENTRIES) {
            let at = list(block);
            longer[at..at + 4].copy_from_slice(&(word(at) + 1).to_le_bytes());
        }
        assert_eq!(
            ask(&longer).map_err(|damage| damage.to_string()),
            Err("block 0 cannot be unpacked: 1 bytes are left over".into())
        );
    }

    /// The longest file that there can be is read to its end, and one byte more.
    #[test]
    fn a_byte_behind_the_longest_blocks_is_noticed() -> Result<(), Box<dyn std::error::Error>> {
        let blocks = block_count(ENTRIES);
        let mut longest = KQK[..data_start(blocks)].to_vec();
        for block in 0..=blocks {
            let at = HEADER_BYTES + 4 * block;
            let start = (data_start(blocks) + block * LONGEST_BLOCK) as u32;
            longest[at..at + 4].copy_from_slice(&start.to_le_bytes());
        }
        longest.resize(data_start(blocks) + blocks * LONGEST_BLOCK, 0);
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("longest.gtb.cp4");
        std::fs::write(&path, &longest)?;
        assert!(GaviotaFile::read(&path, ENTRIES, Trust::AnyFile).is_ok());
        longest.push(0);
        std::fs::write(&path, &longest)?;
        assert!(GaviotaFile::read(&path, ENTRIES, Trust::AnyFile).is_err());
        Ok(())
    }

    #[test]
    fn files_of_other_classes_are_refused() {
        for entries in [1, ENTRIES * 64, ENTRIES + BLOCK_ENTRIES] {
            assert!(GaviotaFile::new(KQK.to_vec(), entries).is_err());
        }
        for byte in [0, 1, 0x40, 0xff] {
            assert!(GaviotaFile::new(vec![byte; 100_000], ENTRIES).is_err());
        }
    }

    /// A wrong byte anywhere gives an error or an answer, never a panic. The
    /// files have no checksums: whatever unpacks to the right size is accepted.
    #[test]
    fn damaged_bytes_do_no_harm() {
        let (mut tried, mut noticed) = (0, 0);
        // The whole header and the first block's head, then a sample.
        for at in (0..100).chain((100..KQK.len()).step_by(3)) {
            let mut damaged = KQK.to_vec();
            damaged[at] ^= [1 << (at % 8), 0xff][at / 8 % 2];
            tried += 1;
            noticed += usize::from(ask(&damaged).is_err());
        }
        assert!(noticed > tried / 2, "{noticed} of {tried}");
    }
}
