//! Runs: one class after another, and what is kept of them.

use std::sync::Arc;

use drawproof_tables::{Layout, Material, Metric, Table, TableSet};
use rayon::prelude::*;
use shakmaty::ByColor;

use crate::{
    error::GenerateError,
    plan::{
        steps::{Plan, Step},
        task::Task,
    },
    positions::pawn_structure::Structure,
    report::{ClassReport, Report},
    results::solved::Solved,
    search::{
        by_structure,
        large_class::{is_large, solve_large},
        solve,
    },
    slices::{
        finished::{Finished, Store},
        pack_table::packed,
    },
    store::{
        packed_class::{Packed, PackedSlice},
        slice_folder::SliceFolder,
    },
    wanted::{PlyReport, Wanted},
};

/// What a caller does while classes are generated.
pub trait Caller: Sync {
    /// Why the caller wants to stop.
    type Error: From<GenerateError>;

    /// A ply of a class was searched.
    ///
    /// # Errors
    ///
    /// [`GenerateError::Stopped`], to end the run.
    fn searched(&self, class: &Material, ply: PlyReport) -> Result<(), GenerateError>;

    /// Reads a table that was finished before, when it is needed: the plan was told
    /// that it is there.
    ///
    /// # Errors
    ///
    /// Whatever prevents it.
    fn load(&mut self, class: &Material) -> Result<Option<Table>, Self::Error>;

    /// Takes a requested class.
    ///
    /// # Errors
    ///
    /// Whatever ends the run.
    fn finish(&mut self, solved: &Solved) -> Result<(), Self::Error>;

    /// Whether a class is there already.
    fn has(&self, class: &Material) -> bool;
}

/// A caller that only wants reports.
pub struct Silent<'a>(pub ClassReport<'a>);

impl Caller for Silent<'_> {
    type Error = GenerateError;

    fn searched(&self, class: &Material, ply: PlyReport) -> Result<(), GenerateError> {
        (self.0)(class, ply)
    }

    fn load(&mut self, _: &Material) -> Result<Option<Table>, GenerateError> {
        Ok(None)
    }

    fn finish(&mut self, _: &Solved) -> Result<(), GenerateError> {
        Ok(())
    }

    fn has(&self, _: &Material) -> bool {
        false
    }
}

/// [`generate_all`](crate::generate_all) for a caller that takes each table as it is finished, and may
/// have finished some before. What is not to keep is compressed as long as later
/// classes need it.
///
/// # Errors
///
/// As for [`generate`](crate::generate), and those of the caller.
pub fn generate_each<C: Caller>(
    task: &Task,
    tables: &mut TableSet,
    caller: &mut C,
) -> Result<(), C::Error> {
    let is_here = |class: &Material| {
        caller.has(class)
            || tables
                .get(class)
                .is_some_and(|table| task.wanted.is_in(table))
    };
    let plan = Plan::new(task, is_here)?;
    let mut run = Run {
        task,
        tables,
        store: Store::default(),
        caller,
    };
    for step in plan.steps {
        run.load(&step)?;
        let made = run.make(&step)?;
        for class in &step.dropped {
            run.store.remove(class);
        }
        for (class, made) in step.classes.iter().zip(made) {
            let is_needed = !step.dropped.contains(class);
            run.take(class, made, is_needed)?;
        }
    }
    Ok(())
}

struct Run<'a, C> {
    task: &'a Task<'a>,
    tables: &'a mut TableSet,
    store: Store,
    caller: &'a mut C,
}

impl<C: Caller> Run<'_, C> {
    /// Reads what was finished before a step that needs it.
    fn load(&mut self, step: &Step) -> Result<(), C::Error> {
        for class in &step.loads {
            if self.tables.get(class).is_some() {
                continue;
            }
            // Slices that are in the folder take no memory.
            if let Some(folder) = self.task.folder
                && folder.is_complete(class)?
            {
                let layout = Layout::new(class).map_err(GenerateError::from)?;
                self.store.insert(folder.finished(&layout)?);
            } else if let Some(table) = self.caller.load(class)? {
                self.pack(&table)?;
            }
        }
        Ok(())
    }

    /// Solves the classes of a step.
    fn make(&self, step: &Step) -> Result<Vec<Solved>, GenerateError> {
        let finished = Finished {
            tables: self.tables,
            store: &self.store,
        };
        make_all(&step.classes, self.task, finished, &|class, ply| {
            self.caller.searched(class, ply)
        })
    }

    /// Hands a class to the caller, if it was requested, and keeps it for later
    /// steps.
    fn take(&mut self, class: &Material, solved: Solved, is_needed: bool) -> Result<(), C::Error> {
        if self.task.classes.contains(class) {
            self.caller.finish(&solved)?;
        }
        if self.task.keep.keeps(class, self.task.classes) {
            self.tables.insert(solved.table()?);
        } else if is_needed {
            let mut slices = solved.into_slices()?;
            slices.keep_for_searches();
            self.store.insert(slices);
        }
        Ok(())
    }

    /// Keeps a whole table for later steps.
    fn pack(&mut self, table: &Table) -> Result<(), GenerateError> {
        let mut class = packed(table)?;
        class.keep_for_searches();
        self.store.insert(class);
        Ok(())
    }
}

