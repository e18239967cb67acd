//! Trees for a whole class, and how good what was found is.

use std::iter::successors;

use crate::{Budget, Examples, FoundRules, Miner, Stop, Tree, TreeOptions, Unit};

impl Miner<'_> {
    /// A whole tree for each side to move.
    pub fn trees(&self, stop: Stop) -> Vec<Tree> {
        self.grown_on(&self.silent_trees(), 0.0, stop)
    }

    fn silent_trees(&self) -> Vec<Tree> {
        self.sides.iter().map(Tree::silence).collect()
    }

    /// Trees grown further wherever they claim wins or losses, or keep silent
    /// on at least this many draws of the class.
    pub(crate) fn grown_on(&self, trees: &[Tree], least_draws: f64, stop: Stop) -> Vec<Tree> {
        let trial_words = (self.options.effort * USUAL_TRIAL_WORDS) as usize;
        self.grown_with(trees, least_draws, trial_words, stop)
    }

    fn grown_with(
        &self,
        trees: &[Tree],
        least_draws: f64,
        trial_words: usize,
        stop: Stop,
    ) -> Vec<Tree> {
        let options = |examples: &Examples| TreeOptions {
            trials: TRIALS,
            trial_words,
            least_draws: (least_draws / examples.draws_each) as usize,
        };
        let sides = trees.iter().zip(&self.sides);
        sides
            .map(|(tree, examples)| tree.grown_on(examples, options(examples), stop))
            .collect()
    }

    /// Trees from which to cut one within a budget. They are much larger, but
    /// omit what would be cut off again: trees without trials determine how
    /// many draws a test must be worth. That number is returned as well.
    pub(crate) fn trees_to_cut(&self, budget: Option<Budget>, stop: Stop) -> (Vec<Tree>, f64) {
        let least_draws = budget.map_or(0.0, |budget| self.fewest_draws(budget, stop));
        let trees = self.grown_on(&self.silent_trees(), least_draws, stop);
        (trees, least_draws)
    }

    fn fewest_draws(&self, budget: Budget, stop: Stop) -> f64 {
        // A side without draws has nothing to separate.
        let each = self.sides.iter().map(|side| side.draws_each);
        let least_each = each
            .filter(|&each| each > 0.0)
            .fold(f64::INFINITY, f64::min);
        let mut least_draws = self.all_draws() as f64 / FIRST_PARTS;
        let mut trees = self.silent_trees();
        while least_draws > least_each && !stop() {
            trees = self.grown_with(&trees, least_draws, 0, stop);
            let size = self.size(&FoundRules::Trees(trees.clone()), budget.unit);
            if size > MUCH_LARGER * budget.at_most {
                break;
            }
            least_draws /= FEWER;
        }
        least_draws
    }

    /// The subtrees that fit into a budget and claim most draws.
    pub fn trees_within(&self, trees: &[Tree], budget: Option<Budget>) -> Option<FoundRules> {
        let fits = |found: &FoundRules| {
            budget.is_none_or(|budget| self.size(found, budget.unit) <= budget.at_most)
        };
        let whole = FoundRules::Trees(trees.to_vec());
        if fits(&whole) {
            return Some(whole);
        }
        if let Some(Budget {
            unit: Unit::Conditions,
            at_most,
        }) = budget
            && whole_tests(trees) <= MAX_EXACT_TESTS
        {
            return Some(FoundRules::Trees(pruned(trees, at_most as usize)));
        }
        // The last of equal ones.
        let parts = parts_of_few_tests(trees).filter(fits);
        let parts = parts.chain(self.parts_by_worth(trees, fits));
        parts.max_by(|a, b| self.share(a).total_cmp(&self.share(b)))
    }

    /// Subtrees in which each test is worth enough draws that they fit.
    fn parts_by_worth(
        &self,
        trees: &[Tree],
        fits: impl Fn(&FoundRules) -> bool,
    ) -> Option<FoundRules> {
        // How many draws a test must be worth, by bisection.
        let (mut low, mut high) = (0.0, (self.all_draws() as f64).max(2.0));
        let mut best = None;
        for _ in 0..40 {
            let middle = if low == 0.0 {
                high / 64.0
            } else {
                f64::sqrt(low * high)
            };
            let sides = trees.iter().zip(&self.sides);
            let pruned =
                sides.map(|(tree, examples)| tree.pruned_at_price(middle / examples.draws_each));
            let found = FoundRules::Trees(pruned.collect());
            if fits(&found) {
                high = middle;
                best = Some(found);
            } else {
                low = middle;
            }
            if low > 0.0 && high / low < 1.001 {
                break;
            }
        }
        best
    }

    /// The share of all draws that a recognizer claims, estimated from the
    /// examples.
    pub fn share(&self, found: &FoundRules) -> f64 {
        let spotted: f64 = match found {
            FoundRules::Lists(lists) => return self.share_of_lists(lists),
            FoundRules::Trees(trees) => trees.iter().map(|tree| tree.draws() as f64).sum(),
        };
        spotted / (self.all_draws() as f64).max(1.0)
    }

    /// How large a recognizer is.
    pub fn size(&self, found: &FoundRules, unit: Unit) -> f64 {
        match (found, unit) {
            (FoundRules::Lists(lists), _) => self.size_of_lists(lists, unit),
            (FoundRules::Trees(trees), Unit::Rules) => {
                let have_rules = Tree::have_rules(trees).into_iter();
                have_rules.filter(|has_rule| *has_rule).count() as f64
            }
            (FoundRules::Trees(trees), Unit::Conditions) => {
                trees.iter().map(Tree::tests).sum::<usize>() as f64
            }
            (FoundRules::Trees(_), Unit::Bytes) => self.text(found).len() as f64,
            (FoundRules::Trees(trees), Unit::Nanoseconds) => self.nanoseconds_of_trees(trees),
        }
    }
}

