//! Finished classes, compressed: what the searches of larger classes read, from memory
//! or from files.
//!
//! A compressed table takes a fifth to a tenth of its size, and is unpacked
//! faster than it can be searched, one pawn structure at a time.

use std::collections::HashMap;

use drawproof_tables::{Layout, Metric, Numbers, SideTable, Table};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::{
    error::GenerateError,
    positions::pawn_structure::Structure,
    store::{
        compressed_sets::Sets,
        ply_file::Distances,
        slice_file::{Extent, GROUPS, Head, Record, SideHead, SliceError, SliceWriter},
    },
    wanted::Wanted,
};

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

/// Whether the 50-move rule turns any win into a draw.
pub fn is_cursed(side: &SideTable) -> bool {
    let words = (0..side.legal.len()).into_par_iter();
    side.dtz.is_some() && words.any(|word| side.cursed(word) != 0)
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
            groups: self.groups().map(|sets| Some(sets?.group().0)),
        }
    }

    /// One that is in a file with these metrics; `None` if something is missing there.
    fn on_disk(
        head: &SideHead,
        extents: [Option<Extent>; GROUPS],
        words: u64,
        metrics: &[Metric],
    ) -> Result<Option<Self>, SliceError> {
        let mut groups = [const { None }; GROUPS];
        for (to, (group, extent)) in groups.iter_mut().zip(head.groups.iter().zip(extents)) {
            if let (Some(group), Some(extent)) = (group, extent) {
                let Some(sets) = Sets::on_disk(*group, extent, words)? else {
                    return Ok(None);
                };
                *to = Some(sets);
            }
        }
        let [Some(wdl), stuck, moves, dtz] = groups else {
            return Ok(None);
        };
        let is_right = wdl.count() == 3 && stuck.as_ref().is_none_or(|stuck| stuck.count() == 1);
        let has_room = |sets: &Option<Sets>| {
            let count = sets.as_ref().map_or(0, Sets::count);
            u32::from(count) <= u16::BITS
        };
        let is_right = is_right
            && moves.is_some() == metrics.contains(&Metric::Dtm)
            && dtz.is_some() == metrics.contains(&Metric::Dtz);
        let is_right = is_right && has_room(&moves) && has_room(&dtz);
        Ok(is_right.then_some(Self {
            wdl,
            stuck,
            moves,
            dtz,
            is_cursed: head.is_cursed,
        }))
    }

    fn unpacked(&self, words: usize, needs: Needs) -> Result<SideTable, GenerateError> {
        self.read(needs, |sets| sets.unpacked(words))
    }

    /// WDL sets and distances, as `of` reads them.
    fn read(
        &self,
        needs: Needs,
        of: impl Fn(&Sets) -> Result<Vec<Vec<u64>>, GenerateError>,
    ) -> Result<SideTable, GenerateError> {
        let numbers = |sets: &Option<Sets>, is_needed: bool| {
            let sets = sets.as_ref().filter(|_| is_needed);
            let slices = sets.map(&of).transpose()?;
            Ok::<_, GenerateError>(slices.map(|slices| Numbers { slices }))
        };
        let [moves, dtz] = match needs {
            Needs::All => [true, true],
            Needs::Only(metric) => [Metric::Dtm, Metric::Dtz].map(|of| of == metric),
            Needs::For(wanted) => [
                wanted.has_dtm(),
                wanted.counts_to_zeroing() && self.is_cursed,
            ],
        };
        let mut wdl = of(&self.wdl)?.into_iter();
        let mut next = || wdl.next().unwrap_or_default();
        let (legal, win, loss) = (next(), next(), next());
        if let Some(damaged) = self.wdl.damaged() {
            let mut words = legal.iter().zip(win.iter().zip(&loss));
            if words.any(|(legal, (win, loss))| win & loss | (win | loss) & !legal != 0) {
                return Err(damaged.into());
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
        groups.flat_map(Sets::in_memory).map(<[u8]>::len).sum()
    }
}

/// Which distances are unpacked.
#[derive(Copy, Clone, Debug)]
pub enum Needs {
    All,
    /// Those of a metric.
    Only(Metric),
    /// Those that searches need of values that moves lead to.
    For(Wanted),
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
        Self::of_sides(sides.as_ref(), stuck.as_ref().map(Option::as_ref))
    }

    /// One of a class of which no en passant right is asked later.
    pub fn without_rights(sides: ByColor<&SideTable>) -> Result<Self, GenerateError> {
        Self::of_sides(sides, ByColor::default())
    }

    fn of_sides(
        sides: ByColor<&SideTable>,
        stuck: ByColor<Option<&Vec<u64>>>,
    ) -> Result<Self, GenerateError> {
        let words = sides.white.legal.len();
        let sides = sides.zip(stuck);
        let side = |(side, stuck)| PackedSide::new(side, stuck);
        Ok(Self {
            words,
            sides: ByColor {
                white: side(sides.white)?,
                black: side(sides.black)?,
            },
        })
    }

    /// WDL of a class without pawns, and distances that are compressed already.
    pub fn with_distances(
        sides: ByColor<&SideTable>,
        distances: ByColor<Distances>,
    ) -> Result<Self, GenerateError> {
        let words = sides.white.legal.len();
        let side = |(side, distances): (&SideTable, Distances)| {
            Ok::<_, GenerateError>(PackedSide {
                moves: distances.moves,
                dtz: distances.dtz,
                is_cursed: distances.is_cursed,
                ..PackedSide::new(side, None)?
            })
        };
        let ByColor { white, black } = sides.zip(distances);
        Ok(Self {
            words,
            sides: ByColor {
                white: side(white)?,
                black: side(black)?,
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
        let groups: Vec<&Sets> = sides.flat_map(PackedSide::groups).flatten().collect();
        let indices: Vec<Vec<u8>> = groups.iter().map(|sets| sets.group().1).collect();
        let each = groups.iter().zip(&indices);
        let parts = each.flat_map(|(sets, index)| [&index[..]].into_iter().chain(sets.in_memory()));
        let record = file.write(head, parts)?;
        Self::on_disk(record, metrics)?
            .ok_or_else(|| GenerateError::Packing("there are too many sets".into()))
    }

    /// A slice that is in a file with these metrics; `None` if it cannot be one.
    pub fn on_disk(record: Record, metrics: &[Metric]) -> Result<Option<Self>, SliceError> {
        let Record { head, extents } = record;
        let side = |head_of: &SideHead, extents| {
            PackedSide::on_disk(head_of, extents, head.words, metrics)
        };
        let sides = (
            side(&head.sides.white, extents.white)?,
            side(&head.sides.black, extents.black)?,
        );
        let ((Some(white), Some(black)), Ok(words)) = (sides, usize::try_from(head.words)) else {
            return Ok(None);
        };
        Ok(Some(Self {
            words,
            sides: ByColor { white, black },
        }))
    }

    /// What is kept of it: for each side whether it is cursed, and for each group the
    /// number of sets and the bytes of each piece.
    #[cfg(test)]
    pub fn in_memory(&self) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        for side in &self.sides {
            all.push(vec![u8::from(side.is_cursed)]);
            for sets in side.groups() {
                all.push(vec![sets.map_or(u8::MAX, Sets::count)]);
                let pieces = sets.into_iter().flat_map(Sets::in_memory);
                all.extend(pieces.map(<[u8]>::to_vec));
            }
        }
        all
    }

    /// The words of each set.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The values with one side to move.
    pub fn side(&self, turn: Color, needs: Needs) -> Result<SideTable, GenerateError> {
        self.sides.get(turn).unpacked(self.words, needs)
    }

    /// In how many pieces the values are compressed.
    pub fn pieces(&self) -> usize {
        self.sides.white.wdl.pieces()
    }

    /// A piece of the values with one side to move: see [`PIECE`](crate::store::compressed_sets::PIECE).
    pub fn piece(&self, at: usize, turn: Color, needs: Needs) -> Result<SideTable, GenerateError> {
        let side = self.sides.get(turn);
        side.read(needs, |sets| sets.piece(at, self.words))
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
    pub fn whole(&self, needs: Needs) -> Result<Table, GenerateError> {
        let slice = self.get(&Structure::EMPTY);
        let slice =
            slice.ok_or_else(|| GenerateError::MissingSmaller(self.layout.material().clone()))?;
        let side = |turn| slice.side(turn, needs);
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
