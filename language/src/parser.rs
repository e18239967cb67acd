//! From tokens to syntax.

mod expression;

use crate::{
    claim::RuleKind,
    error::{MAX_ERRORS, RuleError, Span},
    lexer::{Lexer, Token},
    syntax::{
        BitTable, Definition, Expr, File, Limit, Rule, TableEntries, Term, Type, Use, UseSource,
    },
    words::named_square,
};

/// The largest file, in bytes: ten times the largest that is built in.
pub const MAX_TEXT_BYTES: usize = 16 << 20;
/// The maximum numbers of rules, definitions and tables of a file, and of
/// expressions in all of them, which bound its memory.
const MAX_ITEMS: usize = 50_000;
const MAX_EXPRESSIONS: usize = 1_000_000;
/// The longest name of a rule, in characters: reports have a column for it.
const MAX_RULE_NAME: usize = 100;

/// Keywords that begin an item of the file.
const ITEMS: [&str; 7] = [
    "recognizer",
    "vocabulary",
    "let",
    "table",
    "draw",
    "silent",
    "try",
];

/// Words that cannot be names. Claims other than `draw` can: they are words of
/// their own only before the name of a rule.
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

/// The purpose of a file, by its first word.
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

/// Parses a whole file, without the definitions of the prelude. Each item with
/// an error reports one, and parsing continues with the next item.
pub fn parse_alone(text: &str, purpose: Purpose) -> std::result::Result<File, Vec<RuleError>> {
    if text.len() > MAX_TEXT_BYTES {
        return Err(vec![too_large(text.len())]);
    }
    let mut parser = Parser::new(text, purpose);
    let mut errors = Vec::new();
    let start = parser.span().start;
    let class = match parser.header() {
        Ok(class) => class,
        // The file is of the other kind.
        Err(error) if parser.is_word("recognizer") || parser.is_word("vocabulary") => {
            return Err(vec![error]);
        }
        Err(error) => {
            errors.push(error);
            parser.skip_to_item();
            (String::new(), start..start)
        }
    };
    let mut file = File::new(start, class);
    while *parser.peek() != Token::End && errors.len() <= MAX_ERRORS {
        let start = parser.span().start;
        if let Err(error) = parser.item(&mut file) {
            errors.push(error);
            if parser.span().start == start {
                parser.next();
            }
            parser.skip_to_item();
        }
        if file.item_count() > MAX_ITEMS {
            let message = format!("the file has more than {MAX_ITEMS} rules and definitions");
            errors.push(RuleError::new(parser.span(), message));
            break;
        }
        if parser.expressions > MAX_EXPRESSIONS {
            break;
        }
    }
    if errors.is_empty() {
        Ok(file)
    } else {
        Err(errors)
    }
}

impl Definition {
    /// Reads a definition, from `let` on.
    ///
    /// # Errors
    ///
    /// What is wrong with its syntax.
    pub fn parse(text: &str) -> Result<Self> {
        let mut parser = Parser::new(text, Purpose::Recognizer);
        if !parser.is_word("let") {
            return Err(parser.unexpected("'let' and a definition"));
        }
        let definition = parser.definition()?;
        parser.end().map(|()| definition)
    }
}

impl Expr {
    /// Reads an expression.
    ///
    /// # Errors
    ///
    /// What is wrong with its syntax.
    pub fn parse(text: &str) -> Result<Self> {
        let mut parser = Parser::new(text, Purpose::Recognizer);
        let expr = parser.expression()?;
        parser.end().map(|()| expr)
    }
}

