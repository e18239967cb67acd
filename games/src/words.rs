//! The words of a game's moves, as people and programs write them.
//!
//! Reading is lenient where nobody would doubt what is meant: figurines, dashes
//! of all kinds, spaces that do not show, glyphs such as ± for annotations. But
//! a word that is neither a move nor a remark is never skipped: the game would
//! go on as if a move had not been there.

use std::borrow::Cow;

use memchr::memchr;

use crate::Ending;

/// A part of the text of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part<'a> {
    /// A word.
    Word(Cow<'a, [u8]>),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
    /// A blank line.
    BlankLine,
    /// A comment, a space, a glyph.
    Nothing,
    /// A comment that does not end.
    Unclosed,
}

/// The first part of a text, and its length. `is_first` is whether a line
/// begins with the text.
pub fn part(text: &[u8], is_first: bool) -> Option<(Part<'_>, usize)> {
    let first = *text.first()?;
    Some(match first {
        b'{' => match memchr(b'}', text) {
            Some(end) => (Part::Nothing, end + 1),
            None => (Part::Unclosed, text.len()),
        },
        b';' => (Part::Nothing, line(text)),
        b'%' if is_first => (Part::Nothing, line(text)),
        b'(' => (Part::Open, 1),
        b')' => (Part::Close, 1),
        b'*' => (Part::Word(Cow::Borrowed(&text[..1])), 1),
        b'$' => {
            let digits = text[1..].iter().take_while(|byte| byte.is_ascii_digit());
            (Part::Nothing, 1 + digits.count())
        }
        b'[' => match mark(text) {
            Some(length) => (Part::Nothing, length),
            None => word(text),
        },
        byte if byte.is_ascii_whitespace() => spaces(text),
        _ => word(text),
    })
}

/// The length of brackets that are no tag: a command for a program that was not
/// put into a comment, or the marks of a forum around a game.
pub fn mark(text: &[u8]) -> Option<usize> {
    let is_known = |mark: &[u8]| {
        let begins = text.get(..mark.len());
        begins.is_some_and(|begin| begin.eq_ignore_ascii_case(mark))
    };
    let mut known = [&b"[pgn]"[..], b"[/pgn]"].into_iter();
    if let Some(known) = known.find(|known| is_known(known)) {
        return Some(known.len());
    }
    if !text.starts_with(b"[%") {
        return None;
    }
    memchr(b']', &text[..line(text)]).map(|end| end + 1)
}

/// The length of a line without its end.
fn line(text: &[u8]) -> usize {
    memchr(b'\n', text).unwrap_or(text.len())
}

fn spaces(text: &[u8]) -> (Part<'_>, usize) {
    let mut lines = 0;
    let mut length = 0;
    for byte in text {
        if !byte.is_ascii_whitespace() {
            break;
        }
        lines += usize::from(*byte == b'\n');
        length += 1;
        // An escape line may follow.
        if lines > 0 && text.get(length) == Some(&b'%') {
            break;
        }
    }
    let is_blank = lines > 1;
    (
        if is_blank {
            Part::BlankLine
        } else {
            Part::Nothing
        },
        length,
    )
}

/// Whether a byte ends a word before it.
fn ends(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte.is_ascii_control() || b"{}();$*".contains(&byte)
}

/// A word and its length, which is at least one byte.
fn word(text: &[u8]) -> (Part<'_>, usize) {
    let end = |at: usize| {
        let byte = text.get(at).copied();
        byte.is_none_or(|byte| ends(byte) || byte >= 0x80)
    };
    let mut length = 0;
    while !end(length) {
        length += 1;
    }
    if text.get(length).is_some_and(|&byte| byte >= 0x80) {
        return written_out(text, length);
    }
    length += promotion(&text[length..]);
    // A byte that ends words and begins no other part, such as a brace.
    let length = length.max(1);
    (Part::Word(Cow::Borrowed(&text[..length])), length)
}

