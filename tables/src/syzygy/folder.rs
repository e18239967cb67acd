//! Syzygy files as an oracle.

use std::{
    collections::HashSet,
    fs, io,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    slice,
    sync::Arc,
};

use shakmaty::{Chess, Color, Position};
use shakmaty_syzygy::{
    Dtz as SyzygyDtz, Metric as SyzygyMetric, ProbeError, SyzygyError, Tablebase, Wdl as SyzygyWdl,
};

use super::{
    files::{Kept, unreadable},
    names::syzygy_name,
    whole::Whole,
};
use crate::{
    Asking, CheckedFiles, Dtz, FileError, FolderOracle, Layout, Material, Metric, Oracle,
    OracleError, Placement, Provenance, Ruling, Table, Trust, Value, VisibleName, Wdl, WdlWords,
    fingerprint::Fingerprint, oracle::block_by_probing, placement::fen_of,
};

/// The reason given if nothing more specific is known.
const NO_SENSE: &str = "the contents are inconsistent";

/// A folder of Syzygy files: WDL (`.rtbw`) and, if asked for, distances to
/// zeroing moves (`.rtbz`) are read.
///
/// Probing uses shakmaty-syzygy, which resolves captures: where a capture
/// decides, the files may hold any lower bound. Cursed wins and blessed losses
/// count as wins and losses.
#[derive(Debug)]
pub struct SyzygyFolder {
    pub(super) path: PathBuf,
    pub(super) files: Arc<Kept>,
    tables: Tablebase<Chess>,
    pub(super) classes: Vec<Material>,
    with_dtz_file: HashSet<Material>,
    dtz: AskedDtz,
    pub(super) whole: Whole,
}

/// Where distances to zeroing moves are asked for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum AskedDtz {
    Nowhere,
    /// In classes whose `.rtbz` file is there.
    WhereKnown,
    Everywhere,
}

impl SyzygyFolder {
    /// Opens all files of a folder. Those that are probed must be as published,
    /// if a checksum was published.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read, holds no WDL file, or a file's length is
    /// not that of a table. A file that differs from the published one is an
    /// error of the first probe that needs it, and of
    /// [`provenance`](Self::provenance).
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OracleError> {
        Self::open_with(path, Trust::default())
    }

