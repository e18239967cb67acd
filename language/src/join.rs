//! Joining two rule files.

use std::ops::Range;

use drawproof_tables::Material;

use crate::{
    RuleErrors, RuleFile,
    error::{RuleError, Span},
    lexer::{Token, tokens},
    resolver::Resolver,
    syntax::Use,
};

/// A rule file with the contents of one file followed by those of another, as
/// texts with a line between them. The second one has the name by which the
/// resolver finds what it uses.
///
/// Definitions that both share appear once. Definitions and rules of the first
/// file whose names mean something else in the second are renamed.
///
/// # Errors
///
/// If one of them is not a valid rule file, what it uses included, or if they use
/// different things for the same class.
pub fn join(
    first: &str,
    between: &str,
    (name, second): (&str, &str),
    resolver: &dyn Resolver,
) -> Result<String, RuleErrors> {
    let found = RuleFile::parse_with("the first file", first, resolver)?;
    let read = |text: &str| RuleFile::parse_with(name, text, resolver);
    let known = read(second)?;
    let second = &without_words_of(&found, &known, first, second);
    let known = read(second)?;
    let used_twice =
        used_by_both(&found, &known).map_err(|errors| RuleErrors::new(name, second, errors))?;
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
    left_out.extend(used_twice);
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

/// What a file uses, and for which classes.
fn used(file: &RuleFile) -> impl Iterator<Item = (&Use, &Material)> {
    let classes = file.uses().iter().map(|used| &used.material);
    file.syntax().uses.iter().zip(classes)
}

/// Where the second file says again what the first one uses.
fn used_by_both(first: &RuleFile, second: &RuleFile) -> Result<Vec<Span>, Vec<RuleError>> {
    let mut again = Vec::new();
    let mut errors = Vec::new();
    for (item, class) in used(second) {
        match used(first).find(|(_, known)| *known == class) {
            None => {}
            Some((known, _)) if known.source == item.source => again.push(item.item.clone()),
            Some(_) => {
                let message = format!("the other file uses something else for {class}");
                let help = "a position has one answer; use the same in both files";
                errors.push(RuleError::new(item.span.clone(), message).help(help));
            }
        }
    }
    if errors.is_empty() {
        Ok(again)
    } else {
        Err(errors)
    }
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
    use std::{error::Error, sync::Arc};

    use super::*;
    use crate::{FoundTables, NoResolver, syntax::UseSource};

    /// Has every table, without looking.
    struct Promised;

    impl Resolver for Promised {
        fn rules(&self, _: &Material, _: &UseSource, _: &str) -> Result<(String, String), String> {
            let rules = "recognizer KRK draw \"x\" because \"x\" when false";
            Ok(("krk.rules".into(), rules.into()))
        }

        fn tables(&self, _: &Material) -> Result<FoundTables, String> {
            Ok(FoundTables {
                tables: Arc::default(),
                from: "nowhere".into(),
            })
        }
    }

    /// What both use is named once, whatever it is called.
    #[test]
    fn both_may_use_smaller_classes() -> Result<(), Box<dyn Error>> {
        let file = |uses: &str, name: &str| {
            format!(
                "recognizer KRKN\n{uses}\ndraw \"{name}\" because \"x\" \
                 when any capture m by us : drawn\n"
            )
        };
        let (both, other) = (
            "use KRK table use KNK table",
            "use KNK table use KRvK table",
        );
        let first = file(both, "a");
        let again = file(other, "b");
        let joined = join(&first, "# then", ("b.rules", &again), &Promised)?;
        let rules = RuleFile::parse_with("joined", &joined, &Promised)?;
        assert_eq!(
            (rules.rules().len(), rules.uses().len()),
            (2, 2),
            "{joined}"
        );
        let plain = "recognizer KRKN draw \"c\" because \"x\" when true\n";
        for (first, second) in [(plain, &*again), (&again, plain)] {
            let joined = join(first, "", ("b.rules", second), &Promised)?;
            let rules = RuleFile::parse_with("joined", &joined, &Promised)?;
            assert_eq!(
                (rules.rules().len(), rules.uses().len()),
                (2, 2),
                "{joined}"
            );
        }
        let by_rules = again.replace("KRvK table", "KRvK \"krk.rules\"");
        let errors = join(&first, "", ("b.rules", &by_rules), &Promised).unwrap_err();
        let said = errors.to_string();
        assert!(
            said.contains("the other file uses something else for KRvK"),
            "{said}"
        );
        assert!(said.contains("b.rules:2:"), "{said}");
        Ok(())
    }

    /// One file may define a name that another uses as a word of the language.
    #[test]
    fn words_of_the_language_keep_their_meaning() {
        let own = "recognizer KRKR\nlet opposition(a: square) = a in edge\n\
            draw \"own\" because \"x\" when opposition(us.king)\n";
        let word = "recognizer KRKR\n\
            draw \"word\" because \"x\" when opposition(us.king, them.king)\n";
        for (first, second) in [(own, word), (word, own)] {
            let joined = join(first, "", ("second", second), &NoResolver).unwrap();
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
        let joined = join(&first, "# then", ("second", &second), &NoResolver)?;
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
        assert!(join("recognizer", "", ("second", &second), &NoResolver).is_err());
        Ok(())
    }

    #[test]
    fn words_that_begin_others_are_used() {
        let text = "let reach = a\nlet reach_2 = b";
        assert_eq!(unused_word("reach", text), "reach2");
        assert_eq!(unused_word("moves", text), "moves");
    }
}
