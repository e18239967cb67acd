//! Positions whose value a prober finds by a capture or a pawn move.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use shakmaty::{Bitboard, Color, Move, Position, Role, Square, attacks};

use super::known::Known;
use crate::{
    Dtz, Index, Layout, Metric, Section, SideTable, Wdl, captures::Captures,
    ruling_with_en_passant, syzygy::error::WriteError,
};

/// Sets of a section of a class with one side to move.
#[derive(Clone, Debug)]
pub struct Decided {
    /// Positions that the 50-move rule turns into draws; empty if there is none.
    cursed: Vec<u64>,
    /// Positions whose value a capture gives.
    explained: Vec<u64>,
    /// Won positions whose distance is a pawn move's; empty without pawns.
    by_pawn: Vec<u64>,
}

/// The sets of a word, by value.
#[derive(Debug)]
pub struct Five {
    pub loss: u64,
    pub blessed_loss: u64,
    pub draw: u64,
    pub cursed_win: u64,
    pub win: u64,
}

impl Decided {
    /// Those of the side `turn` of an excerpt of a table.
    ///
    /// # Errors
    ///
    /// If a question about a pawn move has no answer.
    pub fn new(
        layout: &Layout,
        known: &Known<'_>,
        captures: &Captures<'_>,
        turn: Color,
    ) -> Result<Self, WriteError> {
        let (section, side) = (known.excerpt.section(), known.excerpt.side(turn));
        let mut decided = Self {
            cursed: Vec::new(),
            explained: Vec::new(),
            by_pawn: Vec::new(),
        };
        if side.may_be_cursed() {
            decided.cursed = each(section, |at| side.cursed(at));
        }
        decided.explained = each(section, |at| {
            if side.legal[at] == 0 {
                return 0;
            }
            let (block, word) = section.word_of_block(at);
            let worth = captures.worth(block, word);
            let five = decided.five(side, at);
            five.win & worth.win
                | five.cursed_win & worth.cursed_win
                | five.draw & worth.draw
                | five.blessed_loss & worth.blessed_loss
        });
        if layout.material().pieces(turn).contains(&Role::Pawn) {
            let search = Search {
                layout,
                turn,
                section,
                known,
            };
            decided.by_pawn = search.pawn_wins(side, &decided)?;
        }
        Ok(decided)
    }

    /// The sets of a word of the side, by value.
    pub fn five(&self, side: &SideTable, at: usize) -> Five {
        let cursed = self.cursed.get(at).copied().unwrap_or(0);
        let (win, loss) = (side.win[at], side.loss[at]);
        Five {
            loss: loss & !cursed,
            blessed_loss: loss & cursed,
            draw: side.draws(at),
            cursed_win: win & cursed,
            win: win & !cursed,
        }
    }

    /// Positions of a word whose value a capture gives.
    pub fn explained(&self, at: usize) -> u64 {
        self.explained[at]
    }

    /// Won positions of a word whose distance is a pawn move's.
    pub fn by_pawn(&self, at: usize) -> u64 {
        self.by_pawn.get(at).copied().unwrap_or(0)
    }
}

/// A set of a section, from its words.
fn each(section: &Section, word: impl Fn(usize) -> u64 + Send + Sync) -> Vec<u64> {
    let words = (0..section.words()).into_par_iter().with_min_len(1024);
    words.map(word).collect()
}

/// A search for wins by pawn moves.
struct Search<'a> {
    layout: &'a Layout,
    turn: Color,
    section: &'a Section,
    known: &'a Known<'a>,
}

impl Search<'_> {
    /// The index of a position of a word of the section.
    fn index(&self, at: usize, square: Square) -> Index {
        let (block, word) = self.section.word_of_block(at);
        Index {
            block,
            word,
            bit: square.to_u32(),
        }
    }

    /// The won positions whose distance is a pawn move's. Wins in one ply are by a capture, a
    /// pawn move, or a mate, and a mate by a piece is stored.
    fn pawn_wins(&self, side: &SideTable, decided: &Decided) -> Result<Vec<u64>, WriteError> {
        let Some(dtz) = Metric::Dtz.numbers(side) else {
            return Ok(Vec::new());
        };
        let mates = self.before_mates();
        let limit = Dtz::MAX_50_MOVES.plies();
        let one = |word: usize| -> Result<u64, WriteError> {
            let won = side.win[word] & !decided.explained(word);
            if won == 0 {
                return Ok(0);
            }
            let in_one = won & !dtz.above(word, 1);
            let mut found = in_one & !mates[word].load(Ordering::Relaxed);
            if !decided.cursed.is_empty() {
                let asked = won & dtz.above(word, limit) & !dtz.above(word, limit + 1);
                found |= self.cursed_by_pawn(word, asked)?;
            }
            Ok(found)
        };
        (0..self.section.words())
            .into_par_iter()
            .with_min_len(1024)
            .map(one)
            .collect()
    }

    /// The positions from which a piece gives mate without capturing.
    fn before_mates(&self) -> Vec<AtomicU64> {
        let words = 0..self.section.words();
        let found: Vec<AtomicU64> = words.clone().map(|_| AtomicU64::new(0)).collect();
        let other = self.known.excerpt.side(!self.turn);
        let Some(dtz) = Metric::Dtz.numbers(other) else {
            return found;
        };
        words.into_par_iter().with_min_len(1024).for_each(|at| {
            let mated = other.loss[at] & !dtz.above(at, 0);
            for square in Bitboard(mated) {
                self.unmove_pieces(self.index(at, square), &found);
            }
        });
        found
    }

    fn unmove_pieces(&self, index: Index, found: &[AtomicU64]) {
        let layout = self.layout;
        let mut squares = layout.decode(index, self.turn).squares;
        let occupied: Bitboard = squares.iter().copied().collect();
        for (man, &piece) in layout.men().iter().enumerate() {
            if piece.color != self.turn || piece.role == Role::Pawn {
                continue;
            }
            let to = squares[man];
            for from in attacks::attacks(to, piece, occupied) & !occupied {
                squares[man] = from;
                let before = layout.encode(&squares);
                let at = before.and_then(|before| self.section.at(before.block, before.word));
                if let (Some(before), Some(at)) = (before, at) {
                    found[at].fetch_or(1 << before.bit, Ordering::Relaxed);
                }
            }
            squares[man] = to;
        }
    }

    /// Of some positions of a word, those from which a pawn move without a capture wins but
    /// for the 50-move rule.
    fn cursed_by_pawn(&self, word: usize, asked: u64) -> Result<u64, WriteError> {
        let mut found = 0;
        for bit in Bitboard(asked) {
            let placement = self.layout.decode(self.index(word, bit), self.turn);
            let position = placement
                .to_chess(self.layout.material())
                .map_err(|_| WriteError::Position)?;
            let is_quiet_pawn_move = |play: &Move| play.role() == Role::Pawn && !play.is_capture();
            for play in position
                .legal_moves()
                .into_iter()
                .filter(is_quiet_pawn_move)
            {
                let mut after = position.clone();
                after.play_unchecked(play);
                let ruling = ruling_with_en_passant(self.known, &after)?;
                if ruling.wdl == Wdl::Loss && ruling.cursed == Some(true) {
                    found |= 1 << bit.to_u32();
                }
            }
        }
        Ok(found)
    }
}
