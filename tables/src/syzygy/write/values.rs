//! The values that a file stores, from a table in memory, and the *don't cares*:
//! positions whose value a prober finds otherwise, so that the file may hold
//! whatever compresses best.
//!
//! A prober looks at captures first. If a capture already gives a position its
//! value, the WDL file need not hold it: any value that is not better will do.
//! A DTZ file need not hold anything where a capture or pawn move decides.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use shakmaty::{Bitboard, Color, Move, Position, Role, Square, attacks};

use crate::{
    Dtz, Excerpt, Index, Layout, Metric, Numbers, Section, SideTable, Wdl, captures::Captures,
    ruling_with_en_passant,
};

use super::{Known, WriteError};

/// How many different values of the WDL file there are: five values, and four kinds
/// of don't care.
pub const WDL_CODES: usize = 9;

/// One side to move of a class.
pub struct Values<'a> {
    pub layout: &'a Layout,
    pub turn: Color,
    /// Which words all sets have.
    section: &'a Section,
    side: &'a SideTable,
    may_be_cursed: bool,
    /// Positions whose value a capture gives.
    explained: Vec<u64>,
    /// Won positions whose distance is a pawn move's; empty without pawns.
    by_pawn: Vec<u64>,
}

/// A distance as a number: plies times 4, plus 1 for a win or 2 for a loss.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Distance(pub u16);

impl Distance {
    /// The distance in plies.
    pub fn plies(self) -> u16 {
        self.0 >> 2
    }

    /// Whether it is a win. Otherwise it is a loss, or don't care.
    pub fn is_win(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether it is don't care.
    pub fn is_free(self) -> bool {
        self.0.is_multiple_of(4)
    }
}

/// The sets of a word, by value.
struct Five {
    loss: u64,
    blessed_loss: u64,
    draw: u64,
    cursed_win: u64,
    win: u64,
}

impl<'a> Values<'a> {
    /// Those of the side `turn` of an excerpt of a table.
    ///
    /// # Errors
    ///
    /// If a question about a pawn move has no answer.
    pub fn new(
        layout: &'a Layout,
        known: &Known<'a>,
        captures: &Captures<'_>,
        turn: Color,
    ) -> Result<Self, WriteError> {
        let excerpt = known.excerpt;
        let (section, side) = (excerpt.section(), excerpt.side(turn));
        let mut values = Self {
            layout,
            turn,
            section,
            side,
            may_be_cursed: side.may_be_cursed(),
            explained: Vec::new(),
            by_pawn: Vec::new(),
        };
        let explain = |at: usize| {
            if values.side.legal[at] == 0 {
                return 0;
            }
            let (block, word) = values.word(at);
            let worth = captures.worth(block, word);
            let five = values.five(at);
            five.win & worth.win
                | five.cursed_win & worth.cursed_win
                | five.draw & worth.draw
                | five.blessed_loss & worth.blessed_loss
        };
        values.explained = (0..section.words())
            .into_par_iter()
            .with_min_len(1024)
            .map(explain)
            .collect();
        let has_pawns = layout.material().pieces(turn).contains(&Role::Pawn);
        if has_pawns {
            values.find_pawn_wins(known)?;
        }
        Ok(values)
    }

    /// The block, and the word there, of a word of the section.
    fn word(&self, at: usize) -> (usize, usize) {
        let words = self.section.block_words();
        (at / words, self.section.word(at % words))
    }

    /// The index of a position of a word of the section.
    fn index(&self, at: usize, square: Square) -> Index {
        let (block, word) = self.word(at);
        Index {
            block,
            word,
            bit: square.to_u32(),
        }
    }

    /// Where the section has a word.
    fn at(&self, block: usize, word: usize) -> Option<usize> {
        Some(block * self.section.block_words() + self.section.place(word)?)
    }

    fn five(&self, word: usize) -> Five {
        let cursed = if self.may_be_cursed {
            self.side.cursed(word)
        } else {
            0
        };
        let (win, loss) = (self.side.win[word], self.side.loss[word]);
        Five {
            loss: loss & !cursed,
            blessed_loss: loss & cursed,
            draw: self.side.draws(word),
            cursed_win: win & cursed,
            win: win & !cursed,
        }
    }

    fn dtz(&self) -> Option<&'a Numbers> {
        Metric::Dtz.numbers(self.side)
    }

    /// Finds the won positions whose distance is a pawn move's. Wins in one ply are
    /// by a capture, a pawn move, or a mate, and a mate by a piece is stored.
    fn find_pawn_wins(&mut self, known: &Known<'_>) -> Result<(), WriteError> {
        let Some(dtz) = self.dtz() else {
            return Ok(());
        };
        let mates = self.before_mates(known.excerpt);
        let limit = Dtz::MAX_50_MOVES.plies();
        let one = |word: usize| -> Result<u64, WriteError> {
            let won = self.side.win[word] & !self.explained[word];
            if won == 0 {
                return Ok(0);
            }
            let in_one = won & !dtz.above(word, 1);
            let mut found = in_one & !mates[word].load(Ordering::Relaxed);
            if self.may_be_cursed {
                let asked = won & dtz.above(word, limit) & !dtz.above(word, limit + 1);
                found |= self.cursed_by_pawn(known, word, asked)?;
            }
            Ok(found)
        };
        self.by_pawn = (0..self.section.words())
            .into_par_iter()
            .with_min_len(1024)
            .map(one)
            .collect::<Result<_, _>>()?;
        Ok(())
    }

