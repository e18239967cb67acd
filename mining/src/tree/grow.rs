//! Growing a tree.

use std::cmp::Reverse;

use super::node_examples::{Counts, Held, NodeExamples};
use crate::information::{Bits, left};

/// The options for growing a tree. The default makes no trials.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct TreeOptions {
    /// For how many of the best tests a whole tree is grown, to take the test
    /// with the smallest tree. 0 and 1 mean none.
    pub trials: usize,
    /// Trees are tried where there are at most this many words of conditions to
    /// evaluate (64 positions of one kind and one condition are a word).
    pub trial_words: usize,
    /// With fewer draws than this among the examples, no further test is added
    /// to claim them.
    pub least_draws: usize,
}

/// A growing tree.
#[derive(Debug)]
pub enum Branch {
    Leaf(Counts),
    Test(Box<Test>),
}

/// A test with its branches.
#[derive(Debug)]
pub struct Test {
    pub condition: usize,
    /// The draws that are claimed from here on.
    pub draws: usize,
    /// How many tests there are from here on.
    pub tests: usize,
    pub branches: [Branch; 2],
}

impl Branch {
    pub fn tests(&self) -> usize {
        match self {
            Self::Leaf(_) => 0,
            Self::Test(test) => test.tests,
        }
    }

    pub fn draws(&self) -> usize {
        match self {
            Self::Leaf(counts) if counts.decisive == 0 => counts.draws,
            Self::Leaf(_) => 0,
            Self::Test(test) => test.draws,
        }
    }
}

/// The maximum depth. Deeper trees could overflow the stack, and trees of chess
/// conditions are not nearly as deep; leaves that are still mixed at this depth
/// are not claimed.
const MAX_DEPTH: usize = 200;

/// The number of words from which on the two branches of a test grow in
/// parallel.
const WORDS_TO_SHARE: usize = 1 << 12;

/// Grows trees.
pub struct Grower<'a> {
    pub options: TreeOptions,
    pub costs: &'a [u64],
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Grower<'_> {
    /// What grows at a depth of `depth` tests.
    pub fn grow_below(&self, examples: NodeExamples, depth: usize) -> Branch {
        let counts = examples.counts;
        if depth == MAX_DEPTH || self.is_leaf(counts) {
            return Branch::Leaf(counts);
        }
        let ranked = self.ranked(&examples);
        let Some(&best) = ranked.first() else {
            return Branch::Leaf(counts);
        };
        let tried = (self.options.trials > 1 && examples.words() <= self.options.trial_words)
            .then(|| self.best_of_trials(&examples, &ranked, depth));
        let best = tried.flatten().unwrap_or(best);
        let words = examples.words();
        let Some(parts) = examples.split(best) else {
            return Branch::Leaf(counts);
        };
        let grow = |examples| self.grow_below(examples, depth + 1);
        branch(best, counts, both(parts, words, grow))
    }

    fn is_leaf(&self, counts: Counts) -> bool {
        counts.is_pure() || counts.draws < self.options.least_draws || (self.stop)()
    }

    /// The most promising tests, the best first.
    fn ranked(&self, examples: &NodeExamples) -> Vec<usize> {
        let held = examples.held();
        let all = examples.counts.kinds();
        let left = |held: &Held| left(all, held.counts.kinds());
        let mut tests: Vec<(Bits, usize)> = (held.iter())
            .map(|held| (left(held), held.condition))
            .collect();
        self.keep_best(&mut tests, self.options.trials.max(1));
        tests.into_iter().map(|(_, condition)| condition).collect()
    }

    /// Sorts tests by the bits that they leave, then by their cost.
    fn keep_best(&self, tests: &mut Vec<(Bits, usize)>, wanted: usize) {
        let order = |a: &(Bits, usize), b: &(Bits, usize)| {
            let key = |test: &(Bits, usize)| (self.costs[test.1], test.1);
            a.0.cmp(&b.0).then_with(|| key(a).cmp(&key(b)))
        };
        if wanted < tests.len() {
            tests.select_nth_unstable_by(wanted, order);
            tests.truncate(wanted);
        }
        tests.sort_unstable_by(order);
    }

    /// The test after which the best tree grows.
    fn best_of_trials(
        &self,
        examples: &NodeExamples,
        ranked: &[usize],
        depth: usize,
    ) -> Option<usize> {
        let plain = Grower {
            options: TreeOptions {
                trials: 0,
                ..self.options
            },
            ..*self
        };
        let trials = ranked.iter().take(self.options.trials).map(|&condition| {
            let words = examples.words();
            let parts = examples.split_copy(condition)?;
            let grow = |examples| plain.grow_below(examples, depth + 1);
            let [yes, no] = both(parts, words, grow);
            let (draws, tests) = (yes.draws() + no.draws(), yes.tests() + no.tests());
            let worth = draws as i64 - (tests * self.options.least_draws) as i64;
            Some(((Reverse(worth), tests), condition))
        });
        let best = trials.flatten().min_by_key(|&(rank, _)| rank);
        best.map(|(_, condition)| condition)
    }
}

/// A test with its branches, or silence if nothing is claimed.
fn branch(condition: usize, counts: Counts, branches: [Branch; 2]) -> Branch {
    let tests = 1 + branches.iter().map(Branch::tests).sum::<usize>();
    let draws = branches.iter().map(Branch::draws).sum();
    if draws == 0 {
        return Branch::Leaf(counts);
    }
    Branch::Test(Box::new(Test {
        condition,
        draws,
        tests,
        branches,
    }))
}

/// Does the same with two parts, in parallel if they are large.
fn both(
    [yes, no]: [NodeExamples; 2],
    words: usize,
    grow: impl Fn(NodeExamples) -> Branch + Sync + Send,
) -> [Branch; 2] {
    if words < WORDS_TO_SHARE {
        return [grow(yes), grow(no)];
    }
    let (yes, no) = rayon::join(|| grow(yes), || grow(no));
    [yes, no]
}
