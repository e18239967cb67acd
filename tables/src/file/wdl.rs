//! Win, draw and loss in a file. A group of blocks consists of *parts*: blocks of at least
//! 64 words together. Each side of a part is decoded as far as it is needed.

use std::{
    ops::Range,
    sync::{Mutex, OnceLock, PoisonError},
};

use shakmaty::Color;

use super::error::Reason;
use crate::{
    Layout, Metric, Table,
    codec::{Beginning, CodedSide, Model, Side, WordSets},
};

/// The least number of words of a part.
const PART_WORDS: usize = 64;

/// The WDL of a file, as far as it was needed.
#[derive(Debug)]
pub(super) struct WdlGroups {
    model: Model,
    /// The side that is coded first.
    first: Color,
    /// How many sides are stored.
    sides: usize,
    group_blocks: usize,
    part_blocks: usize,
    block_words: usize,
    blocks: usize,
    groups: Vec<OnceLock<Result<Group, String>>>,
}

/// A group whose checksum is right.
#[derive(Debug)]
struct Group {
    bytes: Vec<u8>,
    /// Where the bytes of each part begin, and where the last ones end.
    ends: Vec<usize>,
    /// What is decoded of each part: the side coded first, and the other.
    parts: Vec<[PartSide; 2]>,
}

/// One side of a part.
#[derive(Debug, Default)]
struct PartSide {
    whole: OnceLock<Side>,
    /// Its first words, until it is whole.
    begun: Mutex<Option<Box<Beginning>>>,
}

/// Reads the bytes of a group and verifies its checksum.
type Read<'a> = &'a dyn Fn(usize) -> Result<Vec<u8>, Reason>;

impl WdlGroups {
    pub(super) fn new(model: Model, layout: &Layout, group_blocks: usize) -> Self {
        let sides: Vec<Color> = model.sides().collect();
        let groups = layout.blocks().div_ceil(group_blocks);
        Self {
            model,
            first: sides[0],
            sides: sides.len(),
            group_blocks,
            part_blocks: part_blocks(layout),
            block_words: layout.block_words(),
            blocks: layout.blocks(),
            groups: (0..groups).map(|_| OnceLock::new()).collect(),
        }
    }

    /// The same with nothing unpacked.
    pub(super) fn afresh(&self, layout: &Layout) -> Self {
        Self::new(self.model.clone(), layout, self.group_blocks)
    }

    /// One word of one side of a block. Words that come later in its part are not decoded.
    #[inline]
    pub(super) fn word(
        &self,
        block: usize,
        word: usize,
        turn: Color,
        read: Read<'_>,
    ) -> Result<WordSets, Reason> {
        let place = self.place(block, turn)?;
        let at = place.first_word + word;
        match self.whole(place) {
            Some(side) => Ok(side.words[at]),
            None => self.decode_word(place, at, read),
        }
    }

    /// The words of one side of a block.
    #[inline]
    pub(super) fn words(
        &self,
        block: usize,
        turn: Color,
        read: Read<'_>,
    ) -> Result<&[WordSets], Reason> {
        let place = self.place(block, turn)?;
        let side = match self.whole(place) {
            Some(side) => side,
            None => self.decode(self.group(place.group, read)?, place),
        };
        Ok(&side.words[place.first_word..][..self.block_words])
    }

    #[inline]
    fn place(&self, block: usize, turn: Color) -> Result<Place, Reason> {
        let side = usize::from(turn != self.first);
        if side == self.sides {
            return Err(Reason::Missing(Metric::Wdl));
        }
        let (group, at) = (block / self.group_blocks, block % self.group_blocks);
        Ok(Place {
            group,
            part: at / self.part_blocks,
            side,
            first_word: at % self.part_blocks * self.block_words,
        })
    }

    /// One side of a part, if it is decoded as a whole.
    #[inline]
    fn whole(&self, place: Place) -> Option<&Side> {
        match self.groups[place.group].get() {
            Some(Ok(group)) => group.parts[place.part][place.side].whole.get(),
            _ => None,
        }
    }

    /// How many words are decoded.
    #[cfg(test)]
    pub(super) fn decoded(&self) -> usize {
        let groups = self.groups.iter().filter_map(OnceLock::get).flatten();
        let sides = groups.flat_map(|group| &group.parts).flatten();
        let words = |side: &PartSide| match (side.whole.get(), side.begun.lock().as_deref()) {
            (Some(whole), _) => whole.words.len(),
            (None, Ok(Some(begun))) => begun.count(),
            _ => 0,
        };
        sides.map(words).sum()
    }

    /// A group; reads it if it was not needed before.
    fn group(&self, group: usize, read: Read<'_>) -> Result<&Group, Reason> {
        let found = self.groups[group].get_or_init(|| {
            let blocks = cut(&(0..self.blocks), self.group_blocks, group);
            let parts = blocks.len().div_ceil(self.part_blocks);
            let found = read(group).and_then(|bytes| Group::new(bytes, parts));
            found.map_err(|reason| reason.to_string())
        });
        let found = found.as_ref();
        found.map_err(|reason| Reason::Before(reason.clone()))
    }

    #[cold]
    fn decode_word(&self, place: Place, at: usize, read: Read<'_>) -> Result<WordSets, Reason> {
        let group = self.group(place.group, read)?;
        let source = self.source(group, place);
        let side = &group.parts[place.part][place.side];
        let mut begun = side.begun.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(whole) = side.whole.get() {
            return Ok(whole.words[at]);
        }
        let first_words = begun.get_or_insert_with(|| self.model.begin(&source).into());
        let word = self.model.word(first_words, &source, at);
        if first_words.is_whole() {
            drop(begun);
            self.decode(group, place);
        }
        Ok(word)
    }

