//! Finished values in the order of the positions that a move leads from.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use arrayvec::ArrayVec;
use drawproof_tables::{
    Layout, MAX_TABLE_MEN, Material, Metric, Numbers, Reorder, SideTable, Symmetry, Table, TableSet,
};
use rayon::prelude::*;
use shakmaty::{Color, File, Piece, Square};

use crate::{
    error::GenerateError,
    positions::{
        change::{Change, Order},
        pawn_structure::{Structure, pawns_of},
        shape::Shape,
    },
    slices::{
        en_passant::Play,
        gather::{Gather, Stands},
        kept_promotions::{Files, Key, LARGEST, Promotions},
    },
    store::{
        compressed_sets::PIECE,
        packed_class::{Needs, Packed, PackedSlice, is_cursed},
    },
    wanted::Wanted,
};

/// Finished classes: whole tables, and compressed ones.
#[derive(Copy, Clone)]
pub struct Finished<'a> {
    pub tables: &'a TableSet,
    pub store: &'a Store,
}

/// Finished classes that later searches read, compressed.
#[derive(Clone, Default, Debug)]
pub struct Store(BTreeMap<Material, Packed>);

/// Where finished values come from: smaller classes, and the slices of the class
/// itself.
pub struct Sources<'a> {
    pub layout: &'a Layout,
    finished: Finished<'a>,
    own: &'a Packed,
    wanted: Wanted,
    play: Play,
    promotions: Arc<Promotions>,
    /// The smaller classes and sides to move in which the 50-move rule turns
    /// wins into draws.
    cursed: Vec<(Material, Color)>,
}

/// The values with one side to move; `None` for bare kings.
pub type SideValues<'a> = Option<Cow<'a, SideTable>>;

impl<'a> Sources<'a> {
    /// `own` are the slices of the class itself that are finished.
    pub fn new(finished: Finished<'a>, own: &'a Packed, wanted: Wanted) -> Self {
        let layout = own.layout();
        let mut cursed = Vec::new();
        for class in layout.material().successors() {
            for turn in Color::ALL {
                if wanted.counts_to_zeroing() && finished.is_cursed(&class, turn) {
                    cursed.push((class.clone(), turn));
                }
            }
        }
        Self {
            layout,
            finished,
            own,
            wanted,
            play: Play::Against,
            promotions: Arc::default(),
            cursed,
        }
    }

    /// The same for tables of what the sides reach together.
    pub fn together(self) -> Self {
        Self {
            play: Play::Together,
            ..self
        }
    }

    /// What a side does with its right to capture en passant.
    pub fn play(&self) -> Play {
        self.play
    }