/// The length of a promotion in parentheses.
fn promotion(text: &[u8]) -> usize {
    match text {
        [b'(', b'Q' | b'R' | b'B' | b'N', b')', ..] => 3,
        _ => 0,
    }
}

/// A word with characters that are not ASCII, in ASCII as far as they mean
/// something in chess.
fn written_out(text: &[u8], ascii: usize) -> (Part<'_>, usize) {
    let mut word = text[..ascii].to_vec();
    let mut at = ascii;
    while let Some(&byte) = text.get(at) {
        if ends(byte) {
            break;
        }
        let (of, length) = character(&text[at..]);
        match of {
            ..'\u{80}' => word.push(byte),
            '♔' | '♚' => word.push(b'K'),
            '♕' | '♛' => word.push(b'Q'),
            '♖' | '♜' => word.push(b'R'),
            '♗' | '♝' => word.push(b'B'),
            '♘' | '♞' => word.push(b'N'),
            '♙' | '♟' => word.push(b'P'),
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{ff0d}' => word.push(b'-'),
            '×' => word.push(b'x'),
            '…' => word.extend(b"..."),
            '½' => word.extend(b"1/2"),
            // They show nothing, and split no word: of zero width, or about the form of a figurine.
            '\u{ad}'
            | '\u{200c}'..='\u{200f}'
            | '\u{2060}'
            | '\u{feff}'
            | '\u{fe00}'..='\u{fe0f}' => {}
            of if of.is_alphanumeric() => word.extend(&text[at..at + length]),
            // A glyph, or another kind of space.
            _ => {
                at += length;
                break;
            }
        }
        at += length;
    }
    (Part::Word(Cow::Owned(word)), at)
}

/// The first character and its length; of Latin-1 if it is not UTF-8.
fn character(text: &[u8]) -> (char, usize) {
    let some = &text[..text.len().min(4)];
    let valid = match std::str::from_utf8(some) {
        Ok(valid) => valid,
        Err(error) => std::str::from_utf8(&some[..error.valid_up_to()]).unwrap_or_default(),
    };
    match valid.chars().next() {
        Some(of) => (of, of.len_utf8()),
        // Windows has dashes where Latin-1 has nothing.
        None if matches!(text[0], 0x96 | 0x97) => ('\u{2013}', 1),
        None => (char::from(text[0]), 1),
    }
}

/// The result that a word gives, if it is one; `None` within if that is
/// unknown.
#[allow(
    clippy::option_option,
    reason = "a word that is no result, and a result that is unknown"
)]
pub fn ending_of(word: &[u8]) -> Option<Option<Ending>> {
    let word = word.trim_ascii();
    let word = word.strip_suffix(b".").unwrap_or(word);
    Some(match word {
        b"1-0" | b"1:0" | b"1-O" => Some(Ending::WhiteWins),
        b"0-1" | b"0:1" | b"O-1" => Some(Ending::BlackWins),
        // The last two are in tags, which are not written out.
        b"1/2-1/2"
        | b"1/2"
        | b"1/2:1/2"
        | b"0.5-0.5"
        | b"0,5-0,5"
        | b".5-.5"
        | b"0.5"
        | [0xbd]
        | [0xbd, b'-', 0xbd] => Some(Ending::Draw),
        word if ["½", "½-½", "½–½"]
            .iter()
            .any(|draw| draw.as_bytes() == word) =>
        {
            Some(Ending::Draw)
        }
        b"*" | b"1/2-0" | b"0-1/2" | b"0.5-0" | b"0-0.5" => None,
        _ => return None,
    })
}

/// Whether a word says nothing about what is played: punctuation, or a word
/// that stands beside moves.
pub fn is_remark(mut word: &[u8]) -> bool {
    const BESIDE_MOVES: [&[u8]; 10] = [
        b"e.p", b"ep", b"mate", b"ch", b"dbl", b"dis", b"disch", b"TN", b"N", b"D",
    ];
    loop {
        while let [byte, rest @ ..] = word
            && byte.is_ascii_punctuation()
        {
            word = rest;
        }
        if word.is_empty() {
            return true;
        }
        let known = BESIDE_MOVES
            .iter()
            .find_map(|known| word.strip_prefix(*known));
        let Some(rest) = known.filter(|rest| !rest.first().is_some_and(u8::is_ascii_alphanumeric))
        else {
            return false;
        };
        word = rest;
    }
}

