//! Decision trees over sets of positions: which facts say how likely a
//! position is won, drawn, or lost.

use std::{ops::Range, sync::LazyLock};

use arrayvec::ArrayVec;

use super::{
    error::CodecError,
    range::{Decoder, Encoder, RUN_BITS, Runs, SCALE_BITS},
};

/// Trees are at most this deep.
pub(super) const MAX_DEPTH: usize = 48;
/// Trees have at most this many nodes.
pub(super) const MAX_NODES: usize = 1 << 15;

/// Levels, in half octaves, of the share of all symbols but the most frequent.
const REST_LEVELS: usize = 31;
/// Levels, in half octaves, of the third symbol's share among the last two.
const THIRD_LEVELS: usize = 16;

/// All orders of the symbols.
const ORDERS: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// How likely the three symbols are, in few bits.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    order: u8,
    rest: u8,
    third: u8,
    /// The symbols, most frequent first.
    pub(super) symbols: [u8; 3],
    /// How many of them occur.
    pub(super) used: u8,
    /// Where the frequencies of the third begin, among the last two.
    pub(super) third_start: u32,
}

/// The shares of runs of the most frequent symbol, for each level of the rest.
static RUNS: LazyLock<Vec<Runs>> = LazyLock::new(|| {
    let of = |level| {
        let usual = u64::from((1 << SCALE_BITS) - share(1 << SCALE_BITS, level));
        let mut run = 1_u64 << RUN_BITS;
        std::array::from_fn(|length| {
            let this = run;
            // Each run has some share, even if none of them is likely.
            let left = 64_u64.saturating_sub(length as u64);
            run = ((run * usual) >> SCALE_BITS).clamp(left, run - 1);
            this
        })
    };
    (0..REST_LEVELS).map(of).collect()
});

impl Leaf {
    /// The leaf nearest to what was counted.
    pub(super) fn of(counts: [u64; 3]) -> Self {
        let mut symbols = [0_u8, 1, 2];
        symbols.sort_by_key(|&symbol| u64::MAX - counts[usize::from(symbol)]);
        let order = ORDERS.iter().position(|&order| order == symbols);
        let [first, second, third] = symbols.map(|symbol| counts[usize::from(symbol)]);
        let rest = half_octaves(second + third, first + second + third, REST_LEVELS);
        let third = half_octaves(third, second + third, THIRD_LEVELS);
        Self::new(order.unwrap_or(0), rest, third)
    }

    fn new(order: usize, rest: usize, third: usize) -> Self {
        let symbols = ORDERS[order % ORDERS.len()];
        let whole = 1 << SCALE_BITS;
        Self {
            order: order as u8,
            rest: rest as u8,
            third: third as u8,
            symbols,
            used: 1 + u8::from(rest > 0) + u8::from(rest > 0 && third > 0),
            third_start: whole - share(whole, third),
        }
    }

    /// The shares of runs of the most frequent symbol.
    pub(super) fn runs(&self) -> &'static Runs {
        &RUNS[usize::from(self.rest)]
    }
}

/// 0 for none, else how often the whole must be divided by the root of two.
fn half_octaves(part: u64, whole: u64, levels: usize) -> usize {
    if part == 0 {
        return 0;
    }
    // The nearest level by logarithm: the one above part * 2^(1/4).
    (1..levels)
        .find(|&level| {
            let level = u64::from(share(1 << 16, level));
            level * whole * 27_554 <= (part << 16) * 32_768
        })
        .unwrap_or(levels - 1)
}

/// `whole` / 2^(`level` / 2), but never zero.
fn share(whole: u32, level: usize) -> u32 {
    let halved = u64::from(whole) >> (level / 2);
    let share = if level.is_multiple_of(2) {
        halved
    } else {
        (halved * 46_341) >> 16
    };
    (share as u32).max(1)
}

/// A split of positions, or the end.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Node {
    /// Positions for which this fact is true continue at the next node, the
    /// others at node `to`. A leaf has [`LEAF`] here.
    pub(super) fact: u16,
    /// A later node, or the number of a leaf.
    pub(super) to: u16,
}

/// The number of the fact that is never true: no split tests it.
pub(super) const LEAF: u16 = 0;

/// A decision tree: its nodes, each split before its branches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) leaves: Vec<Leaf>,
}

impl Tree {
    /// Adds a split; its second branch begins at node `to`, once it is known.
    pub(super) fn push_split(&mut self, fact: u16) {
        self.nodes.push(Node { fact, to: 0 });
    }

