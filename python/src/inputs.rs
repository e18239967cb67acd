//! What users name: classes, positions and metrics.

use std::ffi::CString;

use drawproof_tables::{Layout, Material, Metric, chess_of_fen};
use pyo3::{exceptions::PyUserWarning, prelude::*};
use shakmaty::Chess;

use crate::error::Failure;

/// A legal position. Of what does not fit the board Python is warned.
pub fn position(fen: &str) -> Result<Chess, Failure> {
    let given = chess_of_fen(fen)?;
    for said in given.left_out() {
        warn(&format!("'{fen}': {said}")).map_err(Failure::said)?;
    }
    Ok(given.position)
}

/// Warns the user, who may have made errors of warnings.
fn warn(text: &str) -> PyResult<()> {
    let text = CString::new(text)?;
    Python::attach(|py| PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 2))
}

/// A class that has tables.
pub fn class(name: &str) -> Result<Material, Failure> {
    let class: Material = name.parse()?;
    Layout::new(&class)?;
    Ok(class)
}

/// The printed name of a class, stronger side first.
#[pyfunction]
pub fn class_name(name: &str) -> PyResult<String> {
    Ok(class(name)?.to_string())
}

/// A metric of tables.
pub fn metric(name: &str) -> Result<Metric, Failure> {
    match name {
        "wdl" => Ok(Metric::Wdl),
        "dtm" => Ok(Metric::Dtm),
        "dtz" => Ok(Metric::Dtz),
        _ => Err(Failure::Said(format!(
            "'{name}' is not a metric; expected 'wdl', 'dtm', 'dtz', 'helpmate' or 'helpmate-distance'"
        ))),
    }
}

/// What is to be generated.
pub struct Metrics {
    /// Of tables.
    pub of_tables: Vec<Metric>,
    /// Whether tables of help mates are wanted, and if so, with plies.
    pub of_helpmates: Option<bool>,
}

impl Metrics {
    /// Those with some names.
    ///
    /// # Errors
    ///
    /// If a name is of no metric.
    pub fn named(names: &[String]) -> Result<Self, Failure> {
        let mut metrics = Self {
            of_tables: Vec::new(),
            of_helpmates: None,
        };
        for name in names {
            match &**name {
                HELPMATE => metrics.of_helpmates = metrics.of_helpmates.or(Some(false)),
                HELPMATE_DISTANCE => metrics.of_helpmates = Some(true),
                name => metrics.of_tables.push(metric(name)?),
            }
        }
        Ok(metrics)
    }
}

/// The metric of who can still mate.
pub const HELPMATE: &str = "helpmate";

/// The same with plies.
pub const HELPMATE_DISTANCE: &str = "helpmate-distance";
