//! Exported tables, compiled and probed for every legal position.

use std::{io, sync::Arc};

use anyhow::Context;
use drawproof_export::table::{
    self, Difference, Embedded, Form, Judge, Packed, SKIPPED, Said, Tally,
};
use drawproof_tables::{Table, TableSet};
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::Color;

use super::{
    compile::compile,
    program::{Asked as AskedRow, Program, each},
};
use crate::{args, progress};

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
    match compile(
        &[(build.exported, bytes)],
        language,
        &build,
        folder.path(),
        compiler,
    )? {
        Ok(command) => {
            let witness = Witness::Program(Box::new(Program::new(command)?));
            answers(&witness, embedded, tables, all_tables)
        }
        Err(why) => Ok(Err(Unproven::Refused(why))),
    }
}

/// Asks about all classes.
fn answers(
    witness: &Witness,
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
enum Witness {
    Program(Box<Program>),
    Data(Packed),
}

impl Witness {
    fn asked(&self, judge: &Judge, class: usize, turn: Color) -> io::Result<Tally> {
        let program = match self {
            Self::Program(program) => program,
            Self::Data(packed) => {
                return judge.compare(turn, |at| Ok(judge.asked(packed, turn, at)));
            }
        };
        let mut sheet: Vec<Said> = Vec::new();
        judge.compare(turn, |at| {
            if at % 4096 == 0 {
                sheet = vec![[SKIPPED; 5]; 4096];
                let questions = judge.questions(class as u8, turn, at);
                let rows = questions.iter().map(|of| AskedRow {
                    question: of.question,
                    squares: &of.squares,
                    last: of.last,
                });
                let mut answers = program.ask(judge.material(), rows)?.into_iter();
                for of in &questions {
                    each(of.last, &mut answers, |column, answer| {
                        sheet[(64 * of.row + column) as usize][of.place] = answer;
                    });
                }
            }
            Ok(sheet[at as usize % 4096])
        })
    }
}
