//! Moves within the class, over whole words of positions.
//!
//! A set of positions is asked two things: which positions have a move into
//! it ([`Moves::pull`]), and which have none ([`Moves::without_escape`]).
//! Captures and promotions leave the class and are no moves in this sense; nor
//! are pawn moves where distances end at them (see [`Metric`]).

use drawproof_tables::{Layout, Symmetry, pawns, spread};
use shakmaty::{Bitboard, ByColor, Color, Piece, Role, Square, attacks};

use crate::{Metric, en_passant::Rights};

/// Positions of one word of a block: the number of the word, and which bits.
pub type WordBits = (u32, u64);

/// Positions found at one ply, by block.
pub type ByBlock = Vec<Vec<WordBits>>;

/// The positions of one side to move that were won, or lost, at one ply:
/// those that the next ply starts from.
#[derive(Clone, Debug)]
pub struct Frontier {
    /// Without en passant right.
    pub plain: ByBlock,
    /// With the right to take the pawn, named by its index among the men,
    /// that just made a double step.
    pub stepped: Vec<(usize, ByBlock)>,
}

impl Frontier {
    pub fn empty(layout: &Layout) -> Self {
        Self {
            plain: vec![Vec::new(); layout.blocks()],
            stepped: Vec::new(),
        }
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        let stepped = self.stepped.iter().map(|(_, blocks)| blocks);
        let blocks = stepped.chain([&self.plain]).flatten();
        blocks.map(Vec::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

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

/// Which way moves are made.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Way {
    Forward,
    Back,
}

/// The moves of a class, by block.
#[derive(Debug)]
pub struct Moves<'a> {
    layout: &'a Layout,
    metric: Metric,
    king_steps: Vec<ByColor<Vec<KingStep>>>,
}

impl<'a> Moves<'a> {
    pub fn new(layout: &'a Layout, metric: Metric) -> Self {
        let king_steps = (0..layout.blocks())
            .map(|block| ByColor::new_with(|color| steps_of(layout, block, color)))
            .collect();
        Self {
            layout,
            metric,
            king_steps,
        }
    }

    /// The steps that the king of `color` can take in a block, were there no
    /// other men than the kings.
    pub fn king_steps(&self, block: usize, color: Color) -> &[KingStep] {
        self.king_steps[block].get(color)
    }

    /// Adds to `reached` all positions of a block in which `mover` can move
    /// into one of `frontier`, where `rights` are the en passant rights of
    /// the side to move there.
    ///
    /// Positions that are not legal may be among them.
    pub fn pull(
        &self,
        block: usize,
        mover: Color,
        frontier: &Frontier,
        rights: &Rights,
        reached: &mut Reached,
    ) {
        for &(word, bits) in &frontier.plain[block] {
            self.pull_pieces(block, word as usize, bits, mover, rights, reached);
        }
        for (pawn, blocks) in &frontier.stepped {
            for &(word, bits) in &blocks[block] {
                self.pull_double_step(block, word as usize, bits, *pawn, reached);
            }
        }
        for step in self.king_steps(block, mover) {
            let back = step.onto.inverse();
            let landed = &frontier.plain[step.block];
            if back == Symmetry::IDENTITY {
                for &(word, bits) in landed {
                    reached.add(word as usize, bits);
                }
            } else {
                for &(word, bits) in landed {
                    reached.add(self.layout.image(word as usize, back), back.bits(bits));
                }
            }
        }
    }

    fn pull_pieces(
        &self,
        block: usize,
        word: usize,
        bits: u64,
        mover: Color,
        rights: &Rights,
        reached: &mut Reached,
    ) {
        let Some(fixed) = self.layout.fixed(block, word) else {
            return;
        };
        let at = block * self.layout.block_words() + word;
        let last = self.layout.last_man();
        if last.color == mover {
            let stepped = bits & !rights.any(self.last(), at);
            reached.add(word, self.last_man_back(bits, stepped, !fixed.0));
        }
        for (outer, &man) in self.layout.outer_men().iter().enumerate() {
            if man.color == mover {
                self.for_each_outer_move(word, outer, Way::Back, fixed, |from, through, double| {
                    let barred = if double { rights.any(2 + outer, at) } else { 0 };
                    reached.add(from, bits & through & !barred);
                });
            }
        }
    }

