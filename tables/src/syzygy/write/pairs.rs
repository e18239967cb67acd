//! Recursive pairing: the most frequent pairs of neighbours become new symbols, over
//! and over, until there are enough symbols or no pair is frequent enough.
//!
//! This is the part that WDL and DTZ tables share: the sequence of symbols, how often each
//! pair occurs, and the replacement. Which pairs are chosen differs: see
//! [`wdl_pairs`](super::wdl_pairs) and [`dtz_pairs`](super::dtz_pairs).

use super::sequence::Sequence;

/// Most positions that one symbol stands for.
pub const MAX_LENGTH: usize = 256;
/// Most pairs that are looked at in one round.
pub const MAX_CANDIDATES: usize = 249;
/// Most symbols of a table that is written.
pub const MAX_SYMBOLS: usize = 4095;

/// What a symbol stands for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The two symbols that it is made of; of a single value, that value twice.
    pub pair: [u16; 2],
    /// How many positions it stands for.
    pub length: u16,
}

impl Symbol {
    /// A single value.
    pub fn single(value: u16) -> Self {
        Self {
            pair: [value, value],
            length: 1,
        }
    }

    /// Two symbols of a list, one after the other.
    pub fn of_two(pair: [u16; 2], symbols: &[Self]) -> Self {
        let lengths = pair.map(|part| symbols[usize::from(part)].length);
        Self {
            pair,
            length: lengths.iter().sum(),
        }
    }

    /// Whether it is made of two others.
    pub fn is_pair(self) -> bool {
        self.length > 1
    }
}

/// A pair that is replaced, and the symbol that takes its place.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct NewPair {
    pub pair: [u16; 2],
    pub symbol: u16,
}

/// A pair that may become a symbol.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub frequency: u32,
    pub pair: [u16; 2],
}

/// The best candidates of a round: the more frequent first, of equals the one found
/// first.
#[derive(Default, Debug)]
pub struct Candidates {
    pub best: Vec<Candidate>,
}

impl Candidates {
    /// Whether a pair of this frequency would be kept.
    pub fn wants(&self, frequency: u32) -> bool {
        self.best.len() < MAX_CANDIDATES
            || self
                .best
                .last()
                .is_some_and(|last| frequency > last.frequency)
    }

    pub fn add(&mut self, candidate: Candidate) {
        let frequency = candidate.frequency;
        let at = self
            .best
            .partition_point(|other| other.frequency >= frequency);
        self.best.insert(at, candidate);
        self.best.truncate(MAX_CANDIDATES);
    }
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

/// A table as a sequence of symbols.
#[derive(Debug)]
pub struct Paired {
    pub symbols: Vec<Symbol>,
    pub sequence: Vec<u16>,
    /// How often each symbol occurs in the sequence.
    pub frequencies: Vec<u64>,
}

/// The symbols of a table.
#[derive(Debug)]
pub struct Pairs {
    pub symbols: Vec<Symbol>,
    /// How often each symbol occurs.
    pub frequencies: Vec<u64>,
    /// The number of each symbol of the sequence here.
    pub numbers: Vec<u16>,
}

impl Pairs {
    /// With the sequence from which they were made.
    pub fn with(self, sequence: Sequence) -> Paired {
        Paired {
            symbols: self.symbols,
            sequence: sequence.into_words(|symbol| self.numbers[usize::from(symbol)]),
            frequencies: self.frequencies,
        }
    }
}

/// The part of the candidates of a round that may have been passed over, so that they
/// are looked at again before the symbols run out: one for each that is rejected, and at each
/// halving of the frequency as many as came before.
#[derive(Debug)]
pub struct Skipped {
    pub count: usize,
    greatest: u32,
}

impl Skipped {
    pub fn new(candidates: &[Candidate]) -> Self {
        Self {
            count: 0,
            greatest: candidates.first().map_or(0, |first| first.frequency),
        }
    }

    /// Goes on to candidate number `at`.
    pub fn reach(&mut self, at: usize, frequency: u32) {
        while u64::from(self.greatest) > 2 * u64::from(frequency) {
            self.count += at;
            self.greatest /= 2;
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

    fn candidate(frequency: u32, first: u16) -> Candidate {
        Candidate {
            frequency,
            pair: [first, 0],
        }
    }

    #[test]
    fn of_equals_the_first_ones_are_kept() {
        let mut found = Candidates::default();
        for at in 0..300 {
            if found.wants(7) {
                found.add(candidate(7, at));
            }
        }
        assert_eq!(found.best.len(), 249);
        assert_eq!(found.best[248].pair[0], 248);
        assert!(!found.wants(7) && found.wants(8));
        found.add(candidate(8, 400));
        assert_eq!(found.best[0].pair[0], 400);
        assert_eq!(found.best[248].pair[0], 247);
    }

    #[test]
    fn a_halved_frequency_counts_all_that_came_before() {
        let all = [100, 50, 49, 12].map(|frequency| candidate(frequency, 0));
        let mut skipped = Skipped::new(&all);
        let mut counts = Vec::new();
        for (at, candidate) in all.iter().enumerate() {
            skipped.reach(at, candidate.frequency);
            counts.push(skipped.count);
        }
        // 100 is not more than twice 50, but more than twice 49; 50 and 25 are more than twice 12.
        assert_eq!(counts, [0, 0, 2, 8]);
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
