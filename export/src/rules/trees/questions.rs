//! From the truths that nodes ask for to numbers and bounds.
//!
//! Every truth is a test: whether a number is at most a bound, or whether it is not. Tests that
//! differ only in the bound share a question, the number; loops included, because *any of these
//! squares has at most 3* is *the least of these squares is at most 3*.

use std::collections::{HashMap, HashSet};

use drawproof_language::syntax::Quantifier;

use crate::{
    ir::{Expr, Sign, Statement, Type},
    rules::unit::{Body, Function, Unit},
};

/// The bounds that fit into a test.
pub const BOUNDS: std::ops::RangeInclusive<i32> = -64..=63;

/// The questions that fit into a test.
pub const MAX_QUESTIONS: usize = 512;

/// Whether a number is at most a bound; or, if `is_above`, the opposite.
struct AtMost {
    number: Expr,
    bound: i32,
    is_above: bool,
}

/// A test: the number of its question, and the bound.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Test {
    pub question: usize,
    pub bound: i32,
}

/// All that the trees of a unit ask.
pub struct Questions {
    /// The functions of the unit by name.
    known: HashMap<String, Function>,
    /// Equal functions, as the first of them.
    first: HashMap<String, String>,
    /// The least and the greatest of loops, by what they loop over.
    extremes: HashMap<String, String>,
    names: HashSet<String>,
    prefix: String,
    new: Vec<Function>,
    by_text: HashMap<String, usize>,
    by_test: HashMap<Test, usize>,
    /// The questions and how many nodes ask each.
    pub asked_for: Vec<(Expr, usize)>,
    pub tests: Vec<Test>,
}

impl Questions {
    pub fn new(unit: &Unit) -> Self {
        let functions = unit.functions.iter();
        let names = functions.clone().map(|of| of.name.clone()).collect();
        Self {
            first: alike(unit),
            known: functions.map(|of| (of.name.clone(), of.clone())).collect(),
            extremes: HashMap::new(),
            names,
            prefix: unit.name.clone(),
            new: Vec::new(),
            by_text: HashMap::new(),
            by_test: HashMap::new(),
            asked_for: Vec::new(),
            tests: Vec::new(),
        }
    }

    /// The number of the test for a truth, and whether yes means that it holds.
    pub fn test(&mut self, truth: &Expr) -> (usize, bool) {
        let mut truth = truth.clone();
        truth.rename(&|name| self.first.get(name).cloned());
        let asked = self.asked(&truth);
        let text = format!("{:?}", asked.number);
        let next = self.asked_for.len();
        let question = *self.by_text.entry(text).or_insert(next);
        if question == next {
            self.asked_for.push((asked.number, 0));
        }
        self.asked_for[question].1 += 1;
        let test = Test {
            question,
            bound: asked.bound,
        };
        let next = self.tests.len();
        let at = *self.by_test.entry(test).or_insert(next);
        if at == next {
            self.tests.push(test);
        }
        (at, !asked.is_above)
    }

    /// The functions that questions call, besides those of the unit.
    pub fn into_functions(self) -> Vec<Function> {
        self.new
    }

    fn asked(&mut self, truth: &Expr) -> AtMost {
        if let Some(asked) = self.compared(truth) {
            return asked;
        }
        let (number, is_above) = match truth {
            Expr::Not(inner) => {
                let asked = self.asked(inner);
                return AtMost {
                    is_above: !asked.is_above,
                    ..asked
                };
            }
            Expr::Binary(Sign::NotEqual, ..) => (truth.clone().negated(), false),
            truth => (truth.clone(), true),
        };
        AtMost {
            number: Expr::Cast(Type::I32, Box::new(number)),
            bound: 0,
            is_above,
        }
    }

