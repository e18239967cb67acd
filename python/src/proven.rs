//! What rules proven for any number of men say.

use drawproof_suite::proven;
use pyo3::prelude::*;

use crate::{error::Failure, inputs::position};

/// What the built-in rules for any number of men say about a position: an object in JSON, and the same
/// in words; none if no rule speaks.
#[pyfunction]
#[pyo3(name = "proven")]
pub fn told(fen: &str) -> PyResult<Option<(String, String)>> {
    let Some(told) = proven::proven(&position(fen)?) else {
        return Ok(None);
    };
    let json = serde_json::to_string(&told).map_err(Failure::said)?;
    Ok(Some((json, told.text())))
}
