//! The options of `drawproof export`.

use std::{
    ffi::OsStr,
    fmt,
    path::{Path, PathBuf},
};

use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};
use drawproof_export::{
    FileKind, Language, Name, Style,
    table::{Form, Metric, TableLayout},
};
use drawproof_recognizers::Grade;
use drawproof_suite::export::table::{layout_name, metric_name};
use drawproof_tables::VisibleName;

use super::{Folders, Given, again::Repeatable};

/// Export verified rules, or tables, as source code for engines
#[derive(Args, Debug)]
#[command(arg_required_else_help = true)]
pub struct Export {
    #[command(subcommand)]
    pub what: Exported,
}

#[derive(Subcommand, Debug)]
pub enum Exported {
    Rules(Given<ExportRules>),
    Table(Given<ExportTable>),
}

/// Export draw rules as one source file without dependencies
///
/// Rules are verified over every legal position first; if a claim is incorrect,
/// nothing is written. The file has functions that take bitboards, like the
/// probing functions of engines, and one for each class that takes squares. See
/// docs/reference/export.md.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof export rules KRKR --lang c --out krkr.c
  drawproof export rules KRKN KRKB --lang rust --grade strong --out draws.rs
  drawproof export rules --lang cpp --out draws.cpp     all classes with built-in rules
  drawproof export rules --rules my.rules --lang c      your own, to standard output
  drawproof export rules KRKR --lang c --prove --out krkr.c
                                          and verify the compiled code
  drawproof export rules KRKR --lang c --prove --compiler clang --out krkr.c
  drawproof export rules KRKR --lang c --header --name krkr --out krkr.h
                                          a header with its code, and names of its own
  drawproof export rules KRKR --lang c --declarations krkr.h --out krkr.c
                                          a header, and a source file
  drawproof export rules KRKR --lang c --against DIR    and compare with the tables in DIR")]
// Each is a switch of its own.
#[allow(clippy::struct_excessive_bools)]
pub struct ExportRules {
    /// Classes whose built-in rules to export, as KRKR or KRvKR [default: all, unless --rules is given]
    #[arg(value_name = "CLASS")]
    pub classes: Vec<String>,

    /// The language
    #[arg(long, value_name = "LANGUAGE", help = rule_languages())]
    pub lang: Language,

    /// The grade of built-in rules: quick, ahead, strong, exact or bounds [default: the first that a class has]
    #[arg(long)]
    pub grade: Option<Grade>,

    /// A rule file of your own; may be given more than once
    #[arg(long, value_name = "FILE")]
    pub rules: Vec<PathBuf>,

    /// The prefix of names in C, the namespace in C++, for several such files in one program
    #[arg(long, default_value_t)]
    pub name: Name,

    /// Write a header for C or C++ with its code, which is compiled where a macro is defined
    #[arg(long)]
    pub header: bool,

    /// Write the declarations of C or C++ to this header, and a source file that includes it
    #[arg(long, value_name = "FILE", conflicts_with = "header")]
    pub declarations: Option<PathBuf>,

    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Compile the file and verify it, as compiled, over every legal position
    ///
    /// It must claim exactly what the rules claim. Without a compiler the file
    /// is written and the exit code is 2.
    #[arg(long)]
    pub prove: bool,

    /// The compiler for --prove
    #[arg(long, value_name = "COMMAND", requires = "prove", help = compilers())]
    pub compiler: Option<String>,

    /// Also export the built-in rules for any number of men, with one function for any position
    #[arg(long)]
    pub any_number: bool,

    /// Do not verify the rules; the file says so
    #[arg(long, conflicts_with_all = ["prove", "against", "tables"])]
    pub unverified: bool,

    #[command(flatten)]
    pub folders: Folders,
}

/// Export tables of three and four men as one source file without dependencies, with the code that probes them
///
/// The file is a header in C and C++, a class in Java and C#, a file of a package
/// in Go, a module in all other languages; bin is the data alone. It has functions that take
/// bitboards, and one for each class that takes squares. Tables are generated
/// first. Who can mate (--metric helpmate) is asked by bitboards only, with up
/// to five men. See docs/reference/export-tables.md.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof export table KPK --lang c --out kpk.h       a bitbase, a quarter of the usual size
  drawproof export table --men 3 --lang rust --out three_men.rs
  drawproof export table --men 4 --lang cpp --out tables.hpp
                                          all 35 classes of three and four men
  drawproof export table KRKN KRKB --lang c --metric draw --out draws.h
  drawproof export table KPK --lang c --layout fast --out kpk.h
                                          the bitbase of 24 KB, with the shortest time of a probe
  drawproof export table KBNK --lang c --metric dtm --name mates --out mates.h
                                          for a program with another table in it
  drawproof export table --men 4 --lang c --metric helpmate --out can_mate.h
                                          who can still give mate: dead positions, exactly
  drawproof export table KPKP --lang c --prove --out kpkp.h
                                          and verify the compiled code")]
pub struct ExportTable {
    /// Classes to export, as KRKN or KRvKN; those that captures lead to are added
    #[arg(value_name = "CLASS", required_unless_present = "men")]
    pub classes: Vec<String>,

