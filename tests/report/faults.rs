//! Files are complete or unchanged: kills at any moment, full disks.

use std::{
    collections::BTreeMap,
    error::Error,
    fs,
    hash::{BuildHasher, RandomState},
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant, SystemTime},
};

use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

use super::Outcome;

const RULES: &str = "recognizer KRK\ndraw \"all\" because \"It is not.\" when true\n";

fn start(folder: &TempDir, arguments: &str) -> std::io::Result<std::process::Child> {
    Command::new(cargo_bin("drawproof"))
        .current_dir(folder)
        .args(arguments.split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}

/// All files by name, including those in subfolders.
fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, Box<dyn Error>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().display().to_string();
        if path.is_dir() {
            let inner = files(&path)?.into_iter();
            all.extend(inner.map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else {
            all.insert(name, fs::read(path)?);
        }
    }
    Ok(all)
}

/// The description of the run on a page differs each time.
fn same(name: &str, a: &[u8], b: &[u8]) -> bool {
    a == b || name.ends_with("index.html") && b.ends_with(b"</html>\n") == a.ends_with(b"</html>\n")
}

/// A random number from 0 to 1.
fn random() -> f64 {
    let number = RandomState::new().hash_one(0);
    f64::from((number >> 32) as u32) / f64::from(u32::MAX)
}

/// Kills a command `kills` times, with or without files of an earlier run.
fn killed(arguments: &str, kills: usize) -> Outcome {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("my.rules"), RULES)?;
    start(&folder, "verify --rules my.rules --report run")?.wait()?;
    let before = files(folder.path())?;
    let begin = Instant::now();
    start(&folder, arguments)?.wait()?;
    let took = begin.elapsed();
    let whole = files(folder.path())?;
    assert!(whole.len() > before.len(), "{arguments}");
    for kill in 0..kills {
        if kill % 2 == 0 {
            for file in whole.keys().filter(|file| !before.contains_key(*file)) {
                let _ = fs::remove_file(folder.path().join(file));
            }
        }
        let mut run = start(&folder, arguments)?;
        // Most kills hit the end, where files are written.
        thread::sleep(took.mul_f64(0.5 + random() / 2.0) + Duration::from_micros(100));
        run.kill()?;
        run.wait()?;
        for (name, bytes) in files(folder.path())? {
            let is_temporary = name
                .rsplit('/')
                .next()
                .is_some_and(|name| name.starts_with('.'));
            let expected = whole.get(&name);
            let is_whole = expected.is_some_and(|expected| same(&name, expected, &bytes));
            assert!(
                is_temporary || is_whole,
                "{arguments}: {name} is half there"
            );
        }
    }
    // Temporary files that are too old to be in use are removed.
    for name in files(folder.path())?.into_keys() {
        let file = fs::File::open(folder.path().join(name))?;
        file.set_modified(SystemTime::now() - Duration::from_hours(2))?;
    }
    start(&folder, arguments)?.wait()?;
    let after: Vec<String> = files(folder.path())?.into_keys().collect();
    assert_eq!(after, whole.into_keys().collect::<Vec<_>>(), "{arguments}");
    Ok(())
}

#[test]
fn killed_exports_of_rules_leave_whole_files() -> Outcome {
    killed("export rules KNNK --lang c --out krkr.c", 4)
}

#[test]
fn killed_exports_of_tables_leave_whole_files() -> Outcome {
    killed("export table KQK --lang c --out kqk.h", 4)
}

#[test]
fn killed_reports_leave_whole_files() -> Outcome {
    killed("verify --rules my.rules --report page", 4)?;
    killed("report run --out page", 4)
}

/// A disk that is full, as a limit on the size of files: an error, whether the
/// shell ignores SIGXFSZ or the program does.
#[test]
fn short_writes_leave_the_old_file() -> Outcome {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("krk.c");
    fs::write(folder.path().join("my.rules"), RULES)?;
    for trap in ["", "trap '' XFSZ; "] {
        for command in [
            "export rules KNNK --lang c --out krk.c",
            "verify KPK --report .",
        ] {
            fs::write(&file, "the old one")?;
            let program = cargo_bin("drawproof");
            let script = format!("{trap}ulimit -f 1; '{}' {command}", program.display());
            let status = Command::new("bash")
                .args(["-c", &script])
                .current_dir(&folder)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()?;
            assert!(!status.success(), "{script}");
            assert_eq!(fs::read(&file)?, b"the old one");
            for (name, bytes) in files(folder.path())? {
                // A temporary file may be left.
                let is_temporary = name.starts_with('.');
                assert!(is_temporary || bytes.len() < 1024, "{name}");
            }
        }
    }
    Ok(())
}
