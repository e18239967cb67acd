//! The source of positions and their values, sheet by sheet.

use arrayvec::ArrayVec;
use drawproof_evaluate::{Conditions, Finder, Rows, Sheet};
use drawproof_tables::{Layout, MAX_TABLE_MEN, Oracle, OracleError, WdlWords};
use rayon::prelude::*;
use shakmaty::{Color, Square};

use crate::{
    Matrix,
    bits::{self, Growing},
    mix::mix,
};

/// The positions of a class with one side to move. Mirror images are left out,
/// and so are all orders of like men but one.
#[derive(Copy, Clone)]
pub(crate) struct SideSource<'a> {
    pub layout: &'a Layout,
    pub oracle: &'a dyn Oracle,
    pub turn: Color,
}

/// A sheet to examine: the word of its first row within its block, and which
/// positions are wanted.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub first: usize,
    pub what: What,
}

/// Which positions of a sheet are wanted.
#[derive(Clone, Debug)]
pub(crate) enum What {
    /// Wins and losses, and draws.
    All,
    /// Wins and losses.
    Decisive,
    /// These, whatever their values; they are added to the wins and losses.
    Only(Box<Rows>),
}

impl What {
    /// The positions, if some are named.
    pub fn only(&self) -> Option<&Rows> {
        match self {
            Self::Only(rows) => Some(rows),
            Self::All | Self::Decisive => None,
        }
    }
}

/// Sheets of one block.
pub(crate) type WantedBlock = (usize, Vec<Wanted>);

/// What was found: wins and losses, and draws; and how many wins and losses
/// there are on each sheet.
pub(crate) struct Examined {
    pub decisive: Matrix,
    pub draws: Matrix,
    pub decisive_by_sheet: Vec<usize>,
}

/// Blocks that are processed before the results are combined.
const BLOCKS_AT_ONCE: usize = 32;

/// The oracle's answers for the positions of a block.
pub(crate) struct Block(WdlWords);

impl Block {
    /// The wins and losses of a sheet.
    pub fn decisive(&self, first: usize, rows: usize) -> Rows {
        let Self(words) = self;
        let word = |at: usize| words.legal[at] & (words.win[at] | words.loss[at]);
        std::array::from_fn(|row| if row < rows { word(first + row) } else { 0 })
    }

    /// The draws of a sheet.
    pub fn draws(&self, first: usize, rows: usize) -> Rows {
        let Self(words) = self;
        let word = |at: usize| words.legal[at] & !words.win[at] & !words.loss[at];
        std::array::from_fn(|row| if row < rows { word(first + row) } else { 0 })
    }
}

