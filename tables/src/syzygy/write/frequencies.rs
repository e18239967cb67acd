//! How often pairs of neighbours occur in a sequence of symbols.

/// A pair that is replaced, and the symbol that takes its place.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct NewPair {
    pub pair: [u16; 2],
    pub symbol: u16,
}

/// How often each symbol follows each other one.
#[derive(Debug)]
pub struct Frequencies {
    counts: Vec<u32>,
    /// The length of a row; symbols are less.
    limit: usize,
    /// No pair that begins with a symbol is more frequent than this.
    greatest: Vec<u32>,
}

/// The first length of a row, which is enough for symbols that are bytes.
const BYTES: usize = 1 << 8;
/// The last one: symbols of a file, and don't cares.
const MOST: usize = (1 << 12) + 16;

impl Frequencies {
    pub fn new() -> Self {
        Self {
            counts: vec![0; BYTES * BYTES],
            limit: BYTES,
            greatest: vec![u32::MAX; BYTES],
        }
    }

    /// Makes room for symbols below `kinds`.
    pub fn reserve(&mut self, kinds: usize) {
        if kinds <= self.limit {
            return;
        }
        // A table with more than half of the symbols soon has all.
        let limit = match kinds.next_power_of_two() {
            limit if 2 * limit > MOST => kinds.max(MOST),
            limit => limit,
        };
        let mut counts = vec![0; limit * limit];
        for (to, row) in counts
            .chunks_exact_mut(limit)
            .zip(self.counts.chunks_exact(self.limit))
        {
            to[..self.limit].copy_from_slice(row);
        }
        self.counts = counts;
        self.limit = limit;
        self.greatest.resize(limit, u32::MAX);
    }

    #[inline]
    pub fn get(&self, first: usize, second: usize) -> u32 {
        self.counts[first * self.limit + second]
    }

    /// The frequencies of pairs that begin with a symbol.
    pub fn row(&self, first: usize) -> &[u32] {
        &self.counts[first * self.limit..][..self.limit]
    }

    fn set(&mut self, first: usize, second: usize, count: u32) {
        self.counts[first * self.limit + second] = count;
    }

    /// A bound of the frequencies of a row.
    pub fn bound(&self, first: usize) -> u32 {
        self.greatest[first]
    }

    pub fn set_bound(&mut self, first: usize, bound: u32) {
        self.greatest[first] = bound;
    }

    /// All frequencies, by first symbol times 256 plus second one, if symbols are bytes. To be
    /// changed as one likes.
    pub fn of_bytes(&mut self) -> Option<&mut [u32; BYTES * BYTES]> {
        self.greatest.fill(u32::MAX);
        self.counts.as_mut_slice().try_into().ok()
    }

    /// More than any symbol.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Forgets all pairs of symbols below `kinds`.
    pub fn restart(&mut self, kinds: usize) {
        for first in 0..kinds {
            self.counts[first * self.limit..][..kinds].fill(0);
            self.greatest[first] = 0;
        }
    }

    /// Forgets these pairs.
    pub fn clear(&mut self, pairs: &[NewPair]) {
        for new in pairs {
            self.set(new.pair[0].into(), new.pair[1].into(), 0);
        }
    }

    /// Counts a pair less, and another one more.
    #[inline]
    pub fn replace(&mut self, old: [u16; 2], new: [u16; 2]) {
        self.change(old, u32::MAX);
        self.change(new, 1);
    }

    /// Adds to a count, modulo 2 to the power of 32.
    #[inline]
    pub fn change(&mut self, pair: [u16; 2], by: u32) {
        let [first, second] = pair.map(usize::from);
        let count = &mut self.counts[first * self.limit + second];
        *count = count.wrapping_add(by);
        let greatest = &mut self.greatest[first];
        *greatest = (*greatest).max(*count);
    }

    /// Counts the pairs of a sequence of values below `kinds`.
    pub fn count(&mut self, values: &[u8], kinds: usize) {
        /// How many values are compared at a time.
        const STEP: usize = 16;
        let bits = usize::BITS - kinds.leading_zeros();
        let mut counts = vec![0_u32; 1 << (2 * bits)];
        let number = |first: u8, second: u8| usize::from(first) << bits | usize::from(second);
        let Some((&first, rest)) = values.split_first() else {
            return;
        };
        let mut before = first;
        let (steps, end) = rest.as_chunks::<STEP>();
        for step in steps {
            // Most neighbours are equal.
            if *step == [before; STEP] {
                counts[number(before, before)] += STEP as u32;
                continue;
            }
            for &value in step {
                counts[number(before, value)] += 1;
                before = value;
            }
        }
        for &value in end {
            counts[number(before, value)] += 1;
            before = value;
        }
        for first in 0..kinds {
            for second in 0..kinds {
                self.set(first, second, counts[number(first as u8, second as u8)]);
            }
            self.greatest[first] = u32::MAX;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows grow to what a file may need, not to twice as much, and keep their counts.
    #[test]
    fn rows_end_where_symbols_do() {
        let mut frequencies = Frequencies::new();
        frequencies.change([3, 255], 7);
        let lengths = [256, 257, 2048, 2049, 4104].map(|kinds| {
            frequencies.reserve(kinds);
            assert_eq!(frequencies.get(3, 255), 7);
            frequencies.limit()
        });
        assert_eq!(lengths, [256, 512, 2048, MOST, MOST]);
    }

    #[test]
    fn rows_grow_with_their_counts() {
        let mut frequencies = Frequencies::new();
        frequencies.change([3, 250], 5);
        frequencies.reserve(300);
        assert_eq!(frequencies.get(3, 250), 5);
        frequencies.change([299, 0], 2);
        assert_eq!((frequencies.get(299, 0), frequencies.limit()), (2, 512));
        assert!(frequencies.of_bytes().is_none());
    }
}
