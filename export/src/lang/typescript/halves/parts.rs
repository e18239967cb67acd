//! Names and expressions of halves.

use crate::ir::{Board, Expr, Sign, Statement, Type};

/// The variable with the upper half of what a function has returned.
pub const HIGH: &str = "upper_half";

/// What the names of halves end with.
pub const ENDS: [&str; 2] = ["_low", "_high"];

/// What the names of variables begin with that are not in the code before.
pub const OWN: &str = "half";

/// Numbers of 64 bits by their halves, the lower one first.
pub type Halves = [Expr; 2];

/// The type of a half, or of what stays.
pub fn half(kind: Type) -> Type {
    match kind {
        Type::U64 => Type::U32,
        kind => kind,
    }
}

pub fn low(name: &str) -> String {
    name.to_string() + ENDS[0]
}

pub fn high(name: &str) -> String {
    name.to_string() + ENDS[1]
}

/// A variable with its type as one or two.
pub fn parts((name, kind): &(String, Type)) -> Vec<(String, Type)> {
    match kind {
        Type::U64 => [low(name), high(name)].map(|name| (name, Type::U32)).into(),
        kind => vec![(name.clone(), *kind)],
    }
}

pub fn board(board: &Board) -> Board {
    let sets = board.sets.iter();
    Board {
        sets: sets.flat_map(|men| [low(men), high(men)]).collect(),
        kept: board.kept.iter().flat_map(parts).collect(),
        ..board.clone()
    }
}

pub fn word(number: u64) -> Expr {
    Expr::Literal(number & 0xffff_ffff, Type::U32, number > 9)
}

pub fn zero() -> Expr {
    word(0)
}

pub fn binary(sign: Sign, left: &Expr, right: &Expr) -> Expr {
    Expr::binary(sign, left.clone(), right.clone())
}

pub fn choice(condition: Expr, yes: Expr, no: Expr) -> Expr {
    Expr::If(Box::new([condition, yes, no]))
}

pub fn assign(name: &str, value: Expr) -> Statement {
    Statement::Assign {
        name: name.into(),
        sign: None,
        value,
    }
}

pub fn variable(name: &str, kind: Type, value: Expr) -> Statement {
    Statement::Let {
        name: name.into(),
        kind,
        is_mutable: true,
        value,
    }
}

/// Whether an expression costs nothing where it is repeated.
pub fn is_simple(expr: &Expr) -> bool {
    match expr {
        Expr::Cast(_, inner) => is_simple(inner),
        Expr::Truth(_)
        | Expr::Number(_)
        | Expr::Square(_)
        | Expr::Literal(..)
        | Expr::Local(..)
        | Expr::Constant(..)
        | Expr::Field(..) => true,
        _ => false,
    }
}

pub fn has_call(expr: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |part| found |= matches!(part, Expr::Call(..) | Expr::Outcome(..)));
    found
}

/// A number that is known.
pub fn known(expr: &Expr) -> Option<u64> {
    match expr {
        Expr::Literal(number, ..) | Expr::Bits(number) => Some(*number),
        Expr::Square(number) => Some((*number).into()),
        Expr::Number(number) => u64::try_from(*number).ok(),
        _ => None,
    }
}

/// Two sets as one, without those that are empty.
pub fn union(a: Expr, b: Expr) -> Expr {
    match [known(&a), known(&b)] {
        [Some(0), _] => b,
        [_, Some(0)] => a,
        _ => Expr::binary(Sign::Union, a, b),
    }
}
