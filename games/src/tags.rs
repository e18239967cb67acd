//! The tags of a game.
//!
//! A tag is a line: its value reaches from the first quote to the last one
//! before the bracket, whatever is between. So a value with quotes that are not
//! escaped is one value, and no tag can hide another. But other tags may follow
//! in the line, and moves; and a line may end between the parts of a tag.

use drawproof_tables::{GivenPosition, chess_of_fen_in};
use memchr::{memchr, memchr2, memrchr};
use shakmaty::{CastlingMode, Chess};

use crate::{
    Ending, Reason,
    words::{ending_of, mark, numbered},
};

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

/// How far is looked for the other half of a pair of quotes, in bytes.
const FURTHEST: usize = 1 << 12;

impl Tags {
    /// The tags at the beginning of a text, and their length.
    pub fn read(text: &[u8]) -> (Self, usize) {
        let mut tags = Self::default();
        let mut at = 0;
        // Where the line ends: it may have many tags.
        let mut line_end = 0;
        loop {
            let rest = &text[at..];
            let line = match rest {
                [] | [b'[', b'%', ..] => break,
                [b'[', ..] if mark(rest).is_some() => break,
                [byte, ..] if byte.is_ascii_whitespace() => 1,
                [0xef, 0xbb, 0xbf, ..] => 3,
                [b'%' | b';', ..] => line(rest),
                [b'[', ..] => {
                    if line_end <= at {
                        line_end = at + line_length(rest);
                    }
                    tags.add(&rest[..lines(rest, line_end - at)])
                }
                _ => break,
            };
            at += line;
        }
        (tags, at)
    }

    /// Adds the first tag of a line, and returns the length of its text.
    fn add(&mut self, line: &[u8]) -> usize {
        self.any = true;
        let tag = line[1..].trim_ascii_start();
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
            self.result = result(value);
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

/// The result in a tag, also that of a game that was not played.
fn result(value: &[u8]) -> Option<Ending> {
    match value {
        b"+--" | b"+:-" | b"+/-" => Some(Ending::WhiteWins),
        b"--+" | b"-:+" | b"-/+" => Some(Ending::BlackWins),
        _ => ending_of(value).flatten(),
    }
}

/// The value of a tag, without quotes, and the text after it.
fn value(text: &[u8]) -> (&[u8], &[u8]) {
    let text = text.trim_ascii_start();
    let is_after_quote = |&at: &usize| {
        let before = text[..at].trim_ascii_end();
        before.len() > 1 && before.ends_with(b"\"")
    };
    let mut brackets = memchr::memchr_iter(b']', text).filter(is_after_quote);
    // Without quotes, or without the last one, the last bracket ends it.
    let end = brackets
        .clone()
        .find(|at| is_over_before(&text[at + 1..]))
        .or_else(|| brackets.next_back())
        .or_else(|| memrchr(b']', text));
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

/// Whether a value that may have ended has done so: another tag follows, or the
/// number of a move, or a comment, or no half of a pair of quotes.
fn is_over_before(text: &[u8]) -> bool {
    let after = text.trim_ascii_start();
    let has_dots = |(_, dots)| dots > 0;
    let quotes = memchr::memchr_iter(b'"', &after[..after.len().min(FURTHEST)]);
    tag_name(after).is_some()
        || after.starts_with(b"{")
        || numbered(after).0.is_some_and(has_dots)
        || quotes.count().is_multiple_of(2)
}

/// As text, as far as it is worth showing.
fn shown(value: &[u8]) -> String {
    String::from_utf8_lossy(&value[..value.len().min(LONGEST)])
        .trim_matches(|of: char| of.is_whitespace() || "'\"\u{201c}\u{201d}".contains(of))
        .to_owned()
}

/// The length of a line with its end.
fn line(text: &[u8]) -> usize {
    text.len().min(line_length(text) + 1)
}

/// The length of the lines of a tag without their end, after that of its first:
/// its parts may be on several.
pub fn lines(text: &[u8], first: usize) -> usize {
    match ends_later(text) {
        Some(end) if end > first => end + line_length(&text[end..]),
        _ => first,
    }
}

/// The length of a line without its end.
pub fn line_length(text: &[u8]) -> usize {
    memchr(b'\n', text).unwrap_or(text.len())
}

/// Where a tag ends if only spaces and ends of lines are between its parts.
fn ends_later(text: &[u8]) -> Option<usize> {
    let (_, value) = opened(text)?;
    let quote = memchr2(b'"', b'\n', value).filter(|&at| value[at] == b'"')?;
    let after = value[quote + 1..].trim_ascii_start().strip_prefix(b"]")?;
    Some(text.len() - after.len())
}

/// The name of a tag: text that begins with a bracket, a name, a quote. Commands
/// in comments such as `[%clk 0:05:00]` are not tags.
pub fn tag_name(text: &[u8]) -> Option<&[u8]> {
    opened(text).map(|(name, _)| name)
}

/// The name of a tag, and what is after its first quote.
fn opened(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.strip_prefix(b"[")?.trim_ascii_start();
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(byte);
    let letters = text.iter().take_while(|byte| is_letter(byte)).count();
    let (name, rest) = text.split_at(letters);
    let value = rest.trim_ascii_start().strip_prefix(b"\"")?;
    (letters > 0).then_some((name, value))
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
            (" \"]", ""),
            ("]", ""),
            ("\"a\"] [b \"c\"]", "a"),
            ("\"a \"b\"][c \"d\"] 1. e4 {\"e\"]} *", "a \"b"),
            ("\"a\"] 1. e4 {\"]}", "a"),
            ("\"a\"] {\"]} e4", "a"),
            ("\"a\"] e4 {\"b\"]} *", "a"),
            ("\"a [\"b\"] [\"c\"] d\"]", "a [\"b\"] [\"c\"] d"),
            ("\"a\\\"]b\"]", "a\\\"]b"),
            ("\n\"a\"\n\n]\n", "a"),
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
            "[Event \"a\"][Site \"b\"] [Round \"c\" ]\t",
            "[\nEvent\r\n\n\"a\"\n ]\n[Site\n\"b\"][Round \"c\"\n] ",
        ] {
            let (tags, length) = Tags::read((text.to_owned() + "1. e4").as_bytes());
            assert!(tags.any);
            assert_eq!(length, text.len());
        }
        assert!(!Tags::read(b"; a\n1. e4").0.any);
        assert!(!Tags::read(b"[pgn] 1. e4 [/pgn]").0.any);
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
