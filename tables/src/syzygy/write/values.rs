//! The values that a file stores, from a table in memory, and the *don't cares*:
//! positions whose value a prober finds otherwise, so that the file may hold
//! whatever compresses best.
//!
//! A prober looks at captures first. If a capture already gives a position its
//! value, the WDL file need not hold it: any value that is not better will do.
//! A DTZ file need not hold anything where a capture or pawn move decides.

use std::borrow::Cow;

use shakmaty::{Color, Square};

use super::decided::Decided;
use crate::{Layout, Metric, Section, SideTable};

/// How many different values of the WDL file there are: five values, and four kinds
/// of don't care.
pub const WDL_CODES: usize = 9;

/// One side to move of a section of a class.
pub struct Values<'a> {
    pub turn: Color,
    /// Which words all sets have.
    section: Section,
    side: Cow<'a, SideTable>,
    decided: Decided,
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

impl<'a> Values<'a> {
    /// Those of the side `turn` of a section.
    pub fn new(
        section: Section,
        turn: Color,
        (side, decided): (Cow<'a, SideTable>, Decided),
    ) -> Self {
        Self {
            turn,
            section,
            side,
            decided,
        }
    }

    /// The same without distances, which take most of the memory, if they are not somebody
    /// else's.
    pub fn without_distances(mut self) -> Self {
        if let Cow::Owned(side) = &mut self.side {
            (side.dtz, side.moves) = (None, None);
        }
        self
    }

    /// The WDL codes of a word of a block: 0 loss, 1 blessed loss, 2 draw, 3 cursed win, 4 win; don't
    /// care up to 5 blessed loss, 6 draw, 7 cursed win, 8 win, and illegal positions.
    pub fn wdl_codes(&self, block: usize, word: usize) -> [u8; 64] {
        let Some(word) = self.section.at(block, word) else {
            return [8; 64];
        };
        let five = self.decided.five(&self.side, word);
        let (explained, legal) = (self.decided.explained(word), self.side.legal[word]);
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
        let dtz = Metric::Dtz.numbers(&self.side);
        let (Some(dtz), Some(word)) = (dtz, self.section.at(block, word)) else {
            return;
        };
        let five = self.decided.five(&self.side, word);
        let wins = five.win | five.cursed_win;
        let wins = wins & !self.decided.explained(word) & !self.decided.by_pawn(word);
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
    use crate::Wdl;

    /// White takes an undefended rook.
    const BEFORE: &str = "b1 h8 e4 e8";
    const AFTER: &str = "b1 h8 e8";

    /// The WDL code and the stored distance of White's position.
    fn codes(layout: &Layout, values: &Values<'_>, names: &str) -> (u8, u16) {
        let at = index(layout, names);
        let mut distances = [0; 64];
        values.dtz_codes(at.block, at.word, &mut distances);
        let bit = at.bit as usize;
        (values.wdl_codes(at.block, at.word)[bit], distances[bit])
    }

    /// Those of KRvKR with this value, if Black has that one after the capture.
    fn taken(before: (Wdl, u32), after: (Wdl, u32)) -> (u8, u16) {
        let table = Made::new("KRvKR").with(Color::White, BEFORE, before.0, before.1);
        let table = table.table();
        let smaller = Made::new("KRvK").with(Color::Black, AFTER, after.0, after.1);
        ask(&table, Color::White, &[&smaller.table()], |values| {
            codes(table.layout(), values, BEFORE)
        })
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

    /// Without distances the values of a WDL file stay what they were.
    #[test]
    fn distances_can_be_given_up() {
        let made = |after: (Wdl, u32)| {
            let table = Made::new("KRvKR").with(Color::White, BEFORE, after.0, after.1);
            let table = table.table();
            let smaller = Made::new("KRvK").table();
            ask(&table, Color::White, &[&smaller], |values| {
                let owned = Values {
                    side: Cow::Owned(table.side(Color::White).clone()),
                    section: values.section.clone(),
                    decided: values.decided.clone(),
                    ..*values
                };
                let left = owned.without_distances();
                assert_eq!(left.side.dtz, None);
                [values, &left].map(|values| codes(table.layout(), values, BEFORE))
            })
        };
        for value in [WIN, CURSED, DRAW, BLESSED, LOSS] {
            let [before, after] = made(value);
            assert_eq!(after, (before.0, 0));
        }
    }

    #[test]
    fn illegal_positions_are_don_t_cares() {
        // Black is in check.
        let table = Made::new("KRvK").table();
        let found = ask(&table, Color::White, &[], |values| {
            codes(table.layout(), values, "b1 h8 e8")
        });
        assert_eq!(found, (8, 0));
    }

    /// A win in one ply is a pawn's, or a mate by a piece; a cursed win in 101 plies may be a
    /// pawn's.
    #[test]
    fn wins_by_pawn_moves_are_don_t_cares_of_dtz() {
        let before = "c6 a8 e2";
        let stored = |made: Made, names: &str| {
            let table = made.table();
            ask(&table, Color::White, &[], |values| {
                codes(table.layout(), values, names).1
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
