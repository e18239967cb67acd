//! From tokens to syntax.

use crate::{
    error::{RuleError, Span},
    lexer::{Token, tokens},
    library,
    syntax::{
        Binary, BitTable, Definition, Expr, ExprKind, File, Limit, Quantifier, Rule, RuleKind,
        TableEntries, Term, Type,
    },
};

/// How deep expressions may nest: far more than anybody reads, far less than
/// the stack holds.
const MAX_DEPTH: usize = 100;

/// Words that begin an item of the file.
const ITEMS: [&str; 7] = [
    "recognizer",
    "vocabulary",
    "let",
    "table",
    "draw",
    "silent",
    "try",
];

/// Words that cannot be names.
pub const KEYWORDS: [&str; 24] = [
    "recognizer",
    "vocabulary",
    "try",
    "let",
    "table",
    "draw",
    "silent",
    "because",
    "when",
    "for",
    "if",
    "then",
    "else",
    "and",
    "or",
    "not",
    "in",
    "any",
    "all",
    "count",
    "us",
    "them",
    "strong",
    "weak",
];

type Result<T> = std::result::Result<T, RuleError>;

/// What a file is for, by the word that it begins with.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    Recognizer,
    Vocabulary,
}

impl Purpose {
    fn word(self) -> &'static str {
        match self {
            Self::Recognizer => "recognizer",
            Self::Vocabulary => "vocabulary",
        }
    }
}

/// Reads a whole file, with the definitions of the words that it uses. Each
/// item with an error gives one, and the next item is read all the same.
pub fn parse(text: &str, purpose: Purpose) -> std::result::Result<File, Vec<RuleError>> {
    let mut file = parse_alone(text, purpose)?;
    library::complete(&mut file);
    Ok(file)
}

/// Reads a whole file, and nothing beside it.
pub fn parse_alone(text: &str, purpose: Purpose) -> std::result::Result<File, Vec<RuleError>> {
    let tokens = tokens(text).map_err(|error| vec![error])?;
    let mut parser = Parser {
        tokens,
        at: 0,
        depth: 0,
        purpose,
    };
    let start = parser.span().start;
    let class = parser.header().map_err(|error| vec![error])?;
    let mut file = File {
        header: start..class.1.end,
        class,
        tables: Vec::new(),
        definitions: Vec::new(),
        rules: Vec::new(),
        terms: Vec::new(),
    };
    let mut errors = Vec::new();
    while *parser.peek() != Token::End {
        let start = parser.at;
        if let Err(error) = parser.item(&mut file) {
            errors.push(error);
            parser.skip_to_item(start);
        }
    }
    if errors.is_empty() {
        Ok(file)
    } else {
        Err(errors)
    }
}

struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: usize,
    purpose: Purpose,
}

impl Parser {
    fn peek(&self) -> &Token {
        self.peek_ahead(0)
    }

