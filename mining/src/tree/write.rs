//! Trees as conditions of the rule language.

use std::collections::HashMap;

use super::{Node, Tree};
use crate::Examples;
use drawproof_language::Vocabulary;

/// The maximum nesting of tests in one definition.
const MOST_NESTED: usize = 12;
/// The approximate number of tests in one definition.
const MOST_TESTS: usize = 40;

/// A tree in the rule language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeText {
    /// `let` items, one after another; they use the vocabulary's own
    /// definitions, which must come before.
    pub definitions: String,
    /// A truth: the tree claims a draw.
    pub condition: String,
}

impl Tree {
    /// The tree as a condition. Parts of it become definitions, called `name`
    /// with a number after it, if tests would nest too deep to read or if a
    /// part is used more than once.
    pub fn write(&self, examples: &Examples, vocabulary: &Vocabulary, name: &str) -> TreeText {
        let shared = Shared::new(self);
        let definitions = shared.definitions();
        let writer = Writer {
            shared: &shared,
            names: definitions
                .iter()
                .zip(1..)
                .map(|(&part, number)| (part, format!("{name}_{number}")))
                .collect(),
            condition: &|condition, holds| vocabulary.write(examples.conditions[condition], holds),
        };
        TreeText {
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

/// A truth that has not been laid out in lines yet.
enum Truth {
    Plain(String),
    /// Parts that are joined by `and` or `or`.
    Joined(&'static str, Vec<Truth>),
    Choice(String, Box<[Truth; 2]>),
}

struct Writer<'a> {
    shared: &'a Shared,
    /// Of tests that begin a definition.
    names: HashMap<usize, String>,
    condition: &'a dyn Fn(usize, bool) -> String,
}

impl Writer<'_> {
    fn whole(&self) -> String {
        let truth = match self.shared.root {
            Part::Silent => Truth::Plain("false".into()),
            Part::Draw => Truth::Plain("true".into()),
            Part::Test(root) => self.test(root),
        };
        truth.lines(1).join("\n")
    }

    fn definition(&self, test: usize) -> String {
        let lines = self.test(test).lines(1).join("\n");
        format!("let {} =\n{lines}\n", self.names[&test])
    }

    fn part(&self, part: Part) -> Truth {
        match part {
            Part::Silent => Truth::Plain("false".into()),
            Part::Draw => Truth::Plain("true".into()),
            Part::Test(test) => match self.names.get(&test) {
                Some(name) => Truth::Plain(name.clone()),
                None => self.test(test),
            },
        }
    }

    fn test(&self, test: usize) -> Truth {
        let (condition, after) = self.shared.tests[test];
        let is = |holds| (self.condition)(condition, holds);
        match after {
            [Part::Draw, Part::Silent] => Truth::Plain(is(true)),
            [Part::Silent, Part::Draw] => Truth::Plain(is(false)),
            [Part::Draw, no] => self.joined("or", is(true), no),
            [Part::Silent, no] => self.joined("and", is(false), no),
            [yes, Part::Draw] => self.joined("or", is(false), yes),
            [yes, Part::Silent] => self.joined("and", is(true), yes),
            after => Truth::Choice(is(true), Box::new(after.map(|part| self.part(part)))),
        }
    }

    fn joined(&self, word: &'static str, first: String, rest: Part) -> Truth {
        let mut parts = vec![Truth::Plain(first)];
        match self.part(rest) {
            Truth::Joined(same, more) if same == word => parts.extend(more),
            other => parts.push(other),
        }
        Truth::Joined(word, parts)
    }
}

impl Truth {
    /// Its lines, indented.
    fn lines(&self, indent: usize) -> Vec<String> {
        let line = |text: &str| format!("{}{text}", "  ".repeat(indent));
        match self {
            Self::Plain(text) => vec![line(text)],
            Self::Joined(word, parts) => {
                let mut lines = Vec::new();
                for (at, part) in parts.iter().enumerate() {
                    let word = if at == 0 { "" } else { &format!("{word} ") };
                    if let Self::Plain(text) = part {
                        lines.push(line(&format!("{word}{text}")));
                    } else {
                        lines.push(line(&format!("{word}(")));
                        lines.extend(part.lines(indent + 1));
                        lines.push(line(")"));
                    }
                }
                lines
            }
            Self::Choice(condition, branches) => {
                let mut lines = vec![line(&format!("if {condition} then"))];
                lines.extend(branches[0].lines(indent + 1));
                let mut no = branches[1].lines(indent);
                // A choice among more than two is not moved.
                if let (Self::Choice(..), Some(first)) = (&branches[1], no.first_mut()) {
                    *first = line(&format!("else {}", first.trim_start()));
                } else {
                    lines.push(line("else"));
                    no = branches[1].lines(indent + 1);
                }
                lines.extend(no);
                lines
            }
        }
    }
}