    /// A truth that compares a number with a bound.
    fn compared(&mut self, truth: &Expr) -> Option<AtMost> {
        let (number, bound, is_above) = match truth {
            Expr::Not(inner) => {
                let asked = self.compared(inner)?;
                return Some(AtMost {
                    is_above: !asked.is_above,
                    ..asked
                });
            }
            Expr::Binary(sign, number, bound) => match (sign, &**bound) {
                (Sign::LessEqual, Expr::Number(bound)) => ((**number).clone(), *bound, false),
                (Sign::Less, Expr::Number(bound)) => {
                    ((**number).clone(), bound.checked_sub(1)?, false)
                }
                (Sign::Greater, Expr::Number(bound)) => ((**number).clone(), *bound, true),
                (Sign::GreaterEqual, Expr::Number(bound)) => {
                    ((**number).clone(), bound.checked_sub(1)?, true)
                }
                (Sign::Equal, Expr::Bits(0)) => (count(number), 0, false),
                (Sign::NotEqual, Expr::Bits(0)) => (count(number), 0, true),
                _ => return None,
            },
            Expr::Call(name, set) if name == "several" => (count(set.first()?), 1, true),
            Expr::Call(name, arguments) => return self.looped(name, arguments),
            _ => return None,
        };
        BOUNDS.contains(&bound).then_some(AtMost {
            number,
            bound,
            is_above,
        })
    }

    /// A loop that compares a number on each square with a bound.
    fn looped(&mut self, name: &str, arguments: &[Expr]) -> Option<AtMost> {
        let called = self.known.get(name).filter(|of| !of.is_kept)?.clone();
        let Body::Each(quantifier, set, square, condition) = called.body else {
            return None;
        };
        let mut condition = condition;
        condition.rename(&|name| self.first.get(name).cloned());
        let asked = self.compared(&condition)?;
        let is_least = match (quantifier, asked.is_above) {
            (Quantifier::Any, is_above) => !is_above,
            (Quantifier::All, is_above) => is_above,
            _ => return None,
        };
        let mut set = set;
        set.rename(&|name| self.first.get(name).cloned());
        let body = extreme(is_least, set, square, asked.number);
        let name = self.extreme(is_least, called.parameters, body);
        Some(AtMost {
            number: Expr::call(&name, arguments.to_vec()),
            ..asked
        })
    }

    /// The name of the function of the least or greatest number of a loop.
    fn extreme(
        &mut self,
        is_least: bool,
        parameters: Vec<(String, Type)>,
        body: Vec<Statement>,
    ) -> String {
        let text = format!("{parameters:?} {body:?}");
        if let Some(name) = self.extremes.get(&text) {
            return name.clone();
        }
        let word = if is_least { "least" } else { "greatest" };
        let mut name = format!("{}_{word}_{}", self.prefix, self.new.len() + 1);
        while !self.names.insert(name.clone()) {
            name.push('_');
        }
        self.extremes.insert(text, name.clone());
        let new = Function::plain(name.clone(), parameters, Type::I32, Body::Written(body));
        self.new.push(new);
        name
    }
}

fn count(set: &Expr) -> Expr {
    Expr::call("count", vec![set.clone()])
}

/// The least or the greatest of a number on the squares of a set. No number is as great or as
/// small as that of an empty set, as far as bounds can tell.
fn extreme(is_least: bool, set: Expr, square: String, number: Expr) -> Vec<Statement> {
    let (word, none) = if is_least {
        ("min", i32::MAX)
    } else {
        ("max", -i32::MAX)
    };
    let found = || Expr::local("found", Type::I32);
    vec![
        Statement::Let {
            name: "found".into(),
            kind: Type::I32,
            is_mutable: true,
            value: Expr::Number(none),
        },
        Statement::ForEach {
            square,
            set,
            body: vec![Statement::Assign {
                name: "found".into(),
                sign: None,
                value: Expr::call(word, vec![found(), number]),
            }],
        },
        Statement::Return(found()),
    ]
}