impl SideSource<'_> {
    /// The oracle's answers for a block, with only one order of like men.
    pub fn ask(&self, block: usize) -> Result<Block, OracleError> {
        let mut words = WdlWords::new(self.layout);
        let rows = self.sheet_rows();
        let on_diagonal = self.layout.kings().on_diagonal(block);
        words.ask_of(self.oracle, self.layout, block, self.turn, |legal| {
            // On the diagonal, a reflection may be the other order.
            if !on_diagonal {
                for (sheet, words) in legal.chunks_mut(rows).enumerate() {
                    self.layout.keep_rising(sheet * rows, words);
                }
            }
        })?;
        Ok(Block(words))
    }

    /// How many rows a sheet has.
    pub fn sheet_rows(&self) -> usize {
        self.layout.block_words().min(64)
    }

    /// The words at which the sheets of each block begin.
    pub fn sheets(&self) -> impl Iterator<Item = usize> + use<> {
        (0..self.layout.block_words()).step_by(self.sheet_rows())
    }

    /// The squares of the men that all positions of a sheet share.
    pub fn fixed_men(&self, block: usize, first: usize) -> ArrayVec<Square, MAX_TABLE_MEN> {
        let (white, black) = self.layout.kings().squares(block);
        let mut fixed = ArrayVec::from_iter([white, black]);
        let outers = self.layout.outer_men().len();
        let squares = self.layout.outer_squares(first);
        fixed.extend(squares.take(outers.saturating_sub(1)));
        fixed
    }

    /// How many draws there are.
    pub fn count_draws(&self) -> Result<u64, OracleError> {
        let count = |block| {
            let words = self.ask(block)?;
            let draws = self
                .sheets()
                .map(|first| words.draws(first, self.sheet_rows()));
            Ok(draws.map(|draws| bits::count(&draws)).sum::<u64>())
        };
        let blocks = (0..self.layout.blocks()).into_par_iter();
        blocks.map(count).sum()
    }

    /// The draws of a sheet, halved repeatedly.
    pub fn some_draws(&self, words: &Block, block: usize, first: usize, halvings: u32) -> Rows {
        let mut draws = words.draws(first, self.sheet_rows());
        for (row, draws) in draws.iter_mut().enumerate() {
            let word = block * self.layout.block_words() + first + row;
            *draws &= sampled(word, halvings);
        }
        draws
    }

    /// Evaluates conditions on sheets, with their draws halved `halvings`
    /// times.
    pub fn look(
        &self,
        wanted: &[WantedBlock],
        conditions: &Conditions,
        halvings: u32,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Examined, OracleError> {
        let new_rows = || vec![Growing::default(); conditions.all().len()];
        let mut rows = [new_rows(), new_rows()];
        let mut decisive_by_sheet = Vec::new();
        let mut draws_found = 0;
        for blocks in wanted.chunks(BLOCKS_AT_ONCE) {
            let look = |finder: &mut Finder, block: &WantedBlock| {
                let found = self.block(block, finder, conditions.all().len(), halvings);
                done(1);
                found
            };
            let found = blocks.par_iter().map_init(|| conditions.finder(), look);
            let found: Vec<BlockRows> = found.collect::<Result<_, _>>()?;
            for (at, rows) in rows.iter_mut().enumerate() {
                rows.par_iter_mut().enumerate().for_each(|(row, to)| {
                    for block in &found {
                        to.append(&block.rows[at][row]);
                    }
                });
            }
            decisive_by_sheet.extend(found.iter().flat_map(|block| &block.decisive_by_sheet));
            draws_found += found.iter().map(|block| block.draws).sum::<usize>();
        }
        let [decisive, draws] = rows;
        Ok(Examined {
            decisive: Matrix::of(decisive, decisive_by_sheet.iter().sum()),
            draws: Matrix::of(draws, draws_found),
            decisive_by_sheet,
        })
    }

    fn block(
        &self,
        (block, sheets): &WantedBlock,
        finder: &mut Finder,
        conditions: usize,
        halvings: u32,
    ) -> Result<BlockRows, OracleError> {
        let words = self.ask(*block)?;
        let rows = self.sheet_rows();
        let mut found = BlockRows {
            rows: [0, 1].map(|_| vec![Growing::default(); conditions]),
            decisive_by_sheet: Vec::new(),
            draws: 0,
        };
        for Wanted { first, what } in sheets {
            let kinds = match what {
                What::All => [
                    words.decisive(*first, rows),
                    self.some_draws(&words, *block, *first, halvings),
                ],
                What::Decisive => [words.decisive(*first, rows), [0; 64]],
                What::Only(only) => [**only, [0; 64]],
            };
            found
                .decisive_by_sheet
                .push(bits::count(&kinds[0]) as usize);
            found.draws += bits::count(&kinds[1]) as usize;
            let legal: Rows = std::array::from_fn(|row| kinds[0][row] | kinds[1][row]);
            let sheet = Sheet {
                fixed: &self.fixed_men(*block, *first),
                legal: &legal,
            };
            finder.sheet(&sheet, |condition, holds| {
                for (rows, kind) in found.rows.iter_mut().zip(&kinds) {
                    rows[condition].push_picked(holds, kind);
                }
            });
        }
        Ok(found)
    }
}

/// What was found in one block.
struct BlockRows {
    rows: [Vec<Growing>; 2],
    decisive_by_sheet: Vec<usize>,
    draws: usize,
}

/// A reproducible word in which each bit is set with a probability that is
/// halved `halvings` times.
fn sampled(word: usize, halvings: u32) -> u64 {
    let draw = |halving: u32| mix((word as u64) << 8 | u64::from(halving) | 1 << 63);
    (0..halvings).fold(!0, |bits, halving| bits & draw(halving))
}
