//! What rules of tests use: built-in rules, and tables made when they are asked for.

use std::sync::{Arc, Mutex, PoisonError};

use drawproof_language::{FoundTables, Resolver, syntax::UseSource};
use drawproof_recognizers::BuiltinResolver;
use drawproof_retro::{Wanted, generate};
use drawproof_tables::{Material, TableSet};

pub struct Shelf;

static TABLES: Mutex<Option<TableSet>> = Mutex::new(None);

/// All tables that were made so far, that of the class among them.
fn tables(class: &Material) -> Result<Arc<TableSet>, String> {
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let tables = tables.get_or_insert_with(TableSet::new);
    generate(class, Wanted::Wdl, tables, &|_, _| {}).map_err(|error| error.to_string())?;
    Ok(Arc::new(tables.clone()))
}

impl Resolver for Shelf {
    fn rules(
        &self,
        class: &Material,
        source: &UseSource,
        from: &str,
    ) -> Result<(String, String), String> {
        BuiltinResolver { tables: &tables }.rules(class, source, from)
    }

    fn tables(&self, class: &Material) -> Result<FoundTables, String> {
        BuiltinResolver { tables: &tables }.tables(class)
    }
}
