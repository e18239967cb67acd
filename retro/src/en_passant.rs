//! What the right to take en passant changes.
//!
//! Right after a double step a position may be worth something else than
//! the same squares later, for the other side can take en passant. Such
//! positions are solved along with those of the table, which have no such
//! right: the side to move has the choice between what the position without
//! the right is worth and the capture, which leads to a smaller table. They
//! are not kept: whoever looks one up makes the same choice again.

use drawproof_tables::{Layout, Numbers, SideTable};

use crate::{
    best::{Conversions, Schedule},
    moves::{ByBlock, Frontier, WordBits},
};

/// The en passant rights of one side to move.
#[derive(Debug)]
pub struct Rights {
    /// By index of the man that can be taken.
    by_pawn: Vec<Option<Right>>,
}

/// The positions in which one pawn can be taken en passant.
#[derive(Debug)]
struct Right {
    /// All of them.
    any: Vec<u64>,
    captures: Schedule,
    /// Those in which that is the only legal move.
    only: Vec<u64>,
    won: Vec<u64>,
    lost: Vec<u64>,
    numbers: Numbers,
}

/// What was found at one ply in positions without the right: all that is
/// won or lost by now, and what is new.
pub struct Plain<'a> {
    pub lost: &'a [u64],
    pub new_wins: &'a ByBlock,
    pub new_losses: &'a ByBlock,
}

impl Rights {
    /// The rights whose captures are given by pawn; `only` finds, among
    /// positions of a word, those without any other move.
    pub fn new(
        layout: &Layout,
        captures: Vec<(usize, Vec<Conversions>)>,
        only: impl Fn(usize, usize, u64) -> u64,
    ) -> Self {
        let mut by_pawn: Vec<Option<Right>> = layout.men().iter().map(|_| None).collect();
        for (pawn, captures) in captures {
            let mut any = Vec::with_capacity(layout.words());
            for block in &captures {
                any.extend_from_slice(&block.any);
            }
            let only = any
                .iter()
                .enumerate()
                .map(|(word, &bits)| {
                    let (block, within) =
                        (word / layout.block_words(), word % layout.block_words());
                    if bits == 0 {
                        0
                    } else {
                        only(block, within, bits)
                    }
                })
                .collect();
            by_pawn[pawn] = Some(Right {
                any,
                captures: Schedule::new(captures),
                only,
                won: vec![0; layout.words()],
                lost: vec![0; layout.words()],
                numbers: Numbers::default(),
            });
        }
        Self { by_pawn }
    }

    /// No rights at all.
    pub fn none(layout: &Layout) -> Self {
        Self::new(layout, Vec::new(), |_, _, _| 0)
    }

    /// The positions of a word, counted from the first block, in which
    /// `pawn`, having made a double step, can be taken en passant.
    #[inline]
    pub fn any(&self, pawn: usize, word: usize) -> u64 {
        self.by_pawn[pawn]
            .as_ref()
            .map_or(0, |right| right.any[word])
    }

    /// Those of them that are won by now for the side that can take.
    #[inline]
    pub fn won(&self, pawn: usize, word: usize) -> u64 {
        self.by_pawn[pawn]
            .as_ref()
            .map_or(0, |right| right.won[word])
    }

    /// Moves on to a ply, each in turn.
    pub fn begin(&mut self, ply: u16) {
        for right in self.by_pawn.iter_mut().flatten() {
            right.captures.begin(ply);
        }
    }

    /// Moves on to the end: solves all that is left at once.
    pub fn finish(&mut self, layout: &Layout, plain: &Plain) {
        for right in self.by_pawn.iter_mut().flatten() {
            right.captures.finish();
        }
        let mut nowhere = [Frontier::empty(layout), Frontier::empty(layout)];
        let [wins, losses] = &mut nowhere;
        self.advance(layout, 0, plain, wins, losses);
    }

    /// Solves what the ply decides, and adds it to the frontiers of wins
    /// and losses.
    pub fn advance(
        &mut self,
        layout: &Layout,
        number: u32,
        plain: &Plain,
        wins: &mut Frontier,
        losses: &mut Frontier,
    ) {
        for (pawn, right) in self.by_pawn.iter_mut().enumerate() {
            let Some(right) = right else { continue };
            let new_wins = right.new_wins(layout, plain);
            let new_losses = right.new_losses(layout, plain);
            for (set, new) in [(&mut right.won, &new_wins), (&mut right.lost, &new_losses)] {
                change(set, layout.block_words(), new, |set, bits| set | bits);
            }
            for new in [&new_wins, &new_losses] {
                write_number(&mut right.numbers, layout, new, number);
            }
            wins.stepped.push((pawn, new_wins));
            losses.stepped.push((pawn, new_losses));
        }
    }

