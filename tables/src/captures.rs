//! What the best capture of each position is worth, a word at a time.
//!
//! Captures lead to smaller classes. The tables of those classes are brought
//! into the order of the larger one (see [`Reorder`]), so that the positions
//! after a capture are words of 64 as well.

use std::sync::Arc;

use arrayvec::ArrayVec;
use rayon::prelude::*;
use shakmaty::{Bitboard, Color, Role, Square, attacks};

use crate::{
    Layout, LayoutError, Material, PROMOTED, Reorder, Symmetry, WdlSets, WdlTable, attackers,
    layout::is_attacked,
};

/// Gives the results of a smaller class; `None` if it lacks them.
pub type Smaller<'a> = &'a (dyn Fn(&Material) -> Option<Arc<WdlTable>> + Sync);

/// The classes that a capture leads to, with or without promotion, each once; without bare
/// kings.
pub fn after_captures(material: &Material) -> Vec<Material> {
    let men = material.men();
    let mut found = Vec::new();
    for victim in 2..men.len() {
        found.extend(material.after(Some(victim), None));
        let pawn = (2..men.len())
            .find(|&man| men[man].role == Role::Pawn && men[man].color != men[victim].color);
        let promotes = pawn.filter(|_| men[victim].role != Role::Pawn);
        for (pawn, role) in promotes
            .into_iter()
            .flat_map(|pawn| PROMOTED.map(|role| (pawn, role)))
        {
            found.extend(material.after(Some(victim), Some((pawn, role))));
        }
    }
    let mut found: Vec<Material> = found.into_iter().map(|(class, _)| class).collect();
    found.retain(|class| class.men_count() > 2);
    found.sort();
    found.dedup();
    found
}

/// The squares of kings and outer men.
type Squares = [Square; 8];

/// How many results there are for the side that captures; see [`Worth`].
const RESULTS: usize = 4;

/// What the best capture is worth to the side to move, for the 64 positions of a
/// word. Positions whose captures all lose, or that have none, are in no set.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct Worth {
    /// A capture wins.
    pub win: u64,
    /// A capture wins, but the 50-move rule makes it a draw.
    pub cursed_win: u64,
    /// A capture draws.
    pub draw: u64,
    /// A capture loses, but the 50-move rule makes it a draw.
    pub blessed_loss: u64,
}

/// One kind of capture: which man takes which, and what it is worth.
#[derive(Debug)]
struct Kind {
    man: usize,
    victim: usize,
    /// Where it may land: all squares but for pawns, which promote on some.
    lands: u64,
    /// The positions after it, by what they are worth to the side that captured.
    after: Vec<[u64; RESULTS]>,
    /// Which results there are.
    has: [bool; RESULTS],
    /// The men after it in the order of `after`, by their numbers before it.
    men: Vec<usize>,
}

/// All captures of a class with one side to move.
#[derive(Debug)]
pub struct Captures<'a> {
    layout: &'a Layout,
    kinds: Vec<Kind>,
}

impl<'a> Captures<'a> {
    /// Those of the side `turn`. `tables` has the classes that captures lead to.
    ///
    /// # Errors
    ///
    /// The class whose table is missing.
    pub fn new(layout: &'a Layout, turn: Color, tables: Smaller<'_>) -> Result<Self, Material> {
        let men = layout.men();
        let of = |color: Color| (0..men.len()).filter(move |&man| men[man].color == color);
        let mut kinds = Vec::new();
        for man in of(turn) {
            for victim in of(!turn).filter(|&victim| victim > 1) {
                if men[man].role != Role::Pawn {
                    kinds.push(Kind::new(layout, (man, victim, None), !0, tables)?);
                    continue;
                }
                let ranks = Bitboard::BACKRANKS.0;
                if men[victim].role != Role::Pawn {
                    for role in PROMOTED {
                        let capture = (man, victim, Some(role));
                        kinds.push(Kind::new(layout, capture, ranks, tables)?);
                    }
                }
                kinds.push(Kind::new(layout, (man, victim, None), !ranks, tables)?);
            }
        }
        Ok(Self { layout, kinds })
    }

    /// What captures are worth in a word. Positions that are not legal may be in the
    /// result.
    pub fn worth(&self, block: usize, word: usize) -> Worth {
        self.of_block(block).better(word, [!0; RESULTS])
    }

