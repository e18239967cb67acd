//! The effect of en passant rights.
//!
//! Right after a double step, a position may have another value than the same
//! squares later, because the other side can capture en passant. Such positions
//! are solved along with those of the table, which have no such right: the side
//! to move chooses between the value of the position without the right and the
//! capture, which leads to a smaller table. They are not stored: a probe makes
//! the same choice again.

use drawproof_tables::Dtz;
use rayon::prelude::*;
use shakmaty::Color;

use crate::{
    conversions::Conversions,
    moves::{Moves, Source},
    replay::State,
    shape::{At, Shape, Sparse, SparseBlock},
    sheet::{Sheet, Words},
};

/// The en passant rights of one side to move.
#[derive(Default, Debug)]
pub struct Rights {
    by_pawn: Vec<Right>,
}

/// The positions in which one pawn can be taken en passant.
#[derive(Debug)]
struct Right {
    pawn: usize,
    /// All of them.
    any: Sparse,
    /// The values known so far, by block, for the sheets in `any`.
    known: Vec<Vec<RightValues>>,
}

/// The values known so far for the positions of one sheet with the right.
#[derive(Copy, Clone, Debug)]
pub struct RightValues {
    /// En passant is the only legal move.
    only: Sheet,
    /// An en passant capture does not lose.
    saved: Sheet,
    pub won: Sheet,
    pub lost: Sheet,
    /// Won or lost, and drawn by the 50-move rule.
    pub cursed: Sheet,
}

/// Positions with a right, by the pawn that can be taken.
pub type ByPawn = Vec<(usize, Sparse)>;

/// The values of positions without the right: those not won yet, and those
/// already lost.
pub struct Plain<'a> {
    pub open: &'a [u64],
    pub lost: &'a [u64],
}

impl Rights {
    /// The rights of the side whose conversions are given. These must be at the
    /// end, and are rewound to before ply 0. `legal` holds the positions with
    /// this side, and with the other side, to move.
    pub fn new(
        moves: &Moves,
        conversions: &mut Conversions,
        mover: Color,
        legal: [&[u64]; 2],
    ) -> Self {
        let captures = |conversions: &Conversions, pawn| {
            sheets(&moves.shape, |at, to| {
                if let Some(place) = moves.shape.place(at) {
                    conversions.add_en_passant(&place, pawn, State::Open, to);
                    to.keep(moves.shape.words(legal[0], at));
                }
            })
        };
        let pawns = conversions.passing_pawns();
        let saved = pawns.iter().map(|&pawn| captures(conversions, pawn));
        let saved: Vec<Sparse> = saved.collect();
        conversions.rewind();
        let rights = pawns.iter().zip(&saved).map(|(&pawn, saved)| {
            let any = captures(conversions, pawn);
            let known = (0..moves.shape.blocks()).into_par_iter().map(|block| {
                let held = any.block(block).iter();
                held.map(|(sheet, any)| {
                    let at = At { block, sheet };
                    RightValues {
                        only: only_move(moves, conversions, mover, at, any, legal[1]),
                        saved: saved.get(at).copied().unwrap_or(Sheet::EMPTY),
                        won: Sheet::EMPTY,
                        lost: Sheet::EMPTY,
                        cursed: Sheet::EMPTY,
                    }
                })
                .collect()
            });
            let known = known.collect();
            Right { pawn, any, known }
        });
        Self {
            by_pawn: rights.collect(),
        }
    }

    /// Solves the positions that a ply decides. Returns the wins and the
    /// losses.
    pub fn advance(
        &mut self,
        moves: &Moves,
        conversions: &Conversions,
        plain: &Plain,
        ply: u16,
    ) -> [ByPawn; 2] {
        let mut new = [Vec::new(), Vec::new()];
        for right in &mut self.by_pawn {
            let found = right.advance(moves, conversions, plain, ply);
            for (new, found) in new.iter_mut().zip(found) {
                new.push((right.pawn, found));
            }
        }
        new
    }

    /// How many positions with a right the 50-move rule draws.
    pub fn cursed(&self) -> u64 {
        let known = self
            .by_pawn
            .iter()
            .flat_map(|right| right.known.iter().flatten());
        known.map(|known| known.cursed.count()).sum()
    }

    /// The positions of a sheet in which a pawn can be taken en passant, and
    /// what is known about them.
    pub fn get(&self, pawn: usize, at: At) -> Option<(&Sheet, &RightValues)> {
        let right = self.by_pawn.iter().find(|right| right.pawn == pawn)?;
        let position = right.any.block(at.block).position(at.sheet)?;
        let any = right.any.get(at)?;
        Some((any, &right.known[at.block][position]))
    }
}

