//! Folders of finished slices: a folder for each class, and in it files of slices.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use drawproof_tables::{Layout, Material, Metric, PartialFile};
use shakmaty::Square;

use crate::{
    error::GenerateError,
    positions::{
        pawn_structure::{Structure, levels, pawns_of},
        shape::Shape,
    },
    store::{
        packed_class::{Packed, PackedSlice},
        slice_file::{Contents, SliceError, SliceFile, SliceReason, SliceWriter, io_error},
    },
    wanted::Wanted,
};

/// How the names of files of slices end.
const SUFFIX: &str = "slices";
/// The file that the one process writes to, slice by slice.
const OWN: &str = "run.slices";
/// The file that is locked by that process.
const LOCK: &str = ".drawproof-lock";
/// The file that a folder of jobs has.
const PLAN: &str = "plan.json";

/// A folder in which finished slices are kept instead of in memory. Those that are
/// there when a run begins are not solved again.
#[derive(Debug)]
pub struct SliceFolder {
    path: PathBuf,
    metrics: &'static [Metric],
    /// Whether it was made for this run, or for one that it continues.
    is_new: bool,
    /// Locked as long as it is open, unless it is shared.
    _lock: Option<File>,
}

impl SliceFolder {
    /// A folder for this process alone, which is made if it is missing. What is in it
    /// must have just these metrics.
    ///
    /// # Errors
    ///
    /// If it cannot be made, another process is using it, or it is shared by jobs.
    pub fn open(path: &Path, wanted: Wanted) -> Result<Self, SliceError> {
        // A lock that is there was left by a run that was killed.
        let is_new = !path.exists() || path.join(LOCK).exists();
        fs::create_dir_all(path).map_err(|error| io_error(path, &error))?;
        if path.join(PLAN).exists() {
            return Err(SliceReason::Shared.of(path));
        }
        let lock = path.join(LOCK);
        let file = open_own(&lock)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(SliceReason::Busy.of(path)),
            Err(TryLockError::Error(error)) => return Err(io_error(&lock, &error)),
        }
        Ok(Self {
            path: path.into(),
            metrics: wanted.metrics(),
            is_new,
            _lock: Some(file),
        })
    }

    /// A folder that any number of processes use: each writes files of its own, which
    /// are there once they are complete.
    pub fn shared(path: &Path, wanted: Wanted) -> Self {
        Self {
            path: path.into(),
            metrics: wanted.metrics(),
            is_new: false,
            _lock: None,
        }
    }

    /// Whether all slices of a class are there.
    ///
    /// # Errors
    ///
    /// If a file is damaged, or of another run.
    pub fn is_complete(&self, class: &Material) -> Result<bool, GenerateError> {
        let layout = Layout::new(class)?;
        // Going through all structures takes time.
        if !self.path.join(class.to_string()).is_dir() {
            return Ok(false);
        }
        Ok(self.finished(&layout)?.len() == structures(&layout))
    }

    /// The finished slices of a class.
    pub(crate) fn finished(&self, layout: &Layout) -> Result<Packed, GenerateError> {
        Ok(self.read(layout)?.0)
    }

    /// The finished slices of a class, and a file for more of them.
    pub(crate) fn continued(&self, layout: &Layout) -> Result<(Packed, Slices), GenerateError> {
        self.make(layout)?;
        let path = self.folder(layout.material()).join(OWN);
        let file = open_own(&path)?;
        let (packed, end) = self.read(layout)?;
        let writer = SliceWriter::new(&path, file, &self.contents(layout), end)?;
        let slices = Slices {
            file: Mutex::new(writer),
            metrics: self.metrics,
        };
        Ok((packed, slices))
    }

    /// Makes the folder of a class, if it is not there.
    pub(crate) fn make(&self, layout: &Layout) -> Result<(), SliceError> {
        let folder = self.folder(layout.material());
        fs::create_dir_all(&folder).map_err(|error| io_error(&folder, &error))
    }

    /// Whether a file of these slices of a class is there already.
    pub(crate) fn has_file(
        &self,
        layout: &Layout,
        name: &str,
        structures: &[Structure],
    ) -> Result<bool, GenerateError> {
        let path = self.file(layout, name);
        if !path.exists() {
            return Ok(false);
        }
        let mut packed = Packed::new(layout, self.metrics);
        self.read_file(&path, &mut packed)?;
        let has_all = structures.iter().all(|of| packed.get(of).is_some());
        if has_all && packed.len() == structures.len() {
            Ok(true)
        } else {
            Err(SliceReason::Damaged.of(&path).into())
        }
    }

    /// Begins a file of slices. Others take one that is not finished after an hour for
    /// one that was left behind, so nothing is solved meanwhile.
    pub(crate) fn new_file(&self, layout: &Layout, name: &str) -> Result<NewFile, GenerateError> {
        let path = self.file(layout, name);
        self.make(layout)?;
        let folder = self.folder(layout.material());
        let part = PartialFile::create(&folder).map_err(|error| io_error(&path, &error))?;
        let file = part.file().try_clone();
        let file = file.map_err(|error| io_error(&path, &error))?;
        let writer = SliceWriter::new(&path, file, &self.contents(layout), 0)?;
        Ok(NewFile {
            path,
            part,
            writer,
            metrics: self.metrics,
        })
    }

    fn file(&self, layout: &Layout, name: &str) -> PathBuf {
        let folder = self.folder(layout.material());
        folder.join(name).with_extension(SUFFIX)
    }

    /// The finished slices, and where the last one in the file of this process ends.
    fn read(&self, layout: &Layout) -> Result<(Packed, u64), GenerateError> {
        let mut packed = Packed::new(layout, self.metrics);
        let mut own_end = 0;
        for path in self.files(layout.material())? {
            let end = self.read_file(&path, &mut packed)?;
            if path.ends_with(OWN) {
                own_end = end;
            }
        }
        Ok((packed, own_end))
    }

    /// Adds the slices of a file, and says where the last one ends.
    fn read_file(&self, path: &Path, packed: &mut Packed) -> Result<u64, GenerateError> {
        let layout = packed.layout().clone();
        let words = words(&layout);
        let (records, end) = SliceFile::records(path, &self.contents(&layout))?;
        for record in records {
            let squares = &record.head.pawns;
            let squares = squares.iter().map(|&square| Square::try_from(square).ok());
            let structure = Structure::checked(pawns_of(&layout), squares);
            let slice = PackedSlice::on_disk(record, self.metrics)?;
            match (structure, slice.filter(|slice| slice.words() == words)) {
                (Some(structure), Some(slice)) => packed.insert(structure, slice),
                _ => return Err(SliceReason::Damaged.of(path).into()),
            }
        }
        Ok(end)
    }

    /// The files of a class, in any order.
    fn files(&self, class: &Material) -> Result<Vec<PathBuf>, SliceError> {
        let folder = self.folder(class);
        if !folder.is_dir() {
            return Ok(Vec::new());
        }
        let error = |error: std::io::Error| io_error(&folder, &error);
        let mut files = Vec::new();
        for entry in fs::read_dir(&folder).map_err(error)? {
            let path = entry.map_err(error)?.path();
            if path.extension().is_some_and(|suffix| suffix == SUFFIX) {
                files.push(path);
            }
        }
        Ok(files)
    }

    /// The folder of a class.
    pub(crate) fn folder(&self, class: &Material) -> PathBuf {
        self.path.join(class.to_string())
    }

    fn contents<'a>(&self, layout: &'a Layout) -> Contents<'a> {
        Contents {
            class: layout.material(),
            metrics: self.metrics,
        }
    }

    /// Removes the slices of some classes that this process and earlier runs wrote, and
    /// the folder, if it was made for this run and has nothing else in it.
    ///
    /// # Errors
    ///
    /// If something cannot be removed.
    pub fn remove(self, classes: &[Material]) -> Result<(), SliceError> {
        for class in classes {
            let folder = self.folder(class);
            let file = folder.join(OWN);
            if file.exists() {
                fs::remove_file(&file).map_err(|error| io_error(&file, &error))?;
                // One with other files in it stays.
                let _ = fs::remove_dir(folder);
            }
        }
        let _ = fs::remove_file(self.path.join(LOCK));
        if self.is_new {
            let _ = fs::remove_dir(&self.path);
        }
        Ok(())
    }
}

