//! The syntax tree of a rule file.

use std::collections::HashMap;

use crate::{claim::RuleKind, error::Span, open::OpenClass};

/// A whole rule file.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct File {
    /// The name of the class and its location.
    pub class: (String, Span),
    /// The class, and the word before it.
    pub header: Span,
    /// The class, if it is open.
    pub open: Option<OpenClass>,
    /// Tables, after those of the prelude that are used.
    pub tables: Vec<BitTable>,
    /// Definitions, after those of the prelude that are used.
    pub definitions: Vec<Definition>,
    /// Rules in the order in which they are tried.
    pub rules: Vec<Rule>,
    /// Only in vocabularies.
    pub terms: Vec<Term>,
    /// What it uses for smaller classes.
    pub uses: Vec<Use>,
    names: Names,
}

/// The indices of definitions and tables.
#[derive(Clone, Default, PartialEq, Debug)]
struct Names {
    definitions: HashMap<String, usize>,
    tables: HashMap<String, usize>,
}

impl File {
    /// A file without rules, whose header begins at an offset.
    pub fn new(start: usize, class: (String, Span)) -> Self {
        Self {
            header: start..class.1.end,
            class,
            ..Self::default()
        }
    }

    /// Records where each name is defined, once all definitions are known. The
    /// first of two with one name counts.
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

    /// The index of a definition.
    pub fn definition_at(&self, name: &str) -> Option<usize> {
        self.names.definitions.get(name).copied()
    }

    /// A definition by its name.
    pub fn definition(&self, name: &str) -> Option<&Definition> {
        Some(&self.definitions[self.definition_at(name)?])
    }

    /// The index of a table.
    pub fn table_at(&self, name: &str) -> Option<usize> {
        self.names.tables.get(name).copied()
    }

    /// A table by its name.
    pub fn table(&self, name: &str) -> Option<&BitTable> {
        Some(&self.tables[self.table_at(name)?])
    }

    /// How many rules, terms, definitions and tables there are.
    pub fn item_count(&self) -> usize {
        self.rules.len()
            + self.terms.len()
            + self.definitions.len()
            + self.tables.len()
            + self.uses.len()
    }

    /// Names and locations of all definitions and tables in the file itself, in
    /// order.
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

    /// All expressions in it.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let definitions = self.definitions.iter().map(|each| &each.body);
        let rules = self.rules.iter().map(|rule| &rule.condition);
        let terms = self.terms.iter().map(|term| &term.value);
        definitions.chain(rules).chain(terms)
    }
}

/// The most men, kings included, of a class whose table can be used: more would
/// have no place in exported code.
pub const MAX_HELD_MEN: usize = 4;

/// `use CLASS table`: what stands for positions of a smaller class.
#[derive(Clone, PartialEq, Debug)]
pub struct Use {
    /// The class, as it is written.
    pub class: String,
    /// Where the class is written.
    pub span: Span,
    /// What answers for it.
    pub source: UseSource,
    /// All of it, from `use` on.
    pub item: Span,
}

/// What answers for positions of a smaller class.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum UseSource {
    /// The exact table.
    Table,
    /// Built-in rules, by their grade.
    BuiltIn(String),
    /// A rule file, by its path relative to this one.
    File(String),
}

/// `try expression`, in a vocabulary.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// The side to move that it is for.
    pub limit: Limit,
    /// The location of the limit, or where it would be.
    pub limit_span: Span,
    /// The whole expression, including parentheses around it.
    pub span: Span,
    /// The expression.
    pub value: Expr,
}

/// The side to move that a rule is for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// For either.
    Both,
    /// For the stronger one.
    Strong,
    /// For the weaker one.
    Weak,
}

/// `draw "name" for strong because "reason" when condition`
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    /// What it claims.
    pub kind: RuleKind,
    /// Its name.
    pub name: String,
    /// Why it is true.
    pub reason: String,
    /// The side to move that it is for.
    pub limit: Limit,
    /// The location of the limit, or where it would be.
    pub limit_span: Span,
    /// The location of its first word.
    pub span: Span,
    /// All of it, from `draw` or `silent` on.
    pub item: Span,
    /// Where it applies.
    pub condition: Expr,
}

impl Rule {
    /// A rule that stands in no file.
    pub fn new(
        kind: RuleKind,
        name: String,
        reason: String,
        limit: Limit,
        condition: Expr,
    ) -> Self {
        Self {
            kind,
            name,
            reason,
            limit,
            limit_span: 0..0,
            span: 0..0,
            item: 0..0,
            condition,
        }
    }
}

/// `let name(parameters) = body`
#[derive(Clone, PartialEq, Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// The location of the name.
    pub span: Span,
    /// All of it, from `let` on; `None` for a word of the language.
    pub item: Option<Span>,
    /// Names and types of its parameters.
    pub parameters: Vec<(String, Type)>,
    /// Its body.
    pub body: Expr,
}

impl Definition {
    /// A definition without parameters that stands in no file.
    pub fn new(name: String, body: Expr) -> Self {
        Self {
            name,
            span: 0..0,
            item: None,
            parameters: Vec::new(),
            body,
        }
    }
}

/// `table name = square -> set [ ... ]`
#[derive(Clone, PartialEq, Debug)]
pub struct BitTable {
    /// Its name.
    pub name: String,
    /// The location of the name.
    pub span: Span,
    /// All of it, from `table` on; `None` if a word of the language needs it.
    pub item: Option<Span>,
    /// Its entry for each square.
    pub entries: TableEntries,
}

/// The entries of a table for the squares a1, b1, ... h8.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TableEntries {
    /// Sets of squares.
    Sets(Vec<u64>),
    /// Numbers.
    Numbers(Vec<i32>),
    /// Squares by their numbers, 0 for a1.
    Squares(Vec<u8>),
}

