//! Finished values in the order of the positions that a move leads from.

use std::{borrow::Cow, collections::HashMap};

use arrayvec::ArrayVec;
use drawproof_tables::{
    Layout, MAX_TABLE_MEN, Material, Numbers, Reorder, SideTable, Symmetry, Table, TableSet,
};
use rayon::prelude::*;
use shakmaty::{ByColor, Color, Piece, Square};

use crate::{
    Counting, GenerateError,
    gather::{Gather, Stands},
    order::{Change, Order},
    replay::is_cursed,
    shape::Shape,
    structure::{Structure, pawns_of},
};

/// The finished values with one pawn structure, in the order of its shape.
#[derive(Clone, Debug)]
pub struct Slice {
    pub sides: ByColor<SideTable>,
    /// The legal positions without any move but a capture en passant, if such
    /// captures are possible.
    pub stuck: ByColor<Option<Vec<u64>>>,
}

/// All finished slices of a class.
pub type Slices = HashMap<Structure, Slice>;

/// Where finished values come from: smaller tables, and the slices of the class
/// itself.
pub struct Sources<'a> {
    pub layout: &'a Layout,
    pub tables: &'a TableSet,
    pub slices: &'a Slices,
    pub counting: Counting,
    /// The smaller classes and sides to move in which the 50-move rule turns
    /// wins into draws.
    cursed: Vec<(Material, Color)>,
}

/// The values with one side to move; `None` for bare kings.
pub type SideValues<'a> = Option<Cow<'a, SideTable>>;

impl<'a> Sources<'a> {
    pub fn new(
        layout: &'a Layout,
        tables: &'a TableSet,
        slices: &'a Slices,
        counting: Counting,
    ) -> Self {
        let mut cursed = Vec::new();
        for class in layout.material().successors() {
            let Some(table) = tables.get(&class) else {
                continue;
            };
            for turn in Color::ALL {
                if counting == Counting::ToZeroing && is_cursed(table.side(turn)) {
                    cursed.push((class.clone(), turn));
                }
            }
        }
        Self {
            layout,
            tables,
            slices,
            counting,
            cursed,
        }
    }

    /// The same with other slices.
    pub fn with_slices<'b>(&self, slices: &'b Slices) -> Sources<'b>
    where
        'a: 'b,
    {
        Sources {
            layout: self.layout,
            tables: self.tables,
            slices,
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
        let table = (self.tables.get(&class))
            .ok_or_else(|| GenerateError::MissingSmaller(class.clone()))?;
        if self.counting == Counting::ToMate && !table.has_dtm() {
            return Err(GenerateError::MissingDistances(class));
        }
        let table_turn = if flipped { !turn } else { turn };
        let side = table.side(table_turn);
        let numbers = match self.counting {
            Counting::ToMate => [side.moves.as_ref(), None],
            Counting::ToZeroing => {
                let is_cursed = self
                    .cursed
                    .iter()
                    .any(|of| *of == (class.clone(), table_turn));
                [None, side.dtz.as_ref().filter(|_| is_cursed)]
            }
        };
        let from = Finished {
            table,
            side,
            numbers,
        };
        Ok(Some(from.in_order(
            self.layout,
            shape,
            &order,
            change,
            flipped,
        )))
    }

    /// The values of the class itself after a pawn move.
    fn own(
        &self,
        shape: &Shape,
        change: &Change,
        turn: Color,
    ) -> Result<Cow<'a, SideTable>, GenerateError> {
        let (slice, is_mirrored) = self.slice_after(shape, change)?;
        let side = slice.sides.get(turn);
        Ok(if is_mirrored {
            Cow::Owned(mirrored_side(side))
        } else {
            Cow::Borrowed(side)
        })
    }

    /// The slice that a pawn move leads to, and whether it is its mirror image.
    fn slice_after(
        &self,
        shape: &Shape,
        change: &Change,
    ) -> Result<(&'a Slice, bool), GenerateError> {
        let pawns = pawns_of(self.layout);
        let squares = (2..2 + pawns.len()).filter_map(|man| match change.pawn {
            Some((pawn, to, _)) if pawn == man => Some(to),
            _ => shape.pawn_square(man),
        });
        let (structure, is_mirrored) = Structure::new(pawns, squares).canonical(pawns);
        let slice = self.slices.get(&structure);
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
    ) -> Result<Cow<'a, [u64]>, GenerateError> {
        let (slice, is_mirrored) = self.slice_after(shape, change)?;
        let stuck = slice.stuck.get(turn).as_deref().unwrap_or_default();
        Ok(if is_mirrored {
            Cow::Owned(mirrored(stuck))
        } else {
            Cow::Borrowed(stuck)
        })
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

fn mirrored_side(side: &SideTable) -> SideTable {
    let numbers = |numbers: &Option<Numbers>| {
        let slices = numbers.as_ref()?.slices.iter();
        Some(Numbers {
            slices: slices.map(|slice| mirrored(slice)).collect(),
        })
    };
    SideTable {
        legal: mirrored(&side.legal),
        win: mirrored(&side.win),
        loss: mirrored(&side.loss),
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
struct Finished<'a> {
    table: &'a Table,
    side: &'a SideTable,
    numbers: [Option<&'a Numbers>; 2],
}

impl<'a> Finished<'a> {
    /// In the order of the positions before a change.
    fn in_order(
        &self,
        layout: &Layout,
        shape: &Shape,
        order: &Order,
        change: &Change,
        flipped: bool,
    ) -> Cow<'a, SideTable> {
        let stands = stand(layout, shape, change, self.table.layout().men(), flipped);
        if shape.king_pairs().is_some() {
            return self.reordered(layout, order, &stands, flipped);
        }
        let gather = Gather::new(shape, order, self.table.layout(), &stands, flipped);
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
