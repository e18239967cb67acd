//! Sets of positions, compressed: in memory, or in files.
//!
//! Large sets are compressed in pieces, so that a reader who needs the words of a few
//! blocks after another never holds all of them.

use std::{cell::RefCell, io, ops::Range};

use rayon::prelude::*;
use zstd::bulk::{Compressor, Decompressor};

use crate::{
    error::GenerateError,
    store::slice_file::{Extent, Group, SliceError},
};

/// The words of each set that are compressed together: 2 MiB, a whole number of the
/// blocks of any class.
pub const PIECE: usize = 1 << 18;

/// The zstd level: higher ones cost more time than they save memory.
const LEVEL: i32 = 1;

/// What a file says of a piece of several: its length and its checksum.
const ENTRY: usize = 8 + 4;

thread_local! {
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Some sets of as many words each.
#[derive(Clone, Debug)]
pub struct Sets {
    count: u8,
    /// [`PIECE`] words of each set, then those after them; none if there are no sets.
    pieces: Vec<Bytes>,
}

/// Compressed bytes.
#[derive(Clone, Debug)]
enum Bytes {
    Memory(Vec<u8>),
    Disk(Extent),
}

impl Bytes {
    /// The bytes, if they are in memory.
    fn in_memory(&self) -> &[u8] {
        match self {
            Self::Memory(bytes) => bytes,
            Self::Disk(_) => &[],
        }
    }

    /// This number of bytes, decompressed.
    fn unpacked(&self, size: usize) -> Result<Vec<u8>, GenerateError> {
        match self {
            Self::Memory(bytes) => decompressed(bytes, size),
            Self::Disk(extent) => {
                let bytes = decompressed(&extent.read()?, size);
                let bytes = bytes.ok().filter(|bytes| bytes.len() == size);
                Ok(bytes.ok_or_else(|| extent.damaged())?)
            }
        }
    }
}

impl Sets {
    pub fn new<'a>(sets: impl IntoIterator<Item = &'a Vec<u64>>) -> Result<Self, GenerateError> {
        let sets: Vec<&Vec<u64>> = sets.into_iter().collect();
        let words = sets.first().map_or(0, |set| set.len());
        Self::of_pieces(sets.len() as u8, words, |words| {
            Ok(sets.iter().map(|set| &set[words.clone()]).collect())
        })
    }

    /// This number of sets of this number of words, made piece by piece: `piece` gives some
    /// words of each.
    pub fn of_pieces<S: AsRef<[u64]>>(
        count: u8,
        words: usize,
        piece: impl Fn(Range<usize>) -> Result<Vec<S>, GenerateError> + Sync,
    ) -> Result<Self, GenerateError> {
        let words = if count == 0 { 0 } else { words };
        let firsts: Vec<usize> = (0..words).step_by(PIECE).collect();
        let pieces = firsts.into_par_iter().map(|first| {
            let piece = piece(first..words.min(first + PIECE))?;
            Ok(Bytes::Memory(compressed(&bytes(&piece))?))
        });
        Ok(Self {
            count,
            pieces: pieces.collect::<Result<_, GenerateError>>()?,
        })
    }

    /// Those of a group in a file, with this number of words each; `None` if they cannot
    /// be there.
    pub fn on_disk(group: Group, extent: Extent, words: u64) -> Result<Option<Self>, SliceError> {
        let pieces = words.div_ceil(PIECE as u64);
        let pieces = match (group.count, pieces) {
            (0, _) => Vec::new(),
            (_, 1) => vec![Bytes::Disk(extent)],
            _ => match extents(extent, pieces)? {
                Some(extents) => extents.into_iter().map(Bytes::Disk).collect(),
                None => return Ok(None),
            },
        };
        Ok(Some(Self {
            count: group.count,
            pieces,
        }))
    }

    pub fn count(&self) -> u8 {
        self.count
    }

    /// How many pieces there are.
    pub fn pieces(&self) -> usize {
        self.pieces.len()
    }

    /// The sets, of `words` words each.
    pub fn unpacked(&self, words: usize) -> Result<Vec<Vec<u64>>, GenerateError> {
        if self.pieces.len() == 1 {
            return self.piece(0, words);
        }
        let mut sets = vec![vec![0; words]; self.count.into()];
        let mut rest: Vec<_> = sets.iter_mut().map(|set| set.chunks_mut(PIECE)).collect();
        let mut places: Vec<Vec<&mut [u64]>> = Vec::new();
        for _ in &self.pieces {
            places.push(rest.iter_mut().filter_map(Iterator::next).collect());
        }
        let places = places.into_par_iter().enumerate();
        places.try_for_each(|(at, places)| {
            for (to, from) in places.into_iter().zip(self.piece(at, words)?) {
                to.copy_from_slice(&from);
            }
            Ok::<_, GenerateError>(())
        })?;
        Ok(sets)
    }

    /// A piece of each set, of `words` words as a whole.
    pub fn piece(&self, at: usize, words: usize) -> Result<Vec<Vec<u64>>, GenerateError> {
        let Some(bytes) = self.pieces.get(at) else {
            return Ok(Vec::new());
        };
        let words = PIECE.min(words.saturating_sub(at * PIECE));
        let bytes = bytes.unpacked(8 * words * usize::from(self.count))?;
        let (each, _) = bytes.as_chunks();
        let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
        let sets = each.chunks(words.max(1));
        Ok(sets.map(|set| set.iter().map(word).collect()).collect())
    }

    /// The error for contents that cannot be right; `None` if they are in memory.
    pub fn damaged(&self) -> Option<SliceError> {
        self.pieces.iter().find_map(|bytes| match bytes {
            Bytes::Memory(_) => None,
            Bytes::Disk(extent) => Some(extent.damaged()),
        })
    }

    /// What a file says of them, and the bytes before those of the pieces: where each
    /// is, if there are several.
    pub fn group(&self) -> (Group, Vec<u8>) {
        let mut index = Vec::new();
        if self.pieces.len() > 1 {
            for bytes in self.in_memory() {
                index.extend((bytes.len() as u64).to_le_bytes());
                index.extend(crc32fast::hash(bytes).to_le_bytes());
            }
        }
        let length: usize = self.in_memory().map(<[u8]>::len).sum();
        let first = self.in_memory().next().unwrap_or_default();
        let checked = if index.is_empty() { first } else { &index };
        let group = Group {
            count: self.count,
            length: (index.len() + length) as u64,
            checksum: crc32fast::hash(checked),
        };
        (group, index)
    }

    /// The bytes of all pieces, if they are in memory.
    pub fn in_memory(&self) -> impl Iterator<Item = &[u8]> {
        self.pieces.iter().map(Bytes::in_memory)
    }
}

