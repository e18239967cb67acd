//! The state of the search for one side to move.

use drawproof_tables::{Numbers, ones};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::{
    conversions::Conversions,
    en_passant::{ByPawn, Plain, Rights},
    moves::Moves,
    replay::State,
    shape::{At, Shape, Sparse},
    sheet::{Sheet, Words, subtract, unite},
    targets::Targets,
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
    /// What pawn moves lead to, if they are conversions.
    pub targets: Option<Targets<'a>>,
    pub rights: Rights,
    pub wins: Frontier,
    pub losses: Frontier,
}

/// The positions won, or lost, at one ply, from which the next ply starts.
pub struct Frontier {
    pub plain: Sparse,
    /// Those with an en passant right.
    pub stepped: ByPawn,
}

impl<'a> Side<'a> {
    /// One side before the first ply.
    pub fn new(
        moves: &'a Moves<'a>,
        mut conversions: Conversions<'a>,
        mover: Color,
        legal: &ByColor<&[u64]>,
        mut targets: Option<Targets<'a>>,
    ) -> Self {
        let shape = &moves.shape;
        let own = legal.get(mover);
        let mut saved = shape.empty_set();
        saved
            .par_chunks_mut(64)
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
                if let Some(targets) = &targets {
                    moves.add_pawn_moves(&place, mover, &targets.positions(State::Open), &mut set);
                }
                words.copy_from_slice(&set.0);
            });
        let rights = Rights::new(moves, &mut conversions, mover, [own, legal.get(!mover)]);
        if let Some(targets) = &mut targets {
            targets.rewind();
        }
        Self {
            open: own.to_vec(),
            lost: shape.empty_set(),
            saved,
            numbers: Numbers::default(),
            conversions,
            targets,
            rights,
            wins: Frontier::none(shape),
            losses: Frontier::none(shape),
        }
    }

    /// Advances to a ply; call it for each ply in order.
    pub fn begin(&mut self, ply: u16) {
        self.conversions.begin(ply);
        if let Some(targets) = &mut self.targets {
            targets.begin(ply);
        }
    }

    /// Whether conversions from a block may lead into positions lost, or won,
    /// at the previous ply.
    pub fn is_due(&self, block: usize, state: State) -> bool {
        let targets = self.targets.as_ref();
        targets.is_some_and(|targets| !targets.positions(state).is_empty())
            || self.conversions.is_due(block, state)
    }

    /// Whether no later ply decides anything.
    pub fn is_done(&self, ply: u16) -> bool {
        let frontiers = [&self.wins, &self.losses];
        frontiers.iter().all(|frontier| frontier.is_empty())
            && self.conversions.is_done(ply)
            && self
                .targets
                .as_ref()
                .is_none_or(|targets| targets.is_done(ply))
    }

    /// Adds the results of a ply.
    pub fn add(&mut self, moves: &Moves, ply: u16, number: Option<u32>, found: [Sparse; 2]) {
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
        let plain = Plain {
            open: &self.open,
            lost: &self.lost,
        };
        let [won, lost] = self.rights.advance(moves, &self.conversions, &plain, ply);
        self.wins = Frontier {
            plain: wins,
            stepped: won,
        };
        self.losses = Frontier {
            plain: losses,
            stepped: lost,
        };
    }
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

impl Frontier {
    fn none(shape: &Shape) -> Self {
        Self {
            plain: Sparse::none(shape),
            stepped: Vec::new(),
        }
    }

    pub fn is_empty(&self) -> bool {
        let mut stepped = self.stepped.iter();
        self.plain.is_empty() && stepped.all(|(_, stepped)| stepped.is_empty())
    }

    /// Whether it has any position in a block.
    pub fn has(&self, block: usize) -> bool {
        let mut stepped = self.stepped.iter();
        !self.plain.block(block).is_empty()
            || stepped.any(|(_, stepped)| !stepped.block(block).is_empty())
    }
}
