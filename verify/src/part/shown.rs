//! What a report of a run needs besides the findings.

use std::ffi::{OsStr, OsString};

use serde::{Deserialize, Serialize};

/// What is needed to make the commands that reproduce a position, and how
/// positions are counted.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// The rule file; `None` if the rules are built in.
    pub rules: Option<Argument>,
    /// The shared library that was verified instead of rules.
    pub library: Option<Argument>,
    /// The folders that values come from; empty if tables are generated.
    pub tables: Vec<Argument>,
    /// The folders that they are compared with, each a separate oracle.
    pub against: Vec<Argument>,
    /// Whether files that differ from the published ones are accepted.
    pub trust_files: bool,
    /// Which positions are counted if one number is shown.
    pub counting: String,
}

/// A word of a command line as it was given, as text if possible: the name of
/// a file, mostly.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Argument {
    /// UTF-8.
    Text(String),
    /// Any other name that the system allows.
    Other(OsString),
}

impl Argument {
    /// A word.
    pub fn new(word: impl AsRef<OsStr>) -> Self {
        let word = word.as_ref();
        match word.to_str() {
            Some(text) => Self::Text(text.into()),
            None => Self::Other(word.into()),
        }
    }
}

impl AsRef<OsStr> for Argument {
    fn as_ref(&self) -> &OsStr {
        match self {
            Self::Text(text) => text.as_ref(),
            Self::Other(word) => word,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn names_come_back() -> Result<(), Box<dyn std::error::Error>> {
        let mut names = vec![OsString::from("a b.rules"), OsString::from("\u{202e}\n")];
        #[cfg(unix)]
        names.push(std::os::unix::ffi::OsStringExt::from_vec(vec![0x61, 0xff]));
        for name in names {
            let written = serde_json::to_string(&Argument::new(&name))?;
            let read: Argument = serde_json::from_str(&written)?;
            assert_eq!(PathBuf::from(&read), PathBuf::from(name));
        }
        Ok(())
    }
}
