//! Rules as functions of expressions: what [`lower`](super::lower) makes and what becomes
//! statements in [`statements`](super::statements).

use std::collections::HashSet;

use drawproof_language::{RuleKind, syntax::Quantifier};
use shakmaty::{Color, Piece};

use crate::{
    Says,
    ir::{Expr, Statement, Table, Type},
};

/// The index of a function in [`Unit::functions`].
pub type FunctionId = usize;

/// A rule file, lowered.
#[derive(Debug)]
pub struct Unit {
    /// The class, such as `KRvKN`.
    pub class: String,
    /// The key of its sides; see [`door`](super::door).
    pub key: u64,
    /// The class in lower case, such as `krkn`: all names begin with it.
    pub name: String,
    /// How many rules of other files are numbered before these.
    pub before: usize,
    pub men: Vec<Man>,
    /// The sets of men of an open class, besides the kings.
    pub sets: Vec<Men>,
    pub tables: Vec<Table>,
    /// The functions, each after those that it calls.
    pub functions: Vec<Function>,
    /// The rules for one side to move, or for both.
    pub lists: Vec<List>,
    /// What the functions of the file say.
    pub says: Says,
    /// The functions whose size matters more than their speed, by name.
    pub small: HashSet<String>,
}

/// A man of the class, by the name of the field with its square.
#[derive(Debug)]
pub struct Man {
    pub name: String,
    pub piece: Piece,
    /// How many men of the same kind come before it.
    pub before: usize,
}

/// Men of an open class, by the name of the field with their squares.
#[derive(Debug)]
pub struct Men {
    pub name: String,
    pub piece: Piece,
}

/// The rules for a side to move, in order; with equal material for either.
#[derive(Debug)]
pub struct List {
    pub turn: Option<Color>,
    pub rules: Vec<Tried>,
}

/// A rule by its number in the file, from 1, and the function that tests it.
#[derive(Debug)]
pub struct Tried {
    pub number: usize,
    pub kind: RuleKind,
    pub function: FunctionId,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub comment: Vec<String>,
    pub parameters: Vec<(String, Type)>,
    pub gives: Type,
    pub body: Body,
    /// Whether the value is cached.
    pub is_kept: bool,
    /// Whether it takes the board as an argument.
    pub needs_board: bool,
    pub is_used: bool,
}

impl Function {
    /// One whose value is not cached.
    pub fn plain(name: String, parameters: Vec<(String, Type)>, gives: Type, body: Body) -> Self {
        Self {
            name,
            comment: Vec::new(),
            parameters,
            gives,
            body,
            is_kept: false,
            needs_board: false,
            is_used: true,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Body {
    Value(Expr),
    /// A quantifier: a set, the name of the loop's square, and a condition on
    /// each.
    Each(Quantifier, Expr, String, Expr),
    /// Statements as they are written.
    Written(Vec<Statement>),
}

impl Body {
    /// Its expressions, and whether each is evaluated many times.
    pub fn parts(&self) -> Vec<(&Expr, bool)> {
        match self {
            Self::Value(value) => vec![(value, false)],
            Self::Each(_, set, _, condition) => vec![(set, false), (condition, true)],
            Self::Written(_) => Vec::new(),
        }
    }

    /// Calls a function with each expression within.
    pub fn visit(&self, see: &mut dyn FnMut(&Expr)) {
        match self {
            Self::Written(statements) => statements.iter().for_each(|one| one.visit(see)),
            body => body.parts().iter().for_each(|(part, _)| part.visit(see)),
        }
    }

    /// The same with some of its values replaced.
    #[must_use]
    pub fn replaced(&self, new: &dyn Fn(&Expr) -> Option<Expr>) -> Self {
        match self {
            Self::Value(value) => Self::Value(value.replaced(new)),
            Self::Each(quantifier, set, square, condition) => {
                let [set, condition] = [set, condition].map(|part| part.replaced(new));
                Self::Each(*quantifier, set, square.clone(), condition)
            }
            Self::Written(statements) => Self::Written(statements.clone()),
        }
    }

    /// Renames the functions that it calls.
    pub fn rename(&mut self, new: &dyn Fn(&str) -> Option<String>) {
        match self {
            Self::Value(value) => value.rename(new),
            Self::Each(_, set, _, condition) => {
                set.rename(new);
                condition.rename(new);
            }
            Self::Written(statements) => statements.iter_mut().for_each(|one| one.rename(new)),
        }
    }
}
