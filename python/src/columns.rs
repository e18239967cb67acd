//! Columns of a table: one number for each entry.

use std::ops::Range;

use drawproof_tables::{Index, Layout, Table, Wdl, dtm, ones};
use rayon::prelude::*;
use shakmaty::Color;

/// How many words a thread takes at a time.
const WORDS: usize = 1 << 10;

/// `wdl` of an entry that is no legal position.
pub const ILLEGAL: i8 = i8::MIN;

/// A distance where there is none: a draw, or no legal position.
pub const NONE: i16 = -1;

/// Sides to move, in the order of the first axis.
pub const TURNS: [Color; 2] = [Color::White, Color::Black];

/// Where 64 entries are.
#[derive(Copy, Clone)]
pub struct Word {
    /// The side to move.
    pub turn: Color,
    /// The number among the words of [`Layout`].
    pub at: usize,
}

/// The 64 entries of a word as numbers.
pub trait Column: Sync {
    /// The type of the numbers.
    type Number: Copy + Send + Default;

    /// Writes all 64 numbers.
    fn word(&self, table: &Table, word: Word, out: &mut [Self::Number; 64]);
}

/// Whether the entry is a legal position.
pub struct Legal;

impl Column for Legal {
    type Number = bool;

    fn word(&self, table: &Table, word: Word, out: &mut [bool; 64]) {
        let legal = table.side(word.turn).legal[word.at];
        for (bit, out) in out.iter_mut().enumerate() {
            *out = legal >> bit & 1 != 0;
        }
    }
}

/// 1 for a win of the side to move, 0 for a draw, -1 for a loss; [`ILLEGAL`].
pub struct Results;

impl Column for Results {
    type Number = i8;

    fn word(&self, table: &Table, word: Word, out: &mut [i8; 64]) {
        let side = table.side(word.turn);
        let (legal, win, loss) = (side.legal[word.at], side.win[word.at], side.loss[word.at]);
        for (bit, out) in out.iter_mut().enumerate() {
            let has = |set: u64| (set >> bit & 1) as i8;
            *out = if has(legal) == 0 {
                ILLEGAL
            } else {
                has(win) - has(loss)
            };
        }
    }
}

/// Plies to mate; [`NONE`].
pub struct ToMate;

impl Column for ToMate {
    type Number = i16;

    fn word(&self, table: &Table, word: Word, out: &mut [i16; 64]) {
        let side = table.side(word.turn);
        out.fill(NONE);
        let (legal, at) = (side.legal[word.at], word.at);
        for (wdl, set) in [(Wdl::Win, side.win[at]), (Wdl::Loss, side.loss[at])] {
            for (moves, set) in side.by_moves(at, set & legal) {
                let plies = dtm(wdl, moves).plies();
                ones(set).for_each(|bit| out[bit as usize] = shown(plies));
            }
        }
    }
}

/// Plies to a zeroing move; [`NONE`].
pub struct ToZeroing;

impl Column for ToZeroing {
    type Number = i16;

    fn word(&self, table: &Table, word: Word, out: &mut [i16; 64]) {
        let side = table.side(word.turn);
        out.fill(NONE);
        let decisive = side.legal[word.at] & (side.win[word.at] | side.loss[word.at]);
        let numbers = side.dtz.iter();
        for (plies, set) in numbers.flat_map(|dtz| dtz.values(word.at, decisive)) {
            ones(set).for_each(|bit| out[bit as usize] = shown(plies));
        }
    }
}

/// A distance as it is shown.
fn shown(plies: u32) -> i16 {
    i16::try_from(plies).unwrap_or(i16::MAX)
}

/// The square of a man, by its place among [`Layout::men`].
pub struct Man(pub usize);

impl Column for Man {
    type Number = u8;

    fn word(&self, table: &Table, word: Word, out: &mut [u8; 64]) {
        let layout = table.layout();
        if self.0 + 1 == layout.men().len() {
            for (bit, out) in (0..).zip(out) {
                *out = bit;
            }
            return;
        }
        let index = first_entry(layout, word.at);
        out.fill(layout.decode(index, word.turn).squares[self.0].to_u32() as u8);
    }
}

/// The side to move: 0 for White, 1 for Black.
pub struct Turn;

impl Column for Turn {
    type Number = u8;

    fn word(&self, _: &Table, word: Word, out: &mut [u8; 64]) {
        out.fill(u8::from(word.turn.is_black()));
    }
}

/// How many positions on the board an entry stands for.
pub struct Weight;

impl Column for Weight {
    type Number = u8;

    fn word(&self, table: &Table, word: Word, out: &mut [u8; 64]) {
        let layout = table.layout();
        out.fill(layout.board_weight(first_entry(layout, word.at).block) as u8);
    }
}

/// The first entry of a word.
pub fn first_entry(layout: &Layout, word: usize) -> Index {
    Index {
        block: word / layout.block_words(),
        word: word % layout.block_words(),
        bit: 0,
    }
}

/// All entries with both sides to move, White's first.
pub fn all<C: Column>(table: &Table, column: &C) -> Vec<C::Number> {
    let words = table.layout().words();
    let mut out = vec![C::Number::default(); 2 * 64 * words];
    out.par_chunks_mut(64 * WORDS)
        .enumerate()
        .for_each(|(chunk, out)| {
            let (entries, _) = out.as_chunks_mut::<64>();
            for (at, out) in (chunk * WORDS..).zip(entries) {
                let (turn, at) = (TURNS[at / words], at % words);
                column.word(table, Word { turn, at }, out);
            }
        });
    out
}

/// The legal entries of some words with one side to move, in order.
pub fn legal_of<C: Column>(
    table: &Table,
    column: &C,
    turn: Color,
    words: Range<usize>,
) -> Vec<C::Number> {
    let starts: Vec<usize> = words.clone().step_by(WORDS).collect();
    let legal = &table.side(turn).legal;
    let of_chunk = |&start: &usize| {
        let (mut found, mut out) = (Vec::new(), [C::Number::default(); 64]);
        let end = words.end.min(start + WORDS);
        for (at, &legal) in (start..).zip(&legal[start..end]) {
            if legal != 0 {
                column.word(table, Word { turn, at }, &mut out);
                found.extend(ones(legal).map(|bit| out[bit as usize]));
            }
        }
        found
    };
    let found: Vec<Vec<C::Number>> = starts.par_iter().map(of_chunk).collect();
    found.concat()
}
