//! Trees as conditions of the rule language.

use std::collections::HashMap;

use super::{Node, Tree};
use crate::Examples;
use drawproof_language::{
    Vocabulary,
    syntax::{Binary, Definition, Expr, ExprKind},
};

/// The maximum nesting of tests in one definition.
const MOST_NESTED: usize = 12;
/// The approximate number of tests in one definition.
const MOST_TESTS: usize = 40;

/// A tree in the rule language.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeRule {
    /// Each before those that use it. They use the vocabulary's own
    /// definitions, which are to come before.
    pub definitions: Vec<Definition>,
    /// A truth: the tree claims a draw.
    pub condition: Expr,
}

impl Tree {
    /// The tree as a condition. Parts of it become definitions, called `name`
    /// with a number after it, if tests would nest too deep to read or if a
    /// part is used more than once.
    pub fn write(&self, examples: &Examples, vocabulary: &Vocabulary, name: &str) -> TreeRule {
        let shared = Shared::new(self);
        let definitions = shared.definitions();
        let writer = Writer {
            shared: &shared,
            names: definitions
                .iter()
                .zip(1..)
                .map(|(&test, number)| (test, format!("{name}_{number}")))
                .collect(),
            condition: &|condition, holds| vocabulary.test(examples.conditions[condition], holds),
        };
        TreeRule {
            definitions: definitions
                .iter()
                .map(|&test| writer.definition(test))
                .collect(),
            condition: writer.whole(),
        }
    }

    /// How many tests remain if equal subtrees are written once, as
    /// [`write`](Self::write) does.
    pub fn shared_tests(&self) -> usize {
        Shared::new(self).tests.len()
    }
}

/// A subtree.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Subtree {
    Silent,
    Draw,
    /// The test with this number.
    Test(usize),
}

/// A condition, and what follows when it holds and when it does not.
type Test = (usize, [Subtree; 2]);

/// A tree that shares equal subtrees.
struct Shared {
    /// Each after those that it uses.
    tests: Vec<Test>,
    root: Subtree,
}

impl Shared {
    fn new(tree: &Tree) -> Self {
        let mut tests = Vec::new();
        let mut known: HashMap<Test, Subtree> = HashMap::new();
        let mut subtrees = vec![Subtree::Silent; tree.nodes.len()];
        for (at, node) in tree.nodes.iter().enumerate().rev() {
            subtrees[at] = match *node {
                Node::Leaf { draws: 0 } => Subtree::Silent,
                Node::Leaf { .. } => Subtree::Draw,
                // The result of the test does not matter.
                Node::Test { yes, no, .. } if subtrees[yes] == subtrees[no] => subtrees[yes],
                Node::Test { condition, yes, no } => {
                    let test = (condition, [subtrees[yes], subtrees[no]]);
                    *known.entry(test).or_insert_with(|| {
                        tests.push(test);
                        Subtree::Test(tests.len() - 1)
                    })
                }
            };
        }
        // Removed tests may have been the only users of some subtrees.
        let root = subtrees[0];
        Self { tests, root }.without_unused()
    }

    fn without_unused(self) -> Self {
        let mut used = vec![false; self.tests.len()];
        if let Subtree::Test(root) = self.root {
            used[root] = true;
        }
        for at in (0..used.len()).rev() {
            for after in self.tests[at].1 {
                if let (true, Subtree::Test(after)) = (used[at], after) {
                    used[after] = true;
                }
            }
        }
        let numbers = used.iter().scan(0, |next, &used| {
            let number = *next;
            *next += usize::from(used);
            Some(number)
        });
        let numbers: Vec<usize> = numbers.collect();
        let renumber = |subtree| match subtree {
            Subtree::Test(at) => Subtree::Test(numbers[at]),
            leaf => leaf,
        };
        let tests = self.tests.iter().zip(used).filter(|(_, used)| *used);
        Self {
            tests: tests
                .map(|((condition, after), _)| (*condition, after.map(renumber)))
                .collect(),
            root: renumber(self.root),
        }
    }

    /// The tests that begin a definition, each after those that it uses.
    fn definitions(&self) -> Vec<usize> {
        let mut uses = vec![0; self.tests.len()];
        for after in self.tests.iter().flat_map(|(_, after)| after) {
            if let Subtree::Test(after) = after {
                uses[*after] += 1;
            }
        }
        let mut definitions = Vec::new();
        // Within the definition: how deep the tests nest, and how many.
        let mut sizes: Vec<[usize; 2]> = Vec::new();
        for (at, (_, after)) in self.tests.iter().enumerate() {
            let [yes, no] = after.map(|subtree| match subtree {
                Subtree::Test(after) => sizes[after],
                _ => [0; 2],
            });
            let [deep, tests] = [1 + yes[0].max(no[0]), 1 + yes[1] + no[1]];
            let is_one_line = after
                .iter()
                .all(|subtree| !matches!(subtree, Subtree::Test(_)));
            let is_needed_again = uses[at] > 1 && !is_one_line;
            let is_defined = is_needed_again || deep == MOST_NESTED || tests >= MOST_TESTS;
            if is_defined && self.root != Subtree::Test(at) {
                definitions.push(at);
            }
            sizes.push(if is_defined { [0; 2] } else { [deep, tests] });
        }
        definitions
    }
}

struct Writer<'a> {
    shared: &'a Shared,
    /// Of tests that begin a definition.
    names: HashMap<usize, String>,
    condition: &'a dyn Fn(usize, bool) -> Expr,
}

impl Writer<'_> {
    fn whole(&self) -> Expr {
        match self.shared.root {
            Subtree::Silent => Expr::name("false"),
            Subtree::Draw => Expr::name("true"),
            Subtree::Test(root) => self.test(root).simplified(),
        }
    }

    fn definition(&self, test: usize) -> Definition {
        Definition::new(self.names[&test].clone(), self.test(test).simplified())
    }

    fn subtree(&self, subtree: Subtree) -> Expr {
        match subtree {
            Subtree::Silent => Expr::name("false"),
            Subtree::Draw => Expr::name("true"),
            Subtree::Test(test) => match self.names.get(&test) {
                Some(name) => Expr::name(name),
                None => self.test(test),
            },
        }
    }

    fn test(&self, test: usize) -> Expr {
        let (condition, after) = self.shared.tests[test];
        let is = |holds| (self.condition)(condition, holds);
        match after {
            [Subtree::Draw, Subtree::Silent] => is(true),
            [Subtree::Silent, Subtree::Draw] => is(false),
            [Subtree::Draw, no] => is(true).joined(Binary::Or, self.subtree(no)),
            [Subtree::Silent, no] => is(false).joined(Binary::And, self.subtree(no)),
            [yes, Subtree::Draw] => is(false).joined(Binary::Or, self.subtree(yes)),
            [yes, Subtree::Silent] => is(true).joined(Binary::And, self.subtree(yes)),
            [yes, no] => {
                let parts = [is(true), self.subtree(yes), self.subtree(no)];
                Expr::new(ExprKind::If(Box::new(parts)))
            }
        }
    }
}
