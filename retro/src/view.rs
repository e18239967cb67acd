//! Finished values in the order of the positions that a move leads from.

use std::{borrow::Cow, collections::BTreeMap};

use arrayvec::ArrayVec;
use drawproof_tables::{
    Layout, MAX_TABLE_MEN, Material, Metric, Numbers, Reorder, SideTable, Symmetry, Table, TableSet,
};
use rayon::prelude::*;
use shakmaty::{Color, Piece, Square};

use crate::{
    Counting, GenerateError,
    gather::{Gather, Stands},
    order::{Change, Order},
    packed::{Needs, Packed, PackedSlice},
    replay::is_cursed,
    shape::Shape,
    structure::{Structure, pawns_of},
};

/// Finished classes: whole tables, and compressed ones.
#[derive(Copy, Clone)]
pub struct Finished<'a> {
    pub tables: &'a TableSet,
    pub store: &'a Store,
    /// Tables without pawns, unpacked from the store.
    pub unpacked: Option<&'a TableSet>,
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
    pub counting: Counting,
    /// The smaller classes and sides to move in which the 50-move rule turns
    /// wins into draws.
    cursed: Vec<(Material, Color)>,
}

/// The values with one side to move; `None` for bare kings.
pub type SideValues<'a> = Option<Cow<'a, SideTable>>;

impl<'a> Sources<'a> {
    /// `own` are the slices of the class itself that are finished.
    pub fn new(finished: Finished<'a>, own: &'a Packed, counting: Counting) -> Self {
        let layout = own.layout();
        let mut cursed = Vec::new();
        for class in layout.material().successors() {
            for turn in Color::ALL {
                if counting == Counting::ToZeroing && finished.is_cursed(&class, turn) {
                    cursed.push((class.clone(), turn));
                }
            }
        }
        Self {
            layout,
            finished,
            own,
            counting,
            cursed,
        }
    }

