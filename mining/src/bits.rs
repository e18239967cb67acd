//! Long rows of bits, and picking some of them out.

use multiversion::multiversion;

/// How many words hold so many bits.
pub fn words(bits: usize) -> usize {
    bits.div_ceil(64)
}

/// A row in which so many bits are set.
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
    /// How many bits it has.
    pub fn len(&self) -> usize {
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

    /// Begins a new word, so that what comes next can be had as a row of its
    /// own.
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

    /// An empty row with room for so many words.
    pub fn with_capacity(words: usize) -> Self {
        Self {
            row: Vec::with_capacity(words),
            bits: 0,
        }
    }

    /// The bits of a row that a mask picks out, in their order.
    pub fn pick(row: &[u64], mask: &[u64]) -> Self {
        let mut picked = Self::default();
        picked.push_picked(row, mask);
        picked
    }

    /// Adds the bits of a row that a mask picks out.
    pub fn push_picked(&mut self, row: &[u64], mask: &[u64]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("bmi2") {
            // SAFETY: the processor has just been asked. Without this
            // instruction picking takes ten times as long.
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
        for (&word, &mask) in row.iter().zip(mask) {
            if mask != 0 {
                let picked = std::arch::x86_64::_pext_u64(word, mask);
                self.push(picked, mask.count_ones() as usize);
            }
        }
    }

    /// The row.
    pub fn into_row(self) -> Vec<u64> {
        self.row
    }
}

/// The bits of a word that a mask picks out, moved together.
fn pick_word(word: u64, mut mask: u64) -> u64 {
    let (mut picked, mut at) = (0, 0);
    while mask != 0 {
        picked |= (word >> mask.trailing_zeros() & 1) << at;
        at += 1;
        mask &= mask - 1;
    }
    picked
}
