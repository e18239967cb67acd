//! WDL files of a folder that were read as a whole.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use crate::{Material, WdlTable};

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

    pub fn insert(&self, table: WdlTable) {
        let class = table.layout().material().clone();
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        tables.insert(class, Arc::new(table));
    }
}
