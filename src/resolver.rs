//! What rule files use: built-in rules, other files, and tables that are generated.

use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use drawproof_language::{Resolver, syntax::UseSource};
use drawproof_recognizers::builtin;
use drawproof_retro::{Wanted, generate};
use drawproof_tables::{Material, TableSet};

use crate::text_file::rule_text;

/// Finds what rule files of this program use.
pub struct Shelf;

/// The tables that were generated so far: all that a run asks for stay, as they
/// have four men at most.
static GENERATED: Mutex<Option<TableSet>> = Mutex::new(None);

impl Resolver for Shelf {
    fn rules(
        &self,
        class: &Material,
        source: &UseSource,
        from: &str,
    ) -> Result<(String, String), String> {
        match source {
            UseSource::File(path) => {
                let folder = Path::new(from).parent().unwrap_or(Path::new(""));
                let path = folder.join(path);
                rule_text(&path).map_err(|error| format!("{error:#}"))
            }
            UseSource::BuiltIn(grade) => {
                let mut all = builtin().iter().filter(|of| of.material() == *class);
                let found = all.clone().find(|of| of.grade.to_string() == *grade);
                if let Some(of) = found {
                    return Ok((format!("{} (built in)", of.name), of.text.into()));
                }
                let grades: Vec<String> = all.by_ref().map(|of| of.grade.to_string()).collect();
                Err(match &grades[..] {
                    [] => format!("no rules for {class} are built in; use its table or a file"),
                    grades => format!(
                        "no {grade} rules for {class} are built in, only {}",
                        grades.join(", ")
                    ),
                })
            }
            UseSource::Table => Err(format!("the table of {class} is not a rule file")),
        }
    }

    fn tables(&self, class: &Material) -> Result<Arc<TableSet>, String> {
        let mut generated = GENERATED.lock().unwrap_or_else(PoisonError::into_inner);
        let tables = generated.get_or_insert_with(TableSet::new);
        generate(class, Wanted::Wdl, tables, &|_, _| {}).map_err(|error| error.to_string())?;
        let mut of_class = TableSet::new();
        let smaller = class.successors().into_iter().chain([class.clone()]);
        for table in smaller.filter_map(|class| tables.get(&class).cloned()) {
            of_class.insert(table);
        }
        Ok(Arc::new(of_class))
    }
}
