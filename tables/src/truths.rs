//! What claims are about, the truth about a position, and sets of truths.

use std::fmt;

use crate::{Wdl, WdlSet};

/// What is true or false for each side of a position.
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// That a side wins with best play: with both sides, the result.
    #[default]
    Results,
    /// That a side can still give mate, with the other's help.
    Mates,
}

/// For which sides the subject holds in a position: who wins, or who can mate.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Truth {
    /// It holds for the side to move.
    pub own: bool,
    /// It holds for the other side.
    pub others: bool,
}

/// A set of truths: what a claim leaves possible.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Truths(u8);

impl Subject {
    /// The word for it in commands and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Results => "results",
            Self::Mates => "can-mate",
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Truth {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::new(false, false),
        Self::new(true, false),
        Self::new(false, true),
        Self::new(true, true),
    ];

    /// That of the side to move, and that of the other side.
    pub const fn new(own: bool, others: bool) -> Self {
        Self { own, others }
    }

    /// Who wins.
    pub const fn of(result: Wdl) -> Self {
        Self::new(matches!(result, Wdl::Win), matches!(result, Wdl::Loss))
    }

    /// Its bit in a set.
    const fn bit(self) -> u8 {
        1 << (self.own as u8 | (self.others as u8) << 1)
    }
}

impl Truths {
    /// That it holds for neither side: a draw, or a dead position.
    pub const NEITHER: Self = Self::of(&[Truth::new(false, false)]);

    /// The set of some truths.
    pub const fn of(truths: &[Truth]) -> Self {
        let mut set = 0;
        let mut at = 0;
        while at < truths.len() {
            set |= truths[at].bit();
            at += 1;
        }
        Self(set)
    }

    /// The truths behind some results.
    pub const fn of_results(results: WdlSet) -> Self {
        let mut set = 0;
        let all = [Wdl::Loss, Wdl::Draw, Wdl::Win];
        let mut at = 0;
        while at < all.len() {
            if results.has(all[at]) {
                set |= Truth::of(all[at]).bit();
            }
            at += 1;
        }
        Self(set)
    }

    /// Whether it contains a truth.
    pub const fn has(self, truth: Truth) -> bool {
        self.0 & truth.bit() != 0
    }

    /// The bits of a word at which a truth of the set holds, from those at which it holds for
    /// the side to move, and for the other side.
    pub const fn bits(self, own: u64, others: u64) -> u64 {
        let mut bits = 0;
        let mut at = 0;
        while at < Truth::ALL.len() {
            let truth = Truth::ALL[at];
            if self.has(truth) {
                bits |= flipped(own, !truth.own) & flipped(others, !truth.others);
            }
            at += 1;
        }
        bits
    }

    /// Whether all of its truths are in another one.
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
}

/// A word, with its bits flipped if requested.
const fn flipped(word: u64, is_flipped: bool) -> u64 {
    if is_flipped { !word } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_they_are_made_of() {
        for bits in 0..16_u8 {
            let chosen = (0..4).filter(|at| bits >> at & 1 != 0);
            let chosen: Vec<Truth> = chosen.map(|at| Truth::ALL[at]).collect();
            let set = Truths::of(&chosen);
            for truth in Truth::ALL {
                assert_eq!(set.has(truth), chosen.contains(&truth));
            }
            // One bit for each truth, in their order.
            assert_eq!(set.bits(0b1010, 0b1100) & 0b1111, u64::from(bits));
            assert!(set.is_within(Truths::of(&Truth::ALL)));
            assert_eq!(set.is_within(Truths::NEITHER), bits & !1 == 0);
        }
    }

    #[test]
    fn results_are_who_wins() {
        for bits in 1..8 {
            let results = WdlSet::from_bits(bits).expect("some results");
            let truths = Truths::of_results(results);
            for wdl in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
                assert_eq!(truths.has(Truth::of(wdl)), results.has(wdl));
            }
            assert!(!truths.has(Truth::new(true, true)));
        }
    }
}
