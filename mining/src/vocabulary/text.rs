//! Assembling the text: definitions that no term needs are left out.

use drawproof_language::syntax::{Definition, Expr};
use drawproof_tables::Material;
use shakmaty::{Bitboard, Square};

/// Definitions and terms, in groups.
#[derive(Default)]
pub struct Text {
    items: Vec<Item>,
}

enum Item {
    Group(String),
    Let {
        name: String,
        text: String,
        comment: String,
    },
    Try(String),
}

impl Text {
    /// Begins a new group.
    pub fn group(&mut self, comment: impl Into<String>) {
        self.items.push(Item::Group(comment.into()));
    }

    /// A definition: its name, possibly with parameters, and its body.
    pub fn define(&mut self, head: &str, body: &str, comment: &str) {
        let name = head.split('(').next().unwrap_or(head);
        let text = format!("let {head} = {body}");
        // What cannot be read is an error of the vocabulary: tests read them all.
        let printed = Definition::parse(&text).map(|read| read.simplified().to_string());
        self.items.push(Item::Let {
            name: name.into(),
            text: printed.unwrap_or(text),
            comment: comment.into(),
        });
    }

    /// A term.
    pub fn attempt(&mut self, term: impl Into<String>) {
        let mut term = term.into();
        // The opposite is tried anyway.
        let joins = [" and ", " or ", ":"]
            .iter()
            .any(|word| term.contains(word));
        if let (Some(rest), false) = (term.strip_prefix("not "), joins) {
            term = String::from(rest);
        }
        let printed = Expr::parse(&term).map(|read| read.simplified().to_string());
        let term = printed.unwrap_or(term);
        let same = |item: &Item| matches!(item, Item::Try(known) if *known == term);
        if !self.items.iter().any(same) {
            self.items.push(Item::Try(term));
        }
    }

    /// A table of sets, one for each square.
    pub fn table(&mut self, name: &str, set: impl Fn(Square) -> Bitboard, comment: &str) {
        let entries: Vec<String> = (Square::ALL.into_iter())
            .map(|square| format!("0x{:x}", set(square).0))
            .collect();
        let lines: Vec<String> = entries.chunks(8).map(|line| line.join(", ")).collect();
        self.items.push(Item::Let {
            name: name.into(),
            text: format!(
                "table {name} = square -> set [\n  {}\n]",
                lines.join(",\n  ")
            ),
            comment: comment.into(),
        });
    }

    /// A definition without parameters that is a term itself.
    pub fn named(&mut self, name: &str, body: &str, comment: &str) {
        self.define(name, body, comment);
        self.attempt(name);
    }

    /// The whole file.
    pub fn finish(self, material: &Material) -> String {
        let needed = self.needed();
        let mut text = format!("vocabulary {material}\n");
        let mut group = None;
        for item in &needed {
            if let Item::Group(comment) = item {
                group = Some(comment);
                continue;
            }
            if let Some(comment) = group.take() {
                text += &format!("\n# {comment}\n");
            }
            match item {
                Item::Group(_) => {}
                Item::Let {
                    text: line,
                    comment,
                    ..
                } => {
                    if !comment.is_empty() {
                        text += &format!("# {comment}\n");
                    }
                    text += &format!("{line}\n");
                }
                Item::Try(term) => text += &format!("try {term}\n"),
            }
        }
        text
    }

    /// All items but definitions that nothing uses.
    fn needed(self) -> Vec<Item> {
        let mut words: std::collections::HashSet<String> = std::collections::HashSet::new();
        let mut needed = Vec::new();
        for item in self.items.into_iter().rev() {
            let used = match &item {
                Item::Group(_) => "",
                Item::Let { name, text, .. } if words.contains(name) => text,
                Item::Let { .. } => continue,
                Item::Try(term) => term,
            };
            let is_apart = |letter: char| !letter.is_alphanumeric() && letter != '_';
            words.extend(used.split(is_apart).map(str::to_owned));
            needed.push(item);
        }
        needed.reverse();
        needed
    }
}
