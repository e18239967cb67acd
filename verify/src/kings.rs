//! Draws by the squares of the kings.

use std::ops::AddAssign;

use drawproof_tables::Layout;
use serde::{Deserialize, Serialize};
use shakmaty::Color;

use crate::units::Unit;

/// Draws and how many of them were missed, board count.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "[u64; 2]", into = "[u64; 2]")]
pub struct DrawCount {
    /// All draws with a verdict.
    pub draws: u64,
    /// Those that were not claimed.
    pub missed: u64,
}

impl From<[u64; 2]> for DrawCount {
    fn from([draws, missed]: [u64; 2]) -> Self {
        Self { draws, missed }
    }
}

impl From<DrawCount> for [u64; 2] {
    fn from(count: DrawCount) -> Self {
        [count.draws, count.missed]
    }
}

impl AddAssign for DrawCount {
    fn add_assign(&mut self, other: Self) {
        self.draws += other.draws;
        self.missed += other.missed;
    }
}

/// Draws by the square of each king.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KingMap {
    /// The side to move, with strong as White. With equal material it is White,
    /// and each position also represents its mirror image with Black to move.
    pub turn: Color,
    /// With the strong king on each square, from a1 to h8.
    pub strong: [DrawCount; 64],
    /// With the weak king on each square.
    pub weak: [DrawCount; 64],
}

/// Draws by the squares of the kings: for each unit, and for its mirror images
/// if positions are folded.
pub(crate) struct ByKings<'a> {
    pub layout: &'a Layout,
    pub folded: bool,
    /// All units of the class.
    pub units: &'a [Unit],
    /// One count for each unit.
    pub counts: &'a [DrawCount],
}

impl ByKings<'_> {
    fn all(&self) -> impl Iterator<Item = (&Unit, DrawCount)> {
        self.units.iter().zip(self.counts.iter().copied())
    }

    /// A map of the whole board for each side to move. Mirror images that were
    /// not visited get the counts of the visited one.
    pub fn maps(&self) -> Vec<KingMap> {
        let turns = Color::ALL.into_iter();
        let is_there = |turn: &Color| self.units.iter().any(|unit| unit.turn == *turn);
        turns.filter(is_there).map(|turn| self.map(turn)).collect()
    }

    fn map(&self, turn: Color) -> KingMap {
        let symmetries = self.layout.kings().symmetries();
        let symmetries = if self.folded {
            symmetries
        } else {
            &symmetries[..1]
        };
        let mut maps = [[DrawCount::default(); 64]; 2];
        for (unit, count) in self.all().filter(|(unit, _)| unit.turn == turn) {
            for &symmetry in symmetries {
                for (map, king) in maps.iter_mut().zip(unit.kings) {
                    map[usize::from(symmetry.square(king))] += count;
                }
            }
        }
        // A count covers all images together. It was added once per symmetry,
        // so twice to images that two symmetries lead to.
        let images = symmetries.len() as u64;
        let each = |map: [DrawCount; 64]| {
            map.map(|of| DrawCount {
                draws: of.draws / images,
                missed: of.missed / images,
            })
        };
        let [strong, weak] = maps.map(each);
        KingMap { turn, strong, weak }
    }

    /// By the distance of the kings in king's moves, from 0 to 7, both sides
    /// to move. Kings are never closer than 2.
    pub fn by_distance(&self) -> [DrawCount; 8] {
        let mut by_distance = [DrawCount::default(); 8];
        for (unit, count) in self.all() {
            let [strong, weak] = unit.kings;
            by_distance[strong.distance(weak) as usize] += count;
        }
        by_distance
    }
}
