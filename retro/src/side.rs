//! The state of the search for one side to move.

use drawproof_tables::{Numbers, ones};
use rayon::prelude::*;

use crate::{
    conversions::Conversions,
    moves::Moves,
    replay::State,
    shape::{At, Shape, Sparse},
    sheet::{Sheet, Words, subtract, unite},
};

/// The state of the search for one side to move.
pub struct Side<'a> {
    /// Legal and not won so far: the other side can move there without losing
    /// at once.
    pub open: Vec<u64>,
    pub lost: Vec<u64>,
    /// Positions with a conversion that does not lose: never lost.
    pub saved: Vec<u64>,
    pub numbers: Numbers,
    pub conversions: Conversions<'a>,
    /// The positions won, and lost, at one ply, from which the next one starts.
    pub wins: Sparse,
    pub losses: Sparse,
}

impl<'a> Side<'a> {
    /// One side before the first ply. The conversions must be at the end, and are
    /// rewound to before ply 0.
    pub fn new(moves: &Moves, mut conversions: Conversions<'a>, legal: &[u64]) -> Self {
        let shape = &moves.shape;
        let saved = converting(shape, &conversions);
        conversions.rewind();
        Self {
            open: legal.to_vec(),
            lost: shape.empty_set(),
            saved,
            numbers: Numbers::default(),
            conversions,
            wins: Sparse::none(shape),
            losses: Sparse::none(shape),
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
        change(shape, &mut self.lost, &losses, unite);
        for new in [&wins, &losses] {
            if new.is_empty() {
                continue;
            }
            for slice in ones(number.unwrap_or(0).into()) {
                let words = self.open.len();
                let slice = self.numbers.slice_mut(slice, words);
                change(shape, slice, new, unite);
            }
        }
        self.wins = wins;
        self.losses = losses;
    }
}

/// The positions with a conversion into open ones.
pub fn converting(shape: &Shape, conversions: &Conversions) -> Vec<u64> {
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
            conversions.add(&place, State::Open, &mut set);
            words.copy_from_slice(&set.0);
        });
    set
}

/// Changes those sheets of a set in which something was found.
fn change(shape: &Shape, set: &mut [u64], new: &Sparse, how: fn(&mut Words, &Words)) {
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
