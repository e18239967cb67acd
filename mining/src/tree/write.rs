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
                .map(|(&part, number)| (part, format!("{name}_{number}")))
                .collect(),
            condition: &|condition, holds| vocabulary.test(examples.conditions[condition], holds),
        };
        TreeRule {
            definitions: definitions
                .iter()
                .map(|&part| writer.definition(part))
                .collect(),
            condition: writer.whole(),
        }
    }

    /// How many tests remain if equal parts are written once, as
    /// [`write`](Self::write) does.
    pub fn shared_tests(&self) -> usize {
        Shared::new(self).tests.len()
    }
}

/// A part of a tree.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Part {
    Silent,
    Draw,
    /// The test with this number.
    Test(usize),
}

/// A condition, and the parts for when it holds and when it does not.
type Test = (usize, [Part; 2]);

/// A tree that shares equal parts.
struct Shared {
    /// Each after those that it uses.
    tests: Vec<Test>,
    root: Part,
}

impl Shared {
    fn new(tree: &Tree) -> Self {
        let mut tests = Vec::new();
        let mut known: HashMap<Test, Part> = HashMap::new();
        let mut parts = vec![Part::Silent; tree.nodes.len()];
        for (at, node) in tree.nodes.iter().enumerate().rev() {
            parts[at] = match *node {
                Node::Leaf { draws: 0 } => Part::Silent,
                Node::Leaf { .. } => Part::Draw,
                // The result of the test does not matter.
                Node::Test { yes, no, .. } if parts[yes] == parts[no] => parts[yes],
                Node::Test { condition, yes, no } => {
                    let test = (condition, [parts[yes], parts[no]]);
                    *known.entry(test).or_insert_with(|| {
                        tests.push(test);
                        Part::Test(tests.len() - 1)
                    })
                }
            };
        }
        // Removed tests may have been the only users of some parts.
        let root = parts[0];
        Self { tests, root }.without_unused()
    }

    fn without_unused(self) -> Self {
        let mut used = vec![false; self.tests.len()];
        if let Part::Test(root) = self.root {
            used[root] = true;
        }
        for at in (0..used.len()).rev() {
            for after in self.tests[at].1 {
                if let (true, Part::Test(after)) = (used[at], after) {
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
        let renumber = |part| match part {
            Part::Test(at) => Part::Test(numbers[at]),
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
            if let Part::Test(after) = after {
                uses[*after] += 1;
            }
        }
        let mut definitions = Vec::new();
        // Within the definition: how deep the tests nest, and how many.
        let mut sizes: Vec<[usize; 2]> = Vec::new();
        for (at, (_, after)) in self.tests.iter().enumerate() {
            let [yes, no] = after.map(|part| match part {
                Part::Test(after) => sizes[after],
                _ => [0; 2],
            });
            let [deep, tests] = [1 + yes[0].max(no[0]), 1 + yes[1] + no[1]];
            let is_one_line = after.iter().all(|part| !matches!(part, Part::Test(_)));
            let is_needed_again = uses[at] > 1 && !is_one_line;
            let is_defined = is_needed_again || deep == MOST_NESTED || tests >= MOST_TESTS;
            if is_defined && self.root != Part::Test(at) {
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
            Part::Silent => Expr::name("false"),
            Part::Draw => Expr::name("true"),
            Part::Test(root) => self.test(root).simplified(),
        }
    }

    fn definition(&self, test: usize) -> Definition {
        Definition::new(self.names[&test].clone(), self.test(test).simplified())
    }

    fn part(&self, part: Part) -> Expr {
        match part {
            Part::Silent => Expr::name("false"),
            Part::Draw => Expr::name("true"),
            Part::Test(test) => match self.names.get(&test) {
                Some(name) => Expr::name(name),
                None => self.test(test),
            },
        }
    }

    fn test(&self, test: usize) -> Expr {
        let (condition, after) = self.shared.tests[test];
        let is = |holds| (self.condition)(condition, holds);
        match after {
            [Part::Draw, Part::Silent] => is(true),
            [Part::Silent, Part::Draw] => is(false),
            [Part::Draw, no] => is(true).joined(Binary::Or, self.part(no)),
            [Part::Silent, no] => is(false).joined(Binary::And, self.part(no)),
            [yes, Part::Draw] => is(false).joined(Binary::Or, self.part(yes)),
            [yes, Part::Silent] => is(true).joined(Binary::And, self.part(yes)),
            [yes, no] => {
                let parts = [is(true), self.part(yes), self.part(no)];
                Expr::new(ExprKind::If(Box::new(parts)))
            }
        }
    }
}
