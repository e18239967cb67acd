//! Growing decision trees.

use multiversion::multiversion;

use super::{
    log::{FRACTION, information},
    pack::{Packed, Set},
    tree::{Leaf, MAX_DEPTH, MAX_NODES, Tree},
};

/// The approximate size of a split in the model, in bits.
const SPLIT_BITS: u64 = 15;
/// The bits that a split must save in the sample. A smaller gain may be chance,
/// since the best of many facts is chosen.
const CHANCE_BITS: u64 = 12;

/// Positions of a block to learn from, with the facts about them.
#[derive(Debug)]
pub(super) struct Sample {
    /// The sample takes one set in this many.
    every: u64,
    offered: u64,
    facts: usize,
    taken: Packed,
}

/// A growing tree: before pruning, splits have both branches.
enum Branch {
    Leaf,
    Split { fact: u16, branches: Box<[Self; 2]> },
}

impl Sample {
    /// A sample that takes one of `every` sets of positions of a block.
    pub(super) fn new(every: u64, block: u64) -> Self {
        Self {
            every,
            offered: block << 20,
            facts: 0,
            taken: Packed::default(),
        }
    }

    /// Whether the sample takes the set of positions with this number.
    fn takes(&self, offered: u64) -> bool {
        // Scatter the choices, so that no part of a block is preferred.
        let scattered = offered.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        scattered.is_multiple_of(self.every)
    }

    /// Whether it takes none of the sets that are offered next; then they need not be.
    pub(super) fn skip(&mut self, sets: usize) -> bool {
        let last = self.offered + sets as u64;
        let is_skipped = !(self.offered + 1..=last).any(|offered| self.takes(offered));
        if is_skipped {
            self.offered = last;
        }
        is_skipped
    }

    /// Offers positions.
    pub(super) fn add(&mut self, facts: &[u64], positions: u64, symbols: [u64; 2]) {
        self.offered += 1;
        if !self.takes(self.offered) {
            return;
        }
        self.facts = facts.len();
        self.taken.add(facts, positions, symbols);
    }
}

/// Grows a tree from samples of blocks.
pub(super) fn grow(samples: Vec<Sample>) -> Tree {
    let every = samples.first().map_or(1, |sample| sample.every);
    let facts = samples.iter().map(|sample| sample.facts).max().unwrap_or(0);
    let taken = samples.into_iter().zip(0..);
    let taken = taken.map(|(sample, block)| sample.taken.into_sets(block, facts));
    let (sets, rows): (Vec<Vec<Set>>, Vec<Vec<u64>>) = taken.unzip();
    let sets = sets.concat();
    let mut grower = Grower {
        facts,
        rows: &rows,
        split_bits: CHANCE_BITS.max(SPLIT_BITS.div_ceil(every)) << FRACTION,
    };
    loop {
        let (branch, _, nodes) = grower.grow(grower.part(sets.clone()), 0);
        if nodes <= MAX_NODES {
            let mut tree = Tree::default();
            flatten(&branch, &mut tree);
            return tree;
        }
        grower.split_bits *= 2;
    }
}

#[derive(Copy, Clone)]
struct Grower<'a> {
    facts: usize,
    rows: &'a [Vec<u64>],
    /// The bits that a split must save.
    split_bits: u64,
}

/// Some positions of a sample.
struct Part {
    sets: Vec<Set>,
    /// How many have each symbol.
    symbols: [u64; 3],
    counts: Counts,
}

impl Part {
    /// Positions of which the facts are not counted yet.
    fn of(sets: Vec<Set>) -> Self {
        let mut symbols = [0; 3];
        for set in &sets {
            symbols[0] += set.count();
            symbols[1] += u64::from((set.positions & set.symbols[0]).count_ones());
            symbols[2] += u64::from((set.positions & set.symbols[1]).count_ones());
        }
        symbols[0] -= symbols[1] + symbols[2];
        Self {
            sets,
            symbols,
            counts: Counts::none(0),
        }
    }

    /// Whether its sets hold so few positions that fewer sets would be counted faster.
    fn is_sparse(&self) -> bool {
        2 * self.symbols.iter().sum::<u64>() <= 64 * self.sets.len() as u64
    }

