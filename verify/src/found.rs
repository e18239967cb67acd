//! An oracle's answers for a sheet of positions.

use drawproof_evaluate::Rows;
use drawproof_tables::{Layout, Ruling, Symmetry, Truth, Truths, Wdl, WdlWords};
use shakmaty::Square;

use crate::units::Unit;

/// One sheet of positions, as it stands on the board, and an oracle's answers
/// for it.
#[derive(Clone)]
pub(crate) struct SheetTruth {
    /// The word of its first row before symmetries are applied.
    pub first_word: usize,
    pub legal: Rows,
    /// Those won for the side to move, or in which it can mate.
    pub win: Rows,
    /// Those lost for the side to move, or in which the other side can mate.
    pub loss: Rows,
    /// Won and lost positions that the 50-move rule turns into draws.
    pub cursed: Rows,
    /// Whether these are known.
    pub knows_cursed: bool,
    /// The en passant square of all these positions; `None` if they have no
    /// such right.
    pub en_passant: Option<Square>,
}

/// How many rows the sheets of a class have.
pub(crate) fn rows(layout: &Layout) -> usize {
    layout.block_words().min(64)
}

impl SheetTruth {
    /// The sheet that begins at a word, from the block of a unit.
    pub fn new(layout: &Layout, unit: &Unit, words: &WdlWords, first_word: usize) -> Self {
        let back = unit.onto.inverse();
        let mut found = Self {
            first_word,
            legal: [0; 64],
            win: [0; 64],
            loss: [0; 64],
            cursed: [0; 64],
            knows_cursed: words.cursed.is_some(),
            en_passant: None,
        };
        let is_turned = unit.onto != Symmetry::IDENTITY;
        for row in 0..rows(layout) {
            let stored = if is_turned {
                layout.image(first_word + row, unit.onto)
            } else {
                first_word + row
            };
            let turn_back = |bits| if is_turned { back.bits(bits) } else { bits };
            found.legal[row] = turn_back(words.legal[stored]);
            found.win[row] = turn_back(words.win[stored]);
            found.loss[row] = turn_back(words.loss[stored]);
            if let Some(cursed) = &words.cursed {
                found.cursed[row] = turn_back(cursed[stored]);
            }
        }
        found
    }

    /// An empty sheet for positions with an en passant right on a square.
    pub fn with_en_passant(&self, square: Square) -> Self {
        Self {
            legal: [0; 64],
            win: [0; 64],
            loss: [0; 64],
            cursed: [0; 64],
            en_passant: Some(square),
            ..*self
        }
    }

    /// Adds a position and its truth.
    pub fn add(&mut self, (row, bit): (usize, u32), truth: Ruling) {
        let bit = 1 << bit;
        self.legal[row] |= bit;
        match truth.wdl {
            Wdl::Win => self.win[row] |= bit,
            Wdl::Draw => {}
            Wdl::Loss => self.loss[row] |= bit,
        }
        if truth.cursed == Some(true) {
            self.cursed[row] |= bit;
        }
    }

    /// The won and lost positions, with the 50-move rule only those that remain
    /// decisive; or those that are not dead.
    pub fn decisive(&self, fifty_moves: bool) -> Rows {
        std::array::from_fn(|row| {
            let decisive = self.win[row] | self.loss[row];
            let drawn = if fifty_moves { self.cursed[row] } else { 0 };
            decisive & !drawn
        })
    }

    /// The positions whose truth is not among some; with the 50-move rule wins and
    /// losses that it turns into draws are draws.
    pub fn outside(&self, allowed: Truths, fifty_moves: bool) -> Rows {
        let drawn = |row: usize| if fifty_moves { self.cursed[row] } else { 0 };
        std::array::from_fn(|row| {
            let won = self.win[row] & !drawn(row);
            let lost = self.loss[row] & !drawn(row);
            self.legal[row] & !allowed.bits(won, lost)
        })
    }

    /// The positions of a set about which another oracle contradicts this one.
    pub fn contradicted(&self, other: &Self, positions: &Rows) -> Rows {
        let both_know = self.knows_cursed && other.knows_cursed;
        std::array::from_fn(|row| {
            let mut differs = self.win[row] ^ other.win[row] | self.loss[row] ^ other.loss[row];
            if both_know {
                differs |= self.cursed[row] ^ other.cursed[row];
            }
            differs & positions[row]
        })
    }