    /// The same when more slices are finished.
    pub fn with<'b>(&self, own: &'b Packed, unpacked: &'b TableSet) -> Sources<'b>
    where
        'a: 'b,
    {
        Sources {
            layout: own.layout(),
            finished: Finished {
                unpacked: Some(unpacked),
                ..self.finished
            },
            own,
            counting: self.counting,
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
        let stands = |men: &[Piece]| stand(self.layout, shape, change, men, flipped);
        let table_turn = if flipped { !turn } else { turn };
        if let Some(table) = self.finished.table(&class) {
            let from = self.needed(table, table_turn)?;
            let stands = stands(table.layout().men());
            return Ok(Some(from.in_order(
                self.layout,
                shape,
                &order,
                &stands,
                flipped,
            )));
        }
        let packed = self.finished.store.get(&class);
        let packed = packed.ok_or_else(|| GenerateError::MissingSmaller(class.clone()))?;
        if self.counting == Counting::ToMate && !packed.has(Metric::Dtm) {
            return Err(GenerateError::MissingDistances(class));
        }
        let stands = stands(packed.layout().men());
        let side = in_slice_order(
            packed,
            shape,
            &order,
            &stands,
            flipped,
            table_turn,
            self.counting,
        )?;
        Ok(Some(Cow::Owned(side)))
    }

    /// One side of a table, and the distances that are needed.
    fn needed(&self, table: &'a Table, turn: Color) -> Result<Needed<'a>, GenerateError> {
        let class = table.layout().material();
        if self.counting == Counting::ToMate && !table.has_dtm() {
            return Err(GenerateError::MissingDistances(class.clone()));
        }
        let side = table.side(turn);
        let is_cursed = || self.cursed.iter().any(|of| *of == (class.clone(), turn));
        let numbers = match self.counting {
            Counting::ToMate => [side.moves.as_ref(), None],
            Counting::ToZeroing => [None, side.dtz.as_ref().filter(|_| is_cursed())],
        };
        Ok(Needed {
            table,
            side,
            numbers,
        })
    }

    /// The values of the class itself after a pawn move.
    fn own(
        &self,
        shape: &Shape,
        change: &Change,
        turn: Color,
    ) -> Result<Cow<'a, SideTable>, GenerateError> {
        let (slice, is_mirrored) = self.slice_after(shape, change)?;
        let side = slice.side(turn, Needs::For(self.counting))?;
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

impl<'a> Finished<'a> {
    /// The whole table of a class.
    fn table(&self, class: &Material) -> Option<&'a Table> {
        let unpacked = || self.unpacked?.get(class);
        let table = self.tables.get(class).or_else(unpacked)?;
        Some(table.as_ref())
    }

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

    /// The whole tables of those of some classes that have no pawns and are in this
    /// store.
    pub fn whole(&self, classes: &[Material]) -> Result<TableSet, GenerateError> {
        let mut tables = TableSet::new();
        for class in classes.iter().filter(|class| !class.has_pawns()) {
            if let Some(packed) = self.get(class) {
                tables.insert(packed.whole()?);
            }
        }
        Ok(tables)
    }
}

/// The values of a compressed class with pawns in the order of the positions before
/// a change. `stands` says where each of its men stands.
fn in_slice_order(
    packed: &Packed,
    shape: &Shape,
    order: &Order,
    stands: &[Stands],
    flipped: bool,
    turn: Color,
    counting: Counting,
) -> Result<SideTable, GenerateError> {
    let none = || GenerateError::NoSuchChange(packed.layout().material().clone());
    let pawns = pawns_of(packed.layout());
    let squares = stands[2..2 + pawns.len()]
        .iter()
        .filter_map(|stands| match stands {
            Stands::On(square) if flipped => Some(square.flip_vertical()),
            Stands::On(square) => Some(*square),
            Stands::Moves(_) => None,
        });
    let (structure, is_mirrored) = Structure::new(pawns, squares).canonical(pawns);
    let slice = packed.get(&structure).ok_or_else(none)?;
    let side = slice.side(turn, Needs::For(counting))?;
    let onto = if is_mirrored {
        Symmetry::MIRROR_FILES
    } else {
        Symmetry::IDENTITY
    };
    let gather = Gather::of_slice(shape, order, &stands[2 + pawns.len()..], flipped, onto);
    Ok(mapped(&side, |set| gather.set(set)))
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

/// A finished table, one side to move, and the distances that are needed.
struct Needed<'a> {
    table: &'a Table,
    side: &'a SideTable,
    numbers: [Option<&'a Numbers>; 2],
}

impl<'a> Needed<'a> {
    /// In the order of the positions before a change.
    fn in_order(
        &self,
        layout: &Layout,
        shape: &Shape,
        order: &Order,
        stands: &[Stands],
        flipped: bool,
    ) -> Cow<'a, SideTable> {
        if shape.king_pairs().is_some() {
            return self.reordered(layout, order, stands, flipped);
        }
        let gather = Gather::of_table(shape, order, self.table.layout(), stands, flipped);
        Cow::Owned(self.mapped(|set| gather.set(set)))
    }

    /// A class without pawns: all of the table is needed.
    fn reordered(
        &self,
        layout: &Layout,
        order: &Order,
        stands: &[Stands],
        flipped: bool,
    ) -> Cow<'a, SideTable> {
        let from = self.table.layout();
        let men = || (0..2).chain(order.outers.iter().copied()).chain(order.last);
        let place = |stands: &Stands| match stands {
            Stands::Moves(man) => men().position(|other| other == *man).unwrap_or_default(),
            Stands::On(_) => 0,
        };
        let places: Vec<usize> = stands.iter().map(place).collect();
        let same_order = places.iter().copied().eq(0..places.len());
        if !flipped && same_order && from.kings() == layout.kings() {
            return Cow::Borrowed(self.side);
        }
        let reorder = Reorder {
            to: layout,
            from,
            order: &places,
            flipped,
        };
        Cow::Owned(self.mapped(|set| reorder.set(set)))
    }

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
