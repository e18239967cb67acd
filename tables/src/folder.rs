//! A folder of drawproof's own table files as an oracle.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use shakmaty::{ByColor, Chess, Color, Position};

use crate::{
    Asking, CheckedFiles, Dtz, FileError, FolderOracle, Layout, LayoutError, Material, Metric,
    Oracle, OracleError, Placement, Reason, Reorder, SideTable, Table, TableFile, Value,
    VisibleName, Wdl, WdlWords,
    fingerprint::Fingerprint,
    material::ClassKey,
    oracle::{block_by_probing, key_without_rights, probe_with_en_passant},
};

/// A folder of files that [`write_table`](crate::write_table) wrote: WDL, and
/// distances where their files exist.
///
/// All files are opened with the folder and read when positions are probed; see
/// [`TableFile`]. Any number of threads may probe at once.
#[derive(Debug)]
pub struct TableFolder {
    path: PathBuf,
    /// In order of their keys.
    classes: Vec<(ClassKey, Class)>,
}

/// The files of one class.
#[derive(Debug)]
struct Class {
    layout: Layout,
    is_symmetric: bool,
    wdl: TableFile,
    /// Those of distances, in the order of metrics.
    distances: Vec<TableFile>,
}

impl TableFolder {
    /// Opens all table files in a folder and ignores other files.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read or has no WDL file, or if the header or
    /// index of a file is damaged; see [`check`](Self::check) for the rest.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OracleError> {
        let (folder, refused) = Self::open_whole(path)?;
        match refused.into_iter().next() {
            None => Ok(folder),
            Some(error) => Err(error.into()),
        }
    }

    /// Like [`open`](Self::open), but skips damaged files and returns their
    /// errors.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read or has no table file.
    pub fn open_whole(path: impl AsRef<Path>) -> Result<(Self, Vec<FileError>), OracleError> {
        let path = path.as_ref();
        Self::of_opened(path, open_files(path)?)
    }

    /// Like [`open_whole`](Self::open_whole), for files in memory, each with
    /// its name; `path` names their folder.
    ///
    /// # Errors
    ///
    /// If there is no table file.
    pub fn of_files(
        path: impl AsRef<Path>,
        files: impl IntoIterator<Item = (String, Vec<u8>)>,
    ) -> Result<(Self, Vec<FileError>), OracleError> {
        let path = path.as_ref();
        let files = files.into_iter();
        let files = files.map(|(name, bytes)| TableFile::from_storage(path.join(name), bytes));
        Self::of_opened(path, files.collect())
    }

    fn of_opened(
        path: &Path,
        opened: Vec<Result<TableFile, FileError>>,
    ) -> Result<(Self, Vec<FileError>), OracleError> {
        let (mut files, mut refused) = (HashMap::new(), Vec::new());
        for file in opened {
            match file {
                Ok(file) => {
                    files.insert((file.material().clone(), file.metric()), file);
                }
                Err(error) => refused.push(error),
            }
        }
        let mut classes = Vec::new();
        let known: Vec<Material> = files
            .keys()
            .filter(|(_, metric)| *metric == Metric::Wdl)
            .map(|(material, _)| material.clone())
            .collect();
        for material in known {
            let mut take = |metric| files.remove(&(material.clone(), metric));
            if let Some(wdl) = take(Metric::Wdl) {
                let class = Class {
                    layout: wdl.layout().clone(),
                    is_symmetric: material.is_symmetric(),
                    wdl,
                    distances: Metric::ALL.into_iter().filter_map(take).collect(),
                };
                classes.push((ClassKey::of(&material), class));
            }
        }
        classes.sort_by_key(|(key, _)| *key);
        refused.extend(files.keys().map(|(material, metric)| FileError {
            path: path.join(metric.file_name(material)),
            reason: Reason::Alone(Metric::Wdl.file_name(material)),
        }));
        refused.sort_by(|a, b| a.path.cmp(&b.path));
        if classes.is_empty() && refused.is_empty() {
            return Err(OracleError::MissingTable {
                material: format!("any class (*.{})", Metric::Wdl.extension()),
                place: path.shown(),
            });
        }
        let path = path.into();
        Ok((Self { path, classes }, refused))
    }

    /// The classes whose WDL is in the folder, small ones first.
    pub fn classes(&self) -> Vec<Material> {
        let materials = self
            .classes
            .iter()
            .map(|(_, class)| class.layout.material());
        let mut classes: Vec<Material> = materials.cloned().collect();
        classes.sort_by_key(|class| (class.men_count(), class.to_string()));
        classes
    }

    /// The files of a class.
    pub fn files(&self, material: &Material) -> Vec<&TableFile> {
        let Some(class) = self.find(ClassKey::of(material)) else {
            return Vec::new();
        };
        [&class.wdl].into_iter().chain(&class.distances).collect()
    }

    /// Whether the folder has a metric of a class.
    pub fn has(&self, material: &Material, metric: Metric) -> bool {
        let files = self.files(material);
        files.iter().any(|file| file.metric() == metric)
    }

    /// Checks every checksum of a class's files.
    ///
    /// # Errors
    ///
    /// The first part of a file that is damaged.
    pub fn check(&self, material: &Material) -> Result<(), FileError> {
        self.files(material)
            .into_iter()
            .try_for_each(TableFile::check)
    }

    /// Reads all files of a class into a table in memory. Nothing else of them stays there.
    ///
    /// # Errors
    ///
    /// If the class is missing, or one of its files is damaged.
    pub fn load(&self, material: &Material) -> Result<Table, OracleError> {
        self.load_metrics(material, &Metric::ALL)
    }

    /// Like [`load`](Self::load), but only with the given distances, if they
    /// exist.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn load_metrics(
        &self,
        material: &Material,
        metrics: &[Metric],
    ) -> Result<Table, OracleError> {
        let class = self.class(material)?.afresh();
        let sides = if material.is_symmetric() {
            let white = class.load_side(Color::White, metrics)?;
            ByColor {
                black: mirrored(&class.layout, &white),
                white,
            }
        } else {
            ByColor {
                black: class.load_side(Color::Black, metrics)?,
                white: class.load_side(Color::White, metrics)?,
            }
        };
        Ok(Table::new(class.layout.clone(), sides))
    }

    #[inline]
    fn find(&self, key: ClassKey) -> Option<&Class> {
        let at = self
            .classes
            .binary_search_by_key(&key, |(key, _)| *key)
            .ok()?;
        Some(&self.classes[at].1)
    }

    fn class(&self, material: &Material) -> Result<&Class, OracleError> {
        if let Some(class) = self.find(ClassKey::of(material)) {
            return Ok(class);
        }
        Layout::new(material)?;
        Err(OracleError::MissingTable {
            material: material.to_string(),
            place: self.path.shown(),
        })
    }
}

