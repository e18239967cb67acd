//! `drawproof export`: files written, refused and proven.

#[path = "../../export/tests/compilers.rs"]
mod compilers;
mod engine;
mod examples;
mod open;
mod page;
mod rules;
mod table;

use std::{
    error::Error,
    fs,
    os::unix::fs::PermissionsExt,
    path::PathBuf,
    process::{Command, Output},
};

use drawproof_export::Language;
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

/// Whether files of a language are tested and can be compiled.
fn can_compile(language: &str) -> bool {
    languages().any(|tested| tested == language)
}

/// The languages that are tested and can be compiled.
fn languages() -> impl Iterator<Item = String> {
    let tested = compilers::tested().into_iter();
    let there = tested.filter(|language| compilers::compiler(*language).is_some());
    there.map(|language| language.to_string())
}

fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: there is no {program}");
    }
    found
}

/// How the files of a language are checked strictly.
struct Check {
    language: &'static str,
    /// The files of rules and of tables.
    files: [&'static str; 2],
    /// The command, where `COMPILER` stands for the compiler and `FILE` for the file.
    command: &'static str,
    /// Another file that it needs, with its text.
    beside: (&'static str, &'static str),
}

const CHECKS: &[Check] = &[
    Check {
        language: "c",
        files: ["rules.c", "tables.h"],
        command: "COMPILER -std=c99 -DDRAWPROOF_TABLES_IMPLEMENTATION -xc -Wall -Wextra -pedantic \
                  -Werror -O2 -c -o out.o FILE",
        beside: ("", ""),
    },
    Check {
        language: "cpp",
        files: ["rules.cpp", "tables.hpp"],
        command: "COMPILER -std=c++17 -xc++ -Wall -Wextra -pedantic -Werror -O2 -c -o out.o FILE",
        beside: ("", ""),
    },
    Check {
        language: "rust",
        files: ["rules.rs", "tables.rs"],
        command: "COMPILER --edition=2024 --crate-type=lib -Dwarnings -o out.rlib FILE",
        beside: ("", ""),
    },
    Check {
        language: "java",
        files: ["Drawproof.java", "DrawproofTables.java"],
        command: "COMPILER -Xlint:all -Werror -d . FILE",
        beside: ("", ""),
    },
    Check {
        language: "go",
        files: ["rules.go", "tables.go"],
        command: "COMPILER vet FILE",
        beside: ("go.mod", "module exported\n\ngo 1.18\n"),
    },
    Check {
        language: "csharp",
        files: ["rules.cs", "tables.cs"],
        command: "COMPILER -warn:4 -warnaserror+ -target:library FILE",
        beside: ("", ""),
    },
    // Functions that nobody calls are not looked at.
    Check {
        language: "zig",
        files: ["rules.zig", "tables.zig"],
        command: "COMPILER test -fno-emit-bin check.zig",
        beside: (
            "check.zig",
            "test {\n    @import(\"std\").testing.refAllDecls(@import(\"FILE\"));\n}\n",
        ),
    },
    Check {
        language: "python",
        files: ["rules.py", "tables.py"],
        command: "mypy --strict --python-version 3.10 FILE",
        beside: ("", ""),
    },
    Check {
        language: "typescript",
        files: ["rules.ts", "tables.ts"],
        command: "COMPILER --strict --noImplicitReturns --noFallthroughCasesInSwitch --noEmit \
                  --target es2022 --module es2022 FILE",
        beside: ("", ""),
    },
    // Programs in TypeScript take the types from its comments.
    Check {
        language: "wasm",
        files: ["rules.mjs", "tables.mjs"],
        command: "tsc --strict --allowJs --checkJs --noEmit --target es2022 --module es2022 FILE",
        beside: ("", ""),
    },
];

/// Exports what these arguments of `drawproof export` select, to every language that can be
/// compiled: strict compilers and checkers give no warning.
fn gives_no_warning(what: &str, arguments: &[&str]) -> Outcome {
    for language in languages() {
        let mut checks = CHECKS.iter();
        let check = checks.find(|check| check.language == language);
        let check = check.ok_or_else(|| format!("there is no check of {language}"))?;
        let words = check.command.split_whitespace();
        let mut words: Vec<&str> = words.collect();
        if words[0] == "COMPILER" {
            let found = compilers::compiler(language.parse()?).ok_or("no compiler")?;
            words.splice(..1, found);
        } else if !has(words[0]) {
            continue;
        }
        let workshop = Workshop::new()?;
        let file = check.files[usize::from(what == "table")];
        let (beside, text) = check.beside;
        if !beside.is_empty() {
            fs::write(workshop.file(beside), text.replace("FILE", file))?;
        }
        let options = ["--lang", &language, "--out", file];
        workshop.exported(what, &[arguments, &options].concat(), 0)?;
        for word in &mut words {
            if *word == "FILE" {
                *word = file;
            }
        }
        workshop.compile(words[0], &words[1..])?;
    }
    Ok(())
}

/// The options of a strict C or C++ compiler.
const STRICT: [&str; 5] = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-O2"];
