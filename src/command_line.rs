//! Command lines as text that users can run again: in advice, in reports, at
//! the top of written files.

use std::{ffi::OsStr, fmt, fmt::Write};

use clap::ValueEnum;
use drawproof_tables::is_hidden;

/// A command line that a shell reads back as the same words, on one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine(String);

impl CommandLine {
    /// A command without arguments: `drawproof verify`.
    pub fn new(command: &str) -> Self {
        Self(command.into())
    }

    /// Adds a positional argument.
    #[must_use]
    pub fn word(mut self, word: impl AsRef<OsStr>) -> Self {
        self.0 += " ";
        self.0 += &shell_word(word);
        self
    }

    /// Adds all of these.
    #[must_use]
    pub fn words(self, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        words.into_iter().fold(self, Self::word)
    }

    /// Adds an option and its value, or nothing if there is no value.
    #[must_use]
    pub fn option(self, name: &str, value: Option<impl AsRef<OsStr>>) -> Self {
        self.options(name, value)
    }

    /// Adds an option once for each of these.
    #[must_use]
    pub fn options(
        mut self,
        name: &str,
        values: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> Self {
        for value in values {
            // A value that looks like an option must follow an equals sign.
            let is_like_option = value.as_ref().as_encoded_bytes().starts_with(b"-");
            let between = if is_like_option { "=" } else { " " };
            self.0 += &format!(" {name}{between}{}", shell_word(value));
        }
        self
    }

    /// Adds a number, or anything else that is written as it is displayed.
    #[must_use]
    pub fn shown(self, name: &str, value: Option<impl fmt::Display>) -> Self {
        self.options(name, value.map(|value| value.to_string()))
    }

    /// Adds an option with one of some choices.
    #[must_use]
    pub fn choice(self, name: &str, value: Option<impl ValueEnum>) -> Self {
        self.options(name, value.map(|value| name_of(&value)))
    }

    /// Adds an option without a value, if it is set.
    #[must_use]
    pub fn flag(mut self, name: &str, is_given: bool) -> Self {
        if is_given {
            self.0 += " ";
            self.0 += name;
        }
        self
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A value, unless it is the default.
pub fn unless<T: PartialEq>(default: &T, value: T) -> Option<T> {
    (value != *default).then_some(value)
}

/// A choice as it is written on the command line.
pub fn name_of(choice: &impl ValueEnum) -> String {
    let value = choice.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().into())
}

/// A text or a path as one word of a shell command, on one line. Hidden
/// characters, and bytes that are not UTF-8, are octal escapes in `$'...'`,
/// which shells have long understood and POSIX has specified since 2024.
pub fn shell_word(word: impl AsRef<OsStr>) -> String {
    let bytes = word.as_ref().as_encoded_bytes();
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-+".contains(byte);
    match str::from_utf8(bytes) {
        Ok(text) if !text.is_empty() && bytes.iter().all(is_plain) => text.into(),
        Ok(text) if !text.contains(is_hidden) => {
            format!("'{}'", text.replace('\'', "'\\''"))
        }
        _ => octal_word(bytes),
    }
}

fn octal_word(bytes: &[u8]) -> String {
    let mut word = String::from("$'");
    let octal = |word: &mut String, bytes: &[u8]| {
        // Writing to a string cannot fail.
        let _ = bytes
            .iter()
            .try_for_each(|byte| write!(word, "\\{byte:03o}"));
    };
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\\' | '\'' => word.extend(['\\', c]),
                c if is_hidden(c) => octal(&mut word, c.encode_utf8(&mut [0; 4]).as_bytes()),
                c => word.push(c),
            }
        }
        octal(&mut word, chunk.invalid());
    }
    word + "'"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_shell_are_on_one_line() {
        let words = [
            "a/b-1.rules",
            "a b",
            "it's",
            "",
            "a\nb'c\\",
            "ü",
            "~",
            "\u{202e}",
        ];
        let expected = [
            "a/b-1.rules",
            "'a b'",
            r"'it'\''s'",
            "''",
            r"$'a\012b\'c\\'",
            "'ü'",
            "'~'",
            r"$'\342\200\256'",
        ];
        assert_eq!(words.map(shell_word), expected);
    }

    #[test]
    fn values_that_look_like_options() {
        let line = CommandLine::new("drawproof verify")
            .options("--rules", ["-my.rules", "your.rules"])
            .flag("--json", true);
        let expected = "drawproof verify --rules=-my.rules --rules your.rules --json";
        assert_eq!(line.to_string(), expected);
    }
}
