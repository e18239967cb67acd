//! Draws by where the kings stand.

use drawproof_tables::Layout;
use serde::{Deserialize, Serialize};
use shakmaty::{Color, Square};

use crate::{part::Turn, units::Unit};

/// Draws with the kings on two squares, and on their mirror images where
/// positions are folded; board count.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KingsCount {
    /// Who is to move, strong being White.
    pub(crate) to_move: Turn,
    /// The numbers of the kings' squares, strong's first, from 0 for a1 to 63
    /// for h8.
    pub(crate) kings: [u8; 2],
    /// All draws with a verdict.
    pub(crate) draws: u64,
    /// Those that were not claimed.
    pub(crate) missed: u64,
}

impl KingsCount {
    /// Of one unit.
    pub(crate) fn new(unit: &Unit, draws: u64, missed: u64) -> Self {
        Self {
            to_move: unit.turn.into(),
            kings: unit.kings.map(|king| king as u8),
            draws,
            missed,
        }
    }

    /// The draws that were not claimed.
    pub(crate) fn missed(&self) -> u64 {
        self.missed
    }

    /// Whether the kings and the side to move are those of a unit.
    pub(crate) fn is_of(&self, unit: &Unit) -> bool {
        *self == Self::new(unit, self.draws, self.missed)
    }

    /// Of the same kings, with no verdict on any draw.
    pub(crate) fn none(self) -> Self {
        Self {
            draws: 0,
            missed: 0,
            ..self
        }
    }
}

/// Draws and how many of them were missed, board count.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct DrawCount {
    /// All draws with a verdict.
    pub draws: u64,
    /// Those that were not claimed.
    pub missed: u64,
}

impl DrawCount {
    fn add(&mut self, counts: &KingsCount) {
        self.draws += counts.draws;
        self.missed += counts.missed;
    }
}

/// Draws by the square of each king.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KingMap {
    /// Who is to move, strong being White. With equal material it is White,
    /// and each position stands for its mirror image with Black to move too.
    pub turn: Color,
    /// With the strong king on each square, from a1 to h8.
    pub strong: [DrawCount; 64],
    /// The same of the weak king.
    pub weak: [DrawCount; 64],
}

/// A map for each side to move, of the whole board. Mirror images that were
/// not visited have what the visited one has.
pub(crate) fn king_maps(layout: &Layout, folded: bool, all: &[KingsCount]) -> Vec<KingMap> {
    let symmetries = layout.kings().symmetries();
    let symmetries = if folded { symmetries } else { &symmetries[..1] };
    let map = |turn: Color| {
        let mut maps = [[DrawCount::default(); 64]; 2];
        for counts in all.iter().filter(|of| Color::from(of.to_move) == turn) {
            for &symmetry in symmetries {
                for (map, king) in maps.iter_mut().zip(counts.kings) {
                    let image = symmetry.square(Square::new(u32::from(king)));
                    map[usize::from(image)].add(counts);
                }
            }
        }
        // A count is of all images together, and went to each of them as often
        // as there are symmetries: twice to those that two lead to.
        let images = symmetries.len() as u64;
        let each = |map: [DrawCount; 64]| {
            map.map(|of| DrawCount {
                draws: of.draws / images,
                missed: of.missed / images,
            })
        };
        let [strong, weak] = maps.map(each);
        KingMap { turn, strong, weak }
    };
    let turns = Color::ALL.into_iter();
    let is_there = |turn: &Color| all.iter().any(|of| Color::from(of.to_move) == *turn);
    turns.filter(is_there).map(map).collect()
}

/// How far kings can be apart, in king's moves.
const MAX_DISTANCE: usize = 7;

/// Draws by the distance of the kings in king's moves, from 0 to 7, both sides
/// to move. Kings are never closer than 2.
pub(crate) fn by_king_distance(all: &[KingsCount]) -> [DrawCount; MAX_DISTANCE + 1] {
    let mut by_distance = [DrawCount::default(); MAX_DISTANCE + 1];
    for counts in all {
        let [strong, weak] = counts.kings.map(|king| Square::new(u32::from(king)));
        by_distance[strong.distance(weak) as usize].add(counts);
    }
    by_distance
}