    fn peek_ahead(&self, ahead: usize) -> &Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + ahead).min(last)].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1.clone()
    }

    /// From a start to the end of the last token read.
    fn span_from(&self, start: usize) -> Span {
        start..self.tokens[self.at.saturating_sub(1)].1.end.max(start)
    }

    fn next(&mut self) -> (Token, Span) {
        let token = self.tokens[self.at].clone();
        if token.0 != Token::End {
            self.at += 1;
        }
        token
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if found == word)
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.is_word(token) || self.is_sign(token);
        if found {
            self.at += 1;
        }
        found
    }

    fn expect(&mut self, token: &str, purpose: &str) -> Result<()> {
        if self.eat(token) {
            return Ok(());
        }
        Err(self.unexpected(&format!("'{token}' {purpose}")))
    }

    fn unexpected(&self, expected: &str) -> RuleError {
        let found = self.peek().describe();
        RuleError::new(self.span(), format!("expected {expected}, found {found}"))
    }

    fn text(&mut self, purpose: &str) -> Result<String> {
        match self.peek().clone() {
            Token::Text(text) => {
                self.at += 1;
                Ok(text)
            }
            _ => Err(self.unexpected(purpose)),
        }
    }

    /// A name that a user may give.
    fn name(&mut self, purpose: &str) -> Result<(String, Span)> {
        match self.peek().clone() {
            Token::Word(word) if !KEYWORDS.contains(&word.as_str()) => {
                let span = self.next().1;
                Ok((word, span))
            }
            _ => Err(self.unexpected(purpose)),
        }
    }

    fn skip_to_item(&mut self, start: usize) {
        self.depth = 0;
        self.at = self.at.max(start + 1).min(self.tokens.len() - 1);
        while *self.peek() != Token::End && !ITEMS.iter().any(|item| self.is_word(item)) {
            self.at += 1;
        }
    }

    fn header(&mut self) -> Result<(String, Span)> {
        let word = self.purpose.word();
        if !self.eat(word) {
            let error = self.unexpected(&format!("'{word}' and a class at the top of the file"));
            let kind = match self.purpose {
                Purpose::Recognizer => "rule file",
                Purpose::Vocabulary => "vocabulary",
            };
            return Err(error.help(format!("a {kind} begins like this: {word} KRKR")));
        }
        self.name(&format!("a class, as in: {word} KRKR"))
    }

    fn item(&mut self, file: &mut File) -> Result<()> {
        let has_rules = self.purpose == Purpose::Recognizer;
        if self.is_word("let") {
            file.definitions.push(self.definition()?);
        } else if self.is_word("table") {
            file.tables.push(self.table()?);
        } else if has_rules && self.is_word("draw") {
            file.rules.push(self.rule(RuleKind::Draw)?);
        } else if has_rules && self.is_word("silent") {
            file.rules.push(self.rule(RuleKind::Silent)?);
        } else if !has_rules && self.eat("try") {
            file.terms.push(self.term()?);
        } else if self.is_word("recognizer") {
            let message = "a file has one recognizer";
            return Err(
                RuleError::new(self.span(), message).help("write another file for another class")
            );
        } else {
            return Err(self.unexpected(match self.purpose {
                Purpose::Recognizer => {
                    "a rule ('draw' or 'silent') or a definition ('let' or 'table')"
                }
                Purpose::Vocabulary => "'try' and a condition, or a definition ('let' or 'table')",
            }));
        }
        Ok(())
    }

    fn rule(&mut self, kind: RuleKind) -> Result<Rule> {
        let span = self.next().1;
        let name = self.text("the rule's name in quotes")?;
        let limit_span = self.span();
        let limit = self.limit()?;
        self.expect(
            "because",
            "and the reason in quotes; every rule says why it is true",
        )?;
        let reason = self.text("the rule's reason in quotes")?;
        self.expect("when", "and the rule's condition")?;
        let condition = self.expression()?;
        Ok(Rule {
            kind,
            name,
            reason,
            limit,
            limit_span,
            item: self.span_from(span.start),
            span,
            condition,
        })
    }

    /// A side to move, if there is one.
    fn limit(&mut self) -> Result<Limit> {
        if !self.eat("for") {
            Ok(Limit::Both)
        } else if self.eat("strong") {
            Ok(Limit::Strong)
        } else if self.eat("weak") {
            Ok(Limit::Weak)
        } else {
            Err(self.unexpected("'strong' or 'weak' after 'for'"))
        }
    }

    fn term(&mut self) -> Result<Term> {
        let limit_span = self.span();
        let limit = self.limit()?;
        let start = self.span().start;
        let value = self.expression()?;
        Ok(Term {
            limit,
            limit_span,
            span: self.span_from(start),
            value,
        })
    }

    fn definition(&mut self) -> Result<Definition> {
        let start = self.next().1.start;
        let (name, span) = self.name("a name to define")?;
        let mut parameters = Vec::new();
        if self.eat("(") {
            loop {
                let (parameter, _) = self.name("the name of a parameter")?;
                self.expect(":", "and the parameter's type")?;
                parameters.push((parameter, self.type_name()?));
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")", "after the parameters")?;
        }
        self.expect("=", "and what the name means")?;
        let body = self.expression()?;
        Ok(Definition {
            name,
            span,
            item: Some(self.span_from(start)),
            parameters,
            body,
        })
    }

    fn type_name(&mut self) -> Result<Type> {
        let all = [Type::Square, Type::Set, Type::Number, Type::Truth];
        match all.into_iter().find(|kind| self.is_word(kind.name())) {
            Some(kind) => {
                self.at += 1;
                Ok(kind)
            }
            None => Err(self.unexpected("a type: square, set, number or truth")),
        }
    }

    fn table(&mut self) -> Result<BitTable> {
        let start = self.next().1.start;
        let (name, span) = self.name("a name for the table")?;
        self.expect("=", "after the table's name")?;
        self.expect("square", "as in: table NAME = square -> set [ ... ]")?;
        self.expect("->", "as in: table NAME = square -> set [ ... ]")?;
        let kind = self.type_name()?;
        self.expect("[", "before the table's entries")?;
        let mut sets = Vec::new();
        let mut numbers = Vec::new();
        while !self.is_sign("]") {
            let negative = kind == Type::Number && self.eat("-");
            match (kind, self.peek().clone()) {
                (Type::Set, Token::Bits(bits)) => sets.push(bits),
                (Type::Number, Token::Number(number)) => {
                    numbers.push(if negative { -number } else { number });
                }
                (Type::Set, _) => return Err(self.unexpected("a set as 0x...")),
                _ => return Err(self.unexpected("a number")),
            }
            self.at += 1;
            self.eat(",");
        }
        let count = sets.len().max(numbers.len());
        if count != 64 {
            let message =
                format!("a table has 64 entries, for a1, b1, ... h8; this one has {count}");
            return Err(RuleError::new(span, message));
        }
        self.expect("]", "after the table's entries")?;
        let entries = match kind {
            Type::Set => TableEntries::Sets(sets),
            _ => TableEntries::Numbers(numbers),
        };
        Ok(BitTable {
            name,
            span,
            item: Some(self.span_from(start)),
            entries,
        })
    }

    fn expression(&mut self) -> Result<Expr> {
        self.deeper(Self::expression_here)
    }

    /// Reads something that may contain itself.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return Err(too_deep(self.span()));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn expression_here(&mut self) -> Result<Expr> {
        let start = self.span().start;
        if self.eat("if") {
            let condition = self.expression()?;
            self.expect("then", "after the condition")?;
            let yes = self.expression()?;
            self.expect("else", "after what 'then' gives")?;
            let no = self.expression()?;
            return self.node(start, ExprKind::If(Box::new([condition, yes, no])));
        }
        self.binary(0)
    }

    fn node(&self, start: usize, kind: ExprKind) -> Result<Expr> {
        let span = self.span_from(start);
        let depth = 1 + kind
            .parts()
            .iter()
            .map(|part| part.depth)
            .max()
            .unwrap_or(0);
        if depth > MAX_DEPTH {
            return Err(too_deep(span));
        }
        Ok(Expr { span, kind, depth })
    }

    /// Operators by how tightly they bind, loosest first.
    fn operator(&self, level: usize) -> Option<Binary> {
        let operators: &[Binary] = match level {
            0 => &[Binary::Or],
            1 => &[Binary::And],
            2 => &[
                Binary::Equal,
                Binary::NotEqual,
                Binary::Less,
                Binary::LessEqual,
                Binary::Greater,
                Binary::GreaterEqual,
                Binary::In,
            ],
            3 => &[Binary::Union, Binary::Plus, Binary::Minus],
            _ => &[Binary::Intersection, Binary::Times],
        };
        let is =
            |operator: &&Binary| self.is_sign(operator.sign()) || self.is_word(operator.sign());
        operators.iter().find(is).copied()
    }

    fn binary(&mut self, level: usize) -> Result<Expr> {
        if level == 5 {
            return self.unary();
        }
        let start = self.span().start;
        if level == 2 && self.eat("not") {
            let inner = self.deeper(|parser| parser.binary(2))?;
            return self.node(start, ExprKind::Not(Box::new(inner)));
        }
        let mut left = self.binary(level + 1)?;
        let mut operators = 0;
        while let Some(operator) = self.operator(level) {
            operators += 1;
            if level == 2 && operators == 2 {
                let error = RuleError::new(self.span(), "comparisons cannot be chained");
                return Err(error.help("join two comparisons with 'and'"));
            }
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = self.node(
                start,
                ExprKind::Binary(operator, Box::new(left), Box::new(right)),
            )?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr> {
        let start = self.span().start;
        let make = if self.eat("~") {
            ExprKind::Complement
        } else if self.eat("-") {
            ExprKind::Negative
        } else {
            return self.primary();
        };
        let inner = self.deeper(Self::unary)?;
        self.node(start, make(Box::new(inner)))
    }

    fn primary(&mut self) -> Result<Expr> {
        let start = self.span().start;
        let (token, _) = match self.peek() {
            Token::Word(_) | Token::Number(_) | Token::Bits(_) | Token::Sign("(" | "{") => {
                self.next()
            }
            _ => return Err(self.unexpected("an expression")),
        };
        let kind = match token {
            Token::Number(number) => ExprKind::Number(number),
            Token::Bits(bits) => ExprKind::Bits(bits),
            Token::Sign("(") => {
                let inner = self.expression()?;
                self.expect(")", "to close the bracket")?;
                return Ok(inner);
            }
            Token::Sign(_) => self.braces()?,
            Token::Word(word) => self.word(word, start)?,
            Token::Text(_) | Token::End => return Err(self.unexpected("an expression")),
        };
        self.node(start, kind)
    }

    fn word(&mut self, word: String, start: usize) -> Result<ExprKind> {
        let quantifier = match word.as_str() {
            "any" => Some(Quantifier::Any),
            "all" => Some(Quantifier::All),
            // count(...) is the size of a set.
            "count" if !self.is_sign("(") => Some(Quantifier::Count),
            _ => None,
        };
        if let Some(quantifier) = quantifier {
            return self.each(quantifier);
        }
        if self.eat(".") {
            return match self.next() {
                (Token::Word(what), _) => Ok(ExprKind::Member(word, what)),
                (token, span) => {
                    let message = format!(
                        "expected a man or set after '{word}.', found {}",
                        token.describe()
                    );
                    Err(RuleError::new(span, message).help("for example us.king or them.attacks"))
                }
            };
        }
        if self.eat("(") {
            let mut arguments = vec![self.expression()?];
            while self.eat(",") {
                arguments.push(self.expression()?);
            }
            self.expect(")", "after the arguments")?;
            return Ok(ExprKind::Call(word, arguments));
        }
        if self.eat("[") {
            let square = self.expression()?;
            self.expect("]", "after the square")?;
            return Ok(ExprKind::Entry(word, Box::new(square)));
        }
        if KEYWORDS.contains(&word.as_str()) {
            let span = start..start + word.len();
            return Err(RuleError::new(
                span,
                format!("expected an expression, found '{word}'"),
            ));
        }
        Ok(ExprKind::Name(word))
    }

    /// `x in SET : CONDITION`, after the word or bracket that begins it.
    fn each(&mut self, quantifier: Quantifier) -> Result<ExprKind> {
        let (name, _) = self.name("a name for each square of the set")?;
        self.expect("in", "and a set")?;
        let set = self.deeper(|parser| parser.binary(3))?;
        self.expect(":", "and a condition on each square")?;
        let condition = self.expression()?;
        Ok(ExprKind::Each(quantifier, name, Box::new([set, condition])))
    }

    /// A set, after its opening brace.
    fn braces(&mut self) -> Result<ExprKind> {
        if matches!(self.peek_ahead(1), Token::Word(word) if word == "in") {
            let each = self.each(Quantifier::Set)?;
            self.expect("}", "to close the set")?;
            return Ok(each);
        }
        let mut squares = Vec::new();
        while !self.is_sign("}") {
            squares.push(self.expression()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect("}", "to close the set")?;
        Ok(ExprKind::Squares(squares))
    }
}

fn too_deep(span: Span) -> RuleError {
    let message = format!("this is nested more than {MAX_DEPTH} levels deep");
    RuleError::new(span, message).help("name a part of it with 'let'")
}
