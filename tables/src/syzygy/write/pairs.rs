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
}
