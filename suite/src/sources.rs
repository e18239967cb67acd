//! Sources of values: folders of files, or the generator.

use std::{
    path::PathBuf,
    slice,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context, bail};
use drawproof_retro::{Keep, Plan, SliceFolder, Task, Wanted, Work, work};
use drawproof_tables::{Material, Metric, Oracle, Oracles, Table, TableSet};

use crate::{
    memory::{self, Available},
    progress::{self, NEVER, Progress},
};

/// Tables, generated or read when they are needed.
pub struct Sources {
    tables: TableSet,
    folders: Option<Oracles>,
    slices: Option<Slices>,
    /// Which smaller tables stay in memory.
    keep: Keep,
    progress: Progress,
}

impl Sources {
    /// Tables that are generated.
    pub fn generator(progress: &Progress) -> Self {
        Self {
            tables: TableSet::new(),
            folders: None,
            slices: None,
            keep: Keep::All,
            progress: progress.clone(),
        }
    }

    /// Tables from folders, if any are named, else generated ones.
    pub fn new(folders: Option<Oracles>, progress: &Progress) -> Self {
        Self {
            folders,
            ..Self::generator(progress)
        }
    }

    /// A table in memory, and generated ones.
    pub fn of_table(table: Arc<Table>, progress: &Progress) -> Self {
        let mut own = Self::generator(progress);
        own.tables.insert(table);
        own
    }

    /// Tables that are put together from finished slices.
    pub fn of_slices(slices: Slices, progress: &Progress) -> Self {
        Self {
            slices: Some(slices),
            ..Self::generator(progress)
        }
    }

    /// Keeps only some of the smaller tables in memory.
    #[must_use]
    pub fn keeping(self, keep: Keep) -> Self {
        Self { keep, ..self }
    }

    /// The plan for generating tables of these classes.
    fn plan(&self, classes: &[Material], wanted: Wanted) -> anyhow::Result<Plan> {
        let is_here = |class: &Material| {
            let table = self.tables.get(class);
            table.is_some_and(|table| wanted.is_in(table))
        };
        let task = Task {
            classes,
            wanted,
            keep: self.keep,
            folder: None,
            writing: None,
        };
        Ok(Plan::new(&task, is_here)?)
    }

    /// The folders of files.
    pub fn folders(&self) -> Option<&Oracles> {
        self.folders.as_ref()
    }

    /// The tables in memory.
    pub fn tables(&self) -> &TableSet {
        &self.tables
    }

    /// The tables in memory, and nothing else.
    pub fn into_tables(self) -> TableSet {
        self.tables
    }

    /// The oracle for single positions: the files, if there are any.
    pub fn oracle(&self) -> &dyn Oracle {
        match &self.folders {
            Some(folders) => folders,
            _ => &self.tables,
        }
    }

    /// The table of a class, in memory from now on.
    pub fn get(&mut self, class: &Material, wanted: Wanted) -> anyhow::Result<Arc<Table>> {
        let mut tables = self.get_all(slice::from_ref(class), wanted)?;
        tables.pop().context("a class has a table")
    }

    /// The tables of some classes, in memory from now on.
    pub fn get_all(
        &mut self,
        classes: &[Material],
        wanted: Wanted,
    ) -> anyhow::Result<Vec<Arc<Table>>> {
        self.get_all_unless(&NEVER, classes, wanted)
    }

    /// The same; it ends soon after `stopped` is set.
    fn get_all_unless(
        &mut self,
        stopped: &AtomicBool,
        classes: &[Material],
        wanted: Wanted,
    ) -> anyhow::Result<Vec<Arc<Table>>> {
        if let Some(folders) = &self.folders {
            for class in classes {
                if self.tables.get(class).is_none() {
                    let table = loaded(folders, class, &Metric::ALL)?;
                    self.tables.insert(table);
                }
            }
        } else if let Some(slices) = &self.slices {
            for class in Material::with_smaller(classes, |_| false) {
                if self.keep.keeps(&class, classes) && self.tables.get(&class).is_none() {
                    self.tables.insert(slices.table(&class)?);
                }
            }
        } else {
            let plan = self.plan(classes, wanted)?;
            memory::check(classes, wanted, &plan, self.available())?;
            let how = (&self.progress, stopped);
            progress::generate(classes, wanted, self.keep, &mut self.tables, how)?;
        }
        let table = |class: &Material| {
            let table = self.tables.get(class).cloned();
            table.with_context(|| format!("{class} was not generated"))
        };
        classes.iter().map(table).collect()
    }

    fn available(&self) -> Available {
        let held = self.tables.iter().map(|table| table.bytes() as u64);
        memory::available(held.sum())
    }

