//! Smaller tables, replayed ply by ply.
//!
//! A capture leads to a position of a smaller table whose value has long been
//! known. The search takes no notice of that: it is shown the smaller table
//! as it would look if it were being solved at the same time. So conversions
//! are moves like others, and nothing about them has to be kept.

use drawproof_tables::{Dtz, SideTable};
use rayon::prelude::*;

use crate::{Counting, smaller::Smaller};

/// A smaller table, one side to move, at some ply of the search.
#[derive(Debug)]
pub struct Replay<'a> {
    pub table: Smaller<'a>,
    counting: Counting,
    /// What is lost, and what is won, at exactly the ply before: a conversion
    /// into it decides something at the current ply.
    pub lost: Due,
    pub won: Due,
    /// The legal positions that were not won by the ply before.
    pub open: Vec<u64>,
    /// No later ply has anything new.
    last_ply: u16,
    /// Whether `open` will lose more.
    is_final: bool,
}

/// A set that changes with every ply, in the order of the smaller table.
#[derive(Default, Debug)]
pub struct Due {
    pub set: Vec<u64>,
    /// Which blocks are not empty.
    pub blocks: Vec<bool>,
    is_any: bool,
}

impl<'a> Replay<'a> {
    /// A table at the end, when all is known.
    pub fn at_end(table: Smaller<'a>, counting: Counting) -> Self {
        let last_ply = table.side().map_or(0, |side| last_ply(side, counting));
        let mut replay = Self {
            open: table.legal().to_vec(),
            table,
            counting,
            lost: Due::default(),
            won: Due::default(),
            last_ply,
            is_final: false,
        };
        replay.go_to_end();
        replay
    }

    /// Goes to the end: lost is all that is lost, open all that is not won.
    pub fn go_to_end(&mut self) {
        self.is_final = true;
        let Some(side) = self.table.side() else {
            return;
        };
        let words = self.open.par_iter_mut().zip(&side.win);
        words.for_each(|(open, win)| *open &= !win);
        let blocks = side.legal.len() / self.table.block_words();
        self.lost = Due {
            set: side.loss.clone(),
            blocks: vec![true; blocks],
            is_any: true,
        };
        self.won.clear();
    }

    /// Goes back to before ply 0, when nothing is known.
    pub fn rewind(&mut self) {
        self.open.copy_from_slice(self.table.legal());
        self.lost.clear();
        self.is_final = false;
    }

    /// Moves on to a ply, each in turn.
    pub fn begin(&mut self, ply: u16) {
        let Some(side) = self.table.side() else {
            return;
        };
        let block_words = self.table.block_words();
        let of = |which| DueAt {
            counting: self.counting,
            which,
            ply,
            side,
        };
        self.lost.fill(&of(Which::Lost), block_words);
        self.won.fill(&of(Which::Won), block_words);
        if self.won.is_any {
            let words = self.open.par_iter_mut().zip(&self.won.set);
            words.for_each(|(open, won)| *open &= !won);
        }
        self.is_final = ply >= self.last_ply;
    }

    /// Whether nothing new comes at later plies.
    pub fn is_done(&self, ply: u16) -> bool {
        ply >= self.last_ply
    }

    /// Whether `open` is what it will be at the end.
    pub fn is_final(&self) -> bool {
        self.is_final || self.table.side().is_none()
    }

    /// Some part of the table; `None` if it is empty.
    pub fn part(&self, part: Part) -> Option<&[u64]> {
        match part {
            Part::Lost => self.lost.is_any.then_some(&self.lost.set[..]),
            Part::Won => self.won.is_any.then_some(&self.won.set[..]),
            Part::Open => Some(&self.open),
        }
    }
}

/// What of a smaller table is asked for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// What was lost at the ply before.
    Lost,
    /// What was won at the ply before.
    Won,
    /// What is legal and not won by now.
    Open,
}

/// The last ply at which something of a table is due.
fn last_ply(side: &SideTable, counting: Counting) -> u16 {
    match counting {
        Counting::ToMate => side.moves.as_ref().map_or(0, |moves| {
            let lost = moves.greatest(&side.loss).map_or(0, |moves| 2 * moves + 1);
            let won = moves.greatest(&side.win).map_or(0, |moves| 2 * moves);
            lost.max(won) as u16
        }),
        Counting::ToZeroing => {
            let cursed = (0..side.legal.len()).any(|word| side.cursed(word) != 0);
            zeroing_ply(cursed)
        }
    }
}

/// The ply at which a zeroing move into a decided position decides.
pub fn zeroing_ply(cursed: bool) -> u16 {
    let after = Dtz(if cursed { 101 } else { 0 });
    after.before_move(true).plies() as u16
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Which {
    Lost,
    Won,
}

/// What of a table is due at a ply.
struct DueAt<'a> {
    counting: Counting,
    which: Which,
    ply: u16,
    side: &'a SideTable,
}

impl DueAt<'_> {
    /// Whether anything can be.
    fn is_possible(&self) -> bool {
        match (self.counting, self.which) {
            (Counting::ToMate, Which::Lost) => self.ply % 2 == 1,
            (Counting::ToMate, Which::Won) => self.ply % 2 == 0 && self.ply > 0,
            (Counting::ToZeroing, _) => [false, true].map(zeroing_ply).contains(&self.ply),
        }
    }

    fn words(&self, first: usize, to: &mut [u64]) {
        let all = match self.which {
            Which::Lost => &self.side.loss,
            Which::Won => &self.side.win,
        };
        to.copy_from_slice(&all[first..first + to.len()]);
        match (self.counting, &self.side.moves) {
            // Lost in 2 n plies, one before this odd one; won in 2 n - 1.
            (Counting::ToMate, Some(moves)) => {
                let number = self.ply / 2;
                for (at, slice) in moves.slices.iter().enumerate() {
                    let flip = if number >> at & 1 == 0 { !0 } else { 0 };
                    for (to, slice) in to.iter_mut().zip(&slice[first..]) {
                        *to &= slice ^ flip;
                    }
                }
                if u32::from(number) >> moves.slices.len() != 0 {
                    to.fill(0);
                }
            }
            (Counting::ToMate, None) => {}
            (Counting::ToZeroing, _) => {
                let due_cursed = self.ply == zeroing_ply(true);
                for (word, to) in to.iter_mut().enumerate() {
                    let cursed = self.side.cursed(first + word);
                    *to &= if due_cursed { cursed } else { !cursed };
                }
            }
        }
    }
}

impl Due {
    fn fill(&mut self, due: &DueAt, block_words: usize) {
        if !due.is_possible() {
            return self.clear();
        }
        let blocks = due.side.legal.len() / block_words;
        self.set.resize(due.side.legal.len(), 0);
        self.blocks.resize(blocks, false);
        self.set
            .par_chunks_mut(block_words)
            .zip(&mut self.blocks)
            .enumerate()
            .with_min_len(64)
            .for_each(|(block, (words, is_any))| {
                due.words(block * block_words, words);
                *is_any = words.iter().any(|&word| word != 0);
            });
        self.is_any = self.blocks.contains(&true);
    }

    fn clear(&mut self) {
        if self.is_any {
            self.blocks.fill(false);
            self.is_any = false;
        }
    }

    /// Whether there is anything at all.
    pub fn is_any(&self) -> bool {
        self.is_any
    }

    /// Whether a block has anything.
    pub fn has(&self, block: usize) -> bool {
        self.is_any && self.blocks[block]
    }
}
