//! The intermediate form: small imperative functions that any language can print.
//!
//! Helpers and the code that probes tables are read into it from Rust when this crate is built
//! (`read`), rules are lowered to it (`rules::lower`), and the functions for engines are built in
//! it. A language knows only this form and nothing about rules or tables.

use serde::{Deserialize, Serialize};

/// The type of a value.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Type {
    Bool,
    /// A signed 32-bit number.
    I32,
    /// A small unsigned number below 2^31: most often the number of a square.
    Square,
    /// An unsigned 32-bit number.
    U32,
    /// An unsigned 64-bit number: a set of squares, a word of data.
    U64,
    /// The words of an exported table.
    Data,
    /// The result of a table function for engines, in the idiomatic type of the language.
    Outcome(Outcome),
}

/// The kinds of results of exported tables.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// Win, draw or loss, or that it is not known.
    Wdl,
    /// Draw or not, or that it is not known.
    Draw,
    /// Plies to mate; none for a draw or an unknown position.
    Dtm,
    /// Whether a side can mate, or that it is not known.
    CanMate,
}

impl Outcome {
    /// The suffix of the functions that return it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wdl => "wdl",
            Self::Draw => "draw",
            Self::Dtm => "dtm",
            Self::CanMate => "can_mate",
        }
    }

    /// The function of `probe.rs` that converts a score to it.
    pub fn of_score(self) -> &'static str {
        match self {
            Self::Wdl => "wdl_of",
            Self::Draw => "draw_of",
            Self::Dtm => "dtm_of",
            Self::CanMate => "can_mate_of",
        }
    }
}

/// An expression without loops.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Expr {
    Truth(bool),
    /// Of type [`Type::I32`].
    Number(i32),
    /// Of type [`Type::Square`].
    Square(u32),
    /// Of type [`Type::U64`], in hexadecimal.
    Bits(u64),
    /// An unsigned number as written, with its type and whether it is in hexadecimal.
    Literal(u64, Type, bool),
    /// A parameter or variable.
    Local(String, Type),
    /// A constant of the file.
    Constant(String, Type),
    /// A field of the board of a class: the square of a man, or the set `occupied`.
    Field(String, Type),
    /// The words of the exported table.
    Data,
    /// A call of a function of the same file.
    Call(String, Vec<Self>),
    /// The entry of a table for a square.
    Entry(String, Box<Self>, Type),
    /// A word of a table of words, by its place, as a [`Type::Square`].
    Word(String, Box<Self>),
    Not(Box<Self>),
    Complement(Box<Self>),
    Negative(Box<Self>),
    Binary(Sign, Box<Self>, Box<Self>),
    /// A value as another type, truncated if it does not fit.
    Cast(Type, Box<Self>),
    /// A condition, the value if it holds, and the value if not.
    If(Box<[Self; 3]>),
    /// The meaning of a score, as a [`Type::Outcome`].
    Outcome(Outcome, Box<Self>),
}

/// Operators. Those on signed numbers are for results that cannot overflow, except those whose
/// names say otherwise.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    Xor,
    ShiftLeft,
    ShiftRight,
    Plus,
    Minus,
    Times,
    Divide,
    WrappingPlus,
    WrappingMinus,
    WrappingTimes,
}

/// A statement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Statement {
    /// A comment on the following statement.
    Remark(String),
    Let {
        name: String,
        kind: Type,
        is_mutable: bool,
        value: Expr,
    },
    /// With an operator it is `name operator= value`.
    Assign {
        name: String,
        sign: Option<Sign>,
        value: Expr,
    },
    If {
        condition: Expr,
        then: Vec<Self>,
        otherwise: Vec<Self>,
    },
    While {
        condition: Expr,
        body: Vec<Self>,
    },
    /// For each square of a set, the lowest first.
    ForEach {
        square: String,
        set: Expr,
        body: Vec<Self>,
    },
    /// Returns the value for a number, each with a comment, or the last value.
    Match {
        value: Expr,
        arms: Vec<(u64, String, Expr)>,
        otherwise: Expr,
    },
    /// Constructs the board of a class, with `occupied`. The squares of its men are parameters
    /// of the same names.
    Board {
        board: Board,
        occupied: Expr,
    },
    Return(Expr),
}