    /// The positions from which a piece gives mate without capturing.
    fn before_mates(&self, excerpt: &Excerpt<'_>) -> Vec<AtomicU64> {
        let words = 0..self.section.words();
        let found: Vec<AtomicU64> = words.clone().map(|_| AtomicU64::new(0)).collect();
        let other = excerpt.side(!self.turn);
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
                let at = before.and_then(|before| self.at(before.block, before.word));
                if let (Some(before), Some(at)) = (before, at) {
                    found[at].fetch_or(1 << before.bit, Ordering::Relaxed);
                }
            }
            squares[man] = to;
        }
    }

    /// Of some positions of a word, those from which a pawn move without a capture wins but
    /// for the 50-move rule.
    fn cursed_by_pawn(
        &self,
        known: &Known<'_>,
        word: usize,
        asked: u64,
    ) -> Result<u64, WriteError> {
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
                let ruling = ruling_with_en_passant(known, &after)?;
                if ruling.wdl == Wdl::Loss && ruling.cursed == Some(true) {
                    found |= 1 << bit.to_u32();
                }
            }
        }
        Ok(found)
    }

    /// The WDL codes of a word of a block: 0 loss, 1 blessed loss, 2 draw, 3 cursed win, 4 win; don't
    /// care up to 5 blessed loss, 6 draw, 7 cursed win, 8 win, and illegal positions.
    pub fn wdl_codes(&self, block: usize, word: usize) -> [u8; 64] {
        let Some(word) = self.at(block, word) else {
            return [8; 64];
        };
        let five = self.five(word);
        let (explained, legal) = (self.explained[word], self.side.legal[word]);
        let high = !legal | five.win & explained;
        let stored = !explained;
        let middle =
            five.win & stored | explained & (five.blessed_loss | five.draw | five.cursed_win);
        let two = five.draw | five.cursed_win;
        let odd = five.blessed_loss | five.cursed_win;
        expand([odd & !high, two & !high, middle, high])
    }

    /// The distances of a word of a block, for those positions whose distance is stored; see
    /// [`Distance`]. 0 stands for don't care.
    pub fn dtz_codes(&self, block: usize, word: usize, out: &mut [u16; 64]) {
        *out = [0; 64];
        let (Some(dtz), Some(word)) = (self.dtz(), self.at(block, word)) else {
            return;
        };
        let five = self.five(word);
        let wins = (five.win | five.cursed_win) & !self.explained[word];
        let wins = wins & !self.by_pawn.get(word).copied().unwrap_or(0);
        let losses = five.loss | five.blessed_loss;
        let stored = wins | losses;
        if stored == 0 {
            return;
        }
        let mut planes = [0_u64; 8];
        planes[0] = wins;
        planes[1] = losses;
        let slices = &dtz.slices;
        for (plane, slice) in planes[2..].iter_mut().zip(slices) {
            *plane = slice[word] & stored;
        }
        let low = expand(planes);
        for (out, low) in out.iter_mut().zip(low) {
            *out = low.into();
        }
        if slices.len() > 6 {
            let mut planes = [0_u64; 8];
            for (plane, slice) in planes.iter_mut().zip(&slices[6..]) {
                *plane = slice[word] & stored;
            }
            for (out, high) in out.iter_mut().zip(expand(planes)) {
                *out |= u16::from(high) << 8;
            }
        }
    }
}

/// Bit planes of 64 numbers, as numbers.
fn expand<const PLANES: usize>(planes: [u64; PLANES]) -> [u8; 64] {
    /// The eight bits of a byte as eight bytes.
    const SPREAD: [u64; 256] = {
        let mut spread = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut bit = 0;
            while bit < 8 {
                spread[byte] |= ((byte as u64) >> bit & 1) << (8 * bit);
                bit += 1;
            }
            byte += 1;
        }
        spread
    };
    let mut out = [0; 64];
    for (at, out) in out.chunks_exact_mut(8).enumerate() {
        let mut bytes = 0;
        for (plane, bits) in planes.iter().enumerate() {
            bytes |= SPREAD[(bits >> (8 * at) & 255) as usize] << plane;
        }
        out.copy_from_slice(&bytes.to_le_bytes());
    }
    out
}