    /// Like [`open`](Self::open), with a choice of which files to trust.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn open_with(path: impl AsRef<Path>, trust: Trust) -> Result<Self, OracleError> {
        let path = path.as_ref().to_path_buf();
        let failed = |error| OracleError::Io {
            path: path.clone(),
            error,
        };
        let entries = fs::read_dir(&path).map_err(failed)?;
        let paths = entries.map(|entry| entry.map(|entry| entry.path()));
        let paths: Vec<PathBuf> = paths.collect::<Result<_, _>>().map_err(failed)?;
        Self::of_paths(path, Kept::new(trust), &paths)
    }

    /// Like [`open`](Self::open), for files in memory, each with its name;
    /// `path` names their folder. They are not compared with published files,
    /// and have no fingerprint, which needs files on disk.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn of_files(
        path: impl AsRef<Path>,
        files: impl IntoIterator<Item = (String, Arc<[u8]>)>,
    ) -> Result<Self, OracleError> {
        let path = path.as_ref().to_path_buf();
        let files = Kept::of_files(&path, files);
        let paths = files.paths();
        Self::of_paths(path, files, &paths)
    }

    fn of_paths(path: PathBuf, files: Kept, paths: &[PathBuf]) -> Result<Self, OracleError> {
        let files = Arc::new(files);
        let mut tables = Tablebase::with_filesystem(Arc::clone(&files) as _);
        let (mut classes, mut with_dtz_file) = (Vec::new(), HashSet::new());
        for file in paths {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            let class = name.parse::<Material>();
            // The library accepts KNvKB.rtbw for KBvKN.rtbw; published files have only
            // one name.
            let Some(class) = class.ok().filter(|class| class.to_string() == name) else {
                continue;
            };
            match tables.add_file(file) {
                // The name is not that of a table file.
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => continue,
                // Of a published file the complaint says what was expected.
                added => added.map_err(|error| match files.standing(file) {
                    Err(refused) => unreadable(file, &refused),
                    Ok(_) => unreadable(file, &error),
                })?,
            }
            match file.extension() {
                Some(ending) if ending == "rtbw" => classes.push(class),
                _ => {
                    with_dtz_file.insert(class);
                }
            }
        }
        if classes.is_empty() {
            return Err(OracleError::MissingTable {
                material: "any class (*.rtbw)".into(),
                place: path.shown(),
            });
        }
        classes.sort_by_key(|class| (class.men_count(), class.to_string()));
        Ok(Self {
            path,
            files,
            tables,
            classes,
            with_dtz_file,
            dtz: AskedDtz::Nowhere,
            whole: Whole::default(),
        })
    }

    /// Answers with distances to zeroing moves as well, which takes longer
    /// and needs the `.rtbz` files.
    ///
    /// Syzygy counts a checkmated position as one ply from a zeroing move; here
    /// it is 0, as in own tables. Some of its files hold moves, not plies: see
    /// [`Value::dtz_rounded`].
    #[must_use]
    pub fn with_dtz(self) -> Self {
        Self {
            dtz: AskedDtz::Everywhere,
            ..self
        }
    }

    /// [`with_dtz`](Self::with_dtz) of the classes whose `.rtbz` file is there.
    #[must_use]
    pub fn with_known_dtz(self) -> Self {
        Self {
            dtz: AskedDtz::WhereKnown,
            ..self
        }
    }

    /// Whether it answers with distances to zeroing moves in a class.
    pub fn has_dtz(&self, material: &Material) -> bool {
        match self.dtz {
            AskedDtz::Nowhere => false,
            AskedDtz::WhereKnown => self.with_dtz_file.contains(material),
            AskedDtz::Everywhere => true,
        }
    }

    /// The classes whose WDL file is in the folder, small ones first.
    pub fn classes(&self) -> &[Material] {
        &self.classes
    }

    /// What published checksums say about the files that were probed until now.
    pub fn provenance_until_now(&self) -> Provenance {
        Provenance::of(self.files.standings())
    }

    /// All files that positions of a class may be answered from: its own and
    /// those of the classes that captures and promotions lead to. Syzygy files
    /// omit positions that a capture decides, and the prober resolves them in
    /// those classes.
    fn files_of(&self, material: &Material) -> Vec<PathBuf> {
        let mut classes = Material::with_smaller(slice::from_ref(material), |_| false);
        classes.sort();
        let endings: &[&str] = if self.has_dtz(material) {
            &["rtbw", "rtbz"]
        } else {
            &["rtbw"]
        };
        let mut files = Vec::new();
        for class in &classes {
            for ending in endings {
                let path = self.path.join(format!("{class}.{ending}"));
                // A missing file that is probed is an error of the prober.
                if class == material || path.exists() {
                    files.push(path);
                }
            }
        }
        files
    }

    fn position(&self, material: &Material, placement: &Placement) -> Result<Chess, OracleError> {
        placement
            .to_chess(material)
            .map_err(|error| OracleError::Unanswered {
                place: self.name(),
                fen: placement.fen(material).to_string(),
                reason: error.to_string(),
            })
    }

    /// The ruling of the WDL files, which know cursed wins and blessed losses.
    fn ruling(&self, position: &Chess) -> Result<Ruling, OracleError> {
        // Probe as after a zeroing move: the half-move clock is irrelevant, and
        // the WDL file alone has the answer.
        let wdl = self.ask(position, |tables| tables.probe_wdl_after_zeroing(position))?;
        let (wdl, cursed) = match wdl {
            SyzygyWdl::Win => (Wdl::Win, false),
            SyzygyWdl::CursedWin => (Wdl::Win, true),
            SyzygyWdl::Draw => (Wdl::Draw, false),
            SyzygyWdl::BlessedLoss => (Wdl::Loss, true),
            SyzygyWdl::Loss => (Wdl::Loss, false),
        };
        let cursed = Some(cursed);
        Ok(Ruling { wdl, cursed })
    }

    fn probe_dtz(&self, position: &Chess) -> Result<Value, OracleError> {
        let answer = self.ask(position, |tables| tables.probe_dtz(position))?;
        let dtz = answer.ignore_rounding();
        let wdl = match dtz.signum() {
            1 => Wdl::Win,
            0 => return Ok(Value::DRAW),
            _ => Wdl::Loss,
        };
        if dtz == SyzygyDtz(-1) && position.is_checkmate() {
            return Ok(Value {
                dtm: None,
                ..Value::MATED
            });
        }
        let plies = u16::try_from(dtz.0.unsigned_abs());
        let plies = plies.map_err(|_| self.corrupt(position, "a distance is longer than any"))?;
        Ok(Value {
            dtz: Some(Dtz(plies)),
            dtz_rounded: answer.precise().is_none(),
            ..Value::of(wdl)
        })
    }

    /// Calls the library. It checks what it reads, but not every number that it
    /// computes from it: with a damaged file one may overflow and panic.
    fn ask<T>(
        &self,
        position: &Chess,
        question: impl FnOnce(&Tablebase<Chess>) -> Result<T, SyzygyError>,
    ) -> Result<T, OracleError> {
        // A probe changes nothing except which tables are loaded.
        match catch_unwind(AssertUnwindSafe(|| question(&self.tables))) {
            Ok(answer) => answer.map_err(|error| self.error(&error, position)),
            Err(_) => Err(self.corrupt(position, NO_SENSE)),
        }
    }

    fn corrupt(&self, position: &Chess, reason: &str) -> OracleError {
        let class = Material::of_board(position.board());
        OracleError::Corrupt {
            material: class.map_or_else(String::new, |(class, _)| class.to_string()),
            place: self.path.shown(),
            reason: reason.into(),
        }
    }

    fn error(&self, error: &SyzygyError, position: &Chess) -> OracleError {
        let place = self.path.shown();
        match error {
            SyzygyError::MissingTable { material, .. } => OracleError::MissingTable {
                material: material.to_string(),
                place,
            },
            SyzygyError::ProbeFailed {
                metric,
                material,
                error,
            } => {
                let corrupt = |reason| OracleError::Corrupt {
                    material: material.to_string(),
                    place,
                    reason,
                };
                match &**error {
                    // The error from when the file was opened.
                    ProbeError::Read { error } if error.kind() == io::ErrorKind::InvalidData => {
                        corrupt(error.to_string())
                    }
                    ProbeError::Read { error } => {
                        let ending = match metric {
                            SyzygyMetric::Wdl => "rtbw",
                            SyzygyMetric::Dtz => "rtbz",
                        };
                        unreadable(&self.path.join(format!("{material}.{ending}")), error)
                    }
                    // Its own text is a stack trace, which does not help a
                    // user.
                    ProbeError::CorruptedTable { .. } => corrupt(NO_SENSE.into()),
                    ProbeError::Magic { .. } => corrupt(error.to_string()),
                }
            }
            other => OracleError::Unanswered {
                place,
                fen: fen_of(position).to_string(),
                reason: other.to_string(),
            },
        }
    }
}