    /// Whether no later ply has an event.
    pub fn is_done(&self) -> bool {
        let mut rights = self.by_pawn.iter().flatten();
        rights.all(|right| right.captures.is_done())
    }

    /// The values after the double step of each pawn that can be taken en
    /// passant: those of `plain` but where the right makes a difference.
    pub fn values(&self, plain: &SideTable) -> Vec<(usize, SideTable)> {
        let pawns = self.by_pawn.iter().enumerate();
        pawns
            .filter_map(|(pawn, right)| Some((pawn, right.as_ref()?.values(plain))))
            .collect()
    }
}

impl Right {
    /// Won by a capture, or without one.
    fn new_wins(&self, layout: &Layout, plain: &Plain) -> ByBlock {
        let touched = |block: usize| {
            let due = self.captures.blocks()[block].wins.due().iter();
            let by_captures = due.map(|event| (event.word, event.bits));
            by_captures.chain(plain.new_wins[block].iter().copied())
        };
        passing(layout, touched, |_, word| self.any[word] & !self.won[word])
    }

    /// Lost with all captures, and without one.
    fn new_losses(&self, layout: &Layout, plain: &Plain) -> ByBlock {
        let touched = |block: usize| {
            let due = self.captures.blocks()[block].losses.due().iter();
            let by_captures = due.map(|event| (event.word, event.bits));
            by_captures.chain(plain.new_losses[block].iter().copied())
        };
        let words = layout.block_words();
        passing(layout, touched, |block, word| {
            let captures = &self.captures.blocks()[block];
            let saved = captures.saved[word % words] | captures.pending[word % words];
            self.any[word] & !saved & (plain.lost[word] | self.only[word])
        })
    }

    fn values(&self, plain: &SideTable) -> SideTable {
        let merge = |plain: &[u64], own: &[u64]| -> Vec<u64> {
            let words = plain.iter().zip(own).zip(&self.any);
            words
                .map(|((plain, own), any)| plain & !any | own & any)
                .collect()
        };
        let dtz = plain.dtz.as_ref().map(|numbers| {
            let count = numbers.slices.len().max(self.numbers.slices.len());
            let empty = vec![0; self.any.len()];
            let slice = |of: &Numbers, at: usize| of.slices.get(at).unwrap_or(&empty).clone();
            Numbers {
                slices: (0..count)
                    .map(|at| merge(&slice(numbers, at), &slice(&self.numbers, at)))
                    .collect(),
            }
        });
        SideTable {
            legal: plain.legal.clone(),
            win: merge(&plain.win, &self.won),
            loss: merge(&plain.loss, &self.lost),
            moves: None,
            dtz,
        }
    }
}

/// The touched positions of each block that pass, in order.
fn passing<T: Iterator<Item = WordBits>>(
    layout: &Layout,
    touched: impl Fn(usize) -> T,
    passes: impl Fn(usize, usize) -> u64,
) -> ByBlock {
    (0..layout.blocks())
        .map(|block| {
            let mut found: Vec<WordBits> = touched(block)
                .filter_map(|(word, bits)| {
                    let at = block * layout.block_words() + word as usize;
                    let bits = bits & passes(block, at);
                    (bits != 0).then_some((word, bits))
                })
                .collect();
            found.sort_unstable();
            found
        })
        .collect()
}

/// Changes the words of a set that were found.
pub fn change(set: &mut [u64], block_words: usize, new: &ByBlock, how: impl Fn(u64, u64) -> u64) {
    for (words, new) in set.chunks_mut(block_words).zip(new) {
        for &(word, bits) in new {
            let word = &mut words[word as usize];
            *word = how(*word, bits);
        }
    }
}

/// Gives all positions that were found the same number.
pub fn write_number(numbers: &mut Numbers, layout: &Layout, new: &ByBlock, number: u32) {
    if new.iter().all(Vec::is_empty) {
        return;
    }
    for slice in drawproof_tables::ones(number.into()) {
        let slice = numbers.slice_mut(slice, layout.words());
        change(slice, layout.block_words(), new, |set, bits| set | bits);
    }
}