/// Where the pieces of a group are; `None` if they cannot be there.
fn extents(group: Extent, pieces: u64) -> Result<Option<Vec<Extent>>, SliceError> {
    let length = pieces.saturating_mul(ENTRY as u64);
    let Some((index, mut rest)) = group.split(length) else {
        return Ok(None);
    };
    let index = index.read()?;
    let mut extents = Vec::new();
    for entry in index.chunks_exact(ENTRY) {
        let (length, checksum) = entry.split_at(8);
        let length = length.try_into().map(u64::from_le_bytes);
        let checksum = checksum.try_into().map(u32::from_le_bytes);
        let (Ok(length), Ok(checksum)) = (length, checksum) else {
            return Ok(None);
        };
        let Some((piece, after)) = rest.split(length) else {
            return Ok(None);
        };
        extents.push(piece.with_checksum(checksum));
        rest = after;
    }
    Ok(rest.is_empty().then_some(extents))
}

/// The words of some sets, one set after the other.
fn bytes(sets: &[impl AsRef<[u64]>]) -> Vec<u8> {
    let sets = sets.iter().map(AsRef::as_ref);
    let mut bytes = Vec::with_capacity(sets.clone().map(size_of_val).sum());
    for set in sets {
        bytes.extend(set.iter().flat_map(|word| word.to_le_bytes()));
    }
    bytes
}

pub fn compressed(bytes: &[u8]) -> Result<Vec<u8>, GenerateError> {
    let mut packed = with(
        &COMPRESSOR,
        || Compressor::new(LEVEL),
        |compressor| compressor.compress(bytes),
    )?;
    // It was made for the worst case.
    packed.shrink_to_fit();
    Ok(packed)
}

/// Decompresses at most this number of bytes.
pub fn decompressed(bytes: &[u8], size: usize) -> Result<Vec<u8>, GenerateError> {
    with(&DECOMPRESSOR, Decompressor::new, |decompressor| {
        decompressor.decompress(bytes, size)
    })
}

/// Uses a thread's own compressor, which is made when it is first needed.
fn with<C, T>(
    own: &'static std::thread::LocalKey<RefCell<Option<C>>>,
    new: impl FnOnce() -> io::Result<C>,
    of: impl FnOnce(&mut C) -> io::Result<T>,
) -> Result<T, GenerateError> {
    let result = own.with_borrow_mut(|own| {
        let tool = match own {
            Some(tool) => tool,
            None => own.insert(new()?),
        };
        of(tool)
    });
    result.map_err(|error| GenerateError::Packing(error.to_string()))
}

#[cfg(test)]
mod tests;