    /// The same when more slices are finished.
    pub fn with<'b>(&self, own: &'b Packed) -> Sources<'b>
    where
        'a: 'b,
    {
        Sources {
            layout: own.layout(),
            finished: self.finished,
            own,
            wanted: self.wanted,
            play: self.play,
            promotions: Arc::clone(&self.promotions),
            cursed: self.cursed.clone(),
        }
    }

    /// The values after a change, with `turn` to move.
    pub fn after(
        &self,
        shape: &Shape,
        change: &Change,
        turn: Color,
    ) -> Result<SideValues<'a>, GenerateError> {
        let order = Order::of(shape, change);
        let promotion = change.pawn.and_then(|(pawn, _, role)| Some((pawn, role?)));
        if change.victim.is_none() && promotion.is_none() {
            return self.own(shape, change, turn).map(Some);
        }
        let material = self.layout.material();
        let Some((class, flipped)) = material.after(change.victim, promotion) else {
            return Err(GenerateError::NoSuchChange(material.clone()));
        };
        if class.men_count() == 2 {
            let is_numbered = order.last.is_some();
            return Ok(is_numbered.then(|| Cow::Owned(bare_kings(shape))));
        }
        let table_turn = if flipped { !turn } else { turn };
        let after = After {
            layout: self.layout,
            shape,
            order: &order,
            change,
            flipped,
        };
        let side = if let Some(table) = self.finished.tables.get(&class) {
            let side = self.needed(table, table_turn)?;
            after.of_table(table.layout(), side)
        } else {
            let packed = self.finished.store.get(&class);
            let packed = packed.ok_or_else(|| GenerateError::MissingSmaller(class.clone()))?;
            if self.wanted.has_dtm() && !packed.has(Metric::Dtm) {
                return Err(GenerateError::MissingDistances(class));
            }
            after.of_packed(packed, table_turn, self.wanted, &self.promotions)?
        };
        Ok(Some(side))
    }

    /// One side of a table, and the distances that are needed.
    fn needed(&self, table: &'a Table, turn: Color) -> Result<Needed<'a>, GenerateError> {
        let class = table.layout().material();
        if self.wanted.has_dtm() && !table.has_dtm() {
            return Err(GenerateError::MissingDistances(class.clone()));
        }
        let side = table.side(turn);
        let is_cursed = || self.cursed.iter().any(|of| *of == (class.clone(), turn));
        let numbers = [
            side.moves.as_ref().filter(|_| self.wanted.has_dtm()),
            side.dtz.as_ref().filter(|_| is_cursed()),
        ];
        Ok(Needed { side, numbers })
    }

    /// The values of the class itself after a pawn move.
    fn own(
        &self,
        shape: &Shape,
        change: &Change,
        turn: Color,
    ) -> Result<Cow<'a, SideTable>, GenerateError> {
        let (slice, is_mirrored) = self.slice_after(shape, change)?;
        let side = slice.side(turn, Needs::For(self.wanted))?;
        Ok(Cow::Owned(if is_mirrored {
            mapped(&side, mirrored)
        } else {
            side
        }))
    }

    /// The slice that a pawn move leads to, and whether it is its mirror image.
    fn slice_after(
        &self,
        shape: &Shape,
        change: &Change,
    ) -> Result<(&'a PackedSlice, bool), GenerateError> {
        let pawns = pawns_of(self.layout);
        let squares = (2..2 + pawns.len()).filter_map(|man| match change.pawn {
            Some((pawn, to, _)) if pawn == man => Some(to),
            _ => shape.pawn_square(man),
        });
        let (structure, is_mirrored) = Structure::new(pawns, squares).canonical(pawns);
        let slice = self.own.get(&structure);
        let slice =
            slice.ok_or_else(|| GenerateError::NoSuchChange(self.layout.material().clone()))?;
        Ok((slice, is_mirrored))
    }

    /// The positions after a double step in which the other side has no move but
    /// a capture en passant.
    pub fn stuck_after(
        &self,
        shape: &Shape,
        change: &Change,
        turn: Color,
    ) -> Result<Vec<u64>, GenerateError> {
        let (slice, is_mirrored) = self.slice_after(shape, change)?;
        let stuck = slice.stuck(turn)?;
        Ok(if is_mirrored { mirrored(&stuck) } else { stuck })
    }
}

impl Finished<'_> {
    /// Whether the 50-move rule turns any win of a class with one side to move into a
    /// draw, or any loss.
    fn is_cursed(&self, class: &Material, turn: Color) -> bool {
        match (self.tables.get(class), self.store.get(class)) {
            (Some(table), _) => is_cursed(table.side(turn)),
            (None, Some(packed)) => packed.is_cursed(turn),
            (None, None) => false,
        }
    }

    /// Whether a class is there with everything wanted; `None` if it is not there.
    pub fn has(&self, class: &Material, metric: Metric) -> Option<bool> {
        match (self.tables.get(class), self.store.get(class)) {
            (Some(table), _) => Some(table.has(metric)),
            (None, Some(packed)) => Some(packed.has(metric)),
            (None, None) => None,
        }
    }
}

impl Store {
    pub fn insert(&mut self, packed: Packed) {
        self.0.insert(packed.layout().material().clone(), packed);
    }

