//! What is said of positions of whatever class, counted by the number of their men.

use std::collections::BTreeMap;

use shakmaty::{Chess, Position};

/// Says something of a position: what a number stands for is the asker's affair, and 0 is nothing.
pub type Says = fn(&Chess) -> u64;

/// How many positions there were with each number of men, and what was said of them. Each counts as
/// often as it occurred.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Heard {
    /// By the number of men.
    positions: Vec<u64>,
    /// By the number of men and what was said.
    said: BTreeMap<(usize, u64), u64>,
}

/// The men of a position, and what was said of it.
pub type HeardOnce = (usize, u64);

impl Heard {
    /// Asks about a position.
    pub(crate) fn once(says: Option<Says>, position: &Chess) -> HeardOnce {
        let men = position.board().occupied().count();
        (men, says.map_or(0, |says| says(position)))
    }

    /// Adds a position.
    pub(crate) fn add(&mut self, (men, said): HeardOnce) {
        self.add_positions(men, 1);
        if said != 0 {
            *self.said.entry((men, said)).or_default() += 1;
        }
    }

    fn add_positions(&mut self, men: usize, count: u64) {
        if self.positions.len() <= men {
            self.positions.resize(men + 1, 0);
        }
        self.positions[men] += count;
    }

    /// Adds the counts of other games.
    pub(crate) fn merge(&mut self, other: Self) {
        for (men, count) in other.positions.into_iter().enumerate() {
            self.add_positions(men, count);
        }
        for (what, count) in other.said {
            *self.said.entry(what).or_default() += count;
        }
    }

    /// The numbers of men that occur, and how many positions have so many.
    pub fn positions(&self) -> impl Iterator<Item = (usize, u64)> {
        let all = self.positions.iter().copied().enumerate();
        all.filter(|&(_, count)| count > 0)
    }

    /// What was said of positions with some number of men, and of how many.
    pub fn said(&self, men: usize) -> impl Iterator<Item = (u64, u64)> {
        let all = self.said.range((men, 0)..=(men, u64::MAX));
        all.map(|(&(_, said), &count)| (said, count))
    }
}