/// A word without the number of a move before it, and that number with the dots
/// after it: `12.e4`, `12...`, `12`, `...e4`.
pub fn numbered(word: &[u8]) -> (Option<(&[u8], usize)>, &[u8]) {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = word.split_at(digits);
    let dots = rest.iter().take_while(|&&byte| byte == b'.').count();
    if digits + dots == 0 {
        return (None, word);
    }
    (Some((number, dots)), &rest[dots..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &[u8]) -> Vec<String> {
        let mut words = Vec::new();
        let mut at = 0;
        while let Some((part, length)) = part(&text[at..], at == 0 || text[at - 1] == b'\n') {
            assert!(length > 0);
            match part {
                Part::Word(word) if word.is_empty() => {}
                Part::Word(word) => words.push(String::from_utf8_lossy(&word).into_owned()),
                Part::BlankLine => words.push("|".into()),
                _ => {}
            }
            at += length;
        }
        words
    }

    #[test]
    fn words_and_what_is_between_them() {
        for (text, expected) in [
            ("1.e4{a}e5 ;b\nNf3$1 *", &["1.e4", "e5", "Nf3", "*"][..]),
            ("Ke5*", &["Ke5", "*"]),
            (
                "e4\n% e5\ne6\n\n \ne7\r\n\r\n",
                &["e4", "e6", "|", "e7", "|"],
            ),
            ("e4\n\n%\ne5 %", &["e4", "|", "e5", "%"]),
            (
                "♘f3 ♞\u{fe0e}c6 4.\u{a0}Kf3± Ke5\u{200b}Kf4",
                &["Nf3", "Nc6", "4.", "Kf3", "Ke5", "Kf4"],
            ),
            (
                "0–0 e2—e4 d4×e5 ½-½ 1…e5",
                &["0-0", "e2-e4", "d4xe5", "1/2-1/2", "1...e5"],
            ),
            ("∞ e4∞ \u{feff}1. Сf3", &["e4", "1.", "Сf3"]),
            ("e8(Q) e8 (Q)", &["e8(Q)", "e8", "Q"]),
            ("[%clk 1:00] e4 [%x", &["e4", "[%x"]),
            ("[pgn]e4[/PGN] [pg]", &["e4[/PGN]", "[pg]"]),
            ("} {", &["}"]),
        ] {
            assert_eq!(words(text.as_bytes()), expected, "{text}");
        }
        assert_eq!(
            words(b"1.\xa0Kf3 \xb1 \xbd-\xbd \x96 K\xe9"),
            ["1.", "Kf3", "1/2-1/2", "-", "K\u{fffd}"]
        );
    }

    #[test]
    fn results() {
        assert_eq!(ending_of(b"1-0"), Some(Some(Ending::WhiteWins)));
        for draw in ["1/2", "1/2-1/2", "½-½", "0.5-0.5", " ½ "] {
            assert_eq!(
                ending_of(draw.as_bytes()),
                Some(Some(Ending::Draw)),
                "{draw}"
            );
        }
        assert_eq!(ending_of(b"*"), Some(None));
        assert_eq!(ending_of(b"0-0"), None);
    }

    #[test]
    fn remarks() {
        for remark in [
            "", "+-", "!?", "e.p.", "ep+", "++", "N", "=", "+/=", "[#]", ",", "dis ch",
        ] {
            assert!(
                remark.split(' ').all(|of| is_remark(of.as_bytes())),
                "{remark}"
            );
        }
        for wrong in ["Nf3", "e4", "epe4", "0", "!e", "Neu"] {
            assert!(!is_remark(wrong.as_bytes()), "{wrong}");
        }
    }
}
