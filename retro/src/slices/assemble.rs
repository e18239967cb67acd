//! The table of a class, put together from its slices.

use drawproof_tables::{Layout, Metric, Numbers, Section, SideTable, Symmetry, Table, transpose};
use rayon::prelude::*;
use shakmaty::{ByColor, Color, Square};

use crate::{
    error::GenerateError,
    positions::pawn_structure::{Structure, levels_of, pawns_of},
    slices::finished::{mapped, mirrored},
    store::{
        packed_class::{Needs, Packed},
        slice_folder::words,
    },
};

/// The table of a class, with the distances that are needed.
pub fn assembled(packed: &Packed, needs: Needs) -> Result<Table, GenerateError> {
    if !packed.layout().material().has_pawns() {
        return packed.whole(needs);
    }
    let layout = packed.layout();
    let sides = assembled_section(packed, needs, &Section::whole(layout))?;
    Ok(Table::new(layout.clone(), sides))
}

/// A section of the table of a class with pawns.
pub fn assembled_section(
    packed: &Packed,
    needs: Needs,
    section: &Section,
) -> Result<ByColor<SideTable>, GenerateError> {
    let side = |turn| assembled_side(packed, turn, needs, section);
    Ok(ByColor {
        white: side(Color::White)?,
        black: side(Color::Black)?,
    })
}

fn assembled_side(
    packed: &Packed,
    turn: Color,
    needs: Needs,
    section: &Section,
) -> Result<SideTable, GenerateError> {
    let layout = packed.layout();
    let set = || vec![0; section.words()];
    let mut side = SideTable {
        legal: set(),
        win: set(),
        loss: set(),
        ..SideTable::default()
    };
    // The pawns whose squares number words.
    let pawns = pawns_of(layout);
    let pawns = &pawns[..pawns.len().min(layout.outer_men().len())];
    let mut structures: Vec<Structure> = levels_of(pawns).into_iter().flatten().collect();
    // Like pawns in every order, and mirror images.
    let parts_of = |structure: &Structure| -> Vec<Part> {
        let placements = structure.placements(pawns).into_iter();
        placements
            .filter_map(|(squares, is_mirrored)| Part::new(layout, section, &squares, is_mirrored))
            .collect()
    };
    structures.retain(|structure| !parts_of(structure).is_empty());
    let source = PackedValues {
        packed,
        turn,
        needs,
    };
    let words = words(layout).max(64 * 64);
    let at_once = rayon::current_num_threads().max(WORDS_AT_ONCE / words);
    for some in structures.chunks(at_once) {
        let values = some.par_iter().map(|structure| source.values(structure));
        let values: Vec<Option<SideTable>> = values.collect::<Result<_, GenerateError>>()?;
        let mut parts = Vec::new();
        for (structure, values) in some.iter().zip(&values) {
            let Some(values) = values else { continue };
            parts.extend(parts_of(structure).into_iter().map(|part| (part, values)));
        }
        copy_side(&parts, section, &mut side);
    }
    Ok(side)
}

/// How many words of a set are put into a table at a time, at least.
const WORDS_AT_ONCE: usize = 1 << 18;

/// Where the values of a table come from.
struct PackedValues<'a> {
    packed: &'a Packed,
    turn: Color,
    needs: Needs,
}

impl PackedValues<'_> {
    /// The values with pawns on the squares of a structure; `None` if there are none. If a
    /// pawn is the last man, it is not one of them, and is on all squares.
    fn values(&self, structure: &Structure) -> Result<Option<SideTable>, GenerateError> {
        let pawns = pawns_of(self.packed.layout());
        if structure.squares().len() == pawns.len() {
            let slice = self.packed.get(structure);
            return slice
                .map(|slice| slice.side(self.turn, self.needs))
                .transpose();
        }
        let mut rows = Vec::new();
        for square in Square::ALL {
            let squares = structure.squares().iter().copied().chain([square]);
            let (structure, is_mirrored) = Structure::new(pawns, squares).canonical(pawns);
            let Some(slice) = self.packed.get(&structure) else {
                continue;
            };
            let side = slice.side(self.turn, self.needs)?;
            let side = if is_mirrored {
                mapped(&side, mirrored)
            } else {
                side
            };
            rows.push((square.to_usize(), side));
        }
        Ok((!rows.is_empty()).then(|| by_last_pawn(&rows)))
    }
}

