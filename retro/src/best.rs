//! What the moves that end a distance are worth: events of the search.

use std::ops::Range;

use drawproof_tables::{Dtz, SideTable, ones};

use crate::Metric;

/// More plies than any table needs: the longest known mate of seven men takes
/// 549 moves, and files with more than 2000 are refused.
const MAX_PLIES: usize = 4096;

/// Positions of one word that conversions decide at a certain ply.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Event {
    /// Distance of the position, as far as conversions decide it.
    pub ply: u16,
    /// The word within the block.
    pub word: u32,
    /// The positions.
    pub bits: u64,
}

/// Events of one kind, by ply and then by word, and those of the current ply.
#[derive(Clone, Default, Debug)]
pub struct Events {
    all: Vec<Event>,
    due: Range<usize>,
}

impl Events {
    /// Moves on to a ply, each in turn.
    fn begin(&mut self, ply: u16) {
        let rest = &self.all[self.due.end..];
        let count = rest.iter().take_while(|event| event.ply <= ply).count();
        self.due = self.due.end..self.due.end + count;
    }

    /// The events of the current ply.
    pub fn due(&self) -> &[Event] {
        &self.all[self.due.clone()]
    }
}

/// The conversions of one block and side to move: captures, promotions and
/// whatever else a distance ends at.
#[derive(Clone, Debug)]
pub struct Conversions {
    /// The best conversion wins.
    pub wins: Events,
    /// All conversions lose, and by now the last of them does.
    pub losses: Events,
    /// Positions with any legal conversion.
    pub any: Vec<u64>,
    /// Positions with a conversion that does not lose.
    pub saved: Vec<u64>,
    /// Positions all of whose conversions lose, the last of them at a ply
    /// that has not been reached: not lost before.
    pub pending: Vec<u64>,
}

impl Conversions {
    /// None at all.
    pub fn none(words: usize) -> Self {
        Self {
            wins: Events::default(),
            losses: Events::default(),
            any: vec![0; words],
            saved: vec![0; words],
            pending: vec![0; words],
        }
    }

    /// Makes the events up to a ply due that were not yet: those conversions
    /// that lose by now are pending no longer.
    fn begin(&mut self, ply: u16) {
        self.wins.begin(ply);
        self.losses.begin(ply);
        for event in self.losses.due() {
            self.pending[event.word as usize] &= !event.bits;
        }
    }

    fn plies(&self) -> impl Iterator<Item = u16> + '_ {
        let events = self.wins.all.iter().chain(&self.losses.all);
        events.map(|event| event.ply)
    }

    /// Puts the events in order; to be called once all are there.
    pub fn sort(&mut self) {
        self.wins.all.sort_unstable();
        self.losses.all.sort_unstable();
    }
}

/// The conversions of all blocks, and which of them are due when.
#[derive(Debug)]
pub struct Schedule {
    blocks: Vec<Conversions>,
    /// The blocks that have events at each ply.
    by_ply: Vec<Vec<u32>>,
    due: Vec<u32>,
    ply: usize,
}

impl Schedule {
    pub fn new(blocks: Vec<Conversions>) -> Self {
        let mut by_ply: Vec<Vec<u32>> = Vec::new();
        for (block, conversions) in blocks.iter().enumerate() {
            for ply in conversions.plies() {
                let ply = usize::from(ply);
                if by_ply.len() <= ply {
                    by_ply.resize(ply + 1, Vec::new());
                }
                if by_ply[ply].last() != Some(&(block as u32)) {
                    by_ply[ply].push(block as u32);
                }
            }
        }
        Self {
            blocks,
            by_ply,
            due: Vec::new(),
            ply: 0,
        }
    }

    /// Moves on to a ply, each in turn.
    pub fn begin(&mut self, ply: u16) {
        self.ply = ply.into();
        let next = self.by_ply.get_mut(self.ply).map(std::mem::take);
        // What was due before is so no longer.
        for block in std::mem::replace(&mut self.due, next.unwrap_or_default()) {
            self.blocks[block as usize].begin(0);
        }
        for &block in &self.due {
            self.blocks[block as usize].begin(ply);
        }
    }

    /// Moves on to the end: everything is due.
    pub fn finish(&mut self) {
        for block in &mut self.blocks {
            block.begin(u16::MAX);
        }
        self.by_ply.clear();
    }

    /// The blocks that have events at the current ply.
    pub fn due(&self) -> &[u32] {
        &self.due
    }

