//! Finished classes, compressed: what the searches of larger classes read.
//!
//! A compressed table takes a fifth to a tenth of its size, and is unpacked
//! faster than it can be searched, one pawn structure at a time.

use std::{cell::RefCell, collections::HashMap, io};

use drawproof_tables::{Layout, Metric, Numbers, SideTable, Table};
use shakmaty::{ByColor, Color};
use zstd::bulk::{Compressor, Decompressor};

use crate::{Counting, GenerateError, replay::is_cursed, structure::Structure};

/// The zstd level: higher ones cost more time than they save memory.
const LEVEL: i32 = 1;

thread_local! {
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Some sets of as many words each.
#[derive(Clone, Debug)]
struct Sets {
    count: usize,
    bytes: Vec<u8>,
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
            bytes: packed,
        })
    }

    /// The sets, of `words` words each.
    fn unpacked(&self, words: usize) -> Result<Vec<Vec<u64>>, GenerateError> {
        if self.count == 0 {
            return Ok(Vec::new());
        }
        let size = 8 * words * self.count;
        let bytes = with(&DECOMPRESSOR, Decompressor::new, |decompressor| {
            decompressor.decompress(&self.bytes, size)
        })?;
        let (each, _) = bytes.as_chunks();
        let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
        let sets = each.chunks(words);
        Ok(sets.map(|set| set.iter().map(word).collect()).collect())
    }
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
        Ok(SideTable {
            legal: next(),
            win: next(),
            loss: next(),
            moves: numbers(&self.moves, moves)?,
            dtz: numbers(&self.dtz, dtz)?,
        })
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        let others = [&self.stuck, &self.moves, &self.dtz];
        let others = others.into_iter().flatten();
        others.chain([&self.wdl]).map(|sets| sets.bytes.len()).sum()
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