/// A function.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Function {
    pub name: String,
    /// Lines of a comment, without the signs that make one.
    pub comment: Vec<String>,
    pub parameters: Vec<(String, Type)>,
    pub gives: Type,
    pub body: Vec<Statement>,
    pub role: Role,
    /// Whether its size matters more than its speed, where a language can say so.
    pub is_small: bool,
}

/// The purpose of a function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Role {
    /// Engines call it.
    Public,
    /// Any file that needs it includes it.
    Helper,
    /// Every language implements it itself; the body is empty.
    Intrinsic,
    /// It belongs to a class, and takes the board of the class, if needed, besides its
    /// parameters.
    OfClass(Option<BoardUse>),
}

/// How a function of a class uses its board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardUse {
    /// The name of the class.
    pub class: String,
    /// Whether it uses the board at all.
    pub is_asked: bool,
    /// Whether the value is computed once and cached in the board: the body
    /// returns it.
    pub is_kept: bool,
}

/// A constant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Constant {
    pub name: String,
    pub comment: Vec<String>,
    pub kind: Type,
    pub value: Expr,
}

/// A file of Rust that was read.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct SourceFile {
    /// The comment at its top.
    pub opening: Vec<String>,
    pub constants: Vec<Constant>,
    pub functions: Vec<Function>,
}

/// The board for the rules of one class: squares, and values that are computed once.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Board {
    /// The class in lower case, such as `krkn`: all names begin with it.
    pub class: String,
    /// The squares of the men by name, in addition to the set `occupied`.
    pub men: Vec<String>,
    /// Sets of men by name: those of an open class besides the kings.
    pub sets: Vec<String>,
    /// Values that are computed once, by the names of their functions.
    pub kept: Vec<(String, Type)>,
}

/// A table with an entry for each square, or with words.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    pub name: String,
    pub comment: Vec<String>,
    pub entries: Entries,
}

/// The entries of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Entries {
    Sets(Vec<u64>),
    Squares(Vec<u8>),
    Numbers(Vec<i32>),
    /// Any number of words of 16 bits.
    Words(Vec<u16>),
}

/// The rules of a class.
#[derive(Clone, PartialEq, Debug)]
pub struct Unit {
    /// The class, such as `KRvKN`.
    pub title: String,
    pub board: Board,
    pub tables: Vec<Table>,
    /// The functions, each after those that it calls; the last one is public.
    pub functions: Vec<Function>,
}

/// The rules of some classes, as functions.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// What rules may call, each after what it calls itself.
    pub helpers: Vec<Function>,
    /// The classes.
    pub units: Vec<Unit>,
}

impl Unit {
    /// Whether it has tables of words.
    pub fn has_words(&self) -> bool {
        let mut tables = self.tables.iter();
        tables.any(|table| matches!(table.entries, Entries::Words(_)))
    }

    /// The same with no more than some arms in a function.
    #[must_use]
    pub fn split(&self, most: usize) -> Self {
        let functions = self.functions.iter().flat_map(|of| of.split(most));
        Self {
            functions: functions.collect(),
            ..self.clone()
        }
    }
}

/// The expressions directly within one, which is borrowed in either way.
macro_rules! parts_of {
    ($of:expr, $iter:ident) => {
        match $of {
            Self::Truth(_)
            | Self::Number(_)
            | Self::Square(_)
            | Self::Bits(_)
            | Self::Literal(..)
            | Self::Local(..)
            | Self::Constant(..)
            | Self::Field(..)
            | Self::Data => Vec::new(),
            Self::Call(_, parts) => parts.$iter().collect(),
            Self::Entry(_, part, _)
            | Self::Word(_, part)
            | Self::Not(part)
            | Self::Complement(part)
            | Self::Negative(part)
            | Self::Cast(_, part)
            | Self::Outcome(_, part) => vec![part],
            Self::Binary(_, left, right) => vec![left, right],
            Self::If(parts) => parts.$iter().collect(),
        }
    };
}

