//! Long rows of bits, and extracting some of them.

use multiversion::multiversion;

/// How many words hold a number of bits.
pub fn words(bits: usize) -> usize {
    bits.div_ceil(64)
}

/// A row of set bits.
pub fn all(bits: usize) -> Vec<u64> {
    let mut row = vec![!0; words(bits)];
    if let (Some(last), used @ 1..) = (row.last_mut(), bits % 64) {
        *last = !0 >> (64 - used);
    }
    row
}

/// How many bits are set.
#[multiversion(targets(
    "x86_64+avx512f+avx512vpopcntdq",
    "x86_64+avx2+popcnt",
    "x86_64+popcnt"
))]
pub fn count(row: &[u64]) -> u64 {
    row.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// How many bits two rows share.
#[multiversion(targets(
    "x86_64+avx512f+avx512vpopcntdq",
    "x86_64+avx2+popcnt",
    "x86_64+popcnt"
))]
pub fn count_both(a: &[u64], b: &[u64]) -> u64 {
    let both = a.iter().zip(b);
    both.map(|(a, b)| u64::from((a & b).count_ones())).sum()
}

/// How many bits a row shares with some words at given places.
#[multiversion(targets(
    "x86_64+avx512f+avx512vpopcntdq",
    "x86_64+avx2+popcnt",
    "x86_64+popcnt"
))]
pub fn count_some(row: &[u64], words: &[(u32, u64)]) -> u64 {
    let both = words.iter().map(|&(at, word)| row[at as usize] & word);
    both.map(|both| u64::from(both.count_ones())).sum()
}

/// Keeps the bits that another row has, or that it lacks.
pub fn keep(row: &mut [u64], other: &[u64], has: bool) {
    let flip = if has { 0 } else { !0 };
    for (word, other) in row.iter_mut().zip(other) {
        *word &= other ^ flip;
    }
}

/// Adds the bits of another row.
pub fn add(row: &mut [u64], other: &[u64]) {
    for (word, other) in row.iter_mut().zip(other) {
        *word |= other;
    }
}

/// Whether no bit is set.
pub fn is_empty(row: &[u64]) -> bool {
    row.iter().all(|&word| word == 0)
}

/// A row that grows at its end.
#[derive(Clone, Default, Debug)]
pub struct Growing {
    row: Vec<u64>,
    bits: usize,
}

impl Growing {
    /// One that begins with the first `bits` bits of a row.
    pub fn of(row: Vec<u64>, bits: usize) -> Self {
        Self { row, bits }
    }

    /// How many bits it has.
    #[cfg(test)]
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// Adds the lowest bits of a word, all others of which are 0.
    #[inline]
    pub fn push(&mut self, word: u64, bits: usize) {
        let used = self.bits % 64;
        if used == 0 {
            self.row.push(word);
        } else {
            let last = self.row.len() - 1;
            self.row[last] |= word << used;
            if used + bits > 64 {
                self.row.push(word >> (64 - used));
            }
        }
        self.bits += bits;
        self.row.truncate(words(self.bits));
    }

    /// Begins a new word, so that the following bits form a row of their own.
    pub fn align(&mut self) {
        self.bits = self.row.len() * 64;
    }

    /// Adds the bits of another row.
    pub fn append(&mut self, other: &Self) {
        self.row.reserve(other.row.len() + 1);
        let mut left = other.bits;
        for &word in &other.row {
            let bits = left.min(64);
            self.push(word, bits);
            left -= bits;
        }
    }

    /// An empty row with room for a number of words.
    pub fn with_capacity(words: usize) -> Self {
        Self {
            row: Vec::with_capacity(words),
            bits: 0,
        }
    }

    /// The `bits` bits of a row that a mask selects, in order.
    pub fn pick(row: &[u64], mask: &[u64], bits: usize) -> Self {
        let mut picked = Self::default();
        picked.row.reserve_exact(words(bits));
        picked.push_picked(row, mask);
        picked
    }

    /// Adds the bits of a row that a mask selects.
    pub fn push_picked(&mut self, row: &[u64], mask: &[u64]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt")
        {
            // SAFETY: the processor was just checked. Without these
            // instructions this takes ten times as long.
            #[allow(unsafe_code)]
            unsafe {
                self.push_picked_fast(row, mask);
            }
            return;
        }
        for (&word, &mask) in row.iter().zip(mask) {
            self.push(pick_word(word, mask), mask.count_ones() as usize);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi2,popcnt")]
    fn push_picked_fast(&mut self, row: &[u64], mask: &[u64]) {
        // The last word is filled in a register.
        let mut used = self.bits % 64;
        let mut last = if used == 0 {
            0
        } else {
            self.row.pop().unwrap_or(0)
        };
        for (&word, &mask) in row.iter().zip(mask) {
            if mask == 0 {
                continue;
            }
            let picked = std::arch::x86_64::_pext_u64(word, mask);
            let bits = mask.count_ones() as usize;
            last |= picked << used;
            if used + bits >= 64 {
                self.row.push(last);
                // Twice, as a word cannot be shifted by 64.
                last = picked >> (63 - used) >> 1;
                used = used + bits - 64;
            } else {
                used += bits;
            }
            self.bits += bits;
        }
        if used > 0 {
            self.row.push(last);
        }
    }

    /// The row.
    pub fn into_row(self) -> Vec<u64> {
        self.row
    }
}

/// The bits of a word that a mask selects, moved together.
fn pick_word(word: u64, mut mask: u64) -> u64 {
    let (mut picked, mut at) = (0, 0);
    while mask != 0 {
        picked |= (word >> mask.trailing_zeros() & 1) << at;
        at += 1;
        mask &= mask - 1;
    }
    picked
}

#[cfg(test)]
mod tests {
    use super::*;
    use drawproof_tables::Random;

    #[test]
    fn picking_gives_the_bits_one_by_one() {
        let mut random = Random::new(7);
        let mut word = || (0..4).fold(0, |word, _| word << 16 | random.below(1 << 16) as u64);
        let (row, mask): (Vec<u64>, Vec<u64>) = (0..100)
            .map(|at| match at % 10 {
                0 => (word(), 0),
                1 => (word(), !0),
                _ => (word(), word() & word()),
            })
            .unzip();
        let mut picked = Growing::default();
        let mut slowly = Growing::default();
        for (row, mask) in row.chunks(30).zip(mask.chunks(30)) {
            picked.push_picked(row, mask);
            for (&word, &mask) in row.iter().zip(mask) {
                slowly.push(pick_word(word, mask), mask.count_ones() as usize);
            }
        }
        let bit = |row: &[u64], at: usize| row[at / 64] >> (at % 64) & 1;
        let expected: Vec<u64> = drawproof_tables::numbered_ones(&mask)
            .map(|at| bit(&row, at))
            .collect();
        let (picked, slowly) = (picked.into_row(), slowly.into_row());
        assert_eq!(picked, slowly);
        assert_eq!(picked.len(), words(expected.len()));
        for (at, &expected) in expected.iter().enumerate() {
            assert_eq!(bit(&picked, at), expected);
        }
    }

    #[test]
    fn rows_are_put_one_after_the_other() {
        let mut whole = Growing::default();
        let mut joined = Growing::default();
        for (word, bits) in [(0b101, 3), (!0, 64), (0x1234, 13), (1, 1), (0xabcd, 50)] {
            let mut part = Growing::default();
            part.push(word, bits);
            whole.push(word, bits);
            joined.append(&part);
        }
        assert_eq!(joined.bits(), whole.bits());
        assert_eq!(joined.into_row(), whole.into_row());
    }
}
