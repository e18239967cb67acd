//! Classes whose files were finished before, as searches of larger ones read them.

use std::path::{Path, PathBuf};

use drawproof_tables::{Asking, Material, Metric, Oracle, Oracles, SyzygyFolder, Table, WdlTable};

use crate::table_files::TableFormat;

/// A folder with finished files.
pub enum Before {
    Own(Oracles),
    /// The path, and the folder as long as it is read.
    Syzygy(PathBuf, Option<Box<SyzygyFolder>>),
}

impl Before {
    pub fn open(folder: &Path, format: TableFormat) -> anyhow::Result<Self> {
        Ok(match format {
            TableFormat::Own => {
                // A refused file does no harm: it is not finished.
                let (folder, _) = Oracles::open_whole([folder], Asking::default())?;
                Self::Own(folder)
            }
            TableFormat::Syzygy => Self::Syzygy(folder.into(), None),
        })
    }

    /// The table of a class, with what a search for these metrics needs.
    pub fn load(&mut self, class: &Material, metrics: &[Metric]) -> anyhow::Result<Option<Table>> {
        let (path, folder) = match self {
            Self::Own(folder) => return Ok(folder.load(class, metrics)?),
            Self::Syzygy(path, folder) => (path, folder),
        };
        let folder = match folder {
            Some(folder) => folder,
            None => folder.insert(Box::new(SyzygyFolder::open(path)?)),
        };
        // A search for a Syzygy file asks smaller classes for no distances.
        let table = folder.read_wdl_table(class)?;
        Ok(table.map(WdlTable::into_searched))
    }

    /// Gives up what is only kept to read other classes quickly.
    pub fn forget(&mut self) {
        if let Self::Syzygy(_, folder) = self {
            *folder = None;
        }
    }
}

/// The finished classes that can be read: Syzygy files are, with those of all smaller classes.
pub fn readable(finished: &[Material], format: TableFormat) -> Vec<Material> {
    let is_finished = |class: &Material| finished.contains(class);
    let has_smaller = |class: &Material| {
        let all = Material::with_smaller(std::slice::from_ref(class), |_| false);
        all.iter().all(is_finished)
    };
    let mut readable = finished.to_vec();
    if format == TableFormat::Syzygy {
        readable.retain(has_smaller);
    }
    readable
}
