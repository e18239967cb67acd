//! Decision trees that claim draws.
//!
//! A tree is grown until no win or loss is left where it claims a draw; it is
//! then pruned to the desired size, and written as a condition in the rule
//! language.

mod grow;
mod node_examples;
mod prune;
mod reach;
mod regrow;
mod write;

use crate::{Examples, Matrix};

pub use grow::TreeOptions;
pub use write::TreeRule;

/// A binary decision tree over the conditions of [`Examples`].
///
/// Each leaf claims a draw or nothing. It claims a draw only if no decisive
/// position reaches it.
///
/// ```text
///              in_check ?
///           yes          no
///        (silent)   distance(us.king, them.king) <= 2 ?
///                     yes          no
///                  (silent)      (draw)
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    /// From the root on, each before its successors.
    nodes: Vec<Node>,
    draws_each: f64,
    all_draws: u64,
}

/// A node of a tree.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Node {
    /// How many of the examples' draws it claims; 0 for silence.
    Leaf { draws: u32 },
    /// Tests a condition, and continues at one node or another.
    Test {
        condition: usize,
        yes: usize,
        no: usize,
    },
}

impl Tree {
    /// Grows a tree until the draws of the examples are claimed wherever the
    /// conditions can separate them from wins and losses. If `stop` returns
    /// true, all leaves that are still mixed keep silent.
    ///
    /// The same examples and options give the same tree, whatever the number
    /// of threads, unless it is stopped.
    pub fn grow(
        examples: &Examples,
        options: TreeOptions,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Self {
        Self::silence(examples).grown_on(examples, options, stop)
    }

    /// A tree that claims nothing.
    pub fn silence(examples: &Examples) -> Self {
        Self::silence_of(examples.draws_each, examples.all_draws)
    }

    fn silence_of(draws_each: f64, all_draws: u64) -> Self {
        Self {
            nodes: vec![SILENCE],
            draws_each,
            all_draws,
        }
    }

    /// Another tree for the same examples.
    fn laid_out<S>(&self, root: S, next: &impl Fn(S) -> Laid<S>) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            ..*self
        };
        lay_out(root, next, &mut tree.nodes);
        tree
    }

    /// Which of the trees for the sides to move get a rule: those that claim
    /// something. If none does, all get one, since a file needs rules.
    pub fn have_rules(trees: &[Self]) -> Vec<bool> {
        let are_silent = trees.iter().all(|tree| tree.claims() == 0);
        let has_rule = |tree: &Self| are_silent || tree.claims() > 0;
        trees.iter().map(has_rule).collect()
    }

    /// How many tests it has.
    pub fn tests(&self) -> usize {
        self.nodes.len() / 2
    }

    /// How many draws it claims, of [all](Examples::all_draws).
    pub fn draws(&self) -> u64 {
        self.scaled(self.claims())
    }

    /// How many of the examples' draws it claims.
    fn claims(&self) -> u64 {
        let draws = self.nodes.iter().map(|node| match node {
            Node::Leaf { draws } => u64::from(*draws),
            Node::Test { .. } => 0,
        });
        draws.sum()
    }

    /// About how many draws some of the examples' draws represent.
    fn scaled(&self, draws: u64) -> u64 {
        ((draws as f64 * self.draws_each).round() as u64).min(self.all_draws)
    }

    /// The conditions that it tests, without repetition, in ascending order.
    pub fn conditions(&self) -> Vec<usize> {
        let mut conditions: Vec<usize> = (self.nodes.iter())
            .filter_map(|node| match node {
                Node::Test { condition, .. } => Some(*condition),
                Node::Leaf { .. } => None,
            })
            .collect();
        conditions.sort_unstable();
        conditions.dedup();
        conditions
    }

    /// How many values are evaluated for a draw on average until a leaf is
    /// reached.
    pub fn values_a_call(&self, examples: &Examples) -> f64 {
        let reached = self.reached_by(&examples.draws);
        let values = self
            .nodes
            .iter()
            .zip(reached)
            .map(|(node, count)| match node {
                Node::Test { condition, .. } => {
                    f64::from(count) * examples.costs[*condition] as f64
                }
                Node::Leaf { .. } => 0.0,
            });
        values.sum::<f64>() / (examples.draws.positions() as f64).max(1.0)
    }

    /// The positions that it claims, as a row of bits.
    pub fn claimed(&self, positions: &Matrix) -> Vec<u64> {
        self.at_leaves(positions, |leaf| self.nodes[leaf] != SILENCE)
    }
}

/// A leaf that claims nothing.
const SILENCE: Node = Node::Leaf { draws: 0 };

/// Something that a tree is made of, as it is laid out.
enum Laid<S> {
    Leaf(Node),
    Test { condition: usize, branches: [S; 2] },
}

/// Appends nodes, each before its successors: `next` says what each source
/// becomes.
fn lay_out<S>(source: S, next: &impl Fn(S) -> Laid<S>, nodes: &mut Vec<Node>) {
    let at = nodes.len();
    match next(source) {
        Laid::Leaf(leaf) => nodes.push(leaf),
        Laid::Test {
            condition,
            branches: [yes, no],
        } => {
            nodes.push(SILENCE);
            lay_out(yes, next, nodes);
            let second = nodes.len();
            lay_out(no, next, nodes);
            nodes[at] = Node::Test {
                condition,
                yes: at + 1,
                no: second,
            };
        }
    }
}

#[cfg(test)]
mod tests;
