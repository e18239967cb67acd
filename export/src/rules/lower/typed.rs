//! Expressions with what is known of them.

use drawproof_language::syntax::Type;

use crate::ir::Expr;

/// An expression, its type and, for a number, its bounds.
#[derive(Clone, Debug)]
pub struct Typed {
    pub expr: Expr,
    pub kind: Type,
    pub range: Range,
}

/// The least and the greatest value of a number.
pub type Range = (i64, i64);

pub const ANY_NUMBER: Range = (i32::MIN as i64, i32::MAX as i64);

impl Typed {
    pub fn new(expr: Expr, kind: Type) -> Self {
        let range = ANY_NUMBER;
        Self { expr, kind, range }
    }

    pub fn truth(expr: Expr) -> Self {
        Self::new(expr, Type::Truth)
    }

    pub fn set(expr: Expr) -> Self {
        Self::new(expr, Type::Set)
    }

    /// As a set; a square becomes one.
    pub fn into_set(self) -> Expr {
        match (self.kind, self.expr) {
            (Type::Square, Expr::Square(square)) => Expr::Bits(1 << square),
            (Type::Square, expr) => Expr::call("bit", vec![expr]),
            (_, expr) => expr,
        }
    }
}
