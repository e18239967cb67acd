//! Gaviota files as an oracle that knows distances to mate.
//!
//! The format and the order of the entries are those of Miguel A. Ballicora's
//! Gaviota Tablebases (<https://github.com/michiguel/Gaviota-Tablebases>, 2010)
//! with compression scheme 4. The facts come from his probing code and from the
//! reader in Niklas Fiekas' python-chess (`chess/gaviota.py`); the code is our
//! own.
//!
//! A file holds one class, both sides to move, a byte for each position:
//! `entry` defines what a byte means, `index` which byte belongs to a position,
//! and `file` how bytes are packed.

mod entry;
mod file;
mod index;

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use crate::{
    Asking, CheckedFiles, FileError as OwnFileError, FolderOracle, Material, Metric, Oracle,
    OracleError, Placement, Provenance, Trust, Value, VisibleName, fingerprint::Fingerprint,
    published::Standing,
};
use file::{FileError, GaviotaFile};
use index::{MAX_ORDER_MEN, Order};

/// The end of all file names.
const SUFFIX: &str = ".gtb.cp4";

/// A folder of Gaviota files (`kqkr.gtb.cp4`), of which those of three and
/// four men are read.
///
/// A file is read when it is first probed, and stays in memory with its
/// unpacked blocks: 27 MB and 183 MB for all 35 classes, if every position is
/// probed. Any number of threads may probe at once.
#[derive(Debug)]
pub struct GaviotaFolder {
    path: PathBuf,
    tables: HashMap<Material, Table>,
    classes: Vec<Material>,
    trust: Trust,
}

/// One class of a folder.
#[derive(Debug)]
struct Table {
    path: PathBuf,
    order: Order,
    file: OnceLock<Result<(GaviotaFile, Standing), FileError>>,
}

impl GaviotaFolder {
    /// Opens a folder. Files of classes with more men are ignored.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read, holds no Gaviota file of three or four
    /// men, or holds one whose name is not a class. A file that is damaged, or
    /// not the published one, is detected when a position of its class is
    /// probed.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OracleError> {
        Self::open_with(path, Trust::default())
    }

    /// Like [`open`](Self::open), with a choice of which files to trust.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open). If files that differ from the published
    /// ones are trusted, damage is detected when a position in the damaged part
    /// is probed.
    pub fn open_with(path: impl AsRef<Path>, trust: Trust) -> Result<Self, OracleError> {
        let path = path.as_ref().to_path_buf();
        let io = |error| OracleError::Io {
            path: path.clone(),
            error,
        };
        let mut tables = HashMap::new();
        for entry in fs::read_dir(&path).map_err(io)? {
            let file = entry.map_err(io)?.path();
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let Some(name) = name.strip_suffix(SUFFIX) else {
                continue;
            };
            tables.extend(Table::new(&path, name, &file)?);
        }
        Self::of_tables(path, tables, trust)
    }

    /// Like [`open`](Self::open), for files in memory, each with its name;
    /// `path` names their folder. They are not compared with published files.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn of_files(
        path: impl AsRef<Path>,
        files: impl IntoIterator<Item = (String, Vec<u8>)>,
    ) -> Result<Self, OracleError> {
        let path = path.as_ref().to_path_buf();
        let mut tables = HashMap::new();
        for (name, bytes) in files {
            let Some(class) = name.strip_suffix(SUFFIX) else {
                continue;
            };
            if let Some((class, table)) = Table::new(&path, class, &path.join(&name))? {
                let file = GaviotaFile::new(bytes, table.order.entries());
                let file = file.map(|file| (file, Standing::Unknown));
                let file = OnceLock::from(file.map_err(FileError::from));
                tables.insert(class, Table { file, ..table });
            }
        }
        Self::of_tables(path, tables, Trust::AnyFile)
    }

    fn of_tables(
        path: PathBuf,
        tables: HashMap<Material, Table>,
        trust: Trust,
    ) -> Result<Self, OracleError> {
        if tables.is_empty() {
            return Err(OracleError::MissingTable {
                material: format!("any class of three or four men (*{SUFFIX})"),
                place: path.shown(),
            });
        }
        let mut classes: Vec<Material> = tables.keys().cloned().collect();
        classes.sort_by_key(|class| (class.men_count(), class.to_string()));
        Ok(Self {
            path,
            tables,
            classes,
            trust,
        })
    }

    /// The classes whose file is in the folder, small ones first.
    pub fn classes(&self) -> &[Material] {
        &self.classes
    }

    fn missing(&self, material: &Material, placement: &Placement) -> OracleError {
        if material.men_count() > MAX_ORDER_MEN {
            let reason = "only files of three and four men are read";
            return self.unanswered(material, placement, reason);
        }
        self.no_file(material)
    }

    fn no_file(&self, material: &Material) -> OracleError {
        OracleError::MissingTable {
            material: material.to_string(),
            place: self.path.shown(),
        }
    }

    /// What published checksums say about the files that were probed until now.
    pub fn provenance_until_now(&self) -> Provenance {
        Provenance::of(self.tables.values().filter_map(|table| {
            let (_, standing) = table.file.get()?.as_ref().ok()?;
            Some((table.name(), *standing))
        }))
    }

    fn unanswered(&self, material: &Material, placement: &Placement, reason: &str) -> OracleError {
        OracleError::Unanswered {
            place: self.name(),
            fen: placement.fen(material).to_string(),
            reason: reason.into(),
        }
    }

    fn unusable(&self, material: &Material, table: &Table, error: FileError) -> OracleError {
        match error {
            FileError::Io(error) => OracleError::Io {
                path: table.path.clone(),
                error,
            },
            FileError::NotAsPublished(error) => error.into(),
            FileError::Damage(damage) => OracleError::Corrupt {
                material: material.to_string(),
                place: self.path.shown(),
                reason: damage.to_string(),
            },
        }
    }
}

