//! Jobs: a run in pieces, which any number of processes and machines can do.
//!
//! Jobs share a folder of slices. Those of one stage do not need each other; all of
//! earlier stages must be finished before. A job that was done before does nothing, and
//! one that is done twice at the same time writes the same file.

use std::collections::BTreeMap;

use drawproof_tables::{Layout, Material, TableSet};

use crate::{
    error::GenerateError,
    plan::{
        memory::{job_bytes, table_job_bytes},
        run::make_packed,
    },
    positions::pawn_structure::{Structure, levels},
    report::Report,
    results::solved::Solved,
    search::by_structure::Solver,
    slices::finished::{Finished, Store},
    store::{
        packed_class::Packed,
        slice_folder::{SliceFolder, structures, words},
    },
    wanted::{PlyReport, Wanted},
};

/// A job.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    /// The stage, from 0.
    pub stage: usize,
    /// The class.
    pub class: Material,
    /// What is done for it.
    pub work: Work,
    /// The processor time in seconds that it will take, roughly.
    pub seconds: f64,
    /// The memory in bytes that it takes at most.
    pub bytes: u64,
}

/// What a job does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Work {
    /// Solves a class without pawns.
    Whole,
    /// Solves some pawn structures of a level.
    Slices {
        /// The level: pawn moves lead to earlier ones.
        level: usize,
        /// The first structure in the level.
        first: usize,
        /// How many structures.
        count: usize,
    },
    /// Puts the table of a requested class together.
    Table,
}

/// The jobs for some classes and the smaller ones that they need, by stage, each of
/// about as many seconds of processor time, if the class can be cut into such pieces, and
/// on this number of threads.
///
/// # Errors
///
/// If a class has no tables.
pub fn jobs(
    classes: &[Material],
    wanted: Wanted,
    seconds: f64,
    threads: usize,
) -> Result<Vec<Job>, GenerateError> {
    let mut all = Material::with_smaller(classes, |_| false);
    all.sort_by_key(|class| (class.level(), class.clone()));
    let mut ends: BTreeMap<Material, usize> = BTreeMap::new();
    let mut jobs = Vec::new();
    for class in &all {
        let needed = class.successors().into_iter();
        let begin = needed.filter_map(|smaller| ends.get(&smaller).copied());
        let begin = begin.max().unwrap_or(0);
        let of_class = jobs_of(class, wanted, (seconds, threads), begin)?;
        let end = of_class.iter().map(|job| job.stage + 1).max();
        let end = end.unwrap_or(begin);
        jobs.extend(of_class);
        if classes.contains(class) {
            let layout = Layout::new(class)?;
            jobs.push(Job {
                stage: end,
                class: class.clone(),
                work: Work::Table,
                seconds: 2.0 * layout.words() as f64 * seconds_per_word(wanted),
                bytes: table_job_bytes(class, wanted)?,
            });
        }
        ends.insert(class.clone(), end);
    }
    jobs.sort_by_key(|job| job.stage);
    Ok(jobs)
}

/// The jobs of one class, from a stage on.
fn jobs_of(
    class: &Material,
    wanted: Wanted,
    (seconds, threads): (f64, usize),
    begin: usize,
) -> Result<Vec<Job>, GenerateError> {
    let layout = Layout::new(class)?;
    let each = SECONDS_PER_SLICE + words(&layout) as f64 * seconds_per_word(wanted);
    let job = |stage, work, count| {
        Ok::<_, GenerateError>(Job {
            stage,
            class: class.clone(),
            work,
            seconds: count as f64 * each,
            bytes: job_bytes(class, wanted, threads, count)?,
        })
    };
    if !class.has_pawns() {
        return Ok(vec![job(begin, Work::Whole, 1)?]);
    }
    let size = ((seconds / each) as usize).max(1);
    let levels = levels(&layout).into_iter().enumerate();
    let levels = levels.filter(|(_, level)| !level.is_empty());
    let mut jobs = Vec::new();
    for (stage, (level, structures)) in (begin..).zip(levels) {
        for first in (0..structures.len()).step_by(size) {
            let count = size.min(structures.len() - first);
            let work = Work::Slices {
                level,
                first,
                count,
            };
            jobs.push(job(stage, work, count)?);
        }
    }
    Ok(jobs)
}

