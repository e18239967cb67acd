//! Compiling exported files.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Context;
use drawproof_export::{Argument, Build, Language};
use drawproof_system::Guard;
use drawproof_tables::VisibleName;

/// Who compiles, to prove what is exported.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// The compiler with its first arguments; the first one that is there if none is given.
    pub command: Option<String>,
    /// Ends all that the compiler and the compiled program leave behind.
    pub guard: Guard,
}

/// Compiles exported files, by name, together with the program that asks them; returns the command
/// that runs it. The inner `Err` says that the compiler is missing or rejects the file. Neither
/// the compiler nor the programs that it starts outlive this program.
pub fn compile(
    exported: &[(&str, &[u8])],
    language: Language,
    build: &Build,
    folder: &Path,
    by: &Compiler,
) -> anyhow::Result<Result<Command, String>> {
    let files = build
        .files
        .iter()
        .map(|(name, text)| (*name, text.as_bytes()));
    for (name, bytes) in files.chain(exported.iter().copied()) {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, bytes))
            .with_context(|| format!("cannot write {name} to compile it"))?;
    }
    let guard = &by.guard;
    let chosen = Chosen::new(language, by)?;
    let arguments = |of: &[Argument]| -> Vec<PathBuf> {
        let words = of.iter();
        words
            .flat_map(|&word| argument(word, folder, &chosen))
            .collect()
    };
    let [first, last] = build.arguments.each_ref().map(|of| arguments(of));
    let mut compiler = Command::new(&chosen.program);
    compiler.args(&chosen.first);
    // The user's arguments override these.
    compiler.args(first).args(&chosen.more).args(last);
    compiler.current_dir(folder);
    let output = guard.output(&compiler);
    let program = compiler.get_program().shown();
    Ok(match output {
        Ok(output) if output.status.success() => {
            let mut words = arguments(&build.run).into_iter();
            let mut command = Command::new(words.next().unwrap_or_default());
            command.args(words);
            match build.run[..] {
                [Argument::Word(runner), ..] if !starts(runner, guard) => Err(format!(
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

/// A compiler.
struct Chosen<'a> {
    program: PathBuf,
    /// Arguments without which it is no compiler.
    first: Vec<&'a str>,
    /// Arguments that the user adds.
    more: Vec<&'a str>,
}

impl<'a> Chosen<'a> {
    /// The compiler that the user named, or the first one that is there.
    fn new(language: Language, by: &'a Compiler) -> anyhow::Result<Self> {
        let (usual, version) = language.compilers();
        let (command, more) = if let Some(named) = &by.command {
            let mut usual = usual.iter();
            let rest = usual.find_map(|&of| Some((of, named.strip_prefix(of)?)));
            rest.filter(|(_, more)| more.is_empty() || more.starts_with(' '))
                .unwrap_or_else(|| named.split_once(' ').unwrap_or((named, "")))
        } else {
            let mut found = language.compiler();
            for command in usual {
                if works(command, version, &by.guard) {
                    found = command;
                    break;
                }
            }
            (found, "")
        };
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or(language.compiler());
        Ok(Self {
            program: if program.contains('/') {
                std::path::absolute(program)?
            } else {
                program.into()
            },
            first: words.collect(),
            more: more.split_whitespace().collect(),
        })
    }
}

/// Whether a command says its version.
fn works(command: &str, version: &str, guard: &Guard) -> bool {
    let mut words = command.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).arg(version);
    let output = guard.output(&command);
    output.is_ok_and(|output| output.status.success())
}

/// Whether a program can be started.
fn starts(program: &str, guard: &Guard) -> bool {
    let mut command = Command::new(program);
    command.arg("--version");
    let output = guard.output(&command);
    !output.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

fn argument(argument: Argument, folder: &Path, compiler: &Chosen<'_>) -> Vec<PathBuf> {
    match argument {
        Argument::Word(word) => vec![word.into()],
        Argument::File(name) => vec![folder.join(name)],
        Argument::Folder => vec![folder.into()],
        Argument::Compiler => {
            let first = compiler.first.iter().map(PathBuf::from);
            [compiler.program.clone()]
                .into_iter()
                .chain(first)
                .collect()
        }
    }
}
