//! Finished classes, compressed: what the searches of larger classes read, from memory
//! or from files.
//!
//! A compressed table takes a fifth to a tenth of its size, and is unpacked
//! faster than it can be searched, one pawn structure at a time.

use std::{cell::RefCell, collections::HashMap, io};

use drawproof_tables::{Layout, Metric, Numbers, SideTable, Table};
use shakmaty::{ByColor, Color};
use zstd::bulk::{Compressor, Decompressor};

use crate::{
    Counting, GenerateError,
    disk::{Extent, GROUPS, Group, Head, Record, SideHead, SliceWriter},
    replay::is_cursed,
    structure::Structure,
};

/// The zstd level: higher ones cost more time than they save memory.
const LEVEL: i32 = 1;

thread_local! {
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Some sets of as many words each.
#[derive(Clone, Debug)]
struct Sets {
    count: u8,
    bytes: Bytes,
}

/// Compressed bytes.
#[derive(Clone, Debug)]
enum Bytes {
    Memory(Vec<u8>),
    Disk(Extent),
}

impl Sets {
    fn new<'a>(sets: impl IntoIterator<Item = &'a Vec<u64>>) -> Result<Self, GenerateError> {
        let (mut count, mut bytes) = (0, Vec::new());
        for set in sets {
            count += 1;
            bytes.reserve(8 * set.len());
            bytes.extend(set.iter().flat_map(|word| word.to_le_bytes()));
        }
        let mut packed = with(
            &COMPRESSOR,
            || Compressor::new(LEVEL),
            |compressor| compressor.compress(&bytes),
        )?;
        // It was made for the worst case.
        packed.shrink_to_fit();
        Ok(Self {
            count,
            bytes: Bytes::Memory(packed),
        })
    }

    /// The sets, of `words` words each.
    fn unpacked(&self, words: usize) -> Result<Vec<Vec<u64>>, GenerateError> {
        if self.count == 0 {
            return Ok(Vec::new());
        }
        let size = 8 * words * usize::from(self.count);
        let bytes = match &self.bytes {
            Bytes::Memory(bytes) => decompressed(bytes, size)?,
            Bytes::Disk(extent) => {
                let bytes = decompressed(&extent.read()?, size);
                let bytes = bytes.ok().filter(|bytes| bytes.len() == size);
                bytes.ok_or_else(|| extent.damaged())?
            }
        };
        let (each, _) = bytes.as_chunks();
        let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
        let sets = each.chunks(words);
        Ok(sets.map(|set| set.iter().map(word).collect()).collect())
    }

    /// The bytes, if they are in memory.
    fn in_memory(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Memory(bytes) => bytes,
            Bytes::Disk(_) => &[],
        }
    }

    fn group(&self) -> Group {
        let bytes = self.in_memory();
        Group {
            count: self.count,
            length: bytes.len() as u64,
            checksum: crc32fast::hash(bytes),
        }
    }
}