/// Whether all of a class's like men and pieces of a word stand on the long diagonal:
/// the squares of the last man for which the position is its own mirror image.
pub fn own_images(layout: &Layout, word: usize) -> u64 {
    const DIAGONAL: u64 = 0x8040_2010_0804_0201;
    let on_diagonal = |square: Square| DIAGONAL >> square.to_u32() & 1 != 0;
    if layout.outer_squares(word).all(on_diagonal) {
        DIAGONAL
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::made::{Made, ask, index},
        *,
    };

    /// White takes an undefended rook.
    const BEFORE: &str = "b1 h8 e4 e8";
    const AFTER: &str = "b1 h8 e8";

    /// The WDL code and the stored distance of White's position.
    fn codes(values: &Values<'_>, names: &str) -> (u8, u16) {
        let at = index(values.layout, names);
        let mut distances = [0; 64];
        values.dtz_codes(at.block, at.word, &mut distances);
        let bit = at.bit as usize;
        (values.wdl_codes(at.block, at.word)[bit], distances[bit])
    }

    /// Those of KRvKR with this value, if Black has that one after the capture.
    fn taken(before: (Wdl, u32), after: (Wdl, u32)) -> (u8, u16) {
        let table = Made::new("KRvKR").with(Color::White, BEFORE, before.0, before.1);
        let smaller = Made::new("KRvK").with(Color::Black, AFTER, after.0, after.1);
        ask(
            &table.table(),
            Color::White,
            &[&smaller.table()],
            |values| codes(values, BEFORE),
        )
    }

    const LOSS: (Wdl, u32) = (Wdl::Loss, 6);
    const BLESSED: (Wdl, u32) = (Wdl::Loss, 102);
    const DRAW: (Wdl, u32) = (Wdl::Draw, 0);
    const CURSED: (Wdl, u32) = (Wdl::Win, 101);
    const WIN: (Wdl, u32) = (Wdl::Win, 7);

    /// The first column are Black's values after the capture, what is read what files hold of
    /// White's.
    #[test]
    fn what_a_capture_gives_is_a_don_t_care() {
        let all = [WIN, CURSED, DRAW, BLESSED, LOSS];
        let wdl = |before| all.map(|after| taken(before, after).0);
        assert_eq!(wdl(LOSS), [0, 0, 0, 0, 0]);
        assert_eq!(wdl(BLESSED), [1, 5, 1, 1, 1]);
        assert_eq!(wdl(DRAW), [2, 2, 6, 2, 2]);
        assert_eq!(wdl(CURSED), [3, 3, 3, 7, 3]);
        assert_eq!(wdl(WIN), [4, 4, 4, 4, 8]);
    }

    /// Losses are stored although a capture loses as slowly.
    #[test]
    fn distances_are_stored_where_no_capture_wins() {
        assert_eq!(taken(WIN, DRAW).1, 7 << 2 | 1);
        assert_eq!(taken(WIN, LOSS).1, 0);
        assert_eq!(taken(CURSED, DRAW).1, 101 << 2 | 1);
        assert_eq!(taken(CURSED, BLESSED).1, 0);
        assert_eq!(taken(DRAW, WIN).1, 0);
        assert_eq!(taken(BLESSED, CURSED).1, 102 << 2 | 2);
        assert_eq!(taken(LOSS, WIN).1, 6 << 2 | 2);
        // More bits than a byte has beside the two of the result.
        assert_eq!(taken((Wdl::Win, 77), DRAW).1, 77 << 2 | 1);
    }

    #[test]
    fn illegal_positions_are_don_t_cares() {
        // Black is in check.
        let table = Made::new("KRvK").table();
        let found = ask(&table, Color::White, &[], |values| {
            codes(values, "b1 h8 e8")
        });
        assert_eq!(found, (8, 0));
    }

    /// A win in one ply is a pawn's, or a mate by a piece; a cursed win in 101 plies may be a
    /// pawn's.
    #[test]
    fn wins_by_pawn_moves_are_don_t_cares_of_dtz() {
        let before = "c6 a8 e2";
        let stored = |made: Made, names: &str| {
            ask(&made.table(), Color::White, &[], |values| {
                codes(values, names).1
            })
        };
        let won = |plies| Made::new("KPvK").with(Color::White, before, Wdl::Win, plies);
        assert_eq!(stored(won(1), before), 0);
        assert_eq!(stored(won(3), before), 3 << 2 | 1);
        // The king "mates" from c7.
        let mated = won(1).with(Color::Black, "c7 a8 e2", Wdl::Loss, 0);
        assert_eq!(stored(mated, before), 1 << 2 | 1);
        // Black is not mated yet, or the king does not come from c6.
        let checked = won(1).with(Color::Black, "c7 a8 e2", Wdl::Loss, 2);
        assert_eq!(stored(checked, before), 0);
        let far = won(1).with(Color::Black, "c8 a8 e2", Wdl::Loss, 0);
        assert_eq!(stored(far, before), 0);
        // The pawn reaches a blessed loss, or a real one, or only the king does.
        let after = |names: &str, plies| won(101).with(Color::Black, names, Wdl::Loss, plies);
        assert_eq!(stored(after("c6 a8 e4", 102), before), 0);
        assert_eq!(stored(after("c6 a8 e4", 98), before), 101 << 2 | 1);
        assert_eq!(stored(after("c7 a8 e2", 102), before), 101 << 2 | 1);
    }

    #[test]
    fn planes_become_numbers() {
        let numbers = expand([0b1010, 0b1100, 1 << 63]);
        assert_eq!(numbers[..5], [0, 1, 2, 3, 0]);
        assert_eq!(numbers[63], 4);
    }
}
