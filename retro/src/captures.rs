//! What captures are worth: resolved once, before the search for mates.

use std::ops::Range;

use drawproof_tables::{Layout, Library, SideTable, ones};
use shakmaty::{Bitboard, Color, Piece, Square, attacks};

use crate::{GenerateError, moves::Moves, smaller::Smaller};

/// More plies than any table of up to seven men needs (the longest known
/// mate there is 549 moves).
const MAX_PLIES: usize = 1100;

/// Positions of one word whose best capture is known to win, or whose last
/// capture is known to lose, at a certain ply.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Event {
    /// Distance to mate of the position, as far as captures decide it.
    pub ply: u16,
    /// The word within the block.
    pub word: u32,
    /// The positions.
    pub bits: u64,
}

/// The captures of one block and side to move.
#[derive(Clone, Debug)]
pub struct BlockCaptures {
    /// By ply, then by word. A win at its ply (odd); a loss (even) only if no
    /// other move is better.
    pub events: Vec<Event>,
    /// Positions with any legal capture.
    pub any: Vec<u64>,
    /// Positions with a capture that does not lose.
    pub saved: Vec<u64>,
    /// Positions all of whose captures lose, the last of them at a ply that
    /// has not been reached: not lost before.
    pub pending: Vec<u64>,
    /// The events of the current ply.
    due: Range<usize>,
}

/// Finds the captures of a class for one side to move.
#[derive(Debug)]
pub struct Captures<'a> {
    layout: &'a Layout,
    moves: &'a Moves<'a>,
    mover: Color,
    victims: Vec<Victim<'a>>,
}

/// The tables after the capture of one man.
#[derive(Debug)]
struct Victim<'a> {
    man: usize,
    /// With the last man of the class as last man or, if that is the one
    /// captured, with each other man of the mover in turn.
    tables: Vec<Smaller<'a>>,
}

impl<'a> Captures<'a> {
    pub fn new(
        layout: &'a Layout,
        moves: &'a Moves<'a>,
        mover: Color,
        library: &'a Library,
    ) -> Result<Self, GenerateError> {
        let last = layout.men().len() - 1;
        let victims = (2..=last)
            .filter(|&man| layout.men()[man].color != mover)
            .map(|man| {
                let lasts: Vec<Option<usize>> = if man == last {
                    last_men_after(layout, mover)
                } else {
                    vec![Some(last)]
                };
                let tables = lasts
                    .into_iter()
                    .map(|last| Smaller::new(layout, library, man, last, !mover))
                    .collect::<Result<_, _>>()?;
                Ok(Victim { man, tables })
            })
            .collect::<Result<_, GenerateError>>()?;
        Ok(Self {
            layout,
            moves,
            mover,
            victims,
        })
    }

    /// All captures of one block, of which `legal` are the legal positions.
    pub fn of_block(&self, block: usize, legal: &[u64], best: &mut Best) -> BlockCaptures {
        let mut result = BlockCaptures {
            events: Vec::new(),
            any: vec![0; legal.len()],
            saved: vec![0; legal.len()],
            pending: vec![0; legal.len()],
            due: 0..0,
        };
        for (word, &legal) in legal.iter().enumerate() {
            if legal == 0 {
                continue;
            }
            self.of_word(block, word, best);
            best.drain(word, legal, &mut result);
        }
        result.events.sort_unstable();
        result
    }

    fn of_word(&self, block: usize, word: usize, best: &mut Best) {
        let Some(fixed) = self.layout.fixed(block, word) else {
            return;
        };
        let position = Word {
            layout: self.layout,
            block,
            fixed,
            squares: self.layout.decode(
                drawproof_tables::Index {
                    block,
                    word,
                    bit: 0,
                },
                self.mover,
            ),
        };
        let last = self.layout.men().len() - 1;
        for victim in &self.victims {
            if victim.man == last {
                self.of_last_man(&position, victim, best);
            } else {
                self.of_outer_man(&position, victim, best);
            }
        }
    }

    /// Captures of the last man: it stands on the square where they land.
    fn of_last_man(&self, position: &Word, victim: &Victim, best: &mut Best) {
        for table in &victim.tables {
            let Some(captor) = table.last() else { continue };
            if self.layout.men()[captor].color == self.mover {
                let reach = position.reach(self.layout.men()[captor], position.square(captor));
                let word = table.word(position.block, |man| position.square(man));
                best.add(table.side(), word, reach.0, |bits| bits);
            }
        }
        let Some(table) = victim.tables.first() else {
            return;
        };
        for step in self.moves.king_steps(position.block, self.mover) {
            if position.fixed.contains(step.square) {
                continue;
            }
            let image = |man| step.onto.square(position.square(man));
            let word = table.word(step.block, image);
            let only = table.last().map_or(1, |last| 1 << image(last).to_u32());
            let here = 1 << step.square.to_u32();
            best.add(table.side(), word, only, |_| here);
        }
    }

