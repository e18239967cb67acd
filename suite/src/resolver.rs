//! What rule files use: built-in rules, other files, and tables from folders or
//! generated ones.

use std::{
    path::Path,
    slice,
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::Context;
use drawproof_language::{FoundTables, OpenClass, Resolver, syntax::UseSource};
use drawproof_recognizers::{BuiltinResolver, GENERATED, ProvenResolver};
use drawproof_retro::{Wanted, generate};
use drawproof_tables::{Material, Metric, Oracle, Oracles, TableSet};

use crate::{folders::TableFolders, oracles, text_file::rule_text};

/// Finds what rule files of this program use.
#[derive(Default)]
pub struct Shelf {
    /// The folders that the user names.
    named: Option<TableFolders>,
    found: Mutex<ShelfTables>,
}

/// The tables so far: all that a run asks for stay, as they have four men at most.
#[derive(Default)]
struct ShelfTables {
    tables: TableSet,
    /// The classes whose tables come from folders.
    read: Vec<Material>,
    /// The folders, opened when the first table is needed; `None` if none are named.
    folders: Option<Oracles>,
    is_open: bool,
}

impl Shelf {
    /// Takes tables from folders, if any are named and have them in drawproof's
    /// format; generates the others.
    pub fn of(named: &TableFolders) -> Self {
        Self {
            named: Some(named.clone()),
            ..Self::default()
        }
    }

    fn find(&self, class: &Material) -> anyhow::Result<FoundTables> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if !found.is_open {
            let folders = self
                .named
                .as_ref()
                .map(|named| oracles::source(named, false));
            found.folders = folders.transpose()?.flatten();
            found.is_open = true;
        }
        found.read(class)?;
        let ShelfTables {
            tables,
            read,
            folders,
            ..
        } = &mut *found;
        generate(class, Wanted::Wdl, tables, &|_, _| {})?;
        let mut of_class = TableSet::new();
        for class in class.successors().iter().chain([class]) {
            let table = tables
                .get(class)
                .with_context(|| format!("no table of {class}"))?;
            of_class.insert(Arc::clone(table));
        }
        let is_read = folders.as_ref().filter(|_| read.contains(class));
        Ok(FoundTables {
            tables: Arc::new(of_class),
            from: is_read.map_or_else(|| GENERATED.into(), Oracle::name),
        })
    }
}

impl ShelfTables {
    /// Reads the tables of a class and of all smaller ones, as far as folders have
    /// them.
    fn read(&mut self, class: &Material) -> anyhow::Result<()> {
        let Some(folders) = &self.folders else {
            return Ok(());
        };
        for class in Material::with_smaller(slice::from_ref(class), |_| false) {
            if self.tables.get(&class).is_none()
                && folders.knows(&class, Metric::Wdl)
                && let Some(table) = folders.load(&class, &[Metric::Wdl])?
            {
                self.tables.insert(table);
                self.read.push(class);
            }
        }
        Ok(())
    }
}

impl Resolver for Shelf {
    fn rules(
        &self,
        class: &Material,
        source: &UseSource,
        from: &str,
    ) -> Result<(String, String), String> {
        if let UseSource::File(path) = source {
            return file_beside(from, path);
        }
        let tables = |class: &Material| self.tables(class).map(|found| found.tables);
        BuiltinResolver { tables: &tables }.rules(class, source, from)
    }

    fn open_rules(
        &self,
        class: &OpenClass,
        source: &UseSource,
        from: &str,
    ) -> Result<(String, String), String> {
        match source {
            UseSource::File(path) => file_beside(from, path),
            _ => ProvenResolver.open_rules(class, source, from),
        }
    }

    fn tables(&self, class: &Material) -> Result<FoundTables, String> {
        self.find(class).map_err(|error| format!("{error:#}"))
    }
}

/// The name and the text of a rule file by its path from another one.
fn file_beside(from: &str, path: &str) -> Result<(String, String), String> {
    let folder = Path::new(from).parent().unwrap_or(Path::new(""));
    rule_text(&folder.join(path)).map_err(|error| format!("{error:#}"))
}
