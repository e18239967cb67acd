//! The command that asks again about a position: what stands beside a counterexample.

use std::path::PathBuf;

use drawproof_recognizers::Grade;

use crate::{
    command_line::CommandLine,
    folders::{Folders, TableFolders},
};

/// `drawproof probe`, and what is asked.
#[derive(Clone, Default, Debug)]
pub struct ProbeCommand {
    /// The position.
    pub fen: String,
    /// A rule file instead of the built-in one.
    pub rules: Option<PathBuf>,
    /// The grade of built-in rules.
    pub grade: Option<Grade>,
    /// A shared library instead of rules.
    pub library: Option<PathBuf>,
    /// Whether the answer is that of a server.
    pub lichess: bool,
    /// Whether it is asked who can mate.
    pub helpmate: bool,
    /// The tables.
    pub folders: Folders,
}

impl ProbeCommand {
    /// With nothing but a position.
    pub fn of(fen: &str) -> Self {
        Self {
            fen: fen.into(),
            ..Self::default()
        }
    }

    /// The command line. The fields are taken apart without `..`, so that a new one is not
    /// forgotten.
    pub fn again(&self) -> CommandLine {
        let Self {
            fen,
            rules,
            grade,
            library,
            lichess,
            helpmate,
            folders:
                Folders {
                    source:
                        TableFolders {
                            tables,
                            trust_files,
                        },
                    against,
                },
        } = self;
        CommandLine::new(&["drawproof", "probe"])
            .words([fen])
            .options("rules", rules)
            .options("grade", grade.map(|grade| grade.to_string()))
            .options("library", library)
            .flag("lichess", *lichess)
            .flag("helpmate", *helpmate)
            .options("tables", tables)
            .options("against", against)
            .flag("trust-files", *trust_files)
    }
}
