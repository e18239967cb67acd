//! Growing decision trees.

use super::{
    log::{FRACTION, information},
    tree::{Leaf, MAX_DEPTH, MAX_NODES, Tree},
};

/// The approximate size of a split in the model, in bits.
const SPLIT_BITS: u64 = 15;
/// The bits that a split must save in the sample. A smaller gain may be chance,
/// since the best of many facts is chosen.
const CHANCE_BITS: u64 = 12;

/// Positions to learn from: 64 at a time, with the facts about them.
#[derive(Debug)]
pub(super) struct Sample {
    /// The sample takes one set in this many.
    every: u64,
    offered: u64,
    facts: usize,
    rows: Vec<u64>,
    sets: Vec<Set>,
}

/// Positions of one row of facts.
#[derive(Copy, Clone, Debug)]
struct Set {
    row: u32,
    positions: u64,
    /// Symbol 1 and symbol 2; the others have symbol 0.
    symbols: [u64; 2],
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
            rows: Vec::new(),
            sets: Vec::new(),
        }
    }

    /// Samples of blocks as one, in order.
    pub(super) fn joined(parts: Vec<Self>) -> Self {
        let mut joined = Self::new(parts.first().map_or(1, |part| part.every), 0);
        for part in parts {
            let before = joined.sets.len() as u32;
            joined.facts = joined.facts.max(part.facts);
            joined.rows.extend(part.rows);
            let moved = |set: Set| Set {
                row: set.row + before,
                ..set
            };
            joined.sets.extend(part.sets.into_iter().map(moved));
        }
        joined
    }

    /// Offers positions.
    pub(super) fn add(&mut self, facts: &[u64], positions: u64, symbols: [u64; 2]) {
        self.offered += 1;
        // Scatter the choices, so that no part of a block is preferred.
        let scattered = self.offered.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        if !scattered.is_multiple_of(self.every) {
            return;
        }
        self.facts = facts.len();
        self.sets.push(Set {
            row: (self.rows.len() / self.facts) as u32,
            positions,
            symbols,
        });
        self.rows.extend_from_slice(facts);
    }

    /// Grows a tree.
    pub(super) fn grow(&self) -> Tree {
        let mut grower = Grower {
            facts: self.facts,
            rows: &self.rows,
            split_bits: CHANCE_BITS.max(SPLIT_BITS.div_ceil(self.every)) << FRACTION,
        };
        loop {
            let (branch, _, nodes) = grower.grow(self.sets.clone(), 0);
            if nodes <= MAX_NODES {
                let mut tree = Tree::default();
                flatten(&branch, &mut tree);
                return tree;
            }
            grower.split_bits *= 2;
        }
    }
}

struct Grower<'a> {
    facts: usize,
    rows: &'a [u64],
    /// The bits that a split must save.
    split_bits: u64,
}

fn count(sets: &[Set]) -> [u64; 3] {
    let mut counts = [0; 3];
    for set in sets {
        counts[0] += u64::from(set.positions.count_ones());
        counts[1] += u64::from((set.positions & set.symbols[0]).count_ones());
        counts[2] += u64::from((set.positions & set.symbols[1]).count_ones());
    }
    counts[0] -= counts[1] + counts[2];
    counts
}

impl Grower<'_> {
    fn row(&self, set: &Set) -> &[u64] {
        &self.rows[set.row as usize * self.facts..][..self.facts]
    }

    /// The branch for some positions, the bits it takes to code them, and
    /// its size in nodes.
    fn grow(&self, sets: Vec<Set>, depth: usize) -> (Branch, u64, usize) {
        let counts = count(&sets);
        let whole = information(&counts);
        let leaf = (Branch::Leaf, whole, 1);
        if whole < self.split_bits || depth == MAX_DEPTH {
            return leaf;
        }
        let Some((fact, saved)) = self.best(&sets, counts) else {
            return leaf;
        };
        if saved < self.split_bits / 2 {
            return leaf;
        }
        let (yes, no) = self.split(&sets, fact);
        drop(sets);
        let ((yes, yes_bits, yes_nodes), (no, no_bits, no_nodes)) =
            rayon::join(|| self.grow(yes, depth + 1), || self.grow(no, depth + 1));
        let bits = yes_bits + no_bits + self.split_bits;
        let nodes = 1 + yes_nodes + no_nodes;
        if bits >= whole {
            return leaf;
        }
        let branches = Box::new([yes, no]);
        let fact = fact as u16;
        (Branch::Split { fact, branches }, bits, nodes)
    }

    /// The fact that saves most.
    fn best(&self, sets: &[Set], all: [u64; 3]) -> Option<(usize, u64)> {
        let mut counts = vec![[0_u32; 3]; self.facts];
        for set in sets {
            let first = set.positions & set.symbols[0];
            let second = set.positions & set.symbols[1];
            for (count, fact) in counts.iter_mut().zip(self.row(set)) {
                count[0] += (set.positions & fact).count_ones();
                count[1] += (first & fact).count_ones();
                count[2] += (second & fact).count_ones();
            }
        }
        let whole = information(&all);
        let saved = |[yes, first, second]: [u32; 3]| {
            let yes = [yes - first - second, first, second].map(u64::from);
            let no: [u64; 3] = std::array::from_fn(|at| all[at] - yes[at]);
            whole.saturating_sub(information(&yes) + information(&no))
        };
        let savings = counts.into_iter().map(saved).enumerate();
        savings.rev().max_by_key(|&(_, saved)| saved)
    }

    fn split(&self, sets: &[Set], fact: usize) -> (Vec<Set>, Vec<Set>) {
        let half = |side: u64| {
            let part = |set: &Set| {
                let positions = set.positions & (self.row(set)[fact] ^ side);
                (positions != 0).then_some(Set { positions, ..*set })
            };
            sets.iter().filter_map(part).collect()
        };
        (half(0), half(!0))
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
