//! What rules are learnt from: positions, and which conditions hold in them.

use std::{collections::HashMap, ops::Range};

use arrayvec::ArrayVec;
use drawproof_recognizers::{Condition, Conditions, Finder, Rows, Sheet, Vocabulary};
use drawproof_tables::{
    Index, Layout, LayoutError, MAX_TABLE_MEN, Oracle, OracleError, Placement, WdlWords,
};
use rayon::prelude::*;
use shakmaty::{Color, Square};

use crate::bits::{self, Growing};

/// Positions side by side: a row of bits for each condition, a bit for each
/// position.
#[derive(Clone, Default, Debug)]
pub struct Matrix {
    rows: Vec<Vec<u64>>,
    positions: usize,
}

impl Matrix {
    /// A matrix of rows that are known.
    #[cfg(test)]
    pub(crate) fn new(rows: Vec<Vec<u64>>, positions: usize) -> Self {
        Self { rows, positions }
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// How many conditions there are.
    pub fn conditions(&self) -> usize {
        self.rows.len()
    }

    /// Where a condition holds.
    pub fn row(&self, condition: usize) -> &[u64] {
        &self.rows[condition]
    }

    /// A row of all positions.
    pub fn all(&self) -> Vec<u64> {
        bits::all(self.positions)
    }

    /// Only some of the positions.
    #[must_use]
    pub fn pick(&self, positions: &[u64]) -> Self {
        let pick = |row: &Vec<u64>| Growing::pick(row, positions).into_row();
        Self {
            rows: self.rows.par_iter().map(pick).collect(),
            positions: bits::count(positions) as usize,
        }
    }

    /// Only some of the conditions.
    fn keep_conditions(&mut self, kept: &[usize]) {
        let take = |&at: &usize| std::mem::take(&mut self.rows[at]);
        self.rows = kept.iter().map(take).collect();
    }
}

/// All won and lost positions of a class with one side to move, and draws,
/// with the conditions of a vocabulary.
///
/// Mirror images are left out, and of like men all orders but one. Conditions
/// that hold everywhere, nowhere, or just where another one does or does not,
/// are left out as well.
#[derive(Debug)]
pub struct Examples {
    /// Who is to move, the stronger side being White.
    pub turn: Color,
    /// What each row of the matrices is.
    pub conditions: Vec<Condition>,
    /// About how much work each condition is: how many values are looked at.
    pub costs: Vec<u64>,
    /// The wins and losses: all of them.
    pub decisive: Matrix,
    /// The draws, or every n-th of them.
    pub draws: Matrix,
    /// How many draws each one of [`draws`](Self::draws) stands for.
    pub draws_each: f64,
    /// How many draws there are.
    pub all_draws: u64,
    /// Where the wins and losses of each block begin among all.
    starts: Vec<usize>,
}

/// Why there are no examples.
#[derive(Debug, thiserror::Error)]
pub enum ExamplesError {
    /// The class has no tables.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The oracle has no answer.
    #[error(transparent)]
    Oracle(#[from] OracleError),
}

/// Blocks that are worked on before what was found is put together.
const BLOCKS_AT_ONCE: usize = 32;

impl Examples {
    /// Looks at every position with `turn` to move. Of the draws about
    /// `max_draws` are kept, evenly drawn; all of them if there are no more.
    /// With `static_only` conditions that look ahead are left out. `done` is
    /// called with the number of blocks as they are finished.
    ///
    /// # Errors
    ///
    /// If the class has no tables or the oracle no answer.
    pub fn new(
        vocabulary: &Vocabulary,
        oracle: &dyn Oracle,
        turn: Color,
        static_only: bool,
        max_draws: u64,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Self, ExamplesError> {
        let layout = Layout::new(vocabulary.material())?;
        let mut conditions = Conditions::new(vocabulary, turn)?;
        if static_only {
            conditions.keep_static();
        }
        let source = Source {
            layout: &layout,
            oracle,
            turn,
        };
        let all_draws = source.count_draws()?;
        let halvings = (0..).find(|&halvings| all_draws >> halvings <= max_draws);
        let halvings = halvings.unwrap_or(0);
        let mut starts = Vec::new();
        let new_rows = || vec![Growing::default(); conditions.all().len()];
        let (mut decisive, mut draws) = (new_rows(), new_rows());
        let mut positions = [0; 2];
        for first in (0..layout.blocks()).step_by(BLOCKS_AT_ONCE) {
            let blocks = first..layout.blocks().min(first + BLOCKS_AT_ONCE);
            let found = source.blocks(blocks, &conditions, halvings, done)?;
            for block in &found {
                starts.push(positions[0]);
                positions[0] += block.positions[0];
                positions[1] += block.positions[1];
            }
            let append = |at: usize, rows: &mut [Growing]| {
                rows.par_iter_mut().enumerate().for_each(|(row, to)| {
                    for block in &found {
                        to.append(&block.rows[at][row]);
                    }
                });
            };
            append(0, &mut decisive);
            append(1, &mut draws);
        }
        let matrix = |rows: Vec<Growing>, positions| Matrix {
            rows: rows.into_iter().map(Growing::into_row).collect(),
            positions,
        };
        let mut examples = Self {
            turn,
            costs: conditions.costs(),
            conditions: conditions.all().to_vec(),
            decisive: matrix(decisive, positions[0]),
            draws: matrix(draws, positions[1]),
            draws_each: all_draws as f64 / (positions[1] as f64).max(1.0),
            all_draws,
            starts,
        };
        examples.drop_what_tells_nothing_new();
        Ok(examples)
    }

    fn drop_what_tells_nothing_new(&mut self) {
        let matrices = [&self.decisive, &self.draws];
        let key = |condition: usize| {
            // The same for a condition and its opposite, unless it holds
            // everywhere or nowhere.
            let rows = matrices.map(|matrix| (matrix.row(condition), matrix.all()));
            let held: u64 = rows.iter().map(|(row, _)| bits::count(row)).sum();
            let total = matrices
                .iter()
                .map(|matrix| matrix.positions)
                .sum::<usize>();
            let first = (rows.iter()).find_map(|(row, _)| row.first().map(|word| word & 1));
            let flip = if first == Some(1) { !0 } else { 0 };
            let hash = rows.iter().map(|(row, all)| hash(row, all, flip));
            let hash: Vec<u64> = hash.collect();
            (held != 0 && held != total as u64).then_some(hash)
        };
        let keys: Vec<_> = (0..self.conditions.len())
            .into_par_iter()
            .map(key)
            .collect();
        let mut cheapest: HashMap<&Vec<u64>, usize> = HashMap::new();
        for (condition, key) in keys.iter().enumerate() {
            let Some(key) = key else { continue };
            let best = cheapest.entry(key).or_insert(condition);
            if self.costs[condition] < self.costs[*best] {
                *best = condition;
            }
        }
        let mut kept: Vec<usize> = cheapest.into_values().collect();
        kept.sort_unstable();
        self.conditions = kept.iter().map(|&at| self.conditions[at]).collect();
        self.costs = kept.iter().map(|&at| self.costs[at]).collect();
        self.decisive.keep_conditions(&kept);
        self.draws.keep_conditions(&kept);
    }

    /// The position that a bit of [`decisive`](Self::decisive) stands for.
    ///
    /// # Errors
    ///
    /// The oracle's.
    pub fn position(
        &self,
        layout: &Layout,
        oracle: &dyn Oracle,
        decisive: usize,
    ) -> Result<Option<Placement>, OracleError> {
        let block = self.starts.partition_point(|&start| start <= decisive);
        let Some(block) = block.checked_sub(1) else {
            return Ok(None);
        };
        let source = Source {
            layout,
            oracle,
            turn: self.turn,
        };
        let words = source.ask(block)?;
        let is_decisive = words.win.iter().zip(&words.loss);
        let is_decisive: Vec<u64> = is_decisive
            .zip(&words.legal)
            .map(|((win, loss), legal)| (win | loss) & legal)
            .collect();
        let mut ones = drawproof_tables::numbered_ones(&is_decisive);
        let at = ones.nth(decisive - self.starts[block]);
        let index = at.map(|at| Index {
            block,
            word: at / 64,
            bit: (at % 64) as u32,
        });
        Ok(index.map(|index| layout.decode(index, self.turn)))
    }
}

/// A number that rows of bits share if they are the same, within a mask and
/// with all bits flipped perhaps.
fn hash(row: &[u64], mask: &[u64], flip: u64) -> u64 {
    row.iter().zip(mask).fold(0, |hash, (word, mask)| {
        mix(hash ^ ((word ^ flip) & mask)).rotate_left(17)
    })
}

/// A number that looks as if drawn at random (the finalizer of MurmurHash3).
fn mix(mut number: u64) -> u64 {
    number ^= number >> 33;
    number = number.wrapping_mul(0xff51_afd7_ed55_8ccd);
    number ^= number >> 33;
    number = number.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    number ^ number >> 33
}

/// Where positions come from.
struct Source<'a> {
    layout: &'a Layout,
    oracle: &'a dyn Oracle,
    turn: Color,
}

/// What was found in one block: wins and losses, then draws.
struct Block {
    rows: [Vec<Growing>; 2],
    positions: [usize; 2],
}

impl Source<'_> {
    /// What the oracle says of a block, one order of like men only.
    fn ask(&self, block: usize) -> Result<WdlWords, OracleError> {
        let mut words = WdlWords::new(self.layout);
        let rows = self.sheet_rows();
        let on_diagonal = self.layout.kings().on_diagonal(block);
        words.ask_of(self.oracle, self.layout, block, self.turn, |legal| {
            // There a reflection may be the other order.
            if !on_diagonal {
                for (sheet, words) in legal.chunks_mut(rows).enumerate() {
                    self.layout.keep_rising(sheet * rows, words);
                }
            }
        })?;
        Ok(words)
    }

