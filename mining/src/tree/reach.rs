//! Which nodes of a tree positions reach, for 64 positions at a time.

use rayon::prelude::*;

use super::{Node, Tree};
use crate::{Matrix, bits};

/// Words that one thread takes at once.
const WORDS: usize = 1 << 10;

/// Some positions on their way through a tree.
struct Walk<'a> {
    tree: &'a Tree,
    positions: &'a Matrix,
    /// Nodes still to visit, and the positions that reach them.
    reached: Vec<(usize, u64)>,
}

impl Walk<'_> {
    /// Reports each node that positions of one word reach, and which do.
    fn word(&mut self, word: usize, here: u64, mut tell: impl FnMut(usize, u64)) {
        if here != 0 {
            self.reached.push((0, here));
        }
        while let Some((at, here)) = self.reached.pop() {
            tell(at, here);
            if let Node::Test { condition, yes, no } = self.tree.nodes[at] {
                let holds = self.positions.row(condition)[word];
                for (next, there) in [(no, here & !holds), (yes, here & holds)] {
                    if there != 0 {
                        self.reached.push((next, there));
                    }
                }
            }
        }
    }
}

impl Tree {
    fn walk<'a>(&'a self, positions: &'a Matrix) -> Walk<'a> {
        Walk {
            tree: self,
            positions,
            reached: Vec::new(),
        }
    }

    /// How many positions reach each node.
    pub(super) fn reached_by(&self, positions: &Matrix) -> Vec<u32> {
        let all = positions.all();
        let none = || vec![0; self.nodes.len()];
        let chunks = all.par_chunks(WORDS).enumerate();
        let counts = chunks.fold(none, |mut counts: Vec<u32>, (chunk, words)| {
            let mut walk = self.walk(positions);
            for (word, &here) in (chunk * WORDS..).zip(words) {
                walk.word(word, here, |at, here| counts[at] += here.count_ones());
            }
            counts
        });
        counts.reduce(none, |mut sum, counts| {
            for (sum, count) in sum.iter_mut().zip(counts) {
                *sum += count;
            }
            sum
        })
    }

    /// The positions that reach some of the leaves, as a row of bits.
    pub(super) fn at_leaves(
        &self,
        positions: &Matrix,
        is_wanted: impl Fn(usize) -> bool + Sync,
    ) -> Vec<u64> {
        let mut row = positions.all();
        let chunks = row.par_chunks_mut(WORDS).enumerate();
        chunks.for_each(|(chunk, words)| {
            let mut walk = self.walk(positions);
            for (word, here) in (chunk * WORDS..).zip(words) {
                let mut wanted = 0;
                walk.word(word, *here, |at, here| {
                    let is_leaf = matches!(self.nodes[at], Node::Leaf { .. });
                    if is_leaf && is_wanted(at) {
                        wanted |= here;
                    }
                });
                *here = wanted;
            }
        });
        debug_assert_eq!(row.len(), bits::words(positions.positions()));
        row
    }
}
