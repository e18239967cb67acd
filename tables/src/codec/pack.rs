//! Facts about few positions a row, packed into fewer rows.

use multiversion::multiversion;

/// Positions of one row of facts.
#[derive(Copy, Clone, Debug)]
pub(super) struct Set {
    pub block: u32,
    pub row: u32,
    pub positions: u64,
    /// Symbol 1 and symbol 2; the others have symbol 0.
    pub symbols: [u64; 2],
}

/// Positions one after the other, 64 in a row of facts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Packed {
    count: usize,
    rows: Vec<u64>,
    /// Symbol 1 and symbol 2 of each row.
    symbols: Vec<[u64; 2]>,
}

impl Packed {
    /// None yet, with room for some.
    pub fn with_capacity(positions: usize, facts: usize) -> Self {
        let rows = positions.div_ceil(64) + 2;
        Self {
            count: 0,
            rows: Vec::with_capacity(rows * facts),
            symbols: Vec::with_capacity(rows),
        }
    }

    /// Adds some of the positions that a row of facts is about.
    pub fn add(&mut self, facts: &[u64], positions: u64, symbols: [u64; 2]) {
        let (row, used) = (self.count / 64, (self.count % 64) as u32);
        // What fills a row begins the next one, if only with zeros.
        self.rows.resize((row + 2) * facts.len(), 0);
        self.symbols.resize(row + 2, [0; 2]);
        let last = &mut self.rows[row * facts.len()..];
        let (low, high) = last.split_at_mut(facts.len());
        add_picked((facts, positions), used, [low, high]);
        if let [low, high] = &mut self.symbols[row..] {
            add_picked((&symbols, positions), used, [low, high]);
        }
        self.count += positions.count_ones() as usize;
    }

    /// The positions as sets of a block, and their rows.
    pub fn into_sets(mut self, block: u32, facts: usize) -> (Vec<Set>, Vec<u64>) {
        let rows = self.count.div_ceil(64);
        self.rows.truncate(rows * facts);
        self.rows.shrink_to_fit();
        let set = |(row, &symbols): (usize, &[u64; 2])| Set {
            block,
            row: row as u32,
            positions: !0 >> (64 - (self.count - 64 * row).min(64)),
            symbols,
        };
        let sets = self.symbols[..rows].iter().enumerate().map(set);
        (sets.collect(), self.rows)
    }
}

impl Set {
    /// How many positions there are.
    pub fn count(&self) -> u64 {
        u64::from(self.positions.count_ones())
    }
}

/// Adds the bits of each word that a mask selects, moved together, from the first unused bit of
/// a row on. What does not fit begins the next row.
#[multiversion(targets = "simd")]
fn add_picked((words, mask): (&[u64], u64), used: u32, rows: [&mut [u64]; 2]) {
    let [low, high] = rows;
    let moves = moves(mask);
    for ((&word, low), high) in words.iter().zip(low).zip(high) {
        let mut picked = word & mask;
        for (at, moved) in moves.iter().enumerate() {
            let moved = picked & moved;
            picked = picked ^ moved | moved >> (1 << at);
        }
        *low |= picked << used;
        // Twice, as a word cannot be shifted by 64.
        *high |= picked >> (63 - used) >> 1;
    }
}

/// Which bits move by 1, 2, 4, 8, 16 and 32 places, one after the other, so that those a mask
/// selects come to lie together. (Henry S. Warren, Hacker's Delight, 7-4.)
fn moves(mut mask: u64) -> [u64; 6] {
    let mut gaps = !mask << 1;
    std::array::from_fn(|at| {
        // Of the gaps below each bit, whether their number is odd.
        let mut odd = gaps;
        for by in 0..6 {
            odd ^= odd << (1 << by);
        }
        let moved = odd & mask;
        mask = mask ^ moved | moved >> (1 << at);
        gaps &= !odd;
        moved
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// The positions keep their order, their symbols, and what is known about them.
    #[test]
    fn packed_positions_are_the_same() {
        let mut random = Random::new(3);
        let mut word = || (0..4).fold(0_u64, |word, _| word << 16 | random.below(1 << 16) as u64);
        for (sets, filled) in [(1, 1), (1, 64), (40, 2), (64, 64), (100, 9), (333, 33)] {
            const FACTS: usize = 5;
            let rows: Vec<u64> = (0..sets * FACTS).map(|_| word()).collect();
            let set = |row: usize| {
                let mut positions = 0_u64;
                while u64::from(positions.count_ones()) < filled {
                    positions |= 1 << (word() % 64);
                }
                let first = word();
                Set {
                    block: 7,
                    row: row as u32,
                    positions,
                    symbols: [first, word() & !first],
                }
            };
            let sets: Vec<Set> = (0..sets).map(set).collect();
            let row = |rows: &[u64], of: &Set| rows[of.row as usize * FACTS..][..FACTS].to_vec();
            let known = |rows: &[u64], sets: &[Set]| -> Vec<Vec<bool>> {
                let of_set = |set: &Set| {
                    let words = [row(rows, set), set.symbols.to_vec()].concat();
                    let there = (0..64).filter(|bit| set.positions >> bit & 1 != 0);
                    there
                        .map(|bit| words.iter().map(|word| word >> bit & 1 != 0).collect())
                        .collect::<Vec<Vec<bool>>>()
                };
                sets.iter().flat_map(of_set).collect()
            };
            let mut packed = Packed::default();
            for set in &sets {
                packed.add(&row(&rows, set), set.positions, set.symbols);
            }
            let (packed, dense) = packed.into_sets(0, FACTS);
            assert_eq!(known(&dense, &packed), known(&rows, &sets));
            let (_, full) = packed.split_last().expect("positions");
            assert!(full.iter().all(|set| set.positions == !0));
            assert_eq!(dense.len(), packed.len() * FACTS);
        }
    }

    /// The bits of a word that a mask selects, moved together.
    fn picked(word: u64, mut mask: u64) -> u64 {
        let (mut picked, mut at) = (0, 0);
        while mask != 0 {
            picked |= (word >> mask.trailing_zeros() & 1) << at;
            at += 1;
            mask &= mask - 1;
        }
        picked
    }

    #[test]
    fn picked_bits_are_those_of_the_mask() {
        let mut random = Random::new(5);
        let mut word = || (0..4).fold(0_u64, |word, _| word << 16 | random.below(1 << 16) as u64);
        let mut masks = vec![0, 1, 1 << 63, !0];
        masks.extend((0..1000).map(|_| word() & word()));
        for mask in masks {
            let (bits, used) = (word(), (word() % 64) as u32);
            let (mut low, mut high) = ([0], [0]);
            add_picked((&[bits], mask), used, [&mut low, &mut high]);
            let both = u128::from(low[0]) | u128::from(high[0]) << 64;
            assert_eq!(both, u128::from(picked(bits, mask)) << used);
        }
    }
}