/// Loops that differ only in their names, as the first of them.
fn alike(unit: &Unit) -> HashMap<String, String> {
    let mut first: HashMap<String, String> = HashMap::new();
    let mut by_text: HashMap<String, String> = HashMap::new();
    // Only loops within expressions have no comment.
    let lifted = |of: &&Function| of.is_used && !of.is_kept && of.comment.is_empty();
    for function in unit.functions.iter().filter(lifted) {
        let mut body = function.body.clone();
        body.rename(&|name| first.get(name).cloned());
        let text = format!("{:?} {:?} {body:?}", function.parameters, function.gives);
        let known = by_text.entry(text).or_insert_with(|| function.name.clone());
        if *known != function.name {
            first.insert(function.name.clone(), known.clone());
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use drawproof_language::RuleFile;

    use super::*;
    use crate::rules::{lower, uses};

    type Learnt = (Vec<(Test, bool)>, usize);

    /// The tests of conditions, in the order in which they are asked, and the number of questions.
    fn tests(conditions: &[&str]) -> Result<Learnt, Box<dyn Error>> {
        let rules = conditions.iter().zip(1..);
        let rules = rules.map(|(condition, number)| {
            format!("draw \"{number}\" because \"A test.\" when {condition}\n")
        });
        let text = format!("recognizer KNNKR\n{}", rules.collect::<String>());
        let file = RuleFile::parse("test.rules", &text)?;
        let mut unit = lower::lower(&file, lower::Place::of_class(&file)).ok_or("not lowered")?;
        uses::mark(&mut unit);
        let mut questions = Questions::new(&unit);
        let mut found = Vec::new();
        for tried in &unit.lists[0].rules {
            let truth = Expr::call(&unit.functions[tried.function].name, Vec::new());
            let truth = match &unit.functions[tried.function].body {
                Body::Value(value) => value.clone(),
                _ => truth,
            };
            let (test, is_yes) = questions.test(&truth);
            found.push((questions.tests[test], is_yes));
        }
        Ok((found, questions.asked_for.len()))
    }

    #[test]
    fn bounds_share_a_question() -> Result<(), Box<dyn Error>> {
        let (found, count) = tests(&[
            "distance(strong.king, weak.king) <= 3",
            "distance(strong.king, weak.king) > 3",
            "distance(strong.king, weak.king) < 3",
            "distance(strong.king, weak.king) >= 3",
        ])?;
        assert_eq!(count, 1);
        let bounds: Vec<_> = found.iter().map(|(test, is)| (test.bound, *is)).collect();
        assert_eq!(bounds, [(3, true), (3, false), (2, true), (2, false)]);
        Ok(())
    }

    /// *Any is at most* and *all are above* ask for the least number, the others for the
    /// greatest.
    #[test]
    fn loops_share_a_question() -> Result<(), Box<dyn Error>> {
        let loops = |quantifier: &str, compared: &str| {
            format!("{quantifier} n in strong.knights : distance(n, weak.king) {compared}")
        };
        let all = [
            loops("any", "<= 3"),
            loops("all", "> 4"),
            loops("any", "> 2"),
            loops("all", "<= 1"),
        ];
        let (found, count) = tests(&all.each_ref().map(String::as_str))?;
        let found: Vec<_> = found
            .iter()
            .map(|(test, is)| (test.question, test.bound, *is))
            .collect();
        assert_eq!(count, 2);
        let expected = [(0, 3, true), (0, 4, false), (1, 2, false), (1, 1, true)];
        assert_eq!(found, expected);
        Ok(())
    }

    /// A bound that does not fit into a test is part of the question.
    #[test]
    fn great_bounds_are_asked_whole() -> Result<(), Box<dyn Error>> {
        let (found, _) = tests(&["10 * distance(strong.king, weak.king) <= 64"])?;
        let bound = 0;
        let question = 0;
        assert_eq!(found, [(Test { question, bound }, false)]);
        Ok(())
    }
}
