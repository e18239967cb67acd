//! Where games begin in the text of a collection.
//!
//! A game begins where its tags do: at a line such as `[Event "Linares"]` that
//! does not follow another tag. Braces do not affect this, so an unclosed
//! comment spoils one game and not all that follow. The price is that no line
//! of a comment may look like a tag.

use memchr::memmem;

/// The offsets at which games with tags begin, except the first.
pub fn starts(text: &[u8]) -> impl Iterator<Item = usize> {
    let lines = memmem::find_iter(text, b"\n[").map(|at| at + 1);
    lines.filter(|&at| begins_game(text, at))
}

/// The last of them.
pub fn last_start(text: &[u8]) -> Option<usize> {
    let lines = memmem::rfind_iter(text, b"\n[").map(|at| at + 1);
    let mut lines = lines.filter(|&at| begins_game(text, at));
    lines.next()
}

/// The end of the last blank line: only blank lines separate games without
/// tags.
pub fn last_blank_line(text: &[u8]) -> Option<usize> {
    let ends = [&b"\n\n"[..], b"\n\r\n"];
    let ends = ends.map(|end| memmem::rfind(text, end).map(|at| at + end.len()));
    ends.into_iter().flatten().max()
}

/// Whether a part of a collection begins with a tag.
pub fn begins_with_tag(mut text: &[u8]) -> bool {
    loop {
        text = text.trim_ascii_start();
        match text {
            // The byte order mark of a file that was appended to another one.
            [0xef, 0xbb, 0xbf, rest @ ..] => text = rest,
            // An escape line, meant for other programs.
            [b'%', rest @ ..] => {
                let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                text = &rest[end..];
            }
            _ => return text.first() == Some(&b'[') && is_tag(text),
        }
    }
}

fn begins_game(text: &[u8], line: usize) -> bool {
    is_tag(&text[line..]) && !follows_tag(&text[..line])
}

/// Whether text begins with a tag: a bracket, a name, a quote. Commands in
/// comments such as `[%clk 0:05:00]` are not tags.
fn is_tag(text: &[u8]) -> bool {
    let name = text.get(1..).unwrap_or_default();
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let letters = name.iter().take_while(|byte| is_letter(byte)).count();
    let mut rest = name[letters..].iter();
    letters > 0 && rest.find(|&&byte| byte != b' ' && byte != b'\t') == Some(&b'"')
}

/// Whether the last non-empty line is a tag, or was meant as one.
fn follows_tag(mut before: &[u8]) -> bool {
    loop {
        before = before.trim_ascii_end();
        let line = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        let text = &before[line..];
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        match text.trim_ascii_start() {
            // An escape line, meant for other programs.
            [b'%', ..] => before = &before[..line],
            [b'[', b'%', ..] => return false,
            text => return text.starts_with(b"["),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        let starts: Vec<usize> = starts(text.as_bytes()).collect();
        assert_eq!(last_start(text.as_bytes()), starts.last().copied());
        starts
            .into_iter()
            .map(|at| text[at..].lines().next().unwrap_or_default())
            .collect()
    }

    #[test]
    fn games_begin_at_their_first_tag() {
        let text = "[Event \"a\"]\n[Site \"b\"]\n\n1. e4 *\n\n[Event \"c\"]\n\n[Site \"d\"]\n\n*\n[Round \"1\"]\n";
        assert_eq!(found(text), ["[Event \"c\"]", "[Round \"1\"]"]);
        assert_eq!(
            found(&text.replace('\n', "\r\n")),
            ["[Event \"c\"]", "[Round \"1\"]"]
        );
    }

    #[test]
    fn other_brackets_begin_nothing() {
        assert!(found("1. e4 {\n[%clk 0:05:00] }\n[#] } e5\n[ \"x\"]\n[]").is_empty());
        assert!(found("\u{feff}[Event \"a\"]\n%\n[Site \"b\"]\n[White ]\n[Black \"\"]").is_empty());
        assert_eq!(found("{\n[%clk 1] } *\n[Event \"a\"]"), ["[Event \"a\"]"]);
    }

    #[test]
    fn blank_lines() {
        assert_eq!(last_blank_line(b"1. e4 *\n\n1. d4 *\n"), Some(9));
        assert_eq!(last_blank_line(b"1. e4 *\r\n\r\n1. d4 *\n"), Some(11));
        assert_eq!(last_blank_line(b"1. e4 *\n1. d4 *\n"), None);
    }
}
