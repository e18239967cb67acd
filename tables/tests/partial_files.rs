//! Partial files end, in a process of its own: once they have ended, none can be begun.

use std::{env, fs, io, path::Path, process::Command, thread, time::Duration};

use drawproof_tables::{PartialFile, end_partial_files};

/// Makes one file after the other.
fn write_on(folder: &Path, name: &str) -> io::Result<()> {
    loop {
        PartialFile::create(folder)?.finish(&folder.join(name))?;
    }
}

/// Set in the process that the test below starts.
const ALONE: &str = "DRAWPROOF_PARTIAL_FILES_ALONE";

#[test]
fn none_is_left_while_others_are_written() -> io::Result<()> {
    if env::var_os(ALONE).is_some() {
        return end_while_others_write();
    }
    let name = "partial_files::none_is_left_while_others_are_written";
    let output = Command::new(env::current_exe()?)
        .args(["--exact", name])
        .env(ALONE, "1")
        .output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("1 passed"), "{said}");
    assert!(output.status.success(), "{said}");
    Ok(())
}

fn end_while_others_write() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let names = ["first", "second", "third"];
    let writers: Vec<_> = names
        .map(|name| {
            let folder = folder.path().to_path_buf();
            thread::spawn(move || write_on(&folder, name))
        })
        .into();
    while !names.iter().all(|name| folder.path().join(name).exists()) {
        thread::sleep(Duration::from_millis(1));
    }
    end_partial_files([folder.path()]);
    for _ in 0..100 {
        for entry in fs::read_dir(&folder)? {
            let name = entry?.file_name();
            assert!(
                names.iter().any(|known| name == **known),
                "{}",
                name.display()
            );
        }
        thread::sleep(Duration::from_millis(1));
    }
    assert!(!writers.iter().any(thread::JoinHandle::is_finished));
    Ok(())
}
