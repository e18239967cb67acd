//! Trees compared with exhaustive search.

use std::{cmp::Reverse, collections::HashSet};

use drawproof_language::{Vocabulary, syntax::Definition};
use drawproof_tables::TableSet;
use shakmaty::Color;

use super::{grow::Grower, *};
use crate::bits;

/// Pseudo-random rows that hold in a fourth of the positions.
pub fn matrix(conditions: usize, seed: u64, positions: usize) -> Matrix {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let all = bits::all(positions);
    let mut row = || all.iter().map(|word| word & next() & next()).collect();
    Matrix::new((0..conditions).map(|_| row()).collect(), positions)
}

pub fn holds(matrix: &Matrix, condition: usize, position: usize) -> bool {
    matrix.row(condition)[position / 64] >> (position % 64) & 1 == 1
}

fn never() -> bool {
    false
}

fn grown(matrices: &[Matrix; 2], options: TreeOptions) -> Tree {
    let [decisive, draws] = matrices;
    let grower = Grower {
        options,
        costs: &vec![1; decisive.conditions()],
        stop: &never,
    };
    Tree::silence_of(1.0, draws.positions() as u64).grown_with(&grower, [decisive, draws])
}

/// How many draws differ from every decisive position.
fn tellable([decisive, draws]: &[Matrix; 2]) -> u64 {
    let signature = |matrix: &Matrix, at: usize| -> Vec<bool> {
        let conditions = 0..matrix.conditions();
        conditions.map(|which| holds(matrix, which, at)).collect()
    };
    let all = (0..decisive.positions()).map(|at| signature(decisive, at));
    let all: HashSet<_> = all.collect();
    let draws = (0..draws.positions()).filter(|&at| !all.contains(&signature(draws, at)));
    draws.count() as u64
}

#[test]
fn full_trees_claim_all_that_can_be_told_apart_and_nothing_else() {
    let matrices = [matrix(9, 1, 150), matrix(9, 2, 400)];
    let tree = grown(&matrices, TreeOptions::default());
    assert!(bits::is_empty(&tree.claimed(&matrices[0])));
    let claimed = bits::count(&tree.claimed(&matrices[1]));
    assert_eq!(claimed, tellable(&matrices));
    assert_eq!(tree.draws(), claimed);
}

/// Whether a position of a matrix is claimed.
fn is_claimed(tree: &Tree, matrix: &Matrix, position: usize) -> bool {
    let mut at = 0;
    loop {
        match tree.nodes[at] {
            Node::Leaf { draws } => return draws > 0,
            Node::Test { condition, yes, no } => {
                at = if holds(matrix, condition, position) {
                    yes
                } else {
                    no
                };
            }
        }
    }
}

#[test]
fn positions_side_by_side_reach_the_leaves_that_they_reach_alone() {
    let matrices = [matrix(9, 1, 150), matrix(9, 2, 70_000)];
    let tree = grown(&matrices, TreeOptions::default());
    let others = matrix(9, 3, 70_001);
    let claimed = tree.claimed(&others);
    for at in 0..others.positions() {
        let bit = claimed[at / 64] >> (at % 64) & 1 == 1;
        assert_eq!(bit, is_claimed(&tree, &others, at));
    }
    let reached = tree.reached_by(&others);
    let at_leaves = tree
        .nodes
        .iter()
        .zip(&reached)
        .filter_map(|(node, &count)| match node {
            Node::Leaf { draws: 1.. } => Some(u64::from(count)),
            _ => None,
        });
    assert_eq!(at_leaves.sum::<u64>(), bits::count(&claimed));
    assert_eq!(reached[0], 70_001);
}

#[test]
fn trees_that_grow_on_claim_what_those_grown_at_once_claim() {
    let all = [matrix(14, 1, 3_000), matrix(14, 2, 9_000)];
    let first = |matrix: &Matrix, positions: usize| {
        let mut which = vec![0; bits::words(matrix.positions())];
        which[..positions / 64].fill(!0);
        matrix.pick(&which)
    };
    let few = [first(&all[0], 640), first(&all[1], 1_280)];
    let rough = TreeOptions {
        least_draws: 20,
        ..TreeOptions::default()
    };
    let whole = TreeOptions::default();
    let at_once = grown(&all, whole);
    for begin in [grown(&few, rough), grown(&few, whole), grown(&all, rough)] {
        assert!(begin.tests() < at_once.tests());
        let grower = Grower {
            options: whole,
            costs: &[1; 14],
            stop: &never,
        };
        let tree = begin.grown_with(&grower, [&all[0], &all[1]]);
        assert!(bits::is_empty(&tree.claimed(&all[0])));
        let claimed = bits::count(&tree.claimed(&all[1]));
        assert_eq!(claimed, tellable(&all));
        assert_eq!(tree.claims(), claimed);
    }
}

