//! Words and signs of Rust, without comments and literals.

/// A word or a sign.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// A name or keyword.
    Word(&'a str),
    /// `::`.
    Path,
    /// `..`, which is no `.` before a field or method.
    Range,
    /// Any other sign; a literal is `"`.
    Sign(char),
}

/// The tokens of a text.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (token, length) = if first.is_whitespace() {
            (None, first.len_utf8())
        } else if rest.starts_with("//") {
            (None, rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            (None, comment(rest))
        } else if let Some(length) = string(rest) {
            (Some(Token::Sign('"')), length)
        } else if first == '\'' {
            quoted(rest)
        } else if first.is_ascii_digit() {
            (Some(Token::Sign('"')), word(rest))
        } else if is_of_word(first) {
            let length = word(rest);
            (Some(Token::Word(&rest[..length])), length)
        } else if rest.starts_with("::") {
            (Some(Token::Path), 2)
        } else if rest.starts_with("..") {
            (Some(Token::Range), 2)
        } else {
            (Some(Token::Sign(first)), first.len_utf8())
        };
        tokens.extend(token);
        rest = &rest[length..];
    }
    tokens
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn word(text: &str) -> usize {
    text.find(|letter| !is_of_word(letter))
        .unwrap_or(text.len())
}

/// The length of a comment, which may have others in it.
fn comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// The length of a string, if the text begins with one.
fn string(text: &str) -> Option<usize> {
    let letters = word(text);
    let prefix = &text[..letters];
    if !["", "b", "c", "r", "br", "cr"].contains(&prefix) {
        return None;
    }
    let hashes = text[letters..].len() - text[letters..].trim_start_matches('#').len();
    let is_raw = prefix.ends_with('r');
    if !text[letters + hashes..].starts_with('"') || hashes > 0 && !is_raw {
        return None;
    }
    let start = letters + hashes + 1;
    if is_raw {
        let end = format!("\"{}", "#".repeat(hashes));
        let length = text[start..].find(&end)?;
        return Some(start + length + end.len());
    }
    let mut is_escaped = false;
    for (at, letter) in text[start..].char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Some(start + at + 1),
            _ => {}
        }
    }
    None
}

/// A character, or a lifetime, and its length.
fn quoted(text: &str) -> (Option<Token<'_>>, usize) {
    let mut letters = text.char_indices().skip(1);
    let first = letters.next().map(|(_, letter)| letter);
    let second = letters.next();
    if first == Some('\\') {
        let end = text[3..].find('\'').map_or(text.len(), |at| at + 4);
        return (Some(Token::Sign('"')), end);
    }
    match second {
        Some((at, '\'')) => (Some(Token::Sign('"')), at + 1),
        _ => (None, 1 + word(&text[1..])),
    }
}

#[test]
fn comments_and_literals_are_passed_over() {
    let text = r##"a::b /* x /* y */ */ "s\"x" r#"x"y"# b'x' '\'' 'l 0..c .d // x
        r#"#"# e"##;
    let words = tokens(text).into_iter().filter_map(|token| match token {
        Token::Word(word) => Some(word),
        _ => None,
    });
    assert_eq!(words.collect::<Vec<_>>(), ["a", "b", "b", "c", "d", "e"]);
}