    /// The captures of a block.
    pub fn of_block(&self, block: usize) -> BlockCaptures<'_> {
        let kings = self.layout.kings();
        let (white, black) = kings.squares(block);
        let king = self.kinds.iter().find(|kind| kind.man < 2);
        let king = king.map(|kind| (kind.man, [white, black][kind.man]));
        let steps = king.into_iter().flat_map(|(man, from)| {
            let after = move |to: Square| {
                let (block, onto) = if man == 0 {
                    kings.find(to, black)
                } else {
                    kings.find(white, to)
                }?;
                Some(Step { to, block, onto })
            };
            attacks::king_attacks(from).into_iter().filter_map(after)
        });
        BlockCaptures {
            captures: self,
            block,
            kings: [white, black],
            steps: steps.collect(),
        }
    }
}

/// The captures of a block, in which the kings stand still.
#[derive(Debug)]
pub struct BlockCaptures<'a> {
    captures: &'a Captures<'a>,
    block: usize,
    /// White's and Black's.
    kings: [Square; 2],
    /// Where the king of the side to move can go.
    steps: ArrayVec<Step, 8>,
}

/// A step of a king to another block.
#[derive(Debug)]
struct Step {
    to: Square,
    block: usize,
    /// How the block is reached from the squares after the step.
    onto: Symmetry,
}

impl BlockCaptures<'_> {
    /// What captures are worth in a word, as far as it is asked: `open` has for each result, the
    /// best one first, the positions that would be better off with it. Of others too some may be in
    /// the result.
    pub fn better(&self, word: usize, open: [u64; RESULTS]) -> Worth {
        let Captures { layout, kinds } = self.captures;
        let asked = |kind: &Kind| {
            let open = open.iter().zip(kind.has);
            open.fold(0, |all, (&open, has)| all | if has { open } else { 0 })
        };
        let mut kinds = kinds
            .iter()
            .map(|kind| (kind, asked(kind)))
            .filter(|&(_, asked)| asked != 0)
            .peekable();
        if kinds.peek().is_none() {
            return Worth::default();
        }
        let mut squares = [Square::A1; 8];
        squares[..2].copy_from_slice(&self.kings);
        for (to, square) in squares[2..].iter_mut().zip(layout.outer_squares(word)) {
            *to = square;
        }
        let men = layout.men().len();
        let fixed: Bitboard = squares[..men - 1].iter().copied().collect();
        let mut found = [0; RESULTS];
        for (kind, asked) in kinds {
            let asked = asked & !fixed.0;
            if kind.man < 2 {
                kind.add_king(layout, &self.steps, (squares, asked), &mut found);
            } else {
                kind.add(layout, (self.block, fixed), (squares, asked), &mut found);
            }
        }
        Worth {
            win: found[0],
            cursed_win: found[1] & !found[0],
            draw: found[2] & !(found[0] | found[1]),
            blessed_loss: found[3] & !(found[0] | found[1] | found[2]),
        }
    }
}

impl Kind {
    fn new(
        layout: &Layout,
        (man, victim, promotion): (usize, usize, Option<Role>),
        lands: u64,
        tables: Smaller<'_>,
    ) -> Result<Self, Material> {
        let last = layout.men().len() - 1;
        // The man that captures comes last if the last man is captured, so that its
        // captures are one word.
        let mut men: Vec<usize> = (0..=last).filter(|&other| other != victim).collect();
        if victim == last && man > 1 {
            men.retain(|&other| other != man);
            men.push(man);
        }
        let change = promotion.map(|role| (man, role));
        let after = layout.material().after(Some(victim), change);
        let (class, flipped) = after.ok_or_else(|| layout.material().clone())?;
        let turn = layout.men()[man].color;
        let after = match Layout::new(&class) {
            Err(LayoutError::BareKings(_)) => Vec::new(),
            Err(_) => return Err(class),
            Ok(from) => {
                let table = tables(&class).ok_or_else(|| class.clone())?;
                let order = order_of(layout, &from, (man, promotion), &men, flipped);
                let reorder = Reorder {
                    to: layout,
                    from: &from,
                    order: &order,
                    flipped,
                };
                // The other side is to move; with colours exchanged that is `turn`.
                let side = table.side(if flipped { turn } else { !turn });
                together(&results(side).map(|set| reorder.set(&set)))
            }
        };
        // Against bare kings there is no table: it is a draw.
        let mut has = [false, false, after.is_empty(), false];
        for (has, result) in has.iter_mut().zip(0..) {
            *has |= after.iter().any(|word: &[u64; RESULTS]| word[result] != 0);
        }
        Ok(Self {
            man,
            victim,
            lands,
            after,
            has,
            men,
        })
    }

