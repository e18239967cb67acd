//! Where games begin in the text of a collection.
//!
//! A game begins where its tags do: at a line such as `[Event "Linares"]` that
//! does not follow another tag. A line within a comment begins nothing, but the
//! comment must end before another one begins: an unclosed comment spoils one
//! game and not all that follow.

use memchr::{memchr, memchr_iter, memchr2, memmem, memrchr2};

use crate::{
    tags::{line_length, lines, tag_name},
    words::mark,
};

/// The offsets at which games with tags begin, except the first. If text
/// follows that is not there yet, those are missing about which it decides.
pub fn starts(text: &[u8], is_whole: bool) -> Vec<usize> {
    let mut comments = Comments {
        text,
        seen: 0,
        is_open: false,
        next: 0,
    };
    let mut tags: Option<Section> = None;
    let mut starts = Vec::new();
    for at in memchr_iter(b'[', text) {
        if comments.seen > at || !is_first_of_line(text, at) || is_no_tag(&text[at..]) {
            continue;
        }
        let name = tag_name(&text[at..]);
        let line_end = at + lines(&text[at..], line_length(&text[at..]));
        let between = match &tags {
            Some(tags) => &text[tags.end..at],
            None => &text[..at],
        };
        if is_idle(between) {
            let begun = match (&tags, name) {
                (Some(tags), Some(name)) => tags.is_begun_again(between, name),
                _ => false,
            };
            if begun {
                starts.push(at);
            }
            let first = tags.take().map(|tags| tags.first).filter(|_| !begun);
            let first = first.unwrap_or(name);
            tags = Some(Section {
                first,
                end: line_end,
            });
        } else if name.is_some() && !comments.cover(at, is_whole) {
            starts.push(at);
            comments.is_open = false;
            tags = Some(Section {
                first: name,
                end: line_end,
            });
        } else {
            continue;
        }
        // Braces in tags are no comments.
        comments.seen = line_end;
    }
    starts
}

/// The tags of a game, until now.
struct Section<'a> {
    /// The name of the first one, if it is a proper tag.
    first: Option<&'a [u8]>,
    end: usize,
}

impl Section<'_> {
    /// Whether a tag after them begins another game: the first tag again, after
    /// a blank line. The game before it has no moves and no result.
    fn is_begun_again(&self, between: &[u8], name: &[u8]) -> bool {
        let is_first = self
            .first
            .is_some_and(|first| first.eq_ignore_ascii_case(name));
        is_first && memchr_iter(b'\n', between).count() > 1
    }
}

/// Which parts of a text are comments in braces.
struct Comments<'a> {
    text: &'a [u8],
    /// How much of the text was looked at.
    seen: usize,
    /// Whether the last brace in it opens a comment.
    is_open: bool,
    /// Where the next brace after a place was found.
    next: usize,
}

impl Comments<'_> {
    /// Whether a comment covers a place, or may do so once more text is known.
    fn cover(&mut self, at: usize, is_whole: bool) -> bool {
        if let Some(last) = memrchr2(b'{', b'}', &self.text[self.seen..at]) {
            self.is_open = self.text[self.seen + last] == b'{';
        }
        self.seen = at;
        if !self.is_open {
            return false;
        }
        if self.next < at {
            let next = memchr2(b'{', b'}', &self.text[at..]);
            self.next = next.map_or(self.text.len(), |next| at + next);
        }
        match self.text.get(self.next) {
            Some(next) => *next == b'}',
            None => !is_whole,
        }
    }
}

/// The end of the last blank line, preferably of one before a first move: only
/// blank lines separate games without tags.
pub fn last_blank_line(text: &[u8]) -> Option<usize> {
    let last = |ends: [(&[u8], usize); 2]| {
        let ends =
            ends.map(|(end, after)| memmem::rfind(text, end).map(|at| at + end.len() - after));
        ends.into_iter().flatten().max()
    };
    let before_first_move = last([(b"\n\n1.", 2), (b"\n\r\n1.", 2)]);
    before_first_move.or_else(|| last([(b"\n\n", 0), (b"\n\r\n", 0)]))
}

