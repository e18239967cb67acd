//! Checking names, types and symmetries: from syntax to a graph of values.

mod checker;
mod known;
mod men;
mod moves;
mod names;
mod open;
mod operators;
mod scene;
mod smaller;
#[cfg(test)]
mod symmetry;
mod terms;

use std::collections::{HashMap, HashSet};

use drawproof_tables::Material;
use shakmaty::Color;

use crate::{
    error::RuleError,
    graph::{Graph, NodeId},
    syntax::File,
};

use checker::Checker;
pub use checker::{MovesAt, TermTest};
pub use smaller::{Answer, AnswerBy, Conditions, OfSide};

/// The rules of a file for one side to move, and their errors.
#[derive(Clone, Debug)]
pub struct Check {
    /// All values.
    pub graph: Graph,
    /// The condition of each rule of the file; `None` if the rule is not for
    /// this side to move.
    pub conditions: Vec<Option<NodeId>>,
    /// Definitions that are invalid for this side to move, which is an error
    /// only if one of its rules uses them.
    pub definition_errors: Vec<(usize, RuleError)>,
    /// Errors in rules and terms.
    pub rule_errors: Vec<RuleError>,
    /// The tests made of each term of a vocabulary; empty if it is not for this
    /// side to move.
    pub terms: Vec<Vec<TermTest>>,
    /// Where moves are gone through, by the place in the text.
    pub moves: HashMap<usize, MovesAt>,
}

/// Checks a file for each side that moves in a class.
///
/// # Errors
///
/// All errors: those in rules, and in definitions that are valid for no side to
/// move.
pub fn checked(
    file: &File,
    material: &Material,
    answers: &[Answer],
) -> Result<Vec<Check>, Vec<RuleError>> {
    let turns = if material.is_symmetric() {
        &Color::ALL[..1]
    } else {
        &Color::ALL[..]
    };
    let turns = turns.iter();
    let checks: Vec<Check> = turns
        .map(|&turn| check(file, material, turn, answers))
        .collect();
    let failing = checks.iter().map(|check| {
        let places = check.definition_errors.iter().map(|(at, _)| *at);
        places.collect::<HashSet<usize>>()
    });
    let failing: Vec<HashSet<usize>> = failing.collect();
    let is_wrong_everywhere =
        |(index, _): &&(usize, RuleError)| failing.iter().all(|of| of.contains(index));
    let errors_of = |check: &Check| {
        let definitions = check.definition_errors.iter().filter(is_wrong_everywhere);
        let definitions = definitions.map(|(_, error)| error);
        definitions
            .chain(&check.rule_errors)
            .cloned()
            .collect::<Vec<_>>()
    };
    let mut errors: Vec<RuleError> = checks.iter().flat_map(errors_of).collect();
    errors.sort_by_key(|error| error.span.start);
    errors.dedup_by(|error, first| {
        let is_there = error.span == first.span;
        if is_there {
            smaller::join(first, error);
        }
        is_there
    });
    if errors.is_empty() {
        Ok(checks)
    } else {
        Err(errors)
    }
}

/// Checks a file for one side to move.
pub fn check(file: &File, material: &Material, turn: Color, answers: &[Answer]) -> Check {
    let mut checker = Checker::new(file, material, turn, answers);
    let definition_errors = checker.definitions();
    let mut conditions = Vec::new();
    let mut rule_errors = Vec::new();
    for rule in &file.rules {
        let condition = checker.rule(rule);
        match checker.answered(condition) {
            Ok(condition) => conditions.push(condition),
            Err(error) => rule_errors.push(error),
        }
    }
    let mut terms = Vec::new();
    for term in &file.terms {
        let tests = checker.term(term);
        match checker.answered(tests) {
            Ok(tests) => terms.push(tests),
            Err(error) => rule_errors.push(error),
        }
    }
    Check {
        graph: checker.graph,
        conditions,
        definition_errors,
        rule_errors,
        terms,
        moves: checker.moves,
    }
}
