//! Shared libraries as recognizers: right, wrong, and at fault in every way.

#![cfg(unix)]

use std::{
    error::Error,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;
use tempfile::TempDir;

type Outcome = Result<(), Box<dyn Error>>;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Where the libraries of [`misbehaving.c`](libraries/misbehaving.c) are at
/// fault, and the same with colours exchanged.
const FAULTY: &str = "4k3/8/8/8/4K3/8/8/7R w - - 0 1";

/// A folder for the libraries of one test.
struct Workshop(TempDir);

impl Workshop {
    fn new() -> std::io::Result<Self> {
        tempfile::tempdir().map(Self)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Compiles a library; `None` where there is no compiler.
    fn compile(&self, compiler: &mut Command) -> Result<Option<PathBuf>, Box<dyn Error>> {
        let library = self.file("recognizer.so");
        let output = match compiler.arg("-o").arg(&library).output() {
            Ok(output) => output,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                eprintln!("skipped: there is no {:?}", compiler.get_program());
                return Ok(None);
            }
            Err(error) => return Err(error.into()),
        };
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        Ok(Some(library))
    }

    fn compile_c(&self, source: &Path, define: &str) -> Result<Option<PathBuf>, Box<dyn Error>> {
        let mut cc = Command::new("cc");
        cc.args(["-std=gnu99", "-Wall", "-Wextra", "-O1", "-shared", "-fPIC"])
            .arg(format!("-I{ROOT}/foreign/include"))
            .arg(format!("-D{define}"))
            .arg(source);
        self.compile(&mut cc)
    }

    fn misbehaving(&self, how: &str) -> Result<Option<PathBuf>, Box<dyn Error>> {
        let source = format!("{ROOT}/tests/libraries/misbehaving.c");
        self.compile_c(Path::new(&source), how)
    }
}

fn verify(library: &Path, arguments: &[&str]) -> std::io::Result<Output> {
    Command::new(env!("CARGO_BIN_EXE_drawproof"))
        .args(["verify", "--json", "--library"])
        .arg(library)
        .args(arguments)
        .output()
}

/// The report of a run with this exit code.
fn report(library: &Path, arguments: &[&str], code: i32) -> Result<Value, Box<dyn Error>> {
    let output = verify(library, arguments)?;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{errors}");
    let reports: Value = serde_json::from_slice(&output.stdout)?;
    let report = reports[0].clone();
    assert_eq!(report["proven"], code == 0);
    assert_eq!(report["folded"], false);
    Ok(report)
}

/// All positions of a report, whatever was said of them.
fn total(report: &Value) -> Option<u64> {
    let mut total = 0;
    for kind in ["incorrect_draws", "spotted_draws", "missed_draws", "spotted_decisive"] {
        total += report["totals"][kind]["board_count"].as_u64()?;
    }
    if let Some(without) = report["without_verdict"].as_object() {
        for kind in ["draws", "decisive"] {
            total += without[kind]["board_count"].as_u64()?;
        }
    }
    Some(total)
}

/// Legal positions of KRvK, both sides to move.
const KRK: u64 = 399_112;

#[test]
fn examples_are_proven() -> Outcome {
    let workshop = Workshop::new()?;
    let source = format!("{ROOT}/foreign/examples/guarded.c");
    if let Some(library) = workshop.compile_c(Path::new(&source), "NOTHING")? {
        let report = report(&library, &["KRKR"], 0)?;
        assert_eq!(report["rules"][0]["name"], "drawproof_is_draw");
        assert_eq!(report["rules_from"], library.display().to_string());
        assert_eq!(report["without_verdict"], Value::Null);
        assert_eq!(total(&report), Some(21_561_456));
    }
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition", "2024", "-O", "--crate-type", "cdylib"]);
    rustc.arg(format!("{ROOT}/foreign/examples/minors.rs"));
    if let Some(library) = workshop.compile(&mut rustc)? {
        report(&library, &["KBKN"], 0)?;
    }
    Ok(())
}
