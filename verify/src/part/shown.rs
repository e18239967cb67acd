//! What a report of a run needs besides the findings.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

/// What is needed to make the commands that reproduce a position, and how
/// positions are counted.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// The rule file; `None` if the rules are built in.
    pub rules: Option<FileName>,
    /// The shared library that was verified instead of rules.
    pub library: Option<FileName>,
    /// The folders that values come from; empty if tables are generated.
    pub tables: Vec<FileName>,
    /// The folders that they are compared with, each a separate oracle.
    pub against: Vec<FileName>,
    /// Whether files that differ from the published ones are accepted.
    pub trust_files: bool,
    /// Which positions are counted if one number is shown.
    pub counting: String,
}

/// The name of a file or folder as given, as text if possible.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FileName {
    /// UTF-8.
    Text(String),
    /// Any other name that the system allows.
    Other(OsString),
}

impl<P: AsRef<OsStr>> From<P> for FileName {
    fn from(name: P) -> Self {
        let name = name.as_ref();
        match name.to_str() {
            Some(text) => Self::Text(text.into()),
            None => Self::Other(name.into()),
        }
    }
}

impl AsRef<Path> for FileName {
    fn as_ref(&self) -> &Path {
        match self {
            Self::Text(text) => Path::new(text),
            Self::Other(name) => Path::new(name),
        }
    }
}

impl From<&FileName> for PathBuf {
    fn from(name: &FileName) -> Self {
        name.as_ref().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() -> Result<(), Box<dyn std::error::Error>> {
        let mut names = vec![OsString::from("a b.rules"), OsString::from("\u{202e}\n")];
        #[cfg(unix)]
        names.push(std::os::unix::ffi::OsStringExt::from_vec(vec![0x61, 0xff]));
        for name in names {
            let written = serde_json::to_string(&FileName::from(&name))?;
            let read: FileName = serde_json::from_str(&written)?;
            assert_eq!(PathBuf::from(&read), PathBuf::from(name));
        }
        Ok(())
    }
}