    /// How many events there are at the current ply.
    pub fn due_events(&self) -> usize {
        let events = |block: &Conversions| block.wins.due().len() + block.losses.due().len();
        let blocks = self.due.iter().map(|&block| &self.blocks[block as usize]);
        blocks.map(events).sum()
    }

    /// Whether no later ply has an event.
    pub fn is_done(&self) -> bool {
        self.ply + 1 >= self.by_ply.len()
    }

    /// All blocks.
    pub fn blocks(&self) -> &[Conversions] {
        &self.blocks
    }
}

/// Sets of positions of one word by ply.
#[derive(Debug)]
struct ByPly {
    bits: Vec<u64>,
    occurring: Vec<u64>,
}

impl ByPly {
    fn new() -> Self {
        Self {
            bits: vec![0; MAX_PLIES],
            occurring: vec![0; MAX_PLIES.div_ceil(64)],
        }
    }

    fn note(&mut self, ply: u32, bits: u64) {
        self.bits[ply as usize] |= bits;
        self.occurring[ply as usize / 64] |= u64::from(bits != 0) << (ply % 64);
    }

    /// Hands out everything, in order of plies, and forgets it.
    fn drain(&mut self, mut each: impl FnMut(u16, u64)) {
        for (chunk, occurring) in self.occurring.iter_mut().enumerate() {
            for at in ones(std::mem::take(occurring)) {
                let ply = 64 * chunk + at as usize;
                each(ply as u16, std::mem::take(&mut self.bits[ply]));
            }
        }
    }
}

/// The best conversion of each position of one word, collected by ply.
#[derive(Debug)]
pub struct Best {
    metric: Metric,
    won: ByPly,
    lost: ByPly,
    draws: u64,
    /// Losses in the order in which they come out; kept for its memory.
    falling: Vec<(u16, u64)>,
}

impl Best {
    pub fn new(metric: Metric) -> Self {
        Self {
            metric,
            won: ByPly::new(),
            lost: ByPly::new(),
            draws: 0,
            falling: Vec::new(),
        }
    }

    /// Adds conversions that lead to the positions `of` of one word of a
    /// table (everything is drawn where there is none); `back` maps those
    /// positions to the ones they come from.
    pub fn add(
        &mut self,
        side: Option<&SideTable>,
        word: usize,
        of: u64,
        back: impl Fn(u64) -> u64,
    ) {
        let Some(side) = side else {
            self.draws |= back(of);
            return;
        };
        if side.legal[word] & of == 0 {
            return;
        }
        // An image of nothing may still be something: `back` can be constant.
        let back = |bits| if bits == 0 { 0 } else { back(bits) };
        self.draws |= back(side.draws(word) & of);
        let (lost, won) = (side.loss[word] & of, side.win[word] & of);
        match self.metric {
            Metric::Dtm => {
                for (moves, bits) in side.by_moves(word, lost) {
                    self.won.note(2 * moves + 1, back(bits));
                }
                for (moves, bits) in side.by_moves(word, won) {
                    self.lost.note(2 * moves, back(bits));
                }
            }
            Metric::Dtz => {
                let cursed = side.cursed(word);
                let after = |cursed| if cursed { 101 } else { 0 };
                for is_cursed in [false, true] {
                    let of = if is_cursed { cursed } else { !cursed };
                    let ply = Dtz(after(is_cursed)).before_move(true).plies();
                    self.won.note(ply, back(lost & of));
                    self.lost.note(ply, back(won & of));
                }
            }
        }
    }

    /// Moves the word's conversions over to a block's, and forgets them.
    pub fn drain(&mut self, word: usize, legal: u64, result: &mut Conversions) {
        let mut won = 0;
        let event = |ply, bits| Event {
            ply,
            word: word as u32,
            bits,
        };
        self.won.drain(|ply, bits| {
            let new = bits & legal & !won;
            won |= new;
            if new != 0 {
                result.wins.all.push(event(ply, new));
            }
        });
        let saved = won | std::mem::take(&mut self.draws) & legal;
        self.falling.clear();
        self.lost.drain(|ply, bits| self.falling.push((ply, bits)));
        let mut losing = 0;
        for &(ply, bits) in self.falling.iter().rev() {
            let new = bits & legal & !saved & !losing;
            losing |= new;
            if new != 0 {
                result.losses.all.push(event(ply, new));
            }
        }
        result.saved[word] |= saved;
        result.pending[word] |= losing;
        result.any[word] |= saved | losing;
    }
}
