//! Exported tables, compiled and asked about every legal position.

use std::{
    env, fs, io,
    io::{BufReader, Read},
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
};

use anyhow::Context;
use drawproof_export::table::{Embedded, Form, Judge, Packed, SKIPPED, Said, Tally, harness};
use drawproof_system::{Guard, Input};
use drawproof_tables::{Table, TableSet};
use rayon::prelude::*;
use shakmaty::Color;

use super::{prove, table::Counterexample};
use crate::{args, input, progress};

/// What came of asking.
#[derive(Default)]
pub struct Asked {
    /// Legal positions asked about.
    pub positions: u64,
    pub differences: u64,
    /// One of each class at most.
    pub counterexamples: Vec<Counterexample>,
}

/// Why nothing is proven.
pub enum Unproven {
    /// There is no compiler, or one that refuses the file.
    Refused(String),
    /// The compiled file ended before it had said everything.
    Silent(String),
}

/// Compiles a file and asks about every legal position, both sides to move,
/// either colour as the stronger side. A file of data alone is read.
pub fn run(
    bytes: &[u8],
    embedded: &Embedded,
    tables: &[Arc<Table>],
    library: &TableSet,
    arguments: &args::ExportTable,
) -> anyhow::Result<Result<Asked, Unproven>> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder to compile in")?;
    let witness = if arguments.lang == Form::Bin {
        Witness::Data(Packed::read(bytes)?)
    } else {
        match compile(bytes, embedded, folder.path(), arguments)? {
            Ok(program) => Witness::Program(input::guard()?, program),
            Err(why) => return Ok(Err(Unproven::Refused(why))),
        }
    };
    let questions: Vec<(usize, &Table, Color)> = tables
        .iter()
        .enumerate()
        .flat_map(|(at, table)| Color::ALL.map(|turn| (at, table.as_ref(), turn)))
        .collect();
    let bar = progress::bar("asking", Some(questions.len() as u64));
    let tallies = questions
        .par_iter()
        .map(|&(at, table, turn)| {
            let judge = Judge::new(table, library, embedded.metric())?;
            let tally = witness.asked(&judge, at, turn);
            bar.inc(1);
            Ok((table, tally))
        })
        .collect::<anyhow::Result<Vec<(&Table, io::Result<Tally>)>>>()?;
    bar.finish_and_clear();
    let mut asked = Asked::default();
    for (table, tally) in tallies {
        let material = table.layout().material().to_string();
        let tally = match tally {
            Ok(tally) => tally,
            Err(error) => {
                let why =
                    format!("the compiled file did not answer for all of {material}: {error}");
                return Ok(Err(Unproven::Silent(why)));
            }
        };
        asked.positions += tally.positions;
        asked.differences += tally.differences;
        let is_new = |found: &Counterexample| found.material != material;
        if let Some(first) = tally
            .first
            .filter(|_| asked.counterexamples.iter().all(is_new))
        {
            asked.counterexamples.push(Counterexample {
                material,
                fen: first.fen,
                function: first.function.into(),
                said: first.said,
                expected: first.expected,
            });
        }
    }
    Ok(Ok(asked))
}

/// Who answers.
enum Witness {
    Program(Guard, PathBuf),
    Data(Packed),
}

impl Witness {
    fn asked(&self, judge: &Judge, class: usize, turn: Color) -> io::Result<Tally> {
        let (guard, program) = match self {
            Self::Program(guard, program) => (guard, program),
            Self::Data(packed) => {
                return judge.compare(turn, |at| Ok(judge.asked(packed, turn, at)));
            }
        };
        let mut command = Command::new(program);
        command
            .arg(class.to_string())
            .arg(u8::from(turn.is_white()).to_string());
        let mut child = guard.spawn(&command, Input::Nothing)?;
        let output = child.take_stdout().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut output = BufReader::with_capacity(1 << 16, output);
        let numbers = judge.numbers();
        let mut bytes = [0; 10];
        let tally = judge.compare(turn, |_| {
            output.read_exact(&mut bytes[..2 * numbers])?;
            let mut said: Said = [SKIPPED; 5];
            for (said, &bytes) in said[..numbers].iter_mut().zip(bytes.as_chunks::<2>().0) {
                *said = i16::from_le_bytes(bytes);
            }
            Ok(said)
        });
        // What it might still say is of no use.
        drop(output);
        let status = child.wait()?;
        let tally = tally?;
        if status.success() {
            Ok(tally)
        } else {
            Err(io::Error::other(format!("it ended with {status}")))
        }
    }
}

/// The program that answers, or why there is none.
fn compile(
    bytes: &[u8],
    embedded: &Embedded,
    folder: &Path,
    arguments: &args::ExportTable,
) -> anyhow::Result<Result<PathBuf, String>> {
    let (file, text) =
        harness(embedded, arguments.lang, &arguments.name).context("a form that is compiled")?;
    let (usual, name, flags): (_, _, &[&str]) = match arguments.lang {
        Form::Cpp => (
            "c++",
            "harness.cpp",
            &["-std=c++17", "-O2", "-Wall", "-Wextra"],
        ),
        Form::Rust => ("rustc", "harness.rs", &["--edition", "2024", "-O"]),
        Form::C | Form::Bin => ("cc", "harness.c", &["-std=c99", "-O2", "-Wall", "-Wextra"]),
    };
    for (name, bytes) in [(file, bytes), (name, text.as_bytes())] {
        fs::write(folder.join(name), bytes)
            .with_context(|| format!("cannot write {name} to compile it"))?;
    }
    let program = folder.join(format!("harness{}", env::consts::EXE_SUFFIX));
    let (mut compiler, more) = prove::compiler(arguments.compiler.as_deref(), usual);
    compiler.args(flags).args(more).arg(folder.join(name));
    prove::compiled(compiler, program)
}
