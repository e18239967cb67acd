//! The TextMate grammar of rule files, from the language's own lists of words.

use drawproof_language::{
    Claim, KEYWORDS, prelude,
    syntax::{MoveKind, Type},
    words::{self, Atom, MEMBERS, Word},
};
use drawproof_recognizers::Grade;
use serde_json::{Map, Value, json};

/// The grammar as the text of its file.
///
/// # Errors
///
/// None in practice: it can be written.
pub fn text() -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(&grammar())? + "\n")
}

/// Keywords by their TextMate scope; [`KEYWORDS`] that stand in no other list are
/// control words.
const QUANTIFIERS: [&str; 3] = ["any", "all", "count"];
const OPERATORS: [&str; 4] = ["and", "or", "not", "in"];
const SIDES: [&str; 4] = ["us", "them", "strong", "weak"];
const CLASS_BEFORE: [&str; 2] = ["recognizer", "vocabulary"];
/// The squares of a move, after its name.
const OF_MOVES: [&str; 2] = ["from", "to"];
/// A class, in capitals or not.
const CLASS: &str = "[Kk][A-Za-z]*";

fn grammar() -> Value {
    let rules = rules().map(|(scope, pattern)| json!({ "name": name(scope), "match": pattern }));
    let [comment, string, others @ ..] = &rules;
    let lines = [class(), smaller_class(), moves(), men_of_moves()];
    let first = [comment, string].into_iter();
    let patterns: Vec<&Value> = first.chain(&lines).chain(others).collect();
    json!({
        "information_for_contributors": "Made by: cargo xtask regenerate rules.tmLanguage",
        "name": "drawproof rules",
        "scopeName": "source.drawproof-rules",
        "fileTypes": ["rules", "vocabulary"],
        "patterns": patterns,
    })
}

/// The first line of a file: its kind and its class.
fn class() -> Value {
    captures(
        &format!(r"\b({})\s+({CLASS})\b", CLASS_BEFORE.join("|")),
        &["keyword.control", "entity.name.type"],
    )
}

/// `use KRKN table`: anywhere else `use` is a name, and so is a grade.
fn smaller_class() -> Value {
    let grades = Grade::ALL.map(|grade| grade.to_string()).join("|");
    captures(
        &format!(r"\b(use)\s+({CLASS})\b(?:\s+(table|{grades})\b)?"),
        &["keyword.control", "entity.name.type", "constant.language"],
    )
}

/// `any capture m`: anywhere else `capture` is a name, as in `any capture in edge`.
fn moves() -> Value {
    let kinds = MoveKind::ALL.map(MoveKind::name).join("|");
    captures(
        &format!(r"\b({})\s+({kinds})\b(?!\s+in\b)", QUANTIFIERS.join("|")),
        &["keyword.control.quantifier", "keyword.control.moves"],
    )
}

/// `by us`, `of them.rook`: before anything but a side they are names.
fn men_of_moves() -> Value {
    let sides = SIDES.join("|");
    captures(
        &format!(r"\b(by|of)\s+({sides})\b"),
        &["keyword.control.moves", "variable.language.side"],
    )
}

/// A pattern and the scopes of its groups.
fn captures(pattern: &str, scopes: &[&str]) -> Value {
    let scopes = (1..).zip(scopes);
    let scopes =
        scopes.map(|(group, scope)| (i32::to_string(&group), json!({ "name": name(scope) })));
    json!({ "match": pattern, "captures": scopes.collect::<Map<_, _>>() })
}

