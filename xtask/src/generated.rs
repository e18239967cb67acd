//! The generated files of this repository, and how each is made.

use std::fs;

use anyhow::{Context, bail};
use drawproof_recognizers::builtin;

use crate::program::root;

/// A file that a command makes, or parts of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// Within the repository.
    pub path: String,
    /// The arguments of `drawproof`, which runs in the root of the repository.
    pub command: Vec<String>,
    pub part: Made,
}

/// The part of a file that its command makes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Made {
    /// The whole file is the output.
    Whole,
    /// Rules reworded by hand, which claim the same draws as the output.
    Claims,
    /// The same with the stronger side to move; with the weaker one they claim more.
    ClaimsOfStrong,
    /// All rules except handwritten ones, which come first.
    AllButFirst,
    /// All lines of words; other lines are handwritten.
    Words,
    /// Checksums of the written files, as `sha256sum` prints them.
    Checksums,
    /// The grammar for editors, which no command of the program prints.
    Grammar,
    /// Tables of a page, which [`pages`](crate::pages) makes.
    Tables,
}

/// Files that take up to some twenty seconds on two cores.
const QUICK: [&str; 12] = [
    GRAMMAR,
    "embedded/src/three_men.rs",
    "recognizers/rules/kbbk.exact.rules",
    "recognizers/rules/kbnk.exact.rules",
    "recognizers/rules/kpk.exact.rules",
    "recognizers/rules/kqkq.exact.rules",
    "recognizers/rules/kqkr.exact.rules",
    "recognizers/rules/krkr.exact.rules",
    "recognizers/vocabularies/kbnkr.vocabulary",
    "recognizers/vocabularies/knnkn.vocabulary",
    "recognizers/vocabularies/knnkr.krkn.vocabulary",
    "recognizers/vocabularies/knnkr.vocabulary",
];

/// Files that cannot name their command in a heading, and the tables of pages.
const OTHERS: [(&str, &str, Made); 4] = [
    ("facts/recognizers.txt", "verify --overview", Made::Whole),
    (
        "facts/helpmate.csv",
        "stats --men 4 --helpmate --csv",
        Made::Whole,
    ),
    (
        "facts/helpmate-five.csv",
        "stats --men 5 --helpmate --csv",
        Made::Whole,
    ),
    ("facts/tables.sha256", "generate --men 4", Made::Checksums),
];

/// Pages with tables that are made from files and from the code.
const PAGES: [&str; 5] = [
    "docs/guide/recognizers.md",
    "docs/internals/performance.md",
    "docs/reference/export-tables.md",
    "docs/reference/export.md",
    "docs/reference/rule-language.md",
];

/// The grammar for editors.
pub const GRAMMAR: &str = "editors/vscode/syntaxes/rules.tmLanguage.json";

const EXPORTS: [&str; 2] = ["embedded/src/draws.rs", "embedded/src/three_men.rs"];

impl Generated {
    pub fn is_quick(&self) -> bool {
        QUICK.contains(&self.path.as_str()) || self.part == Made::Tables
    }
}

/// All of them.
pub fn all() -> anyhow::Result<Vec<Generated>> {
    let mut all = rules();
    all.extend(vocabularies()?);
    for path in EXPORTS {
        let text = fs::read_to_string(root().join(path)).context(path)?;
        let mut lines = text.lines();
        let command = lines.find_map(|line| line.strip_prefix("// Made by: drawproof "));
        let command = command.with_context(|| format!("{path} does not say how it was made"))?;
        all.push(generated(path, command, Made::Whole));
    }
    all.extend(OTHERS.map(|(path, command, part)| generated(path, command, part)));
    all.push(generated(GRAMMAR, "", Made::Grammar));
    all.extend(PAGES.map(|path| generated(path, "", Made::Tables)));
    Ok(all)
}

fn generated(path: &str, command: &str, part: Made) -> Generated {
    Generated {
        path: path.into(),
        command: command.split_whitespace().map(String::from).collect(),
        part,
    }
}

/// The built-in rules that were mined.
fn rules() -> Vec<Generated> {
    let mined = builtin().iter().filter_map(|of| {
        let heading = heading(&of.text());
        let part = if heading.contains("look one move ahead") {
            Made::ClaimsOfStrong
        } else if heading.contains("put into words by hand") {
            Made::Claims
        } else if heading.contains("by hand") {
            Made::AllButFirst
        } else {
            Made::Whole
        };
        let path = format!("recognizers/rules/{}", of.name);
        Some(generated(&path, &of.command()?, part))
    });
    mined.collect()
}

/// Vocabularies that begin with the default one of a class.
fn vocabularies() -> anyhow::Result<Vec<Generated>> {
    const FOLDER: &str = "recognizers/vocabularies";
    let mut all = Vec::new();
    for file in fs::read_dir(root().join(FOLDER)).context(FOLDER)? {
        let path = format!("{FOLDER}/{}", file?.file_name().to_string_lossy());
        let text = fs::read_to_string(root().join(&path)).context(path.clone())?;
        let command = text
            .strip_prefix("# What drawproof ")
            .and_then(|text| text.split_once(" shows"));
        let Some((command, _)) = command else {
            bail!(
                "{path} does not begin with '# What drawproof mine CLASS --print-vocabulary shows'"
            );
        };
        all.push(generated(&path, command, Made::Words));
    }
    all.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(all)
}

/// The comments that a rule file begins with.
fn heading(text: &str) -> String {
    let lines = text.lines().take_while(|line| line.starts_with('#'));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_generated_file_says_how_it_was_made() -> anyhow::Result<()> {
        let all = all()?;
        for file in &all {
            assert!(root().join(&file.path).is_file(), "{}", file.path);
        }
        // The others are handwritten: they lack the names that mining gives.
        for of in builtin().iter().filter(|of| of.command().is_none()) {
            for name in ["\"danger 1\"", "\"haven 1\"", "\"tree "] {
                assert!(!of.text().contains(name), "{} names no command", of.name);
            }
        }
        for quick in QUICK {
            assert!(all.iter().any(|file| file.path == quick), "{quick}");
        }
        Ok(())
    }

    /// Commands run in the root of the repository.
    #[test]
    fn files_that_headings_name_are_there() {
        for of in builtin() {
            for line in heading(&of.text()).lines() {
                let words = line.split_whitespace().skip(1);
                let words = words.map(|word| word.trim_end_matches([',', '.', ':', ';']));
                let kind = |word: &str| Some(Path::new(word).extension()?.to_str()?.to_owned());
                let is_file = |word: &&str| {
                    ["vocabulary", "rules"]
                        .map(String::from)
                        .map(Some)
                        .contains(&kind(word))
                };
                for file in words.filter(is_file) {
                    assert!(root().join(file).is_file(), "{}: {file}", of.name);
                }
            }
        }
    }
}
