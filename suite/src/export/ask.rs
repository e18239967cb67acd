//! Exported tables, compiled and probed for every legal position.

use std::io;

use anyhow::{Context, bail};
use drawproof_export::{
    Name,
    table::{self, Difference, Embedded, Form, Judge, Packed, SKIPPED, Said, Tally},
};
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::Color;

use super::{
    compile::{Compiler, compile},
    program::{Program, QuestionRow, each},
    truths::{Numbered, Truths},
};
use crate::progress::Progress;

/// The result of the comparison.
#[derive(Default)]
pub struct TablesCompared {
    /// Legal positions asked about.
    pub positions: u64,
    pub differences: u64,
    /// At most one for each class.
    pub counterexamples: Vec<TableCounterexample>,
}

/// The first answer for a class that differs.
#[derive(Serialize)]
pub struct TableCounterexample {
    /// The class.
    pub material: String,
    /// The position.
    pub fen: String,
    /// The function that was called.
    pub function: String,
    /// What it said.
    pub said: String,
    /// What the table says.
    pub expected: String,
}

/// There is no compiler, or it rejects the file.
pub struct Refused(pub String);

/// Compiles a file and probes every legal position, with both sides to move and
/// either colour as the stronger side. A file with only data is read.
///
/// # Errors
///
/// If the compiled program ends before it has answered everything.
pub fn run(
    bytes: &[u8],
    embedded: &Embedded,
    truths: &Truths,
    (form, name, by): (Form, &Name, &Compiler),
    progress: &Progress,
) -> anyhow::Result<Result<TablesCompared, Refused>> {
    let Form::Text(language) = form else {
        let witness = Witness::Data(Packed::read(bytes)?);
        return answers(&witness, embedded, truths, progress).map(Ok);
    };
    let folder = tempfile::tempdir().context("cannot make a temporary folder to compile in")?;
    let build = table::build(embedded, language, name)?;
    match compile(
        &[(build.exported, bytes)],
        language,
        &build,
        folder.path(),
        by,
    )? {
        Ok(command) => {
            let witness = Witness::Program(Box::new(Program::new(command, &by.guard)));
            answers(&witness, embedded, truths, progress).map(Ok)
        }
        Err(why) => Ok(Err(Refused(why))),
    }
}

/// Asks about all classes.
fn answers(
    witness: &Witness,
    embedded: &Embedded,
    truths: &Truths,
    progress: &Progress,
) -> anyhow::Result<TablesCompared> {
    let bar = progress.bar("asking", Some(2 * embedded.classes().len() as u64));
    let mut asked = TablesCompared::default();
    truths.each(|judges| {
        let questions = judges
            .iter()
            .flat_map(|of| Color::ALL.map(|turn| (of, turn)));
        let questions: Vec<(&Numbered<'_>, Color)> = questions.collect();
        let tallies = questions.par_iter().map(|&((at, judge), turn)| {
            let tally = witness.asked(judge, *at, turn);
            bar.inc(1);
            (judge.material(), tally)
        });
        for (material, tally) in tallies.collect::<Vec<_>>() {
            match tally {
                Ok(tally) => asked.add(material.to_string(), tally),
                Err(error) => bail!(
                    "the compiled file did not answer for all of {material}: {error}; nothing was \
                     exported"
                ),
            }
        }
        Ok(())
    })?;
    drop(bar);
    Ok(asked)
}

impl TablesCompared {
    fn add(&mut self, material: String, tally: Tally) {
        self.positions += tally.positions;
        self.differences += tally.differences;
        let mut found = self.counterexamples.iter();
        if let Some(first) = tally.first
            && found.all(|found| found.material != material)
        {
            self.counterexamples
                .push(TableCounterexample::new(material, first));
        }
    }
}

impl TableCounterexample {
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
    fn asked(&self, judge: &Judge, class: u8, turn: Color) -> io::Result<Tally> {
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
                let questions = judge.questions(class, turn, at);
                let rows = questions.iter().map(|of| QuestionRow {
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
