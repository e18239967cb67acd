//! Large decision trees as data.
//!
//! A tree that is compiled to branches takes 30 to 60 bytes a node, whatever it asks: thousands of
//! nodes that ask the same few hundred questions are thousands of calls and jumps. Here a tree is
//! an array with a word of 16 bits for most nodes, which a loop walks. Each question is compiled
//! once, as an arm of one function; questions that differ only in a bound are one question.
//!
//! - [`graph`]: from conditions to nodes.
//! - [`questions`]: from the truths that nodes ask for to numbers and bounds.
//! - [`layout`]: from nodes to words.
//! - [`walk`]: the functions that read them.

mod graph;
mod layout;
mod questions;
mod walk;

use std::collections::HashMap;

use super::{
    unit::{Body, FunctionId, Unit},
    uses,
};
use crate::ir::{Entries, Expr, Table};
use graph::Graph;
use layout::Layout;
use questions::Questions;

/// A smaller tree stays code: it is faster, and the loop and its questions would take as much
/// room.
const LEAST_NODES: usize = 600;

/// From this number of nodes on, questions are compiled for size: KNNvKR's take 12 KB less, and
/// a call a sixth longer. Smaller trees would lose more time than that.
const LEAST_SMALL: usize = 10_000;

/// Makes data of the large trees of a unit, and marks what is still used.
pub fn write_as_data(unit: &mut Unit) {
    let calls = calls(unit);
    let mut rules: Vec<FunctionId> = unit
        .lists
        .iter()
        .flat_map(|list| list.rules.iter().map(|tried| tried.function))
        .collect();
    rules.sort_unstable();
    rules.dedup();
    let graphs: Vec<(FunctionId, Graph)> = rules
        .into_iter()
        .map(|rule| (rule, Graph::of(unit, rule, &calls)))
        .filter(|(_, graph)| graph.nodes.len() >= LEAST_NODES)
        .collect();
    if graphs.is_empty() {
        return;
    }
    let mut questions = Questions::new(unit);
    let graphs: Vec<_> = graphs
        .into_iter()
        .map(|(rule, graph)| (rule, graph.asking(&mut questions)))
        .collect();
    let Some(mut layout) = Layout::new(&mut questions) else {
        return;
    };
    let starts: Option<Vec<(FunctionId, u32)>> = graphs
        .iter()
        .map(|(rule, graph)| Some((*rule, layout.add(graph)?)))
        .collect();
    if let Some(starts) = starts {
        let nodes = graphs.iter().map(|(_, graph)| graph.nodes.len()).sum();
        replace(unit, &starts, nodes, layout, questions);
    }
}

/// How often each function is called.
fn calls(unit: &Unit) -> HashMap<String, usize> {
    let mut calls = HashMap::new();
    for function in unit.functions.iter().filter(|of| of.is_used) {
        function.body.visit(&mut |part| {
            if let Expr::Call(name, _) = part {
                *calls.entry(name.clone()).or_default() += 1;
            }
        });
    }
    calls
}

/// Puts the walk through words in the place of the conditions of rules.
fn replace(
    unit: &mut Unit,
    starts: &[(FunctionId, u32)],
    nodes: usize,
    layout: Layout,
    questions: Questions,
) {
    let names = walk::Names::new(unit);
    let walk = walk::functions(&names, &questions, layout.bits());
    unit.functions.extend(questions.into_functions());
    unit.functions.extend(walk.functions);
    let table = |name: &str, says: &str, words| Table {
        name: name.into(),
        comment: crate::text::comment(says),
        entries: Entries::Words(words),
    };
    unit.tables.push(table(&names.tests, TESTS, walk.tests));
    unit.tables
        .push(table(&names.words, WORDS, layout.into_words()));
    for &(rule, start) in starts {
        let mut function = unit.functions[rule].clone();
        function.body = Body::Value(Expr::call(&names.walk, vec![Expr::Square(start)]));
        unit.functions.push(function);
        let new = unit.functions.len() - 1;
        let tried = unit.lists.iter_mut().flat_map(|list| &mut list.rules);
        for tried in tried.filter(|tried| tried.function == rule) {
            tried.function = new;
        }
    }
    // The old functions are not called any more.
    uses::mark_again(unit);
    if nodes >= LEAST_SMALL {
        mark_small(unit, &names.question);
    }
}

/// Marks the function of the questions and all that it calls.
fn mark_small(unit: &mut Unit, question: &str) {
    let is_asked = uses::reached(unit, |_, of| of.name == question);
    let asked = unit.functions.iter().zip(is_asked);
    let asked = asked.filter(|(_, is_asked)| *is_asked);
    unit.small = asked.map(|(function, _)| function.name.clone()).collect();
}

const TESTS: &str = "What trees ask: the number of a question times 128, and a bound plus 64. The \
    answer is yes if the number that the question gives is at most the bound.";

const WORDS: &str = "The nodes of trees; the first two words stand for no and yes.";
