//! The cheap questions first.
//!
//! Values have no side effects, so a condition may be decided in any order: the exported one asks
//! about two squares before it goes through the moves of a rook.

use super::{
    statements::decides,
    unit::{Body, Unit},
    uses::Costs,
};
use crate::ir::{Expr, Sign};

/// Sorts the conditions of a unit.
pub fn sort(unit: &mut Unit) {
    let costs = Costs::of(unit);
    for function in &mut unit.functions {
        function.body = match &function.body {
            Body::Value(value) => Body::Value(sorted(value, &costs)),
            Body::Each(quantifier, set, square, condition) => Body::Each(
                *quantifier,
                sorted(set, &costs),
                square.clone(),
                sorted(condition, &costs),
            ),
            Body::Written(statements) => Body::Written(statements.clone()),
        };
    }
}

fn sorted(expr: &Expr, costs: &Costs) -> Expr {
    let Expr::Binary(sign @ (Sign::And | Sign::Or), ..) = expr else {
        return expr.with_parts(&|part| sorted(part, costs));
    };
    let mut parts = chain(expr, *sign);
    for part in &mut parts {
        *part = sorted(part, costs);
    }
    // Statements are clearer, and end with the last part.
    if !parts.iter().any(decides) {
        parts.sort_by_cached_key(|part| costs.cost(part).checked_ilog2());
    }
    joined(*sign, parts).unwrap_or_else(|| expr.clone())
}

/// The parts of a conjunction or disjunction, in order.
pub fn chain(expr: &Expr, sign: Sign) -> Vec<Expr> {
    let mut parts = Vec::new();
    add_parts(expr, sign, true, &mut parts);
    parts
}

/// Adds the parts of an expression, or of its opposite.
fn add_parts(expr: &Expr, sign: Sign, holds: bool, parts: &mut Vec<Expr>) {
    let joins = |of: Sign| match sign {
        Sign::And if holds => of == Sign::And,
        Sign::And => of == Sign::Or,
        _ if holds => of == Sign::Or,
        _ => of == Sign::And,
    };
    match expr {
        Expr::Binary(of, left, right) if joins(*of) => {
            add_parts(left, sign, holds, parts);
            add_parts(right, sign, holds, parts);
        }
        Expr::Not(inner) => add_parts(inner, sign, !holds, parts),
        part if holds => parts.push(part.clone()),
        part => parts.push(part.clone().negated()),
    }
}

/// A conjunction or disjunction; `None` of nothing.
pub fn joined(sign: Sign, parts: Vec<Expr>) -> Option<Expr> {
    parts
        .into_iter()
        .reduce(|all, one| Expr::binary(sign, all, one))
}