    pub(super) fn push_leaf(&mut self, leaf: Leaf) {
        self.nodes.push(Node {
            fact: LEAF,
            to: self.leaves.len() as u16,
        });
        self.leaves.push(leaf);
    }

    pub(super) fn write(&self, facts: usize, encoder: &mut Encoder) {
        let mut models = Models::new(facts);
        for node in &self.nodes {
            models.node.encode(encoder, node.fact.into());
            if node.fact != LEAF {
                continue;
            }
            let leaf = &self.leaves[usize::from(node.to)];
            models.order.encode(encoder, leaf.order.into());
            models.rest.encode(encoder, leaf.rest.into());
            if leaf.rest > 0 {
                models.third.encode(encoder, leaf.third.into());
            }
        }
    }

    pub(super) fn read(facts: usize, decoder: &mut Decoder) -> Result<Self, CodecError> {
        let mut models = Models::new(facts);
        let mut tree = Self::default();
        // Splits whose second branch is still to come.
        let mut open: Vec<usize> = Vec::new();
        loop {
            if tree.nodes.len() >= MAX_NODES {
                return Err(CodecError::Model);
            }
            let fact = models.node.decode(decoder) as u16;
            if fact != LEAF {
                if open.len() >= MAX_DEPTH {
                    return Err(CodecError::Model);
                }
                open.push(tree.nodes.len());
                tree.push_split(fact);
                continue;
            }
            tree.push_leaf(models.leaf(decoder));
            while let Some(&split) = open.last() {
                if tree.nodes[split].to == 0 {
                    tree.nodes[split].to = tree.nodes.len() as u16;
                    break;
                }
                open.pop();
            }
            if open.is_empty() {
                return Ok(tree);
            }
        }
    }
}

/// A tree that is ready to sort positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sieve {
    steps: Vec<Step>,
    leaves: Vec<Leaf>,
}

/// A node with all that is needed to pass it, so that one look at memory is enough.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Step {
    fact: u16,
    to: u16,
    /// The kind of the fact, or [`NO_KIND`].
    kind: u8,
    /// The symbol of all positions of a leaf, or [`UNCERTAIN`].
    symbol: u8,
}

/// A leaf has no kind of fact. All kinds of facts are less.
const NO_KIND: u8 = u8::MAX;

const UNCERTAIN: u8 = 3;

impl Sieve {
    /// Of a tree and the kind of each fact.
    pub(super) fn new(tree: &Tree, kind: impl Fn(usize) -> u8) -> Self {
        let step = |&Node { fact, to }: &Node| {
            let leaf = tree.leaves.get(usize::from(to));
            let leaf = leaf.filter(|_| fact == LEAF);
            let certain = leaf.filter(|leaf| leaf.used == 1);
            Step {
                fact,
                to,
                kind: leaf.map_or_else(|| kind(fact.into()), |_| NO_KIND),
                symbol: certain.map_or(UNCERTAIN, |leaf| leaf.symbols[0]),
            }
        };
        Self {
            steps: tree.nodes.iter().map(step).collect(),
            leaves: tree.leaves.clone(),
        }
    }

    /// Sorts positions that are at a node until a leaf, or a fact of the kind `stop` or a
    /// later one. `holds` gives where a fact of a kind holds. Calls `found` for each node at
    /// which some positions end.
    #[inline]
    fn sort(
        &self,
        (mut at, mut set): (u16, u64),
        stop: u8,
        mut holds: impl FnMut(u16, u8) -> u64,
        mut found: impl FnMut(u16, Step, u64),
    ) {
        let mut waiting = ArrayVec::<(u16, u64), { MAX_DEPTH + 1 }>::new();
        loop {
            let step = self.steps[usize::from(at)];
            if step.kind >= stop {
                found(at, step, set);
                let Some(next) = waiting.pop() else {
                    return;
                };
                (at, set) = next;
                continue;
            }
            let yes = set & holds(step.fact, step.kind);
            if yes != 0 && yes != set {
                waiting.push((step.to, set & !yes));
                set = yes;
            }
            at = if yes == 0 { step.to } else { at + 1 };
        }
    }
}

/// Positions at one end of a tree.
pub(super) enum End<'a> {
    /// All have this symbol.
    Certain(usize),
    /// They are at a leaf.
    Leaf(&'a Leaf),
}

