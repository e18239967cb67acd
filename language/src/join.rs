//! Joining two rule files.

use std::ops::Range;

use crate::{
    RuleErrors, RuleFile,
    lexer::{Token, tokens},
};

/// A rule file with the contents of one file followed by those of another, as
/// texts with a line between them.
///
/// Definitions that both share appear once. Definitions and rules of the first
/// file whose names mean something else in the second are renamed.
///
/// # Errors
///
/// If one of them is not a valid rule file.
pub fn join(first: &str, between: &str, second: &str) -> Result<String, RuleErrors> {
    let found = RuleFile::parse("the first file", first)?;
    let known = RuleFile::parse("the second file", second)?;
    let second = &without_words_of(&found, &known, first, second);
    let known = RuleFile::parse("the second file", second)?;
    let theirs = Definitions::of(&known, second);
    let mut text = first.to_owned();
    for (name, _) in Definitions::of(&found, first).all {
        let is_theirs = theirs.of_name(name).is_some() && !theirs.has(name, first, &found);
        if is_theirs || known.uses_word(name) {
            let other = unused_word(name, &(text.clone() + second));
            text = replaced(&text, &Token::Word(name), &other);
        }
    }
    for rule in found.rules() {
        if known.rules().iter().any(|other| other.name == rule.name) {
            let quoted = |name: &str| format!("\"{name}\"");
            let is_used = |name: &str| (text.clone() + second).contains(&quoted(name));
            let mut others = (2..).map(|number| format!("{} {number}", rule.name));
            let other = others.find(|name| !is_used(name)).unwrap_or_default();
            text = replaced(&text, &Token::Text(&rule.name), &quoted(&other));
        }
    }
    let of_both = theirs
        .all
        .iter()
        .filter(|(name, _)| theirs.has(name, first, &found));
    let mut left_out: Vec<Range<usize>> = of_both.map(|(_, span)| span.clone()).collect();
    left_out.push(known.header());
    left_out.sort_by_key(|span| span.start);
    let mut rest = String::new();
    let mut at = 0;
    for span in left_out {
        rest += second[at..span.start].trim_end_matches([' ', '\t']);
        at = span.end;
    }
    rest += &second[at..];
    Ok(format!("{text}\n{between}\n\n{}", rest.trim_start()))
}

/// The second file, with those of its definitions renamed that would hide a
/// word of the language that the first file uses.
fn without_words_of(found: &RuleFile, known: &RuleFile, first: &str, second: &str) -> String {
    let mut text = second.to_owned();
    for (name, _) in known.definitions() {
        if found.uses_word(name) {
            let other = unused_word(name, &(text.clone() + first));
            text = replaced(&text, &Token::Word(name), &other);
        }
    }
    text
}

/// Names with the locations of their definitions.
struct Definitions<'a> {
    text: &'a str,
    all: Vec<(&'a str, Range<usize>)>,
}

impl<'a> Definitions<'a> {
    fn of(file: &'a RuleFile, text: &'a str) -> Self {
        Self {
            text,
            all: file.definitions(),
        }
    }

    fn of_name(&self, name: &str) -> Option<&'a str> {
        let (_, span) = self.all.iter().find(|(known, _)| *known == name)?;
        Some(&self.text[span.clone()])
    }

    /// Whether another file defines a name in the same words.
    fn has(&self, name: &str, other_text: &str, other: &RuleFile) -> bool {
        let other = Definitions::of(other, other_text);
        self.of_name(name).map(words_of) == other.of_name(name).map(words_of)
    }
}

/// The tokens of a text that was parsed before.
fn words_of(text: &str) -> Vec<Token<'_>> {
    tokens(text).map(|(token, _)| token).collect()
}

/// A text with every occurrence of a token replaced.
fn replaced(text: &str, old: &Token, new: &str) -> String {
    let mut changed = String::new();
    let mut at = 0;
    for (token, span) in tokens(text) {
        if token == *old {
            changed += &text[at..span.start];
            changed += new;
            at = span.end;
        }
    }
    changed + &text[at..]
}

/// A word that a text does not use, not even as the beginning of another word.
pub fn unused_word(word: &str, text: &str) -> String {
    let numbered = (2..).map(|number| format!("{word}{number}"));
    let mut words = std::iter::once(word.to_owned()).chain(numbered);
    let unused = words.find(|word| !text.contains(word.as_str()));
    unused.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;

    /// One file may define a name that another uses as a word of the language.
    #[test]
    fn words_of_the_language_keep_their_meaning() {
        let own = "recognizer KRKR\nlet opposition(a: square) = a in edge\n\
            draw \"own\" because \"x\" when opposition(us.king)\n";
        let word = "recognizer KRKR\n\
            draw \"word\" because \"x\" when opposition(us.king, them.king)\n";
        for (first, second) in [(own, word), (word, own)] {
            let joined = join(first, "", second).unwrap();
            assert_eq!(joined.matches("opposition2(").count(), 2, "{joined}");
            let rules = RuleFile::parse("joined", &joined).unwrap();
            assert_eq!(rules.rules().len(), 2);
        }
    }

    #[test]
    fn shared_words_are_defined_once() -> Result<(), Box<dyn Error>> {
        let table = format!("table near = square -> number\n[ {} ]", "1 ".repeat(64));
        let first = format!(
            "recognizer KRKN\nlet ring = edge # of the board\nlet far = corners\n{table}\n\
             draw \"a\" because \"far\" when strong.king in ring & far and near[weak.king] = 1\n"
        );
        let second = format!(
            "# by hand\nrecognizer # of\n KRKN let far =\n  ~edge let ring\n = edge\n{table}\n\
             draw \"a\" because \"a\" when weak.king in far & ring and near[weak.king] = 1 silent \"b\" because \"b\" when true"
        );
        let joined = join(&first, "# then", &second)?;
        let rules = RuleFile::parse("joined", &joined)?;
        let names: Vec<&str> = rules
            .rules()
            .iter()
            .map(|rule| rule.name.as_str())
            .collect();
        assert_eq!(names, ["a 2", "a", "b"], "{joined}");
        for (word, count) in [
            ("let ring", 1),
            ("let far", 1),
            ("let far2", 1),
            ("table near", 1),
        ] {
            let found = joined.matches(&format!("{word} =")).count();
            let split = joined.matches(&format!("{word}\n =")).count();
            assert_eq!(found + split, count, "{word}: {joined}");
        }
        assert!(joined.contains("because \"far\" when strong.king in ring & far2 and"));
        assert!(join("recognizer", "", &second).is_err());
        Ok(())
    }

    #[test]
    fn words_that_begin_others_are_used() {
        let text = "let reach = a\nlet reach_2 = b";
        assert_eq!(unused_word("reach", text), "reach2");
        assert_eq!(unused_word("moves", text), "moves");
    }
}
