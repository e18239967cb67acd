//! Texts that come over the network, read as rule files.

use std::sync::atomic::AtomicBool;

use drawproof_language::{FoundTables, Resolver, RuleErrors, RuleFile, syntax::UseSource};
use drawproof_tables::Material;

use crate::{folders::TableFolders, progress::unless, resolver::Shelf};

/// What the page calls the file that it edits; saved under this name, commands in reports find it.
pub const FILE: &str = "workbench.rules";

/// Finds what such texts use: tables and built-in rules, but no files.
struct NoFiles<'a> {
    shelf: Shelf,
    /// Set once no more tables are to be generated.
    stopped: &'a AtomicBool,
}

impl NoFiles<'_> {
    fn go_on(&self) -> Result<(), String> {
        unless(self.stopped).map_err(|error| error.to_string())
    }
}

impl Resolver for NoFiles<'_> {
    fn rules(
        &self,
        class: &Material,
        source: &UseSource,
        from: &str,
    ) -> Result<(String, String), String> {
        if let UseSource::File(path) = source {
            return Err(format!(
                "the workbench reads no files, so not {path}; use built-in rules or a table"
            ));
        }
        self.go_on()?;
        self.shelf.rules(class, source, from)
    }

    fn tables(&self, class: &Material) -> Result<FoundTables, String> {
        self.go_on()?;
        self.shelf.tables(class)
    }
}

/// The rules of a text. It ends soon after `stopped` is set.
pub fn read(
    text: &str,
    folders: &TableFolders,
    stopped: &AtomicBool,
) -> Result<RuleFile, RuleErrors> {
    let no_files = NoFiles {
        shelf: Shelf::of(folders),
        stopped,
    };
    RuleFile::parse_with(FILE, text, &no_files)?.with_rules()
}
