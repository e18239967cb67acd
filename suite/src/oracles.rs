//! The folders of tables named by users.

use drawproof_tables::{Asking, Material, Oracle, Oracles};

use crate::{
    folders::{Folders, TableFolders},
    progress::Progress,
};

/// The oracles that the command line selects.
pub struct AskedOracles {
    /// Where values come from; `None` if tables are generated.
    pub source: Option<Oracles>,
    /// The oracles that they are compared with.
    pub witnesses: Vec<Oracles>,
}

impl AskedOracles {
    /// Opens folders that have tables of some classes. Files are read, so that
    /// one that differs from the published one is refused before long work
    /// starts.
    pub fn open(
        folders: &Folders,
        classes: &[&Material],
        progress: &Progress,
    ) -> anyhow::Result<Self> {
        let asked = Self {
            source: source(&folders.source, false)?,
            witnesses: witnesses(folders, false)?,
        };
        for oracles in asked.source.iter().chain(&asked.witnesses) {
            oracles.require(classes.iter().copied())?;
            for class in classes {
                let _spinner = progress.bar(format!("reading {class}"), None);
                oracles.prepare(class)?;
            }
        }
        Ok(asked)
    }

    /// None: values come from elsewhere.
    pub fn nobody() -> Self {
        Self {
            source: None,
            witnesses: Vec::new(),
        }
    }

    /// The oracles to compare with.
    pub fn others(&self) -> impl Iterator<Item = &dyn Oracle> {
        self.witnesses.iter().map(|oracles| oracles as &dyn Oracle)
    }
}

/// Where values come from, if folders are named; with all distances, or with
/// those that are as fast to probe as WDL.
pub fn source(tables: &TableFolders, distances: bool) -> anyhow::Result<Option<Oracles>> {
    let how = Asking {
        trust: tables.trust(),
        distances,
    };
    let is_named = !tables.tables.is_empty();
    Ok(is_named
        .then(|| Oracles::open(&tables.tables, how))
        .transpose()?)
}

/// Where values come from, one for each folder that is named.
pub fn each(tables: &TableFolders, distances: bool) -> anyhow::Result<Vec<Oracles>> {
    let how = Asking {
        trust: tables.trust(),
        distances,
    };
    let open = |path| Ok(Oracles::open([path], how)?);
    tables.tables.iter().map(open).collect()
}

/// The oracles to compare with, one for each folder.
pub fn witnesses(folders: &Folders, distances: bool) -> anyhow::Result<Vec<Oracles>> {
    let how = Asking {
        trust: folders.source.trust(),
        distances,
    };
    let open = |path| Ok(Oracles::open([path], how)?);
    folders.against.iter().map(open).collect()
}
