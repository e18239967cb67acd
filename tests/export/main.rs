//! `drawproof export`: files written, refused and proven.

#![cfg(unix)]

mod engine;
mod rules;
mod table;

use std::{
    error::Error,
    fs,
    os::unix::fs::PermissionsExt,
    path::PathBuf,
    process::{Command, Output},
};

use tempfile::TempDir;

type Outcome = Result<(), Box<dyn Error>>;

/// A folder for the files of one test.
struct Workshop(TempDir);

impl Workshop {
    fn new() -> std::io::Result<Self> {
        tempfile::tempdir().map(Self)
    }

    fn with(name: &str, text: &str) -> std::io::Result<Self> {
        let workshop = Self::new()?;
        fs::write(workshop.file(name), text)?;
        Ok(workshop)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// `drawproof export`, in the folder.
    fn export(&self, what: &str, arguments: &[&str]) -> std::io::Result<Output> {
        Command::new(env!("CARGO_BIN_EXE_drawproof"))
            .args(["export", what])
            .args(arguments)
            .current_dir(self.0.path())
            .output()
    }

    /// The same, with this exit code; returns its output.
    fn exported(
        &self,
        what: &str,
        arguments: &[&str],
        code: i32,
    ) -> Result<String, Box<dyn Error>> {
        let output = self.export(what, arguments)?;
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
        Ok(String::from_utf8(output.stdout)?)
    }

    /// A script that acts as a compiler.
    fn script(&self, name: &str, text: &str) -> Result<String, Box<dyn Error>> {
        let path = self.file(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n"))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        Ok(path.display().to_string())
    }

    /// A compiler that first changes its input.
    fn changing(&self, name: &str, edit: &str, compiler: &str) -> Result<String, Box<dyn Error>> {
        self.script(
            name,
            &format!(
                "for last; do :; done\nfolder=$(dirname \"$last\")\n\
                 sed -i '{edit}' \"$folder\"/exported.*\nexec {compiler} \"$@\""
            ),
        )
    }

    /// Compiles in the folder without any message.
    fn compile(&self, compiler: &str, arguments: &[&str]) -> Outcome {
        let mut command = Command::new(compiler);
        let output = command
            .args(arguments)
            .current_dir(self.0.path())
            .output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && said.is_empty(),
            "{compiler} {arguments:?}: {said}"
        );
        Ok(())
    }
}

/// The languages with their compilers.
const COMPILERS: [(&str, &str); 6] = [
    ("c", "cc"),
    ("cpp", "c++"),
    ("rust", "rustc"),
    ("java", "javac"),
    ("go", "go"),
    ("csharp", "mcs"),
];

fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: there is no {program}");
    }
    found
}

/// How files are checked strictly.
const JAVA_STRICT: [&str; 4] = ["-Xlint:all", "-Werror", "-d", "."];
const CSHARP_STRICT: [&str; 3] = ["-warn:4", "-warnaserror+", "-target:library"];
const GO_STRICT: [&str; 1] = ["vet"];
const GO_MODULE: &str = "module exported\n\ngo 1.18\n";

/// The options of a strict C or C++ compiler.
const STRICT: [&str; 5] = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-O2"];