    /// The truth about one position, without the 50-move rule.
    pub fn truth(&self, row: usize, bit: u32) -> Truth {
        let has = |set: &Rows| set[row] >> bit & 1 != 0;
        Truth::new(has(&self.win), has(&self.loss))
    }

    /// The answer for one position, if it is about the result.
    pub fn ruling(&self, row: usize, bit: u32) -> Ruling {
        let has = |set: &Rows| set[row] >> bit & 1 != 0;
        let wdl = match (has(&self.win), has(&self.loss)) {
            (true, _) => Wdl::Win,
            (_, true) => Wdl::Loss,
            _ => Wdl::Draw,
        };
        let cursed = has(&self.cursed);
        Ruling {
            wdl,
            cursed: (self.knows_cursed || wdl == Wdl::Draw).then_some(cursed),
        }
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::WdlSet;

    use super::*;

    const RESULTS: [Wdl; 3] = [Wdl::Loss, Wdl::Draw, Wdl::Win];

    /// A sheet with each answer there is, one for each bit of its second row.
    fn sheet() -> (SheetTruth, Vec<Ruling>) {
        let mut found = SheetTruth {
            first_word: 0,
            legal: [0; 64],
            win: [0; 64],
            loss: [0; 64],
            cursed: [0; 64],
            knows_cursed: true,
            en_passant: None,
        };
        let decisive = [Wdl::Loss, Wdl::Win];
        let plain = RESULTS.map(|wdl| (wdl, false));
        let cursed = decisive.map(|wdl| (wdl, true));
        let rulings = plain.into_iter().chain(cursed);
        let rulings: Vec<Ruling> = rulings
            .map(|(wdl, cursed)| Ruling {
                wdl,
                cursed: Some(cursed),
            })
            .collect();
        for (bit, &ruling) in rulings.iter().enumerate() {
            found.add((1, bit as u32), ruling);
        }
        (found, rulings)
    }

    #[test]
    fn answers_are_those_that_were_added() {
        let (found, rulings) = sheet();
        for (bit, &ruling) in rulings.iter().enumerate() {
            assert_eq!(found.ruling(1, bit as u32), ruling);
        }
        assert_eq!(found.legal[1], (1 << rulings.len()) - 1);
    }

    /// Illegal positions are outside no set.
    #[test]
    fn positions_outside_a_set_are_legal_and_not_in_it() {
        let (found, rulings) = sheet();
        for (fifty_moves, bits) in [false, true]
            .map(|rule| (1..8).map(move |bits| (rule, bits)))
            .into_iter()
            .flatten()
        {
            let results = WdlSet::from_bits(bits).expect("some results");
            let allowed = Truths::of_results(results);
            let value = |of: &Ruling| match of.cursed {
                Some(true) if fifty_moves => Wdl::Draw,
                _ => of.wdl,
            };
            let is_outside = |of: &Ruling| u64::from(!results.has(value(of)));
            let expected = rulings.iter().rev();
            let expected = expected.fold(0, |row, of| row << 1 | is_outside(of));
            let outside = found.outside(allowed, fifty_moves);
            assert_eq!(outside[1], expected, "{allowed:?}, {fifty_moves}");
            assert_eq!(outside[0], 0);
        }
    }

    /// One position of each truth, with who can mate in it.
    #[test]
    fn both_sides_may_be_able_to_mate() {
        let mut found = sheet().0;
        found.legal = [0; 64];
        found.legal[1] = 0b1111;
        (found.win[1], found.loss[1]) = (0b1010, 0b1100);
        for bits in 0..16_u8 {
            let allowed = (0..4).filter(|at| bits >> at & 1 != 0);
            let allowed: Vec<Truth> = allowed.map(|at| Truth::ALL[at]).collect();
            let outside = found.outside(Truths::of(&allowed), false);
            assert_eq!(outside[1], u64::from(!bits & 0b1111), "{allowed:?}");
        }
        for (bit, truth) in Truth::ALL.into_iter().enumerate() {
            assert_eq!(found.truth(1, bit as u32), truth);
        }
    }
}
