//! For tests: tables that are filled at random, since real ones agree too often.

use std::collections::HashMap;

use arrayvec::ArrayVec;
use drawproof_tables::{
    Index, Layout, MAX_TABLE_MEN, Metric, Placement, SideTable, Symmetry, Table, mixed,
};
use rayon::prelude::*;
use shakmaty::{ByColor, Color, Square};

use crate::{
    error::GenerateError,
    positions::{
        pawn_structure::{Structure, pawns_of},
        shape::{At, Shape},
    },
    search::conversions::Kinds,
    store::packed_class::{Packed, PackedSlice, Slice},
};

/// A table in which about a quarter of the legal positions are won and as many lost,
/// the same for all entries of one position.
pub fn planted(layout: &Layout) -> Table {
    let side = |turn: Color| {
        let seed = mixed(1 + u64::from(turn.is_black()));
        let mut side = SideTable::new(layout, turn);
        let legal = side.legal.par_iter().enumerate();
        let sets = legal.map(|(at, legal)| {
            let (win, loss) = planted_word(layout, seed, at);
            (win & legal, loss & legal)
        });
        (side.win, side.loss) = sets.unzip();
        side
    };
    Table::new(layout.clone(), ByColor::new_with(side))
}

fn planted_word(layout: &Layout, seed: u64, at: usize) -> (u64, u64) {
    let (block, word) = (at / layout.block_words(), at % layout.block_words());
    let of = |numbers: [u64; 2]| {
        let [one, other] = numbers.map(|number| mixed(seed ^ mixed(number)));
        (one & other, !one & other)
    };
    let has_like_men = layout.material().like_orders() > 1;
    if !has_like_men && !layout.kings().on_diagonal(block) {
        return of([2 * at as u64, 2 * at as u64 + 1]);
    }
    let mut sets = (0, 0);
    for bit in 0..64 {
        let index = Index { block, word, bit };
        let squares = layout.decode(index, Color::White).squares;
        let number = |onto: Symmetry| {
            let men = layout.men().iter().zip(&squares);
            let mut men: ArrayVec<_, MAX_TABLE_MEN> = men
                .map(|(man, &square)| {
                    let kind = u32::from(man.role) << 1 | u32::from(man.color.is_black());
                    kind << 6 | onto.square(square).to_u32()
                })
                .collect();
            men.sort_unstable();
            men.iter()
                .fold(0, |number, &man| number << 6 | u64::from(man & 63))
        };
        let mut least = number(Symmetry::IDENTITY);
        if layout.kings().on_diagonal(block) {
            least = least.min(number(Symmetry::TRANSPOSE));
        }
        let (win, loss) = of([2 * least, 2 * least + 1]);
        sets.0 |= (win & 1) << bit;
        sets.1 |= (loss & 1) << bit;
    }
    sets
}

/// All structures that pawn moves lead to from one, with planted values.
pub fn planted_slices(layout: &Layout, structure: &Structure) -> HashMap<Structure, Slice> {
    let shape = Shape::with_pawns(layout, structure);
    let changes = Color::ALL.map(|mover| Kinds::of(&shape, mover).changes);
    let pawns = pawns_of(layout);
    let steps = changes.into_iter().flatten().filter_map(|change| {
        let (pawn, to, None) = change.pawn? else {
            return None;
        };
        let squares = (2..2 + pawns.len()).map(|man| (man != pawn).then(|| shape.pawn_square(man)));
        let squares = squares.map(|square| square.flatten().unwrap_or(to));
        let after = Structure::new(pawns, squares).canonical(pawns).0;
        change.victim.is_none().then_some(after)
    });
    steps
        .map(|after| {
            let slice = planted_slice(&Shape::with_pawns(layout, &after), &after);
            (after, slice)
        })
        .collect()
}

/// Some slices, compressed.
pub fn packed_slices(
    layout: &Layout,
    slices: &HashMap<Structure, Slice>,
) -> Result<Packed, GenerateError> {
    let mut packed = Packed::new(layout, &[Metric::Wdl]);
    for (structure, slice) in slices {
        packed.insert(structure.clone(), PackedSlice::new(slice)?);
    }
    Ok(packed)
}

/// Values of a structure: wins, losses, and positions without other moves, about a
/// quarter of the legal positions each.
pub fn planted_slice(shape: &Shape, structure: &Structure) -> Slice {
    let number = structure.squares().iter().fold(0, |number, &square| {
        number << 6 | u64::from(square.to_u32())
    });
    let side = |turn: Color| {
        let legal = shape.legal_set(turn);
        let seed = mixed(number << 1 | u64::from(turn.is_black()));
        let part = |part: u64| {
            let words = legal.par_iter().enumerate();
            let set = words.map(|(at, legal)| {
                let [one, other] = [0, 1].map(|of| mixed(seed ^ mixed(2 * at as u64 + of)));
                legal & [one & other, !one & other, one & !other][part as usize]
            });
            set.collect::<Vec<u64>>()
        };
        let (win, loss, stuck) = (part(0), part(1), part(2));
        let side = SideTable {
            win,
            loss,
            legal,
            ..SideTable::default()
        };
        (side, Some(stuck))
    };
    let sides = ByColor::new_with(side);
    Slice {
        stuck: sides.as_ref().map(|(_, stuck)| stuck.clone()),
        sides: sides.map(|(side, _)| side),
    }
}

/// Where a position is in the sets of a shape: a word, and a bit in it. `None` if
/// these sets do not have it, or have it elsewhere with the board turned.
pub fn encode(layout: &Layout, shape: &Shape, squares: &[Square]) -> Option<(usize, u32)> {
    if shape.king_pairs().is_some() {
        let Index { block, word, bit } = layout.encode(squares)?;
        let word = if shape.word_man().is_some() {
            word
        } else {
            64 * word
        };
        return Some((block * shape.block_words() + word, bit));
    }
    let block = shape.block_men().len();
    let mut numbering: Vec<usize> = (0..block).chain(shape.numbering_men()).collect();
    let bit = squares[numbering.pop()?].to_u32();
    let word = numbering
        .iter()
        .fold(0, |word, &man| word << 6 | squares[man].to_usize());
    Some((word, bit))
}

/// The positions of a sheet in which all men stand on squares of their own: the word
/// in the sheet, and the bit.
pub fn placements(shape: &Shape, at: At) -> Vec<((usize, u32), Placement)> {
    let Some(place) = shape.place(at) else {
        return Vec::new();
    };
    let words = if shape.word_man().is_some() { 64 } else { 1 };
    let all = (0..words).flat_map(|word| (0..64).map(move |bit| (word, bit)));
    let all = all.map(|(word, bit)| {
        let square = |man| match place.square(man) {
            Some(square) => square,
            None if man == shape.bit_man() => Square::new(bit),
            None => Square::new(word as u32),
        };
        let placement = Placement {
            squares: (0..shape.men().len()).map(square).collect(),
            turn: Color::White,
        };
        ((word, bit), placement)
    });
    let men = shape.men().len();
    all.filter(|(_, placement)| placement.occupied().count() == men)
        .collect()
}
