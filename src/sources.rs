//! Sources of values: folders of files, or the generator.

use std::sync::Arc;

use anyhow::{Context, bail};
use drawproof_retro::{Keep, Plan, Wanted};
use drawproof_tables::{Material, Metric, Oracle, Oracles, Table, TableSet};

use crate::{memory, progress, say::say};

/// Tables, generated or read when they are needed.
pub struct Sources {
    tables: TableSet,
    folders: Option<Oracles>,
    /// Whether tables that are not in the folders are generated.
    generates: bool,
    /// Which smaller tables stay in memory.
    keep: Keep,
    /// Whether memory was planned for everything that will be needed.
    is_planned: bool,
}

impl Sources {
    /// Tables that are generated.
    pub fn generator() -> Self {
        Self {
            tables: TableSet::new(),
            folders: None,
            generates: true,
            keep: Keep::All,
            is_planned: false,
        }
    }

    /// Tables from folders, if any are named, else generated ones.
    pub fn new(folders: Option<Oracles>) -> Self {
        Self {
            generates: folders.is_none(),
            folders,
            ..Self::generator()
        }
    }

    /// Tables that are generated if folders do not have them.
    pub fn completing(folders: Option<Oracles>) -> Self {
        Self {
            folders,
            ..Self::generator()
        }
    }

    /// Keeps only some of the smaller tables in memory.
    pub fn keeping(self, keep: Keep) -> Self {
        Self { keep, ..self }
    }

    /// Skips memory planning, which the caller has done.
    pub fn planned(self) -> Self {
        Self {
            is_planned: true,
            ..self
        }
    }

    /// The plan for generating tables of these classes.
    fn plan(&self, classes: &[Material], wanted: Wanted) -> anyhow::Result<Plan> {
        let is_here = |class: &Material| {
            let table = self.tables.get(class);
            table.is_some_and(|table| wanted.is_in(table))
        };
        Ok(Plan::new(classes, wanted, self.keep, is_here)?)
    }

    /// The folders of files.
    pub fn folders(&self) -> Option<&Oracles> {
        self.folders.as_ref()
    }

    /// The tables in memory.
    pub fn tables(&self) -> &TableSet {
        &self.tables
    }

    /// The oracle for single positions: the files, if there are any.
    pub fn oracle(&self) -> &dyn Oracle {
        match &self.folders {
            Some(folders) if !self.generates => folders,
            _ => &self.tables,
        }
    }

    /// The table of a class, in memory from now on.
    pub fn get(&mut self, class: &Material, wanted: Wanted) -> anyhow::Result<Arc<Table>> {
        let mut tables = self.get_all(std::slice::from_ref(class), wanted)?;
        tables.pop().context("a class has a table")
    }

    /// The tables of some classes, in memory from now on.
    pub fn get_all(
        &mut self,
        classes: &[Material],
        wanted: Wanted,
    ) -> anyhow::Result<Vec<Arc<Table>>> {
        let mut asked = classes.to_vec();
        while let Some(class) = asked.pop() {
            let at_hand = self.tables.get(&class);
            if at_hand.is_some_and(|table| !self.generates || wanted.is_in(table)) {
                continue;
            }
            match &self.folders {
                Some(folders) if !self.generates => {
                    let table = loaded(folders, &class, &Metric::ALL)?;
                    self.tables.insert(table);
                }
                Some(folders) if has(folders, &class, wanted) => {
                    let table = loaded(folders, &class, wanted.metrics())?;
                    self.tables.insert(table);
                }
                // Smaller tables may exist.
                Some(_) => asked.extend(class.successors()),
                None => {}
            }
        }
        if self.generates {
            if !self.is_planned {
                let held = self.tables.iter().map(|table| table.bytes() as u64);
                let available = memory::available(held.sum());
                memory::check(classes, wanted, &self.plan(classes, wanted)?, available)?;
            }
            progress::generate(classes, wanted, self.keep, &mut self.tables)?;
        }
        let table = |class: &Material| {
            let table = self.tables.get(class).cloned();
            table.with_context(|| format!("{class} was not generated"))
        };
        classes.iter().map(table).collect()
    }

    /// Prepares the tables for probing positions of a class and those that
    /// their moves lead to.
    pub fn prepare(&mut self, class: &Material, wanted: Wanted) -> anyhow::Result<()> {
        if self.generates {
            self.get(class, wanted)?;
        }
        Ok(())
    }

    /// Frees all tables that none of these classes needs.
    pub fn keep_for(&mut self, classes: &[Material]) {
        self.keep_only(&Material::with_smaller(classes, |_| false));
    }

    /// Like [`keep_for`](Self::keep_for) if all remaining work is among the
    /// classes: keeps only the tables that their moves lead to.
    pub fn keep_for_moves_of<'a>(&mut self, classes: impl Iterator<Item = &'a Material>) {
        let needed: Vec<Material> = classes.flat_map(Material::successors).collect();
        self.keep_only(&needed);
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

/// Whether folders have everything that is wanted for a class.
fn has(folders: &Oracles, class: &Material, wanted: Wanted) -> bool {
    wanted
        .metrics()
        .iter()
        .all(|&metric| folders.knows(class, metric))
}

/// What to generate. Distances to zeroing moves show what the 50-move rule
/// changes. With six men they would take a multiple of time and memory, so they
/// must be requested.
pub fn wanted(class: &Material, fifty_moves: bool) -> Wanted {
    const MAX_DTZ_MEN: usize = 5;
    if class.men_count() <= MAX_DTZ_MEN || fifty_moves {
        Wanted::Dtz
    } else {
        Wanted::Wdl
    }
}

/// Tables with distances to mate; none if there is not enough memory.
pub fn lines_of(class: &Material, wanted: Wanted) -> Option<Sources> {
    let mut own = Sources::generator();
    match own.get(class, wanted) {
        Ok(_) => Some(own),
        Err(error) => {
            say(&format!("no lines are shown: {error:#}"));
            None
        }
    }
}