    /// One side of a part as a whole.
    #[cold]
    fn decode<'a>(&self, group: &'a Group, place: Place) -> &'a Side {
        let source = self.source(group, place);
        let side = &group.parts[place.part][place.side];
        let mut begun = side.begun.lock().unwrap_or_else(PoisonError::into_inner);
        side.whole.get_or_init(|| {
            let begun = begun.take().map(|begun| *begun);
            let begun = begun.unwrap_or_else(|| self.model.begin(&source));
            self.model.finish(begun, &source)
        })
    }

    /// What one side of a part is decoded from. Of the side coded second that is the other
    /// one, too, which also says where its bytes begin.
    fn source<'a>(&self, group: &'a Group, place: Place) -> CodedSide<'a> {
        let blocks = cut(&(0..self.blocks), self.group_blocks, place.group);
        let first = || self.decode(group, Place { side: 0, ..place });
        CodedSide {
            blocks: cut(&blocks, self.part_blocks, place.part),
            first: (place.side > 0).then(first),
            bytes: &group.bytes[group.ends[place.part]..group.ends[place.part + 1]],
        }
    }
}

/// A place in a file.
#[derive(Copy, Clone)]
struct Place {
    group: usize,
    part: usize,
    /// 0 for the side coded first.
    side: usize,
    /// The first word of the block in its part.
    first_word: usize,
}

impl Group {
    /// A group of some parts from its bytes.
    fn new(bytes: Vec<u8>, parts: usize) -> Result<Self, Reason> {
        let ends = ends(&bytes, parts)
            .ok_or_else(|| Reason::Nonsense("blocks that do not fill their group".into()))?;
        Ok(Self {
            bytes,
            ends,
            parts: (0..parts).map(|_| Default::default()).collect(),
        })
    }
}

/// How many blocks make a part.
fn part_blocks(layout: &Layout) -> usize {
    (PART_WORDS / layout.block_words()).max(1)
}

/// One of the pieces of some blocks.
fn cut(blocks: &Range<usize>, size: usize, piece: usize) -> Range<usize> {
    let start = blocks.start + piece * size;
    start..blocks.end.min(start + size)
}

/// The bytes of a group of blocks.
pub(super) fn group(model: &Model, table: &Table, blocks: Range<usize>) -> Vec<u8> {
    let size = part_blocks(table.layout());
    let parts = (0..blocks.len().div_ceil(size)).map(|part| cut(&blocks, size, part));
    let parts = parts.map(|blocks| model.encode(table, blocks));
    join(&parts.collect::<Vec<_>>())
}

/// The bytes of a group: the lengths of all parts but the last, seven bits to a byte and
/// the low ones first, with the eighth bit set where more follow; then the parts. There
/// are none if all parts are empty.
fn join(parts: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    if parts.iter().all(Vec::is_empty) {
        return bytes;
    }
    for part in &parts[..parts.len() - 1] {
        let mut length = part.len();
        while length > 0x7f {
            bytes.push(length as u8 | 0x80);
            length >>= 7;
        }
        bytes.push(length as u8);
    }
    bytes.extend(parts.concat());
    bytes
}

/// Where the bytes of each part of a group begin, and where the last ones end.
fn ends(bytes: &[u8], parts: usize) -> Option<Vec<usize>> {
    if bytes.is_empty() {
        return Some(vec![0; parts + 1]);
    }
    let mut lengths = Vec::with_capacity(parts);
    let mut rest = bytes;
    for _ in 1..parts {
        lengths.push(length(&mut rest)?);
    }
    let mut ends = Vec::with_capacity(parts + 1);
    let mut end = bytes.len() - rest.len();
    ends.push(end);
    for length in lengths {
        end = end.checked_add(length).filter(|&end| end <= bytes.len())?;
        ends.push(end);
    }
    ends.push(bytes.len());
    Some(ends)
}

/// Takes a length from the front of some bytes.
fn length(bytes: &mut &[u8]) -> Option<usize> {
    let mut length = 0;
    for shift in [0, 7, 14, 21] {
        let (&first, rest) = bytes.split_first()?;
        *bytes = rest;
        length |= usize::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Some(length);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn parts_are_found_again(
            parts in prop::collection::vec(
                (prop::sample::select(vec![0, 0, 1, 5, 127, 128, 20_000]), any::<u8>()),
                1..20,
            )
        ) {
            let parts: Vec<Vec<u8>> =
                parts.into_iter().map(|(length, byte)| vec![byte; length]).collect();
            let bytes = join(&parts);
            let ends = ends(&bytes, parts.len()).expect("what was joined");
            prop_assert_eq!(ends.len(), parts.len() + 1);
            for (part, end) in parts.iter().zip(ends.windows(2)) {
                prop_assert_eq!(&bytes[end[0]..end[1]], &part[..]);
            }
        }

        #[test]
        fn any_bytes_are_parts_or_none(
            bytes in prop::collection::vec(any::<u8>(), 0..40),
            parts in 1_usize..20,
        ) {
            if let Some(ends) = ends(&bytes, parts) {
                prop_assert!(ends.is_sorted() && ends[parts] == bytes.len());
            }
        }
    }

    /// Nothing is written for parts that the model knows, and little for one alone.
    #[test]
    fn lengths_take_little_space() {
        assert!(join(&[vec![], vec![], vec![]]).is_empty());
        assert_eq!(join(&[vec![7; 300]]), [7; 300]);
        assert_eq!(join(&[vec![7], vec![], vec![8, 9]]), [1, 0, 7, 8, 9]);
        assert_eq!(ends(&[0xff; 8], 3), None);
        assert_eq!(ends(&[4, 0, 1, 2, 3], 3), None);
    }
}
