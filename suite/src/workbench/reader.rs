//! Texts that come over the network, read as rule files.

use drawproof_language::{FoundTables, Resolver, RuleErrors, RuleFile, syntax::UseSource};
use drawproof_tables::Material;

use crate::folders::TableFolders;
use crate::resolver::Shelf;

/// What the page calls the file that it edits; saved under this name, commands in reports find it.
pub const FILE: &str = "workbench.rules";

/// Finds what such texts use: tables and built-in rules, but no files.
struct NoFiles(Shelf);

impl Resolver for NoFiles {
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
        self.0.rules(class, source, from)
    }

    fn tables(&self, class: &Material) -> Result<FoundTables, String> {
        self.0.tables(class)
    }
}

/// The rules of a text.
pub fn read(text: &str, folders: &TableFolders) -> Result<RuleFile, RuleErrors> {
    RuleFile::parse_with(FILE, text, &NoFiles(Shelf::of(folders)))?.with_rules()
}
