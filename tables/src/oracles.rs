//! Folders named by users, with any kind of table files: the names of the files
//! determine the kind.

use std::{
    fs,
    path::{Path, PathBuf},
};

use shakmaty::{Chess, Color, Position};

use crate::{
    Asking, CheckedFiles, FileError, FolderOracle, GaviotaFolder, Layout, Material, Metric, Oracle,
    OracleError, Placement, Provenance, Ruling, SyzygyFolder, Table, TableFolder, Value,
    VisibleName, WdlWords, sha256::sha256,
};

/// A folder, and the errors of its damaged files.
type Opened = (Folder, Vec<FileError>);

/// One kind of files.
struct Kind {
    name: &'static str,
    endings: &'static [&'static str],
    open: fn(&Path, Asking) -> Result<Opened, OracleError>,
}

/// All kinds of table files.
const KINDS: &[Kind] = &[
    Kind::of::<TableFolder>(),
    Kind::of::<SyzygyFolder>(),
    Kind::of::<GaviotaFolder>(),
];

impl Kind {
    const fn of<O: FolderOracle>() -> Self {
        Self {
            name: O::KIND,
            endings: O::ENDINGS,
            open: |path, how| {
                let (oracle, refused) = O::open_folder(path, how)?;
                let folder = Folder {
                    path: path.into(),
                    kind: O::KIND,
                    max_men: O::MAX_MEN,
                    classes: oracle.all_classes(),
                    oracle: Box::new(oracle),
                };
                Ok((folder, refused))
            },
        }
    }

    fn has(&self, file: &str) -> bool {
        let ends = |ending: &&str| {
            let name = file.strip_suffix(*ending);
            name.is_some_and(|name| name.ends_with('.'))
        };
        self.endings.iter().any(ends)
    }

    /// The kind of the files in a folder.
    fn in_folder(path: &Path) -> Result<&'static Self, OracleError> {
        Self::of_files_in(path)?.ok_or_else(|| {
            let kind = |of: &Self| format!("*.{} ({})", of.endings[0], of.name);
            let expected: Vec<String> = KINDS.iter().map(kind).collect();
            OracleError::NoTables {
                place: path.shown(),
                expected: expected.join(", "),
            }
        })
    }

    /// The same; `None` if there are no table files.
    fn of_files_in(path: &Path) -> Result<Option<&'static Self>, OracleError> {
        let io = |error| OracleError::Io {
            path: path.into(),
            error,
        };
        let mut found: [Option<String>; KINDS.len()] = Default::default();
        for entry in fs::read_dir(path).map_err(io)? {
            let name = entry.map_err(io)?.file_name();
            let name = name.to_string_lossy();
            for (kind, found) in KINDS.iter().zip(&mut found) {
                if kind.has(&name) && found.as_deref().is_none_or(|first| *name < *first) {
                    *found = Some(name.clone().into_owned());
                }
            }
        }
        let kinds = KINDS.iter().zip(&found);
        let kinds: Vec<_> = kinds
            .filter_map(|(kind, file)| Some((kind, file.as_ref()?)))
            .collect();
        let place = path.shown();
        match kinds[..] {
            [(kind, _)] => Ok(Some(kind)),
            [] => Ok(None),
            _ => {
                let kind =
                    |(kind, file): (&Self, &String)| format!("{} ({})", file.shown(), kind.name);
                let found: Vec<String> = kinds.into_iter().map(kind).collect();
                let found = found.join(", ");
                Err(OracleError::SeveralKinds { place, found })
            }
        }
    }
}

/// The kind of the table files in a folder, as [`FolderOracle::KIND`]; `None` if it has none.
///
/// # Errors
///
/// If the folder cannot be read, or has files of several kinds.
pub fn kind_of_files(folder: &Path) -> Result<Option<&'static str>, OracleError> {
    Ok(Kind::of_files_in(folder)?.map(|kind| kind.name))
}

/// One folder.
struct Folder {
    path: PathBuf,
    kind: &'static str,
    max_men: usize,
    classes: Vec<Material>,
    oracle: Box<dyn Oracle>,
}

impl Folder {
    /// What the folder is, and why it may lack a class.
    fn without(&self, material: &Material) -> String {
        let (place, kind, max) = (self.path.shown(), self.kind, self.max_men);
        if material.men_count() > max {
            format!("{place} ({kind} files, of which those of up to {max} men are read)")
        } else {
            format!("{place} ({kind} files)")
        }
    }
}