    /// The fact that saves most.
    fn best(&self) -> Option<(usize, u64)> {
        let all = self.symbols;
        let whole = information(&all);
        let saved = |[yes, first, second]: [u64; 3]| {
            let yes = [yes - first - second, first, second];
            let no: [u64; 3] = std::array::from_fn(|at| all[at] - yes[at]);
            whole.saturating_sub(information(&yes) + information(&no))
        };
        let savings = self.counts.each().map(saved).enumerate();
        savings.rev().max_by_key(|&(_, saved)| saved)
    }
}

/// For each fact, in how many positions it holds: in all, in those with symbol 1, in
/// those with symbol 2.
struct Counts([Vec<u64>; 3]);

impl Counts {
    fn none(facts: usize) -> Self {
        Self(std::array::from_fn(|_| vec![0; facts]))
    }

    fn add(&mut self, facts: &[u64], set: &Set) {
        let [first, second] = set.symbols.map(|symbol| set.positions & symbol);
        let sets = [set.positions, first, second];
        add_counts(facts, sets, self.0.each_mut().map(Vec::as_mut_slice));
    }

    fn subtract(&mut self, others: &Self) {
        for (counts, others) in self.0.iter_mut().zip(&others.0) {
            for (count, other) in counts.iter_mut().zip(others) {
                *count -= other;
            }
        }
    }

    fn each(&self) -> impl DoubleEndedIterator<Item = [u64; 3]> + ExactSizeIterator {
        let Self([all, first, second]) = self;
        let counts = all.iter().zip(first).zip(second);
        counts.map(|((&all, &first), &second)| [all, first, second])
    }
}

/// Adds in how many positions of each set each fact holds.
#[multiversion(targets(
    "x86_64+avx512f+avx512vpopcntdq",
    "x86_64+avx2+popcnt",
    "x86_64+popcnt"
))]
fn add_counts(facts: &[u64], sets: [u64; 3], counts: [&mut [u64]; 3]) {
    let [all, first, second] = counts;
    let counts = all.iter_mut().zip(first).zip(second);
    for (&fact, ((all, first), second)) in facts.iter().zip(counts) {
        *all += u64::from((fact & sets[0]).count_ones());
        *first += u64::from((fact & sets[1]).count_ones());
        *second += u64::from((fact & sets[2]).count_ones());
    }
}

impl<'a> Grower<'a> {
    fn row(&self, set: &Set) -> &'a [u64] {
        &self.rows[set.block as usize][set.row as usize * self.facts..][..self.facts]
    }

    /// The branch for some positions, the bits it takes to code them, and
    /// its size in nodes.
    fn grow(self, mut part: Part, depth: usize) -> (Branch, u64, usize) {
        let whole = information(&part.symbols);
        let leaf = (Branch::Leaf, whole, 1);
        if !self.may_split(&part, depth) {
            return leaf;
        }
        let Some((fact, saved)) = part.best() else {
            return leaf;
        };
        if saved < self.split_bits / 2 {
            return leaf;
        }
        let own;
        let mut grower = self;
        if part.is_sparse() {
            let (sets, rows) = self.packed(&part);
            part.sets = sets;
            own = [rows];
            grower.rows = &own;
        }
        let [yes, no] = grower.split(part, fact, depth);
        let ((yes, yes_bits, yes_nodes), (no, no_bits, no_nodes)) = rayon::join(
            || grower.grow(yes, depth + 1),
            || grower.grow(no, depth + 1),
        );
        let bits = yes_bits + no_bits + self.split_bits;
        let nodes = 1 + yes_nodes + no_nodes;
        if bits >= whole {
            return leaf;
        }
        let branches = Box::new([yes, no]);
        let fact = fact as u16;
        (Branch::Split { fact, branches }, bits, nodes)
    }

    /// Whether a split may be worth its bits.
    fn may_split(&self, part: &Part, depth: usize) -> bool {
        information(&part.symbols) >= self.split_bits && depth < MAX_DEPTH
    }

    /// Positions with their counts.
    fn part(&self, sets: Vec<Set>) -> Part {
        let mut part = Part::of(sets);
        part.counts = self.counts(&part.sets);
        part
    }

    /// The same positions in fewer sets, and rows for them.
    fn packed(&self, part: &Part) -> (Vec<Set>, Vec<u64>) {
        let positions = part.symbols.iter().sum::<u64>() as usize;
        let mut packed = Packed::with_capacity(positions, self.facts);
        for set in &part.sets {
            packed.add(self.row(set), set.positions, set.symbols);
        }
        packed.into_sets(0, self.facts)
    }

    fn counts(&self, sets: &[Set]) -> Counts {
        let mut counts = Counts::none(self.facts);
        for set in sets {
            counts.add(self.row(set), set);
        }
        counts
    }

    /// Those positions for which a fact is true, and the others. Only those in fewer sets
    /// are counted, and subtracted from the whole to get the others.
    fn split(&self, part: Part, fact: usize, depth: usize) -> [Part; 2] {
        let half = |side: u64| {
            let half = |set: &Set| {
                let positions = set.positions & (self.row(set)[fact] ^ side);
                (positions != 0).then_some(Set { positions, ..*set })
            };
            Part::of(part.sets.iter().filter_map(half).collect())
        };
        let mut halves = [half(0), half(!0)];
        if halves.iter().any(|half| self.may_split(half, depth + 1)) {
            let mut counts = part.counts;
            let few = usize::from(halves[1].sets.len() < halves[0].sets.len());
            halves[few].counts = self.counts(&halves[few].sets);
            counts.subtract(&halves[few].counts);
            halves[1 - few].counts = counts;
        }
        halves
    }
}

