//! The search backwards from checkmate, ply by ply.

use drawproof_tables::{Layout, Library, SideTable, Table, ones};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::{
    GenerateError, PlyReport,
    captures::{Best, BlockCaptures, Captures},
    moves::{Moves, Reached, WordBits},
};

/// The positions found at one ply, by block: those that the next ply starts
/// from.
type Frontier = Vec<Vec<WordBits>>;

/// One side to move, as far as it is solved.
struct Side {
    table: SideTable,
    /// Legal and not won so far: where the other side can move without
    /// losing at once.
    open: Vec<u64>,
    captures: Vec<BlockCaptures>,
    frontier: Frontier,
}

/// Solves a class whose smaller tables are in the library.
pub fn solve(
    layout: &Layout,
    library: &Library,
    report: &(dyn Fn(PlyReport) + Sync),
) -> Result<Table, GenerateError> {
    let moves = Moves::new(layout);
    let mut sides = ByColor {
        black: Side::new(layout, &moves, library, Color::Black)?,
        white: Side::new(layout, &moves, library, Color::White)?,
    };
    let search = Search {
        layout,
        moves: &moves,
    };
    let mut ply = 0;
    loop {
        for side in &mut sides {
            side.captures.iter_mut().for_each(|block| block.begin(ply));
        }
        let found = ByColor::new_with(|color| search.find(color, ply, &sides));
        for (side, new) in sides.iter_mut().zip(found) {
            side.add(layout, ply, new);
        }
        report(PlyReport {
            ply,
            solved: sides.iter().map(Side::newly_solved).sum(),
        });
        if sides.iter().all(Side::is_done) {
            return Ok(Table::new(layout.clone(), sides.map(|side| side.table)));
        }
        ply += 1;
    }
}

impl Side {
    fn new(
        layout: &Layout,
        moves: &Moves,
        library: &Library,
        mover: Color,
    ) -> Result<Self, GenerateError> {
        let table = SideTable::new(layout, mover);
        let captures = Captures::new(layout, moves, mover, library)?;
        let captures: Vec<BlockCaptures> = table
            .legal
            .par_chunks(layout.block_words())
            .enumerate()
            .map_init(Best::new, |best, (block, legal)| {
                captures.of_block(block, legal, best)
            })
            .collect();
        Ok(Self {
            open: table.legal.clone(),
            table,
            captures,
            frontier: vec![Vec::new(); layout.blocks()],
        })
    }

    /// Takes in the positions found at a ply: wins at odd ones, losses at
    /// even ones.
    fn add(&mut self, layout: &Layout, ply: u16, new: Frontier) {
        let words = layout.block_words();
        if new.iter().any(|block| !block.is_empty()) {
            if ply % 2 == 1 {
                change(&mut self.table.win, words, &new, |set, bits| set | bits);
                change(&mut self.open, words, &new, |set, bits| set & !bits);
            } else {
                change(&mut self.table.loss, words, &new, |set, bits| set | bits);
            }
            for slice in ones(u64::from(ply.div_ceil(2))) {
                while self.table.moves.len() <= slice as usize {
                    self.table.moves.push(vec![0; layout.words()]);
                }
                change(
                    &mut self.table.moves[slice as usize],
                    words,
                    &new,
                    |set, bits| set | bits,
                );
            }
        }
        self.frontier = new;
    }

    fn newly_solved(&self) -> u64 {
        let bits = self.frontier.iter().flatten().map(|(_, bits)| bits);
        bits.map(|bits| u64::from(bits.count_ones())).sum()
    }

    fn is_done(&self) -> bool {
        self.frontier.iter().all(Vec::is_empty) && self.captures.iter().all(BlockCaptures::is_done)
    }
}

/// Changes the words of a set that a frontier names.
fn change(set: &mut [u64], block_words: usize, new: &Frontier, how: impl Fn(u64, u64) -> u64) {
    for (words, new) in set.chunks_mut(block_words).zip(new) {
        for &(word, bits) in new {
            let word = &mut words[word as usize];
            *word = how(*word, bits);
        }
    }
}

