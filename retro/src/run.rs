//! Runs: one class after another, and what is kept of them.

use std::sync::Arc;

use drawproof_tables::{Layout, Material, Metric, Table, TableSet};
use rayon::prelude::*;

use crate::{
    GenerateError, PlyReport, Wanted,
    assemble::assembled,
    packed::Packed,
    plan::{Keep, Plan, Step},
    search,
    sliced::packed,
    slices,
    view::{Finished, Store},
};

/// What a caller does while classes are generated.
pub trait Caller: Sync {
    /// Why the caller wants to stop.
    type Error: From<GenerateError>;

    /// A ply of a class was searched.
    fn searched(&self, class: &Material, ply: PlyReport);

    /// Reads a table that was finished before, when it is needed: the plan was told
    /// that it is there.
    ///
    /// # Errors
    ///
    /// Whatever prevents it.
    fn load(&mut self, class: &Material) -> Result<Option<Table>, Self::Error>;

    /// Takes the table of a requested class.
    ///
    /// # Errors
    ///
    /// Whatever ends the run.
    fn finish(&mut self, table: &Arc<Table>) -> Result<(), Self::Error>;

    /// Whether a class is there already.
    fn has(&self, class: &Material) -> bool;
}

/// A caller that only wants reports.
pub struct Silent<'a>(pub &'a (dyn Fn(&Material, PlyReport) + Sync));

impl Caller for Silent<'_> {
    type Error = GenerateError;

    fn searched(&self, class: &Material, ply: PlyReport) {
        (self.0)(class, ply);
    }

    fn load(&mut self, _: &Material) -> Result<Option<Table>, GenerateError> {
        Ok(None)
    }

    fn finish(&mut self, _: &Arc<Table>) -> Result<(), GenerateError> {
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
    classes: &[Material],
    wanted: Wanted,
    keep: Keep,
    tables: &mut TableSet,
    caller: &mut C,
) -> Result<(), C::Error> {
    let is_here = |class: &Material| {
        caller.has(class) || tables.get(class).is_some_and(|table| wanted.is_in(table))
    };
    let plan = Plan::new(classes, wanted, keep, is_here)?;
    let mut run = Run {
        classes,
        wanted,
        keep,
        tables,
        store: Store::default(),
        caller,
    };
    for step in plan.steps {
        run.load(&step)?;
        for (class, made) in step.classes.iter().zip(run.make(&step)?) {
            let is_needed = !step.dropped.contains(class);
            run.take(class, made, is_needed)?;
        }
        for class in &step.dropped {
            run.store.remove(class);
        }
    }
    Ok(())
}

struct Run<'a, C> {
    /// The requested classes.
    classes: &'a [Material],
    wanted: Wanted,
    keep: Keep,
    tables: &'a mut TableSet,
    store: Store,
    caller: &'a mut C,
}

impl<C: Caller> Run<'_, C> {
    /// Reads what was finished before a step that needs it.
    fn load(&mut self, step: &Step) -> Result<(), C::Error> {
        for class in &step.loads {
            if self.tables.get(class).is_none()
                && let Some(table) = self.caller.load(class)?
            {
                self.pack(packed(&table)?);
            }
        }
        Ok(())
    }

    /// Solves the classes of a step.
    fn make(&self, step: &Step) -> Result<Vec<Made>, GenerateError> {
        let finished = Finished {
            tables: self.tables,
            store: &self.store,
            unpacked: None,
        };
        let make = |class: &Material| {
            make(class, self.wanted, finished, &|ply| {
                self.caller.searched(class, ply);
            })
        };
        step.classes.par_iter().map(make).collect()
    }

    /// Hands a class to the caller, if it was requested, and keeps it for later
    /// steps.
    fn take(&mut self, class: &Material, made: Made, is_needed: bool) -> Result<(), C::Error> {
        let is_kept = self.keep.keeps(class, self.classes);
        let is_asked = self.classes.contains(class);
        let (table, slices) = made.with_table(is_kept || is_asked)?;
        if let Some(table) = &table
            && is_asked
        {
            self.caller.finish(table)?;
        }
        match (table, slices) {
            (Some(table), _) if is_kept => {
                self.tables.insert(table);
            }
            (_, Some(slices)) if is_needed => self.pack(slices),
            (Some(table), None) if is_needed => self.pack(packed(&table)?),
            _ => {}
        }
        Ok(())
    }

    fn pack(&mut self, mut class: Packed) {
        class.keep_for_searches();
        self.store.insert(class);
    }
}

/// A class that has just been solved.
enum Made {
    /// One without pawns.
    Whole(Arc<Table>),
    Sliced(Packed),
}

impl Made {
    /// The table, if it has one or needs one, and the slices, if it has any.
    fn with_table(
        self,
        needs_table: bool,
    ) -> Result<(Option<Arc<Table>>, Option<Packed>), GenerateError> {
        match self {
            Self::Whole(table) => Ok((Some(table), None)),
            Self::Sliced(slices) => {
                let table = needs_table.then(|| assembled(&slices)).transpose()?;
                Ok((table.map(Arc::new), Some(slices)))
            }
        }
    }
}

/// Solves a class whose smaller classes are finished.
fn make(
    material: &Material,
    wanted: Wanted,
    finished: Finished,
    report: &(dyn Fn(PlyReport) + Sync),
) -> Result<Made, GenerateError> {
    let layout = Layout::new(material)?;
    for class in material.successors() {
        let has = |metric: &Metric| finished.has(&class, *metric) != Some(false);
        if !wanted.metrics().iter().all(has) {
            return Err(GenerateError::MissingDistances(class));
        }
    }
    if material.has_pawns() {
        let slices = slices::solve_class(&layout, finished, wanted, report)?;
        return Ok(Made::Sliced(slices));
    }
    let at_hand = finished.tables.get(material);
    let at_hand = at_hand.filter(|table| wanted.has_dtm() <= table.has_dtm());
    let unpacked = finished.store.whole(&material.successors())?;
    let finished = Finished {
        unpacked: Some(&unpacked),
        ..finished
    };
    let table = match at_hand {
        Some(table) => table.as_ref().clone(),
        None if wanted == Wanted::DtmAndDtz && has_independent_goals(material) => {
            search::solve_both(&layout, finished, report)?
        }
        None => search::solve_class(&layout, finished, first_goal(wanted), report)?,
    };
    let table = if wanted.is_in(&table) {
        table
    } else {
        search::add_dtz(table, finished, report)?
    };
    Ok(Made::Whole(Arc::new(table)))
}

/// Whether both distances are found by searches that do not need each other, in
/// so little memory that they may run at the same time.
fn has_independent_goals(material: &Material) -> bool {
    const MAX_MEN: usize = 4;
    material.men_count() <= MAX_MEN
}

/// The goal of the first search for a class.
fn first_goal(wanted: Wanted) -> Metric {
    match wanted {
        Wanted::Dtm | Wanted::DtmAndDtz => Metric::Dtm,
        Wanted::Dtz => Metric::Dtz,
        Wanted::Wdl => Metric::Wdl,
    }
}
