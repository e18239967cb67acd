//! Rule files, and what they use.

use std::{
    path::Path,
    str::FromStr,
    sync::{Arc, Mutex, PoisonError},
};

use drawproof_language::{
    FoundTables, MAX_TEXT_BYTES, Resolver, RuleErrors, RuleFile, syntax::UseSource,
};
use drawproof_recognizers::{Builtin, BuiltinResolver, GENERATED, Grade, builtin};
use drawproof_retro::{Wanted, generate};
use drawproof_system::open_regular;
use drawproof_tables::{Material, TableSet};
use pyo3::prelude::*;

use crate::{error::Failure, inputs::class};

/// Where rules come from.
pub enum Rules {
    /// The text of a file, under a name that messages use.
    Text { name: String, text: String },
    /// Built-in ones of a class.
    BuiltIn { class: Material, grade: Grade },
}

/// The grades of the built-in rules of a class.
#[pyfunction]
pub fn builtin_grades(name: &str) -> PyResult<Vec<String>> {
    let class = class(name)?;
    let of_class = builtin().iter().filter(|of| of.material() == class);
    Ok(of_class.map(|of| of.grade.to_string()).collect())
}

impl Rules {
    /// Built-in rules, by the name of their grade.
    ///
    /// # Errors
    ///
    /// If there is no such grade.
    pub fn built_in(class: Material, grade: &str) -> Result<Self, Failure> {
        let grade = Grade::from_str(grade)
            .map_err(|error| Failure::Said(format!("'{grade}' is {error}")))?;
        Ok(Self::BuiltIn { class, grade })
    }

    /// The first built-in rules of a class, which have the most informative reasons.
    pub fn first_built_in(class: &Material) -> Option<Self> {
        let first = builtin().iter().find(|of| of.material() == *class)?;
        Some(Self::BuiltIn {
            class: class.clone(),
            grade: first.grade,
        })
    }

    /// The rules, which must be about a class.
    ///
    /// # Errors
    ///
    /// Those of [`read`](Self::read), or that they are about another class.
    pub fn read_for(&self, class: &Material) -> Result<RuleFile, Failure> {
        let rules = self.read()?;
        if rules.material() == class {
            return Ok(rules);
        }
        let (name, of) = (rules.source_name(), rules.material());
        Err(Failure::Said(format!(
            "{name} is about {of}, not about {class}"
        )))
    }

    /// The rules, read with what they use; there is at least one.
    ///
    /// # Errors
    ///
    /// All errors of the file, or that nothing is built in.
    pub fn read(&self) -> Result<RuleFile, Failure> {
        let used = Shelf::default();
        let read = match self {
            Self::Text { name, text } => RuleFile::parse_with(name, text, &used),
            Self::BuiltIn { class, grade } => {
                let tables = |class: &Material| used.tables(class).map(|found| found.tables);
                Self::found(class, *grade)?.rules(&tables)
            }
        };
        read.and_then(RuleFile::with_rules)
            .map_err(|errors| said(&errors))
    }

    fn found(class: &Material, grade: Grade) -> Result<&'static Builtin, Failure> {
        let of_class = || builtin().iter().filter(|of| of.material() == *class);
        if let Some(found) = of_class().find(|of| of.grade == grade) {
            return Ok(found);
        }
        let grades: Vec<String> = of_class().map(|of| of.grade.to_string()).collect();
        Err(Failure::Said(match grades.len() {
            0 => format!("no rules for {class} are built in; give your own as rules="),
            _ => format!(
                "no {grade} rules for {class} are built in, only {}",
                grades.join(", ")
            ),
        }))
    }
}

fn said(errors: &RuleErrors) -> Failure {
    Failure::Said(format!("errors in rules\n\n{}", errors.render(false)))
}

/// Finds what rule files use: built-in rules, other files, and tables, which are
/// generated.
#[derive(Default)]
pub struct Shelf(Mutex<TableSet>);

impl Shelf {
    fn generated(&self, class: &Material) -> Result<Arc<TableSet>, Failure> {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        generate(class, Wanted::Wdl, &mut tables, &|_, _| {})?;
        let mut of_class = TableSet::new();
        for class in class.successors().iter().chain([class]) {
            if let Some(table) = tables.get(class) {
                of_class.insert(Arc::clone(table));
            }
        }
        Ok(Arc::new(of_class))
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
            let folder = Path::new(from).parent().unwrap_or(Path::new(""));
            return file(&folder.join(path));
        }
        let tables = |class: &Material| self.tables(class).map(|found| found.tables);
        BuiltinResolver { tables: &tables }.rules(class, source, from)
    }

    fn tables(&self, class: &Material) -> Result<FoundTables, String> {
        let tables = self.generated(class).map_err(|failure| match failure {
            Failure::Said(text) | Failure::Memory(text) => text,
            Failure::Stopped => "it was stopped".into(),
        })?;
        Ok(FoundTables {
            tables,
            from: GENERATED.into(),
        })
    }
}

/// The name and the text of a rule file.
fn file(path: &Path) -> Result<(String, String), String> {
    use std::io::Read;
    let name = path.display().to_string();
    let mut text = String::new();
    let read = open_regular(path).and_then(|file| {
        file.take(MAX_TEXT_BYTES as u64 + 1)
            .read_to_string(&mut text)
    });
    match read {
        Err(error) => Err(format!("cannot read the rule file {name}: {error}")),
        Ok(bytes) if bytes > MAX_TEXT_BYTES => Err(format!("{name} is too long for a rule file")),
        Ok(_) => Ok((name, text)),
    }
}
