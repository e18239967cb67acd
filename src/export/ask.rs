//! Exported tables, compiled and probed for every legal position.

use std::{
    io::{self, BufReader, Read},
    process::Stdio,
    sync::Arc,
};

use anyhow::Context;
use drawproof_export::table::{
    self, Difference, Embedded, Form, Judge, Packed, SKIPPED, Said, Tally,
};
use drawproof_system::{Guard, Input};
use drawproof_tables::{Table, TableSet};
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::Color;

use super::compile::{Compiled, compile};
use crate::{args, input, progress};

/// The result of the comparison.
#[derive(Default)]
pub struct Asked {
    /// Legal positions asked about.
    pub positions: u64,
    pub differences: u64,
    /// At most one for each class.
    pub counterexamples: Vec<Counterexample>,
}

/// The first answer for a class that differs.
#[derive(Serialize)]
pub struct Counterexample {
    pub material: String,
    pub fen: String,
    pub function: String,
    pub said: String,
    pub expected: String,
}

/// Why nothing is proven.
pub enum Unproven {
    /// There is no compiler, or it rejects the file.
    Refused(String),
    /// The compiled program ended before it had answered everything.
    Silent(String),
}

/// Compiles a file and probes every legal position, with both sides to move and
/// either colour as the stronger side. A file with only data is read.
pub fn run(
    bytes: &[u8],
    embedded: &Embedded,
    tables: &[Arc<Table>],
    all_tables: &TableSet,
    arguments: &args::ExportTable,
) -> anyhow::Result<Result<Asked, Unproven>> {
    let Form::Text(language) = arguments.lang else {
        let witness = Witness::Data(Packed::read(bytes)?);
        return answers(&witness, embedded, tables, all_tables);
    };
    let folder = tempfile::tempdir().context("cannot make a temporary folder to compile in")?;
    let build = table::build(embedded, language, &arguments.name)?;
    let compiler = arguments.compiler.as_deref();
    match compile(bytes, &build, folder.path(), compiler)? {
        Ok(compiled) => {
            let witness = Witness::Program(input::guard()?, compiled);
            answers(&witness, embedded, tables, all_tables)
        }
        Err(why) => Ok(Err(Unproven::Refused(why))),
    }
}

/// Asks about all classes.
fn answers(
    witness: &Witness<'_>,
    embedded: &Embedded,
    tables: &[Arc<Table>],
    all_tables: &TableSet,
) -> anyhow::Result<Result<Asked, Unproven>> {
    let classes = tables.iter().enumerate();
    let questions = classes.flat_map(|(at, table)| Color::ALL.map(|turn| (at, &**table, turn)));
    let questions: Vec<(usize, &Table, Color)> = questions.collect();
    let bar = progress::bar("asking", Some(questions.len() as u64));
    let tallies = questions
        .par_iter()
        .map(|&(at, table, turn)| {
            let judge = Judge::new(table, all_tables, embedded.metric())?;
            let tally = witness.asked(&judge, at, turn);
            bar.inc(1);
            Ok((table, tally))
        })
        .collect::<anyhow::Result<Vec<(&Table, io::Result<Tally>)>>>()?;
    bar.finish_and_clear();
    let mut asked = Asked::default();
    for (table, tally) in tallies {
        let material = table.layout().material().to_string();
        match tally {
            Ok(tally) => asked.add(material, tally),
            Err(error) => {
                let why =
                    format!("the compiled file did not answer for all of {material}: {error}");
                return Ok(Err(Unproven::Silent(why)));
            }
        }
    }
    Ok(Ok(asked))
}

impl Asked {
    fn add(&mut self, material: String, tally: Tally) {
        self.positions += tally.positions;
        self.differences += tally.differences;
        let mut found = self.counterexamples.iter();
        if let Some(first) = tally.first
            && found.all(|found| found.material != material)
        {
            self.counterexamples
                .push(Counterexample::new(material, first));
        }
    }
}

impl Counterexample {
    fn new(material: String, first: Difference) -> Self {
        Self {
            material,
            fen: first.fen,
            function: first.function.into(),
            said: first.said,
            expected: first.expected,
        }
    }
}

/// The source of the answers.
enum Witness<'a> {
    Program(Guard, Compiled<'a>),
    Data(Packed),
}

impl Witness<'_> {
    fn asked(&self, judge: &Judge, class: usize, turn: Color) -> io::Result<Tally> {
        let (guard, program) = match self {
            Self::Program(guard, program) => (guard, program),
            Self::Data(packed) => {
                return judge.compare(turn, |at| Ok(judge.asked(packed, turn, at)));
            }
        };
        let mut command = program.command();
        command
            .arg(class.to_string())
            .arg(u8::from(turn.is_white()).to_string());
        let mut child = guard.spawn(&command, Input::Nothing, Stdio::inherit())?;
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
        // The rest of its output is useless.
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
