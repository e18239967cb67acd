//! Positions in which neither side wants to move.

use shakmaty::Color;

use crate::{Index, Layout, Table, ones};

/// What each side gets if it must move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Zugzwang {
    /// White, to move, draws; Black, to move, loses.
    WhiteWins,
    /// White, to move, loses; Black, to move, draws.
    BlackWins,
    /// Whichever side is to move loses.
    MoverLoses,
}

/// Positions of a class in mutual zugzwang, also called reciprocal: whichever
/// side is to move would be better off if it were the other's turn. Both turns
/// must be legal, so neither king is in check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zugzwangs {
    /// Their kind.
    pub kind: Zugzwang,
    /// How many there are on the whole board, like men in every order.
    pub board: u64,
    /// How many there are, mirror images and exchanged like men counted once.
    pub unique: u64,
    /// The first of them in the order of the tables.
    pub first: Vec<Index>,
}

/// Finds the mutual zugzwangs of a table and lists up to `listed` of each
/// kind.
pub fn mutual_zugzwangs(table: &Table, listed: usize) -> [Zugzwangs; 3] {
    let (white, black) = (table.side(Color::White), table.side(Color::Black));
    let layout = table.layout();
    [
        Zugzwang::WhiteWins,
        Zugzwang::BlackWins,
        Zugzwang::MoverLoses,
    ]
    .map(|kind| {
        count(layout, kind, listed, |word| match kind {
            Zugzwang::WhiteWins => white.draws(word) & black.loss[word],
            Zugzwang::BlackWins => white.loss[word] & black.draws(word),
            Zugzwang::MoverLoses => white.loss[word] & black.loss[word],
        })
    })
}

fn count(layout: &Layout, kind: Zugzwang, listed: usize, set: impl Fn(usize) -> u64) -> Zugzwangs {
    let mut found = Zugzwangs {
        kind,
        board: 0,
        unique: 0,
        first: Vec::new(),
    };
    for at in 0..layout.words() {
        let bits = set(at);
        let (block, word) = (at / layout.block_words(), at % layout.block_words());
        found.board += layout.board_weight(block) * u64::from(bits.count_ones());
        found.unique += layout.unique(block, word, bits);
        for bit in ones(bits) {
            let index = Index { block, word, bit };
            if found.first.len() < listed && layout.is_first_of_equals(index) {
                found.first.push(index);
            }
        }
    }
    found.unique /= layout.unique_parts();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All positions, as if each were a mutual zugzwang.
    #[test]
    fn the_first_of_equal_positions_are_listed() {
        for class in ["KRvKN", "KNNvK"] {
            let layout = Layout::new(&class.parse().expect("a class")).expect("a layout");
            let all = |at: usize| {
                let (block, word) = (at / layout.block_words(), at % layout.block_words());
                layout.fixed(block, word).map_or(0, |fixed| !fixed.0)
            };
            let found = |listed| count(&layout, Zugzwang::MoverLoses, listed, all);
            let every = found(usize::MAX);
            assert_eq!(every.first.len() as u64, every.unique, "{class}");
            assert_eq!(found(3).first, every.first[..3], "{class}");
            assert_eq!(found(0).first, [], "{class}");
            assert_eq!(found(0).unique, every.unique, "{class}");
        }
    }
}