/// Scopes and their patterns: where several match at one place, the first wins.
fn rules() -> [(&'static str, String); 17] {
    let others = ["draw", "silent"];
    let apart = [&QUANTIFIERS[..], &OPERATORS, &SIDES, &CLASS_BEFORE, &others].concat();
    let control = KEYWORDS.into_iter().filter(|word| !apart.contains(word));
    let claims = Claim::ALL.map(Claim::name).into_iter().chain(["silent"]);
    let functions = Word::ALL.iter().map(|word| word.name());
    let functions = functions.chain(prelude::words());
    let types = [Type::Square, Type::Set, Type::Number, Type::Truth].map(Type::name);
    let truths = [Atom::True, Atom::False].map(Atom::name);
    [
        ("comment.line.number-sign", "#.*$".into()),
        ("string.quoted.double", r#""[^"]*""#.into()),
        ("constant.numeric.hex", r"\b0x[0-9a-fA-F]+\b".into()),
        ("constant.numeric.decimal", r"\b[0-9]+\b".into()),
        // Claims are words of their own only before the name of a rule.
        ("keyword.other.claim", any_of(claims, r#"(?=\s*")"#)),
        (
            "variable.other.member",
            format!(
                r"(?<=\.){}",
                any_of(MEMBERS.into_iter().chain(OF_MOVES), "")
            ),
        ),
        ("variable.language.side", any_of(SIDES, "")),
        (
            "keyword.control.quantifier",
            any_of(QUANTIFIERS, r"(?!\s*\()"),
        ),
        ("keyword.operator.word", any_of(OPERATORS, "")),
        ("keyword.control", any_of(control, "")),
        (
            "storage.type",
            format!(r"(?<=: |:|-> |->){}", any_of(types, "")),
        ),
        ("constant.language", any_of(truths, "")),
        ("support.function", any_of(functions, "")),
        ("support.constant", any_of(words::names(), "")),
        ("support.constant", r"\b(?:file_[a-h]|rank_[1-8])\b".into()),
        ("constant.other.square", r"\b[a-h][1-8]\b".into()),
        ("keyword.operator", r"!=|<=|>=|->|[=<>+\-*&|~]".into()),
    ]
}

fn name(scope: &str) -> String {
    format!("{scope}.drawproof-rules")
}

/// A pattern for whole words, before something.
fn any_of<'a>(words: impl IntoIterator<Item = &'a str>, before: &str) -> String {
    let mut words: Vec<&str> = words.into_iter().collect();
    words.sort_unstable();
    words.dedup();
    format!(r"\b(?:{})\b{before}", words.join("|"))
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, fs};

    use super::*;
    use crate::program::root;

    /// The file is what is generated, and knows each word of the language.
    #[test]
    fn the_grammar_knows_every_word() -> anyhow::Result<()> {
        let text = text()?;
        let file = fs::read_to_string(root().join(crate::generated::GRAMMAR))?;
        assert_eq!(file, text, "run cargo xtask regenerate rules.tmLanguage");
        let known: HashSet<&str> = text
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .collect();
        let functions = Word::ALL.iter().map(|word| word.name());
        let all = functions
            .chain(prelude::words())
            .chain(KEYWORDS)
            .chain(MEMBERS);
        let all = all.chain(words::names()).chain(Claim::ALL.map(Claim::name));
        let all = all.chain(MoveKind::ALL.map(MoveKind::name));
        let all = all.chain(["use", "by", "of", "from", "to"]);
        let missing: Vec<&str> = all.filter(|word| !known.contains(word)).collect();
        assert!(missing.is_empty(), "{missing:?}");
        Ok(())
    }

    /// Contextual words are highlighted only in context: elsewhere they are names.
    #[test]
    fn contextual_words_stand_in_patterns_with_their_context() {
        let alone = rules().map(|(_, pattern)| pattern);
        let kinds = MoveKind::ALL.map(MoveKind::name);
        for word in kinds.into_iter().chain(["use", "by", "of"]) {
            let is_whole = |pattern: &String| {
                let mut words = pattern.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                !pattern.contains("(?<=") && words.any(|found| found == word)
            };
            assert_eq!(
                alone.iter().find(|pattern| is_whole(pattern)),
                None,
                "{word}"
            );
        }
        let [uses, moves, men] = [smaller_class(), moves(), men_of_moves()];
        assert_eq!(
            uses["match"],
            r"\b(use)\s+([Kk][A-Za-z]*)\b(?:\s+(table|quick|ahead|strong|exact|bounds|mate)\b)?"
        );
        assert_eq!(
            moves["match"],
            r"\b(any|all|count)\s+(move|quiet|capture|promotion|check)\b(?!\s+in\b)"
        );
        assert_eq!(men["match"], r"\b(by|of)\s+(us|them|strong|weak)\b");
    }

    /// What the editor loads is JSON, and its paths are there.
    #[test]
    fn the_extension_is_whole() -> anyhow::Result<()> {
        let folder = root().join("editors/vscode");
        let read = |path: &str| -> anyhow::Result<Value> {
            Ok(serde_json::from_str(&fs::read_to_string(
                folder.join(path),
            )?)?)
        };
        let package = read("package.json")?;
        for pointer in [
            "/contributes/languages/0/configuration",
            "/contributes/grammars/0/path",
        ] {
            let path = package.pointer(pointer).and_then(Value::as_str);
            read(path.unwrap_or(pointer))?;
        }
        assert_eq!(
            package["contributes"]["grammars"][0]["scopeName"],
            grammar()["scopeName"]
        );
        Ok(())
    }
}
