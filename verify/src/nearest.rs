//! A selection of the incorrect draws of each rule: those nearest to mate, if
//! distances are available, and among equally near ones a random sample, always
//! the same.
//!
//! A rank depends only on a position and its distance, and the lowest ranks are
//! kept. The order of visits, the number of threads and the number of parts
//! therefore do not matter.

use std::collections::BTreeMap;

use drawproof_tables::mixed;
use shakmaty::{Color, Square};

use crate::Counterexample;

/// The rank by which counterexamples of a rule are kept, lowest first: plies to
/// mate, if known, then a pseudo-random number. No two positions of a class
/// have the same rank.
pub(crate) type Rank = (u32, u64);

/// The counterexamples of lowest rank for each rule.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Nearest(BTreeMap<usize, BTreeMap<Rank, Counterexample>>);

impl Nearest {
    /// All of them, ordered by rule and rank.
    pub fn iter(&self) -> impl Iterator<Item = &Counterexample> {
        self.0.values().flat_map(BTreeMap::values)
    }

    /// All of them, from counterexamples in any order.
    pub fn of(all: impl IntoIterator<Item = Counterexample>) -> Self {
        let mut nearest = Self::default();
        for of in all {
            nearest.0.entry(of.rule).or_default().insert(of.rank(), of);
        }
        nearest
    }

    /// Adds the counterexample of a rank, if it is among the `most` lowest of
    /// its rule.
    pub fn offer(
        &mut self,
        rule: usize,
        rank: Rank,
        most: usize,
        of: impl FnOnce() -> Counterexample,
    ) {
        let of_rule = self.0.entry(rule).or_default();
        if wants(of_rule, rank, most) {
            keep(of_rule, rank, of(), most);
        }
    }

    /// Adds others, and keeps at most `most` for each rule.
    pub fn merge(&mut self, others: Self, most: usize) {
        for (rule, others) in others.0 {
            let of_rule = self.0.entry(rule).or_default();
            for (rank, of) in others {
                if !wants(of_rule, rank, most) {
                    // The remaining ones have higher ranks.
                    break;
                }
                keep(of_rule, rank, of, most);
            }
        }
    }
}

/// Whether a rank is among the lowest.
fn wants(of_rule: &BTreeMap<Rank, Counterexample>, rank: Rank, most: usize) -> bool {
    let highest = || {
        of_rule
            .last_key_value()
            .is_some_and(|(last, _)| rank < *last)
    };
    of_rule.len() < most || highest()
}

fn keep(of_rule: &mut BTreeMap<Rank, Counterexample>, rank: Rank, of: Counterexample, most: usize) {
    of_rule.insert(rank, of);
    if of_rule.len() > most {
        of_rule.pop_last();
    }
}

/// A hash of positions that differ only in the square of their last man.
pub(crate) struct Begun(u64);

impl Begun {
    pub fn new(
        turn: Color,
        en_passant: Option<Square>,
        squares: impl IntoIterator<Item = Square>,
    ) -> Self {
        let add = |sum, square: Square| sum << 6 | u64::from(square.to_u32());
        let right = en_passant.map_or(0, |square| 1 + u64::from(square.to_u32()));
        let begin = right << 1 | u64::from(turn.is_black());
        Self(squares.into_iter().fold(begin, add))
    }

    pub fn rank(&self, last: u32, plies: Option<u32>) -> Rank {
        let number = mixed(self.0 << 6 | u64::from(last));
        (plies.unwrap_or(u32::MAX), number)
    }
}

impl Counterexample {
    fn rank(&self) -> Rank {
        let placement = &self.asked.placement;
        let squares = &placement.squares;
        let last = squares.len() - 1;
        let others = squares[..last].iter().copied();
        let begun = Begun::new(placement.turn, self.asked.en_passant, others);
        begun.rank(squares[last].to_u32(), self.plies)
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{AskedPosition, Placement, Ruling, Wdl};

    use super::*;
    use crate::Answer;

    fn example(rule: usize, square: u32, plies: Option<u32>) -> Counterexample {
        Counterexample {
            rule,
            asked: AskedPosition {
                placement: Placement {
                    squares: [0, 10, square].into_iter().map(Square::new).collect(),
                    turn: Color::White,
                },
                en_passant: None,
                exchanged: false,
            },
            truth: Answer::Result(Ruling {
                wdl: Wdl::Win,
                cursed: None,
            }),
            plies,
        }
    }

    /// The order of merging does not matter: each rule keeps its nearest ones,
    /// then those without a distance.
    #[test]
    fn any_order_of_merging_keeps_the_same() {
        let all: Vec<Counterexample> = (20..60)
            .map(|square| {
                example(
                    square as usize % 2,
                    square,
                    [None, Some(9), Some(square)][square as usize % 3],
                )
            })
            .collect();
        let merged = |size: usize| {
            let mut sum = Nearest::default();
            for part in all.rchunks(size) {
                let mut of_part = Nearest::default();
                of_part.merge(Nearest::of(part.iter().cloned()), 5);
                sum.merge(of_part, 5);
            }
            sum
        };
        for size in 1..all.len() {
            assert_eq!(merged(size), merged(all.len()), "{size}");
        }
        let kept: Vec<_> = merged(7).iter().map(|of| (of.rule, of.plies)).collect();
        let expected = |rule| [(rule, Some(9)); 5];
        assert_eq!(kept, [expected(0), expected(1)].concat());
        let mut none = Nearest::default();
        none.merge(Nearest::of(all), 0);
        assert_eq!(none.iter().count(), 0);
    }

    /// No two positions are confused: they differ in a square, in the side to
    /// move, or in the en passant right.
    #[test]
    fn positions_that_differ_are_all_kept() {
        let first = example(0, 27, None);
        let mut all = vec![first.clone(), example(0, 28, None)];
        let mut other = first.clone();
        other.asked.placement.turn = Color::Black;
        all.push(other);
        for square in [Square::D3, Square::E3] {
            let mut other = first.clone();
            other.asked.en_passant = Some(square);
            all.push(other);
        }
        let mut other = first;
        other.asked.placement.squares.swap(0, 1);
        all.push(other);
        assert_eq!(Nearest::of(all.clone()).iter().count(), all.len());
    }
}
