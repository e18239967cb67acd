//! Moves that capture nothing, over whole words of positions.
//!
//! Without pawns such a move can be taken back, so the same step serves both
//! ways: from a set of positions to all that can move into it ([`Moves::pull`])
//! and from a position to whether it can move into a set ([`Moves::escaping`]).

use drawproof_tables::{KingPairs, Layout, Symmetry};
use shakmaty::{Bitboard, ByColor, Color, Piece, Square, attacks};

use crate::spread::spread;

/// Positions of one word of a block: the number of the word, and which bits.
pub type WordBits = (u32, u64);

/// A king's step from one block to another.
#[derive(Clone, Debug)]
pub struct KingStep {
    /// Where the king steps to, on the board of the block that it leaves.
    pub square: Square,
    /// The block of the two kings after the step.
    pub block: usize,
    /// What carries the board onto that block.
    pub onto: Symmetry,
}

/// The quiet moves of a class, by block.
#[derive(Debug)]
pub struct Moves<'a> {
    layout: &'a Layout,
    king_steps: Vec<ByColor<Vec<KingStep>>>,
}

impl<'a> Moves<'a> {
    pub fn new(layout: &'a Layout) -> Self {
        let king_steps = (0..layout.blocks())
            .map(|block| ByColor::new_with(|color| steps_of(block, color)))
            .collect();
        Self { layout, king_steps }
    }

    /// The steps that the king of `color` can take in a block, were there no
    /// other men than the kings.
    pub fn king_steps(&self, block: usize, color: Color) -> &[KingStep] {
        self.king_steps[block].get(color)
    }

    /// Adds to `reached` all positions of a block in which `mover` can move
    /// into one of `frontier`, the positions of each block to be reached.
    ///
    /// Positions that are not legal may be among them.
    pub fn pull(
        &self,
        block: usize,
        mover: Color,
        frontier: &[Vec<WordBits>],
        reached: &mut Reached,
    ) {
        for &(word, bits) in &frontier[block] {
            self.pull_pieces(block, word as usize, bits, mover, reached);
        }
        for step in self.king_steps(block, mover) {
            let back = step.onto.inverse();
            for &(word, bits) in &frontier[step.block] {
                reached.add(self.layout.image(word as usize, back), back.bits(bits));
            }
        }
    }

    fn pull_pieces(
        &self,
        block: usize,
        word: usize,
        bits: u64,
        mover: Color,
        reached: &mut Reached,
    ) {
        let Some(fixed) = self.layout.fixed(block, word) else {
            return;
        };
        let last = self.layout.last_man();
        if last.color == mover {
            reached.add(word, spread(last.role, bits, !fixed.0));
        }
        for (outer, &man) in self.layout.outer_men().iter().enumerate() {
            if man.color == mover {
                self.for_each_outer_move(word, outer, man, fixed, |to, through| {
                    reached.add(to, bits & through);
                });
            }
        }
    }

    /// Calls `step` with each word that a quiet move of one outer man leads
    /// to, and the squares on which the last man does not stand in its way.
    fn for_each_outer_move(
        &self,
        word: usize,
        outer: usize,
        man: Piece,
        fixed: Bitboard,
        mut step: impl FnMut(usize, u64),
    ) {
        let shift = self.layout.shift(outer);
        let from = Square::new((word >> shift & 63) as u32);
        let rest = word & !(63 << shift);
        for to in attacks::attacks(from, man, fixed) & !fixed {
            step(rest | to.to_usize() << shift, !attacks::between(from, to).0);
        }
    }

    /// Those of `candidates`, positions of one word with `mover` to move,
    /// that have no quiet move into `open`, a set of positions of the class.
    pub fn without_escape(
        &self,
        block: usize,
        word: usize,
        mover: Color,
        candidates: u64,
        open: &[u64],
    ) -> u64 {
        let Some(fixed) = self.layout.fixed(block, word) else {
            return 0;
        };
        let base = block * self.layout.block_words();
        let mut left = candidates;
        let last = self.layout.last_man();
        if last.color == mover {
            left &= !spread(last.role, open[base + word], !fixed.0);
        }
        for step in self.king_steps(block, mover) {
            if left == 0 {
                return 0;
            }
            let to = step.block * self.layout.block_words() + self.layout.image(word, step.onto);
            left &= !step.onto.inverse().bits(open[to]);
        }
        for (outer, &man) in self.layout.outer_men().iter().enumerate() {
            if man.color == mover && left != 0 {
                self.for_each_outer_move(word, outer, man, fixed, |to, through| {
                    left &= !(open[base + to] & through);
                });
            }
        }
        left
    }
}

fn steps_of(block: usize, color: Color) -> Vec<KingStep> {
    let pairs = KingPairs::get();
    let (white, black) = pairs.squares(block);
    attacks::king_attacks(color.fold_wb(white, black))
        .into_iter()
        .filter_map(|square| {
            let (block, onto) =
                color.fold_wb(pairs.find(square, black), pairs.find(white, square))?;
            Some(KingStep {
                square,
                block,
                onto,
            })
        })
        .collect()
}

/// The positions of one block that were reached: all words, and which of
/// them are not empty.
#[derive(Debug)]
pub struct Reached {
    words: Vec<u64>,
    active: Vec<u64>,
}

impl Reached {
    pub fn new(layout: &Layout) -> Self {
        Self {
            words: vec![0; layout.block_words()],
            active: vec![0; layout.block_words().div_ceil(64)],
        }
    }

    /// Adds positions of one word.
    pub fn add(&mut self, word: usize, bits: u64) {
        self.words[word] |= bits;
        self.active[word / 64] |= 1 << (word % 64);
    }

    /// Empties the set, handing out its words in order.
    pub fn drain(&mut self, mut each: impl FnMut(usize, u64)) {
        for (chunk, active) in self.active.iter_mut().enumerate() {
            for at in drawproof_tables::ones(std::mem::take(active)) {
                let word = 64 * chunk + at as usize;
                each(word, std::mem::take(&mut self.words[word]));
            }
        }
    }
}
