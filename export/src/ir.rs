//! Rules as functions that any imperative language can be printed of.

use shakmaty::{Color, Piece};

use drawproof_language::syntax::{Quantifier, RuleKind, TableEntries, Type};

/// The place of a function in [`Unit::functions`].
pub type FunctionId = usize;

/// A rule file, ready to be printed.
#[derive(Debug)]
pub struct Unit {
    /// The class, as `KRvKN`.
    pub class: String,
    /// What its sides have; see [`door`](super::door).
    pub key: u64,
    /// The class in small letters, as `krkn`: all names begin with it.
    pub name: String,
    pub men: Vec<Man>,
    pub tables: Vec<Table>,
    /// Each after those that it calls.
    pub functions: Vec<Function>,
    /// What is tried for one side to move, or for both.
    pub lists: Vec<List>,
}

/// A man of the class, by the name of the field with its square.
#[derive(Debug)]
pub struct Man {
    pub name: String,
    pub piece: Piece,
    /// How many men of the same kind come before it.
    pub before: usize,
}

#[derive(Debug)]
pub struct Table {
    pub name: String,
    pub comment: Vec<String>,
    pub entries: TableEntries,
    pub is_used: bool,
}

/// The rules for a side to move, in order; with equal material for either.
#[derive(Debug)]
pub struct List {
    pub turn: Option<Color>,
    pub rules: Vec<Tried>,
}

/// A rule by its number in the file, from 1, and the function that says
/// whether it holds.
#[derive(Debug)]
pub struct Tried {
    pub number: usize,
    pub kind: RuleKind,
    pub function: FunctionId,
}

#[derive(Debug)]
pub struct Function {
    pub name: String,
    pub comment: Vec<String>,
    pub parameters: Vec<(String, Type)>,
    pub gives: Type,
    pub body: Body,
    /// Whether the value is kept for later uses.
    pub is_kept: bool,
    /// Whether it has to be given the board.
    pub needs_board: bool,
    pub is_used: bool,
}

#[derive(Debug)]
pub enum Body {
    Value(Expr),
    /// A quantifier: a set, the name of the square that goes through it, and
    /// a condition on each.
    Each(Quantifier, Expr, String, Expr),
}

/// An expression without loops.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Number(i32),
    Bits(u64),
    Square(u32),
    Truth(bool),
    /// The square of a man, by its place in the class.
    Man(usize),
    Occupied,
    /// A parameter, or the square of a loop.
    Local(String),
    Call(FunctionId, Vec<Self>),
    /// A function that every file may bring with it.
    Helper(&'static str, Vec<Self>),
    Entry(usize, Box<Self>),
    Not(Box<Self>),
    Complement(Box<Self>),
    Negative(Box<Self>),
    Binary(Sign, Box<Self>, Box<Self>),
    If(Box<[Self; 3]>),
}

/// Operators. Those of numbers are for results that cannot overflow.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Sign {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Union,
    Intersection,
    Difference,
    Plus,
    Minus,
    Times,
}

impl Expr {
    pub fn binary(sign: Sign, left: Self, right: Self) -> Self {
        Self::Binary(sign, Box::new(left), Box::new(right))
    }

    /// The expressions directly within this one.
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Number(_)
            | Self::Bits(_)
            | Self::Square(_)
            | Self::Truth(_)
            | Self::Man(_)
            | Self::Occupied
            | Self::Local(_) => Vec::new(),
            Self::Call(_, parts) | Self::Helper(_, parts) => parts.iter().collect(),
            Self::Entry(_, part)
            | Self::Not(part)
            | Self::Complement(part)
            | Self::Negative(part) => vec![part],
            Self::Binary(_, left, right) => vec![left, right],
            Self::If(parts) => parts.iter().collect(),
        }
    }

    /// Calls a function with this expression and with all within it.
    pub fn visit(&self, see: &mut dyn FnMut(&Self)) {
        see(self);
        for part in self.parts() {
            part.visit(see);
        }
    }

    /// Whether a parameter or square of a loop is asked for.
    pub fn mentions(&self, local: &str) -> bool {
        let mut found = false;
        self.visit(&mut |part| found |= matches!(part, Self::Local(name) if name == local));
        found
    }
}

impl Unit {
    /// Whether what is within a function needs the board.
    pub fn needs_board(&self, body: &Body) -> bool {
        let mut needs = false;
        for (part, _) in body.parts() {
            part.visit(&mut |part| {
                needs |= match part {
                    Expr::Man(_) | Expr::Occupied => true,
                    Expr::Call(called, _) => self.functions[*called].needs_board,
                    _ => false,
                }
            });
        }
        needs
    }
}

impl Body {
    /// The expressions of it, and whether each is asked for many times.
    pub fn parts(&self) -> Vec<(&Expr, bool)> {
        match self {
            Self::Value(value) => vec![(value, false)],
            Self::Each(_, set, _, condition) => vec![(set, false), (condition, true)],
        }
    }
}
