//! Folders of tables of any kind, told apart by their files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::bail;
use drawproof_tables::{
    FileMetric, GaviotaFolder, Material, Oracle, OracleError, SyzygyFolder, TableFolder,
    VisibleName,
};

use crate::args::{self, TrustFiles};

/// A folder of tables.
pub struct Folder {
    path: PathBuf,
    syzygy: Option<SyzygyFolder>,
    gaviota: Option<GaviotaFolder>,
    own: Option<TableFolder>,
    trust: TrustFiles,
}

/// Whose tables a folder holds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Kind {
    Syzygy,
    Gaviota,
    Own,
}

/// Most men of the Gaviota files that can be read.
const MAX_GAVIOTA_MEN: usize = 4;

impl Kind {
    const ALL: [Self; 3] = [Self::Syzygy, Self::Gaviota, Self::Own];

    /// The file that tells who wins in a class, and what to call it.
    fn file(self, class: &Material) -> (String, &'static str) {
        match self {
            Self::Syzygy => (format!("{class}.rtbw"), "Syzygy"),
            Self::Gaviota => {
                let name = class.to_string().replace('v', "").to_ascii_lowercase();
                (format!("{name}.gtb.cp4"), "Gaviota")
            }
            Self::Own => (FileMetric::Wdl.file_name(class), "own"),
        }
    }

    fn named(self, class: &Material) -> String {
        let (file, name) = self.file(class);
        format!("{file} ({name})")
    }
}

impl Folder {
    /// A folder that has tables of some classes, of one kind for each. Files
    /// of others are read, so that one that is not as published is refused
    /// before long work starts.
    pub fn open(path: &Path, classes: &[&Material], trust: TrustFiles) -> anyhow::Result<Self> {
        let mut folder = Self {
            path: path.into(),
            syzygy: None,
            gaviota: None,
            own: None,
            trust,
        };
        // Before anything is said of single files.
        fs::read_dir(path).map_err(|error| OracleError::Io {
            path: path.into(),
            error,
        })?;
        for class in classes {
            match folder.kind(class, &Kind::ALL)? {
                Kind::Syzygy if folder.syzygy.is_none() => {
                    folder.syzygy = Some(SyzygyFolder::open_with(path, trust.trust())?);
                }
                Kind::Gaviota if folder.gaviota.is_none() => {
                    folder.gaviota = Some(GaviotaFolder::open_with(path, trust.trust())?);
                }
                Kind::Own if folder.own.is_none() => {
                    folder.own = Some(TableFolder::open(path)?);
                }
                _ => {}
            }
            folder.oracle(class)?.provenance(class)?;
        }
        Ok(folder)
    }

    /// A folder that has own tables of some classes.
    pub fn open_own(path: &Path, classes: &[&Material]) -> anyhow::Result<Self> {
        let folder = Self {
            path: path.into(),
            syzygy: None,
            gaviota: None,
            own: Some(TableFolder::open(path)?),
            trust: TrustFiles::default(),
        };
        for class in classes {
            folder.kind(class, &[Kind::Own])?;
        }
        Ok(folder)
    }

    /// Whose tables of a class are here.
    fn kind(&self, class: &Material, kinds: &[Kind]) -> anyhow::Result<Kind> {
        // What is there and no regular file is refused when it is opened.
        let is_here = |kind: &Kind| self.path.join(kind.file(class).0).exists();
        let found: Vec<Kind> = kinds.iter().copied().filter(is_here).collect();
        let place = self.path.shown();
        let list = |kinds: &[Kind]| {
            let names: Vec<String> = kinds.iter().map(|kind| kind.named(class)).collect();
            names.join(", ")
        };
        match found[..] {
            [Kind::Gaviota] if class.men_count() > MAX_GAVIOTA_MEN => bail!(
                "{place} has {} only, and of Gaviota's files those of three and four men are read; name a folder of Syzygy or own files",
                list(&found)
            ),
            [kind] => Ok(kind),
            [] => bail!(
                "no tables of {class} in {place}: looked for {}; add the file or name another folder",
                list(kinds)
            ),
            _ => bail!(
                "more than one kind of tables of {class} in {place}: {}; keep each kind in a folder of its own",
                list(&found)
            ),
        }
    }

    /// The oracle that answers for a class.
    pub fn oracle(&self, class: &Material) -> anyhow::Result<&dyn Oracle> {
        let kind = self.only_kind(class)?;
        let oracle: Option<&dyn Oracle> = match kind {
            Kind::Syzygy => self.syzygy.as_ref().map(|folder| folder as &dyn Oracle),
            Kind::Gaviota => self.gaviota.as_ref().map(|folder| folder as &dyn Oracle),
            Kind::Own => self.own.as_ref().map(|folder| folder as &dyn Oracle),
        };
        oracle.ok_or_else(|| {
            anyhow::anyhow!("the files of {class} in {} have changed", self.path.shown())
        })
    }

    fn only_kind(&self, class: &Material) -> anyhow::Result<Kind> {
        if self.syzygy.is_none() && self.gaviota.is_none() {
            return self.kind(class, &[Kind::Own]);
        }
        self.kind(class, &Kind::ALL)
    }

    /// What makes `drawproof probe` ask the tables of a class.
    pub fn probe(&self, class: &Material) -> anyhow::Result<args::Probe> {
        let mut probe = args::Probe {
            trust: self.trust,
            ..args::Probe::default()
        };
        let option = match self.only_kind(class)? {
            Kind::Syzygy => &mut probe.syzygy,
            Kind::Gaviota => &mut probe.gaviota,
            Kind::Own => &mut probe.tables,
        };
        *option = Some(self.path.clone());
        Ok(probe)
    }

    /// Own tables, if they know the distance to mate in every class that the
    /// moves of a class lead to.
    pub fn with_dtm(&self, class: &Material) -> Option<&TableFolder> {
        let folder = self.own.as_ref()?;
        let all = Material::with_smaller(std::slice::from_ref(class), |_| false);
        let has_dtm = |class: &Material| folder.has(class, FileMetric::Dtm);
        all.iter().all(has_dtm).then_some(folder)
    }
}
