//! The state of the search for one side to move.

use drawproof_tables::{Numbers, SideTable, ones};
use rayon::prelude::*;

use crate::{
    positions::{
        shape::{At, Shape, Sparse},
        sheet::{Sheet, Words, is_empty, subtract, unite, unite_few},
    },
    search::{
        conversions::Conversions,
        moves::{Marks, Moves},
    },
    slices::replay::State,
    wanted::Counting,
};

/// The state of the search for one side to move.
pub struct Side<'a> {
    /// Legal and not won so far: the other side can move there without losing
    /// at once.
    pub open: Vec<u64>,
    /// Nothing if values are known.
    pub lost: Vec<u64>,
    /// The wins not found so far, if values are known. If not, all open positions may be
    /// won.
    wins_left: Option<Vec<u64>>,
    /// The positions that may still be lost.
    losses_left: Vec<u64>,
    /// The sheets of each block with positions that may still be won, or lost.
    live: [Vec<Marks>; 2],
    pub numbers: Numbers,
    pub conversions: Conversions<'a>,
    /// The positions won, and lost, at one ply, from which the next one starts.
    pub wins: Sparse,
    pub losses: Sparse,
}

impl<'a> Side<'a> {
    /// One side before the first ply: `known` are its values, if they are known. If not, the
    /// conversions must be at the end. They are rewound to before ply 0.
    pub fn new(
        moves: &Moves,
        mut conversions: Conversions<'a>,
        counting: Counting,
        legal: &[u64],
        known: Option<&SideTable>,
    ) -> Self {
        let shape = &moves.shape;
        let losses_left = if let Some(known) = known {
            known.loss.clone()
        } else {
            // A position with a conversion that does not lose is never lost.
            let mut left = converting(shape, &conversions, State::Open);
            let words = left.par_iter_mut().zip(legal);
            words.for_each(|(left, legal)| *left = legal & !*left);
            left
        };
        conversions.rewind(counting);
        let mut all = Marks::none(shape);
        all.set_all();
        let live = || vec![all.clone(); shape.blocks()];
        let mut side = Self {
            open: legal.to_vec(),
            lost: known.map_or_else(|| shape.empty_set(), |_| Vec::new()),
            wins_left: known.map(|known| known.win.clone()),
            losses_left,
            live: [live(), live()],
            numbers: Numbers::default(),
            conversions,
            wins: Sparse::none(shape),
            losses: Sparse::none(shape),
        };
        side.settle(shape, |_, _| all.clone());
        side
    }

    /// The positions of a sheet that may still be won, from moves into lost ones, or lost.
    pub fn wanted(&self, shape: &Shape, at: At, state: State) -> &Words {
        let set = match state {
            State::Lost => self.wins_left.as_ref().unwrap_or(&self.open),
            _ => &self.losses_left,
        };
        shape.words(set, at)
    }

    /// The sheets of a block in which positions may still be won, or lost: see
    /// [`wanted`](Self::wanted).
    pub fn live(&self, block: usize, state: State) -> &Marks {
        let [wins, losses] = &self.live;
        match state {
            State::Lost => &wins[block],
            _ => &losses[block],
        }
    }

    /// Finds out which of the sheets where something changed are no longer live.
    fn settle(&mut self, shape: &Shape, changed: impl Fn(usize, [&Sparse; 2]) -> Marks + Sync) {
        for (at, state) in [State::Lost, State::Won].into_iter().enumerate() {
            let mut live = std::mem::take(&mut self.live[at]);
            let side = &*self;
            live.par_iter_mut()
                .enumerate()
                .with_min_len(32)
                .for_each(|(block, live)| {
                    let mut changed = changed(block, [&side.wins, &side.losses]);
                    changed.keep(live);
                    for sheet in changed.iter() {
                        if is_empty(side.wanted(shape, At { block, sheet }, state)) {
                            live.clear(sheet);
                        }
                    }
                });
            self.live[at] = live;
        }
    }

    /// Advances to a ply; call it for each ply in order.
    pub fn begin(&mut self, ply: u16) {
        self.conversions.begin(ply);
    }

    /// Whether conversions from a block may lead into positions lost, or won,
    /// at the previous ply.
    pub fn is_due(&self, block: usize, state: State) -> bool {
        self.conversions.is_due(block, state)
    }

    /// Whether no later ply decides anything.
    pub fn is_done(&self, ply: u16) -> bool {
        let frontiers = [&self.wins, &self.losses];
        frontiers.iter().all(|frontier| frontier.is_empty()) && self.conversions.is_done(ply)
    }

    /// Adds the results of a ply.
    pub fn add(&mut self, moves: &Moves, number: Option<u32>, found: [Sparse; 2]) {
        let shape = &moves.shape;
        let [wins, losses] = found;
        change(shape, &mut self.open, &wins, subtract);
        change(shape, &mut self.losses_left, &losses, subtract);
        if let Some(left) = &mut self.wins_left {
            change(shape, left, &wins, subtract);
        } else {
            change(shape, &mut self.lost, &losses, unite);
            change(shape, &mut self.losses_left, &wins, subtract);
        }
        for new in [&wins, &losses] {
            if new.is_empty() {
                continue;
            }
            for slice in ones(number.unwrap_or(0).into()) {
                let words = self.open.len();
                let slice = self.numbers.slice_mut(slice, words);
                change(shape, slice, new, unite_few);
            }
        }
        self.wins = wins;
        self.losses = losses;
        self.settle(shape, |block, found| {
            let mut marks = Marks::none(shape);
            for sheet in found.iter().flat_map(|of| of.block(block).numbers()) {
                marks.set(sheet);
            }
            marks
        });
    }
}

/// The positions with a conversion into ones in a state.
pub fn converting(shape: &Shape, conversions: &Conversions, state: State) -> Vec<u64> {
    let mut set = shape.empty_set();
    set.par_chunks_mut(64)
        .enumerate()
        .with_min_len(64)
        .for_each(|(at, words)| {
            let at = At {
                block: at / shape.sheets,
                sheet: at % shape.sheets,
            };
            let Some(place) = shape.place(at) else { return };
            let mut set = Sheet::EMPTY;
            conversions.add(&place, state, &mut set);
            words.copy_from_slice(&set.0);
        });
    set
}

/// Changes those sheets of a set in which something was found.
pub fn change(shape: &Shape, set: &mut [u64], new: &Sparse, how: fn(&mut Words, &Words)) {
    set.par_chunks_mut(shape.block_words())
        .zip(new.blocks())
        .with_min_len(32)
        .for_each(|(words, new)| {
            let (sheets, _) = words.as_chunks_mut();
            for (sheet, new) in new.iter() {
                how(&mut sheets[sheet], &new.0);
            }
        });
}