fn flatten(branch: &Branch, tree: &mut Tree) {
    match branch {
        Branch::Leaf => tree.push_leaf(Leaf::of([1, 0, 0])),
        Branch::Split { fact, branches } => {
            let at = tree.nodes.len();
            tree.push_split(*fact);
            flatten(&branches[0], tree);
            tree.nodes[at].to = tree.nodes.len() as u16;
            flatten(&branches[1], tree);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random, the same in each run.
    fn numbers() -> impl Iterator<Item = u64> {
        (1_u64..).map(|at| {
            let mixed = at.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        })
    }

    fn sample(every: u64, sets: usize, may_skip: bool) -> Sample {
        let mut sample = Sample::new(every, 3);
        let mut numbers = numbers();
        let mut next = || numbers.next().unwrap_or_default();
        for _ in 0..sets {
            let offered = [next(), next()].map(|positions| {
                let (first, second) = (next(), next());
                let facts = [0, next(), first ^ next() & next(), second & next()];
                (facts, positions, [first, second & !first])
            });
            if may_skip && sample.skip(offered.len()) {
                continue;
            }
            for (facts, positions, symbols) in offered {
                sample.add(&facts, positions, symbols);
            }
        }
        sample
    }

    #[test]
    fn what_is_skipped_would_not_be_taken() {
        for every in [1, 2, 7, 100] {
            let [all, skipped] = [false, true].map(|may_skip| sample(every, 500, may_skip));
            assert_eq!(all.taken, skipped.taken, "one of {every}");
            assert_ne!(all.taken, Packed::default());
        }
    }

    /// Only one half is counted; the other one is what is left.
    #[test]
    fn the_halves_of_a_split_have_their_own_counts() {
        let sample = sample(1, 200, false);
        let facts = sample.facts;
        let (sets, rows) = sample.taken.into_sets(0, facts);
        let grower = Grower {
            facts,
            rows: &[rows],
            split_bits: 0,
        };
        for fact in 1..facts {
            for (at, half) in grower
                .split(grower.part(sets.clone()), fact, 0)
                .into_iter()
                .enumerate()
            {
                let mut expected = vec![[0_u64; 3]; facts];
                let mut all = [0_u64; 3];
                for set in &sets {
                    let holds = grower.row(set)[fact] ^ if at == 0 { 0 } else { !0 };
                    let positions = set.positions & holds;
                    let symbols = set.symbols.map(|symbol| positions & symbol);
                    let sets = [positions, symbols[0], symbols[1]];
                    for (symbol, set) in all.iter_mut().zip(sets) {
                        *symbol += u64::from(set.count_ones());
                    }
                    for (counts, fact) in expected.iter_mut().zip(grower.row(set)) {
                        for (count, set) in counts.iter_mut().zip(sets) {
                            *count += u64::from((set & fact).count_ones());
                        }
                    }
                }
                assert!(half.counts.each().eq(expected), "fact {fact}, half {at}");
                all[0] -= all[1] + all[2];
                assert_eq!(half.symbols, all);
            }
        }
    }
}
