//! The truth about who can mate: tables of help mates by which rules for a class are mined or
//! verified.

use std::{
    path::PathBuf,
    slice,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use drawproof_tables::{HelpmateTable, HelpmateTables, Material};

use super::sources::{Files, generate};
use crate::progress::Progress;

/// The most men with which tables are generated with distances, for lines.
const MOST_MEN_OF_LINES: usize = 4;

/// Tables of help mates that are read, or generated, when they are needed.
#[derive(Default)]
pub struct MateTables {
    /// The class's own.
    own: HelpmateTables,
    /// With distances, and those that moves lead to, once lines are needed.
    lines: OnceLock<Option<HelpmateTables>>,
    progress: Progress,
}

impl MateTables {
    /// None so far.
    pub fn new(progress: &Progress) -> Self {
        Self {
            progress: progress.clone(),
            ..Self::default()
        }
    }

    /// The table of a class.
    pub fn of_table(table: HelpmateTable, progress: &Progress) -> Self {
        let mut tables = Self::new(progress);
        tables.own.insert(table);
        tables
    }

    /// The truth, once it is prepared.
    pub fn truth(&self) -> &HelpmateTables {
        &self.own
    }

    /// Prepares the table of a class. It ends soon after `stopped` is set.
    pub fn prepare(
        &mut self,
        folders: &[PathBuf],
        class: &Material,
        stopped: &AtomicBool,
    ) -> anyhow::Result<()> {
        if self.own.get(class).is_none() {
            let how = (&self.progress, stopped);
            self.own = found(folders, slice::from_ref(class), false, how)?;
        }
        Ok(())
    }

    /// Forgets that there are no tables with distances: next time they are looked for again.
    pub fn look_again(&mut self) {
        if self.lines.get().is_some_and(Option::is_none) {
            self.lines.take();
        }
    }

    /// Tables with distances; none with more than four men if folders do not have all, or once
    /// `stopped` is set.
    pub fn lines(
        &self,
        folders: &[PathBuf],
        class: &Material,
        stopped: &AtomicBool,
    ) -> Option<&HelpmateTables> {
        let find = || {
            let classes = Material::with_smaller(slice::from_ref(class), |_| false);
            match found(folders, &classes, true, (&self.progress, stopped)) {
                Ok(tables) => Some(tables),
                Err(_) if stopped.load(Ordering::Relaxed) => None,
                Err(error) => {
                    self.progress.say(&format!("no lines are shown: {error:#}"));
                    None
                }
            }
        };
        self.lines.get_or_init(find).as_ref()
    }
}

/// The tables of some classes: from folders as far as these have them, the others generated.
fn found(
    folders: &[PathBuf],
    classes: &[Material],
    with_distances: bool,
    how: (&Progress, &AtomicBool),
) -> anyhow::Result<HelpmateTables> {
    let mut tables = HelpmateTables::new();
    let mut missing = Vec::new();
    for class in classes {
        let read = Files(folders).read(class)?;
        let is_enough = |table: &HelpmateTable| table.has_distances() || !with_distances;
        match read.filter(is_enough) {
            Some(table) => tables.insert(table),
            None => missing.push(class.clone()),
        }
    }
    let most = missing.iter().map(Material::men_count).max().unwrap_or(0);
    if with_distances && most > MOST_MEN_OF_LINES {
        anyhow::bail!(
            "distances of help mates with more than {MOST_MEN_OF_LINES} men take long; make them with drawproof generate --metrics helpmate-distance --out DIR, and add --tables DIR"
        );
    }
    if !missing.is_empty() {
        generate(&missing, with_distances, how, |table| {
            tables.insert(table);
            Ok(())
        })?;
    }
    Ok(tables)
}
