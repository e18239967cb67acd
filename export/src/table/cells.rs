//! What must be stored for each position of a class.

use drawproof_tables::{Index, Table, Wdl};
use rayon::prelude::*;
use shakmaty::Color;

use super::{
    metric::Metric,
    order::{Order, View},
};
use crate::source::probe;

/// What may be stored for a position: one value; with `FREE` that value or a
/// smaller one; with `ANY` whatever compresses best.
pub type Cell = u16;

/// There is no legal position.
pub const ANY: Cell = u16::MAX;
/// A capture gives the value: the stored one must only not be greater.
pub const FREE: Cell = 1 << 15;

/// The cells of a class with one side to move, in the order of its table.
pub struct Cells {
    all: Vec<Cell>,
    of_block: usize,
    /// The stored scores in ascending order: cells hold their numbers.
    pub scores: Vec<i16>,
}

/// The offset of stored scores: see `probe.rs`.
const OFFSET: i16 = 2000;

impl Cells {
    /// What must be stored, where `data` has the classes that captures lead to.
    pub fn new(view: &View, table: &Table, metric: Metric, data: &[u64]) -> Self {
        let layout = &view.layout;
        let block_cells = 64 * layout.block_words();
        let mut cells = vec![ANY; layout.blocks() * block_cells];
        let of_block = |(block, cells): (usize, &mut [Cell])| {
            for (at, cell) in cells.iter_mut().enumerate() {
                let index = Index {
                    block,
                    word: at / 64,
                    bit: at as u32 % 64,
                };
                if let Some(score) = score(view, table, metric, index) {
                    let best = probe::best_capture(data, view.word(index));
                    let is_free = best >= i32::from(score);
                    *cell = (score + OFFSET) as u16 | if is_free { FREE } else { 0 };
                }
            }
        };
        cells
            .par_chunks_mut(block_cells)
            .enumerate()
            .for_each(of_block);
        let mut this = Self {
            all: cells,
            of_block: block_cells,
            scores: Vec::new(),
        };
        this.number_scores();
        this
    }

    /// Replaces scores by the numbers of the needed ones.
    fn number_scores(&mut self) {
        let mut needed = vec![false; 4096];
        let mut lowest_free = None;
        for &cell in &self.all {
            if cell & FREE == 0 {
                needed[usize::from(cell)] = true;
            } else if cell != ANY {
                let score = cell & !FREE;
                lowest_free = Some(lowest_free.map_or(score, |lowest: u16| lowest.min(score)));
            }
        }
        let first = needed.iter().position(|&needed| needed).unwrap_or(4096);
        if let Some(lowest) = lowest_free.filter(|&lowest| usize::from(lowest) < first) {
            needed[usize::from(lowest)] = true;
        }
        // For each score, the number of the greatest needed one that is not
        // above it.
        let mut numbers = vec![0; 4096];
        for score in 0..4096 {
            if needed[score] {
                self.scores.push(score as i16 - OFFSET);
            }
            numbers[score] = self.scores.len().saturating_sub(1) as u16;
        }
        for cell in &mut self.all {
            if *cell != ANY {
                *cell = numbers[usize::from(*cell & !FREE)] | *cell & FREE;
            }
        }
    }

    /// The cell of a number in some order.
    pub fn at(&self, view: &View, order: Order, number: usize) -> Cell {
        let index = view.at(order, number).and_then(|word| view.index(word));
        index.map_or(ANY, |index| {
            self.all[index.block * self.of_block + 64 * index.word + index.bit as usize]
        })
    }
}

/// The answer that the code must give. `None` if the position is not legal.
pub fn score(view: &View, table: &Table, metric: Metric, index: Index) -> Option<i16> {
    let value = table.value(index, view.turn)?;
    let merged = metric == Metric::Draw && merges(view);
    Some(match (value.wdl, metric) {
        (Wdl::Draw, _) => 0,
        (Wdl::Win, Metric::Dtm) => 1000 - value.dtm?.0 as i16,
        (Wdl::Loss, Metric::Dtm) => value.dtm?.0 as i16 - 1000,
        (Wdl::Win, _) => 1,
        (Wdl::Loss, _) => {
            if merged {
                1
            } else {
                -1
            }
        }
    })
}

/// Whether wins and losses share one value if only draws are asked for. They do
/// not if the sign is needed: for three men that other classes capture into,
/// and for en passant.
pub fn merges(view: &View) -> bool {
    view.men() == 4 && !view.layout.material().has_en_passant()
}

/// The sides to move that need a table: with equal material Black's equals
/// White's.
pub fn turns(table: &Table) -> &'static [Color] {
    if table.layout().material().is_symmetric() {
        &[Color::White]
    } else {
        &[Color::White, Color::Black]
    }
}