/// Decompresses at most this number of bytes.
fn decompressed(bytes: &[u8], size: usize) -> Result<Vec<u8>, GenerateError> {
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

/// The values with one side to move.
#[derive(Clone, Debug)]
struct PackedSide {
    /// Legal, won, lost.
    wdl: Sets,
    /// As in [`Slice`].
    stuck: Option<Sets>,
    moves: Option<Sets>,
    dtz: Option<Sets>,
    is_cursed: bool,
}

impl PackedSide {
    fn new(side: &SideTable, stuck: Option<&Vec<u64>>) -> Result<Self, GenerateError> {
        let numbers = |numbers: &Option<Numbers>| {
            let numbers = numbers.as_ref();
            numbers
                .map(|numbers| Sets::new(&numbers.slices))
                .transpose()
        };
        Ok(Self {
            wdl: Sets::new([&side.legal, &side.win, &side.loss])?,
            stuck: stuck.map(|stuck| Sets::new([stuck])).transpose()?,
            moves: numbers(&side.moves)?,
            dtz: numbers(&side.dtz)?,
            is_cursed: side.dtz.is_some() && is_cursed(side),
        })
    }

    /// All groups, in the order of files.
    fn groups(&self) -> [Option<&Sets>; GROUPS] {
        [
            Some(&self.wdl),
            self.stuck.as_ref(),
            self.moves.as_ref(),
            self.dtz.as_ref(),
        ]
    }

    fn head(&self) -> SideHead {
        SideHead {
            is_cursed: self.is_cursed,
            groups: self.groups().map(|sets| sets.map(Sets::group)),
        }
    }

    /// One that is in a file with these metrics; `None` if something is missing there.
    fn on_disk(
        head: &SideHead,
        extents: [Option<Extent>; GROUPS],
        metrics: &[Metric],
    ) -> Option<Self> {
        let mut each = head.groups.iter().zip(extents).map(|(group, extent)| {
            Some(Sets {
                count: group.as_ref()?.count,
                bytes: Bytes::Disk(extent?),
            })
        });
        let mut next = || each.next().flatten();
        let (wdl, stuck, moves, dtz) = (next()?, next(), next(), next());
        let is_right = wdl.count == 3 && stuck.as_ref().is_none_or(|stuck| stuck.count == 1);
        let has_room = |sets: &Option<Sets>| {
            let count = sets.as_ref().map_or(0, |sets| sets.count);
            u32::from(count) <= u16::BITS
        };
        let is_right = is_right
            && moves.is_some() == metrics.contains(&Metric::Dtm)
            && dtz.is_some() == metrics.contains(&Metric::Dtz);
        (is_right && has_room(&moves) && has_room(&dtz)).then_some(Self {
            wdl,
            stuck,
            moves,
            dtz,
            is_cursed: head.is_cursed,
        })
    }

    fn unpacked(&self, words: usize, needs: Needs) -> Result<SideTable, GenerateError> {
        let numbers = |sets: &Option<Sets>, is_needed: bool| {
            let sets = sets.as_ref().filter(|_| is_needed);
            let slices = sets.map(|sets| sets.unpacked(words)).transpose()?;
            Ok::<_, GenerateError>(slices.map(|slices| Numbers { slices }))
        };
        let [moves, dtz] = match needs {
            Needs::All => [true, true],
            Needs::For(Counting::ToMate) => [true, false],
            Needs::For(Counting::ToZeroing) => [false, self.is_cursed],
        };
        let mut wdl = self.wdl.unpacked(words)?.into_iter();
        let mut next = || wdl.next().unwrap_or_default();
        let (legal, win, loss) = (next(), next(), next());
        if let Bytes::Disk(extent) = &self.wdl.bytes {
            let mut words = legal.iter().zip(win.iter().zip(&loss));
            if words.any(|(legal, (win, loss))| win & loss | (win | loss) & !legal != 0) {
                return Err(extent.damaged().into());
            }
        }
        Ok(SideTable {
            legal,
            win,
            loss,
            moves: numbers(&self.moves, moves)?,
            dtz: numbers(&self.dtz, dtz)?,
        })
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        let groups = self.groups().into_iter().flatten();
        groups.map(|sets| sets.in_memory().len()).sum()
    }
}

/// Which distances are unpacked.
#[derive(Copy, Clone, Debug)]
pub enum Needs {
    All,
    /// Those that a search needs of values that moves lead to: see [`Counting`].
    For(Counting),
}

/// The finished values of a class by pawn structure; those of a class without pawns
/// are in the order of its tables.
#[derive(Clone, Debug)]
pub struct Packed {
    layout: Layout,
    slices: HashMap<Structure, PackedSlice>,
    /// The sides to move in which the 50-move rule turns wins into draws.
    cursed: ByColor<bool>,
    /// What was solved, even if it was dropped since.
    metrics: Vec<Metric>,
}

/// The finished values with one pawn structure, in the order of its shape.
#[derive(Clone, Debug)]
pub struct Slice {
    pub sides: ByColor<SideTable>,
    /// The legal positions without any move but a capture en passant, if such
    /// captures are possible.
    pub stuck: ByColor<Option<Vec<u64>>>,
}

/// A compressed slice.
#[derive(Clone, Debug)]
pub struct PackedSlice {
    words: usize,
    sides: ByColor<PackedSide>,
}

impl PackedSlice {
    pub fn new(Slice { sides, stuck }: &Slice) -> Result<Self, GenerateError> {
        let side = |turn| PackedSide::new(sides.get(turn), stuck.get(turn).as_ref());
        Ok(Self {
            words: sides.white.legal.len(),
            sides: ByColor {
                white: side(Color::White)?,
                black: side(Color::Black)?,
            },
        })
    }

    /// The same in a file with these metrics, from now on.
    pub fn write(
        &self,
        of: &Structure,
        file: &mut SliceWriter,
        metrics: &[Metric],
    ) -> Result<Self, GenerateError> {
        let squares = of.squares().iter();
        let head = Head {
            pawns: squares.map(|square| square.to_u32() as u8).collect(),
            words: self.words as u64,
            sides: ByColor::new_with(|turn| self.sides.get(turn).head()),
        };
        let sides = self.sides.iter();
        let groups = sides.flat_map(|side| side.groups().into_iter().flatten());
        let groups: Vec<&[u8]> = groups.map(Sets::in_memory).collect();
        let record = file.write(head, &groups)?;
        Self::on_disk(record, metrics)
            .ok_or_else(|| GenerateError::Packing("there are too many sets".into()))
    }

    /// A slice that is in a file with these metrics; `None` if it cannot be one.
    pub fn on_disk(record: Record, metrics: &[Metric]) -> Option<Self> {
        let Record { head, extents } = record;
        let side = |head: &SideHead, extents| PackedSide::on_disk(head, extents, metrics);
        Some(Self {
            words: usize::try_from(head.words).ok()?,
            sides: ByColor {
                white: side(&head.sides.white, extents.white)?,
                black: side(&head.sides.black, extents.black)?,
            },
        })
    }

    /// The words of each set.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The values with one side to move.
    pub fn side(&self, turn: Color, needs: Needs) -> Result<SideTable, GenerateError> {
        self.sides.get(turn).unpacked(self.words, needs)
    }

    /// The positions in which a side has no move but a capture en passant; none where
    /// there is no such capture.
    pub fn stuck(&self, turn: Color) -> Result<Vec<u64>, GenerateError> {
        match &self.sides.get(turn).stuck {
            Some(stuck) => Ok(stuck.unpacked(self.words)?.pop().unwrap_or_default()),
            None => Ok(Vec::new()),
        }
    }
}

impl Packed {
    /// Without any slices, which will have these metrics.
    pub fn new(layout: &Layout, metrics: &[Metric]) -> Self {
        Self {
            layout: layout.clone(),
            slices: HashMap::new(),
            cursed: ByColor::default(),
            metrics: metrics.to_vec(),
        }
    }

    /// Adds a slice.
    pub fn insert(&mut self, structure: Structure, slice: PackedSlice) {
        for (is_cursed, side) in self.cursed.iter_mut().zip(&slice.sides) {
            *is_cursed |= side.is_cursed;
        }
        self.slices.insert(structure, slice);
    }

    pub fn get(&self, structure: &Structure) -> Option<&PackedSlice> {
        self.slices.get(structure)
    }

    /// How many slices there are.
    pub fn len(&self) -> usize {
        self.slices.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Structure, &PackedSlice)> {
        self.slices.iter()
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    pub fn is_cursed(&self, turn: Color) -> bool {
        *self.cursed.get(turn)
    }

    /// Whether a metric was solved. Of distances to zeroing moves only those may be
    /// left that matter to searches.
    pub fn has(&self, metric: Metric) -> bool {
        self.metrics.contains(&metric)
    }

    /// Drops the distances that no search of a larger class reads.
    pub fn keep_for_searches(&mut self) {
        for side in self.slices.values_mut().flat_map(|slice| &mut slice.sides) {
            side.dtz = side.dtz.take().filter(|_| side.is_cursed);
        }
    }

    /// The table of a class without pawns.
    pub fn whole(&self) -> Result<Table, GenerateError> {
        let slice = self.get(&Structure::EMPTY);
        let slice =
            slice.ok_or_else(|| GenerateError::MissingSmaller(self.layout.material().clone()))?;
        let side = |turn| slice.side(turn, Needs::All);
        let sides = ByColor {
            white: side(Color::White)?,
            black: side(Color::Black)?,
        };
        Ok(Table::new(self.layout.clone(), sides))
    }

    /// How many bytes it takes.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        let sides = self.slices.values().flat_map(|slice| &slice.sides);
        sides.map(PackedSide::bytes).sum()
    }
}