/// The initial share of all draws that a test must be worth, and the factor by
/// which it shrinks.
const FIRST_PARTS: f64 = 10_000.0;
const FEWER: f64 = 4.0;

/// How many times as large as its pruned form a tree must be.
const MUCH_LARGER: f64 = 3.0;

/// For how many of the best tests trees are tried.
const TRIALS: usize = 8;

/// The default size of the subtrees in which this is done.
const USUAL_TRIAL_WORDS: f64 = 300_000.0;

/// The maximum tests of trees whose best subtrees of a size are found exactly.
const MAX_EXACT_TESTS: usize = 6000;

/// The maximum tests of the subtrees that are tried regardless of what a test
/// is worth.
const FEW_TESTS: usize = 200;

fn whole_tests(trees: &[Tree]) -> usize {
    trees.iter().map(Tree::tests).sum()
}

/// The best subtrees with few tests, of growing sizes. Pruning by the worth of a test
/// leaves gaps between sizes, which are wide for small trees.
fn parts_of_few_tests(trees: &[Tree]) -> impl Iterator<Item = FoundRules> {
    let numbers = successors(Some(1), |tests| Some(tests + 1 + tests / 4));
    numbers
        .take_while(|&tests| tests <= FEW_TESTS)
        .map(|tests| FoundRules::Trees(pruned(trees, tests)))
}

/// The subtrees of one or two trees with at most this many tests that claim
/// most draws.
fn pruned(trees: &[Tree], at_most: usize) -> Vec<Tree> {
    let [first, second] = trees else {
        return trees.iter().map(|tree| tree.pruned(at_most)).collect();
    };
    let (left, right) = (first.frontier(at_most), second.frontier(at_most));
    let of = |frontier: &[(usize, u64)], tests: usize| {
        let within = frontier.partition_point(|&(size, _)| size <= tests);
        frontier[..within].last().map_or(0, |&(_, draws)| draws)
    };
    let most = (0..=at_most).max_by_key(|&share| {
        let both = of(&left, share) + of(&right, at_most - share);
        (both, std::cmp::Reverse(share))
    });
    let share = most.unwrap_or(0);
    vec![first.pruned(share), second.pruned(at_most - share)]
}
