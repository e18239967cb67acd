//! System services on systems other than Unix: what the standard library
//! offers, and an error for the rest. `unix` has the same items.

use std::{
    fs::{File, FileType, OpenOptions},
    io::{self, Read, Seek, SeekFrom},
    path::Path,
    process::{Command, ExitStatus},
    time::Duration,
};

pub use libloading::Library as SharedLibrary;

use crate::{MemoryLimits, Pipes, not_regular::NotRegular};

/// Whether [`run_under_guard`] is available.
pub const HAS_GUARDS: bool = false;

fn unsupported() -> io::Error {
    io::Error::new(
        io::ErrorKind::Unsupported,
        "shared libraries can be verified on Unix systems only",
    )
}

/// As in `unix`; there are no named pipes in the file system.
pub fn without_waiting(_options: &mut OpenOptions) {}

/// As in `unix`.
pub fn special(_found: FileType) -> NotRegular {
    NotRegular::Device
}

/// As in `unix`. Copies of a handle share the position in the file, so only one
/// thread at a time may read.
pub fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _one = ONE_AT_A_TIME
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut file = file;
    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(buffer)
}

/// As in `unix`; files have the permissions of their folder.
pub fn with_usual_permissions(_builder: &mut tempfile::Builder) {}

/// As in `unix`.
///
/// # Safety
///
/// As that of [`libloading::Library::new`].
///
/// # Errors
///
/// The loader's.
#[allow(unsafe_code)]
pub unsafe fn load_library(path: &Path) -> Result<SharedLibrary, libloading::Error> {
    // SAFETY: the caller's.
    unsafe { SharedLibrary::new(path) }
}

/// As in `unix`.
pub fn take_pipes() -> io::Result<Pipes> {
    Err(unsupported())
}

/// As in `unix`.
pub fn end_with_parent() {}

/// As in `unix`.
pub fn run_under_guard(_command: Command) -> io::Result<io::Result<i32>> {
    Err(unsupported())
}

/// As in `unix`; nothing is run under a guard.
pub fn status(_number: i32) -> ExitStatus {
    ExitStatus::default()
}

/// As in `unix`.
pub fn wait_readable<T>(_file: T, _longest: Duration) -> io::Result<bool> {
    Err(unsupported())
}

/// As in `unix`.
pub const PIPE_PIECE: usize = 512;

/// As in `unix`.
pub fn wait_ready<R, W>(
    _read: Option<&R>,
    _write: Option<&W>,
    _longest: Duration,
) -> io::Result<[bool; 2]> {
    Err(unsupported())
}

/// As in `unix`.
pub fn ending(status: ExitStatus) -> String {
    status.to_string()
}

/// As in `unix`; not known.
pub fn is_stdout_closed() -> bool {
    false
}

/// As in `unix`; there is no such signal.
pub fn survive_file_size_limits() {}

/// As in `unix`; not known.
pub fn memory_limits() -> MemoryLimits {
    MemoryLimits::default()
}
