//! Terms of a vocabulary, and the tests made of them.

use std::collections::HashMap;

use super::checker::{Checker, Result, TermTest};
use crate::{
    error::RuleError,
    graph::{NodeId, Op},
    syntax::{Quantifier, TableEntries, Term, Type},
    words::{Meaning, Range, Word},
};

/// The maximum number of bounds that a number is compared with.
const MAX_BOUNDS: i32 = 24;

impl Checker<'_> {
    /// A truth is its own test; a number is compared with every bound that can
    /// tell positions apart.
    pub(super) fn term(&mut self, term: &Term) -> Result<Vec<TermTest>> {
        if !self.speaks(term.limit, &term.limit_span)? {
            return Ok(Vec::new());
        }
        let span = &term.span;
        let value = self.expr(&term.value)?;
        let bounds = match self.graph.kind(value) {
            Type::Truth => {
                return Ok(vec![TermTest {
                    condition: value,
                    at_most: None,
                }]);
            }
            Type::Number => self.range(value, &mut HashMap::new()),
            kind => {
                let message = format!("expected a truth or a number, found a {}", kind.name());
                let help = "of a set, try its count; of a square, whether it is in a set";
                return Err(RuleError::new(span.clone(), message).help(help));
            }
        };
        let (low, high) = (bounds.0, bounds.1.min(bounds.0.saturating_add(MAX_BOUNDS)));
        let mut tests = Vec::new();
        for bound in low..high {
            let number = self.add(span, Op::Number(bound), vec![], Type::Number)?;
            let condition = self.add(span, Op::LessEqual, vec![value, number], Type::Truth)?;
            tests.push(TermTest {
                condition,
                at_most: Some(bound),
            });
        }
        Ok(tests)
    }

    /// The least and the greatest value of a number, as far as its expression
    /// shows.
    fn range(&self, id: NodeId, known: &mut HashMap<NodeId, Bounds>) -> Bounds {
        if let Some(&range) = known.get(&id) {
            return range;
        }
        let node = &self.graph.nodes[id];
        let mut of = |at: usize| self.range(node.arguments[at], known);
        let range = match &node.op {
            Op::Number(number) => (*number, *number),
            Op::Each(Quantifier::Count, _) => (0, MAX_COUNT),
            Op::Word(word) => word_range(*word, of),
            Op::Entry(TableEntries::Numbers(numbers)) => {
                let least = numbers.iter().min().copied().unwrap_or(0);
                (least, numbers.iter().max().copied().unwrap_or(0))
            }
            Op::Plus => {
                let ((a, b), (c, d)) = (of(0), of(1));
                (a.saturating_add(c), b.saturating_add(d))
            }
            Op::Minus => {
                let ((a, b), (c, d)) = (of(0), of(1));
                (a.saturating_sub(d), b.saturating_sub(c))
            }
            Op::If => {
                let ((a, b), (c, d)) = (of(1), of(2));
                (a.min(c), b.max(d))
            }
            _ => UNKNOWN,
        };
        known.insert(id, range);
        range
    }
}

/// The least and the greatest value.
type Bounds = (i32, i32);

/// What is tried for a number of which nothing is known.
const UNKNOWN: Bounds = (-MAX_BOUNDS / 2, MAX_BOUNDS / 2);

/// Few sets that rules are about have more squares, as a man of an ending does
/// not reach many more.
const MAX_COUNT: i32 = 16;

/// The range of a function whose arguments have some ranges.
fn word_range(word: Word, mut of: impl FnMut(usize) -> Bounds) -> Bounds {
    match word.descriptor().range {
        Range::Within(low, high) => match word.meaning() {
            Meaning::NumberOfSet(_) => (low, high.min(MAX_COUNT)),
            _ => (low, high),
        },
        Range::Lesser => {
            let ((a, b), (c, d)) = (of(0), of(1));
            (a.min(c), b.min(d))
        }
        Range::Greater => {
            let ((a, b), (c, d)) = (of(0), of(1));
            (a.max(c), b.max(d))
        }
        Range::Magnitude | Range::Any => UNKNOWN,
    }
}
