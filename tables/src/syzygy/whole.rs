//! WDL files of a folder that were read as a whole.

use std::{
    collections::HashMap,
    io,
    sync::{Arc, PoisonError, RwLock},
};

use super::{
    SyzygyFolder,
    read::{ReadError, read_wdl},
    unreadable,
    write::checksum::checksum,
};
use crate::{
    Layout, Material, OracleError, VisibleName, WdlTable, captures::after_captures,
    published::Standing,
};

/// Most men of classes that are read as a whole.
const MAX_MEN: usize = 5;

/// Tables in memory, by class.
#[derive(Default, Debug)]
pub struct Whole {
    tables: RwLock<HashMap<Material, Arc<WdlTable>>>,
}

impl Whole {
    /// The table of a class, if it was read.
    pub fn get(&self, class: &Material) -> Option<Arc<WdlTable>> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.get(class).cloned()
    }

    fn insert(&self, table: WdlTable) {
        let class = table.layout().material().clone();
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        tables.insert(class, Arc::new(table));
    }
}

impl SyzygyFolder {
    /// The results of all positions of a class, and before those of the classes that captures
    /// lead to. `None` for classes that are too large.
    ///
    /// # Errors
    ///
    /// If a file is missing, damaged, or cannot be read.
    pub fn wdl_table(&self, class: &Material) -> Result<Option<Arc<WdlTable>>, OracleError> {
        if !(3..=MAX_MEN).contains(&class.men_count()) {
            return Ok(None);
        }
        let mut needed = vec![class.clone()];
        let mut at = 0;
        while let Some(class) = needed.get(at) {
            let smaller = after_captures(class);
            needed.extend(
                smaller
                    .into_iter()
                    .filter(|class| !needed.contains(class))
                    .collect::<Vec<_>>(),
            );
            at += 1;
        }
        needed.sort_by_key(Material::men_count);
        for class in needed {
            if self.whole.get(&class).is_none() {
                let Some(table) = self.read(&class)? else {
                    return Ok(None);
                };
                self.whole.insert(table);
            }
        }
        Ok(self.whole.get(class))
    }

    fn read(&self, class: &Material) -> Result<Option<WdlTable>, OracleError> {
        if !self.classes.contains(class) {
            return Err(OracleError::MissingTable {
                material: class.to_string(),
                place: self.path.shown(),
            });
        }
        let path = self.path.join(format!("{class}.rtbw"));
        let bytes = self
            .files
            .bytes(&path)
            .map_err(|error| unreadable(&path, &error))?;
        let Some((bytes, standing)) = bytes else {
            return Ok(None);
        };
        let corrupt = |reason: &str| OracleError::Corrupt {
            material: class.to_string(),
            place: self.path.shown(),
            reason: reason.into(),
        };
        // Of other files, published checksums say that they are whole, or the user does.
        if standing == Standing::Unknown {
            let is_whole = bytes
                .split_last_chunk::<16>()
                .is_some_and(|(contents, sum)| checksum(contents) == *sum);
            if !is_whole {
                return Err(corrupt(
                    "the checksum at its end is not that of its contents",
                ));
            }
        }
        let smaller = |class: &Material| self.whole.get(class);
        match read_wdl(Layout::new(class)?, &bytes, &smaller) {
            Ok(table) => Ok(Some(table)),
            Err(ReadError::Bad(bad)) => Err(corrupt(bad.0)),
            Err(ReadError::Missing(class)) => Err(OracleError::Io {
                path,
                error: io::Error::other(format!("{class} was not read before")),
            }),
        }
    }
}