impl FolderOracle for SyzygyFolder {
    const KIND: &'static str = "Syzygy";
    const ENDINGS: &'static [&'static str] = &["rtbw", "rtbz"];

    fn open_folder(path: &Path, how: Asking) -> Result<(Self, Vec<FileError>), OracleError> {
        let folder = Self::open_with(path, how.trust)?;
        let folder = if how.distances {
            folder.with_known_dtz()
        } else {
            folder
        };
        Ok((folder, Vec::new()))
    }

    fn all_classes(&self) -> Vec<Material> {
        self.classes.clone()
    }
}

impl Oracle for SyzygyFolder {
    fn name(&self) -> String {
        format!("Syzygy files in {}", self.path.shown())
    }

    /// Covers the bytes of the class's files and of those of the classes that
    /// captures and promotions lead to.
    fn fingerprint(&self, material: &Material) -> Result<String, OracleError> {
        let mut fingerprint = Fingerprint::new();
        for path in self.files_of(material) {
            fingerprint.file(&path)?;
        }
        Ok(fingerprint.finish())
    }

    fn provenance(&self, material: &Material) -> Result<Option<Provenance>, OracleError> {
        let standing = |path: PathBuf| {
            let standing = self.files.standing(&path);
            let standing = standing.map_err(|error| unreadable(&path, &error))?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            Ok((name.into_owned(), standing))
        };
        let files = self.files_of(material).into_iter().map(standing);
        let files: Vec<_> = files.collect::<Result<_, OracleError>>()?;
        Ok(Some(Provenance::of(files)))
    }

