//! What the parser makes of a rule file.

use std::collections::HashMap;

use crate::error::Span;

/// A whole rule file.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct File {
    pub class: (String, Span),
    /// The class, and the word before it.
    pub header: Span,
    pub tables: Vec<BitTable>,
    pub definitions: Vec<Definition>,
    pub rules: Vec<Rule>,
    /// Only in vocabularies.
    pub terms: Vec<Term>,
    names: Names,
}

/// Where definitions and tables are to be found.
#[derive(Clone, Default, PartialEq, Debug)]
struct Names {
    definitions: HashMap<String, usize>,
    tables: HashMap<String, usize>,
}

impl File {
    /// One without rules, whose header begins at a place.
    pub fn new(start: usize, class: (String, Span)) -> Self {
        Self {
            header: start..class.1.end,
            class,
            ..Self::default()
        }
    }

    /// Notes where each name is defined, once all definitions are there. Of two
    /// with one name the first counts.
    pub fn note_names(&mut self) {
        let mut names = Names::default();
        for (at, each) in self.definitions.iter().enumerate() {
            names.definitions.entry(each.name.clone()).or_insert(at);
        }
        for (at, table) in self.tables.iter().enumerate() {
            names.tables.entry(table.name.clone()).or_insert(at);
        }
        self.names = names;
    }

    /// The place of a definition among all.
    pub fn definition_at(&self, name: &str) -> Option<usize> {
        self.names.definitions.get(name).copied()
    }

    pub fn definition(&self, name: &str) -> Option<&Definition> {
        Some(&self.definitions[self.definition_at(name)?])
    }

    /// The place of a table among all.
    pub fn table_at(&self, name: &str) -> Option<usize> {
        self.names.tables.get(name).copied()
    }

    pub fn table(&self, name: &str) -> Option<&BitTable> {
        Some(&self.tables[self.table_at(name)?])
    }

    /// How many rules, terms, definitions and tables there are.
    pub fn item_count(&self) -> usize {
        self.rules.len() + self.terms.len() + self.definitions.len() + self.tables.len()
    }

    /// Names and places of all definitions and tables that the file itself has,
    /// in its order.
    pub fn items(&self) -> Vec<(&str, Span)> {
        let tables = self.tables.iter();
        let tables = tables.filter_map(|table| Some((table.name.as_str(), table.item.clone()?)));
        let definitions = self.definitions.iter();
        let definitions =
            definitions.filter_map(|each| Some((each.name.as_str(), each.item.clone()?)));
        let mut items: Vec<_> = tables.chain(definitions).collect();
        items.sort_by_key(|(_, span)| span.start);
        items
    }

    /// Everything that is said in it.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let definitions = self.definitions.iter().map(|each| &each.body);
        let rules = self.rules.iter().map(|rule| &rule.condition);
        let terms = self.terms.iter().map(|term| &term.value);
        definitions.chain(rules).chain(terms)
    }
}

/// `try expression`, in a vocabulary.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    pub limit: Limit,
    pub limit_span: Span,
    /// The whole expression, brackets around it included.
    pub span: Span,
    pub value: Expr,
}

/// What a rule does where its condition holds.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum RuleKind {
    /// Claims a draw.
    Draw,
    /// Claims nothing, and keeps later rules from claiming.
    Silent,
}

impl RuleKind {
    /// Whether it claims a draw where it decides.
    pub fn claims_draw(self) -> bool {
        self == Self::Draw
    }
}

/// For which side to move a rule speaks.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// For either.
    Both,
    /// For the stronger one.
    Strong,
    /// For the weaker one.
    Weak,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    pub kind: RuleKind,
    pub name: String,
    pub reason: String,
    pub limit: Limit,
    pub limit_span: Span,
    pub span: Span,
    /// All of it, from `draw` or `silent` on.
    pub item: Span,
    pub condition: Expr,
}

/// `let name(parameters) = body`
#[derive(Clone, PartialEq, Debug)]
pub struct Definition {
    pub name: String,
    pub span: Span,
    /// All of it, from `let` on; `None` for a word of the language.
    pub item: Option<Span>,
    pub parameters: Vec<(String, Type)>,
    pub body: Expr,
}

/// `table name = square -> set [ ... ]`
#[derive(Clone, PartialEq, Debug)]
pub struct BitTable {
    pub name: String,
    pub span: Span,
    /// All of it, from `table` on; `None` if a word of the language needs it.
    pub item: Option<Span>,
    pub entries: TableEntries,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TableEntries {
    Sets(Vec<u64>),
    Numbers(Vec<i32>),
    /// By their numbers, 0 for a1.
    Squares(Vec<u8>),
}

impl TableEntries {
    pub fn len(&self) -> usize {
        match self {
            Self::Sets(sets) => sets.len(),
            Self::Numbers(numbers) => numbers.len(),
            Self::Squares(squares) => squares.len(),
        }
    }

    /// What each of them is.
    pub fn gives(&self) -> Type {
        match self {
            Self::Sets(_) => Type::Set,
            Self::Numbers(_) => Type::Number,
            Self::Squares(_) => Type::Square,
        }
    }
}

/// The type of an expression.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Square,
    Set,
    Number,
    Truth,
}

impl Type {
    pub fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Set => "set",
            Self::Number => "number",
            Self::Truth => "truth",
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    pub span: Span,
    pub kind: ExprKind,
    /// How many expressions are within each other, this one included.
    pub depth: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    Number(i32),
    Bits(u64),
    /// A set of named squares.
    Squares(Vec<Expr>),
    Name(String),
    /// `owner.what`, as in `us.rook`.
    Member(String, String),
    Call(String, Vec<Expr>),
    /// `table[square]`
    Entry(String, Box<Expr>),
    Not(Box<Expr>),
    Complement(Box<Expr>),
    Negative(Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    If(Box<[Expr; 3]>),
    Each(Quantifier, String, Box<[Expr; 2]>),
}

impl ExprKind {
    /// The expressions directly within this one.
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Self::Number(_) | Self::Bits(_) | Self::Name(_) | Self::Member(..) => Vec::new(),
            Self::Squares(parts) | Self::Call(_, parts) => parts.iter().collect(),
            Self::Entry(_, part)
            | Self::Not(part)
            | Self::Complement(part)
            | Self::Negative(part) => {
                vec![part]
            }
            Self::Binary(_, left, right) => vec![left, right],
            Self::If(parts) => parts.iter().collect(),
            Self::Each(_, _, parts) => parts.iter().collect(),
        }
    }

    /// The same, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Self::Number(_) | Self::Bits(_) | Self::Name(_) | Self::Member(..) => Vec::new(),
            Self::Squares(parts) | Self::Call(_, parts) => parts.iter_mut().collect(),
            Self::Entry(_, part)
            | Self::Not(part)
            | Self::Complement(part)
            | Self::Negative(part) => {
                vec![part]
            }
            Self::Binary(_, left, right) => vec![left, right],
            Self::If(parts) => parts.iter_mut().collect(),
            Self::Each(_, _, parts) => parts.iter_mut().collect(),
        }
    }
}

/// What is made of the squares of a set that fulfil a condition.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    Any,
    All,
    Count,
    Set,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Binary {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    Union,
    Plus,
    Minus,
    Intersection,
    Times,
}

impl Binary {
    pub fn sign(self) -> &'static str {
        match self {
            Self::Or => "or",
            Self::And => "and",
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::In => "in",
            Self::Union => "|",
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Intersection => "&",
            Self::Times => "*",
        }
    }
}
