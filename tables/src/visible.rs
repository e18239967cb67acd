//! Text from outside, made safe to display: names of files and rules, tags of
//! games, messages of libraries. Some characters control a terminal, others
//! change the order in which a line is read or are invisible; these are shown
//! as escapes.

use std::{borrow::Cow, ffi::OsStr, fmt::Write};

/// Whether a character is invisible or harmful in text: control characters,
/// marks that change the direction of writing, line separators, and characters
/// without width.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// A text on one line with hidden characters as escapes, such as `\u{202e}`.
///
/// ```
/// use drawproof_tables::visible;
/// assert_eq!(visible("my.rules"), "my.rules");
/// assert_eq!(visible("a\nb\u{202e}"), "a\\u{a}b\\u{202e}");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return text.into();
    }
    text.chars()
        .map(|c| match c {
            c if is_hidden(c) => c.escape_unicode().to_string(),
            c => c.into(),
        })
        .collect()
}

/// A text of several lines, perhaps in colour, safe for a terminal: line breaks
/// and styles (`ESC [ 31 m`) stay, everything else is made [`visible`].
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| is_hidden(c) && c != '\n') {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = style_length(rest).unwrap_or(c.len_utf8());
        let (piece, after) = rest.split_at(length);
        match piece {
            "\n" => shown.push('\n'),
            // Of one character, or a style.
            piece if length > c.len_utf8() => shown += piece,
            piece => shown += &visible(piece),
        }
        rest = after;
    }
    shown.into()
}

/// The length of the style that a text begins with.
fn style_length(text: &str) -> Option<usize> {
    let codes = text.strip_prefix("\u{1b}[")?;
    let end = codes.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    codes[end..].starts_with('m').then_some(end + 3)
}

/// JSON text with hidden characters as JSON escapes. Apart from line breaks
/// they can occur only in strings.
pub fn visible_json(json: &str) -> Cow<'_, str> {
    if !json.contains(|c| is_hidden(c) && c != '\n') {
        return json.into();
    }
    let mut shown = String::with_capacity(json.len());
    for c in json.chars() {
        if is_hidden(c) && c != '\n' {
            // Writing to a string cannot fail.
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(c);
        }
    }
    shown.into()
}

/// Names that need not be valid text, such as file names.
pub trait VisibleName {
    /// The name as a [`visible`] text, with invalid bytes as `\xff`.
    fn shown(&self) -> String;
}

impl<T: AsRef<OsStr> + ?Sized> VisibleName for T {
    fn shown(&self) -> String {
        visible_bytes(self.as_ref().as_encoded_bytes())
    }
}

/// Bytes that should be text, [`visible`], with invalid ones as `\xff`.
pub fn visible_bytes(bytes: &[u8]) -> String {
    let mut shown = String::new();
    for chunk in bytes.utf8_chunks() {
        shown += &visible(chunk.valid());
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(shown, "\\x{byte:02x}");
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_and_lines_stay() {
        let styled = "\u{1b}[1m\u{1b}[38;5;9mbold\u{1b}[0m\nnext";
        assert_eq!(visible_lines(styled), styled);
        let evil = "\u{1b}]0;title\u{7}\u{1b}[2Jä\r\u{9b}1m\u{1b}[";
        let shown = r"\u{1b}]0;title\u{7}\u{1b}[2Jä\u{d}\u{9b}1m\u{1b}[";
        assert_eq!(visible_lines(evil), shown);
        assert_eq!(
            visible(styled),
            r"\u{1b}[1m\u{1b}[38;5;9mbold\u{1b}[0m\u{a}next"
        );
    }

    #[test]
    fn every_hidden_character() {
        for c in "\0\t\u{7f}\u{85}\u{200b}\u{200f}\u{2028}\u{202a}\u{202e}\u{2066}\u{2069}\u{feff}"
            .chars()
        {
            assert_eq!(visible(&c.to_string()), c.escape_unicode().to_string());
        }
        assert_eq!(visible("Läufer ♗ 象"), "Läufer ♗ 象");
        assert_eq!(
            visible_json("[\"a\u{202e}\u{e0041}\"]\n"),
            "[\"a\\u202e\\udb40\\udc41\"]\n"
        );
        assert!(matches!(visible_json("[\n1\n]"), Cow::Borrowed(_)));
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_no_text() {
        use std::os::unix::ffi::OsStrExt;
        let name = OsStr::from_bytes(b"a\xffb\x1b[2J");
        assert_eq!(name.shown(), r"a\xffb\u{1b}[2J");
    }
}