impl Table {
    /// The table of a class, not read yet. `None` if the class has too many
    /// men.
    fn new(
        folder: &Path,
        name: &str,
        path: &Path,
    ) -> Result<Option<(Material, Self)>, OracleError> {
        let class = class_of(name).map_err(|reason| OracleError::Corrupt {
            material: name.into(),
            place: folder.shown(),
            reason,
        })?;
        let table = Order::new(&class).map(|order| Self {
            path: path.into(),
            order,
            file: OnceLock::new(),
        });
        Ok(table.map(|table| (class, table)))
    }

    fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// The file, read when first needed, and what published checksums say about
    /// it.
    fn file(&self, trust: Trust) -> Result<&(GaviotaFile, Standing), FileError> {
        let file = self
            .file
            .get_or_init(|| GaviotaFile::read(&self.path, self.order.entries(), trust));
        file.as_ref().map_err(|error| match error {
            // The system's errors cannot be cloned.
            FileError::Io(error) => io::Error::new(error.kind(), error.to_string()).into(),
            FileError::NotAsPublished(error) => error.clone().into(),
            FileError::Damage(damage) => damage.clone().into(),
        })
    }
}

impl FolderOracle for GaviotaFolder {
    const KIND: &'static str = "Gaviota";
    const ENDINGS: &'static [&'static str] = &["gtb.cp4"];
    const MAX_MEN: usize = MAX_ORDER_MEN;

    fn open_folder(path: &Path, how: Asking) -> Result<(Self, Vec<OwnFileError>), OracleError> {
        Ok((Self::open_with(path, how.trust)?, Vec::new()))
    }

    fn all_classes(&self) -> Vec<Material> {
        self.classes.clone()
    }
}

impl Oracle for GaviotaFolder {
    fn name(&self) -> String {
        format!("Gaviota files in {}", self.path.shown())
    }

    /// Over the bytes of the class's file.
    fn fingerprint(&self, material: &Material) -> Result<String, OracleError> {
        let Some(table) = self.tables.get(material) else {
            return Err(self.no_file(material));
        };
        let mut fingerprint = Fingerprint::new();
        fingerprint.file(&table.path)?;
        Ok(fingerprint.finish())
    }

    fn provenance(&self, material: &Material) -> Result<Option<Provenance>, OracleError> {
        let Some(table) = self.tables.get(material) else {
            return Err(self.no_file(material));
        };
        let file = table.file(self.trust);
        let (_, standing) = file.map_err(|error| self.unusable(material, table, error))?;
        Ok(Some(Provenance::of([(table.name(), *standing)])))
    }

    fn provenance_until_now(&self) -> Option<Provenance> {
        Some(Self::provenance_until_now(self))
    }

    fn check_files(&self, material: &Material) -> Result<Option<CheckedFiles>, OracleError> {
        let provenance = self.provenance(material)?;
        Ok(Some(CheckedFiles {
            count: 1,
            provenance,
        }))
    }

    fn knows(&self, material: &Material, metric: Metric) -> bool {
        matches!(metric, Metric::Wdl | Metric::Dtm) && self.tables.contains_key(material)
    }

    fn probe(&self, material: &Material, placement: &Placement) -> Result<Value, OracleError> {
        if material.men_count() == 2 {
            return Ok(Value::DRAW);
        }
        let Some(table) = self.tables.get(material) else {
            return Err(self.missing(material, placement));
        };
        let unanswered = || self.unanswered(material, placement, "the position is not legal");
        if placement.squares.len() != material.men_count() {
            return Err(unanswered());
        }
        let index = table
            .order
            .index(&placement.squares)
            .ok_or_else(unanswered)?;
        let byte = table
            .file(self.trust)
            .and_then(|(file, _)| Ok(file.entry(index, placement.turn)?))
            .map_err(|error| self.unusable(material, table, error))?;
        entry::value(byte, placement.turn).ok_or_else(unanswered)
    }
}

/// The class that a file is named for, or what is wrong with the name.
fn class_of(name: &str) -> Result<Material, String> {
    let class: Material = name
        .to_ascii_uppercase()
        .parse()
        .map_err(|error| format!("the file's name is not a class: {error}"))?;
    let expected = class.to_string().replace('v', "").to_ascii_lowercase();
    if name == expected {
        Ok(class)
    } else {
        Err(format!("the file's name should be {expected}{SUFFIX}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_checked() {
        for name in ["kqk", "kqkr", "kbbk", "kbkp", "kqrkr", "kpppk"] {
            assert!(class_of(name).is_ok(), "{name}");
        }
        for (name, expected) in [("kkq", "kqk"), ("krkq", "kqkr"), ("KQK", "kqk")] {
            let error = class_of(name).expect_err(name);
            assert!(error.ends_with(&format!("{expected}.gtb.cp4")), "{error}");
        }
        for name in ["", "kqxk", "kqvk", "k", "qk", "kq-k", "kék"] {
            assert!(class_of(name).is_err(), "{name}");
        }
    }
}
