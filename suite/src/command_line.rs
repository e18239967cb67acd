//! Command lines as text that users can run again: in advice, in reports, at
//! the top of written files.

use std::{
    ffi::{OsStr, OsString},
    fmt,
    fmt::Write,
};

use drawproof_tables::is_hidden;

/// A command line, which is shown as a shell reads it back, on one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine(Vec<OsString>);

impl CommandLine {
    /// A command without arguments, as its words.
    pub fn new(command: &[&str]) -> Self {
        Self(Vec::new()).words(command)
    }

    /// Its words.
    pub fn as_words(&self) -> &[OsString] {
        &self.0
    }

    /// Adds words as they are: positional arguments.
    #[must_use]
    pub fn words(mut self, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.0
            .extend(words.into_iter().map(|word| word.as_ref().into()));
        self
    }

    /// Adds an option once for each of these values.
    #[must_use]
    pub fn options(
        mut self,
        name: &str,
        values: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> Self {
        for value in values {
            let value = value.as_ref();
            let mut option = OsString::from(format!("--{name}"));
            // A value that looks like an option must follow an equals sign.
            if value.as_encoded_bytes().starts_with(b"-") {
                option.push("=");
                option.push(value);
                self.0.push(option);
            } else {
                self.0.extend([option, value.into()]);
            }
        }
        self
    }

    /// Adds an option without a value, if it is set.
    #[must_use]
    pub fn flag(self, name: &str, is_given: bool) -> Self {
        self.words(is_given.then(|| format!("--{name}")))
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(shell_word).collect();
        f.write_str(&words.join(" "))
    }
}

/// A text or a path as one word of a shell command, on one line. Hidden
/// characters, and bytes that are not UTF-8, are octal escapes in `$'...'`,
/// which shells have long understood and POSIX has specified since 2024.
fn shell_word(word: impl AsRef<OsStr>) -> String {
    let bytes = word.as_ref().as_encoded_bytes();
    // Some shells expand an equals sign that a word begins with.
    let is_option = bytes.starts_with(b"--");
    let is_plain = |&byte: &u8| {
        byte.is_ascii_alphanumeric() || b"/._-+".contains(&byte) || is_option && byte == b'='
    };
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
        let line = CommandLine::new(&["drawproof", "verify"])
            .options("rules", ["-my.rules", "your.rules"])
            .flag("json", true);
        let expected = "drawproof verify --rules=-my.rules --rules your.rules --json";
        assert_eq!(line.to_string(), expected);
    }
}
