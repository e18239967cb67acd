//! The tables that say who wins.

use drawproof_retro::{Keep, Wanted};
use drawproof_tables::{Material, Oracle, Oracles};

use crate::{folders::TableFolders, oracles, progress::Progress, sources::Sources};

/// Tables, of folders or generated.
pub enum Truth {
    Folders(Oracles),
    Generated(Sources),
}

impl Truth {
    /// Folders that can be read, or none.
    pub fn open(source: &TableFolders, progress: &Progress) -> anyhow::Result<Self> {
        Ok(match oracles::source(source, false)? {
            Some(folders) => Self::Folders(folders),
            None => Self::Generated(Sources::generator(progress).keeping(Keep::Successors)),
        })
    }

    /// Checks that there are tables for these classes; generated ones are made
    /// one by one.
    pub fn expect(&self, classes: &[&Material]) -> anyhow::Result<()> {
        if let Self::Folders(folders) = self {
            folders.require(classes.iter().copied())?;
        }
        Ok(())
    }

    /// The oracle that answers for a class; `left` holds the classes that are
    /// needed later.
    pub fn oracle(&mut self, class: &Material, left: &[Material]) -> anyhow::Result<&dyn Oracle> {
        match self {
            Self::Folders(folders) => Ok(folders),
            Self::Generated(sources) => {
                sources.keep_for(&[std::slice::from_ref(class), left].concat());
                sources.get(class, Wanted::Wdl)?;
                Ok(sources.tables())
            }
        }
    }
}
