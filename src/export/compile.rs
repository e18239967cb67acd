//! Compiling exported files.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Context;
use drawproof_export::{Argument, Build, Product};
use drawproof_plugin::HEADER;
use drawproof_tables::VisibleName;

use crate::input;

/// A folder in which something was compiled.
pub struct Compiled<'a> {
    folder: &'a Path,
    build: &'a Build,
}

/// Compiles an exported file together with the code that calls it. The inner
/// `Err` says that the compiler is missing or rejects the file. `named` is the
/// compiler that the user chose, with its first arguments. Neither it nor the
/// programs that it starts outlive this program.
pub fn compile<'a>(
    source: &[u8],
    build: &'a Build,
    folder: &'a Path,
    named: Option<&str>,
) -> anyhow::Result<Result<Compiled<'a>, String>> {
    let files = build
        .files
        .iter()
        .map(|(name, text)| (*name, text.as_bytes()));
    let given = [(build.exported, source), ("drawproof.h", HEADER.as_bytes())];
    for (name, bytes) in files.chain(given) {
        fs::write(folder.join(name), bytes)
            .with_context(|| format!("cannot write {name} to compile it"))?;
    }
    let compiled = Compiled { folder, build };
    let mut words = named.unwrap_or(build.compiler).split_whitespace();
    let mut compiler = Command::new(words.next().unwrap_or(build.compiler));
    // The user's arguments override these.
    compiler.args(build.flags).args(words);
    compiler.args(build.last.iter().map(|&word| compiled.argument(word)));
    let output = input::guard()?.output(&compiler);
    let program = compiler.get_program().shown();
    Ok(match output {
        Ok(output) if output.status.success() => Ok(compiled),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            let said = said.lines().take(20).collect::<Vec<_>>().join("\n");
            Err(format!("{program} does not compile it:\n{said}"))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(format!(
            "there is no compiler {program}; install one or name another with --compiler"
        )),
        Err(error) => Err(format!("cannot start {program}: {error}")),
    })
}

impl Compiled<'_> {
    /// The library or program.
    pub fn product(&self) -> PathBuf {
        let suffix = match self.build.product {
            Product::Library => env::consts::DLL_SUFFIX,
            Product::Program(_) => env::consts::EXE_SUFFIX,
        };
        self.folder.join(format!("compiled{suffix}"))
    }

    /// The command that runs it.
    pub fn command(&self) -> Command {
        let words: &[Argument] = match &self.build.product {
            Product::Library => &[],
            Product::Program(words) => words,
        };
        let mut words = words.iter().map(|&word| self.argument(word));
        let mut command = Command::new(words.next().unwrap_or_else(|| self.product()));
        command.args(words);
        command
    }

    fn argument(&self, argument: Argument) -> PathBuf {
        match argument {
            Argument::Word(word) => word.into(),
            Argument::File(name) => self.folder.join(name),
            Argument::Product => self.product(),
        }
    }
}
