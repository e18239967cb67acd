//! The tags of a game.
//!
//! A tag is a line: its value reaches from the first quote to the last one
//! before the bracket, whatever is between. So a value with quotes that are not
//! escaped is one value, and no tag can hide another.

use drawproof_tables::{GivenPosition, chess_of_fen_in};
use memchr::{memchr, memrchr};
use shakmaty::{CastlingMode, Chess};

use crate::{Ending, Reason, words::ending_of};

/// What the tags say.
#[derive(Default)]
pub struct Tags {
    /// Whether there are any.
    pub any: bool,
    variant: Option<String>,
    fen: Option<String>,
    /// The result.
    pub result: Option<Ending>,
    /// Whether both have lost, as when nobody came.
    pub both_lost: bool,
}

/// The longest text that is quoted in a message, in bytes.
const LONGEST: usize = 120;

impl Tags {
    /// The tags at the beginning of a text, and their length.
    pub fn read(text: &[u8]) -> (Self, usize) {
        let mut tags = Self::default();
        let mut at = 0;
        loop {
            let rest = &text[at..];
            let line = match rest {
                [] | [b'[', b'%', ..] => break,
                [byte, ..] if byte.is_ascii_whitespace() => 1,
                [0xef, 0xbb, 0xbf, ..] => 3,
                [b'%' | b';', ..] => line(rest),
                [b'[', ..] => tags.add(&rest[..line(rest)]),
                _ => break,
            };
            at += line;
        }
        (tags, at)
    }

    /// Adds the tag of a line, and returns the length of its text: moves may
    /// follow it.
    fn add(&mut self, line: &[u8]) -> usize {
        self.any = true;
        let tag = &line[1..];
        let tag = &tag[spaces(tag)..];
        let is_space = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'"';
        let name = tag.iter().position(is_space).unwrap_or(tag.len());
        let (name, rest) = tag.split_at(name);
        let (value, after) = value(rest);
        let is = |known: &[u8]| name.eq_ignore_ascii_case(known);
        if is(b"FEN") {
            self.fen = Some(shown(value));
        } else if is(b"Variant") {
            self.variant = Some(shown(value));
        } else if is(b"Result") {
            self.result = ending_of(value).flatten();
            self.both_lost = value == b"0-0";
        }
        line.len() - after.len()
    }

    /// The start of the game.
    pub fn start(&mut self) -> Result<GivenPosition, Reason> {
        let mode = match self.variant.take() {
            None => CastlingMode::Standard,
            Some(variant) => mode(&variant).ok_or(Reason::Variant(variant))?,
        };
        match self.fen.take() {
            Some(fen) if !fen.is_empty() && fen != "?" => {
                chess_of_fen_in(&fen, mode).map_err(Reason::Start)
            }
            _ => Ok(GivenPosition {
                position: Chess::default(),
                misfits: Vec::new(),
            }),
        }
    }
}

/// The rules of a variant, if they are those of chess.
fn mode(variant: &str) -> Option<CastlingMode> {
    let letters = variant.chars().filter(|of| of.is_alphanumeric());
    let name: String = letters.flat_map(char::to_lowercase).collect();
    match &*name {
        "" | "standard" | "chess" | "normal" | "regular" | "fromposition" => {
            Some(CastlingMode::Standard)
        }
        "chess960" | "fischerandom" | "fischerrandom" | "fischerrandomchess"
        | "fischerandomchess" | "freestyle" | "freestylechess" | "960" | "frc" => {
            Some(CastlingMode::Chess960)
        }
        _ => None,
    }
}

/// The value of a tag, without quotes, and the text after it.
fn value(text: &[u8]) -> (&[u8], &[u8]) {
    let ends = |&at: &usize| {
        let before = text[..at].trim_ascii_end();
        before.len() > 1 && before.ends_with(b"\"")
    };
    let mut brackets = memchr::memrchr_iter(b']', text);
    // Without quotes, or without the last one, the last bracket ends it.
    let end = brackets.find(ends).or_else(|| memrchr(b']', text));
    let (value, after) = match end {
        Some(end) => (&text[..end], &text[end + 1..]),
        None => (text, &text[text.len()..]),
    };
    let value = value.trim_ascii();
    let value = match (memchr(b'"', value), memrchr(b'"', value)) {
        (Some(first), Some(last)) if first < last => &value[first + 1..last],
        (Some(first), _) => &value[first + 1..],
        _ => value,
    };
    (value.trim_ascii(), after)
}

/// As text, as far as it is worth showing.
fn shown(value: &[u8]) -> String {
    String::from_utf8_lossy(&value[..value.len().min(LONGEST)])
        .trim_matches(|of: char| of.is_whitespace() || "'\"\u{201c}\u{201d}".contains(of))
        .to_owned()
}

/// The length of a line with its end.
fn line(text: &[u8]) -> usize {
    memchr(b'\n', text).map_or(text.len(), |end| end + 1)
}

fn spaces(text: &[u8]) -> usize {
    let spaces = text
        .iter()
        .take_while(|&&byte| byte == b' ' || byte == b'\t');
    spaces.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_reach_to_the_last_quote() {
        for (line, expected) in [
            ("\"a\"]", "a"),
            ("  \"\"A\"\"  ]", "\"A\""),
            ("\"b \"c\" d\"]\r\n", "b \"c\" d"),
            ("\"a]\"b\"]", "a]\"b"),
            ("\"a\"] 1. e4 {]}", "a"),
            ("\"a\" b]", "a"),
            ("\"a", "a"),
            ("a]", "a"),
            ("\"\"]", ""),
            ("\"]", ""),
            ("]", ""),
            ("", ""),
        ] {
            let found = value(line.as_bytes()).0;
            assert_eq!(String::from_utf8_lossy(found), expected, "{line}");
        }
    }

    #[test]
    fn moves_may_follow_a_tag() {
        for text in [
            "[Event \"a\"]\n[Site \"]\"] ",
            "%\n\u{feff}[Event \"a\"]\n; b\n[FEN c]\n\n",
        ] {
            let (tags, length) = Tags::read((text.to_owned() + "1. e4").as_bytes());
            assert!(tags.any);
            assert_eq!(length, text.len());
        }
        assert!(!Tags::read(b"; a\n1. e4").0.any);
    }

    #[test]
    fn names_of_variants() {
        for of in [
            "Standard",
            "From Position",
            "Chess960",
            "Fischer Random",
            "fischerandom",
        ] {
            assert!(mode(of).is_some(), "{of}");
        }
        for of in ["Atomic", "Crazyhouse", "Three-check", "Chess 9600"] {
            assert_eq!(mode(of), None);
        }
    }
}
