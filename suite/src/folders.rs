//! Folders of tables that a user names.

use std::path::PathBuf;

use drawproof_tables::Trust;

/// Where values come from.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TableFolders {
    /// The folders; none if tables are generated. A class is looked up in the first that has it.
    pub tables: Vec<PathBuf>,
    /// Whether Syzygy and Gaviota files are used that are not the published ones.
    pub trust_files: bool,
}

/// The same, and what it is compared with.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Folders {
    /// Where values come from.
    pub source: TableFolders,
    /// Folders to compare with.
    pub against: Vec<PathBuf>,
}

impl TableFolders {
    /// The same for tables.
    pub fn trust(&self) -> Trust {
        if self.trust_files {
            Trust::AnyFile
        } else {
            Trust::AsPublished
        }
    }
}

impl From<TableFolders> for Folders {
    fn from(source: TableFolders) -> Self {
        Self {
            source,
            against: Vec::new(),
        }
    }
}