impl Right {
    fn advance(
        &mut self,
        moves: &Moves,
        conversions: &Conversions,
        plain: &Plain,
        ply: u16,
    ) -> [Sparse; 2] {
        let shape = &moves.shape;
        let (pawn, any) = (self.pawn, &self.any);
        let blocks = self.known.par_iter_mut().enumerate().map(|(block, known)| {
            let mut found = [SparseBlock::default(), SparseBlock::default()];
            for ((sheet, any), known) in any.block(block).iter().zip(known) {
                let at = At { block, sheet };
                let new = known.advance(moves, conversions, plain, at, pawn, any);
                if u32::from(ply) > Dtz::MAX_50_MOVES.plies() {
                    for new in &new {
                        known.cursed.add(&new.0);
                    }
                }
                for (found, new) in found.iter_mut().zip(&new) {
                    found.push(shape, sheet, new);
                }
            }
            found
        });
        let (won, lost) = blocks.map(|[won, lost]| (won, lost)).unzip();
        [Sparse::new(won), Sparse::new(lost)]
    }
}

impl RightValues {
    /// Won by a capture or without one; lost with all captures and without
    /// one.
    fn advance(
        &mut self,
        moves: &Moves,
        conversions: &Conversions,
        plain: &Plain,
        at: At,
        pawn: usize,
        any: &Sheet,
    ) -> [Sheet; 2] {
        let shape = &moves.shape;
        let Some(place) = shape.place(at) else {
            return [Sheet::EMPTY; 2];
        };
        // Won as soon as the position without right is, or by a capture.
        let mut won = *any;
        won.remove(shape.words(plain.open, at));
        conversions.add_en_passant(&place, pawn, State::Lost, &mut won);
        won.keep(&any.0);
        won.remove(&self.won.0);
        let mut lost = self.only;
        lost.add(shape.words(plain.lost, at));
        lost.keep(&any.0);
        for not in [&self.saved, &self.lost] {
            lost.remove(&not.0);
        }
        if !lost.is_empty() && !conversions.is_final() {
            let mut escapes = Sheet::EMPTY;
            conversions.add_en_passant(&place, pawn, State::Open, &mut escapes);
            lost.remove(&escapes.0);
        }
        self.won.add(&won.0);
        self.lost.add(&lost.0);
        [won, lost]
    }
}

/// Finds where en passant is the only move.
fn only_move(
    moves: &Moves,
    conversions: &Conversions,
    mover: Color,
    at: At,
    any: &Sheet,
    legal: &[u64],
) -> Sheet {
    let mut others = Sheet::EMPTY;
    if let Some(place) = moves.shape.place(at) {
        let into = Set {
            shape: &moves.shape,
            words: legal,
        };
        moves.add_piece_moves(&place, mover, &into, any, &mut others);
        moves.add_pawn_moves(&place, mover, &into, &mut others);
        conversions.add(&place, State::Open, &mut others);
    }
    let mut only = *any;
    only.remove(&others.0);
    only
}

/// A set built sheet by sheet.
fn sheets(shape: &Shape, fill: impl Fn(At, &mut Sheet) + Sync) -> Sparse {
    let blocks = (0..shape.blocks()).into_par_iter().map(|block| {
        let mut found = SparseBlock::default();
        for sheet in 0..shape.sheets {
            let mut set = Sheet::EMPTY;
            fill(At { block, sheet }, &mut set);
            found.push(shape, sheet, &set);
        }
        found
    });
    Sparse::new(blocks.collect())
}

/// A set without en passant rights.
struct Set<'a> {
    shape: &'a Shape<'a>,
    words: &'a [u64],
}

impl Source for Set<'_> {
    fn plain(&self, at: At) -> Option<&Words> {
        Some(self.shape.words(self.words, at))
    }

    fn stepped(&self, _: usize, at: At) -> Option<Sheet> {
        Some(Sheet(*self.shape.words(self.words, at)))
    }
}

/// Positions won, or lost, at the previous ply.
pub struct Newly<'a> {
    pub plain: &'a Sparse,
    pub stepped: &'a ByPawn,
    pub rights: &'a Rights,
}

impl Source for Newly<'_> {
    fn plain(&self, at: At) -> Option<&Words> {
        self.plain.get(at).map(|sheet| &sheet.0)
    }

    fn stepped(&self, pawn: usize, at: At) -> Option<Sheet> {
        let plain = self.plain.get(at).copied();
        let Some((any, _)) = self.rights.get(pawn, at) else {
            return plain;
        };
        let mut set = plain.unwrap_or(Sheet::EMPTY);
        set.remove(&any.0);
        let stepped = self.stepped.iter().find(|(of, _)| *of == pawn);
        if let Some(stepped) = stepped.and_then(|(_, stepped)| stepped.get(at)) {
            set.add(&stepped.0);
        }
        Some(set)
    }
}

/// Legal positions that were not won by the previous ply.
pub struct Open<'a> {
    pub shape: &'a Shape<'a>,
    pub plain: &'a [u64],
    pub rights: &'a Rights,
}

impl Source for Open<'_> {
    fn plain(&self, at: At) -> Option<&Words> {
        Some(self.shape.words(self.plain, at))
    }

    fn stepped(&self, pawn: usize, at: At) -> Option<Sheet> {
        let mut set = Sheet(*self.shape.words(self.plain, at));
        if let Some((_, known)) = self.rights.get(pawn, at) {
            set.remove(&known.won.0);
        }
        Some(set)
    }
}
