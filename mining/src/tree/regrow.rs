//! Growing a tree further where it is wrong.

use std::borrow::Cow;

use super::{
    Laid, Node, Tree, TreeOptions,
    grow::{Branch, Grower},
    node_examples::NodeExamples,
};
use crate::{Examples, Matrix, bits};

/// Some positions of a matrix.
struct Chosen<'a> {
    matrix: Cow<'a, Matrix>,
    which: Vec<u64>,
    count: usize,
}

impl<'a> Chosen<'a> {
    fn new(matrix: &'a Matrix, which: Vec<u64>) -> Self {
        let count = bits::count(&which) as usize;
        if count * 2 > matrix.positions() {
            let matrix = Cow::Borrowed(matrix);
            return Self {
                matrix,
                which,
                count,
            };
        }
        // If they are few, move them together.
        let matrix = matrix.pick(&which);
        Self {
            which: matrix.all(),
            matrix: Cow::Owned(matrix),
            count,
        }
    }

    fn with(&self, condition: usize, holds: bool) -> Chosen<'_> {
        let mut which = self.which.clone();
        bits::keep(&mut which, self.matrix.row(condition), holds);
        Chosen::new(&self.matrix, which)
    }
}

/// Decisive positions and draws.
type Both<'a> = [Chosen<'a>; 2];

/// A leaf of a tree, and the branch that replaces it.
type Grown = (usize, Branch);

/// What a tree is laid out from: its own nodes, and branches below them.
enum NodeOrBranch<'a> {
    Node(usize),
    Branch(&'a Branch),
}

fn laid(branch: &Branch) -> Laid<NodeOrBranch<'_>> {
    match branch {
        Branch::Leaf(counts) => Laid::Leaf(Node::Leaf {
            draws: match counts.decisive {
                0 => counts.draws as u32,
                _ => 0,
            },
        }),
        Branch::Test(test) => Laid::Test {
            condition: test.condition,
            branches: test.branches.each_ref().map(NodeOrBranch::Branch),
        },
    }
}

impl Tree {
    /// The same tree, grown further in leaves that both kinds of positions
    /// reach: where it claimed a win or loss, and where it kept silent on
    /// [enough](TreeOptions::least_draws) draws. All leaves count again the
    /// draws that reach them.
    #[must_use]
    pub fn grown_on(
        &self,
        examples: &Examples,
        options: TreeOptions,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Self {
        let grower = Grower {
            options,
            costs: &examples.costs,
            stop,
        };
        self.grown_with(&grower, [&examples.decisive, &examples.draws])
    }

    pub(super) fn grown_with(&self, grower: &Grower, matrices: [&Matrix; 2]) -> Self {
        let counts = matrices.map(|matrix| self.reached_by(matrix));
        let least = grower.options.least_draws.max(1);
        let is_open = |leaf: usize| counts[0][leaf] > 0 && counts[1][leaf] as usize >= least;
        let open = matrices.map(|matrix| Chosen::new(matrix, self.at_leaves(matrix, is_open)));
        let mut grown = self.grown_below(grower, (0, 0), open);
        grown.sort_unstable_by_key(|&(leaf, _)| leaf);
        let claims = |leaf: usize| match counts[0][leaf] {
            0 => counts[1][leaf],
            _ => 0,
        };
        let tree = self.laid_out(NodeOrBranch::Node(0), &|source| match source {
            NodeOrBranch::Branch(branch) => laid(branch),
            NodeOrBranch::Node(at) => match self.nodes[at] {
                Node::Leaf { .. } => match grown.binary_search_by_key(&at, |&(leaf, _)| leaf) {
                    Ok(found) => laid(&grown[found].1),
                    Err(_) => Laid::Leaf(Node::Leaf { draws: claims(at) }),
                },
                Node::Test { condition, yes, no } => Laid::Test {
                    condition,
                    branches: [yes, no].map(NodeOrBranch::Node),
                },
            },
        });
        // Tests that lead to silence either way are removed.
        tree.pruned_at_price(0.0)
    }

    /// The branch that grows below a node at a depth, to separate the positions
    /// that reach it.
    fn grown_below(&self, grower: &Grower, (at, depth): (usize, usize), all: Both) -> Vec<Grown> {
        if all.iter().all(|some| some.count == 0) {
            return Vec::new();
        }
        match self.nodes[at] {
            Node::Leaf { .. } => {
                let [decisive, draws] = &all;
                let examples = NodeExamples::new(
                    (&decisive.matrix, &decisive.which),
                    (&draws.matrix, &draws.which),
                );
                drop(all);
                vec![(at, grower.grow_below(examples, depth))]
            }
            Node::Test { condition, yes, no } => {
                let below = |next: usize, holds: bool| {
                    let these = all.each_ref().map(|some| some.with(condition, holds));
                    self.grown_below(grower, (next, depth + 1), these)
                };
                let (mut grown, others) = rayon::join(|| below(yes, true), || below(no, false));
                grown.extend(others);
                grown
            }
        }
    }
}
