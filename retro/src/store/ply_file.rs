//! Distances on disk: what each ply of a search decided.
//!
//! The distances of six men take more memory than the search that finds them, which never
//! reads them. So each ply's results go to a file, block by block, and sets are made of them
//! for some blocks at a time. The file has no name, and ends with the process.

use std::path::Path;

use drawproof_tables::{Dtz, Metric};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::{
    error::GenerateError,
    positions::{
        shape::{Shape, Sparse, SparseBlock},
        sheet::Sheet,
    },
    store::{
        compressed_sets::{Sets, compressed, decompressed},
        slice_file::{Extent, SliceError, SliceReason, SliceWriter},
    },
};

/// How many blocks are compressed before they are written.
const AT_ONCE: usize = 16;
/// The number of a sheet and its words.
const SHEET: usize = 4 + 512;

/// What the plies of a search decided, in a file.
pub struct Plies {
    file: SliceWriter,
    shape: Shape,
    sides: ByColor<Vec<Vec<Decided>>>,
}

/// What one ply decided in a block.
struct Decided {
    number: u32,
    sheets: usize,
    record: Extent,
}

/// Distances with one side to move.
#[derive(Default)]
pub struct Distances {
    pub moves: Option<Sets>,
    pub dtz: Option<Sets>,
    /// Whether the 50-move rule turns any win into a draw.
    pub is_cursed: bool,
}

impl Distances {
    /// These, and those of another metric.
    pub fn and(self, other: Self) -> Self {
        Self {
            moves: self.moves.or(other.moves),
            dtz: self.dtz.or(other.dtz),
            is_cursed: self.is_cursed || other.is_cursed,
        }
    }
}

impl Plies {
    /// Begins a file in a folder.
    pub fn new(shape: &Shape, folder: &Path) -> Result<Self, SliceError> {
        let blocks = shape.blocks();
        Ok(Self {
            file: SliceWriter::without_name(folder)?,
            shape: shape.clone(),
            sides: ByColor::new_with(|_| (0..blocks).map(|_| Vec::new()).collect()),
        })
    }

    /// Adds what a ply decided: wins and losses with one distance.
    pub fn add(&mut self, number: u32, found: &ByColor<[Sparse; 2]>) -> Result<(), GenerateError> {
        for turn in Color::ALL {
            let blocks = |of: usize| found.get(turn)[of].blocks();
            let is_there = |block: &usize| [0, 1].iter().any(|&of| !blocks(of)[*block].is_empty());
            let all: Vec<usize> = (0..self.shape.blocks()).filter(is_there).collect();
            for some in all.chunks(AT_ONCE) {
                let packed = some.par_iter().map(|&block| {
                    let bytes = bytes([0, 1].map(|of| &blocks(of)[block]));
                    Ok((bytes.len() / SHEET, compressed(&bytes)?))
                });
                let packed: Vec<(usize, Vec<u8>)> = packed.collect::<Result<_, GenerateError>>()?;
                let records = self
                    .file
                    .extents(packed.iter().map(|(_, bytes)| &bytes[..]))?;
                let each = some.iter().zip(&packed).zip(records);
                for ((&block, &(sheets, _)), record) in each {
                    self.sides.get_mut(turn)[block].push(Decided {
                        number,
                        sheets,
                        record,
                    });
                }
            }
        }
        Ok(())
    }

    /// The distances of a metric with one side to move.
    pub fn distances(&self, metric: Metric, turn: Color) -> Result<Distances, GenerateError> {
        let blocks = self.sides.get(turn);
        let longest = blocks.iter().flatten().map(|decided| decided.number).max();
        let longest = longest.unwrap_or(0);
        let count = u32::BITS - longest.leading_zeros();
        let size = self.shape.block_words();
        let sets = Sets::of_pieces(count as u8, size * blocks.len(), |words| {
            let mut sets = vec![vec![0; words.len()]; count as usize];
            let first = words.start / size;
            for (at, block) in blocks[first..words.end / size].iter().enumerate() {
                for decided in block {
                    decided.unite(&mut sets, at * size)?;
                }
            }
            Ok(sets)
        });
        let sets = Some(sets?);
        Ok(match metric {
            Metric::Wdl => Distances::default(),
            Metric::Dtm => Distances {
                moves: sets,
                ..Distances::default()
            },
            Metric::Dtz => Distances {
                dtz: sets,
                is_cursed: longest > Dtz::MAX_50_MOVES.plies(),
                ..Distances::default()
            },
        })
    }
}

