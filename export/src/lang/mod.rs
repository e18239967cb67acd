//! The languages that rules and tables are exported to. Each has one file with everything
//! specific to it, and one line in [`Language::ALL`].

mod c;
mod csharp;
mod go;
mod java;
mod python;
mod rust;
#[cfg(test)]
mod tests;
mod typescript;
mod wasm;
mod zig;

use std::{fmt, str::FromStr};

use crate::{
    Name,
    ir::{Constant, Function, Outcome, Role, Unit},
};

/// A language that rules and tables can be exported to.
#[derive(Copy, Clone)]
pub struct Language(&'static dyn Target);

impl Language {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::C,
        Self::CPP,
        Self::RUST,
        Self::JAVA,
        Self::GO,
        Self::CSHARP,
        Self::ZIG,
        Self::PYTHON,
        Self::TYPESCRIPT,
        Self::WASM,
    ];
}

/// The definition of a language.
pub trait Target: Sync {
    /// Its value for `--lang`, such as `cpp`.
    fn flag(&self) -> &'static str;
    /// Its name, such as `C++17`.
    fn title(&self) -> &'static str;
    /// Words that cannot be names.
    fn reserved(&self) -> &'static str;
    /// Whether a word cannot be a name.
    fn reserves(&self, word: &str) -> bool {
        self.reserved().split_whitespace().any(|of| of == word)
    }
    /// Whether the names in table files begin with a prefix that can be chosen.
    fn takes_name(&self) -> bool {
        false
    }
    /// The implementation of an intrinsic function.
    fn intrinsic(&self, name: &str) -> Intrinsic;
    /// A line of a comment.
    fn remark(&self, line: &str) -> String {
        format!("// {line}").trim_end().into()
    }
    /// The word for what is not known; `None` if it is a number.
    fn unknown(&self) -> Option<&'static str> {
        None
    }
    /// Whether results have names, not numbers.
    fn names_results(&self) -> bool {
        false
    }
    /// The comment on a function that returns an outcome.
    fn meaning(&self, outcome: Outcome) -> String {
        let word = self.unknown();
        let unknown = |number: &'static str| word.unwrap_or(number);
        let (says, unknown) = match (outcome, word) {
            (Outcome::Wdl, _) if self.names_results() => {
                ("Whether the side to move wins;", unknown("2"))
            }
            (Outcome::Wdl, _) => (
                "1 if the side to move wins, 0 for a draw, -1 if it loses,",
                unknown("2"),
            ),
            (Outcome::Draw, None) => ("1 for a draw, 0 for a win or loss,", "-1"),
            (Outcome::Draw, Some(word)) => ("Whether a position is a draw;", word),
            (Outcome::Dtm, _) => {
                let unknown = unknown("-1");
                return format!(
                    "Plies to mate, 0 for checkmate on the board; {unknown} for a draw, or if that \
                     is not known."
                );
            }
            (Outcome::CanMate, None) => (
                "1 if a side can still give mate, by any series of legal moves, 0 if it cannot,",
                "-1",
            ),
            (Outcome::CanMate, Some(word)) => (
                "Whether a side can still give mate, by any series of legal moves;",
                word,
            ),
        };
        format!("{says} {unknown} if that is not known.")
    }
    /// A file of rules, after its heading.
    fn rules(&self, rules: &Rules) -> Vec<String>;
    /// A file of tables, after its heading.
    fn tables(&self, tables: &Tables<'_>, name: &Name) -> String;
    /// The default compiler.
    fn compiler(&self) -> &'static str;
    /// The commands for the compiler where it is not always called the same, and the argument with
    /// which each of them does nothing but say its version. The first one that does is taken.
    fn compilers(&self) -> (&'static [&'static str], &'static str) {
        (&[], "--version")
    }
    /// The command that installs it, on Debian if that depends on the system.
    fn install(&self) -> &'static str;
    /// A program that reads questions about an exported file and writes answers.
    fn build(&self, harness: &Harness, name: &Name) -> Build;
}

/// A function that a language implements itself.
#[derive(Copy, Clone, Debug)]
pub struct Intrinsic {
    /// Its body.
    pub body: &'static str,
    /// The other intrinsic functions that it calls.
    pub calls: &'static [&'static str],
}