/// Opens every file with the name of a table file.
fn open_files(path: &Path) -> Result<Vec<Result<TableFile, FileError>>, OracleError> {
    let io = |error| OracleError::Io {
        path: path.into(),
        error,
    };
    let mut opened = Vec::new();
    for entry in fs::read_dir(path).map_err(io)? {
        let file = entry.map_err(io)?.path();
        let extension = file.extension().unwrap_or_default();
        let is_table = |metric: &Metric| extension == metric.extension();
        if Metric::ALL.iter().any(is_table) {
            opened.push(TableFile::open(&file));
        }
    }
    Ok(opened)
}

impl FolderOracle for TableFolder {
    const KIND: &'static str = "own";
    const ENDINGS: &'static [&'static str] = &Metric::EXTENSIONS;

    fn open_folder(path: &Path, _how: Asking) -> Result<(Self, Vec<FileError>), OracleError> {
        Self::open_whole(path)
    }

    fn all_classes(&self) -> Vec<Material> {
        self.classes()
    }
}

impl Oracle for TableFolder {
    fn name(&self) -> String {
        format!("tables in {}", self.path.shown())
    }

    /// Covers the bytes of the class's files.
    fn fingerprint(&self, material: &Material) -> Result<String, OracleError> {
        self.class(material)?;
        let mut fingerprint = Fingerprint::new();
        for file in self.files(material) {
            let name = file.metric().file_name(material);
            fingerprint.file(&self.path.join(name))?;
        }
        Ok(fingerprint.finish())
    }

    fn probe(&self, material: &Material, placement: &Placement) -> Result<Value, OracleError> {
        let class = match self.class(material) {
            Err(OracleError::Layout(LayoutError::BareKings(_))) => return Ok(Value::DRAW),
            class => class?,
        };
        class
            .value(placement)?
            .ok_or_else(|| OracleError::Unanswered {
                place: self.name(),
                fen: placement.fen(material).to_string(),
                reason: "the position is not legal".into(),
            })
    }