    /// Captures of an outer man: every position of the word has it on the
    /// same square.
    fn of_outer_man(&self, position: &Word, victim: &Victim, best: &mut Best) {
        let Some(table) = victim.tables.first() else {
            return;
        };
        let target = position.square(victim.man);
        let last = self.layout.men().len() - 1;
        for (captor, &man) in self.layout.men().iter().enumerate().skip(2) {
            if man.color != self.mover {
                continue;
            }
            if captor == last {
                let from = position.reach(man, target).0;
                let word = table.word(position.block, |man| position.square(man));
                best.add(table.side(), word, 1 << target.to_u32(), |_| from);
            } else if position
                .reach(man, position.square(captor))
                .contains(target)
            {
                let through = !attacks::between(position.square(captor), target).0;
                let word = table.word(position.block, |man| {
                    if man == captor {
                        target
                    } else {
                        position.square(man)
                    }
                });
                best.add(table.side(), word, through, |bits| bits);
            }
        }
        let steps = self.moves.king_steps(position.block, self.mover);
        if let Some(step) = steps.iter().find(|step| step.square == target) {
            let word = table.word(step.block, |man| step.onto.square(position.square(man)));
            let back = step.onto.inverse();
            best.add(table.side(), word, !0, |bits| back.bits(bits));
        }
    }
}

/// Which men can be last when the last man is captured: each piece of the
/// mover in turn, so that its own captures are words; any man if the mover
/// has none; nobody if only kings are left.
fn last_men_after(layout: &Layout, mover: Color) -> Vec<Option<usize>> {
    let outers = 2..layout.men().len() - 1;
    let own: Vec<_> = outers
        .clone()
        .filter(|&man| layout.men()[man].color == mover)
        .map(Some)
        .collect();
    if own.is_empty() {
        vec![outers.last()]
    } else {
        own
    }
}

/// One word of positions: all men fixed but the last.
struct Word<'a> {
    layout: &'a Layout,
    block: usize,
    fixed: Bitboard,
    squares: drawproof_tables::Placement,
}

impl Word<'_> {
    /// The square of a man, which must not be the last one.
    fn square(&self, man: usize) -> Square {
        debug_assert!(man + 1 < self.layout.men().len());
        self.squares.squares[man]
    }

    /// What a man attacks if only the last man could stand in its way.
    fn reach(&self, man: Piece, from: Square) -> Bitboard {
        attacks::attacks(from, man, self.fixed)
    }
}

/// The best capture of each position of one word, collected by ply.
#[derive(Debug)]
pub struct Best {
    by_ply: Vec<u64>,
    occurring: Vec<u64>,
    draws: u64,
}

impl Best {
    pub fn new() -> Self {
        Self {
            by_ply: vec![0; MAX_PLIES],
            occurring: vec![0; MAX_PLIES.div_ceil(64)],
            draws: 0,
        }
    }

    /// Adds captures that lead to the positions `of` of one word of a smaller
    /// table; `back` maps those positions to the ones they come from.
    fn add(&mut self, side: Option<&SideTable>, word: usize, of: u64, back: impl Fn(u64) -> u64) {
        let Some(side) = side else {
            self.draws |= back(of);
            return;
        };
        // An image of nothing may still be something: `back` can be constant.
        let draws = side.draws(word) & of;
        if draws != 0 {
            self.draws |= back(draws);
        }
        for (moves, bits) in side.by_moves(word, side.loss[word] & of) {
            self.note(2 * moves + 1, back(bits));
        }
        for (moves, bits) in side.by_moves(word, side.win[word] & of) {
            self.note(2 * moves, back(bits));
        }
    }

    fn note(&mut self, ply: u32, bits: u64) {
        self.by_ply[ply as usize] |= bits;
        self.occurring[ply as usize / 64] |= 1 << (ply % 64);
    }

    /// Moves the word's captures over to a block's, and forgets them.
    fn drain(&mut self, word: usize, legal: u64, result: &mut BlockCaptures) {
        let mut plies: Vec<u16> = Vec::new();
        for (chunk, occurring) in self.occurring.iter_mut().enumerate() {
            plies.extend(ones(std::mem::take(occurring)).map(|ply| 64 * chunk as u16 + ply as u16));
        }
        let mut won = 0;
        for &ply in plies.iter().filter(|&ply| ply % 2 == 1) {
            let bits = std::mem::take(&mut self.by_ply[usize::from(ply)]) & legal & !won;
            won |= bits;
            result.push(ply, word, bits);
        }
        let saved = won | std::mem::take(&mut self.draws) & legal;
        let mut losing = 0;
        for &ply in plies.iter().rev().filter(|&ply| ply % 2 == 0) {
            let bits =
                std::mem::take(&mut self.by_ply[usize::from(ply)]) & legal & !saved & !losing;
            losing |= bits;
            result.push(ply, word, bits);
        }
        result.saved[word] = saved;
        result.pending[word] = losing;
        result.any[word] = saved | losing;
    }
}

impl BlockCaptures {
    /// Moves on to a ply, each in turn: its events are due, and those
    /// captures that lose by now are pending no longer.
    pub fn begin(&mut self, ply: u16) {
        let rest = &self.events[self.due.end..];
        let count = rest.iter().take_while(|event| event.ply <= ply).count();
        self.due = self.due.end..self.due.end + count;
        if ply.is_multiple_of(2) {
            for event in &self.events[self.due.clone()] {
                self.pending[event.word as usize] &= !event.bits;
            }
        }
    }

    /// The events of the current ply.
    pub fn due(&self) -> &[Event] {
        &self.events[self.due.clone()]
    }

    /// Whether no later ply has an event.
    pub fn is_done(&self) -> bool {
        self.due.end == self.events.len()
    }

    fn push(&mut self, ply: u16, word: usize, bits: u64) {
        if bits != 0 {
            self.events.push(Event {
                ply,
                word: word as u32,
                bits,
            });
        }
    }
}
