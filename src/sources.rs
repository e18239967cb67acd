//! Where own tables come from: a folder of files, or the generator.

use std::{path::Path, sync::Arc};

use anyhow::Context;
use drawproof_retro::{Keep, Plan, Wanted};
use drawproof_tables::{FileMetric, Material, Oracle, Table, TableFolder, TableSet};

use crate::{memory, progress};

/// Own tables, made or read when they are asked for.
pub struct Sources {
    library: TableSet,
    folder: Option<TableFolder>,
    /// Whether what is not in the folder is generated.
    generates: bool,
    /// Which smaller tables stay in memory.
    keep: Keep,
    /// Whether somebody else has seen to it that memory suffices.
    is_planned: bool,
}

impl Sources {
    /// Tables that are generated.
    pub fn generator() -> Self {
        Self {
            library: TableSet::new(),
            folder: None,
            generates: true,
            keep: Keep::All,
            is_planned: false,
        }
    }

    /// Tables of a folder, if one is given, else generated ones.
    pub fn new(folder: Option<&Path>) -> anyhow::Result<Self> {
        Ok(Self::of_folder(folder.map(TableFolder::open).transpose()?))
    }

    /// Tables of an open folder, if there is one, else generated ones.
    pub fn of_folder(folder: Option<TableFolder>) -> Self {
        Self {
            generates: folder.is_none(),
            folder,
            ..Self::generator()
        }
    }

    /// Tables that are generated where a folder does not have them.
    pub fn completing(folder: Option<TableFolder>) -> Self {
        Self {
            folder,
            ..Self::generator()
        }
    }

    /// The same, keeping only some of the smaller tables in memory.
    pub fn keeping(self, keep: Keep) -> Self {
        Self { keep, ..self }
    }

    /// The same, memory having been planned for all that will be asked for.
    pub fn planned(self) -> Self {
        Self {
            is_planned: true,
            ..self
        }
    }

    /// How tables of these classes are generated.
    fn plan(&self, classes: &[Material], wanted: Wanted) -> anyhow::Result<Plan> {
        let is_here = |class: &Material| {
            let table = self.library.get(class);
            table.is_some_and(|table| wanted.is_in(table))
        };
        Ok(Plan::new(classes, wanted, self.keep, is_here)?)
    }

    /// The folder of files.
    pub fn folder(&self) -> Option<&TableFolder> {
        self.folder.as_ref()
    }

    /// The tables in memory.
    pub fn library(&self) -> &TableSet {
        &self.library
    }

    /// The oracle for single positions: the files if there are any.
    pub fn oracle(&self) -> &dyn Oracle {
        match &self.folder {
            Some(folder) if !self.generates => folder,
            _ => &self.library,
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
            let at_hand = self.library.get(&class);
            if at_hand.is_some_and(|table| !self.generates || wanted.is_in(table)) {
                continue;
            }
            match &self.folder {
                Some(folder) if !self.generates => {
                    self.library.insert(folder.load(&class)?);
                }
                Some(folder) if has(folder, &class, wanted) => {
                    let metrics: Vec<FileMetric> = metrics_of(wanted).collect();
                    let table = folder.load_metrics(&class, &metrics)?;
                    self.library.insert(table);
                }
                // Smaller tables may be there.
                Some(_) => asked.extend(class.successors()),
                None => {}
            }
        }
        if self.generates {
            if !self.is_planned {
                let held = self.library.iter().map(|table| table.bytes() as u64);
                let available = memory::available(held.sum());
                memory::check(classes, wanted, &self.plan(classes, wanted)?, available)?;
            }
            progress::generate(classes, wanted, self.keep, &mut self.library)?;
        }
        let table = |class: &Material| {
            let table = self.library.get(class).cloned();
            table.with_context(|| format!("{class} was not generated"))
        };
        classes.iter().map(table).collect()
    }

    /// Makes everything ready that positions of a class, and what their moves
    /// lead to, are asked for.
    pub fn prepare(&mut self, class: &Material, wanted: Wanted) -> anyhow::Result<()> {
        if self.generates {
            self.get(class, wanted)?;
        }
        Ok(())
    }

    /// Gives back the memory of all tables that none of these classes needs.
    pub fn keep_for(&mut self, classes: &[Material]) {
        self.keep_only(&Material::with_smaller(classes, |_| false));
    }

    /// The same, where all that is still to be generated is among the classes:
    /// only what their moves lead to is kept.
    pub fn keep_for_moves_of<'a>(&mut self, classes: impl Iterator<Item = &'a Material>) {
        let needed: Vec<Material> = classes.flat_map(Material::successors).collect();
        self.keep_only(&needed);
    }

    fn keep_only(&mut self, needed: &[Material]) {
        let held: Vec<Material> = self
            .library
            .iter()
            .map(|table| table.layout().material().clone())
            .collect();
        for class in held.iter().filter(|class| !needed.contains(class)) {
            self.library.remove(class);
        }
    }
}

/// Whether a folder has all that is wanted of a class.
fn has(folder: &TableFolder, class: &Material, wanted: Wanted) -> bool {
    metrics_of(wanted).all(|metric| folder.has(class, metric))
}

/// The files that hold what is wanted.
fn metrics_of(wanted: Wanted) -> impl Iterator<Item = FileMetric> {
    FileMetric::ALL
        .into_iter()
        .filter(move |metric| match metric {
            FileMetric::Wdl => true,
            FileMetric::Dtm => wanted.has_dtm(),
            FileMetric::Dtz => wanted.has_dtz(),
        })
}
