//! Terms of a vocabulary, and the tests made of them.

use std::collections::HashMap;

use super::{Checker, Result, TermTest};
use crate::{
    error::RuleError,
    graph::{NodeId, Op},
    syntax::{Quantifier, TableEntries, Term, Type},
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
    fn range(&self, id: NodeId, known: &mut HashMap<NodeId, (i32, i32)>) -> (i32, i32) {
        if let Some(&range) = known.get(&id) {
            return range;
        }
        let node = &self.graph.nodes[id];
        let mut of = |at: usize| self.range(node.arguments[at], known);
        let range = match &node.op {
            Op::Number(number) => (*number, *number),
            Op::EdgeDistance | Op::CornerDistance => (0, 3),
            Op::File | Op::Rank => (1, 8),
            Op::Distance | Op::FileDistance | Op::RankDistance => (0, 7),
            Op::Manhattan => (0, 14),
            // No man of an ending has many more squares.
            Op::Count | Op::Each(Quantifier::Count, _) => (0, 16),
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
            Op::Min => {
                let ((a, b), (c, d)) = (of(0), of(1));
                (a.min(c), b.min(d))
            }
            Op::Max => {
                let ((a, b), (c, d)) = (of(0), of(1));
                (a.max(c), b.max(d))
            }
            Op::If => {
                let ((a, b), (c, d)) = (of(1), of(2));
                (a.min(c), b.max(d))
            }
            _ => (-MAX_BOUNDS / 2, MAX_BOUNDS / 2),
        };
        known.insert(id, range);
        range
    }
}
