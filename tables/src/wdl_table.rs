//! Who wins every position of a class, with what the 50-move rule makes of it.

use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::{Layout, Placement, Ruling, SideTable, Table, Wdl, WdlWords};

/// The results of every position of a class with one side to move. All sets have the
/// words of [`Layout`].
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct WdlSets {
    /// The legal positions.
    pub legal: Vec<u64>,
    /// Those won for the side to move.
    pub win: Vec<u64>,
    /// Those lost for the side to move.
    pub loss: Vec<u64>,
    /// The won and lost positions that the 50-move rule turns into draws; empty if there
    /// are none.
    pub cursed: Vec<u64>,
}

/// The results of every position of a class, without distances: what a Syzygy WDL file
/// holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WdlTable {
    layout: Layout,
    sides: ByColor<WdlSets>,
}

impl WdlSets {
    /// Those of a side of a table with distances to zeroing moves. Without such distances no
    /// position counts as cursed.
    pub fn of(side: &SideTable) -> Self {
        let words = (0..side.legal.len()).into_par_iter();
        let mut cursed = Vec::new();
        if side.may_be_cursed() {
            words
                .map(|word| side.cursed(word))
                .collect_into_vec(&mut cursed);
        }
        if cursed.iter().all(|&word| word == 0) {
            cursed = Vec::new();
        }
        Self {
            legal: side.legal.clone(),
            win: side.win.clone(),
            loss: side.loss.clone(),
            cursed,
        }
    }

    /// The positions of one word that the 50-move rule turns into draws.
    pub fn cursed(&self, word: usize) -> u64 {
        self.cursed.get(word).copied().unwrap_or(0)
    }

    /// The drawn positions of one word.
    pub fn draws(&self, word: usize) -> u64 {
        self.legal[word] & !self.win[word] & !self.loss[word]
    }
}

impl WdlTable {
    /// A table of two finished sides.
    pub fn new(layout: Layout, sides: ByColor<WdlSets>) -> Self {
        Self { layout, sides }
    }

    /// The results of a table with distances to zeroing moves: see [`WdlSets::of`].
    pub fn of(table: &Table) -> Self {
        Self {
            layout: table.layout().clone(),
            sides: ByColor {
                white: WdlSets::of(table.side(Color::White)),
                black: WdlSets::of(table.side(Color::Black)),
            },
        }
    }

    /// The order of the positions.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// All positions with one side to move, with strong as White.
    pub fn side(&self, turn: Color) -> &WdlSets {
        self.sides.get(turn)
    }

    /// The won, lost and cursed positions of a block, as
    /// [`Oracle::block`](crate::Oracle::block) gives them.
    pub fn block(&self, block: usize, turn: Color, words: &mut WdlWords) {
        let side = self.side(turn);
        let count = self.layout.block_words();
        let range = block * count..(block + 1) * count;
        words.win.copy_from_slice(&side.win[range.clone()]);
        words.loss.copy_from_slice(&side.loss[range.clone()]);
        if let Some(cursed) = &mut words.cursed {
            for (cursed, word) in cursed.iter_mut().zip(range) {
                *cursed = side.cursed(word);
            }
        }
    }

    /// Who wins a placement, and what the 50-move rule makes of it. `None` if it is not legal.
    pub fn ruling(&self, placement: &Placement) -> Option<Ruling> {
        let index = self.layout.encode(&placement.squares)?;
        let side = self.side(placement.turn);
        let word = index.block * self.layout.block_words() + index.word;
        let has = |set: u64| set >> index.bit & 1 != 0;
        let wdl = if has(side.win[word]) {
            Wdl::Win
        } else if has(side.loss[word]) {
            Wdl::Loss
        } else {
            has(side.legal[word]).then_some(Wdl::Draw)?
        };
        Some(Ruling {
            wdl,
            cursed: Some(has(side.cursed(word))),
        })
    }

    /// The same as a table without distances.
    pub fn without_fifty_moves(&self) -> Table {
        let side = |side: &WdlSets| SideTable {
            legal: side.legal.clone(),
            win: side.win.clone(),
            loss: side.loss.clone(),
            ..SideTable::default()
        };
        let sides = ByColor {
            black: side(&self.sides.black),
            white: side(&self.sides.white),
        };
        Table::new(self.layout.clone(), sides)
    }

    /// How many bytes the table takes in memory.
    pub fn bytes(&self) -> usize {
        let of = |side: &WdlSets| 3 * side.legal.len() + side.cursed.len();
        8 * self.sides.iter().map(of).sum::<usize>()
    }
}
