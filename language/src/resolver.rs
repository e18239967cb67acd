//! Where rules find what they use for smaller classes: other rules, exact tables.

use std::sync::Arc;

use drawproof_tables::{Material, TableSet};

use crate::{open::OpenClass, syntax::UseSource};

/// Finds the rules and tables that a rule file uses.
pub trait Resolver {
    /// The name and the text of the rules of a class, built in under a grade or in
    /// a file by its path as written in `from`.
    ///
    /// # Errors
    ///
    /// Why there are none, for a person.
    fn rules(
        &self,
        class: &Material,
        source: &UseSource,
        from: &str,
    ) -> Result<(String, String), String>;

    /// The name and the text of rules for an open class, as [`rules`](Self::rules).
    ///
    /// # Errors
    ///
    /// Why there are none, for a person.
    fn open_rules(
        &self,
        class: &OpenClass,
        source: &UseSource,
        from: &str,
    ) -> Result<(String, String), String> {
        let _ = (source, from);
        Err(format!("there are no rules for {class} here"))
    }

    /// The exact table of a class, with those that its captures lead to.
    ///
    /// # Errors
    ///
    /// Why there is none, for a person.
    fn tables(&self, class: &Material) -> Result<FoundTables, String>;
}

/// Tables, and where they were found.
#[derive(Clone, Debug)]
pub struct FoundTables {
    /// The table of a class, with those that its captures lead to.
    pub tables: Arc<TableSet>,
    /// Where they come from, for a person.
    pub from: String,
}

/// Finds nothing.
#[derive(Copy, Clone, Debug)]
pub struct NoResolver;

impl Resolver for NoResolver {
    fn rules(&self, class: &Material, _: &UseSource, _: &str) -> Result<(String, String), String> {
        Err(format!("there are no rules for {class} here"))
    }

    fn tables(&self, class: &Material) -> Result<FoundTables, String> {
        Err(format!("there is no table of {class} here"))
    }
}
