//! The tables that captures lead to, as the class sees them.

use std::borrow::Cow;

use drawproof_tables::{Index, KingPairs, Layout, Library, SideTable};
use shakmaty::{Color, Square};

use crate::GenerateError;

/// The table after the capture of one man, with the squares in an order that
/// suits the class it is captured in: same kings, same colours, and a chosen
/// man as the last one, the one whose square is the bit.
#[derive(Debug)]
pub struct Smaller<'a> {
    /// The men that are left, by their index in the class: kings first.
    men: Vec<usize>,
    /// `None` for bare kings.
    side: Option<Cow<'a, SideTable>>,
}

impl<'a> Smaller<'a> {
    /// The table of `layout`'s class less `victim`, with `turn` to move and
    /// `last` as last man.
    pub fn new(
        layout: &Layout,
        library: &'a Library,
        victim: usize,
        last: Option<usize>,
        turn: Color,
    ) -> Result<Self, GenerateError> {
        let kept = (0..layout.men().len()).filter(|&man| man != victim && Some(man) != last);
        let men: Vec<usize> = kept.chain(last).collect();
        let Some((class, flipped)) = layout.material().without(victim) else {
            return Err(GenerateError::NoSuchMan(victim));
        };
        if class.men_count() == 2 {
            return Ok(Self { men, side: None });
        }
        let table = library
            .get(&class)
            .ok_or_else(|| GenerateError::MissingSmaller(class.clone()))?;
        let mut free = vec![true; men.len()];
        let order: Vec<usize> = class
            .men()
            .into_iter()
            .filter_map(|mut man| {
                if flipped {
                    man.color = !man.color;
                }
                let at = (0..men.len()).find(|&at| free[at] && layout.men()[men[at]] == man)?;
                free[at] = false;
                Some(at)
            })
            .collect();
        let turn = if flipped { !turn } else { turn };
        let side = table.side(turn);
        let side = if !flipped && order.iter().copied().eq(0..men.len()) {
            Cow::Borrowed(side)
        } else {
            Cow::Owned(reordered(table.layout(), side, &order))
        };
        Ok(Self {
            men,
            side: Some(side),
        })
    }

    /// The word in which a capture lands: `square_of` gives the square of
    /// each man of the class after it.
    pub fn word(&self, block: usize, square_of: impl Fn(usize) -> Square) -> usize {
        let outers = self.men.get(2..self.men.len() - 1).unwrap_or_default();
        let within = outers
            .iter()
            .fold(0, |word, &man| word << 6 | square_of(man).to_usize());
        block << (6 * outers.len()) | within
    }

    /// The man whose square is the bit. `None` for bare kings.
    pub fn last(&self) -> Option<usize> {
        self.men.get(2..)?.last().copied()
    }

    /// All that is known, or `None` for bare kings, where everything is
    /// drawn.
    pub fn side(&self) -> Option<&SideTable> {
        self.side.as_deref()
    }
}

/// A side's table with its men in another order: `order[i]` is the place in
/// the new order of man `i` of the table.
fn reordered(layout: &Layout, side: &SideTable, order: &[usize]) -> SideTable {
    let mut result = SideTable {
        legal: vec![0; layout.words()],
        win: vec![0; layout.words()],
        loss: vec![0; layout.words()],
        moves: vec![vec![0; layout.words()]; side.moves.len()],
    };
    let kings = KingPairs::get();
    let mut squares = vec![Square::A1; order.len()];
    for to in 0..layout.words() {
        let (block, word) = (to / layout.block_words(), to % layout.block_words());
        (squares[0], squares[1]) = kings.squares(block);
        for (outer, square) in layout.outer_squares(word).enumerate() {
            squares[2 + outer] = square;
        }
        for bit in 0..64 {
            squares[order.len() - 1] = Square::new(bit);
            let in_table: Vec<Square> = order.iter().map(|&at| squares[at]).collect();
            let Some(from) = layout.encode(&in_table) else {
                continue;
            };
            copy_entry(layout, side, from, &mut result, to, bit);
        }
    }
    result
}

fn copy_entry(
    layout: &Layout,
    side: &SideTable,
    from: Index,
    result: &mut SideTable,
    to: usize,
    bit: u32,
) {
    let word = from.block * layout.block_words() + from.word;
    let copy = |from_set: &[u64], to_set: &mut [u64]| {
        to_set[to] |= (from_set[word] >> from.bit & 1) << bit;
    };
    copy(&side.legal, &mut result.legal);
    copy(&side.win, &mut result.win);
    copy(&side.loss, &mut result.loss);
    for (from_slice, to_slice) in side.moves.iter().zip(&mut result.moves) {
        copy(from_slice, to_slice);
    }
}