/// Sorts the positions of a word: once by what is known of all of them, then pass by pass by
/// the rest.
#[derive(Debug)]
pub(super) struct Sorter<'a> {
    sieve: &'a Sieve,
    /// The first kind of facts that are not known before the passes.
    late: u8,
    /// The nodes at which some positions of the word are, and which: at most 64, because no two
    /// have a position in common.
    begun: ArrayVec<(u16, u64), 64>,
}

impl<'a> Sorter<'a> {
    pub(super) fn new(sieve: &'a Sieve, late: u8) -> Self {
        Self {
            sieve,
            late,
            begun: ArrayVec::new(),
        }
    }

    /// How many leaves there are.
    pub(super) fn leaves(&self) -> usize {
        self.sieve.leaves.len()
    }

    /// Begins a word: sorts its positions by what is known before the first pass.
    #[inline]
    pub(super) fn begin(&mut self, positions: u64, holds: impl FnMut(u16, u8) -> u64) {
        let begun = &mut self.begun;
        begun.clear();
        let found = |node, _, set| begun.push((node, set));
        (self.sieve).sort((0, positions), self.late, holds, found);
    }

    /// Like [`begin`](Self::begin), but leaves positions whose symbol is certain to the
    /// caller: returns those of each symbol.
    #[inline]
    pub(super) fn begin_apart(
        &mut self,
        positions: u64,
        holds: impl FnMut(u16, u8) -> u64,
    ) -> [u64; 3] {
        let begun = &mut self.begun;
        let mut certain = [0; 3];
        begun.clear();
        let found = |node, step: Step, set| match certain.get_mut(usize::from(step.symbol)) {
            Some(certain) => *certain |= set,
            None => begun.push((node, set)),
        };
        (self.sieve).sort((0, positions), self.late, holds, found);
        certain
    }

    /// Whether no positions are left to sort.
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        self.begun.is_empty()
    }

    /// Calls `found` for each leaf that some of these positions belong to, with the
    /// number of the leaf, what it is, and its positions.
    #[inline]
    pub(super) fn finish(
        &self,
        positions: u64,
        mut holds: impl FnMut(u16, u8) -> u64,
        mut found: impl FnMut(usize, End, u64),
    ) {
        for &(node, set) in &self.begun {
            let set = set & positions;
            if set != 0 {
                let found = |_, step: Step, set| {
                    let leaf = usize::from(step.to);
                    let end = match step.symbol {
                        UNCERTAIN => End::Leaf(&self.sieve.leaves[leaf]),
                        symbol => End::Certain(symbol.into()),
                    };
                    found(leaf, end, set);
                };
                (self.sieve).sort((node, set), NO_KIND, &mut holds, found);
            }
        }
    }
}

/// How often each symbol was seen: frequencies that adapt.
#[derive(Debug)]
pub(super) struct Adaptive {
    counts: Vec<u32>,
    total: u32,
}

impl Adaptive {
    pub(super) fn new(symbols: usize) -> Self {
        Self {
            counts: vec![1; symbols],
            total: symbols as u32,
        }
    }

    /// Where the share of a symbol lies, given the sum of all counts before it.
    fn share(&self, symbol: usize, before: u32) -> Range<u32> {
        let place = |sum: u32| ((u64::from(sum) << SCALE_BITS) / u64::from(self.total)) as u32;
        let end = before + self.counts[symbol];
        place(before)..place(end)
    }

    fn count(&mut self, symbol: usize) {
        self.counts[symbol] += 4;
        self.total += 4;
        if self.total > 1 << 13 {
            for count in &mut self.counts {
                *count = count.div_ceil(2);
            }
            self.total = self.counts.iter().sum();
        }
    }

    pub(super) fn encode(&mut self, encoder: &mut Encoder, symbol: usize) {
        let before = self.counts[..symbol].iter().sum();
        let share = self.share(symbol, before);
        encoder.encode(share.start, share.end - share.start);
        self.count(symbol);
    }

    pub(super) fn decode(&mut self, decoder: &mut Decoder) -> usize {
        // A share begins at or before this place if fewer counts than these come before it.
        let counts = (decoder.place() + 1) * u64::from(self.total);
        let (mut symbol, mut before) = (0, 0);
        for &count in &self.counts[..self.counts.len() - 1] {
            if u64::from(before + count) << SCALE_BITS >= counts {
                break;
            }
            symbol += 1;
            before += count;
        }
        decoder.take_share(self.share(symbol, before));
        self.count(symbol);
        symbol
    }
}

struct Models {
    node: Adaptive,
    order: Adaptive,
    rest: Adaptive,
    third: Adaptive,
}

