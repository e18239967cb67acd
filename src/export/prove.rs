//! The exported file, compiled and verified as any recognizer of others.

use drawproof_tables::VisibleName;
use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Context;
use drawproof_export::Language;
use drawproof_language::RuleFile;
use drawproof_plugin::{HEADER, Limits, Plugin};
use drawproof_recognizers::CompiledRules;
use drawproof_reports::Report;
use drawproof_verify::SameClaims;

use crate::{
    args, input,
    oracles::Asked,
    verify::{Request, Run},
};

/// Gives the functions of `drawproof.h` for what was exported.
const C_SHIM: &str = include_str!("shim.c");
const RUST_SHIM: &str = include_str!("shim.rs");

/// What came of asking the compiled file.
pub struct Proof {
    /// For each class.
    pub reports: Vec<Report>,
    /// In how many positions it says something else than the rules.
    pub differences: u64,
}

/// Why it could not be asked.
pub struct Unproven(pub String);

/// Compiles a file and asks it about every position of all its classes. `Err`
/// within if there is nothing to ask: no compiler, or one that refuses it.
pub fn run(
    source: &str,
    rules: &[RuleFile],
    oracles: &Asked,
    arguments: &args::ExportRules,
) -> anyhow::Result<Result<Proof, Unproven>> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder to compile in")?;
    let library = match compile(source, folder.path(), arguments)? {
        Ok(library) => library,
        Err(unproven) => return Ok(Err(unproven)),
    };
    let request = Request::default();
    let mut proof = Proof {
        reports: Vec::new(),
        differences: 0,
    };
    for rules in rules {
        let host = input::host(Limits::default())?;
        let asked = Plugin::open(host, &library, rules.material())?;
        let expected = CompiledRules::new(rules);
        let same = SameClaims::new(&asked, &expected);
        let mut report = Run::new(&same, None, oracles, &request).report()?;
        asked.check_unchanged()?;
        // The file is in a folder that is gone by the time this is read.
        report.rules_from = rules.source_name().into();
        proof.differences += same.differences();
        proof.reports.push(report);
    }
    Ok(Ok(proof))
}

fn compile(
    source: &str,
    folder: &Path,
    arguments: &args::ExportRules,
) -> anyhow::Result<Result<PathBuf, Unproven>> {
    let (name, shim) = match arguments.lang {
        Language::C => (
            "exported.c",
            C_SHIM.replace("PROBE_DRAW", "drawproof_probe_draw"),
        ),
        Language::Cpp => {
            let shim = C_SHIM.replace("PROBE_DRAW", "drawproof::probe_draw");
            ("exported.cpp", shim.replace("exported.c", "exported.cpp"))
        }
        Language::Rust => ("exported.rs", RUST_SHIM.into()),
    };
    let shim_name = name.replace("exported", "library");
    for (name, text) in [(name, source), (&shim_name, &shim), ("drawproof.h", HEADER)] {
        fs::write(folder.join(name), text)
            .with_context(|| format!("cannot write {name} to compile it"))?;
    }
    let library = folder.join(format!("library{}", env::consts::DLL_SUFFIX));
    let usual = match arguments.lang {
        Language::C => "cc",
        Language::Cpp => "c++",
        Language::Rust => "rustc",
    };
    let (mut compiler, more) = compiler(arguments.compiler.as_deref(), usual);
    compiler
        .args(match arguments.lang {
            Language::C => &["-std=c99", "-O2", "-shared", "-fPIC"][..],
            Language::Cpp => &["-std=c++17", "-O2", "-shared", "-fPIC"],
            Language::Rust => &["--edition", "2024", "-O", "--crate-type", "cdylib"],
        })
        // They may say otherwise.
        .args(more)
        .arg(folder.join(shim_name));
    Ok(compiled(compiler, library)?.map_err(Unproven))
}

/// What a compiler makes, or why it makes nothing. It does not outlive this
/// program, nor do the programs that it starts.
pub fn compiled(mut compiler: Command, target: PathBuf) -> anyhow::Result<Result<PathBuf, String>> {
    compiler.arg("-o").arg(&target);
    let output = input::guard()?.output(&compiler);
    let program = compiler.get_program().shown();
    Ok(match output {
        Ok(output) if output.status.success() => Ok(target),
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

/// The compiler that was named, with the arguments that it is to have, or the
/// usual one.
pub fn compiler<'a>(named: Option<&'a str>, usual: &'a str) -> (Command, Vec<&'a str>) {
    let mut words = named.unwrap_or(usual).split_whitespace();
    let command = Command::new(words.next().unwrap_or(usual));
    (command, words.collect())
}