    fn sheet_rows(&self) -> usize {
        self.layout.block_words().min(64)
    }

    fn count_draws(&self) -> Result<u64, OracleError> {
        let count = |block| {
            let words = self.ask(block)?;
            let draws = (0..words.legal.len())
                .map(|at| words.legal[at] & !words.win[at] & !words.loss[at])
                .map(|draws| u64::from(draws.count_ones()));
            Ok(draws.sum::<u64>())
        };
        (0..self.layout.blocks()).into_par_iter().map(count).sum()
    }

    fn blocks(
        &self,
        blocks: Range<usize>,
        conditions: &Conditions,
        halvings: u32,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Block>, OracleError> {
        let found = blocks.into_par_iter().map_init(
            || conditions.finder(),
            |finder, block| {
                let found = self.block(block, finder, conditions.all().len(), halvings);
                done(1);
                found
            },
        );
        found.collect()
    }

    fn block(
        &self,
        block: usize,
        finder: &mut Finder,
        conditions: usize,
        halvings: u32,
    ) -> Result<Block, OracleError> {
        let words = self.ask(block)?;
        let mut found = Block {
            rows: [0, 1].map(|_| vec![Growing::default(); conditions]),
            positions: [0; 2],
        };
        let rows = self.sheet_rows();
        for first in (0..self.layout.block_words()).step_by(rows) {
            let at = |row: usize| first + row;
            let decisive = |row| (words.win[at(row)] | words.loss[at(row)]) & words.legal[at(row)];
            let drawn = |row| {
                let draws = words.legal[at(row)] & !decisive(row);
                draws & sampled(block * self.layout.block_words() + at(row), halvings)
            };
            let within = |of: &dyn Fn(usize) -> u64| -> Rows {
                std::array::from_fn(|row| if row < rows { of(row) } else { 0 })
            };
            let kinds = [within(&decisive), within(&drawn)];
            let wanted: Rows = std::array::from_fn(|row| kinds[0][row] | kinds[1][row]);
            if bits::is_empty(&wanted) {
                continue;
            }
            let fixed = self.fixed_men(block, first);
            let sheet = Sheet {
                fixed: &fixed,
                legal: &wanted,
            };
            finder.sheet(&sheet, |condition, holds| {
                for (rows, kind) in found.rows.iter_mut().zip(&kinds) {
                    rows[condition].push_picked(holds, kind);
                }
            });
            for (positions, kind) in found.positions.iter_mut().zip(&kinds) {
                *positions += bits::count(kind) as usize;
            }
        }
        Ok(found)
    }

    /// The squares of the men that all positions of a sheet share.
    fn fixed_men(&self, block: usize, first_word: usize) -> ArrayVec<Square, MAX_TABLE_MEN> {
        let (white, black) = self.layout.kings().squares(block);
        let mut fixed = ArrayVec::from_iter([white, black]);
        let outers = self.layout.outer_men().len();
        let squares = self.layout.outer_squares(first_word);
        fixed.extend(squares.take(outers.saturating_sub(1)));
        fixed
    }
}

/// A word in which each bit is set with a chance of one half, halved again and
/// again; the same each time.
fn sampled(word: usize, halvings: u32) -> u64 {
    let draw = |halving: u32| mix((word as u64) << 8 | u64::from(halving) | 1 << 63);
    (0..halvings).fold(!0, |bits, halving| bits & draw(halving))
}