    fn probe_chess(&self, position: &Chess) -> Result<Value, OracleError> {
        if let Some((key, flipped)) = key_without_rights(position)
            && let Some(class) = self.find(key)
        {
            let (board, turn) = (position.board(), position.turn());
            let placement = Placement::on_board(board, turn, class.layout.men(), flipped);
            if let Some(value) = class.value(&placement)? {
                return Ok(value);
            }
        }
        probe_with_en_passant(self, position)
    }

    fn knows_fifty_moves(&self, material: &Material) -> bool {
        self.has(material, Metric::Dtz)
    }

    fn knows(&self, material: &Material, metric: Metric) -> bool {
        self.has(material, metric)
    }

    fn load(&self, material: &Material, metrics: &[Metric]) -> Result<Option<Table>, OracleError> {
        self.load_metrics(material, metrics).map(Some)
    }

    fn check_files(&self, material: &Material) -> Result<Option<CheckedFiles>, OracleError> {
        self.check(material)?;
        Ok(Some(CheckedFiles {
            count: self.files(material).len(),
            provenance: None,
        }))
    }

    fn block(
        &self,
        layout: &Layout,
        block: usize,
        turn: Color,
        words: &mut WdlWords,
    ) -> Result<(), OracleError> {
        if turn.is_black() && layout.material().is_symmetric() {
            return block_by_probing(self, layout, block, turn, words);
        }
        let class = self.class(layout.material())?;
        let stored = class.wdl.words(block, turn)?;
        for (word, sets) in stored.iter().enumerate() {
            (words.win[word], words.loss[word]) = (sets.win, sets.loss);
        }
        if let (Some(cursed), Some(dtz)) = (&mut words.cursed, class.distance(Metric::Dtz)) {
            dtz.above(&class.wdl, block, turn, Dtz::MAX_50_MOVES.0, cursed)?;
        }
        Ok(())
    }
}

impl Class {
    /// The same files with nothing unpacked.
    fn afresh(&self) -> Self {
        Self {
            layout: self.layout.clone(),
            is_symmetric: self.is_symmetric,
            wdl: self.wdl.afresh(),
            distances: self.distances.iter().map(TableFile::afresh).collect(),
        }
    }

    /// The value of a position. `None` if it is not legal.
    #[inline]
    fn value(&self, placement: &Placement) -> Result<Option<Value>, FileError> {
        let exchanged;
        let mut placement = placement;
        if placement.turn.is_black() && self.is_symmetric {
            exchanged = placement.exchanged(self.layout.material());
            placement = &exchanged;
        }
        let Some(index) = self.layout.encode(&placement.squares) else {
            return Ok(None);
        };
        let turn = placement.turn;
        let sets = self.wdl.word(index, turn)?;
        let has = |set: u64| set >> index.bit & 1 != 0;
        if !has(sets.legal) {
            return Ok(None);
        }
        let wdl = match (has(sets.win), has(sets.loss)) {
            (true, _) => Wdl::Win,
            (_, true) => Wdl::Loss,
            _ => Wdl::Draw,
        };
        if wdl == Wdl::Draw {
            return Ok(Some(Value::DRAW));
        }
        let mut value = Value::of(wdl);
        for file in &self.distances {
            let number = file.distance(&self.wdl, index, turn)?;
            file.metric().set(&mut value, number.into());
        }
        Ok(Some(value))
    }

    /// The file of some distances.
    fn distance(&self, metric: Metric) -> Option<&TableFile> {
        self.distances.iter().find(|file| file.metric() == metric)
    }

    fn load_side(&self, turn: Color, metrics: &[Metric]) -> Result<SideTable, FileError> {
        let mut side = SideTable::default();
        for block in 0..self.layout.blocks() {
            for sets in self.wdl.words(block, turn)? {
                side.legal.push(sets.legal);
                side.win.push(sets.win);
                side.loss.push(sets.loss);
            }
        }
        for file in &self.distances {
            if metrics.contains(&file.metric()) {
                let numbers = file.numbers(&self.wdl, turn)?;
                file.metric().set_numbers(&mut side, numbers);
            }
        }
        Ok(side)
    }
}

/// Black's side of a symmetric class, from White's.
fn mirrored(layout: &Layout, white: &SideTable) -> SideTable {
    let order = layout.material().exchanged_men();
    let reorder = Reorder {
        to: layout,
        from: layout,
        order: &order,
        flipped: true,
    };
    reorder.side(white)
}
