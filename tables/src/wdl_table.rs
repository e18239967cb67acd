//! Who wins every position of a class, with what the 50-move rule makes of it.

use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::{Dtz, Layout, Numbers, Placement, Ruling, SideTable, Table, Wdl, WdlWords};

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

    /// The same for searches of larger classes: distances to zeroing moves that only tell
    /// apart what such a search tells apart. They are 101 plies where the 50-move rule
    /// turns a result into a draw, and 0 elsewhere.
    pub fn into_searched(self) -> Table {
        let beyond = Dtz::MAX_50_MOVES.plies() + 1;
        let side = |side: WdlSets| SideTable {
            dtz: Some(Numbers {
                slices: (0..=beyond.ilog2())
                    .take_while(|_| !side.cursed.is_empty())
                    .map(|bit| match beyond >> bit & 1 {
                        0 => vec![0; side.cursed.len()],
                        _ => side.cursed.clone(),
                    })
                    .collect(),
            }),
            legal: side.legal,
            win: side.win,
            loss: side.loss,
            ..SideTable::default()
        };
        let ByColor { black, white } = self.sides;
        let sides = ByColor {
            black: side(black),
            white: side(white),
        };
        Table::new(self.layout, sides)
    }

    /// How many bytes the table takes in memory.
    pub fn bytes(&self) -> usize {
        let of = |side: &WdlSets| 3 * side.legal.len() + side.cursed.len();
        8 * self.sides.iter().map(of).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;

    #[test]
    fn searched_tables_tell_what_the_50_move_rule_spoils() -> Result<(), Box<dyn Error>> {
        let layout = Layout::new(&"KRvK".parse()?)?;
        let words = layout.words();
        let legal = vec![u64::MAX; words];
        let spread = |step: usize| (0..words).map(|word| (word * step) as u64).collect();
        let (win, spoilt): (Vec<u64>, Vec<u64>) = (spread(0x9e37_79b9), spread(0x85eb_ca6b));
        let cursed = win.iter().zip(&spoilt).map(|(win, of)| win & of).collect();
        let strong = WdlSets {
            loss: win.iter().map(|win| !win).collect(),
            legal: legal.clone(),
            win,
            cursed,
        };
        let weak = WdlSets {
            loss: vec![0; words],
            win: legal.clone(),
            legal,
            cursed: Vec::new(),
        };
        let sides = ByColor {
            white: strong,
            black: weak,
        };
        let table = WdlTable::new(layout, sides);
        let searched = table.clone().into_searched();
        assert!(WdlTable::of(&searched) == table);
        assert!(searched.has(crate::Metric::Dtz));
        Ok(())
    }
}
