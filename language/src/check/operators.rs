//! Operators, choices and quantifiers.

use super::checker::{Checker, MAX_QUANTIFIERS, Result};
use crate::{
    error::{RuleError, Span},
    graph::{NodeId, Op},
    syntax::{Binary, Expr, Quantifier, Type},
};

impl Checker<'_> {
    pub(super) fn binary(
        &mut self,
        span: &Span,
        operator: Binary,
        left: &Expr,
        right: &Expr,
    ) -> Result<NodeId> {
        match operator {
            Binary::Or => self.pair(span, Op::Or, [left, right], Type::Truth, Type::Truth),
            Binary::And => self.pair(span, Op::And, [left, right], Type::Truth, Type::Truth),
            Binary::Equal => self.equal(span, left, right),
            Binary::NotEqual => {
                let equal = self.equal(span, left, right)?;
                self.add(span, Op::Not, vec![equal], Type::Truth)
            }
            Binary::Less => self.pair(span, Op::Less, [left, right], Type::Number, Type::Truth),
            Binary::Greater => self.pair(span, Op::Less, [right, left], Type::Number, Type::Truth),
            Binary::LessEqual => self.pair(
                span,
                Op::LessEqual,
                [left, right],
                Type::Number,
                Type::Truth,
            ),
            Binary::GreaterEqual => self.pair(
                span,
                Op::LessEqual,
                [right, left],
                Type::Number,
                Type::Truth,
            ),
            Binary::In => {
                let square = self.typed(left, Type::Square)?;
                let set = self.typed(right, Type::Set)?;
                self.add(span, Op::In, vec![square, set], Type::Truth)
            }
            Binary::Union => self.pair(span, Op::Union, [left, right], Type::Set, Type::Set),
            Binary::Intersection => {
                self.pair(span, Op::Intersection, [left, right], Type::Set, Type::Set)
            }
            Binary::Times => self.pair(span, Op::Times, [left, right], Type::Number, Type::Number),
            Binary::Plus => self.sum(span, Op::Plus, Op::Union, [left, right]),
            Binary::Minus => self.sum(span, Op::Minus, Op::Difference, [left, right]),
        }
    }

    pub(super) fn pair(
        &mut self,
        span: &Span,
        op: Op,
        parts: [&Expr; 2],
        takes: Type,
        gives: Type,
    ) -> Result<NodeId> {
        let left = self.typed(parts[0], takes)?;
        let right = self.typed(parts[1], takes)?;
        self.add(span, op, vec![left, right], gives)
    }

    /// `+` and `-`, of numbers or of sets.
    pub(super) fn sum(
        &mut self,
        span: &Span,
        numbers: Op,
        sets: Op,
        parts: [&Expr; 2],
    ) -> Result<NodeId> {
        let first = self.expr(parts[0])?;
        if self.graph.kind(first) == Type::Number {
            let second = self.typed(parts[1], Type::Number)?;
            return self.add(span, numbers, vec![first, second], Type::Number);
        }
        let first = self.coerce(&parts[0].span, first, Type::Set)?;
        let second = self.typed(parts[1], Type::Set)?;
        self.add(span, sets, vec![first, second], Type::Set)
    }

    pub(super) fn equal(&mut self, span: &Span, left: &Expr, right: &Expr) -> Result<NodeId> {
        let first = self.expr(left)?;
        let second = self.expr(right)?;
        let kind = match (self.graph.kind(first), self.graph.kind(second)) {
            (Type::Square, Type::Set) => Type::Set,
            (kind, _) => kind,
        };
        let first = self.coerce(&left.span, first, kind)?;
        let second = self.coerce(&right.span, second, kind)?;
        self.add(span, Op::Equal, vec![first, second], Type::Truth)
    }

    pub(super) fn choice(
        &mut self,
        span: &Span,
        [condition, yes, no]: &[Expr; 3],
    ) -> Result<NodeId> {
        let condition = self.typed(condition, Type::Truth)?;
        let first = self.expr(yes)?;
        let second = self.expr(no)?;
        let kind = match (self.graph.kind(first), self.graph.kind(second)) {
            (Type::Square, Type::Set) => Type::Set,
            (kind, _) => kind,
        };
        let first = self.coerce(&yes.span, first, kind)?;
        let second = self.coerce(&no.span, second, kind)?;
        self.add(span, Op::If, vec![condition, first, second], kind)
    }

    pub(super) fn each(
        &mut self,
        span: &Span,
        quantifier: Quantifier,
        name: &str,
        [set, condition]: &[Expr; 2],
    ) -> Result<NodeId> {
        let set = self.typed(set, Type::Set)?;
        if self.quantifiers == MAX_QUANTIFIERS {
            let message =
                format!("more than {MAX_QUANTIFIERS} of any, all, count within each other");
            return Err(RuleError::new(span.clone(), message));
        }
        let variable = self.graph.new_variable();
        let square = self.add(span, Op::Variable(variable), vec![], Type::Square)?;
        self.scope.push((name.into(), square));
        self.quantifiers += 1;
        let body = self.typed(condition, Type::Truth);
        self.quantifiers -= 1;
        self.scope.pop();
        let kind = match quantifier {
            Quantifier::Any | Quantifier::All => Type::Truth,
            Quantifier::Count => Type::Number,
            Quantifier::Set => Type::Set,
        };
        self.add(span, Op::Each(quantifier, variable), vec![set, body?], kind)
    }
}