    /// Takes back the double step of one pawn only.
    fn pull_double_step(
        &self,
        block: usize,
        word: usize,
        bits: u64,
        pawn: usize,
        reached: &mut Reached,
    ) {
        let Some(fixed) = self.layout.fixed(block, word) else {
            return;
        };
        if pawn == self.last() {
            reached.add(word, self.last_man_back(0, bits, !fixed.0));
        } else {
            self.for_each_outer_move(word, pawn - 2, Way::Back, fixed, |from, through, double| {
                if double {
                    reached.add(from, bits & through);
                }
            });
        }
    }

    /// Those of `candidates`, positions of one word with `mover` to move,
    /// that have no move into `open`, a set of positions of the class, where
    /// `rights` are the en passant rights of the side to move there.
    pub fn without_escape(
        &self,
        block: usize,
        word: usize,
        mover: Color,
        candidates: u64,
        open: &[u64],
        rights: &Rights,
    ) -> u64 {
        let Some(fixed) = self.layout.fixed(block, word) else {
            return 0;
        };
        let base = block * self.layout.block_words();
        let mut left = candidates;
        let last = self.layout.last_man();
        if last.color == mover {
            let here = open[base + word];
            let stepped = here & !rights.won(self.last(), base + word);
            left &= !self.last_man_back(here, stepped, !fixed.0);
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
                self.for_each_outer_move(
                    word,
                    outer,
                    Way::Forward,
                    fixed,
                    |to, through, double| {
                        let to = base + to;
                        let closed = if double { rights.won(2 + outer, to) } else { 0 };
                        left &= !(open[to] & !closed & through);
                    },
                );
            }
        }
        left
    }

    /// The index of the last man.
    fn last(&self) -> usize {
        self.layout.men().len() - 1
    }

    /// The squares from which the last man can move to one of `targets`, or
    /// by a pawn's double step to one of `stepped`.
    fn last_man_back(&self, targets: u64, stepped: u64, empty: u64) -> u64 {
        let Piece { color, role } = self.layout.last_man();
        match role {
            Role::Pawn if self.metric == Metric::Dtz => 0,
            Role::Pawn => {
                pawns::step_back(color, targets, empty)
                    | pawns::double_step_back(color, stepped, empty)
            }
            _ => spread(role, targets, empty),
        }
    }

    /// Calls `step` with each word that one outer man's moves, or moves taken
    /// back, lead to, the squares on which the last man does not stand in
    /// its way, and whether it is a double step.
    fn for_each_outer_move(
        &self,
        word: usize,
        outer: usize,
        way: Way,
        fixed: Bitboard,
        mut step: impl FnMut(usize, u64, bool),
    ) {
        let shift = self.layout.shift(outer);
        let from = Square::new((word >> shift & 63) as u32);
        let rest = word & !(63 << shift);
        let mut step = |to: Square, double| {
            let through = !attacks::between(from, to).0;
            step(rest | to.to_usize() << shift, through, double);
        };
        let man = self.layout.outer_men()[outer];
        if man.role != Role::Pawn {
            for to in attacks::attacks(from, man, fixed) & !fixed {
                step(to, false);
            }
        } else if self.metric == Metric::Dtm {
            let here = 1 << from.to_u32();
            let [one, two] = match way {
                Way::Forward => pawns::steps(man.color, from, !fixed.0),
                Way::Back => [
                    pawns::step_back(man.color, here, !fixed.0),
                    pawns::double_step_back(man.color, here, !fixed.0),
                ],
            };
            for to in Bitboard(one) & !Bitboard::BACKRANKS {
                step(to, false);
            }
            for to in Bitboard(two) {
                step(to, true);
            }
        }
    }
}

fn steps_of(layout: &Layout, block: usize, color: Color) -> Vec<KingStep> {
    let pairs = layout.kings();
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