/// Whether a part of a collection begins with a tag.
pub fn begins_with_tag(text: &[u8]) -> bool {
    memchr_iter(b'[', text)
        .find(|&at| is_first_of_line(text, at))
        .is_some_and(|at| is_idle(&text[..at]) && tag_name(&text[at..]).is_some())
}

/// Whether a bracket begins a command, such as `[%clk 0:05:00]`, or is a mark.
fn is_no_tag(text: &[u8]) -> bool {
    text.starts_with(b"[%") || mark(text).is_some()
}

/// Whether there are only blanks before a place in its line, or a byte order
/// mark, as in a file that was appended to another one.
fn is_first_of_line(text: &[u8], at: usize) -> bool {
    let mut before = &text[..at];
    loop {
        match before {
            [] | [.., b'\n'] => return true,
            [rest @ .., b' ' | b'\t' | b'\r'] | [rest @ .., 0xef, 0xbb, 0xbf] => before = rest,
            _ => return false,
        }
    }
}

/// Whether text says nothing: blank lines, and lines that are meant for other
/// programs or people.
pub fn is_idle(mut text: &[u8]) -> bool {
    loop {
        match text {
            [] => return true,
            [0xef, 0xbb, 0xbf, rest @ ..] => text = rest,
            [b'%' | b';', ..] => {
                let end = memchr(b'\n', text).unwrap_or(text.len());
                text = &text[end..];
            }
            [byte, rest @ ..] if byte.is_ascii_whitespace() => text = rest,
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        let of = |at: usize| text[at..].lines().next().unwrap_or_default();
        starts(text.as_bytes(), true).into_iter().map(of).collect()
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
    fn the_first_tag_again_begins_a_game() {
        let text = "[Event \"a\"]\n[FEN \"b\"]\n\n[event \"c\"]\n\n*\n";
        assert_eq!(found(text), ["[event \"c\"]"]);
        assert!(found("[Event \"a\"]\n[Event \"b\"]\n\n[Site \"c\"]\n").is_empty());
    }

    #[test]
    fn a_tag_may_be_on_several_lines() {
        let text =
            "[\nEvent\n\"a\"]\n[FEN\n\"b\"\n]\n\n1. e4 *\n\n[Event\n\"c\"]\n[Site \"d\"\n]\n";
        assert_eq!(found(text), ["[Event"]);
        assert_eq!(
            found("[pgn] 1. e4 [/pgn]\n\n[Event \"a\"]"),
            ["[Event \"a\"]"]
        );
    }

    #[test]
    fn other_brackets_begin_nothing() {
        assert!(found("1. e4 {\n[%clk 0:05:00] }\n[#] } e5\n[ \"x\"]\n[]").is_empty());
        assert!(found("\u{feff}[Event \"a\"]\n%\n[Site \"b\"]\n[White ]\n[Black \"\"]").is_empty());
        assert!(found("[White \"\"A\"\"]\n[Site \"{ \"b\"\"]\n[Black \"c\" d]").is_empty());
        assert_eq!(found("{\n[%clk 1] } *\n[Event \"a\"]"), ["[Event \"a\"]"]);
    }

    #[test]
    fn lines_of_comments_begin_nothing() {
        assert!(found("1. e4 {as in\n[Event \"a\"]\nwhich} e5 {x} *").is_empty());
        let unclosed = "1. e4 {as in\n[Event \"a\"]\n\n1. d4 {x} *";
        assert_eq!(found(unclosed), ["[Event \"a\"]"]);
        let last = b"1. e4 {as in\n[Event \"a\"]\n\n1. d4 *";
        assert_eq!(
            (starts(last, true).len(), starts(last, false).len()),
            (1, 0)
        );
    }

    #[test]
    fn blank_lines() {
        assert_eq!(last_blank_line(b"1. e4 *\n\n1. d4 *\n"), Some(9));
        assert_eq!(last_blank_line(b"1. e4 *\r\n\r\n1. d4 *\n"), Some(11));
        assert_eq!(last_blank_line(b"*\n\n1. e4\n\n2. d4 *\n"), Some(3));
        assert_eq!(last_blank_line(b"1. e4 *\n1. d4 *\n"), None);
    }
}