/// The sheets of a block that were won, then those that were lost.
fn bytes(of: [&SparseBlock; 2]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (number, Sheet(words)) in of.into_iter().flat_map(SparseBlock::iter) {
        bytes.extend((number as u32).to_le_bytes());
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    }
    bytes
}

impl Decided {
    /// Adds the positions to the set of each bit of their distance; the block begins with
    /// word `first` of these sets.
    fn unite(&self, sets: &mut [Vec<u64>], first: usize) -> Result<(), GenerateError> {
        let bytes = self.record.read().map_err(changed)?;
        let bytes = decompressed(&bytes, self.sheets * SHEET)?;
        for sheet in bytes.chunks_exact(SHEET) {
            let (number, words) = sheet.split_at(4);
            let number = number.try_into().map_or(0, u32::from_le_bytes);
            let (words, _) = words.as_chunks();
            let at = first + 64 * number as usize;
            let ones = sets.iter_mut().enumerate();
            for (_, set) in ones.filter(|(bit, _)| self.number >> bit & 1 != 0) {
                let here = set.get_mut(at..).unwrap_or_default();
                for (to, word) in here.iter_mut().zip(words) {
                    *to |= u64::from_le_bytes(*word);
                }
            }
        }
        Ok(())
    }
}

/// There is no file that could be removed.
fn changed(error: SliceError) -> SliceError {
    match error.reason {
        SliceReason::Damaged => SliceReason::Changed.of(&error.path),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use drawproof_tables::Layout;

    use super::*;

    /// Results of two plies in the last block, and one in the first.
    fn written(folder: &Path) -> Result<(Plies, usize), Box<dyn Error>> {
        let shape = Shape::whole(&Layout::new(&"KBBvKN".parse()?)?);
        let last = shape.blocks() - 1;
        let mut plies = Plies::new(&shape, folder)?;
        for (number, block, sheet) in [(3, 0, 1), (3, last, 63), (4, last, 62)] {
            let mut blocks = vec![SparseBlock::default(); shape.blocks()];
            blocks[block].push(&shape, sheet, &Sheet([u64::from(number); 64]));
            let found = ByColor {
                white: [Sparse::new(blocks), Sparse::none(&shape)],
                black: [Sparse::none(&shape), Sparse::none(&shape)],
            };
            plies.add(number, &found)?;
        }
        Ok((plies, last))
    }

    /// Each bit of a distance is a set, and each ply's positions are in those of its bits.
    #[test]
    fn plies_become_sets() -> Result<(), Box<dyn Error>> {
        let place = tempfile::tempdir()?;
        let (mut plies, last) = written(place.path())?;
        let words = plies.shape.blocks() * plies.shape.block_words();
        let white = plies.distances(Metric::Dtm, Color::White)?;
        let sets = white.moves.ok_or("no sets")?.unpacked(words)?;
        assert_eq!(sets.len(), 3);
        let size = plies.shape.block_words();
        let [three, four] = [last * size + 64 * 63, last * size + 64 * 62];
        for (word, expected) in [(64, [3, 3, 0]), (three, [3, 3, 0]), (four, [0, 0, 4])] {
            assert_eq!([0, 1, 2].map(|bit| sets[bit][word + 5]), expected);
        }
        let ones = sets.iter().flatten().filter(|word| **word != 0).count();
        assert_eq!(ones, 5 * 64);
        let black = plies.distances(Metric::Dtz, Color::Black)?;
        assert!(!black.is_cursed);
        assert_eq!(black.dtz.map(|sets| sets.count()), Some(0));
        for (number, is_cursed) in [(100, false), (101, true)] {
            plies.sides.white[0][0].number = number;
            let white = plies.distances(Metric::Dtz, Color::White)?;
            assert_eq!(white.is_cursed, is_cursed);
        }
        Ok(())
    }

    /// What reads differently is refused.
    #[test]
    fn changed_files_are_refused() -> Result<(), Box<dyn Error>> {
        let place = tempfile::tempdir()?;
        let (plies, last) = written(place.path())?;
        plies.file.damage(&plies.sides.white[last][1].record)?;
        let found = plies.distances(Metric::Dtz, Color::White);
        let expected = SliceReason::Changed.of(place.path());
        assert_eq!(found.err(), Some(expected.into()));
        Ok(())
    }
}
