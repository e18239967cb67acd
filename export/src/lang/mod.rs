//! The languages that rules and tables are exported to. Each has one file, which holds all that
//! is about it, and one line in [`Language::ALL`].

mod c;
mod rust;

use std::{fmt, str::FromStr};

use crate::{
    Name,
    ir::{Constant, Function, Outcome, Unit},
};

/// A language that rules and tables can be exported to.
#[derive(Copy, Clone)]
pub struct Language(&'static dyn Target);

impl Language {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::C, Self::CPP, Self::RUST];
}

/// What a language is.
pub trait Target: Sync {
    /// What `--lang` is given, as `cpp`.
    fn flag(&self) -> &'static str;
    /// What it is called, as `C++17`.
    fn title(&self) -> &'static str;
    /// Words that cannot be names.
    fn reserved(&self) -> &'static str;
    /// Whether the names in files of tables begin with a name that can be chosen.
    fn takes_name(&self) -> bool;
    /// What an intrinsic function is.
    fn intrinsic(&self, name: &str) -> Intrinsic;
    /// A line of a comment.
    fn remark(&self, line: &str) -> String;
    /// What a function says that tells an outcome.
    fn meaning(&self, outcome: Outcome) -> &'static str;
    /// A file of rules, after its heading.
    fn rules(&self, rules: &Rules) -> Vec<String>;
    /// A file of tables, after its heading.
    fn tables(&self, tables: &Tables<'_>, name: &Name) -> String;
    /// A library with the functions of `drawproof.h` around a file of rules.
    fn rules_build(&self) -> Build;
    /// A program that asks a file of tables.
    fn tables_build(&self, harness: &Harness, name: &Name) -> Build;
}

/// A function that a language has words of its own for.
#[derive(Copy, Clone, Debug)]
pub struct Intrinsic {
    /// What follows its head.
    pub body: &'static str,
    /// The other intrinsic functions that it calls.
    pub calls: &'static [&'static str],
}

impl Intrinsic {
    pub const fn new(body: &'static str, calls: &'static [&'static str]) -> Self {
        Self { body, calls }
    }
}

/// A file of rules.
#[derive(Debug)]
pub struct Rules {
    /// The helpers that are called, each after those that it calls.
    pub helpers: Vec<Function>,
    /// The classes.
    pub units: Vec<Unit>,
    /// What finds out the class.
    pub door: Vec<Function>,
}

impl Rules {
    /// All functions.
    pub fn functions(&self) -> Vec<&Function> {
        let units = self.units.iter().flat_map(|unit| &unit.functions);
        self.helpers.iter().chain(units).chain(&self.door).collect()
    }
}

/// A file of tables.
#[derive(Debug)]
pub struct Tables<'a> {
    /// What is said above the code that looks positions up.
    pub opening: &'a [String],
    pub constants: &'a [Constant],
    /// What looks positions up. They may call each other.
    pub helpers: Vec<Function>,
    /// What engines call.
    pub functions: Vec<Function>,
    /// What they say.
    pub outcomes: &'static [Outcome],
    pub data: &'a [u64],
}

impl Tables<'_> {
    /// Whether there are functions that say who wins.
    pub fn has_wdl(&self) -> bool {
        self.outcomes.contains(&Outcome::Wdl)
    }
}

/// What asks a file of tables.
#[derive(Debug)]
pub struct Harness {
    pub constants: Vec<Constant>,
    /// The functions of the file that are asked.
    pub asked: Vec<Function>,
    /// The last one, `said`, gives the answer to a question: from the number of a class, whether
    /// the stronger side is to move, the number of a placement and that of the question.
    /// `placements` and `questions` say how many there are, for the number of a class.
    pub functions: Vec<Function>,
    /// What the functions of the file say.
    pub outcomes: &'static [Outcome],
}

/// How an exported file is compiled, together with what asks it.
#[derive(Clone, Debug)]
pub struct Build {
    /// The name that the exported file is to have.
    pub exported: &'static str,
    /// Files beside it, by name.
    pub files: Vec<(&'static str, String)>,
    /// The compiler if no other one is named.
    pub compiler: &'static str,
    /// Its first arguments. Those that users name come after them.
    pub flags: &'static [&'static str],
    /// Its last arguments.
    pub last: Vec<Part>,
    /// What it makes.
    pub product: Product,
}

/// What a compiler makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Product {
    /// A library with the functions of `drawproof.h`.
    Library,
    /// A program; it is run by this command, to which two arguments are added.
    Program(Vec<Part>),
}

/// A part of a command.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// As it is.
    Word(&'static str),
    /// A file in the folder of the build.
    File(&'static str),
    /// What is made.
    Product,
}

/// Whether a word means something in one of the languages, or in the form itself.
pub fn is_reserved(word: &str) -> bool {
    let reserved = Language::ALL.iter().map(|language| language.0.reserved());
    let mut reserved = reserved.flat_map(str::split_whitespace);
    ["board", "found", "left"].contains(&word) || reserved.any(|of| of == word)
}

/// The languages as a list for people, with another word last.
pub fn listed(last: Option<&str>) -> String {
    let all = Language::ALL.map(|language| language.to_string());
    let mut words: Vec<&str> = all.iter().map(String::as_str).chain(last).collect();
    let end = words.pop().unwrap_or_default();
    format!("{} and {end}", words.join(", "))
}

impl Language {
    /// What it is called, as `C++17`.
    pub fn title(self) -> &'static str {
        self.0.title()
    }

    /// Whether the names in files of tables begin with a [`Name`].
    pub fn takes_name(self) -> bool {
        self.0.takes_name()
    }

    /// A library with the functions of `drawproof.h` around a file of rules.
    pub fn rules_build(self) -> Build {
        self.0.rules_build()
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

/// A word that is no language.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "no language that rules can be exported to; there are {}",
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