struct Search<'a> {
    layout: &'a Layout,
    moves: &'a Moves<'a>,
}

impl Search<'_> {
    /// The positions with `mover` to move that are decided at exactly `ply`.
    fn find(&self, mover: Color, ply: u16, sides: &ByColor<Side>) -> Frontier {
        (0..self.layout.blocks())
            .into_par_iter()
            .with_min_len(self.fair_share(mover, ply, sides))
            .map_init(
                || Reached::new(self.layout),
                |reached, block| match ply {
                    0 => self.checkmates(block, mover, sides),
                    _ if ply % 2 == 1 => self.wins(block, mover, sides, reached),
                    _ => self.losses(block, mover, sides, reached),
                },
            )
            .collect()
    }

    /// How many blocks a thread should take at least: all of them where so
    /// little is left to do that waking another one takes longer.
    fn fair_share(&self, mover: Color, ply: u16, sides: &ByColor<Side>) -> usize {
        const WORTH_A_THREAD: usize = 1000;
        let frontier: usize = sides.get(!mover).frontier.iter().map(Vec::len).sum();
        let due: usize = sides
            .get(mover)
            .captures
            .iter()
            .map(|block| block.due().len())
            .sum();
        if ply > 0 && frontier + due < WORTH_A_THREAD {
            self.layout.blocks()
        } else {
            8
        }
    }

    fn checkmates(&self, block: usize, mover: Color, sides: &ByColor<Side>) -> Vec<WordBits> {
        let (own, other) = (sides.get(mover), sides.get(!mover));
        let base = block * self.layout.block_words();
        (0..self.layout.block_words())
            .filter_map(|word| {
                // In check: the other side, to move here, could take the king.
                let in_check = own.table.legal[base + word] & !other.table.legal[base + word];
                let candidates = in_check & !own.captures[block].any[word];
                self.stuck(block, word, mover, candidates, other)
            })
            .collect()
    }

    /// The positions of a block that a move or a capture just decided.
    fn touched(
        &self,
        block: usize,
        mover: Color,
        sides: &ByColor<Side>,
        reached: &mut Reached,
        mut each: impl FnMut(usize, u64),
    ) {
        let own = sides.get(mover);
        let frontier = &sides.get(!mover).frontier;
        self.moves.pull(block, mover, frontier, reached);
        for event in own.captures[block].due() {
            reached.add(event.word as usize, event.bits);
        }
        let base = block * self.layout.block_words();
        reached.drain(|word, bits| {
            let undecided = own.open[base + word] & !own.table.loss[base + word];
            each(word, bits & undecided);
        });
    }

    /// Wins: a move into a position lost for the other side.
    fn wins(
        &self,
        block: usize,
        mover: Color,
        sides: &ByColor<Side>,
        reached: &mut Reached,
    ) -> Vec<WordBits> {
        let mut new = Vec::new();
        self.touched(block, mover, sides, reached, |word, bits| {
            if bits != 0 {
                new.push((word as u32, bits));
            }
        });
        new
    }

    /// Losses: the last move that did not lose was just found to lose.
    fn losses(
        &self,
        block: usize,
        mover: Color,
        sides: &ByColor<Side>,
        reached: &mut Reached,
    ) -> Vec<WordBits> {
        let captures = &sides.get(mover).captures[block];
        let mut new = Vec::new();
        self.touched(block, mover, sides, reached, |word, bits| {
            let candidates = bits & !captures.saved[word] & !captures.pending[word];
            new.extend(self.stuck(block, word, mover, candidates, sides.get(!mover)));
        });
        new
    }

    /// Those of the candidates that cannot move to where the other side does
    /// not win.
    fn stuck(
        &self,
        block: usize,
        word: usize,
        mover: Color,
        candidates: u64,
        other: &Side,
    ) -> Option<WordBits> {
        if candidates == 0 {
            return None;
        }
        let stuck = self
            .moves
            .without_escape(block, word, mover, candidates, &other.open);
        (stuck != 0).then_some((word as u32, stuck))
    }
}
