//! The table of a class, put together from its slices.

use drawproof_tables::{Layout, Metric, SideTable, Symmetry, Table};
use rayon::prelude::*;
use shakmaty::{ByColor, Color, Square};

use crate::{
    GenerateError,
    packed::{Needs, Packed},
    structure::pawns_of,
};

/// The table of a class.
pub fn assembled(packed: &Packed) -> Result<Table, GenerateError> {
    if !packed.layout().material().has_pawns() {
        return packed.whole();
    }
    let side = |turn| assembled_side(packed, turn);
    let (white, black) = rayon::join(|| side(Color::White), || side(Color::Black));
    let sides = ByColor {
        white: white?,
        black: black?,
    };
    Ok(Table::new(packed.layout().clone(), sides))
}

fn assembled_side(packed: &Packed, turn: Color) -> Result<SideTable, GenerateError> {
    let layout = packed.layout();
    let set = || vec![0; layout.words()];
    let mut side = SideTable {
        legal: set(),
        win: set(),
        loss: set(),
        ..SideTable::default()
    };
    for (structure, slice) in packed.iter() {
        let values = slice.side(turn, Needs::All)?;
        // Like pawns in every order, and mirror images.
        for (squares, is_mirrored) in structure.placements(pawns_of(layout)) {
            Part::new(layout, &squares, is_mirrored).copy_side(&values, &mut side);
        }
    }
    Ok(side)
}

/// The words of a table with the pawns on some squares.
struct Part<'a> {
    layout: &'a Layout,
    /// Whether they are those of the mirror image of a slice.
    is_mirrored: bool,
    /// The first of them in each block, and how many there are in a block.
    first: usize,
    count: usize,
    /// The square of the last pawn, if no man comes after it.
    bit: Option<u32>,
}

impl<'a> Part<'a> {
    fn new(layout: &'a Layout, pawns: &[Square], is_mirrored: bool) -> Self {
        let outers = layout.outer_men().len();
        let numbered = pawns.len().min(outers);
        let others = outers - numbered;
        let first = layout.word(pawns[..numbered].iter().copied());
        Self {
            layout,
            is_mirrored,
            first: first << (6 * others),
            count: 1 << (6 * others),
            bit: pawns.get(outers).map(|square| square.to_u32()),
        }
    }

    fn copy_side(&self, from: &SideTable, to: &mut SideTable) {
        self.copy(&from.legal, &mut to.legal);
        self.copy(&from.win, &mut to.win);
        self.copy(&from.loss, &mut to.loss);
        for metric in Metric::ALL {
            let Some(from) = metric.numbers(from) else {
                continue;
            };
            let mut numbers = metric.take_numbers(to).unwrap_or_default();
            for (slice, set) in from.slices.iter().enumerate() {
                let words = self.layout.words();
                self.copy(set, numbers.slice_mut(slice as u32, words));
            }
            metric.set_numbers(to, numbers);
        }
    }

    fn copy(&self, from: &[u64], to: &mut [u64]) {
        match self.bit {
            Some(bit) => self.copy_bits(from, to, bit),
            None => self.copy_words(from, to),
        }
    }

    /// The slice has a bit for each square of Black's king.
    fn copy_bits(&self, from: &[u64], to: &mut [u64], bit: u32) {
        let files = if self.is_mirrored { 7 } else { 0 };
        for (block, to) in to.chunks_mut(self.layout.block_words()).enumerate() {
            let (white, black) = self.layout.kings().squares(block);
            let [white, black] = [white, black].map(|king| king.to_usize() ^ files);
            // Most are not set, and each is on a cache line of its own.
            if from[white] >> black & 1 != 0 {
                to[self.first] |= 1 << bit;
            }
        }
    }

    fn copy_words(&self, from: &[u64], to: &mut [u64]) {
        let files = if self.is_mirrored { 7 } else { 0 };
        to.par_chunks_mut(self.layout.block_words())
            .enumerate()
            .with_min_len(64)
            .for_each(|(block, to)| {
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
            });
    }
}

#[cfg(test)]
mod tests;
