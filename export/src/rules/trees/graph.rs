//! From conditions to nodes.

use std::collections::HashMap;

use super::questions::Questions;
use crate::{
    ir::{Expr, Sign, Type},
    rules::unit::{Body, Function, FunctionId, Unit},
};

/// Parts of a tree are functions that call each other; this many levels of them become one tree.
const MAX_PARTS: usize = 32;

/// What follows an answer: a node by its place, or the result.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Next {
    Node(usize),
    Ends(bool),
}

/// A node: what it asks for, and what follows yes and no.
#[derive(Clone, PartialEq, Debug)]
pub struct Node<T> {
    pub asks: T,
    pub yes: Next,
    pub no: Next,
}

/// The nodes of a tree, each after those that follow it. Those of `a and b or c` meet at `c`.
#[derive(Debug)]
pub struct Graph<T = Expr> {
    pub nodes: Vec<Node<T>>,
    pub root: Next,
}

impl Graph {
    /// The condition of a rule.
    pub fn of(unit: &Unit, rule: FunctionId, calls: &HashMap<String, usize>) -> Self {
        let mut building = Building {
            parts: parts(unit, calls),
            known: HashMap::new(),
            nodes: Vec::new(),
        };
        let root = match &unit.functions[rule].body {
            Body::Value(value) => building.condition(value, Next::Ends(true), Next::Ends(false), 0),
            _ => Next::Ends(false),
        };
        Self {
            nodes: building.nodes,
            root,
        }
    }

    /// The tree with the numbers of tests in the place of conditions.
    pub fn asking(self, questions: &mut Questions) -> Graph<usize> {
        let nodes = self.nodes.into_iter().map(|node| {
            let (test, is_yes) = questions.test(&node.asks);
            let (yes, no) = if is_yes {
                (node.yes, node.no)
            } else {
                (node.no, node.yes)
            };
            Node {
                asks: test,
                yes,
                no,
            }
        });
        Graph {
            nodes: nodes.collect(),
            root: self.root,
        }
    }
}

/// The conditions that may be parts of trees, and whether each is called only once.
fn parts<'a>(unit: &'a Unit, calls: &HashMap<String, usize>) -> HashMap<&'a str, (&'a Expr, bool)> {
    let is_truth = |of: &&Function| of.gives == Type::Bool && of.parameters.is_empty();
    let parts = unit.functions.iter().filter(is_truth);
    let parts = parts.filter_map(|function| {
        let is_single = !function.is_kept && calls.get(&function.name) == Some(&1);
        match &function.body {
            Body::Value(value) => Some((&*function.name, (value, is_single))),
            _ => None,
        }
    });
    parts.collect()
}

struct Building<'a> {
    parts: HashMap<&'a str, (&'a Expr, bool)>,
    /// The parts that are called more than once and end the tree, by what yes means in them.
    known: HashMap<(&'a str, bool), Next>,
    nodes: Vec<Node<Expr>>,
}

impl Building<'_> {
    /// Adds the nodes of a condition, which go on to `yes` and `no`; returns the first one.
    fn condition(&mut self, expr: &Expr, yes: Next, no: Next, level: usize) -> Next {
        match expr {
            _ if yes == no => yes,
            Expr::Truth(truth) if *truth => yes,
            Expr::Truth(_) => no,
            Expr::Not(inner) => self.condition(inner, no, yes, level),
            Expr::Binary(Sign::And, first, last) => {
                let last = self.condition(last, yes, no, level);
                self.condition(first, last, no, level)
            }
            Expr::Binary(Sign::Or, first, last) => {
                let last = self.condition(last, yes, no, level);
                self.condition(first, yes, last, level)
            }
            Expr::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                let then = self.condition(then, yes, no, level);
                let otherwise = self.condition(otherwise, yes, no, level);
                self.condition(condition, then, otherwise, level)
            }
            asks => self.part(asks, yes, no, level).unwrap_or_else(|| {
                let asks = asks.clone();
                self.nodes.push(Node { asks, yes, no });
                Next::Node(self.nodes.len() - 1)
            }),
        }
    }

    /// Adds the nodes of another part of the tree, once if it ends the tree; none if a
    /// condition is no such part.
    fn part(&mut self, expr: &Expr, yes: Next, no: Next, level: usize) -> Option<Next> {
        let Expr::Call(name, _) = expr else {
            return None;
        };
        let (&name, &(part, is_single)) = self.parts.get_key_value(&**name)?;
        if level == MAX_PARTS {
            return None;
        }
        if is_single {
            return Some(self.condition(part, yes, no, level + 1));
        }
        let (Next::Ends(truth), Next::Ends(_)) = (yes, no) else {
            return None;
        };
        if let Some(known) = self.known.get(&(name, truth)) {
            return Some(*known);
        }
        let first = self.condition(part, yes, no, level + 1);
        self.known.insert((name, truth), first);
        Some(first)
    }
}
