//! Four passes over the same symbols: learning from them, counting, writing and
//! reading them.

use super::{
    facts::Facts,
    grow::Sample,
    range::{Decoder, Encoder, SCALE_BITS},
    tree::{End, Leaf, Sorter},
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

    /// Begins a word, whose positions are processed next. A reader returns their symbols
    /// if it knows all of them; then there is no more to process.
    fn begin(&mut self, _facts: &mut Facts, _positions: u64) -> Option<Symbols> {
        None
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
    sorter: Sorter<'a>,
    pub(super) counts: Vec<[u64; 3]>,
}

impl<'a> Counter<'a> {
    pub(super) fn new(sorter: Sorter<'a>) -> Self {
        let counts = vec![[0; 3]; sorter.leaves()];
        Self { sorter, counts }
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
    fn begin(&mut self, facts: &mut Facts, positions: u64) -> Option<Symbols> {
        self.sorter
            .begin(positions, |fact, kind| facts.get(fact, kind));
        None
    }

    fn code(&mut self, facts: &mut Facts, positions: u64, truth: Symbols) -> Symbols {
        let counts = &mut self.counts;
        self.sorter.finish(
            positions,
            |fact, kind| facts.get(fact, kind),
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
    pub(super) sorter: Sorter<'a>,
    pub(super) encoder: &'a mut Encoder,
}

impl Coder for Writer<'_> {
    fn begin(&mut self, facts: &mut Facts, positions: u64) -> Option<Symbols> {
        self.sorter
            .begin(positions, |fact, kind| facts.get(fact, kind));
        None
    }

    fn code(&mut self, facts: &mut Facts, positions: u64, truth: Symbols) -> Symbols {
        let encoder = &mut *self.encoder;
        let symbols = [!truth[0] & !truth[1], truth[0], truth[1]];
        self.sorter.finish(
            positions,
            |fact, kind| facts.get(fact, kind),
            |_, end, set| {
                if let End::Leaf(leaf) = end {
                    write(leaf, set, symbols, encoder);
                }
            },
        );
        truth
    }
}

/// Writes the symbols of a leaf's positions: runs of the usual one, and between them
/// which other one it is. `symbols` are the positions of each.
fn write(leaf: &Leaf, mut set: u64, symbols: [u64; 3], encoder: &mut Encoder) {
    let [usual, second, _] = leaf.symbols.map(|symbol| symbols[usize::from(symbol)]);
    while set != 0 {
        let count = set.count_ones() as usize;
        let Some(bit) = ones(set & !usual).next() else {
            encoder.encode_run(leaf.runs(), count, count);
            return;
        };
        let before = set & ((1 << bit) - 1);
        encoder.encode_run(leaf.runs(), count, before.count_ones() as usize);
        if leaf.used > 2 {
            if second >> bit & 1 != 0 {
                encoder.encode(0, leaf.third_start);
            } else {
                encoder.encode(leaf.third_start, (1 << SCALE_BITS) - leaf.third_start);
            }
        }
        set &= !(before | 1 << bit);
    }
}

/// Reads symbols.
pub(super) struct Reader<'a, 'b> {
    sorter: Sorter<'a>,
    pub(super) decoder: Decoder<'b>,
    /// The positions of the word for which each symbol is certain.
    certain: [u64; 3],
}

impl<'a, 'b> Reader<'a, 'b> {
    pub(super) fn new(sorter: Sorter<'a>, decoder: Decoder<'b>) -> Self {
        Self {
            sorter,
            decoder,
            certain: [0; 3],
        }
    }
}

impl Coder for Reader<'_, '_> {
    fn begin(&mut self, facts: &mut Facts, positions: u64) -> Option<Symbols> {
        let holds = |fact, kind| facts.get(fact, kind);
        self.certain = self.sorter.begin_apart(positions, holds);
        let [_, first, second] = self.certain;
        self.sorter.is_done().then_some([first, second])
    }

    fn code(&mut self, facts: &mut Facts, positions: u64, _: Symbols) -> Symbols {
        let decoder = &mut self.decoder;
        let mut sets = self.certain;
        self.sorter.finish(
            positions,
            |fact, kind| facts.get(fact, kind),
            |_, end, set| match end {
                End::Certain(symbol) => sets[symbol] |= set,
                End::Leaf(leaf) => {
                    for (set, &symbol) in read(leaf, set, decoder).into_iter().zip(&leaf.symbols) {
                        sets[usize::from(symbol)] |= set;
                    }
                }
            },
        );
        [sets[1], sets[2]]
    }
}

/// Reads what [`write`] wrote: the positions of each symbol of a leaf.
#[inline]
fn read(leaf: &Leaf, mut set: u64, decoder: &mut Decoder) -> [u64; 3] {
    let mut found = [set, 0, 0];
    while set != 0 {
        let count = set.count_ones() as usize;
        let usual = decoder.decode_run(leaf.runs(), count);
        if usual == count {
            break;
        }
        let Some(bit) = ones(set).nth(usual) else {
            break;
        };
        let symbol = if leaf.used > 2 {
            1 + decoder.decode(&[leaf.third_start])
        } else {
            1
        };
        found[0] &= !(1 << bit);
        found[symbol] |= 1 << bit;
        set &= !0 << bit << 1;
    }
    found
}
