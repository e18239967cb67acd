//! The text between the moves of a game.
//!
//! A reader that skips what it does not know would continue as if a move had
//! never been there. Any text that is neither a move nor something that belongs
//! between moves therefore spoils the game.

use pgn_reader::SanPlus;

use crate::Reason;

/// Finds text that does not belong in a game, with or without tags. Skips
/// variations and comments.
pub fn stray(text: &[u8], has_tags: bool) -> Option<Reason> {
    let moves = if has_tags { after_tags(text) } else { text };
    let mut rest = moves;
    let mut open: usize = 0;
    while let Some(&byte) = rest.first() {
        let is_first_of_line =
            rest.len() == moves.len() || moves[moves.len() - rest.len() - 1] == b'\n';
        let length = match byte {
            b'{' => through(rest, b'}'),
            b';' => through(rest, b'\n'),
            b'%' if is_first_of_line => through(rest, b'\n'),
            b'(' => {
                open += 1;
                1
            }
            b')' => {
                open = open.saturating_sub(1);
                1
            }
            byte if byte.is_ascii_whitespace() => 1,
            _ => {
                let length = token(rest);
                if open == 0 && !belongs(&rest[..length]) {
                    let token = String::from_utf8_lossy(&rest[..length.min(LONGEST)]);
                    return Some(Reason::Unreadable(format!("'{token}' is not a move")));
                }
                length
            }
        };
        rest = &rest[length..];
    }
    None
}

/// How much of a token is shown.
const LONGEST: usize = 20;

/// The text after lines of tags and blank lines.
fn after_tags(mut text: &[u8]) -> &[u8] {
    text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    loop {
        match text.trim_ascii_start() {
            rest @ [b'[' | b'%', ..] => text = &rest[through(rest, b'\n')..],
            rest => return rest,
        }
    }
}

/// The length of the text up to and including a byte.
fn through(text: &[u8], last: u8) -> usize {
    memchr::memchr(last, text).map_or(text.len(), |at| at + 1)
}

/// Whether the text contains only comments.
pub fn is_idle(mut text: &[u8]) -> bool {
    loop {
        text = text.trim_ascii_start();
        text = match text.first() {
            None => return true,
            Some(b';' | b'%') => &text[through(text, b'\n')..],
            Some(b'{') => &text[through(text, b'}')..],
            Some(_) => return false,
        };
    }
}

fn token(text: &[u8]) -> usize {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"{}();".contains(byte);
    text.iter().position(ends).unwrap_or(text.len()).max(1)
}

/// Whether a token is a move, or belongs between moves: a number, a result, an
/// annotation such as `$6`, `!?`, `+/-` or `e.p.`.
fn belongs(token: &[u8]) -> bool {
    let token = without_number(token);
    let is_remark = token.iter().all(|byte| b"+-=/~!?#".contains(byte));
    let marks = token.iter().rev().take_while(|byte| b"!?".contains(byte));
    let san = &token[..token.len() - marks.count()];
    is_remark
        || matches!(
            token,
            b"*" | b"1-0" | b"0-1" | b"1/2-1/2" | b"e.p." | b"ep" | b"N"
        )
        || matches!(token, [b'$', number @ ..] if number.iter().all(u8::is_ascii_digit))
        || SanPlus::from_ascii(san).is_ok()
}

/// A token without the number of a move before it: `12.e4`, `12...`, `12`.
fn without_number(token: &[u8]) -> &[u8] {
    let digits = token
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let rest = &token[digits..];
    let dots = rest.iter().take_while(|&&byte| byte == b'.').count();
    if dots > 0 || rest.is_empty() {
        &rest[dots..]
    } else {
        token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_what_belongs_between_them() {
        for text in [
            "1. e4 e5 2.Nf3 $6 Nc6!? 3... exd6 e.p. +/- = 1/2-1/2",
            "1.e4{ Sf3 } (1. Sf3 (x) y) e5 ; Rd9\n% Rd9\n2. O-O-O+ e8=Q# *",
            "1 e4 2 -- 3. *",
        ] {
            assert_eq!(stray(text.as_bytes(), false), None, "{text}");
        }
    }

    #[test]
    fn whatever_else_spoils_the_game() {
        for wrong in [
            "Rh8++", "Sf3", "Rd9", "e8Q", "Qxh7+-", "o-o", "Nf3Nf6", "[x]",
        ] {
            let text = format!("[Event \"a\"]\n\n1. e4 {wrong} 1-0\n");
            let reason = stray(text.as_bytes(), true).map(|reason| reason.to_string());
            assert_eq!(reason, Some(format!("'{wrong}' is not a move")));
        }
    }

    #[test]
    fn remarks_say_nothing() {
        for (text, is_nothing) in [("", true), (" ;x\n\n%y\n{z}\n", true), ("{x} *", false)] {
            assert_eq!(is_idle(text.as_bytes()), is_nothing, "{text}");
        }
    }
}
