//! Rules as source text for engines: C, C++ and Rust.
//!
//! A rule file is lowered to functions ([`lower`]), what they need and what is
//! worth to be kept is found ([`uses`]), and a printer for each family of
//! languages writes them down. Compiled, they say what
//! [`interpret`](drawproof_language::interpret()) says: the same rule for the same position.

mod c;
mod door;
mod ir;
mod library;
mod lower;
mod print;
mod rust;
pub mod table;
mod text;
mod uses;

use std::{fmt, str::FromStr};

use drawproof_language::RuleFile;

/// A language that rules can be exported to.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// C99, which is C++ as well.
    C,
    /// C++17, in the namespace `drawproof`.
    Cpp,
    /// Rust without the standard library.
    Rust,
}

/// A word that is no language.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no language that rules can be exported to; there are c, cpp and rust")]
pub struct NoLanguage;

impl Language {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::C, Self::Cpp, Self::Rust];
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::Rust => "rust",
        })
    }
}

impl FromStr for Language {
    type Err = NoLanguage;

    fn from_str(word: &str) -> Result<Self, NoLanguage> {
        let mut languages = Self::ALL.into_iter();
        let found = languages.find(|language| language.to_string() == word);
        found.ok_or(NoLanguage)
    }
}

/// Why rules have no source text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EmitError {
    /// Two files of one class: a position would have two answers.
    #[error("{first} and {second} both have rules for {class}; export one of them")]
    Twice {
        /// The class.
        class: String,
        /// A file.
        first: String,
        /// Another one.
        second: String,
    },
    /// What the checker lets pass and no printer can print.
    #[error("{file} cannot be written as source text; this is a fault of the program")]
    Unprintable {
        /// The file.
        file: String,
    },
}

/// The source text of rules, one file for each class, after some lines of
/// remarks. The same rules and remarks give the same bytes.
///
/// # Errors
///
/// If two files have rules for the same class.
pub fn emit(
    files: &[&RuleFile],
    language: Language,
    remarks: &[String],
) -> Result<String, EmitError> {
    for (at, file) in files.iter().enumerate() {
        let mut earlier = files[..at].iter();
        if let Some(first) = earlier.find(|first| first.material() == file.material()) {
            return Err(EmitError::Twice {
                class: file.material().to_string(),
                first: first.source_name().into(),
                second: file.source_name().into(),
            });
        }
    }
    let unit = |file: &&RuleFile| {
        let mut unit = lower::lower(file).ok_or_else(|| EmitError::Unprintable {
            file: file.source_name().into(),
        })?;
        uses::mark(&mut unit);
        Ok(unit)
    };
    let units = files.iter().map(unit).collect::<Result<Vec<_>, _>>()?;
    let mut lines: Vec<String> = Vec::new();
    for remark in remarks {
        let remark = text::comment(remark, 0);
        lines.extend(if remark.is_empty() {
            vec!["//".into()]
        } else {
            remark
        });
    }
    lines.push(String::new());
    lines.extend(match language {
        Language::C => c::C { is_cpp: false }.file(&units),
        Language::Cpp => c::C { is_cpp: true }.file(&units),
        Language::Rust => rust::Rust::file(&units),
    });
    Ok(lines.join("\n") + "\n")
}