    fn provenance_until_now(&self) -> Option<Provenance> {
        Some(Self::provenance_until_now(self))
    }

    fn knows(&self, material: &Material, metric: Metric) -> bool {
        let is_here = self.classes.contains(material);
        is_here && (metric == Metric::Wdl || metric == Metric::Dtz && self.has_dtz(material))
    }

    fn probe(&self, material: &Material, placement: &Placement) -> Result<Value, OracleError> {
        self.probe_chess(&self.position(material, placement)?)
    }

    fn probe_chess(&self, position: &Chess) -> Result<Value, OracleError> {
        let has_dtz = match self.dtz {
            AskedDtz::Nowhere => false,
            AskedDtz::Everywhere => true,
            AskedDtz::WhereKnown => Material::of_board(position.board())
                .is_some_and(|(material, _)| self.has_dtz(&material)),
        };
        if has_dtz {
            return self.probe_dtz(position);
        }
        Ok(Value::of(self.ruling(position)?.wdl))
    }

    fn knows_fifty_moves(&self, _material: &Material) -> bool {
        true
    }

    fn probe_ruling(
        &self,
        material: &Material,
        placement: &Placement,
    ) -> Result<Ruling, OracleError> {
        let whole = self.whole.get(material);
        match whole.and_then(|table| table.ruling(placement)) {
            Some(ruling) => Ok(ruling),
            None => self.ruling(&self.position(material, placement)?),
        }
    }

    /// With WDL alone; other distances stay in the files.
    fn load(&self, material: &Material, _metrics: &[Metric]) -> Result<Option<Table>, OracleError> {
        let table = self.wdl_table(material)?;
        Ok(table.map(|table| table.without_fifty_moves()))
    }

    fn prepare(&self, material: &Material) -> Result<(), OracleError> {
        match self.wdl_table(material) {
            // A probe that needs it says so.
            Err(OracleError::MissingTable { .. }) => Ok(()),
            table => table.map(|_| ()),
        }
    }

    /// Whether DTZ files are asked or not.
    fn check_files(&self, material: &Material) -> Result<Option<CheckedFiles>, OracleError> {
        if !self.classes.contains(material) {
            return Err(OracleError::MissingTable {
                material: material.to_string(),
                place: self.path.shown(),
            });
        }
        let mut files = Vec::new();
        for metric in [Metric::Wdl, Metric::Dtz] {
            let is_here = metric == Metric::Wdl || self.with_dtz_file.contains(material);
            if let Some(name) = syzygy_name(material, metric).filter(|_| is_here) {
                let standing = self.files.check(&self.path.join(&name))?;
                files.push((name, standing));
            }
        }
        Ok(Some(CheckedFiles {
            count: files.len(),
            provenance: Some(Provenance::of(files)),
        }))
    }

    fn block(
        &self,
        layout: &Layout,
        block: usize,
        turn: Color,
        words: &mut WdlWords,
    ) -> Result<(), OracleError> {
        match self.whole.get(layout.material()) {
            Some(table) => {
                table.block(block, turn, words);
                Ok(())
            }
            None => block_by_probing(self, layout, block, turn, words),
        }
    }

    /// Finds losses whose distance is not marked as rounded but depends on
    /// rounded moves: the library takes the longest as stored, and of two that
    /// look equal the rounded one may be longer.
    fn probe_with_care(&self, position: &Chess) -> Result<Value, OracleError> {
        let value = self.probe_chess(position)?;
        let (Wdl::Loss, Some(dtz), false) = (value.wdl, value.dtz, value.dtz_rounded) else {
            return Ok(value);
        };
        let mut dtz_rounded = false;
        for quiet in position
            .legal_moves()
            .into_iter()
            .filter(|m| !m.is_zeroing())
        {
            let mut after = position.clone();
            after.play_unchecked(quiet);
            let after = self.probe_chess(&after)?;
            dtz_rounded |= after.dtz_rounded && after.dtz.map(|dtz| dtz.0 + 1) == Some(dtz.0);
        }
        Ok(Value {
            dtz_rounded,
            ..value
        })
    }
}