#[test]
fn few_draws_are_not_worth_a_test() {
    let matrices = [matrix(9, 1, 150), matrix(9, 2, 400)];
    let options = TreeOptions {
        least_draws: 30,
        ..TreeOptions::default()
    };
    let tree = grown(&matrices, options);
    let reached = tree.reached_by(&matrices[1]);
    for (node, reached) in tree.nodes.iter().zip(reached) {
        assert!(matches!(node, Node::Leaf { .. }) || reached >= 30);
    }
    let whole = grown(&matrices, TreeOptions::default());
    assert!(0 < tree.tests() && tree.tests() < whole.tests());
}

#[test]
fn trials_make_trees_smaller_that_claim_the_same() {
    let matrices = [matrix(12, 3, 300), matrix(12, 4, 300)];
    let plain = grown(&matrices, TreeOptions::default());
    let tried = TreeOptions {
        trials: 4,
        trial_words: usize::MAX,
        ..TreeOptions::default()
    };
    let tried = grown(&matrices, tried);
    assert_eq!(tried.draws(), plain.draws());
    assert!(tried.tests() < plain.tests());
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let matrices = [matrix(60, 5, 30_000), matrix(60, 6, 20_000)];
    let options = TreeOptions {
        trials: 3,
        trial_words: 2_000,
        ..TreeOptions::default()
    };
    let tree = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| grown(&matrices, options))
    };
    assert_eq!(tree(1), tree(5));
}

#[test]
fn of_equal_tests_the_cheapest_is_made() {
    let row = || vec![0b0011];
    let decisive = Matrix::new(vec![row(), row(), row()], 2);
    let draws = Matrix::new(vec![vec![0]; 3], 2);
    let grower = Grower {
        options: TreeOptions::default(),
        costs: &[9, 4, 5],
        stop: &never,
    };
    let tree = Tree::silence_of(1.0, 2).grown_with(&grower, [&decisive, &draws]);
    assert_eq!(tree.conditions(), [1]);
}

#[test]
fn a_tree_that_is_stopped_keeps_silent() {
    let [decisive, draws] = [matrix(9, 1, 150), matrix(9, 2, 400)];
    let grower = Grower {
        options: TreeOptions::default(),
        costs: &[1; 9],
        stop: &|| true,
    };
    let tree = Tree::silence_of(1.0, 400).grown_with(&grower, [&decisive, &draws]);
    assert_eq!((tree.tests(), tree.draws()), (0, 0));
}

#[test]
fn tests_that_are_not_worth_it_are_left_out() {
    let matrices = [matrix(9, 1, 150), matrix(9, 2, 400)];
    let full = grown(&matrices, TreeOptions::default());
    for draws_a_test in [1.0, 2.0, 5.0, 20.0] {
        let tree = full.pruned_at_price(draws_a_test);
        let worth = |tests: usize, draws: u64| draws as f64 - draws_a_test * tests as f64;
        let worths = full.frontier(full.tests()).into_iter();
        let best = worths.map(|(tests, draws)| worth(tests, draws));
        let found = worth(tree.tests(), tree.draws());
        assert!((best.fold(0.0, f64::max) - found).abs() < 1e-9);
    }
}

/// Tests and draws of every pruning of a node.
fn prunings(tree: &Tree, at: usize) -> Vec<(usize, u64)> {
    match tree.nodes[at] {
        Node::Leaf { draws } => vec![(0, draws.into())],
        Node::Test { yes, no, .. } => {
            let mut all = vec![(0, 0)];
            let no = prunings(tree, no);
            for (tests, draws) in prunings(tree, yes) {
                all.extend(
                    no.iter()
                        .map(|other| (1 + tests + other.0, draws + other.1)),
                );
            }
            all
        }
    }
}

#[test]
fn no_pruning_is_better_than_the_frontier() {
    for seed in 1..40 {
        let positions = 8 + seed as usize;
        let matrices = [
            matrix(6, seed, positions),
            matrix(6, seed + 99, 3 * positions),
        ];
        let tree = grown(&matrices, TreeOptions::default());
        let mut all = prunings(&tree, 0);
        all.sort_by_key(|&(tests, draws)| (tests, Reverse(draws)));
        let mut frontier: Vec<(usize, u64)> = Vec::new();
        for (tests, draws) in all {
            if frontier.last().is_none_or(|&(_, most)| draws > most) {
                frontier.push((tests, draws));
            }
        }
        assert_eq!(tree.frontier(tree.tests()), frontier);
        for tests in 0..=tree.tests() + 1 {
            let pruned = tree.pruned(tests);
            let best = frontier.iter().rfind(|best| best.0 <= tests).unwrap();
            assert_eq!((pruned.tests(), pruned.draws()), *best);
            let claimed = bits::count(&pruned.claimed(&matrices[1]));
            assert_eq!(claimed, best.1);
            assert!(bits::is_empty(&pruned.claimed(&matrices[0])));
        }
    }
}

