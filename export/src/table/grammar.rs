//! Sequences as a grammar: frequent pairs become symbols (Larsson and Moffat,
//! "Offline dictionary-based compression", 1999), as in Syzygy's files.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The maximum number of symbols: their numbers have 12 bits, and one value is
/// reserved.
const MAX_SYMBOLS: usize = 4095;
/// The maximum number of values of a pair, if it is not a run: see
/// [`coded_length`].
const MAX_LENGTH: u32 = 240;
/// Runs have at most 2 to the power of this many values.
const MAX_POWER: u32 = 23;

/// A symbol's meaning.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Rule {
    Value(u16),
    Pair(u16, u16),
}

/// Symbols and the sequence that they make.
pub struct Grammar {
    pub rules: Vec<Rule>,
    /// How many values each symbol stands for.
    pub lengths: Vec<u32>,
    pub sequence: Vec<u16>,
}

/// A quick hash of pairs.
#[derive(Default)]
struct PairHasher(u64);

impl Hasher for PairHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {}
    fn write_u32(&mut self, pair: u32) {
        let mixed = u64::from(pair).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }
}

type Counts = HashMap<u32, u32, BuildHasherDefault<PairHasher>>;

fn pair(a: u16, b: u16) -> u32 {
    u32::from(a) << 16 | u32::from(b)
}

impl Grammar {
    /// The grammar of a sequence of values below `values`; pairs that occur at
    /// least `least` times become symbols.
    pub fn new(sequence: &[u16], values: u16, least: u32) -> Self {
        let mut this = Self {
            rules: (0..values).map(Rule::Value).collect(),
            lengths: vec![1; values.into()],
            sequence: Vec::new(),
        };
        this.fold_runs(sequence, values);
        while this.replace(least) {}
        this
    }

    /// Runs of one value, in powers of two up to the longest run.
    fn fold_runs(&mut self, sequence: &[u16], values: u16) {
        let mut longest = vec![0; values.into()];
        for run in sequence.chunk_by(|a, b| a == b) {
            let power = run.len().ilog2().min(MAX_POWER);
            let longest = &mut longest[usize::from(run[0])];
            *longest = power.max(*longest);
        }
        // Do not spend all symbols on runs if there are many values.
        let most = (MAX_SYMBOLS / 4 / usize::from(values).max(1)) as u32;
        let mut symbols: Vec<Vec<u16>> = Vec::new();
        for (value, longest) in (0..values).zip(longest) {
            let mut powers = vec![value];
            for power in 1..=longest.min(most) {
                let half = powers[power as usize - 1];
                powers.push(self.add(half, half, 1 << power));
            }
            symbols.push(powers);
        }
        for run in sequence.chunk_by(|a, b| a == b) {
            let powers = &symbols[usize::from(run[0])];
            let mut left = run.len() as u32;
            while left > 0 {
                let power = left.ilog2().min(powers.len() as u32 - 1);
                self.sequence.push(powers[power as usize]);
                left -= 1 << power;
            }
        }
    }

    fn add(&mut self, a: u16, b: u16, length: u32) -> u16 {
        self.rules.push(Rule::Pair(a, b));
        self.lengths.push(length);
        self.rules.len() as u16 - 1
    }

    fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        let mut at = 0;
        while at + 1 < self.sequence.len() {
            let (a, b) = (self.sequence[at], self.sequence[at + 1]);
            if self.lengths[usize::from(a)] + self.lengths[usize::from(b)] <= MAX_LENGTH {
                *counts.entry(pair(a, b)).or_default() += 1;
            }
            // Three equal values are one pair.
            let is_triple = self.sequence.get(at + 2) == Some(&b);
            at += if a == b && is_triple { 2 } else { 1 };
        }
        counts
    }

    /// Replaces the most frequent pairs; returns whether there were any.
    fn replace(&mut self, least: u32) -> bool {
        let mut found: Vec<(u32, u32)> = self
            .counts()
            .into_iter()
            .filter(|&(_, count)| count >= least)
            .map(|(pair, count)| (count, pair))
            .collect();
        found.sort_unstable_by_key(|&(count, pair)| (std::cmp::Reverse(count), pair));
        let enough = found.first().map_or(0, |&(count, _)| count - count / 3);
        let mut taken = Counts::default();
        // No symbol is the first of one chosen pair and the last of another, so
        // pairs do not overlap and counts stay right.
        let mut is_first = vec![false; self.rules.len()];
        let mut is_last = vec![false; self.rules.len()];
        for &(count, pair) in &found {
            if count < enough || self.rules.len() >= MAX_SYMBOLS {
                break;
            }
            let (a, b) = ((pair >> 16) as u16, pair as u16);
            let [first, last] = [a, b].map(usize::from);
            let is_alone = first != last || !is_first[first] && !is_last[first];
            if is_alone && !is_last[first] && !is_first[last] {
                is_first[first] = true;
                is_last[last] = true;
                let length = self.lengths[first] + self.lengths[last];
                taken.insert(pair, self.add(a, b, length).into());
            }
        }
        if taken.is_empty() {
            return false;
        }
        let old = std::mem::take(&mut self.sequence);
        let mut at = 0;
        while at < old.len() {
            let next = old.get(at + 1).and_then(|&b| taken.get(&pair(old[at], b)));
            self.sequence
                .push(next.map_or(old[at], |&symbol| symbol as u16));
            at += if next.is_some() { 2 } else { 1 };
        }
        true
    }
}

/// The 8 bits for how many values a symbol stands for: up to 240, or a power of
/// two from 256 on.
pub fn coded_length(length: u32) -> u64 {
    if length <= MAX_LENGTH {
        u64::from(length - 1)
    } else {
        u64::from(length.ilog2() + 232)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Grammar {
        /// The values that a symbol stands for.
        fn values(&self, symbol: u16) -> Vec<u16> {
            let values = match self.rules[usize::from(symbol)] {
                Rule::Value(value) => vec![value],
                Rule::Pair(a, b) => [self.values(a), self.values(b)].concat(),
            };
            assert_eq!(self.lengths[usize::from(symbol)] as usize, values.len());
            values
        }

        fn expanded(&self) -> Vec<u16> {
            let symbols = self.sequence.iter();
            symbols.flat_map(|&symbol| self.values(symbol)).collect()
        }
    }

    /// Runs of few values have symbols of all lengths, of many values short ones or none.
    #[test]
    fn runs_become_symbols() {
        for (values, symbols, left) in [(2, 10, 1), (600, 1, 512), (2000, 0, 1024)] {
            let sequence = [vec![1; 1024], vec![0]].concat();
            let grammar = Grammar::new(&sequence, values, u32::MAX);
            assert_eq!(grammar.expanded(), sequence, "{values}");
            assert_eq!(grammar.rules.len(), usize::from(values) + symbols);
            assert_eq!(grammar.sequence.len(), left + 1, "{values}");
        }
    }

    /// Two pairs, pairs of these, and pairs of those.
    #[test]
    fn frequent_pairs_become_symbols() {
        let sequence = [0, 1, 2, 3].repeat(20);
        let grammar = Grammar::new(&sequence, 4, 8);
        assert_eq!(grammar.expanded(), sequence);
        assert_eq!((grammar.rules.len(), grammar.sequence.len()), (4 + 4, 10));
        // None occurs so often.
        let grammar = Grammar::new(&sequence, 4, 21);
        assert_eq!((grammar.rules.len(), grammar.sequence.len()), (4, 80));
    }
}
