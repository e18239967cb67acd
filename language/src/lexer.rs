//! From text to tokens.

use drawproof_tables::is_hidden;

use crate::error::{RuleError, Span};

/// The longest name, in characters.
const MAX_WORD: usize = 100;
/// The longest text in quotes, in characters.
const MAX_TEXT: usize = 2000;

/// A word or sign of a rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// A name or keyword.
    Word(&'a str),
    /// A decimal number.
    Number(i32),
    /// A hexadecimal set of squares.
    Bits(u64),
    /// A text in double quotes.
    Text(&'a str),
    /// An operator or bracket.
    Sign(&'static str),
    /// An invalid token, with its error.
    Wrong(Box<RuleError>),
    /// The end of the file.
    End,
}

impl Token<'_> {
    /// How an error message names the token.
    pub fn describe(&self) -> String {
        match self {
            Self::Word(word) => format!("'{word}'"),
            Self::Number(number) => format!("the number {number}"),
            Self::Bits(bits) => format!("0x{bits:x}"),
            Self::Text(_) => "a text in quotes".into(),
            Self::Sign(sign) => format!("'{sign}'"),
            Self::Wrong(_) => "something else".into(),
            Self::End => "the end of the file".into(),
        }
    }
}

/// Signs, longer ones before their prefixes.
const SIGNS: [&str; 22] = [
    "!=", "<=", ">=", "->", "=", "<", ">", "+", "-", "*", "&", "|", "~", "(", ")", "{", "}", "[",
    "]", ",", ":", ".",
];

/// Signs of other languages, longer ones before their prefixes, and their
/// equivalents in this language.
const FOREIGN_SIGNS: [(&str, &str); 20] = [
    ("===", "write = to compare"),
    ("!==", "write != to compare"),
    ("==", "write = to compare"),
    ("<>", "write != to compare"),
    ("=<", "write <= to compare"),
    ("=>", "write >= to compare"),
    ("≠", "write != to compare"),
    ("≤", "write <= to compare"),
    ("≥", "write >= to compare"),
    (":=", "write = after the name"),
    ("&&", "write 'and' between truths, & between sets"),
    ("||", "write 'or' between truths, | between sets"),
    ("!", "write 'not' before a truth, ~ before a set"),
    ("//", COMMENT),
    ("/*", COMMENT),
    (";", "leave it out: nothing stands between items"),
    ("'", QUOTES),
    ("`", QUOTES),
    ("“", QUOTES),
    ("”", QUOTES),
];

const COMMENT: &str = "comments begin with # and run to the end of the line";
const QUOTES: &str = "put texts in double quotes: \"...\"";

/// Splits a text into tokens, one at a time, since a file has many.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    /// At the beginning of a text.
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next token and its location; after the last token it keeps returning
    /// the end.
    pub fn next(&mut self) -> (Token<'a>, Span) {
        self.skip_blanks();
        let start = self.at;
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else {
            return (Token::End, start..start);
        };
        let (token, length) = if first.is_ascii_alphabetic() || first == '_' {
            word(rest, start)
        } else if first.is_ascii_digit() {
            number(rest, start)
        } else if first == '"' {
            quoted(rest, start)
        } else {
            sign(rest, start, first)
        };
        self.at += length;
        (token, start..self.at)
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.text[self.at..].trim_start();
            let comment = if rest.starts_with('#') {
                line_length(rest)
            } else {
                0
            };
            self.at = self.text.len() - rest.len() + comment;
            if comment == 0 {
                break;
            }
        }
    }
}

/// All tokens of a text that was parsed before, without the end.
pub fn tokens(text: &str) -> impl Iterator<Item = (Token<'_>, Span)> {
    let mut lexer = Lexer::new(text);
    std::iter::from_fn(move || Some(lexer.next()).filter(|(token, _)| *token != Token::End))
}

fn word(rest: &str, at: usize) -> (Token<'_>, usize) {
    let length = run(rest);
    if length > MAX_WORD {
        let message = format!("a name of {length} characters; at most {MAX_WORD} are allowed");
        return (wrong(at..at + length, message, None), length);
    }
    (Token::Word(&rest[..length]), length)
}

fn number(rest: &str, at: usize) -> (Token<'_>, usize) {
    let length = run(rest);
    let digits = &rest[..length];
    let token = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).map(Token::Bits).map_err(|_| {
            let help = "a set has up to 16 hexadecimal digits after 0x, lowest bit a1";
            ("not a set of squares", help)
        }),
        None => digits.parse().map(Token::Number).map_err(|_| {
            let help = "numbers go up to 2147483647";
            ("not a number, or too large", help)
        }),
    };
    let token =
        token.unwrap_or_else(|(message, help)| wrong(at..at + length, message.into(), Some(help)));
    (token, length)
}

fn quoted(rest: &str, at: usize) -> (Token<'_>, usize) {
    let inner = &rest[1..];
    let end = inner.find(['"', '\n']).unwrap_or(inner.len());
    if !inner[end..].starts_with('"') {
        let help = Some("close it with \" on the same line");
        let token = wrong(at..at + 1 + end, "this text has no end".into(), help);
        return (token, 1 + end);
    }
    let text = &inner[..end];
    let length = text.chars().count();
    if length > MAX_TEXT {
        let message = format!("a text of {length} characters; at most {MAX_TEXT} are allowed");
        return (wrong(at..at + end + 2, message, None), end + 2);
    }
    if let Some((place, hidden)) = text.char_indices().find(|&(_, c)| is_hidden(c)) {
        let place = at + 1 + place;
        let hidden_span = place..place + hidden.len_utf8();
        let message = format!(
            "this text has a hidden character, {}",
            hidden.escape_unicode()
        );
        let help = Some("remove it: names and reasons are shown to people");
        return (wrong(hidden_span, message, help), end + 2);
    }
    (Token::Text(text), end + 2)
}

/// A sign, the longest one that the text begins with: `!=` is one, `!` is not.
fn sign(rest: &str, at: usize, first: char) -> (Token<'_>, usize) {
    let own = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
    let mut foreign_signs = FOREIGN_SIGNS.into_iter();
    let foreign = foreign_signs.find(|(sign, _)| rest.starts_with(sign));
    let is_longest = |own: &&str| foreign.is_none_or(|(sign, _)| own.len() >= sign.len());
    if let Some(own) = own.filter(is_longest) {
        return (Token::Sign(own), own.len());
    }
    let (length, help) = match foreign {
        Some((sign, help)) => (sign.len(), Some(help)),
        None => (first.len_utf8(), None),
    };
    let shown = rest[..length].escape_debug();
    let message = format!("'{shown}' has no meaning here");
    let token = wrong(at..at + length, message, help);
    // Skip the text of a comment, so that it is not parsed as a rule.
    let is_comment = help == Some(COMMENT);
    let skipped = if is_comment {
        line_length(rest)
    } else {
        length
    };
    (token, skipped)
}

fn wrong(span: Span, message: String, help: Option<&str>) -> Token<'static> {
    let error = RuleError::new(span, message);
    Token::Wrong(Box::new(match help {
        Some(help) => error.help(help),
        None => error,
    }))
}

/// How many letters and digits a text begins with.
fn run(text: &str) -> usize {
    let belongs = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}