/// Opens a file that this process writes to, or makes it. A link, a pipe or a device that
/// has its name is refused.
fn open_own(path: &Path) -> Result<File, SliceError> {
    if fs::symlink_metadata(path).is_ok_and(|data| !data.is_file()) {
        return Err(SliceReason::Foreign.of(path));
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options.open(path).map_err(|error| io_error(path, &error))
}

/// A file to which the slices of a class are written as they are finished.
pub struct Slices {
    file: Mutex<SliceWriter>,
    metrics: &'static [Metric],
}

impl Slices {
    /// Writes a slice, and frees its memory.
    pub fn keep(&self, of: &Structure, slice: &PackedSlice) -> Result<PackedSlice, GenerateError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        slice.write(of, &mut file, self.metrics)
    }
}

/// A file of slices that is written as a whole.
pub struct NewFile {
    path: PathBuf,
    part: PartialFile,
    writer: SliceWriter,
    metrics: &'static [Metric],
}

impl NewFile {
    pub fn write(&mut self, of: &Structure, slice: &PackedSlice) -> Result<(), GenerateError> {
        slice.write(of, &mut self.writer, self.metrics)?;
        Ok(())
    }

    /// Waits until all is on disk, then gives the file its name.
    pub fn finish(self) -> Result<(), SliceError> {
        let named = self.part.finish(&self.path);
        named.map_err(|error| io_error(&self.path, &error))
    }
}

/// The words of each set of a slice.
pub fn words(layout: &Layout) -> usize {
    if !layout.material().has_pawns() {
        return layout.words();
    }
    let structure = levels(layout).into_iter().flatten().next();
    structure.map_or(0, |structure| {
        let shape = Shape::with_pawns(layout, &structure);
        shape.blocks() * shape.block_words()
    })
}

/// How many slices a class has.
pub fn structures(layout: &Layout) -> usize {
    levels(layout).iter().map(Vec::len).sum()
}
