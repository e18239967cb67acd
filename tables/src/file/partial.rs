//! Files that are not complete yet.

use std::{
    fs::{self, File},
    hash::{BuildHasher, RandomState},
    io, mem,
    path::Path,
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use drawproof_system::with_usual_permissions;
use tempfile::NamedTempFile;

const PREFIX: &str = ".drawproof-";
const SUFFIX: &str = ".part";

/// Held while a partial file is made or gets its name.
static GATE: Mutex<()> = Mutex::new(());

/// A partial output file in its final folder, with the same permissions as the
/// user's other files. It is removed when dropped.
#[derive(Debug)]
pub struct PartialFile(NamedTempFile);

impl PartialFile {
    /// Makes an empty one.
    ///
    /// # Errors
    ///
    /// If it cannot be created.
    pub fn create(folder: &Path) -> io::Result<Self> {
        let prefix = own_prefix();
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(SUFFIX);
        with_usual_permissions(&mut builder);
        let _open = gate();
        builder.tempfile_in(folder).map(Self)
    }

    /// The file itself.
    pub fn file(&self) -> &File {
        self.0.as_file()
    }

    /// Where it is now.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Waits until all is on disk, then gives it its name, in place of an earlier file.
    ///
    /// # Errors
    ///
    /// If it cannot be written or renamed.
    pub fn finish(self, path: &Path) -> io::Result<()> {
        self.file().sync_all()?;
        let _open = gate();
        self.0.persist(path).map_err(|error| error.error)?;
        Ok(())
    }
}

/// Removes the partial files of this process from folders, before it ends. Threads that
/// begin or finish another one from now on wait for that end.
pub fn end_partial_files<'a>(folders: impl IntoIterator<Item = &'a Path>) {
    mem::forget(gate());
    let prefix = own_prefix();
    for folder in folders {
        // If one cannot be removed, a later run will.
        remove(folder, |entry| {
            entry.file_name().to_string_lossy().starts_with(&prefix)
        });
    }
}

/// Removes partial files that are more than an hour old, left in a folder by
/// killed runs.
pub fn remove_old_partial_files(folder: &Path) {
    const OLD: Duration = Duration::from_hours(1);
    // If one cannot be removed, it does no harm.
    remove(folder, |entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_part = name.starts_with(PREFIX) && name.ends_with(SUFFIX);
        let changed = entry.metadata().and_then(|data| data.modified());
        is_part && changed.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > OLD))
    });
}

/// Removes the files of a folder that are to go, as far as possible.
fn remove(folder: &Path, goes: impl Fn(&fs::DirEntry) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if goes(&entry) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The prefix of the partial files of this process. Processes on other machines that write
/// to the same folder may have the same number, so part of it is random.
fn own_prefix() -> String {
    static RANDOM: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(PREFIX));
    format!("{PREFIX}{}-{:016x}-", std::process::id(), *RANDOM)
}

fn gate() -> MutexGuard<'static, ()> {
    GATE.lock().unwrap_or_else(PoisonError::into_inner)
}
