//! Files of a grade keep its budget of bytes.

use std::{error::Error, fs, process::Command};

use drawproof_export::{Language, Style, emit};
use drawproof_recognizers::{Builtin, builtin};

use crate::{compilers::compiler, emitted::built_in};

const BUDGETS: &str = include_str!("../../benches/budgets.csv");

/// The most bytes of a grade; `None` if it has no budget.
fn most_bytes(grade: &str) -> Option<u64> {
    let mut lines = BUDGETS.lines().map(|line| line.split(','));
    let mut line = lines.find(|line| line.clone().next() == Some(grade))?;
    line.nth(1)?.parse().ok()
}

/// Bytes of text and data, as they are listed in `benches/results/compiled.csv`.
#[test]
fn some_quick_files_are_small() -> Result<(), Box<dyn Error + Send + Sync>> {
    are_small(builtin().iter().step_by(5))
}

#[test]
#[ignore = "seconds: compiles every quick file"]
fn quick_files_are_small() -> Result<(), Box<dyn Error + Send + Sync>> {
    are_small(builtin().iter())
}

fn are_small(
    files: impl Iterator<Item = &'static Builtin>,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let Some(compiler) = compiler(Language::C) else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let [source, object] = ["rules.c", "rules.o"].map(|name| folder.path().join(name));
    let mut checked = 0;
    for of in files {
        let Some(most) = most_bytes(&of.grade.to_string()) else {
            continue;
        };
        let rules = built_in(of.name)?;
        fs::write(
            &source,
            emit(&[&rules], Language::C, &Style::default(), &[])?,
        )?;
        let mut command = Command::new(compiler[0]);
        command.args(&compiler[1..]);
        command.args(["-std=c99", "-O2", "-c", "-o"]);
        let compiled = command.arg(&object).arg(&source).output()?;
        assert!(compiled.status.success(), "{}", of.name);
        let size = Command::new("size").arg(&object).output()?;
        let size = String::from_utf8(size.stdout)?;
        let numbers = size.lines().nth(1).ok_or("size prints two lines")?;
        let numbers = numbers.split_whitespace().take(2).map(str::parse::<u64>);
        let bytes: u64 = numbers.sum::<Result<_, _>>()?;
        assert!(bytes <= most, "{}: {bytes} bytes, at most {most}", of.name);
        checked += 1;
    }
    assert!(checked > 0);
    Ok(())
}