/// Processor time for setting up a slice, measured with KPPvK.
const SECONDS_PER_SLICE: f64 = 0.0003;

/// Processor time for a word of a slice, for both sides to move, measured with KRPvKR.
fn seconds_per_word(wanted: Wanted) -> f64 {
    let metrics = wanted.metrics().len();
    0.6e-6 * metrics as f64
}

/// Does a job, unless its result is there. A [`Work::Table`] gives the class.
///
/// # Errors
///
/// If jobs of earlier stages are not finished, or the folder cannot be used.
pub fn work(
    class: &Material,
    work: Work,
    wanted: Wanted,
    folder: &SliceFolder,
    report: &(dyn Fn(PlyReport) + Sync),
) -> Result<Option<Solved>, GenerateError> {
    let layout = Layout::new(class)?;
    let report: Report = &|ply| {
        report(ply);
        Ok(())
    };
    match work {
        Work::Whole => solve_whole(&layout, wanted, folder, report)?,
        Work::Slices {
            level,
            first,
            count,
        } => {
            let piece = Piece {
                at: level,
                first,
                count,
            };
            piece.solve(&layout, wanted, folder, report)?;
        }
        Work::Table => return Ok(Some(Solved::of_slices(complete(&layout, folder)?))),
    }
    Ok(None)
}

/// All slices of a class.
fn complete(layout: &Layout, folder: &SliceFolder) -> Result<Packed, GenerateError> {
    let packed = folder.finished(layout)?;
    if packed.len() == structures(layout) {
        Ok(packed)
    } else {
        Err(GenerateError::Unfinished(layout.material().clone()))
    }
}

/// All classes that captures and promotions lead to.
fn smaller(layout: &Layout, folder: &SliceFolder) -> Result<Store, GenerateError> {
    let mut store = Store::default();
    for class in layout.material().successors() {
        store.insert(complete(&Layout::new(&class)?, folder)?);
    }
    Ok(store)
}

fn solve_whole(
    layout: &Layout,
    wanted: Wanted,
    folder: &SliceFolder,
    report: Report,
) -> Result<(), GenerateError> {
    if folder.has_file(layout, "whole", &[Structure::EMPTY])? {
        return Ok(());
    }
    let tables = TableSet::new();
    let finished = Finished {
        tables: &tables,
        store: &smaller(layout, folder)?,
    };
    folder.make(layout)?;
    let slice = make_packed(layout, wanted, finished, folder, report)?;
    let mut file = folder.new_file(layout, "whole")?;
    file.write(&Structure::EMPTY, &slice)?;
    Ok(file.finish()?)
}

/// Some structures of a level.
struct Piece {
    /// The level.
    at: usize,
    first: usize,
    count: usize,
}

impl Piece {
    fn solve(
        &self,
        layout: &Layout,
        wanted: Wanted,
        folder: &SliceFolder,
        report: Report,
    ) -> Result<(), GenerateError> {
        let name = format!("{}-{}-{}", self.at, self.first, self.count);
        let mut levels = levels(layout).into_iter();
        let earlier: Vec<Structure> = levels.by_ref().take(self.at).flatten().collect();
        let level = levels.next().unwrap_or_default().into_iter();
        let structures: Vec<_> = level.skip(self.first).take(self.count).collect();
        if folder.has_file(layout, &name, &structures)? {
            return Ok(());
        }
        let before = folder.finished(layout)?;
        if earlier
            .iter()
            .any(|structure| before.get(structure).is_none())
        {
            return Err(GenerateError::Unfinished(layout.material().clone()));
        }
        let tables = TableSet::new();
        let finished = Finished {
            tables: &tables,
            store: &smaller(layout, folder)?,
        };
        let nothing = Packed::new(layout, wanted.metrics());
        let solver = Solver::new(&nothing, finished, wanted, (0, structures.len()));
        let slices = solver.solve(structures, &before, None, report)?;
        let mut file = folder.new_file(layout, &name)?;
        for (structure, slice) in slices {
            file.write(&structure, &slice)?;
        }
        Ok(file.finish()?)
    }
}