    /// Adds what it is worth in a word, where it is asked; the squares are those of all men but
    /// the last.
    fn add(
        &self,
        layout: &Layout,
        (block, fixed): (usize, Bitboard),
        (squares, asked): (Squares, u64),
        found: &mut [u64; RESULTS],
    ) {
        let last = layout.men().len() - 1;
        let (man, from) = (layout.men()[self.man], squares[self.man]);
        let target = squares[self.victim];
        let (reach, at) = if self.victim == last {
            (attacks::attacks(from, man, fixed).0 & self.lands, None)
        } else if self.lands >> target.to_u32() & 1 == 0 {
            return;
        } else if self.man == last {
            (attackers(target, man, fixed).0, Some(target))
        } else if is_attacked(target, man, from, fixed) {
            (!attacks::between(from, target).0, Some(target))
        } else {
            return;
        };
        let mask = reach & asked;
        if mask == 0 {
            return;
        }
        let outers = &self.men[2..self.men.len() - 1];
        let place = |&other: &usize| match at {
            Some(target) if other == self.man => target,
            _ => squares[other],
        };
        let words = layout.block_words() / 64;
        let row = block * words + layout.word(outers.iter().map(place));
        for (found, bits) in found.iter_mut().zip(self.after[row]) {
            *found |= match at {
                Some(target) if self.man == last => {
                    mask & (bits >> target.to_u32() & 1).wrapping_neg()
                }
                _ => mask & bits,
            };
        }
    }

    /// Adds what captures by a king are worth, where it is asked: it moves, and with it the block.
    fn add_king(
        &self,
        layout: &Layout,
        steps: &[Step],
        (squares, asked): (Squares, u64),
        found: &mut [u64; RESULTS],
    ) {
        let last = layout.men().len() - 1;
        if self.victim == last {
            for step in steps
                .iter()
                .filter(|step| asked >> step.to.to_u32() & 1 != 0)
            {
                let bit = 1 << step.to.to_u32();
                let Some((&end, outers)) = self.men[2..].split_last() else {
                    found[2] |= bit;
                    continue;
                };
                let end = step.onto.square(squares[end]).to_u32();
                let after = self.after[row(layout, step, outers, squares)];
                for (found, after) in found.iter_mut().zip(after) {
                    *found |= bit & (after >> end & 1).wrapping_neg();
                }
            }
            return;
        }
        let target = squares[self.victim];
        let Some(step) = steps.iter().find(|step| step.to == target) else {
            return;
        };
        let outers = &self.men[2..self.men.len() - 1];
        let back = step.onto.inverse();
        let after = self.after[row(layout, step, outers, squares)];
        for (found, after) in found.iter_mut().zip(after) {
            *found |= back.bits(after) & asked;
        }
    }
}

/// The number of a word after a king's step.
fn row(layout: &Layout, step: &Step, outers: &[usize], squares: Squares) -> usize {
    let words = layout.block_words() / 64;
    let outers = outers.iter().map(|&outer| step.onto.square(squares[outer]));
    step.block * words.max(1) + layout.word(outers)
}

/// For each man of a smaller class, its place in the order `men` of those that are
/// left of the larger one.
fn order_of(
    layout: &Layout,
    from: &Layout,
    (man, promotion): (usize, Option<Role>),
    men: &[usize],
    flipped: bool,
) -> Vec<usize> {
    let mut taken = vec![false; men.len()];
    let place = |wanted: &shakmaty::Piece| {
        let found = (0..men.len()).find(|&at| {
            let mut piece = layout.men()[men[at]];
            if men[at] == man {
                piece.role = promotion.unwrap_or(piece.role);
            }
            if flipped {
                piece.color = !piece.color;
            }
            !taken[at] && piece == *wanted
        });
        let found = found.expect("the men of the smaller class are those left");
        taken[found] = true;
        found
    };
    from.men().iter().map(place).collect()
}

/// The positions of a side by what they are worth to the other one: won, won but
/// for the 50-move rule, drawn, lost but for the 50-move rule.
fn results(side: &WdlSets) -> [Vec<u64>; RESULTS] {
    let word = |word: usize| {
        let cursed = side.cursed(word);
        let (win, loss) = (side.win[word], side.loss[word]);
        [
            loss & !cursed,
            loss & cursed,
            side.draws(word),
            win & cursed,
        ]
    };
    let all: Vec<[u64; RESULTS]> = (0..side.legal.len()).into_par_iter().map(word).collect();
    std::array::from_fn(|result| all.iter().map(|word| word[result]).collect())
}

/// The words of sets by their number.
fn together(sets: &[Vec<u64>; RESULTS]) -> Vec<[u64; RESULTS]> {
    let words = (0..sets[0].len()).into_par_iter();
    words
        .map(|word| std::array::from_fn(|set| sets[set][word]))
        .collect()
}
