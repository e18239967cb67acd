//! Opening files named by users: only regular files, and without waiting.

use std::{
    fs::{self, File, FileType, OpenOptions},
    io::{self, Read},
    path::Path,
};

use crate::{not_regular::NotRegular, platform};

/// Opens a regular file for reading. All files that users name are opened here.
///
/// Opening a pipe waits for a writer, a device may have no end, and neither can
/// be read a second time, which fingerprints and checks for changes require.
///
/// # Errors
///
/// If it cannot be opened, or is a folder, a pipe, a device or a socket; the
/// error says which, and what to do.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    platform::without_waiting(&mut options);
    let file = options.open(path).map_err(|error| {
        // Sockets cannot be opened at all, and the system's reason does not help.
        match fs::metadata(path).map(|data| not_regular(data.file_type())) {
            Ok(Some(what)) => what.into(),
            _ => error,
        }
    })?;
    // Check the opened file, whatever has taken its name since.
    match not_regular(file.metadata()?.file_type()) {
        Some(what) => Err(what.into()),
        None => Ok(file),
    }
}

/// Reads a regular file whole.
///
/// # Errors
///
/// As [`open_regular`], or if it cannot be read.
pub fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = open_regular(path)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The length of a regular file in bytes, without opening it.
///
/// # Errors
///
/// As for [`open_regular`], except that the file need not be readable.
pub fn regular_length(path: &Path) -> io::Result<u64> {
    let data = fs::metadata(path)?;
    match not_regular(data.file_type()) {
        Some(what) => Err(what.into()),
        None => Ok(data.len()),
    }
}

/// What a file is, if it is not a regular one.
fn not_regular(found: FileType) -> Option<NotRegular> {
    if found.is_file() {
        return None;
    }
    if found.is_dir() {
        return Some(NotRegular::Folder);
    }
    Some(platform::special(found))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn refusal(path: &Path) -> String {
        open_regular(path).map_or_else(|error| error.to_string(), |_| "opened".into())
    }

    #[test]
    fn only_regular_files_are_opened() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name);
        fs::write(path("file"), "some bytes")?;
        std::os::unix::fs::symlink(path("file"), path("link"))?;
        nix::unistd::mkfifo(&path("pipe"), nix::sys::stat::Mode::S_IRWXU)?;
        std::os::unix::fs::symlink(path("pipe"), path("link to a pipe"))?;
        let _socket = std::os::unix::net::UnixListener::bind(path("socket"))?;
        // A device of its own: others may have been replaced by files.
        let terminal = nix::pty::openpty(None, None)?;
        let device = nix::unistd::ttyname(&terminal.slave)?;
        assert_eq!(read_regular(&path("file"))?, b"some bytes");
        assert_eq!(read_regular(&path("link"))?, b"some bytes");
        for (found, expected) in [
            (refusal(folder.path()), "a folder"),
            (refusal(&path("pipe")), "a pipe"),
            (refusal(&path("link to a pipe")), "a pipe"),
            (refusal(&path("socket")), "a socket"),
            (refusal(&device), "a device"),
            (refusal(&path("nowhere")), "No such file"),
        ] {
            assert!(found.contains(expected), "{found}");
        }
        Ok(())
    }
}