    fn fits(&self, class: &Material, wanted: Wanted) -> anyhow::Result<bool> {
        let plan = self.plan(slice::from_ref(class), wanted)?;
        Ok(self.available().has(plan.peak_bytes()))
    }

    /// Prepares the tables for judging what is claimed about a class: WDL, and distances
    /// to zeroing moves, which show what the 50-move rule changes. These are left out with
    /// six men, and where memory is not enough for them, unless `fifty_moves` asks for
    /// them. It ends soon after `stopped` is set.
    pub fn prepare_for_claims(
        &mut self,
        class: &Material,
        fifty_moves: bool,
        stopped: &AtomicBool,
    ) -> anyhow::Result<()> {
        let mut wanted = wanted_for_claims(class, fifty_moves);
        let is_optional = wanted == Wanted::Dtz && !fifty_moves && self.slices.is_none();
        if is_optional && !self.fits(class, Wanted::Dtz)? && self.fits(class, Wanted::Wdl)? {
            self.progress.say(&format!(
                "there is not enough memory for distances to zeroing moves of {class}: what the 50-move rule changes is not shown"
            ));
            wanted = Wanted::Wdl;
        }
        self.get_all_unless(stopped, slice::from_ref(class), wanted)?;
        Ok(())
    }

    /// Prepares the tables for probing positions of a class and those that
    /// their moves lead to.
    pub fn prepare(&mut self, class: &Material, wanted: Wanted) -> anyhow::Result<()> {
        if self.folders.is_none() {
            self.get(class, wanted)?;
        }
        Ok(())
    }

    /// Checks that folders have the table of a class, or that there is memory to generate it.
    pub fn expect(&self, class: &Material, wanted: Wanted) -> anyhow::Result<()> {
        if let Some(folders) = &self.folders {
            return Ok(folders.require([class])?);
        }
        let classes = slice::from_ref(class);
        let plan = self.plan(classes, wanted)?;
        memory::check(classes, wanted, &plan, self.available())
    }

    /// Frees all tables that none of these classes needs.
    pub fn keep_for(&mut self, classes: &[Material]) {
        self.keep_only(&Material::with_smaller(classes, |_| false));
    }

    fn keep_only(&mut self, needed: &[Material]) {
        let held: Vec<Material> = self
            .tables
            .iter()
            .map(|table| table.layout().material().clone())
            .collect();
        for class in held.iter().filter(|class| !needed.contains(class)) {
            self.tables.remove(class);
        }
    }
}

/// What judging claims about a class takes, where there is memory for it.
pub fn wanted_for_claims(class: &Material, fifty_moves: bool) -> Wanted {
    const MAX_DTZ_MEN: usize = 5;
    if class.men_count() <= MAX_DTZ_MEN || fifty_moves {
        Wanted::Dtz
    } else {
        Wanted::Wdl
    }
}

/// What the line of a counterexample takes.
pub fn wanted_for_lines(fifty_moves: bool) -> Wanted {
    // Distances to zeroing moves may decide which wins and losses count.
    if fifty_moves {
        Wanted::DtmAndDtz
    } else {
        Wanted::Dtm
    }
}

/// Finished slices in a folder that jobs share.
#[derive(Clone, Debug)]
pub struct Slices {
    /// The folder.
    pub folder: PathBuf,
    /// What they hold.
    pub wanted: Wanted,
}

impl Slices {
    /// The table of a class.
    fn table(&self, class: &Material) -> anyhow::Result<Arc<Table>> {
        let folder = SliceFolder::shared(&self.folder, self.wanted);
        let solved = work(class, Work::Table, self.wanted, &folder, &|_| {})?;
        let solved = solved.with_context(|| format!("there is no table of {class}"))?;
        Ok(solved.table()?)
    }
}

/// The whole table of a class.
fn loaded(folders: &Oracles, class: &Material, metrics: &[Metric]) -> anyhow::Result<Table> {
    match folders.load(class, metrics)? {
        Some(table) => Ok(table),
        None => bail!(
            "the whole table of {class} is needed, and {} do not have it in drawproof's format; name a folder of own tables, or leave out --tables to generate it",
            folders.name()
        ),
    }
}

/// Tables with distances to mate; none if there is not enough memory, or once `stopped` is set.
pub fn lines_of(
    class: &Material,
    wanted: Wanted,
    (progress, stopped): (&Progress, &AtomicBool),
) -> Option<Sources> {
    let mut own = Sources::generator(progress);
    match own.get_all_unless(stopped, slice::from_ref(class), wanted) {
        Ok(_) => Some(own),
        Err(_) if stopped.load(Ordering::Relaxed) => None,
        Err(error) => {
            progress.say(&format!("no lines are shown: {error:#}"));
            None
        }
    }
}
