//! From text to words and signs.

use crate::error::{RuleError, Span};

/// A word or sign of a rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A name or keyword.
    Word(String),
    /// A decimal number.
    Number(i32),
    /// A hexadecimal set of squares.
    Bits(u64),
    /// A text in double quotes.
    Text(String),
    /// An operator or bracket.
    Sign(&'static str),
    /// The end of the file.
    End,
}

impl Token {
    /// How an error message names the token.
    pub fn describe(&self) -> String {
        match self {
            Self::Word(word) => format!("'{word}'"),
            Self::Number(number) => format!("the number {number}"),
            Self::Bits(bits) => format!("0x{bits:x}"),
            Self::Text(_) => "a text in quotes".into(),
            Self::Sign(sign) => format!("'{sign}'"),
            Self::End => "the end of the file".into(),
        }
    }
}

/// Signs, longer ones before those that they begin with.
const SIGNS: [&str; 22] = [
    "!=", "<=", ">=", "->", "=", "<", ">", "+", "-", "*", "&", "|", "~", "(", ")", "{", "}", "[",
    "]", ",", ":", ".",
];

/// Splits a text into tokens, each with its place; the last is the end.
pub fn tokens(text: &str) -> Result<Vec<(Token, Span)>, RuleError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else if first == '#' {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            let (token, length) = token(rest, at)?;
            found.push((token, at..at + length));
            length
        };
        at += length;
    }
    found.push((Token::End, at..at));
    Ok(found)
}

fn token(rest: &str, at: usize) -> Result<(Token, usize), RuleError> {
    let first = rest.chars().next().unwrap_or_default();
    if first.is_ascii_alphabetic() || first == '_' {
        let length = run(rest, |c| c.is_ascii_alphanumeric() || c == '_');
        return Ok((Token::Word(rest[..length].into()), length));
    }
    if first.is_ascii_digit() {
        return number(rest, at);
    }
    if first == '"' {
        return quoted(rest, at);
    }
    match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
        Some(sign) => Ok((Token::Sign(sign), sign.len())),
        None => Err(RuleError::new(
            at..at + first.len_utf8(),
            format!("'{}' has no meaning here", first.escape_default()),
        )),
    }
}

fn number(rest: &str, at: usize) -> Result<(Token, usize), RuleError> {
    let length = run(rest, |c| c.is_ascii_alphanumeric() || c == '_');
    let digits = &rest[..length];
    let error = |message: &str| RuleError::new(at..at + length, message);
    let token = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).map(Token::Bits).map_err(|_| {
            error("not a set of squares")
                .help("a set has up to 16 hexadecimal digits after 0x, lowest bit a1")
        }),
        None => digits
            .parse()
            .map(Token::Number)
            .map_err(|_| error("not a number, or too large").help("numbers go up to 2147483647")),
    };
    Ok((token?, length))
}

fn quoted(rest: &str, at: usize) -> Result<(Token, usize), RuleError> {
    let inner = &rest[1..];
    let end = inner.find(['"', '\n']).unwrap_or(inner.len());
    if !inner[end..].starts_with('"') {
        return Err(RuleError::new(at..at + 1 + end, "this text has no end")
            .help("close it with \" on the same line"));
    }
    Ok((Token::Text(inner[..end].into()), end + 2))
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}
