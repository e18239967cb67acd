//! Where errors are, for an editor.

use drawproof_language::{RuleError, RuleErrors};
use serde::Serialize;

/// An error in a text, in the words that `drawproof verify` prints.
#[derive(Serialize)]
pub struct ErrorRow {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// How many characters of the line are wrong, at least 1.
    pub length: usize,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// The errors of a text.
pub fn rows(text: &str, errors: &RuleErrors) -> Vec<ErrorRow> {
    errors.errors().iter().map(|of| row(text, of)).collect()
}

fn row(text: &str, error: &RuleError) -> ErrorRow {
    // The end of the file belongs to its last line.
    let last = text.len().saturating_sub(1);
    let start = text.floor_char_boundary(error.span.start.min(last));
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let rest = &text[start..text.floor_char_boundary(error.span.end.max(start))];
    let rest = rest.lines().next().unwrap_or_default();
    ErrorRow {
        line: 1 + text[..line_start].matches('\n').count(),
        column: 1 + text[line_start..start].chars().count(),
        length: rest.chars().count().max(1),
        message: error.message.clone(),
        help: error.help.clone(),
    }
}

#[cfg(test)]
mod tests {
    use drawproof_language::RuleFile;

    use super::rows;

    #[test]
    fn places_are_lines_and_columns() {
        for (text, place) in [
            (
                "recognizer KRKR\ndraw \"é\" because \"é\" when bishp(us)\n",
                (2, 33, 2),
            ),
            ("recognizer KRKR\n", (1, 1, 15)),
            ("", (1, 1, 1)),
            (
                "recognizer KRKR\ndraw \"a\" because \"b\" when\n",
                (2, 26, 1),
            ),
        ] {
            let errors = RuleFile::parse("x.rules", text).and_then(RuleFile::with_rules);
            let errors = errors.expect_err(text);
            let found = &rows(text, &errors)[0];
            assert_eq!((found.line, found.column, found.length), place, "{text}");
            // `verify` puts the end of the file behind the last line feed.
            let shown = format!("x.rules:{}:", place.0);
            assert!(errors.to_string().contains(&shown), "{errors}");
        }
    }
}