    pub fn get(&self, class: &Material) -> Option<&Packed> {
        self.0.get(class)
    }

    pub fn remove(&mut self, class: &Material) {
        self.0.remove(class);
    }
}

/// Positions before a change, and how they lead to those of another class.
struct After<'a> {
    layout: &'a Layout,
    shape: &'a Shape,
    order: &'a Order,
    change: &'a Change,
    /// Whether colours are exchanged.
    flipped: bool,
}

impl<'a> After<'a> {
    /// Where each man of a class stands.
    fn stands(&self, of: &Layout) -> ArrayVec<Stands, MAX_TABLE_MEN> {
        let Self {
            layout,
            shape,
            change,
            flipped,
            ..
        } = *self;
        stand(layout, shape, change, of.men(), flipped)
    }

    /// The values of a table in the order of the positions before the change.
    fn of_table<'t>(&self, from: &Layout, side: Needed<'t>) -> Cow<'t, SideTable> {
        let stands = self.stands(from);
        if self.shape.king_pairs().is_none() {
            let gather = Gather::of_table(self.shape, self.order, from, &stands, self.flipped);
            return Cow::Owned(side.mapped(|set| gather.set(set)));
        }
        match self.reorder(from, &stands) {
            Some(places) => Cow::Owned(side.mapped(|set| self.reordered(from, &places, set))),
            None => Cow::Borrowed(side.side),
        }
    }

    /// The same for a compressed class.
    fn of_packed(
        &self,
        packed: &Packed,
        turn: Color,
        wanted: Wanted,
        promotions: &Promotions,
    ) -> Result<Cow<'static, SideTable>, GenerateError> {
        let none = || GenerateError::NoSuchChange(packed.layout().material().clone());
        let (from, needs) = (packed.layout(), Needs::For(wanted));
        let stands = self.stands(from);
        let pawns = pawns_of(from);
        let squares = stands[2..2 + pawns.len()].iter();
        let squares = squares.filter_map(|stands| match stands {
            Stands::On(square) if self.flipped => Some(square.flip_vertical()),
            Stands::On(square) => Some(*square),
            Stands::Moves(_) => None,
        });
        let (structure, is_mirrored) = Structure::new(pawns, squares).canonical(pawns);
        let slice = packed.get(&structure).ok_or_else(none)?;
        if self.shape.king_pairs().is_some() {
            let side = slice.side(turn, needs)?;
            return Ok(Cow::Owned(match self.reorder(from, &stands) {
                Some(places) => mapped(&side, |set| self.reordered(from, &places, set)),
                None => side,
            }));
        }
        let Some((square, on_files)) = self.on_files() else {
            let gather = self.gather(from, is_mirrored);
            let mut values = gathered(slice, turn, needs, &[gather])?;
            return values.pop().map(Cow::Owned).ok_or_else(none);
        };
        let key = Key {
            change: on_files[0],
            structure,
            turn,
        };
        let file = square.file();
        let file = if is_mirrored {
            file.flip_horizontal()
        } else {
            file
        };
        let kept = promotions.get(&key);
        let values = if let Some(values) = kept {
            values
        } else {
            let after = on_files.iter().map(|change| After { change, ..*self });
            let gathers: Vec<Gather> = after.map(|after| after.gather(from, false)).collect();
            let values: Files = gathered(slice, turn, needs, &gathers)?.into();
            promotions.keep(key, &values);
            values
        };
        let side = values.get(file.to_usize()).ok_or_else(none)?;
        Ok(Cow::Owned(if is_mirrored {
            mapped(side, mirrored)
        } else {
            side.clone()
        }))
    }

    /// For a promotion whose values are small: its square, and the same promotion on each
    /// file.
    fn on_files(&self) -> Option<(Square, [Change; 8])> {
        let (pawn, square, Some(role)) = self.change.pawn? else {
            return None;
        };
        let on = |file| Square::from_coords(file, square.rank());
        let changes = File::ALL.map(|file| Change {
            pawn: Some((pawn, on(file), Some(role))),
            ..*self.change
        });
        let words = self.shape.blocks() * self.order.block_words();
        (words <= LARGEST).then_some((square, changes))
    }

    /// How the values of a slice, or of a class without pawns, are read.
    fn gather(&self, from: &Layout, is_mirrored: bool) -> Gather<'a> {
        let stands = self.stands(from);
        let pawns = pawns_of(from);
        if pawns.is_empty() {
            return Gather::of_table(self.shape, self.order, from, &stands, self.flipped);
        }
        let onto = if is_mirrored {
            Symmetry::MIRROR_FILES
        } else {
            Symmetry::IDENTITY
        };
        let pieces = &stands[2 + pawns.len()..];
        Gather::of_slice(self.shape, self.order, pieces, self.flipped, onto)
    }

    /// For classes without pawns, of which all is needed: which man of the class before
    /// the change each man of the table is. `None` if both have the same order.
    fn reorder(&self, from: &Layout, stands: &[Stands]) -> Option<Vec<usize>> {
        let (outers, last) = (self.order.outers.iter().copied(), self.order.last);
        let men: Vec<usize> = (0..2).chain(outers).chain(last).collect();
        let place = |stands: &Stands| match stands {
            Stands::Moves(man) => men.iter().position(|other| other == man),
            Stands::On(_) => None,
        };
        let places = stands.iter().map(|of| place(of).unwrap_or_default());
        let places: Vec<usize> = places.collect();
        let same_order = places.iter().copied().eq(0..places.len());
        let is_same = !self.flipped && same_order && from.kings() == self.layout.kings();
        (!is_same).then_some(places)
    }

    fn reordered(&self, from: &Layout, places: &[usize], set: &[u64]) -> Vec<u64> {
        let reorder = Reorder {
            to: self.layout,
            from,
            order: places,
            flipped: self.flipped,
        };
        reorder.set(set)
    }
}