/// Folders of tables as one oracle: the first folder that has a class answers
/// for it.
pub struct Oracles {
    folders: Vec<Folder>,
}

impl Oracles {
    /// Opens folders, each with files of one kind.
    ///
    /// # Errors
    ///
    /// If a folder cannot be read, has no table files or files of several
    /// kinds, or if opening shows that one of its files is damaged.
    pub fn open(
        paths: impl IntoIterator<Item = impl AsRef<Path>>,
        how: Asking,
    ) -> Result<Self, OracleError> {
        let (oracles, refused) = Self::open_whole(paths, how)?;
        match refused.into_iter().next() {
            None => Ok(oracles),
            Some(error) => Err(error.into()),
        }
    }

    /// Like [`open`](Self::open), but skips damaged files and returns their
    /// errors.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open), except for damaged files.
    pub fn open_whole(
        paths: impl IntoIterator<Item = impl AsRef<Path>>,
        how: Asking,
    ) -> Result<(Self, Vec<FileError>), OracleError> {
        let (mut folders, mut refused) = (Vec::new(), Vec::new());
        for path in paths {
            let path = path.as_ref();
            let (folder, of_folder) = (Kind::in_folder(path)?.open)(path, how)?;
            folders.push(folder);
            refused.extend(of_folder);
        }
        Ok((Self { folders }, refused))
    }

    /// Checks that there are tables of some classes, and that their files are
    /// trusted, before long work starts.
    ///
    /// # Errors
    ///
    /// If a class has no table, or one of its files differs from the published
    /// one without being trusted.
    pub fn require<'a>(
        &self,
        classes: impl IntoIterator<Item = &'a Material>,
    ) -> Result<(), OracleError> {
        for class in classes {
            self.find(class)?.oracle.provenance(class)?;
        }
        Ok(())
    }

    /// The classes with tables, small ones first.
    pub fn classes(&self) -> Vec<Material> {
        let all = self.folders.iter().flat_map(|folder| &folder.classes);
        let mut classes: Vec<Material> = all.cloned().collect();
        classes.sort_by_key(|class| (class.men_count(), class.to_string()));
        classes.dedup();
        classes
    }

    /// The kind of the files that answer for a class, for messages.
    ///
    /// # Errors
    ///
    /// If there is no table of the class.
    pub fn kind(&self, material: &Material) -> Result<&'static str, OracleError> {
        Ok(self.find(material)?.kind)
    }

    /// Whether a metric is known of a class and of all that its moves lead to.
    pub fn knows_all(&self, material: &Material, metric: Metric) -> bool {
        let all = Material::with_smaller(std::slice::from_ref(material), |_| false);
        all.iter().all(|class| self.knows(class, metric))
    }

    /// The folder that has a class.
    fn find(&self, material: &Material) -> Result<&Folder, OracleError> {
        let has = |folder: &&Folder| folder.classes.contains(material);
        self.folders.iter().find(has).ok_or_else(|| {
            let places: Vec<String> = self.folders.iter().map(|of| of.without(material)).collect();
            OracleError::MissingTable {
                material: material.to_string(),
                place: places.join(" or "),
            }
        })
    }

    /// The oracle for a class; a single folder reports itself what it lacks.
    fn of(&self, material: &Material) -> Result<&dyn Oracle, OracleError> {
        match &self.folders[..] {
            [only] => Ok(&*only.oracle),
            [first, ..] if material.men_count() == 2 => Ok(&*first.oracle),
            _ => Ok(&*self.find(material)?.oracle),
        }
    }
}

impl Oracle for Oracles {
    fn name(&self) -> String {
        let names: Vec<String> = self.folders.iter().map(|of| of.oracle.name()).collect();
        names.join(" and ")
    }

    /// With several folders, covers those of all classes that moves lead to,
    /// because each may come from a different one.
    fn fingerprint(&self, material: &Material) -> Result<String, OracleError> {
        if let [only] = &self.folders[..] {
            return only.oracle.fingerprint(material);
        }
        let all = Material::with_smaller(std::slice::from_ref(material), |_| false);
        let here = all.iter().filter(|class| self.find(class).is_ok());
        let line = |class| Ok(format!("{class} {}\n", self.of(class)?.fingerprint(class)?));
        let lines: Result<String, OracleError> = here.map(line).collect();
        Ok(sha256(lines?))
    }

