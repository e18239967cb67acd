//! What rules use for positions of smaller classes: other rules, exact tables.

use std::sync::Arc;

use drawproof_tables::{Material, TableSet, sha256};

use crate::{
    RuleFile,
    error::RuleError,
    syntax::{File, Use, UseSource},
};

/// Finds the rules and tables that a rule file uses.
pub trait Library {
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

    /// The exact table of a class, with those that its captures lead to.
    ///
    /// # Errors
    ///
    /// Why there is none, for a person.
    fn tables(&self, class: &Material) -> Result<Arc<TableSet>, String>;
}

/// The most men, kings included, of a class whose table can be used: more would
/// have no place in exported code.
pub const MAX_HELD_MEN: usize = 4;

/// A library with nothing in it.
#[derive(Copy, Clone, Debug)]
pub struct NoLibrary;

impl Library for NoLibrary {
    fn rules(&self, class: &Material, _: &UseSource, _: &str) -> Result<(String, String), String> {
        Err(format!("there are no rules for {class} here"))
    }

    fn tables(&self, class: &Material) -> Result<Arc<TableSet>, String> {
        Err(format!("there is no table of {class} here"))
    }
}

/// What a rule file uses for a smaller class.
#[derive(Clone, Debug)]
pub struct Used {
    /// The class.
    pub material: Material,
    /// What answers for it.
    pub by: UsedBy,
}

/// What answers for a smaller class.
#[derive(Clone, Debug)]
pub enum UsedBy {
    /// Its rules.
    Rules(Arc<RuleFile>),
    /// Its exact table, with those that its captures lead to.
    Tables(Arc<TableSet>),
}

impl Used {
    /// What identifies it; the table of a class is what it is.
    fn identity(&self) -> String {
        match &self.by {
            UsedBy::Rules(rules) => format!("{} {}", self.material, rules.sha256()),
            UsedBy::Tables(_) => format!("{} table", self.material),
        }
    }
}

/// SHA-256 of a text and of what it uses.
pub fn sha256_of(text: &str, uses: &[Used]) -> String {
    if uses.is_empty() {
        return sha256(text);
    }
    let own = [sha256(text)].into_iter();
    let all: Vec<String> = own.chain(uses.iter().map(Used::identity)).collect();
    sha256(all.join("\n"))
}

/// Finds all that a file uses.
pub fn used(
    file: &File,
    name: &str,
    material: &Material,
    library: &dyn Library,
) -> Result<Vec<Used>, Vec<RuleError>> {
    let mut all: Vec<Used> = Vec::new();
    let mut errors = Vec::new();
    for item in &file.uses {
        match one(item, name, material, library, &all) {
            Ok(used) => all.push(used),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() {
        Ok(all)
    } else {
        Err(errors)
    }
}

fn one(
    item: &Use,
    name: &str,
    material: &Material,
    library: &dyn Library,
    known: &[Used],
) -> Result<Used, RuleError> {
    let fail = |message: String| RuleError::new(item.span.clone(), message);
    let class: Material = (item.class.parse())
        .map_err(|error: drawproof_tables::MaterialError| fail(error.to_string()))?;
    let is_passed = |other: &Material| other.level() < class.level();
    let smaller = Material::with_smaller(&material.successors(), is_passed);
    if !smaller.contains(&class) {
        let message = format!("no capture or promotion leads from {material} to {class}");
        let help = "rules are used for classes with fewer men, or as many and fewer pawns";
        return Err(fail(message).help(help));
    }
    if known.iter().any(|used| used.material == class) {
        let message = format!("there is another 'use' of {class}");
        return Err(fail(message).help("a position has one answer"));
    }
    let by = if item.source == UseSource::Table {
        if class.men_count() > MAX_HELD_MEN {
            let message = format!("the table of {class} is too large for a rule file");
            let help = "tables of up to four men can be used; use the rules of the class instead";
            return Err(fail(message).help(help));
        }
        UsedBy::Tables(library.tables(&class).map_err(fail)?)
    } else {
        let (source, text) = library.rules(&class, &item.source, name).map_err(fail)?;
        let rules = RuleFile::parse_with(&source, &text, library).map_err(|errors| {
            let first = errors.errors().first().map(|error| error.message.clone());
            fail(format!("{source}: {}", first.unwrap_or_default()))
        })?;
        if *rules.material() != class {
            let message = format!("{source} is about {}, not {class}", rules.material());
            return Err(fail(message));
        }
        UsedBy::Rules(Arc::new(rules))
    };
    Ok(Used {
        material: class,
        by,
    })
}