/// The values of a slice in several orders of a shape, unpacked piece by piece.
fn gathered(
    slice: &PackedSlice,
    turn: Color,
    needs: Needs,
    gathers: &[Gather],
) -> Result<Vec<SideTable>, GenerateError> {
    let mut results = vec![SideTable::default(); gathers.len()];
    // As many as there are threads are unpacked at a time.
    let all: Vec<usize> = (0..slice.pieces()).collect();
    for some in all.chunks(rayon::current_num_threads()) {
        let pieces = some.par_iter().map(|&at| slice.piece(at, turn, needs));
        let pieces: Vec<SideTable> = pieces.collect::<Result<_, GenerateError>>()?;
        for (at, piece) in some.iter().zip(&pieces) {
            add_piece(&mut results, at * PIECE, piece, gathers);
        }
    }
    Ok(results)
}

/// Adds the values of a piece, which begins with a word, to those of the pieces before.
fn add_piece(results: &mut [SideTable], first: usize, piece: &SideTable, gathers: &[Gather]) {
    let add = |to: &mut dyn Iterator<Item = &mut Vec<u64>>, set: &[u64]| {
        let mut all = Vec::new();
        for (to, gather) in to.zip(gathers) {
            if to.is_empty() {
                *to = gather.empty();
            }
            all.push(&mut to[..]);
        }
        Gather::add_piece(gathers, first, set, all);
    };
    add(
        &mut results.iter_mut().map(|to| &mut to.legal),
        &piece.legal,
    );
    add(&mut results.iter_mut().map(|to| &mut to.win), &piece.win);
    add(&mut results.iter_mut().map(|to| &mut to.loss), &piece.loss);
    for metric in Metric::ALL {
        let Some(numbers) = metric.numbers(piece) else {
            continue;
        };
        let taken = results.iter_mut().map(|to| metric.take_numbers(to));
        let mut taken: Vec<Numbers> = taken.map(Option::unwrap_or_default).collect();
        for (at, set) in numbers.slices.iter().enumerate() {
            for to in &mut taken {
                to.slices.resize_with(to.slices.len().max(at + 1), Vec::new);
            }
            add(&mut taken.iter_mut().map(|to| &mut to.slices[at]), set);
        }
        for (to, numbers) in results.iter_mut().zip(taken) {
            metric.set_numbers(to, numbers);
        }
    }
}

