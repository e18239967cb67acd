//! Who can still mate in a position.

use drawproof_reports::HelpmateAnswer;
use drawproof_tables::{Layout, Placement};
use pyo3::prelude::*;

use crate::{
    error::Failure, generated::helpmates, inputs::position, table::NativeTable, work::run,
};

/// The most men with which the plies of help mates of one position are looked up.
const MOST_MEN_WITH_PLIES: usize = 4;

/// Who can still mate in a position, and how: an object in JSON, and the same in words.
#[pyfunction]
#[pyo3(signature = (fen, table, threads, progress))]
pub fn can_mate(
    py: Python<'_>,
    fen: &str,
    table: Option<PyRef<'_, NativeTable>>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, String)> {
    let position = position(fen)?;
    let (class, ..) = Placement::of(&position).map_err(Failure::said)?;
    Layout::new(&class).map_err(Failure::said)?;
    let known = table.as_deref().and_then(NativeTable::helpmates);
    let answer = run(py, threads, progress.as_ref(), |watch| {
        let made;
        let tables = if let Some(tables) = known.filter(|tables| tables.get(&class).is_some()) {
            tables
        } else {
            made = helpmates(&class, class.men_count() <= MOST_MEN_WITH_PLIES, watch)?;
            &made
        };
        Ok(HelpmateAnswer::new(fen, &position, tables)?)
    })?;
    let json = serde_json::to_string(&answer).map_err(Failure::said)?;
    Ok((json, answer.text()))
}