impl TableEntries {
    /// How many there are: 64, once they are read.
    pub fn len(&self) -> usize {
        match self {
            Self::Sets(sets) => sets.len(),
            Self::Numbers(numbers) => numbers.len(),
            Self::Squares(squares) => squares.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The type of the entries.
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
    /// A square.
    Square,
    /// A set of squares.
    Set,
    /// An integer.
    Number,
    /// True or false.
    Truth,
}

impl Type {
    /// Its name in rule files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Set => "set",
            Self::Number => "number",
            Self::Truth => "truth",
        }
    }
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    /// Its location, without parentheses around it.
    pub span: Span,
    /// Its kind.
    pub kind: ExprKind,
    /// The depth of the expression tree, this one included.
    pub depth: usize,
}

impl Expr {
    /// An expression that stands in no file.
    pub fn new(kind: ExprKind) -> Self {
        let depths = kind.parts().into_iter().map(|part| part.depth);
        Self {
            span: 0..0,
            depth: 1 + depths.max().unwrap_or(0),
            kind,
        }
    }

    /// A name.
    pub fn name(name: impl Into<String>) -> Self {
        Self::new(ExprKind::Name(name.into()))
    }

    /// Two expressions with an operator between them.
    #[must_use]
    pub fn joined(self, operator: Binary, right: Self) -> Self {
        Self::new(ExprKind::Binary(operator, Box::new(self), Box::new(right)))
    }

    /// A number; of a negative one the sign is an operator.
    pub fn number(number: i32) -> Self {
        let positive = Self::new(ExprKind::Number(number.saturating_abs()));
        if number < 0 {
            Self::new(ExprKind::Negative(Box::new(positive)))
        } else {
            positive
        }
    }
}

/// The kinds of expressions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    /// `7`
    Number(i32),
    /// `0x8100000000000081`
    Bits(u64),
    /// `{a1, us.king}`: a set of squares, or of the squares of sets.
    Squares(Vec<Expr>),
    /// The name of a set, square, parameter, variable or definition.
    Name(String),
    /// `owner.what`, as in `us.rook`.
    Member(String, String),
    /// `function(arguments)`
    Call(String, Vec<Expr>),
    /// `table[square]`
    Entry(String, Box<Expr>),
    /// `not truth`
    Not(Box<Expr>),
    /// `~set`
    Complement(Box<Expr>),
    /// `-number`
    Negative(Box<Expr>),
    /// `left operator right`
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `if condition then value else value`
    If(Box<[Expr; 3]>),
    /// `any square in set : condition` and the like.
    Each(Quantifier, String, Box<[Expr; 2]>),
    /// `any capture m by us of them.rook : condition` and the like.
    Moves(Box<Moves>),
}

/// `any move m by us.king : condition`: a condition on the positions after moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moves {
    /// What is made of the moves for which the condition holds; never a set.
    pub quantifier: Quantifier,
    /// Which moves.
    pub kind: MoveKind,
    /// The name of the move.
    pub name: String,
    /// Who moves: `us`, `us.king`.
    pub by: Expr,
    /// Who is captured, if that is limited: `them.rook`.
    pub of: Option<Expr>,
    /// The condition on the position after the move.
    pub condition: Expr,
}

/// The kinds of moves that can be gone through.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// Every legal move.
    Move,
    /// Those that neither capture nor promote.
    Quiet,
    /// Captures, en passant and with promotion included.
    Capture,
    /// Pawns that become other men, capturing or not.
    Promotion,
    /// Moves that give check.
    Check,
}

impl MoveKind {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Move,
        Self::Quiet,
        Self::Capture,
        Self::Promotion,
        Self::Check,
    ];

    /// The word for it in rule files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Quiet => "quiet",
            Self::Capture => "capture",
            Self::Promotion => "promotion",
            Self::Check => "check",
        }
    }

    /// The kind that a word stands for.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == word)
    }
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
            Self::Moves(moves) => vec![&moves.condition],
        }
    }

    /// The same, mutable.
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
            Self::Moves(moves) => vec![&mut moves.condition],
        }
    }
}

/// What a quantifier makes of the squares of a set that satisfy a condition.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    /// Whether there is one.
    Any,
    /// Whether all of them do.
    All,
    /// Their number.
    Count,
    /// The set of them.
    Set,
}

/// Operators with two sides.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Binary {
    /// `or`
    Or,
    /// `and`
    And,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `in`
    In,
    /// `|`
    Union,
    /// `+` of numbers or sets
    Plus,
    /// `-` of numbers or sets
    Minus,
    /// `&`
    Intersection,
    /// `*`
    Times,
}

impl Binary {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Or,
        Self::And,
        Self::Equal,
        Self::NotEqual,
        Self::Less,
        Self::LessEqual,
        Self::Greater,
        Self::GreaterEqual,
        Self::In,
        Self::Union,
        Self::Plus,
        Self::Minus,
        Self::Intersection,
        Self::Times,
    ];

    /// How tightly it binds, 1 the least. Operators of one level are read from
    /// the left, but for comparisons, which cannot be chained.
    pub const fn level(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Equal
            | Self::NotEqual
            | Self::Less
            | Self::LessEqual
            | Self::Greater
            | Self::GreaterEqual
            | Self::In => 3,
            Self::Union | Self::Plus | Self::Minus => 4,
            Self::Intersection | Self::Times => 5,
        }
    }

    /// Whether its operands may be joined in any order without changing the value.
    pub fn is_associative(self) -> bool {
        matches!(
            self,
            Self::Or | Self::And | Self::Union | Self::Plus | Self::Intersection | Self::Times
        )
    }

    /// Its name in rule files.
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