/// The expressions directly within a statement, and the blocks, borrowed in either way.
macro_rules! insides_of {
    ($of:expr, $iter:ident) => {
        match $of {
            Self::Remark(_) => (Vec::new(), Vec::new()),
            Self::Let { value, .. } | Self::Assign { value, .. } | Self::Return(value) => {
                (vec![value], Vec::new())
            }
            Self::If {
                condition,
                then,
                otherwise,
            } => (vec![condition], vec![then, otherwise]),
            Self::While { condition, body } => (vec![condition], vec![body]),
            Self::ForEach { set, body, .. } => (vec![set], vec![body]),
            Self::Match {
                value,
                arms,
                otherwise,
            } => {
                let values = arms.$iter().map(|(_, _, value)| value);
                (values.chain([value, otherwise]).collect(), Vec::new())
            }
            Self::Board { occupied, .. } => (vec![occupied], Vec::new()),
        }
    };
}

impl Expr {
    pub fn binary(sign: Sign, left: Self, right: Self) -> Self {
        Self::Binary(sign, Box::new(left), Box::new(right))
    }

    pub fn call(name: &str, arguments: Vec<Self>) -> Self {
        Self::Call(name.into(), arguments)
    }

    pub fn local(name: &str, kind: Type) -> Self {
        Self::Local(name.into(), kind)
    }

    /// The expressions directly within this one.
    pub fn parts(&self) -> Vec<&Self> {
        parts_of!(self, iter)
    }

    fn parts_mut(&mut self) -> Vec<&mut Self> {
        parts_of!(self, iter_mut)
    }

    /// Renames the functions that it calls.
    pub fn rename(&mut self, new: &dyn Fn(&str) -> Option<String>) {
        if let Self::Call(name, _) = self
            && let Some(new) = new(name)
        {
            *name = new;
        }
        for part in self.parts_mut() {
            part.rename(new);
        }
    }

    /// The same with other expressions directly within it.
    #[must_use]
    pub fn with_parts(&self, new: &dyn Fn(&Self) -> Self) -> Self {
        let mut whole = self.clone();
        for part in whole.parts_mut() {
            *part = new(part);
        }
        whole
    }

    /// The same with some of the expressions within it replaced, the outer ones first.
    #[must_use]
    pub fn replaced(&self, new: &dyn Fn(&Self) -> Option<Self>) -> Self {
        new(self).unwrap_or_else(|| self.with_parts(&|part| part.replaced(new)))
    }

    /// Calls a function with this expression and with all within it.
    pub fn visit(&self, see: &mut dyn FnMut(&Self)) {
        see(self);
        for part in self.parts() {
            part.visit(see);
        }
    }

    /// Whether a parameter or variable is used.
    pub fn mentions(&self, local: &str) -> bool {
        let mut found = false;
        self.visit(&mut |part| found |= matches!(part, Self::Local(name, _) if name == local));
        found
    }

    /// The opposite of a truth.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Truth(truth) => Self::Truth(!truth),
            Self::Not(inner) => *inner,
            Self::Binary(sign, left, right) => match sign.opposite() {
                Some(sign) => Self::Binary(sign, left, right),
                None => Self::Not(Box::new(Self::Binary(sign, left, right))),
            },
            other => Self::Not(Box::new(other)),
        }
    }
}

