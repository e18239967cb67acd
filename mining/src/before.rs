//! What was found, put before rules that are known.

use std::fmt::Write;

use crate::{
    Found, Lists, Miner, Role,
    write::{Remark, Remarks},
};

impl Miner<'_> {
    /// A rule file that claims what was found, and then says what another one
    /// says, which is given as text. Words that both define, but differently,
    /// get other names in what was found.
    pub fn write_before(&self, found: &Found, remarks: Remarks, rules: &str) -> String {
        let mut text = match found {
            Found::Lists(lists) => self.write_claims(lists, remarks, rules),
            Found::Trees(trees) => self.write_trees(trees, remarks),
        };
        let found: Vec<String> = text.lines().map(str::to_owned).collect();
        let is_shared = |line: &str| defined(line).is_some() && found.iter().any(|of| of == line);
        for name in rules
            .lines()
            .filter(|line| !is_shared(line))
            .filter_map(defined)
        {
            if found.iter().any(|line| defined(line) == Some(name)) {
                text = with_word(&text, name, &unused_word(name, &(text.clone() + rules)));
            }
        }
        text += "\n# What was known before.\n\n";
        let is_header = |line: &str| line.trim_start().starts_with("recognizer ");
        for line in rules
            .lines()
            .filter(|line| !is_header(line) && !is_shared(line))
        {
            text += line;
            text += "\n";
        }
        text
    }

    /// Lists as rules that claim a draw: nothing is silenced that other rules
    /// may claim.
    fn write_claims(&self, lists: &Lists, remarks: Remarks, rules: &str) -> String {
        let mut text = self.header(self.terms_of(lists));
        let names = Role::ALL.map(|role| unused_word(role.word(), &(text.clone() + rules)));
        let mut claims = String::new();
        for (side, (rules, examples)) in lists.numbered().iter().zip(&self.sides).enumerate() {
            let mut words = Role::ALL.map(|_| Vec::new());
            for (place, numbered) in rules.iter().enumerate() {
                let role = numbered.role as usize;
                let word = format!("{}_{}", names[role], numbered.number);
                if let Some(remark) = remarks(side, place) {
                    for line in remark.lines.iter().chain([&remark.reason]) {
                        let _ = write!(text, "\n# {line}");
                    }
                }
                let condition = self.conjunction(examples, numbered.rule);
                let _ = writeln!(text, "\nlet {word} = {condition}");
                words[role].push(word);
            }
            let [havens, dangers] = words.map(|words| words.join("\n    or "));
            let turn = examples.turn;
            let mut claim = |name: String, reason: &str, condition: &str| {
                let remark = Remark {
                    lines: Vec::new(),
                    reason: reason.into(),
                };
                let whose = ("draw", name.as_str(), turn);
                self.rule(&mut claims, whose, Some(remark), condition);
            };
            if !havens.is_empty() {
                claim(
                    self.named(&names[Role::Haven as usize], turn),
                    "One of the havens above.",
                    &havens,
                );
            }
            let safe = if dangers.is_empty() {
                "true".into()
            } else {
                format!("not ({dangers})")
            };
            let name = self.named(&format!("no {}", names[Role::Danger as usize]), turn);
            claim(name, "None of the dangers above is there.", &safe);
        }
        text + &claims
    }
}

/// The word that a line begins to define.
fn defined(line: &str) -> Option<&str> {
    let rest = line
        .strip_prefix("let ")
        .or_else(|| line.strip_prefix("table "))?;
    let end = rest.find(|c: char| !is_of_word(c)).unwrap_or(rest.len());
    Some(&rest[..end])
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// A text with one word in place of another.
fn with_word(text: &str, old: &str, new: &str) -> String {
    let mut changed = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_of_word) {
        changed += &rest[..start];
        rest = &rest[start..];
        let end = rest.find(|c: char| !is_of_word(c)).unwrap_or(rest.len());
        changed += if &rest[..end] == old {
            new
        } else {
            &rest[..end]
        };
        rest = &rest[end..];
    }
    changed + rest
}

/// A word that a text does not use, nor begins another one with.
fn unused_word(word: &str, text: &str) -> String {
    let numbered = (2..).map(|number| format!("{word}{number}"));
    let mut words = std::iter::once(word.to_owned()).chain(numbered);
    let unused = words.find(|word| !text.contains(word.as_str()));
    unused.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_replaced_as_a_whole() {
        let text = "let reach = a(x)\nlet reach_2 = reach & reach_2 # reach";
        let expected = "let far = a(x)\nlet reach_2 = far & reach_2 # far";
        assert_eq!(with_word(text, "reach", "far"), expected);
        assert_eq!(unused_word("reach", text), "reach2");
        assert_eq!(unused_word("moves", text), "moves");
        assert_eq!(defined("let reach(a: square) = b"), Some("reach"));
        assert_eq!(defined("draw \"let x\""), None);
    }
}
