//! Rule files, and what they use.

use std::str::FromStr;

use drawproof_language::{Resolver, RuleErrors, RuleFile};
use drawproof_recognizers::{Builtin, Grade, builtin};
use drawproof_suite::resolver::Shelf;
use drawproof_tables::Material;
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