    /// All classes of three to N men; five only with --metric helpmate
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=5))]
    pub men: Option<u8>,

    /// The language, or the data alone
    #[arg(long, value_name = "LANGUAGE", help = table_languages())]
    pub lang: Form,

    /// The values to store
    #[arg(long, default_value = "wdl")]
    pub metric: StoredMetric,

    /// With --metric helpmate: a folder with tables from generate to read; may be given more than once
    #[arg(long, value_name = "DIR")]
    pub tables: Vec<PathBuf>,

    /// What counts more: bytes, or the time of a probe
    #[arg(long, default_value = "compact")]
    pub layout: StoredLayout,

    /// The prefix of names in C, the namespace in C++, for several such files in one program
    #[arg(long, default_value_t)]
    pub name: Name,

    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Compile the file and compare its answers with the tables in every legal position
    ///
    /// With both sides to move, either colour as the stronger side, with and
    /// without en passant rights, by bitboards and by squares. Without a
    /// compiler the file is written and the exit code is 2.
    #[arg(long)]
    pub prove: bool,

    /// The compiler for --prove
    #[arg(long, value_name = "COMMAND", requires = "prove", help = compilers())]
    pub compiler: Option<String>,
}

fn rule_languages() -> String {
    format!("The language: {}", alternatives(&languages()))
}

fn table_languages() -> String {
    let languages = languages().join(", ");
    format!("The language: {languages}, or bin for the data alone")
}

fn compilers() -> String {
    let usual = Language::ALL.map(|language| language.compiler().to_string());
    format!(
        "The compiler for --prove, with its first arguments [default: {}]",
        alternatives(&usual)
    )
}

/// Each by the word for it, and what it is called if that says more.
fn languages() -> Vec<String> {
    let languages = Language::ALL.into_iter().map(|language| {
        let (word, title) = (language.to_string(), language.title());
        if title.eq_ignore_ascii_case(&word) {
            word
        } else {
            format!("{word} ({title})")
        }
    });
    languages.collect()
}

/// `a, b or c`.
fn alternatives(words: &[String]) -> String {
    match words {
        [some @ .., last] if !some.is_empty() => format!("{} or {last}", some.join(", ")),
        words => words.concat(),
    }
}

/// What exported tables hold.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum StoredMetric {
    /// Win, draw or loss
    Wdl,
    /// Draw or not
    Draw,
    /// Distance to mate in plies, which includes win, draw or loss
    Dtm,
    /// Whether each side can still give mate, if the other one helps; up to five men
    Helpmate,
}

impl From<StoredMetric> for Metric {
    fn from(metric: StoredMetric) -> Self {
        match metric {
            StoredMetric::Wdl => Self::Wdl,
            StoredMetric::Draw => Self::Draw,
            StoredMetric::Dtm => Self::Dtm,
            StoredMetric::Helpmate => Self::Helpmate,
        }
    }
}

impl fmt::Display for StoredMetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(metric_name((*self).into()))
    }
}

/// How exported tables are laid out.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum StoredLayout {
    /// Compressed, with the classes that captures lead to
    Compact,
    /// Bitbases: a bit or two for each position, which a probe only reads
    Fast,
}

impl From<StoredLayout> for TableLayout {
    fn from(layout: StoredLayout) -> Self {
        match layout {
            StoredLayout::Compact => Self::Compact,
            StoredLayout::Fast => Self::Fast,
        }
    }
}

impl fmt::Display for StoredLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(layout_name((*self).into()))
    }
}

impl ExportRules {
    /// What the file looks like.
    ///
    /// # Errors
    ///
    /// If a C compiler would not find the header by its name.
    pub fn style(&self) -> anyhow::Result<Style> {
        let kind = match &self.declarations {
            Some(path) => FileKind::Code {
                header: included_name(path)?.into(),
            },
            None if self.header => FileKind::Header,
            None => FileKind::Source,
        };
        let name = self.name.clone();
        Ok(Style { name, kind })
    }
}

/// The name of a header between the quotes of `#include`.
fn included_name(path: &Path) -> anyhow::Result<&str> {
    let name = path.file_name().and_then(OsStr::to_str);
    let is_plain = |of: char| of.is_alphanumeric() || "._-+".contains(of);
    let name = name.filter(|name| name.chars().all(is_plain));
    name.with_context(|| {
        format!(
            "{} cannot be included by its name; a header's name has letters, digits, dots, hyphens, \
             plus signs and underscores",
            path.shown()
        )
    })
}

/// What gives the same file again: its bytes do not depend on where it goes,
/// and whether it is compiled.
impl Repeatable for ExportRules {
    const COMMAND: &[&str] = &["drawproof", "export", "rules"];
    const LEFT_OUT: &[&str] = &["out", "prove", "compiler"];
}

impl Repeatable for ExportTable {
    const COMMAND: &[&str] = &["drawproof", "export", "table"];
    const LEFT_OUT: &[&str] = &["out", "prove", "compiler", "tables"];
}