    fn provenance(&self, material: &Material) -> Result<Option<Provenance>, OracleError> {
        self.of(material)?.provenance(material)
    }

    fn provenance_until_now(&self) -> Option<Provenance> {
        let all = self.folders.iter();
        all.filter_map(|folder| folder.oracle.provenance_until_now())
            .reduce(Provenance::and)
    }

    fn knows(&self, material: &Material, metric: Metric) -> bool {
        let folder = self.find(material);
        folder.is_ok_and(|folder| folder.oracle.knows(material, metric))
    }

    fn load(&self, material: &Material, metrics: &[Metric]) -> Result<Option<Table>, OracleError> {
        self.of(material)?.load(material, metrics)
    }

    fn prepare(&self, material: &Material) -> Result<(), OracleError> {
        self.of(material)?.prepare(material)
    }

    fn check_files(&self, material: &Material) -> Result<Option<CheckedFiles>, OracleError> {
        self.of(material)?.check_files(material)
    }

    fn probe(&self, material: &Material, placement: &Placement) -> Result<Value, OracleError> {
        self.of(material)?.probe(material, placement)
    }

    fn probe_chess(&self, position: &Chess) -> Result<Value, OracleError> {
        match &self.folders[..] {
            [only] => only.oracle.probe_chess(position),
            _ => crate::oracle::probe_with_en_passant(self, position),
        }
    }

    fn probe_with_care(&self, position: &Chess) -> Result<Value, OracleError> {
        match &self.folders[..] {
            [only] => only.oracle.probe_with_care(position),
            _ => match Placement::of(position) {
                Ok((material, ..)) if position.maybe_ep_square().is_none() => {
                    self.of(&material)?.probe_with_care(position)
                }
                _ => self.probe_chess(position),
            },
        }
    }

    fn knows_fifty_moves(&self, material: &Material) -> bool {
        let of = self.of(material);
        of.is_ok_and(|oracle| oracle.knows_fifty_moves(material))
    }

    fn probe_ruling(
        &self,
        material: &Material,
        placement: &Placement,
    ) -> Result<Ruling, OracleError> {
        self.of(material)?.probe_ruling(material, placement)
    }

    fn block(
        &self,
        layout: &Layout,
        block: usize,
        turn: Color,
        words: &mut WdlWords,
    ) -> Result<(), OracleError> {
        self.of(layout.material())?
            .block(layout, block, turn, words)
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;

    const GAVIOTA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/gaviota");

    /// The classes of the folder have three men.
    #[test]
    fn missing_tables_are_reported_with_what_can_be_read() -> Result<(), Box<dyn Error>> {
        let oracles = Oracles::open([GAVIOTA, GAVIOTA], Asking::default())?;
        let report = |men: usize| -> Result<String, Box<dyn Error>> {
            let class: Material = format!("K{}vK", "N".repeat(men - 2)).parse()?;
            let error = oracles.find(&class).map(|folder| folder.kind);
            Ok(error.err().ok_or("a table")?.to_string())
        };
        let most = GaviotaFolder::MAX_MEN;
        let limit = format!("up to {most} men");
        for (men, is_limited) in [(3, false), (most, false), (most + 1, true)] {
            let said = report(men)?;
            assert_eq!(said.contains(&limit), is_limited, "{said}");
            assert!(said.contains(" or "), "{said}");
        }
        Ok(())
    }

    /// A folder says the same alone and among folders.
    #[test]
    fn folders_answer_as_themselves() -> Result<(), Box<dyn Error>> {
        let folder = GaviotaFolder::open_folder(GAVIOTA.as_ref(), Asking::default())?.0;
        let class: Material = "KPvK".parse()?;
        for count in [1, 2] {
            let oracles = Oracles::open(vec![GAVIOTA; count], Asking::default())?;
            assert_eq!(oracles.name(), vec![folder.name(); count].join(" and "));
            oracles.provenance(&class)?;
            folder.provenance(&class)?;
            assert_eq!(
                oracles.provenance_until_now(),
                Oracle::provenance_until_now(&folder)
            );
        }
        Ok(())
    }

    #[test]
    fn folders_without_tables_are_refused() {
        let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        let opened = Oracles::open([sources], Asking::default());
        assert!(matches!(opened, Err(OracleError::NoTables { .. })));
    }
}
