//! Several runs that share their tables.
//!
//! The tables of all classes are generated in one go, so that smaller ones are searched once.
//! Each class is judged as soon as it is finished, and its table is then given up.

use std::mem;

use drawproof_reports::Report;
use drawproof_retro::{
    Caller, GenerateError, Keep, Plan, PlyReport, Solved, Task, Wanted, Writing, generate_each,
};
use drawproof_tables::{HelpmateTable, Layout, Material, Subject, Table, TableSet};

use super::run::{Run, Tables};
use crate::{
    helpmate, memory,
    progress::{Generating, NEVER, Progress},
};

/// The runs of all built-in rules have at most this number of men; more are generated class by
/// class, with what memory allows for each.
const MOST_MEN: usize = 5;

/// What takes the reports.
pub type Take<'t> = &'t mut (dyn FnMut(Report) -> anyhow::Result<()> + Sync);

/// Makes the report of each run, as it would be alone, and hands them over in the order of the
/// runs.
pub fn reports(runs: Vec<Run>, progress: &Progress, take: Take) -> anyhow::Result<()> {
    let mut classes: Vec<Material> = Vec::new();
    for class in runs.iter().map(Run::class) {
        if !classes.contains(class) {
            classes.push(class.clone());
        }
    }
    let shared = shared(&runs, &classes)?;
    let mut judged = Judged::new(runs, take);
    match shared {
        Some(Subject::Results) => {
            let mut judging = Judging {
                generating: Generating::new(progress),
                progress,
                judged,
            };
            generate_each(&task(&classes), &mut TableSet::new(), &mut judging)
        }
        Some(Subject::Mates) => {
            let judge = |table: HelpmateTable| {
                let class = table.layout().material().clone();
                judged.class(&class, Tables::of_mates(table, progress))
            };
            helpmate::sources::generate(&classes, false, (progress, &NEVER), judge)
        }
        None => {
            let mut all = classes.iter();
            all.try_for_each(|class| judged.class(class, Tables::new(progress)))
        }
    }
}

/// What the runs are about, if they can share all tables.
fn shared(runs: &[Run], classes: &[Material]) -> anyhow::Result<Option<Subject>> {
    let can_share = runs.iter().all(Run::needs_only_its_table)
        && classes.iter().all(|class| class.men_count() <= MOST_MEN);
    let Some(first) = runs.first().filter(|_| can_share) else {
        return Ok(None);
    };
    let subject = first.subject();
    if subject == Subject::Mates {
        return Ok(Some(subject));
    }
    // Alone, a class may do with less.
    let plan = Plan::new(&task(classes), |_| false)?;
    let fits = memory::available(0).has(plan.peak_bytes());
    Ok(fits.then_some(subject))
}

/// What is generated: each class is handed over, and put together from its slices.
fn task(classes: &[Material]) -> Task<'_> {
    Task {
        classes,
        wanted: Wanted::Dtz,
        keep: Keep::Nothing,
        folder: None,
        writing: Some(Writing {
            table_words: |class| Ok(Layout::new(class)?.words() as u64),
            bytes: |_, _| Ok(0),
        }),
    }
}

/// Runs, and the reports of those that are judged.
struct Judged<'a, 't> {
    runs: Vec<State<'a>>,
    /// How many reports were handed over.
    taken: usize,
    take: Take<'t>,
}

enum State<'a> {
    Waiting(Box<Run<'a>>),
    Reported(Box<Report>),
    Taken,
}

impl<'a, 't> Judged<'a, 't> {
    fn new(runs: Vec<Run<'a>>, take: Take<'t>) -> Self {
        Self {
            runs: (runs.into_iter())
                .map(|run| State::Waiting(Box::new(run)))
                .collect(),
            taken: 0,
            take,
        }
    }

    /// Judges all runs of a class, the last of which gives up the tables.
    fn class(&mut self, class: &Material, mut tables: Tables) -> anyhow::Result<()> {
        let is_of_class =
            |state: &State| matches!(state, State::Waiting(run) if run.class() == class);
        let all: Vec<usize> = (0..self.runs.len())
            .filter(|&at| is_of_class(&self.runs[at]))
            .collect();
        for (number, &at) in all.iter().enumerate() {
            let State::Waiting(run) = mem::replace(&mut self.runs[at], State::Taken) else {
                continue;
            };
            tables.keep(number + 1 < all.len());
            let mut run = (*run).with_tables(tables);
            self.runs[at] = State::Reported(Box::new(run.report()?));
            tables = run.into_tables();
            self.hand_over()?;
        }
        Ok(())
    }

    /// Hands over the reports that are next.
    fn hand_over(&mut self) -> anyhow::Result<()> {
        while let Some(state) = self.runs.get_mut(self.taken) {
            match mem::replace(state, State::Taken) {
                State::Reported(report) => (self.take)(*report)?,
                waiting => {
                    *state = waiting;
                    break;
                }
            }
            self.taken += 1;
        }
        Ok(())
    }
}

/// Judges each class as it is finished.
struct Judging<'a, 't> {
    progress: &'a Progress,
    generating: Generating,
    judged: Judged<'a, 't>,
}

impl Caller for Judging<'_, '_> {
    type Error = anyhow::Error;

    fn searched(&self, class: &Material, ply: PlyReport) -> Result<(), GenerateError> {
        self.generating.show(class, ply);
        Ok(())
    }

    fn load(&mut self, _: &Material) -> anyhow::Result<Option<Table>> {
        Ok(None)
    }

    fn finish(&mut self, solved: &Solved) -> anyhow::Result<()> {
        let class = solved.layout().material();
        let tables = Tables::of_table(solved.table()?, self.progress);
        self.generating.pause(|| self.judged.class(class, tables))
    }

    fn has(&self, _: &Material) -> bool {
        false
    }
}
