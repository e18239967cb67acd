//! A folder of own table files as an oracle.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use shakmaty::{ByColor, Color};

use crate::{
    Dtz, FileError, FileMetric, Index, Layout, LayoutError, Material, Numbers, Oracle, OracleError,
    Placement, Reorder, SideTable, Table, TableFile, Value, Wdl, WdlWords, dtm,
};

/// A folder of files that [`write_table`](crate::write_table) wrote: WDL, and
/// the distances whose files are there.
///
/// Files are opened with the folder and read where positions are asked for;
/// see [`TableFile`]. Any number of threads may ask at once.
#[derive(Debug)]
pub struct TableFolder {
    path: PathBuf,
    classes: HashMap<Material, Class>,
}

/// The files of one class.
#[derive(Debug)]
struct Class {
    layout: Layout,
    wdl: TableFile,
    dtm: Option<TableFile>,
    dtz: Option<TableFile>,
}

impl TableFolder {
    /// Opens all files of tables in a folder; other files are passed over.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read or has no WDL file, or one of its files is
    /// damaged, as far as header and index say; see
    /// [`check`](Self::check) for the rest.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OracleError> {
        let path = path.as_ref();
        let io = |error| OracleError::Io {
            path: path.into(),
            error,
        };
        let mut files: HashMap<(Material, FileMetric), TableFile> = HashMap::new();
        for entry in fs::read_dir(path).map_err(io)? {
            let file = entry.map_err(io)?.path();
            let extension = file.extension().unwrap_or_default();
            let is_table = |metric: &FileMetric| extension == metric.extension();
            if FileMetric::ALL.iter().any(is_table) {
                let file = TableFile::open(&file)?;
                files.insert((file.material().clone(), file.metric()), file);
            }
        }
        let known: Vec<Material> = files
            .keys()
            .filter(|(_, metric)| *metric == FileMetric::Wdl)
            .map(|(material, _)| material.clone())
            .collect();
        let mut classes = HashMap::new();
        for material in known {
            let mut take = |metric| files.remove(&(material.clone(), metric));
            if let Some(wdl) = take(FileMetric::Wdl) {
                let class = Class {
                    layout: wdl.layout().clone(),
                    wdl,
                    dtm: take(FileMetric::Dtm),
                    dtz: take(FileMetric::Dtz),
                };
                classes.insert(material, class);
            }
        }
        if classes.is_empty() {
            return Err(OracleError::MissingTable {
                material: format!("any class (*.{})", FileMetric::Wdl.extension()),
                place: path.display().to_string(),
            });
        }
        Ok(Self {
            path: path.into(),
            classes,
        })
    }

    /// The classes whose WDL is in the folder, small ones first.
    pub fn classes(&self) -> Vec<Material> {
        let mut classes: Vec<Material> = self.classes.keys().cloned().collect();
        classes.sort_by_key(|class| (class.men_count(), class.to_string()));
        classes
    }

    /// The files of a class.
    pub fn files(&self, material: &Material) -> Vec<&TableFile> {
        let Some(class) = self.classes.get(material) else {
            return Vec::new();
        };
        let distances = [&class.dtm, &class.dtz].into_iter().flatten();
        [&class.wdl].into_iter().chain(distances).collect()
    }

    /// Checks every checksum of a class's files.
    ///
    /// # Errors
    ///
    /// The first part of a file that is damaged.
    pub fn check(&self, material: &Material) -> Result<(), FileError> {
        self.files(material).into_iter().try_for_each(TableFile::check)
    }

    /// Reads the files of a class whole, as a table in memory.
    ///
    /// # Errors
    ///
    /// If the class is not here, or one of its files is damaged.
    pub fn load(&self, material: &Material) -> Result<Table, OracleError> {
        let class = self.class(material)?;
        let sides = if material.is_symmetric() {
            let white = class.load_side(Color::White)?;
            ByColor {
                black: mirrored(&class.layout, &white),
                white,
            }
        } else {
            ByColor {
                black: class.load_side(Color::Black)?,
                white: class.load_side(Color::White)?,
            }
        };
        Ok(Table::new(class.layout.clone(), sides))
    }

    fn class(&self, material: &Material) -> Result<&Class, OracleError> {
        if let Some(class) = self.classes.get(material) {
            return Ok(class);
        }
        Layout::new(material)?;
        Err(OracleError::MissingTable {
            material: material.to_string(),
            place: self.path.display().to_string(),
        })
    }
}

impl Oracle for TableFolder {
    fn name(&self) -> String {
        format!("tables in {}", self.path.display())
    }

    fn probe(&self, material: &Material, placement: &Placement) -> Result<Value, OracleError> {
        let class = match self.class(material) {
            Err(OracleError::Layout(LayoutError::BareKings(_))) => return Ok(Value::DRAW),
            class => class?,
        };
        let value = if placement.turn.is_black() && material.is_symmetric() {
            class.value(&placement.exchanged(material))?
        } else {
            class.value(placement)?
        };
        value.ok_or_else(|| OracleError::Unanswered {
            place: self.name(),
            fen: placement.fen(material).to_string(),
            reason: "the position is not legal".into(),
        })
    }

    fn block(
        &self,
        layout: &Layout,
        block: usize,
        turn: Color,
        words: &mut WdlWords,
    ) -> Result<(), OracleError> {
        if turn.is_black() && layout.material().is_symmetric() {
            return crate::oracle::block_by_probing(self, layout, block, turn, words);
        }
        let side = self.class(layout.material())?.wdl.side(block, turn)?;
        words.win.copy_from_slice(&side.win);
        words.loss.copy_from_slice(&side.loss);
        Ok(())
    }
}

impl Class {
    /// The value of a position with a side to move that is stored. `None` if
    /// it is not legal.
    fn value(&self, placement: &Placement) -> Result<Option<Value>, FileError> {
        let Some(index) = self.layout.encode(&placement.squares) else {
            return Ok(None);
        };
        let turn = placement.turn;
        let side = self.wdl.side(index.block, turn)?;
        let Index { word, bit, .. } = index;
        if side.legal[word] >> bit & 1 == 0 {
            return Ok(None);
        }
        let wdl = side.wdl(word, bit);
        if wdl == Wdl::Draw {
            return Ok(Some(Value::DRAW));
        }
        let number = |file: &Option<TableFile>| match file {
            Some(file) => file.distance(&self.wdl, index, turn).map(Some),
            None => Ok(None),
        };
        Ok(Some(Value {
            dtm: number(&self.dtm)?.map(|moves| dtm(wdl, moves.into())),
            dtz: number(&self.dtz)?.map(Dtz),
            ..Value::of(wdl)
        }))
    }

    fn load_side(&self, turn: Color) -> Result<SideTable, FileError> {
        let mut side = SideTable::default();
        for block in 0..self.layout.blocks() {
            let words = self.wdl.side(block, turn)?;
            side.legal.extend(&words.legal);
            side.win.extend(&words.win);
            side.loss.extend(&words.loss);
        }
        let numbers = |file: &Option<TableFile>| -> Result<Option<Numbers>, FileError> {
            let file = file.as_ref();
            file.map(|file| file.numbers(&self.wdl, turn)).transpose()
        };
        Ok(SideTable {
            moves: numbers(&self.dtm)?,
            dtz: numbers(&self.dtz)?,
            ..side
        })
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
        lands: None,
    };
    reorder.side(white)
}
