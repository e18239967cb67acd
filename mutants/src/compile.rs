//! Leaves out the mutants that do not compile, and builds the tests.

use std::{
    collections::HashSet,
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde_json::Value;

use crate::{args::Args, folders::Folders, tree::Tree};

/// A program of tests.
#[derive(Clone, Debug)]
pub struct Binary {
    pub path: PathBuf,
    /// The folder of its package, in which it runs.
    pub folder: PathBuf,
    /// What it is called: its package and its target.
    pub name: String,
}

/// Leaves out mutants until the libraries and all tests compile.
pub fn build(folders: &Folders, args: &Args) -> Result<(Tree, HashSet<String>, Vec<Binary>)> {
    let listed = fs::read_to_string(&folders.dead).unwrap_or_default();
    let mut dead: HashSet<String> = listed.lines().map(str::to_string).collect();
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    let mut check = words(&["check", "--lib", "--keep-going"]);
    check.extend(
        args.packages
            .iter()
            .map(|name| format!("-pdrawproof-{name}")),
    );
    let mut test = words(&["test", "--no-run"]);
    if args.tests.is_empty() {
        test.extend(words(&["--workspace", "--exclude", "xtask"]));
    }
    test.extend(args.tests.iter().map(|package| format!("-p{package}")));
    for command in [check, test] {
        loop {
            let tree = Tree::write(folders, &args.packages, &args.file, &dead)?;
            let (errors, binaries) = cargo(folders, &command)?;
            if errors.is_empty() {
                if command[0] == "test" {
                    return Ok((tree, dead, binaries));
                }
                break;
            }
            leave_out(&tree, &errors, &mut dead)?;
            let mut lines: Vec<_> = dead.iter().map(|key| format!("{key}\n")).collect();
            lines.sort();
            fs::write(&folders.dead, lines.concat())?;
            eprintln!(
                "{} errors; {} mutants do not compile",
                errors.len(),
                dead.len()
            );
        }
    }
    bail!("no command to build the tests")
}

fn leave_out(tree: &Tree, errors: &[Message], dead: &mut HashSet<String>) -> Result<()> {
    let before = dead.len();
    for error in errors {
        let spans = error.spans.iter().filter(|span| span.is_primary);
        let ids = spans.flat_map(|span| tree.at_fault(&span.file_name, span.byte_start));
        let ids: HashSet<u32> = ids.collect();
        let keys = tree.mutants().filter(|mutant| ids.contains(&mutant.id));
        dead.extend(keys.map(|mutant| mutant.key.clone()));
    }
    let shown = || {
        errors
            .iter()
            .map(|error| error.rendered.clone().unwrap_or_default())
    };
    ensure!(
        dead.len() > before,
        "no mutant is at fault:\n{}",
        shown().collect::<String>()
    );
    Ok(())
}

#[derive(Deserialize)]
struct Message {
    level: String,
    spans: Vec<Span>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    byte_start: usize,
    is_primary: bool,
}

/// What the compiler rejects, or else the programs of tests that it made.
fn cargo(folders: &Folders, arguments: &[String]) -> Result<(Vec<Message>, Vec<Binary>)> {
    let mut child = Command::new("cargo")
        .args(arguments)
        .args(["--locked", "--message-format", "json"])
        .current_dir(&folders.tree)
        .env("CARGO_TARGET_DIR", &folders.target)
        .stdout(Stdio::piped())
        .spawn()?;
    let output = child.stdout.take().context("no output")?;
    let (mut errors, mut binaries) = (Vec::new(), Vec::new());
    for line in BufReader::new(output).lines() {
        let Ok(value) = serde_json::from_str::<Value>(&line?) else {
            continue;
        };
        if value["reason"] == "compiler-message" {
            let message: Message = serde_json::from_value(value["message"].clone())?;
            if message.level == "error" && !message.spans.is_empty() {
                errors.push(message);
            }
        } else if let Some(binary) = binary(&value) {
            binaries.push(binary);
        }
    }
    let status = child.wait()?;
    ensure!(
        status.success() || !errors.is_empty(),
        "cargo {arguments:?} failed"
    );
    Ok((errors, binaries))
}

fn binary(value: &Value) -> Option<Binary> {
    if value["profile"]["test"] != true {
        return None;
    }
    let folder = Path::new(value["manifest_path"].as_str()?).parent()?;
    let package = folder.file_name()?.to_str()?;
    let target = value["target"]["name"].as_str()?;
    let kind = value["target"]["kind"][0].as_str()?;
    Some(Binary {
        path: value["executable"].as_str()?.into(),
        folder: folder.into(),
        name: format!("{package} {kind} {target}"),
    })
}
