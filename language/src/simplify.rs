//! Simplifying trees without changing their meaning.

use crate::syntax::{Binary, Definition, Expr, ExprKind};

/// The maximum length of a joined chain of `and` or `or`. Each link is one
/// level deeper, and the depth of expressions is limited.
const MAX_CHAIN: usize = 40;

impl Expr {
    /// The conjunction of some truths: `true` if there are none.
    pub fn all_of(parts: impl IntoIterator<Item = Self>) -> Self {
        let all = parts.into_iter();
        let all = all.reduce(|all, part| all.joined(Binary::And, part));
        all.unwrap_or_else(|| Self::name("true")).simplified()
    }

    /// The opposite of a truth, without a double negation.
    #[must_use]
    pub fn negated(self) -> Self {
        match self.kind {
            ExprKind::Not(inner) => *inner,
            _ => Self::new(ExprKind::Not(Box::new(self))),
        }
    }

    /// The same without double negations, and with chains of `and` and of `or`
    /// flattened: `a and (b and c)` needs no parentheses.
    #[must_use]
    pub fn simplified(mut self) -> Self {
        for part in self.kind.parts_mut() {
            let inner = std::mem::replace(part, Self::new(ExprKind::Number(0)));
            *part = inner.simplified();
        }
        match self.kind {
            ExprKind::Not(inner) => inner.negated(),
            ExprKind::Binary(operator @ (Binary::And | Binary::Or), left, right) => {
                in_a_row(operator, *left, *right)
            }
            kind => Self::new(kind),
        }
    }
}

impl Definition {
    /// The same with a simplified body.
    #[must_use]
    pub fn simplified(self) -> Self {
        let body = self.body.simplified();
        Self { body, ..self }
    }
}

fn in_a_row(operator: Binary, left: Expr, right: Expr) -> Expr {
    if length(&left, operator) + length(&right, operator) > MAX_CHAIN {
        return left.joined(operator, right);
    }
    let mut parts = Vec::new();
    links(right, operator, &mut parts);
    let right = parts.into_iter();
    right.fold(left, |row, part| row.joined(operator, part))
}

fn length(expr: &Expr, operator: Binary) -> usize {
    match &expr.kind {
        ExprKind::Binary(found, left, right) if *found == operator => {
            length(left, operator) + length(right, operator)
        }
        _ => 1,
    }
}

fn links(expr: Expr, operator: Binary, out: &mut Vec<Expr>) {
    match expr.kind {
        ExprKind::Binary(found, left, right) if found == operator => {
            links(*left, operator, out);
            links(*right, operator, out);
        }
        kind => out.push(Expr { kind, ..expr }),
    }
}