impl Sign {
    /// The sign in most languages.
    pub fn usual(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::Union => "|",
            Self::Intersection => "&",
            Self::Xor => "^",
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::Plus | Self::WrappingPlus => "+",
            Self::Minus | Self::WrappingMinus => "-",
            Self::Times | Self::WrappingTimes => "*",
            Self::Divide => "/",
        }
    }

    /// Whether it compares.
    pub fn is_comparison(self) -> bool {
        self.opposite().is_some()
    }

    /// The opposite comparison.
    fn opposite(self) -> Option<Self> {
        Some(match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterEqual,
            Self::LessEqual => Self::Greater,
            Self::Greater => Self::LessEqual,
            Self::GreaterEqual => Self::Less,
            _ => return None,
        })
    }
}

impl Statement {
    /// A local that does not change.
    pub fn constant(name: &str, kind: Type, value: Expr) -> Self {
        Self::Let {
            name: name.into(),
            kind,
            is_mutable: false,
            value,
        }
    }

    /// Calls a function with each expression within.
    pub fn visit(&self, see: &mut dyn FnMut(&Expr)) {
        let (expressions, blocks): (Vec<&Expr>, Vec<&Vec<Self>>) = insides_of!(self, iter);
        for expression in expressions {
            expression.visit(see);
        }
        for statement in blocks.into_iter().flatten() {
            statement.visit(see);
        }
    }
}

impl Statement {
    /// Renames the functions that it calls.
    pub fn rename(&mut self, new: &dyn Fn(&str) -> Option<String>) {
        let (expressions, blocks): (Vec<&mut Expr>, Vec<&mut Vec<Self>>) =
            insides_of!(self, iter_mut);
        for expression in expressions {
            expression.rename(new);
        }
        for statement in blocks.into_iter().flatten() {
            statement.rename(new);
        }
    }
}

impl Function {
    /// Functions with no more than some arms each; the last one stands for this one.
    fn split(&self, most: usize) -> Vec<Self> {
        let [
            Statement::Match {
                value: value @ Expr::Local(_, kind),
                arms,
                otherwise,
            },
        ] = &self.body[..]
        else {
            return vec![self.clone()];
        };
        if arms.len() <= most {
            return vec![self.clone()];
        }
        let arguments = self.parameters.iter();
        let arguments: Vec<Expr> = arguments
            .map(|(name, kind)| Expr::local(name, *kind))
            .collect();
        let mut parts = Vec::new();
        let mut body = Vec::new();
        for arms in arms.chunks(most) {
            let part = Self {
                name: format!("{}_part_{}", self.name, parts.len() + 1),
                body: vec![Statement::Match {
                    value: value.clone(),
                    arms: arms.to_vec(),
                    otherwise: otherwise.clone(),
                }],
                ..self.clone()
            };
            let call = Statement::Return(Expr::call(&part.name, arguments.clone()));
            if let Some((last, ..)) = arms.last() {
                let last = Expr::Literal(*last, *kind, false);
                body.push(Statement::If {
                    condition: Expr::binary(Sign::LessEqual, value.clone(), last),
                    then: vec![call],
                    otherwise: Vec::new(),
                });
            }
            parts.push(part);
        }
        body.push(Statement::Return(otherwise.clone()));
        parts.push(Self {
            body,
            ..self.clone()
        });
        parts
    }

    /// The functions that it calls, once per call.
    pub fn calls(&self) -> Vec<String> {
        let mut calls = Vec::new();
        for statement in &self.body {
            statement.visit(&mut |part| match part {
                Expr::Call(name, _) => calls.push(name.clone()),
                Expr::Outcome(outcome, _) => calls.push(outcome.of_score().into()),
                _ => {}
            });
            if matches!(statement, Statement::ForEach { .. }) {
                calls.push("first".into());
            }
        }
        calls
    }

    /// The board of its class, if it takes one.
    pub fn board(&self) -> Option<&BoardUse> {
        match &self.role {
            Role::OfClass(board) => board.as_ref(),
            _ => None,
        }
    }

    /// Whether it constructs the board that it passes on.
    pub fn owns_board(&self) -> bool {
        let mut statements = self.body.iter();
        statements.any(|one| matches!(one, Statement::Board { .. }))
    }
}
