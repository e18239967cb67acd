//! Tables in memory: the value of every position of a class.

use shakmaty::{ByColor, Color};

use crate::{Dtm, Index, Layout, Placement, Value, Wdl};

/// What is known of every position of a class with one side to move.
///
/// All sets have the words of [`Layout`].
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct SideTable {
    /// The legal positions.
    pub legal: Vec<u64>,
    /// Those won for the side to move.
    pub win: Vec<u64>,
    /// Those lost for the side to move.
    pub loss: Vec<u64>,
    /// Distance to mate in moves of the winner, sliced into bits: a position
    /// is in set `k` if its distance has bit `k`. As many sets as the longest
    /// distance has bits.
    pub moves: Vec<Vec<u64>>,
}

/// The value of every position of a class, both sides to move.
///
/// WDL is held as sets, distances as sets of bit slices, so that a whole
/// class is read 64 positions at a time; see [`Layout`] for the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    layout: Layout,
    sides: ByColor<SideTable>,
}

impl SideTable {
    /// Nothing but the legal positions of a class.
    pub fn new(layout: &Layout, turn: Color) -> Self {
        let mut legal = vec![0; layout.words()];
        for (block, words) in legal.chunks_mut(layout.block_words()).enumerate() {
            layout.legal(block, turn, words);
        }
        Self {
            win: vec![0; legal.len()],
            loss: vec![0; legal.len()],
            legal,
            moves: Vec::new(),
        }
    }

    /// The drawn positions of one word.
    pub fn draws(&self, word: usize) -> u64 {
        self.legal[word] & !self.win[word] & !self.loss[word]
    }

    /// The distances, in moves of the winner, that occur among the positions
    /// `of` of one word, each with its positions.
    pub fn by_moves(&self, word: usize, of: u64) -> impl Iterator<Item = (u32, u64)> + '_ {
        let mut left = of;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let first = left.trailing_zeros();
            let (mut moves, mut same) = (0, left);
            for (bit, slice) in self.moves.iter().enumerate() {
                let slice = slice[word];
                if slice >> first & 1 != 0 {
                    moves |= 1 << bit;
                    same &= slice;
                } else {
                    same &= !slice;
                }
            }
            left &= !same;
            Some((moves, same))
        })
    }
}

impl Table {
    /// A table of two finished sides.
    pub fn new(layout: Layout, sides: ByColor<SideTable>) -> Self {
        Self { layout, sides }
    }

    /// The order of the positions.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// All positions with one side to move, strong being White.
    pub fn side(&self, turn: Color) -> &SideTable {
        self.sides.get(turn)
    }

    /// The value of a placement. `None` if it is not legal.
    pub fn probe(&self, placement: &Placement) -> Option<Value> {
        self.value(self.layout.encode(&placement.squares)?, placement.turn)
    }

    /// The value at an index. `None` if the position is not legal.
    pub fn value(&self, index: Index, turn: Color) -> Option<Value> {
        let side = self.side(turn);
        let word = index.block * self.layout.block_words() + index.word;
        let has = |set: &[u64]| set[word] >> index.bit & 1 != 0;
        if !has(&side.legal) {
            return None;
        }
        let wdl = if has(&side.win) {
            Wdl::Win
        } else if has(&side.loss) {
            Wdl::Loss
        } else {
            return Some(Value::DRAW);
        };
        let moves = side
            .moves
            .iter()
            .enumerate()
            .map(|(bit, slice)| u32::from(has(slice)) << bit)
            .sum();
        Some(Value {
            wdl,
            dtm: Some(dtm(wdl, moves)),
        })
    }

    /// How many bytes the table takes in memory.
    pub fn bytes(&self) -> usize {
        let sets: usize = self.sides.iter().map(|side| 3 + side.moves.len()).sum();
        8 * sets * self.layout.words()
    }
}

/// The distance to mate in plies of a win or loss in so many moves.
pub fn dtm(wdl: Wdl, moves: u32) -> Dtm {
    Dtm((2 * moves - u32::from(wdl == Wdl::Win)) as u16)
}