/// Solves some classes, whoever calls: this is compiled once.
fn make_all(
    classes: &[Material],
    task: &Task,
    finished: Finished,
    report: ClassReport,
) -> Result<Vec<Solved>, GenerateError> {
    let make = |class: &Material| make(class, task, finished, &|ply| report(class, ply));
    classes.par_iter().map(make).collect()
}

/// Solves a class whose smaller classes are finished.
fn make(
    material: &Material,
    task: &Task,
    finished: Finished,
    report: Report,
) -> Result<Solved, GenerateError> {
    let wanted = task.wanted;
    let layout = Layout::new(material)?;
    for class in material.successors() {
        let has = |metric: &Metric| finished.has(&class, *metric) != Some(false);
        if !wanted.metrics().iter().all(has) {
            return Err(GenerateError::MissingDistances(class));
        }
    }
    let on_disk = task
        .folder
        .map(|folder| folder.continued(&layout))
        .transpose()?;
    let (before, file) = match on_disk {
        Some((before, file)) => (before, Some(file)),
        None => (Packed::new(&layout, wanted.metrics()), None),
    };
    if material.has_pawns() {
        let slices = by_structure::solve_class(before, file.as_ref(), finished, wanted, report)?;
        return Ok(Solved::of_slices(slices));
    }
    if before.len() > 0 {
        return Ok(Solved::of_slices(before));
    }
    let (Some(file), Some(folder)) = (file, task.folder) else {
        let table = make_whole(&layout, wanted, finished, report)?;
        return Ok(Solved::of_table(Arc::new(table)));
    };
    let slice = make_packed(&layout, wanted, finished, folder, report)?;
    let mut on_disk = before;
    on_disk.insert(Structure::EMPTY, file.keep(&Structure::EMPTY, &slice)?);
    Ok(Solved::of_slices(on_disk))
}

/// A class without pawns, compressed, with a folder for what does not fit in memory.
pub fn make_packed(
    layout: &Layout,
    wanted: Wanted,
    finished: Finished,
    folder: &SliceFolder,
    report: Report,
) -> Result<PackedSlice, GenerateError> {
    if is_large(layout.material()) {
        let folder = folder.folder(layout.material());
        return solve_large(layout, wanted, finished, &folder, report);
    }
    let table = make_whole(layout, wanted, finished, report)?;
    PackedSlice::without_rights(ByColor::new_with(|turn| table.side(turn)))
}

/// The table of a class without pawns.
pub fn make_whole(
    layout: &Layout,
    wanted: Wanted,
    finished: Finished,
    report: Report,
) -> Result<Table, GenerateError> {
    let material = layout.material();
    let at_hand = finished.tables.get(material);
    let goals = solve::goals(wanted);
    let &first = goals.first().ok_or(GenerateError::NoGoal)?;
    let mut table = match at_hand {
        Some(table) => table.as_ref().clone(),
        None if wanted == Wanted::DtmAndDtz && has_independent_goals(material) => {
            solve::solve_both(layout, finished, report)?
        }
        None => solve::solve_class(layout, finished, first, report)?,
    };
    for &goal in goals {
        if !table.has(goal) {
            table = solve::add_distances(table, goal, finished, report)?;
        }
    }
    Ok(table)
}

/// Whether both distances are found by searches that do not need each other, in
/// so little memory that they may run at the same time.
fn has_independent_goals(material: &Material) -> bool {
    const MAX_MEN: usize = 4;
    material.men_count() <= MAX_MEN
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;
    use crate::{generate::generate_all, plan::task::Keep};

    /// Distances that were in a file are those of a search in memory, to the byte.
    #[test]
    fn a_file_changes_nothing() -> Result<(), Box<dyn Error>> {
        files_change_nothing(&"KBvKN".parse()?)
    }

    /// With like men.
    #[test]
    #[ignore = "seconds: a class of five men"]
    fn a_file_changes_nothing_of_five_men() -> Result<(), Box<dyn Error>> {
        files_change_nothing(&"KNNvKN".parse()?)
    }

    fn files_change_nothing(class: &Material) -> Result<(), Box<dyn Error>> {
        let place = tempfile::tempdir()?;
        let wanted = Wanted::DtmAndDtz;
        let mut tables = TableSet::new();
        let smaller = class.successors();
        generate_all(&smaller, wanted, Keep::Requested, &mut tables, &|_, _| {})?;
        let finished = Finished {
            tables: &tables,
            store: &Store::default(),
        };
        let layout = Layout::new(class)?;
        for wanted in [Wanted::Wdl, wanted] {
            let table = make_whole(&layout, wanted, finished, &|_| Ok(()))?;
            let in_memory =
                PackedSlice::without_rights(ByColor::new_with(|turn| table.side(turn)))?;
            let by_file = solve_large(&layout, wanted, finished, place.path(), &|_| Ok(()))?;
            assert!(by_file.in_memory() == in_memory.in_memory(), "{wanted:?}");
        }
        // It had no name.
        assert_eq!(place.path().read_dir()?.count(), 0);
        Ok(())
    }
}