impl Intrinsic {
    pub const fn new(body: &'static str, calls: &'static [&'static str]) -> Self {
        Self { body, calls }
    }
}

/// Helpers, of which a language writes those with some names itself: its
/// [`intrinsic`](Target::intrinsic) says how.
pub fn with_own(helpers: &[Function], names: &[&str]) -> Vec<Function> {
    let mut helpers = helpers.to_vec();
    for helper in &mut helpers {
        if names.contains(&helper.name.as_str()) {
            helper.role = Role::Intrinsic;
        }
    }
    helpers
}

/// A file of rules.
#[derive(Debug)]
pub struct Rules {
    /// The constants of what looks tables up.
    pub constants: Vec<Constant>,
    /// The words of the tables that rules look up, if there are any.
    pub data: Vec<u64>,
    /// The helpers that are called, each after those that it calls, and what looks
    /// tables up, where functions may call each other.
    pub helpers: Vec<Function>,
    /// The classes.
    pub units: Vec<Unit>,
    /// The dispatcher: the functions that determine the class.
    pub door: Vec<Function>,
    /// Which part of it, where a language has headers.
    pub kind: FileKind,
}

impl Rules {
    /// All functions.
    pub fn functions(&self) -> Vec<&Function> {
        let units = self.units.iter().flat_map(|unit| &unit.functions);
        self.helpers.iter().chain(units).chain(&self.door).collect()
    }
}

/// What a file of rules is in a language with headers; others have one form.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// A source file that declares its own functions.
    #[default]
    Source,
    /// A header with the code, which is compiled where a macro is defined.
    Header,
    /// A header without code.
    Declarations,
    /// A source file that includes such a header.
    Code {
        /// The name of the header, as the compiler finds it.
        header: String,
    },
}

/// A file of tables.
#[derive(Debug)]
pub struct Tables<'a> {
    /// The comment above the code that probes positions.
    pub opening: &'a [String],
    pub constants: &'a [Constant],
    /// The functions that probe positions. They may call each other.
    pub helpers: Vec<Function>,
    /// The functions that engines call.
    pub functions: Vec<Function>,
    /// The kinds of their results.
    pub outcomes: &'static [Outcome],
    pub data: &'a [u64],
}

impl Tables<'_> {
    /// Whether there are functions that return who wins.
    pub fn has_wdl(&self) -> bool {
        self.outcomes.contains(&Outcome::Wdl)
    }
}

/// The program that answers questions about a file: see `source/harness.rs`. It reads ten words
/// of 64 bits, the lowest byte first, and for each bit of the last one, from the lowest up, writes
/// what `said` returns for the other nine and the number of the bit, as two bytes, the lower one
/// first. If the last word is 0, it sends what it has written. It ends when there are no more words.
#[derive(Debug)]
pub struct Harness {
    /// The functions of the file that it calls.
    pub asked: Vec<Function>,
    /// Its own; the last one is `said`.
    pub functions: Vec<Function>,
    /// The kinds of results of the file's functions.
    pub outcomes: &'static [Outcome],
}

/// How an exported file is compiled, together with a program that asks it.
#[derive(Clone, Debug)]
pub struct Build {
    /// The name of the exported file.
    pub exported: &'static str,
    /// Additional files, by name.
    pub files: Vec<(&'static str, String)>,
    /// The arguments of the compiler, before and after those of the user.
    pub arguments: [Vec<Argument>; 2],
    /// The command that runs the program.
    pub run: Vec<Argument>,
}

/// A part of a command.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// As it is.
    Word(&'static str),
    /// A file in the folder of the build.
    File(&'static str),
    /// The folder of the build.
    Folder,
    /// The compiler itself, with its first arguments: it also runs programs.
    Compiler,
}

/// Whether a word has a meaning in one of the languages, or in the form itself.
pub fn is_reserved(word: &str) -> bool {
    let mut languages = Language::ALL.iter();
    ["board", "found", "left"].contains(&word)
        || languages.any(|language| language.0.reserves(word))
}

/// The languages as a list in words, with another word last.
pub fn listed(last: Option<&str>) -> String {
    let all = Language::ALL.map(|language| language.to_string());
    let mut words: Vec<&str> = all.iter().map(String::as_str).chain(last).collect();
    let end = words.pop().unwrap_or_default();
    format!("{} and {end}", words.join(", "))
}

impl Language {
    /// Its name, such as `C++17`.
    pub fn title(self) -> &'static str {
        self.0.title()
    }

    /// Whether the names in its files begin with a [`Name`], and rules may be a header.
    pub fn takes_name(self) -> bool {
        self.0.takes_name()
    }

    /// The command that compiles it, and that `--compiler` replaces.
    pub fn compiler(self) -> &'static str {
        self.0.compiler()
    }

    /// Its commands, if there are several, and the argument with which one says its version.
    pub fn compilers(self) -> (&'static [&'static str], &'static str) {
        self.0.compilers()
    }

    /// The command that installs the compiler and what runs its output, on Debian if that depends
    /// on the system.
    pub fn install(self) -> &'static str {
        self.0.install()
    }

    pub(crate) fn target(self) -> &'static dyn Target {
        self.0
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        self.0.flag() == other.0.flag()
    }
}

impl Eq for Language {}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.flag())
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.flag())
    }
}

/// A word that is not a language.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "not a language that rules can be exported to; expected {}",
    listed(None)
)]
pub struct NoLanguage;

impl FromStr for Language {
    type Err = NoLanguage;

    fn from_str(word: &str) -> Result<Self, NoLanguage> {
        let mut languages = Self::ALL.into_iter();
        let found = languages.find(|language| language.0.flag() == word);
        found.ok_or(NoLanguage)
    }
}
