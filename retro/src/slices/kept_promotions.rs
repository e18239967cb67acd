//! Values after promotions, kept for the slices that need the next ones.
//!
//! A promotion leads to a 64th of a finished slice: the positions with the new piece on one
//! square. To unpack the slice takes much longer than to search it. So whenever one is unpacked, the
//! values for all squares of the last rank are taken: other slices of the same level need them
//! soon after.

use std::{
    collections::{HashMap, VecDeque},
    mem::size_of,
    sync::{Arc, Mutex, PoisonError},
};

use drawproof_tables::{Metric, SideTable};
use shakmaty::Color;

use crate::positions::{change::Change, pawn_structure::Structure};

/// How many bytes are kept at most.
pub const KEPT: usize = 128 << 20;

/// The words of the largest sets that are kept: those of a slice in which three men move.
pub const LARGEST: usize = 1 << 12;

/// A finished slice, and a promotion on any file that leads to it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    /// The promotion on the first file.
    pub change: Change,
    /// The pawns that remain, as they are in the slice.
    pub structure: Structure,
    pub turn: Color,
}

/// The values after promotions on each file.
pub type Files = Arc<[SideTable]>;

/// The values that were needed last, in the order of the positions before the promotion.
#[derive(Default, Debug)]
pub struct Promotions(Mutex<Kept>);

#[derive(Default, Debug)]
struct Kept {
    values: HashMap<Key, Files>,
    /// The oldest ones first.
    keys: VecDeque<Key>,
    bytes: usize,
}

impl Promotions {
    /// The values after a promotion, if they are there.
    pub fn get(&self, key: &Key) -> Option<Files> {
        self.with(|kept| kept.values.get(key).cloned())
    }

    /// Keeps values, and drops the oldest ones if there are too many.
    pub fn keep(&self, key: Key, files: &Files) {
        self.with(|kept| kept.insert(key, Arc::clone(files), KEPT));
    }

    /// For how many slices there are values.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.with(|kept| kept.values.len())
    }

    fn with<T>(&self, of: impl FnOnce(&mut Kept) -> T) -> T {
        of(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Kept {
    fn insert(&mut self, key: Key, files: Files, most: usize) {
        let new = bytes(&files);
        // Another thread may have been faster.
        if new > most || self.values.contains_key(&key) {
            return;
        }
        while self.bytes + new > most
            && let Some(oldest) = self.keys.pop_front()
        {
            let dropped = self.values.remove(&oldest);
            self.bytes -= dropped.map_or(0, |files| bytes(&files));
        }
        self.bytes += new;
        self.keys.push_back(key.clone());
        self.values.insert(key, files);
    }
}

fn bytes(files: &[SideTable]) -> usize {
    let sets = |side: &SideTable| {
        let numbers = Metric::ALL.iter().filter_map(|metric| metric.numbers(side));
        3 + numbers.map(|numbers| numbers.slices.len()).sum::<usize>()
    };
    let words = |side: &SideTable| side.legal.len() * sets(side);
    size_of::<u64>() * files.iter().map(words).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use shakmaty::{Role, Square};

    use super::*;

    fn key(pawn: usize) -> Key {
        Key {
            change: Change {
                victim: None,
                pawn: Some((pawn, Square::A8, Some(Role::Queen))),
                last: None,
            },
            structure: Structure::EMPTY,
            turn: Color::White,
        }
    }

    /// Three sets of one word for each file: 192 bytes.
    fn files(of: u64) -> Files {
        let side = |file: u64| SideTable {
            legal: vec![of],
            win: vec![file],
            loss: vec![0],
            ..SideTable::default()
        };
        (0..8).map(side).collect()
    }

    /// No more is kept than fits, and the oldest values go first.
    #[test]
    fn the_oldest_values_are_dropped() {
        let mut kept = Kept::default();
        for pawn in 0..4 {
            kept.insert(key(pawn), files(pawn as u64), 3 * 192);
        }
        kept.insert(key(9), files(9), 191);
        assert_eq!(kept.bytes, 3 * 192);
        let there = |pawn: usize| kept.values.contains_key(&key(pawn));
        assert_eq!([0, 1, 2, 3, 9].map(there), [false, true, true, true, false]);
        let promotions = Promotions(Mutex::new(kept));
        assert_eq!(promotions.get(&key(2)), Some(files(2)));
    }
}
