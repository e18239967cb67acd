//! The compilers of exported files.

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use drawproof_export::{Argument, Build, Language};

/// The languages that tests compile: C and WebAssembly, or all with `DRAWPROOF_LANGUAGES=all`, which
/// takes many times as long.
pub fn tested() -> Vec<Language> {
    if std::env::var_os("DRAWPROOF_LANGUAGES").is_some_and(|which| which == "all") {
        Language::ALL.into()
    } else {
        vec![Language::C, Language::WASM]
    }
}

/// The command for the compiler of a language, as it is called here; `None`, and a remark, if it is
/// missing.
pub fn compiler(language: Language) -> Option<Vec<&'static str>> {
    let (usual, version) = language.compilers();
    let alone = [language.compiler()];
    let commands = if usual.is_empty() { &alone[..] } else { usual };
    let mut commands = commands.iter().map(|command| command.split(' ').collect());
    let found = commands.find(|command: &Vec<&str>| {
        let mut asked = Command::new(command[0]);
        let said = asked.args(&command[1..]).arg(version).output();
        // One that has only one name may not know this option, but then it is there.
        said.is_ok_and(|said| said.status.success() || usual.len() < 2)
    });
    if found.is_none() {
        let (name, how) = (language.compiler(), language.install());
        eprintln!("skipped: there is no {name}; install it: {how}");
    }
    found
}

/// Compiles an exported file with the program that asks it; returns the command that runs it.
#[allow(dead_code, reason = "tests of commands do not need it")]
pub fn compiled(
    language: Language,
    compiler: &[&str],
    build: &Build,
    exported: &str,
    folder: &Path,
) -> Result<Command, Box<dyn Error + Send + Sync>> {
    let files = build
        .files
        .iter()
        .map(|(name, text)| (*name, text.as_str()));
    for (name, text) in files.chain([(build.exported, exported)]) {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().ok_or("no folder")?)?;
        fs::write(path, text)?;
    }
    let words = |all: &[Argument]| -> Vec<PathBuf> {
        let words = all.iter().flat_map(|word| match word {
            Argument::Word(word) => vec![word.into()],
            Argument::File(name) => vec![folder.join(name)],
            Argument::Folder => vec![folder.into()],
            Argument::Compiler => compiler.iter().map(PathBuf::from).collect(),
        });
        words.collect()
    };
    let output = Command::new(compiler[0])
        .args(&compiler[1..])
        .args(build.arguments.iter().flat_map(|all| words(all)))
        .current_dir(folder)
        .output()?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success(), "{language}: {said}");
    let run = words(&build.run);
    let mut command = Command::new(&run[0]);
    command.args(&run[1..]);
    Ok(command)
}