/// The values of slices that differ in the square of the last pawn, with that square as
/// the bit instead of that of Black's king.
fn by_last_pawn(rows: &[(usize, SideTable)]) -> SideTable {
    let transposed = |set: &dyn Fn(&SideTable) -> Option<&[u64]>| {
        let mut result = vec![0; 64 * 64];
        let (squares, _) = result.as_chunks_mut();
        for (white, square) in squares.iter_mut().enumerate() {
            for (pawn, side) in rows {
                square[*pawn] = set(side).map_or(0, |words| words[white]);
            }
            transpose(square);
        }
        result
    };
    let mut side = SideTable {
        legal: transposed(&|side| Some(&side.legal)),
        win: transposed(&|side| Some(&side.win)),
        loss: transposed(&|side| Some(&side.loss)),
        ..SideTable::default()
    };
    for metric in Metric::ALL {
        let numbers = rows.iter().filter_map(|(_, side)| metric.numbers(side));
        let Some(sets) = numbers.map(|numbers| numbers.slices.len()).max() else {
            continue;
        };
        let set = |at: usize| {
            transposed(&|side| {
                let set = metric.numbers(side)?.slices.get(at)?;
                Some(set.as_slice())
            })
        };
        let slices = (0..sets).map(set).collect();
        metric.set_numbers(&mut side, Numbers { slices });
    }
    side
}

/// The words of a table with the pawns on some squares.
struct Part<'a> {
    layout: &'a Layout,
    /// Whether they are those of the mirror image of a slice.
    is_mirrored: bool,
    /// The first of them in each block, and how many there are in a block.
    first: usize,
    count: usize,
}

impl<'a> Part<'a> {
    /// `None` if a section lacks it.
    fn new(
        layout: &'a Layout,
        section: &Section,
        pawns: &[Square],
        is_mirrored: bool,
    ) -> Option<Self> {
        let others = layout.outer_men().len() - pawns.len();
        let first = layout.word(pawns.iter().copied()) << (6 * others);
        Some(Self {
            layout,
            is_mirrored,
            // The squares of other men follow in a section as well.
            first: section.place(first)?,
            count: 1 << (6 * others),
        })
    }

    /// Copies the words of a block.
    fn copy(&self, from: &[u64], block: usize, to: &mut [u64]) {
        let files = if self.is_mirrored { 7 } else { 0 };
        let (white, black) = self.layout.kings().squares(block);
        let [white, black] = [white, black].map(|king| king.to_usize() ^ files);
        let from = &from[(white << 6 | black) * self.count..][..self.count];
        let to = &mut to[self.first..][..self.count];
        if self.is_mirrored {
            let squares = (self.count - 1) & 0o0707_0707_0707;
            for (word, to) in to.iter_mut().enumerate() {
                *to = Symmetry::MIRROR_FILES.bits(from[word ^ squares]);
            }
        } else {
            to.copy_from_slice(from);
        }
    }
}

/// Copies all parts of a side.
fn copy_side(parts: &[(Part, &SideTable)], section: &Section, to: &mut SideTable) {
    let words = section.block_words();
    copy(parts, words, |side| Some(&side.legal), &mut to.legal);
    copy(parts, words, |side| Some(&side.win), &mut to.win);
    copy(parts, words, |side| Some(&side.loss), &mut to.loss);
    for metric in Metric::ALL {
        let numbers = parts.iter().filter_map(|(_, side)| metric.numbers(side));
        let Some(sets) = numbers.map(|numbers| numbers.slices.len()).max() else {
            continue;
        };
        let mut numbers = metric.take_numbers(to).unwrap_or_default();
        for at in 0..sets {
            let set = |side| Some(metric.numbers(side)?.slices.get(at)?.as_slice());
            copy(
                parts,
                words,
                set,
                numbers.slice_mut(at as u32, to.legal.len()),
            );
        }
        metric.set_numbers(to, numbers);
    }
}

/// Copies a set of all parts that have it, to one with this number of words a block.
fn copy<'s>(
    parts: &[(Part, &'s SideTable)],
    block_words: usize,
    set: impl Fn(&'s SideTable) -> Option<&'s [u64]>,
    to: &mut [u64],
) {
    let sets = parts.iter().map(|(part, side)| Some((part, set(side)?)));
    let sets: Vec<_> = sets.flatten().collect();
    if sets.is_empty() {
        return;
    }
    to.par_chunks_mut(block_words)
        .enumerate()
        .with_min_len(64)
        .for_each(|(block, to)| {
            for (part, from) in &sets {
                part.copy(from, block, to);
            }
        });
}

#[cfg(test)]
mod tests;
