//! Compiling exported files.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Context;
use drawproof_export::{Argument, Build, Language};
use drawproof_tables::VisibleName;

use crate::input;

/// Compiles an exported file together with the program that asks it; returns the command that runs
/// it. The inner `Err` says that the compiler is missing or rejects the file. `named` is the
/// compiler that the user chose, with its first arguments. Neither it nor the
/// programs that it starts outlive this program.
pub fn compile(
    source: &[u8],
    language: Language,
    build: &Build,
    folder: &Path,
    named: Option<&str>,
) -> anyhow::Result<Result<Command, String>> {
    let files = build
        .files
        .iter()
        .map(|(name, text)| (*name, text.as_bytes()));
    for (name, bytes) in files.chain([(build.exported, source)]) {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, bytes))
            .with_context(|| format!("cannot write {name} to compile it"))?;
    }
    let arguments = |of: &[Argument]| -> Vec<PathBuf> {
        of.iter().map(|&word| argument(word, folder)).collect()
    };
    let [first, last] = build.arguments.each_ref().map(|of| arguments(of));
    let mut words = named.unwrap_or(language.compiler()).split_whitespace();
    let program = words.next().unwrap_or(language.compiler());
    let mut compiler = Command::new(if program.contains('/') {
        std::path::absolute(program)?
    } else {
        program.into()
    });
    // The user's arguments override these.
    compiler.args(first).args(words).args(last);
    compiler.current_dir(folder);
    let output = input::guard()?.output(&compiler);
    let program = compiler.get_program().shown();
    Ok(match output {
        Ok(output) if output.status.success() => {
            let mut words = arguments(&build.run).into_iter();
            let mut command = Command::new(words.next().unwrap_or_default());
            command.args(words);
            match build.run[..] {
                [Argument::Word(runner), ..] if !starts(runner)? => Err(format!(
                    "there is no {runner} to run it; install it ({})",
                    language.install()
                )),
                _ => Ok(command),
            }
        }
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            let said = said.lines().take(20).collect::<Vec<_>>().join("\n");
            Err(format!("{program} does not compile it:\n{said}"))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(format!(
            "there is no compiler {program}; install one ({}) or name another with --compiler",
            language.install()
        )),
        Err(error) => Err(format!("cannot start {program}: {error}")),
    })
}

/// Whether a program can be started.
fn starts(program: &str) -> anyhow::Result<bool> {
    let mut command = Command::new(program);
    command.arg("--version");
    match input::guard()?.output(&command) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        _ => Ok(true),
    }
}

fn argument(argument: Argument, folder: &Path) -> PathBuf {
    match argument {
        Argument::Word(word) => word.into(),
        Argument::File(name) => folder.join(name),
        Argument::Folder => folder.into(),
    }
}
