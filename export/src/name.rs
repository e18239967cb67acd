//! The prefix of the names of a C or C++ file.

use std::{fmt, str::FromStr};

/// The prefix of public names in a C file, or the namespace in C++, so that several files can
/// be used in one program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name(String);

/// A text that cannot be a prefix of names.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a name: up to 32 of a to z, 0 to 9 and _, the first one a letter")]
pub struct NoName;

impl Default for Name {
    fn default() -> Self {
        Self(Self::DEFAULT.into())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for Name {
    type Err = NoName;

    fn from_str(word: &str) -> Result<Self, NoName> {
        let is_letter = |c: char| c.is_ascii_lowercase();
        let is_part = |c: char| is_letter(c) || c.is_ascii_digit() || c == '_';
        if word.len() <= 32 && word.starts_with(is_letter) && word.chars().all(is_part) {
            Ok(Self(word.into()))
        } else {
            Err(NoName)
        }
    }
}

impl Name {
    const DEFAULT: &str = "drawproof";

    /// A text with the default name replaced by this one.
    pub fn in_text(&self, text: &str) -> String {
        if self.0 == Self::DEFAULT {
            return text.into();
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut named = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find(is_part) {
            let (before, word) = rest.split_at(start);
            let (word, after) = word.split_at(word.find(|c| !is_part(c)).unwrap_or(word.len()));
            named += before;
            named += &self.in_word(word);
            rest = after;
        }
        named + rest
    }

    fn in_word(&self, word: &str) -> String {
        let large = self.0.to_uppercase();
        for (old, new) in [
            ("drawproof_", format!("{self}_")),
            ("DRAWPROOF_", format!("{large}_")),
            ("dp_", format!("{self}_dp_")),
            ("DP_", format!("{large}_DP_")),
        ] {
            if let Some(rest) = word.strip_prefix(old) {
                return new + rest;
            }
        }
        if word == Self::DEFAULT {
            self.0.clone()
        } else {
            word.into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_another_one() -> Result<(), NoName> {
        let text = "#define DRAWPROOF_A\nnamespace drawproof { int dp_b(xdp_b, drawproof_c[DP_D]); } drawproof";
        assert_eq!(Name::default().in_text(text), text);
        assert_eq!(
            "mates".parse::<Name>()?.in_text(text),
            "#define MATES_A\nnamespace mates { int mates_dp_b(xdp_b, mates_c[MATES_DP_D]); } mates"
        );
        for word in ["", "1a", "_a", "a-b", "A", "ä", &"a".repeat(33)] {
            assert_eq!(word.parse::<Name>(), Err(NoName), "{word}");
        }
        Ok(())
    }
}