fn too_large(bytes: usize) -> RuleError {
    let message = format!(
        "the file has {bytes} bytes; at most {} MiB are read",
        MAX_TEXT_BYTES >> 20
    );
    RuleError::new(0..0, message)
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The next token and its location.
    token: (Token<'a>, Span),
    /// The end of the last token read.
    last_end: usize,
    depth: usize,
    expressions: usize,
    purpose: Purpose,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, purpose: Purpose) -> Self {
        let mut lexer = Lexer::new(text);
        Self {
            token: lexer.next(),
            lexer,
            last_end: 0,
            depth: 0,
            expressions: 0,
            purpose,
        }
    }

    fn peek(&self) -> &Token<'a> {
        &self.token.0
    }

    /// The token after the next one.
    fn peek_further(&self) -> Token<'a> {
        self.lexer.clone().next().0
    }

    fn span(&self) -> Span {
        self.token.1.clone()
    }

    /// The span from a start to the end of the last token read.
    fn span_from(&self, start: usize) -> Span {
        start..self.last_end.max(start)
    }

    fn next(&mut self) -> (Token<'a>, Span) {
        self.last_end = self.token.1.end;
        std::mem::replace(&mut self.token, self.lexer.next())
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if *found == word)
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.is_word(token) || self.is_sign(token);
        if found {
            self.next();
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
        let found = match self.peek() {
            Token::Wrong(error) => return (**error).clone(),
            token => token.describe(),
        };
        let error = RuleError::new(self.span(), format!("expected {expected}, found {found}"));
        match self.peek() {
            Token::Word(word) if is_capital_keyword(word) => error.help(format!(
                "write it in small letters: {}",
                word.to_lowercase()
            )),
            _ => error,
        }
    }

    fn end(&self) -> Result<()> {
        match self.peek() {
            Token::End => Ok(()),
            _ => Err(self.unexpected("an operator or the end")),
        }
    }

    /// A text that says something of a rule.
    fn said(&mut self, what: &str, help: &str) -> Result<String> {
        let Token::Text(text) = *self.peek() else {
            return Err(self.unexpected(&format!("the rule's {what} in quotes")));
        };
        let span = self.next().1;
        if text.trim().is_empty() {
            return Err(RuleError::new(span, format!("the rule's {what} is empty")).help(help));
        }
        Ok(text.into())
    }

    /// A user-defined name.
    fn name(&mut self, purpose: &str) -> Result<(String, Span)> {
        match *self.peek() {
            Token::Word(word) if !KEYWORDS.contains(&word) => {
                let span = self.next().1;
                Ok((word.into(), span))
            }
            _ => Err(self.unexpected(purpose)),
        }
    }

    fn skip_to_item(&mut self) {
        self.depth = 0;
        let begins = |parser: &Self| {
            ITEMS.iter().any(|item| parser.is_word(item))
                || parser.rule_kind().is_some()
                || parser.begins_use()
        };
        while *self.peek() != Token::End && !begins(self) {
            self.next();
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
        } else if has_rules && self.begins_use() {
            file.uses.push(self.used()?);
        } else if let Some(kind) = self.rule_kind().filter(|_| has_rules) {
            file.rules.push(self.rule(kind)?);
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
                    "a rule ('draw', 'silent' or another claim) or a definition ('let' or 'table')"
                }
                Purpose::Vocabulary => "'try' and a condition, or a definition ('let' or 'table')",
            }));
        }
        Ok(())
    }

    /// The kind of the rule that begins here.
    fn rule_kind(&self) -> Option<RuleKind> {
        let Token::Word(word) = *self.peek() else {
            return None;
        };
        let kind = RuleKind::named(word)?;
        let begins = KEYWORDS.contains(&word) || matches!(self.peek_further(), Token::Text(_));
        begins.then_some(kind)
    }

    fn rule(&mut self, kind: RuleKind) -> Result<Rule> {
        let span = self.next().1;
        let name = self.rule_name()?;
        let limit_span = self.span();
        let limit = self.limit()?;
        self.expect(
            "because",
            "and the reason in quotes; every rule says why it is true",
        )?;
        let reason = self.said("reason", "say in a sentence why it is true")?;
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

    /// Whether `use CLASS` comes next; anywhere else `use` is a name.
    fn begins_use(&self) -> bool {
        self.is_word("use") && matches!(self.peek_further(), Token::Word(_))
    }

    /// What is used for a smaller class.
    fn used(&mut self) -> Result<Use> {
        let start = self.next().1.start;
        let (class, span) = self.name("a smaller class, as in: use KRKN table")?;
        let source = match *self.peek() {
            Token::Text(path) => UseSource::File(path.into()),
            Token::Word("table") => UseSource::Table,
            // A grade of built-in rules has the name of a side.
            Token::Word(grade) if grade == "strong" || !KEYWORDS.contains(&grade) => {
                UseSource::BuiltIn(grade.into())
            }
            _ => {
                let what = "'table', the grade of built-in rules, or the path of a rule file";
                return Err(self.unexpected(what));
            }
        };
        self.next();
        Ok(Use {
            class,
            span,
            source,
            item: self.span_from(start),
        })
    }

    fn rule_name(&mut self) -> Result<String> {
        let span = self.span();
        let name = self.said("name", "say in a few words what it is about")?;
        let length = name.chars().count();
        if length > MAX_RULE_NAME {
            let message = format!(
                "a rule's name of {length} characters; at most {MAX_RULE_NAME} are allowed"
            );
            return Err(RuleError::new(span, message).help("say the rest in its reason"));
        }
        Ok(name)
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
                self.next();
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
        let kind_span = self.span();
        let mut entries = match self.type_name()? {
            Type::Set => TableEntries::Sets(Vec::new()),
            Type::Number => TableEntries::Numbers(Vec::new()),
            Type::Square => TableEntries::Squares(Vec::new()),
            Type::Truth => {
                let message = "a table holds sets, numbers or squares";
                let help = "a set of squares says for each square whether it is in it";
                return Err(RuleError::new(kind_span, message).help(help));
            }
        };
        self.expect("[", "before the table's entries")?;
        while !self.is_sign("]") {
            self.table_entry(&mut entries)?;
            self.eat(",");
        }
        let count = entries.len();
        if count != 64 {
            let message =
                format!("a table has 64 entries, for a1, b1, ... h8; this one has {count}");
            return Err(RuleError::new(span, message));
        }
        self.expect("]", "after the table's entries")?;
        Ok(BitTable {
            name,
            span,
            item: Some(self.span_from(start)),
            entries,
        })
    }

    fn table_entry(&mut self, entries: &mut TableEntries) -> Result<()> {
        let is_negative = matches!(entries, TableEntries::Numbers(_)) && self.eat("-");
        match (entries, self.peek()) {
            (TableEntries::Sets(sets), &Token::Bits(bits)) => sets.push(bits),
            (TableEntries::Numbers(numbers), &Token::Number(number)) => {
                numbers.push(if is_negative { -number } else { number });
            }
            (TableEntries::Squares(squares), &Token::Word(word)) => match named_square(word) {
                Some(square) => squares.push(square.to_u32() as u8),
                None => return Err(self.unexpected("a square, as e4")),
            },
            (TableEntries::Sets(_), _) => return Err(self.unexpected("a set as 0x...")),
            (TableEntries::Numbers(_), _) => return Err(self.unexpected("a number")),
            (TableEntries::Squares(_), _) => return Err(self.unexpected("a square, as e4")),
        }
        self.next();
        Ok(())
    }
}

/// Whether a word is a keyword except for capital letters.
fn is_capital_keyword(word: &str) -> bool {
    let small = word.to_lowercase();
    small != word && KEYWORDS.contains(&small.as_str())
}
