//! Syzygy files written to a folder.

use std::path::Path;

use super::{
    error::WriteError,
    files::Kept,
    folder::SyzygyFolder,
    names::syzygy_name,
    write::{Sections, checksum::SUM, syzygy_files},
};
use crate::{
    Material, Metric, Oracle, OracleError, Placement, TableSet, Trust, Value,
    file::write_bytes,
    published::{Standing, judge, judge_sum},
};

/// A file that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Its name.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// Whether it is as published; `None` if nothing is published for it.
    pub as_published: Option<bool>,
}

/// Writes the files of a class to a folder that has those of the smaller classes. A
/// file is written under a temporary name and renamed once it is complete and on disk.
///
/// `stage` is called with what is done now.
///
/// # Errors
///
/// If a smaller file is missing or damaged, or a file cannot be written.
pub fn write_syzygy(
    folder: &Path,
    table: &dyn Sections,
    metrics: &[Metric],
    stage: &(dyn Fn(&str) + Sync),
) -> Result<Vec<Written>, WriteError> {
    let class = table.layout().material();
    let smaller = Smaller::open(folder, class)?;
    let of = |class: &Material| {
        let folder = smaller.folder.as_ref()?;
        folder.wdl_table(class).ok().flatten()
    };
    let files = syzygy_files(table, &of, &smaller, metrics, stage)?;
    let mut written = Vec::new();
    for (metric, bytes) in files {
        let Some(name) = syzygy_name(class, metric) else {
            continue;
        };
        let path = folder.join(&name);
        write_bytes(folder, &path, &bytes)?;
        let length = bytes.len() as u64;
        let as_published = is_as_published(&path, &bytes);
        written.push(Written {
            name,
            bytes: length,
            as_published,
        });
    }
    Ok(written)
}

/// Nothing if no checksum is published for the file.
fn is_as_published(path: &Path, bytes: &[u8]) -> Option<bool> {
    let strict = Trust::AsPublished;
    let standing = match judge(path, bytes.len() as u64, Some(bytes), strict) {
        Ok(Standing::Unknown) => judge_sum(path, bytes.last_chunk::<SUM>()?, strict),
        known => known,
    };
    match standing {
        Ok(Standing::Unknown) => None,
        standing => Some(standing.is_ok()),
    }
}

/// Whether a file of Syzygy's format is whole: it is as published, or nothing is
/// published for it and its checksum is right.
///
/// # Errors
///
/// If it cannot be read, or is not whole.
pub fn check_syzygy(path: &Path) -> Result<(), OracleError> {
    Kept::new(Trust::AsPublished).check(path)?;
    Ok(())
}

/// The files of smaller classes; none for classes of three men without pawns.
struct Smaller {
    folder: Option<SyzygyFolder>,
    none: TableSet,
}

impl Smaller {
    fn open(folder: &Path, class: &Material) -> Result<Self, WriteError> {
        let is_needed = !class.successors().is_empty();
        let folder = is_needed.then(|| SyzygyFolder::open(folder)).transpose()?;
        // Read now, so that a damaged file is an error.
        for class in crate::captures::after_captures(class) {
            if let Some(folder) = &folder {
                folder.wdl_table(&class)?;
            }
        }
        Ok(Self {
            folder,
            none: TableSet::new(),
        })
    }

    fn oracle(&self) -> &dyn Oracle {
        match &self.folder {
            Some(folder) => folder,
            None => &self.none,
        }
    }
}

impl Oracle for Smaller {
    fn name(&self) -> String {
        self.oracle().name()
    }

    fn fingerprint(&self, material: &Material) -> Result<String, OracleError> {
        self.oracle().fingerprint(material)
    }

    fn probe(&self, material: &Material, placement: &Placement) -> Result<Value, OracleError> {
        self.oracle().probe(material, placement)
    }

    fn probe_ruling(
        &self,
        material: &Material,
        placement: &Placement,
    ) -> Result<crate::Ruling, OracleError> {
        self.oracle().probe_ruling(material, placement)
    }
}