#[test]
fn draws_are_scaled_as_far_as_there_are_draws() {
    let matrices = [matrix(9, 1, 150), matrix(9, 2, 400)];
    let mut tree = grown(&matrices, TreeOptions::default());
    let draws = tree.draws();
    (tree.draws_each, tree.all_draws) = (2.5, 1000);
    assert_eq!(tree.draws(), (draws as f64 * 2.5).round() as u64);
    assert_eq!(
        tree.frontier(tree.tests()).last().map(|last| last.1),
        Some(tree.draws())
    );
    tree.all_draws = 300;
    assert_eq!(tree.draws(), 300);
}

const KPK: &str = "vocabulary KPK
let ahead = rank(strong.pawn)
let key = rank(strong.king) - ahead
try ahead
try key
try distance(strong.king, strong.pawn)
try distance(weak.king, strong.pawn)
try rank(weak.king) - ahead
try file_distance(weak.king, strong.pawn)
try file_distance(strong.king, strong.pawn)
try distance(strong.king, weak.king)
try edge_distance(strong.pawn)
try edge_distance(weak.king)
try (strong.pawn in file_a + file_h or aligned(strong.king, weak.king))
try any x in king_attacks(weak.king) : x = strong.pawn
";

/// Twelve tests for KPK.
const SMALL: &str = "rank(weak.king) - ahead > -1
and file_distance(weak.king, strong.pawn) <= 2
and (
  if file_distance(strong.king, strong.pawn) <= 3 then
    key <= -2
    and ahead <= 6
    and (file_distance(weak.king, strong.pawn) <= 1 or key <= -3)
  else if ahead <= 6 then
    ahead > 2
    or rank(weak.king) - ahead > 0 and distance(weak.king, strong.pawn) <= 5
  else
    distance(weak.king, strong.pawn) <= 1
)";

fn pawn_ending() -> (Vocabulary, TableSet, Examples) {
    let vocabulary = Vocabulary::parse("KPK", KPK).unwrap();
    let mut tables = TableSet::new();
    let wanted = drawproof_retro::Wanted::Wdl;
    drawproof_retro::generate(vocabulary.material(), wanted, &mut tables, &|_, _| {}).unwrap();
    let examples = learnt(&vocabulary, &tables);
    (vocabulary, tables, examples)
}

const ALL: crate::Sampling = crate::Sampling {
    max_draws: u64::MAX,
    max_sheets: usize::MAX,
    max_decisive: u64::MAX,
    max_cost: u64::MAX,
};

fn learnt(vocabulary: &Vocabulary, tables: &TableSet) -> Examples {
    Examples::new(vocabulary, tables, Color::White, false, ALL, &|_| {}).unwrap()
}

#[test]
fn what_is_written_claims_what_the_tree_claims() {
    let (vocabulary, tables, examples) = pawn_ending();
    let full = Tree::grow(&examples, TreeOptions::default(), &never);
    assert!(
        full.tests() > 100,
        "{} are enough for definitions",
        full.tests()
    );
    assert!(full.shared_tests() < full.tests());
    for tree in [full.pruned(10), full.pruned(40), full] {
        let text = tree.write(&examples, &vocabulary, "part");
        let terms = tree.conditions().into_iter();
        let terms = terms.map(|condition| examples.conditions[condition].term);
        let used = vocabulary.definitions_of(terms).join("\n");
        let definitions = text.definitions.iter().map(Definition::laid_out);
        let definitions = definitions.collect::<Vec<_>>().join("\n");
        let condition = text.condition;
        let again = format!("vocabulary KPK\n{used}\n{definitions}\ntry (\n{condition}\n)\n");
        let again = Vocabulary::parse("again", &again).unwrap_or_else(|errors| panic!("{errors}"));
        let again = learnt(&again, &tables);
        assert_eq!(again.decisive.row(0), vec![0; again.decisive.row(0).len()]);
        assert_eq!(again.draws.row(0), tree.claimed(&examples.draws));
        assert!(tree.draws() > 0);
    }
}

#[test]
fn small_trees_are_easy_to_read() {
    let (vocabulary, _, examples) = pawn_ending();
    let full = Tree::grow(&examples, TreeOptions::default(), &never);
    let text = full.pruned(12).write(&examples, &vocabulary, "part");
    assert_eq!(text.definitions, []);
    assert_eq!(text.condition.lines(0).join("\n"), SMALL);
}

#[test]
fn equal_parts_are_written_once() {
    let test = |condition, yes, no| Node::Test { condition, yes, no };
    let (silent, draw) = (Node::Leaf { draws: 0 }, Node::Leaf { draws: 7 });
    // 0 ? (1 ? (2 ? draw : silent) : silent) : (3 ? the same : draw),
    // and a test that does not matter.
    let nodes = vec![
        test(0, 1, 6),
        test(1, 2, 5),
        test(2, 3, 4),
        draw,
        silent,
        silent,
        test(3, 7, 12),
        test(1, 8, 11),
        test(2, 9, 10),
        draw,
        silent,
        silent,
        test(4, 13, 14),
        draw,
        draw,
    ];
    let tree = Tree {
        nodes,
        draws_each: 1.0,
        all_draws: 28,
    };
    assert_eq!((tree.tests(), tree.shared_tests()), (7, 4));
}
