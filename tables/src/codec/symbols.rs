//! Four passes over the same symbols: learning from them, counting, writing and
//! reading them.

use super::{
    facts::Facts,
    grow::Sample,
    range::{Decoder, Encoder},
    tree::Tree,
};
use crate::ones;

/// For each of some positions, one of three symbols: in the first set, in the
/// second, or in neither.
pub(super) type Symbols = [u64; 2];

/// A pass over the symbols of a table: an encoder, a decoder or a counter.
pub(super) trait Coder {
    /// Whether nothing is to be learned from this number of sets of positions, which come
    /// next. Then they are not processed.
    fn skip(&mut self, _sets: usize) -> bool {
        false
    }

    /// Processes the symbols of some positions and returns them. `truth` holds
    /// the symbols; a reader ignores it.
    fn code(&mut self, facts: &mut Facts, positions: u64, truth: Symbols) -> Symbols;
}

impl Coder for Sample {
    fn skip(&mut self, sets: usize) -> bool {
        Self::skip(self, sets)
    }

    fn code(&mut self, facts: &mut Facts, positions: u64, truth: Symbols) -> Symbols {
        self.add(facts.all(), positions, truth);
        truth
    }
}

/// Counts the symbols at each leaf of a tree.
pub(super) struct Counter<'a> {
    tree: &'a Tree,
    pub(super) counts: Vec<[u64; 3]>,
}

impl<'a> Counter<'a> {
    pub(super) fn new(tree: &'a Tree) -> Self {
        let counts = vec![[0; 3]; tree.leaves.len()];
        Self { tree, counts }
    }

    /// The sum of two counts.
    pub(super) fn and(mut self, other: Self) -> Self {
        for (sum, counts) in self.counts.iter_mut().zip(other.counts) {
            for (sum, count) in sum.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        self
    }
}

impl Coder for Counter<'_> {
    fn code(&mut self, facts: &mut Facts, positions: u64, truth: Symbols) -> Symbols {
        let counts = &mut self.counts;
        self.tree.sort(
            |fact| facts.get(fact),
            positions,
            |node, _, set| {
                let ones = |set: u64| u64::from(set.count_ones());
                counts[node][0] += ones(set & !truth[0] & !truth[1]);
                counts[node][1] += ones(set & truth[0]);
                counts[node][2] += ones(set & truth[1]);
            },
        );
        truth
    }
}

/// Writes symbols.
pub(super) struct Writer<'a> {
    pub(super) tree: &'a Tree,
    pub(super) encoder: &'a mut Encoder,
}

impl Coder for Writer<'_> {
    fn code(&mut self, facts: &mut Facts, positions: u64, truth: Symbols) -> Symbols {
        let encoder = &mut *self.encoder;
        self.tree.sort(
            |fact| facts.get(fact),
            positions,
            |_, leaf, set| {
                if leaf.used > 1 {
                    for bit in ones(set) {
                        let symbol = truth[0] >> bit & 1 | (truth[1] >> bit & 1) << 1;
                        let (start, frequency) = leaf.interval(symbol as u8);
                        encoder.encode(start, frequency);
                    }
                }
            },
        );
        truth
    }
}

/// Reads symbols.
pub(super) struct Reader<'a, 'b, 'c> {
    pub(super) tree: &'a Tree,
    pub(super) decoder: &'b mut Decoder<'c>,
}

impl Coder for Reader<'_, '_, '_> {
    fn code(&mut self, facts: &mut Facts, positions: u64, _: Symbols) -> Symbols {
        let decoder = &mut *self.decoder;
        let mut sets = [0_u64; 3];
        self.tree.sort(
            |fact| facts.get(fact),
            positions,
            |_, leaf, set| {
                let starts = &leaf.starts[..usize::from(leaf.used) - 1];
                if starts.is_empty() {
                    sets[usize::from(leaf.symbols[0])] |= set;
                    return;
                }
                for bit in ones(set) {
                    let symbol = leaf.symbols[decoder.decode(starts)];
                    sets[usize::from(symbol)] |= 1 << bit;
                }
            },
        );
        [sets[1], sets[2]]
    }
}