impl Models {
    fn new(facts: usize) -> Self {
        Self {
            node: Adaptive::new(facts),
            order: Adaptive::new(ORDERS.len()),
            rest: Adaptive::new(REST_LEVELS),
            third: Adaptive::new(THIRD_LEVELS),
        }
    }
}

impl Models {
    fn leaf(&mut self, decoder: &mut Decoder) -> Leaf {
        let order = self.order.decode(decoder);
        let rest = self.rest.decode(decoder);
        let third = if rest > 0 {
            self.third.decode(decoder)
        } else {
            0
        };
        Leaf::new(order, rest, third)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn leaves_are_near_what_was_counted(counts in [1_u64..100_000, 1..100_000, 1..100_000]) {
            let leaf = Leaf::of(counts);
            let whole: u64 = counts.iter().sum();
            let rest = 1.0 - leaf.runs()[1] as f64 / (1_u64 << RUN_BITS) as f64;
            let second = f64::from(leaf.third_start) / f64::from(1 << SCALE_BITS);
            let shares = [1.0 - rest, rest * second, rest * (1.0 - second)];
            for (symbol, share) in leaf.symbols.into_iter().zip(shares) {
                let counted = counts[usize::from(symbol)] as f64 / whole as f64;
                // Shares are never too small to be written.
                prop_assert!(share > counted / 3.0 && share < counted * 3.0 + 0.005);
            }
        }

        #[test]
        fn what_never_occurs_takes_no_share(count in 1_u64..1000, symbol in 0_usize..3) {
            let mut counts = [0; 3];
            counts[symbol] = count;
            let leaf = Leaf::of(counts);
            prop_assert_eq!((leaf.used, usize::from(leaf.symbols[0])), (1, symbol));
        }

        #[test]
        fn any_bytes_are_a_tree_or_none(bytes in prop::collection::vec(any::<u8>(), 0..500)) {
            if let Ok(tree) = Tree::read(20, &mut Decoder::new(&bytes)) {
                let mut encoder = Encoder::new();
                tree.write(20, &mut encoder);
                let bytes = encoder.finish();
                let again = Tree::read(20, &mut Decoder::new(&bytes));
                prop_assert_eq!(again.as_ref(), Ok(&tree));
                let fact = |fact: usize| 0x1234_5678_9abc_def0_u64.rotate_left(fact as u32);
                let holds = |at: u16, _: u8| fact(at.into());
                let leaves = |known: usize| {
                    let sieve = Sieve::new(&tree, |at| u8::from(at >= known));
                    let mut sorter = Sorter::new(&sieve, 1);
                    sorter.begin(!0, holds);
                    let (mut left, mut found) = (!0, Vec::new());
                    sorter.finish(!0, holds, |leaf, end, set| {
                        assert_eq!(set & left, set);
                        left &= !set;
                        let Leaf { used, symbols, .. } = tree.leaves[leaf];
                        match end {
                            End::Certain(symbol) => assert_eq!((used, symbols[0].into()), (1, symbol)),
                            End::Leaf(at) => assert_eq!(at, &tree.leaves[leaf]),
                        }
                        found.push((leaf, set));
                    });
                    assert_eq!(left, 0);
                    // Symbols that are certain can be set apart.
                    let certain = sorter.begin_apart(!0, holds);
                    let mut apart = certain.iter().fold(0, |all, set| all | set);
                    sorter.finish(!0, holds, |_, _, set| {
                        assert_eq!(apart & set, 0);
                        apart |= set;
                    });
                    assert_eq!(apart, !0);
                    found
                };
                // What is known early changes nothing.
                prop_assert_eq!(leaves(0), leaves(20));
                prop_assert_eq!(leaves(10), leaves(20));
            }
        }
    }

    /// However unlikely a run is, it can be written.
    #[test]
    fn every_run_has_a_share() {
        for level in 1..REST_LEVELS {
            let runs = Leaf::new(0, level, 0).runs();
            assert_eq!(runs[0], 1 << RUN_BITS);
            assert!(runs.is_sorted_by(|longer, shorter| longer > shorter) && runs[64] > 0);
        }
    }

    /// Bytes at the very end of the coder's interval, past the share of the last
    /// symbol, which is rounded down.
    #[test]
    fn no_bytes_are_a_symbol_that_is_not_there() {
        let mut decoder = Decoder::new(&[0xff; 100]);
        let mut adaptive = Adaptive::new(20);
        for _ in 0..100 {
            assert_eq!(adaptive.decode(&mut decoder), 19);
        }
    }
}