/// A set of a slice with left and right exchanged.
pub fn mirrored(set: &[u64]) -> Vec<u64> {
    // Seven for each digit of the number of a word.
    let files = set.len().saturating_sub(1) & 0o0707_0707_0707_0707;
    let image = |word: usize| Symmetry::MIRROR_FILES.bits(set[word ^ files]);
    (0..set.len())
        .into_par_iter()
        .with_min_len(4096)
        .map(image)
        .collect()
}

/// The same values with each set in another order.
pub fn mapped(side: &SideTable, set: impl Fn(&[u64]) -> Vec<u64>) -> SideTable {
    let numbers = |numbers: &Option<Numbers>| {
        let slices = numbers.as_ref()?.slices.iter();
        Some(Numbers {
            slices: slices.map(|slice| set(slice)).collect(),
        })
    };
    SideTable {
        legal: set(&side.legal),
        win: set(&side.win),
        loss: set(&side.loss),
        moves: numbers(&side.moves),
        dtz: numbers(&side.dtz),
    }
}

/// Draws wherever the kings do not touch.
fn bare_kings(shape: &Shape) -> SideTable {
    let mut legal = shape.empty_set();
    for (square, bits) in Square::ALL.into_iter().zip(&mut legal) {
        let near = shakmaty::attacks::king_attacks(square).with(square);
        *bits = !near.0;
    }
    SideTable {
        win: vec![0; legal.len()],
        loss: vec![0; legal.len()],
        legal,
        ..SideTable::default()
    }
}

/// One side of a finished table, and the distances that are needed.
#[derive(Copy, Clone)]
struct Needed<'a> {
    side: &'a SideTable,
    numbers: [Option<&'a Numbers>; 2],
}

impl Needed<'_> {
    /// These values with each set in another order.
    fn mapped(&self, set: impl Fn(&[u64]) -> Vec<u64>) -> SideTable {
        let [moves, dtz] = self.numbers.map(|numbers| {
            numbers.map(|numbers| Numbers {
                slices: numbers.slices.iter().map(|slice| set(slice)).collect(),
            })
        });
        SideTable {
            legal: set(&self.side.legal),
            win: set(&self.side.win),
            loss: set(&self.side.loss),
            moves,
            dtz,
        }
    }
}

/// Where each man of a table stands, in the terms of the class that leads there.
fn stand(
    layout: &Layout,
    shape: &Shape,
    change: &Change,
    men: &[Piece],
    flipped: bool,
) -> ArrayVec<Stands, MAX_TABLE_MEN> {
    let mut left: ArrayVec<(Piece, Stands), MAX_TABLE_MEN> = ArrayVec::new();
    for (man, &piece) in layout.men().iter().enumerate() {
        if Some(man) == change.victim {
            continue;
        }
        left.push(match (change.pawn, shape.pawn_square(man)) {
            (Some((pawn, to, role)), _) if pawn == man => {
                let role = role.unwrap_or(piece.role);
                (role.of(piece.color), Stands::On(to))
            }
            (_, Some(square)) => (piece, Stands::On(square)),
            (_, None) => (piece, Stands::Moves(man)),
        });
    }
    let take = |man: &Piece| {
        let color = if flipped { !man.color } else { man.color };
        let at = left
            .iter()
            .position(|(piece, _)| *piece == man.role.of(color))?;
        Some(left.remove(at).1)
    };
    men.iter().filter_map(take).collect()
}

#[cfg(test)]
mod tests;
