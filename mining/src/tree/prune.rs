//! Optimal pruning of a tree.

use super::{Laid, Node, SILENCE, Tree};

/// For each node of a tree and each relevant number of tests: the maximum draws
/// that can be claimed there with at most that many.
struct Claims(Vec<Vec<u32>>);

impl Tree {
    /// For increasing numbers of tests, up to a bound, how many draws the best pruning
    /// with at most that many tests claims; only numbers that claim more than all smaller
    /// ones.
    ///
    /// A pruning replaces parts of the tree by silence. The best one is found
    /// exactly by dynamic programming over nodes and numbers of tests, in time
    /// quadratic in the tree's tests.
    pub fn frontier(&self, most_tests: usize) -> Vec<(usize, u64)> {
        let claims = Claims::new(self, most_tests);
        let mut frontier: Vec<(usize, u64)> = Vec::new();
        let mut most = None;
        for (tests, &draws) in claims.0[0].iter().enumerate() {
            if most.is_none_or(|most| draws > most) {
                most = Some(draws);
                frontier.push((tests, self.scaled(draws.into())));
            }
        }
        frontier
    }

    /// The pruning with at most this many tests that claims most draws, with
    /// the fewest tests among equals; see [`frontier`](Self::frontier).
    #[must_use]
    pub fn pruned(&self, tests: usize) -> Self {
        let claims = Claims::new(self, tests);
        let most = claims.most(0, tests);
        let fewest = claims.0[0].partition_point(|&draws| draws < most);
        self.laid_out((0, fewest), &|(at, tests)| match self.nodes[at] {
            leaf @ Node::Leaf { .. } => Laid::Leaf(leaf),
            Node::Test { .. } if tests == 0 => Laid::Leaf(SILENCE),
            Node::Test { condition, yes, no } => {
                let left = claims.left_share([yes, no], tests - 1);
                Laid::Test {
                    condition,
                    branches: [(yes, left), (no, tests - 1 - left)],
                }
            }
        })
    }

    /// The pruning that maximises the claimed draws of the examples minus a
    /// price for each test. No pruning with as many tests claims more.
    #[must_use]
    pub fn pruned_at_price(&self, draws_a_test: f64) -> Self {
        // The gain from each node on, computed after those below it.
        let mut gains = vec![0.0; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            gains[at] = match *node {
                Node::Leaf { draws } => f64::from(draws),
                Node::Test { yes, no, .. } => f64::max(0.0, gains[yes] + gains[no] - draws_a_test),
            };
        }
        self.laid_out(0, &|at| match self.nodes[at] {
            leaf @ Node::Leaf { .. } => Laid::Leaf(leaf),
            Node::Test { .. } if gains[at] <= 0.0 => Laid::Leaf(SILENCE),
            Node::Test { condition, yes, no } => Laid::Test {
                condition,
                branches: [yes, no],
            },
        })
    }
}

impl Claims {
    fn new(tree: &Tree, most_tests: usize) -> Self {
        let mut claims = Self(vec![Vec::new(); tree.nodes.len()]);
        for (at, node) in tree.nodes.iter().enumerate().rev() {
            claims.0[at] = match *node {
                Node::Leaf { draws } => vec![draws],
                Node::Test { yes, no, .. } => joined(&claims.0[yes], &claims.0[no], most_tests),
            };
        }
        claims
    }

    /// The maximum draws of a node, also for more tests than it has.
    fn most(&self, at: usize, tests: usize) -> u32 {
        let claims = &self.0[at];
        claims[tests.min(claims.len() - 1)]
    }

    /// How many of some tests the first of two nodes gets.
    fn left_share(&self, [yes, no]: [usize; 2], tests: usize) -> usize {
        let claimed = |left: &usize| self.most(yes, *left) + self.most(no, tests - left);
        let shares = 0..=tests.min(self.0[yes].len() - 1);
        // Take the first of equal ones, so that the tree is reproducible.
        let best = shares.rev().max_by_key(claimed);
        best.unwrap_or(0)
    }
}

/// The maximum draws of a test with the claims of two nodes, for each number of
/// tests up to a bound.
fn joined(yes: &[u32], no: &[u32], most_tests: usize) -> Vec<u32> {
    let tests = (yes.len() + no.len() - 1).min(most_tests);
    let mut most = vec![0; tests + 1];
    for (left, &first) in yes.iter().enumerate().take(tests) {
        for (most, &second) in most[1 + left..].iter_mut().zip(no) {
            *most = (*most).max(first + second);
        }
    }
    most
}
