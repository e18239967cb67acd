//! Whole tables, compressed.

use drawproof_tables::{Layout, Metric, SideTable, Table};
use rayon::prelude::*;
use shakmaty::ByColor;

use crate::{
    error::GenerateError,
    positions::{
        change::{Change, Order},
        pawn_structure::{Structure, levels},
        shape::Shape,
    },
    slices::{
        finished::mapped,
        gather::{Gather, Stands},
    },
    store::packed_class::{Packed, PackedSlice},
};

/// A table by pawn structure; one without pawns as a whole.
pub fn packed(table: &Table) -> Result<Packed, GenerateError> {
    let has = |metric: &Metric| table.has(*metric);
    let metrics: Vec<Metric> = Metric::ALL.into_iter().filter(has).collect();
    let layout = table.layout();
    let mut packed = Packed::new(layout, &metrics);
    if !layout.material().has_pawns() {
        let sides = ByColor::new_with(|turn| table.side(turn));
        packed.insert(Structure::EMPTY, PackedSlice::without_rights(sides)?);
        return Ok(packed);
    }
    let structures: Vec<Structure> = levels(layout).into_iter().flatten().collect();
    let slices: Result<Vec<_>, GenerateError> = structures
        .into_par_iter()
        .map(|structure| {
            // Positions with the right to capture en passant are not read from smaller
            // classes.
            let sides = with_pawns(table, &structure);
            let slice = PackedSlice::without_rights(sides.as_ref())?;
            Ok((structure, slice))
        })
        .collect();
    for (structure, slice) in slices? {
        packed.insert(structure, slice);
    }
    Ok(packed)
}

/// The values with one pawn structure, in the order of its shape.
fn with_pawns(table: &Table, structure: &Structure) -> ByColor<SideTable> {
    let layout: &Layout = table.layout();
    let shape = Shape::with_pawns(layout, structure);
    let nothing = Change {
        victim: None,
        pawn: None,
        last: Some(shape.bit_man()),
    };
    let order = Order::of(&shape, &nothing);
    let men = 0..layout.men().len();
    let stands: Vec<Stands> = men
        .map(|man| match shape.pawn_square(man) {
            Some(square) => Stands::On(square),
            None => Stands::Moves(man),
        })
        .collect();
    let gather = Gather::of_table(&shape, &order, layout, &stands, false);
    ByColor::new_with(|turn| mapped(table.side(turn), |set| gather.set(set)))
}
