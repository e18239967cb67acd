//! The part of the Python package that is written in Rust: tables as columns of
//! numbers, probing, explanations, and rules verified and mined. `drawproof/__init__.py` makes
//! arrays and results of them.
//!
//! Nothing here holds the interpreter's lock while it computes: see [`work`].

mod columns;
mod error;
mod explain;
mod generated;
mod helpmate;
mod inputs;
mod mates;
mod mine;
mod proven;
mod rules;
mod table;
mod verify;
mod work;

use pyo3::prelude::*;

use crate::{error::Error, table::NativeTable};

/// Filled in by the build.
#[pymodule(gil_used = true)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("Error", module.py().get_type::<Error>())?;
    module.add("version", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<NativeTable>()?;
    module.add_function(wrap_pyfunction!(inputs::class_name, module)?)?;
    module.add_function(wrap_pyfunction!(table::generate, module)?)?;
    module.add_function(wrap_pyfunction!(table::open_table, module)?)?;
    module.add_function(wrap_pyfunction!(table::classes_in, module)?)?;
    module.add_function(wrap_pyfunction!(verify::verify_rules, module)?)?;
    module.add_function(wrap_pyfunction!(rules::builtin_grades, module)?)?;
    module.add_function(wrap_pyfunction!(explain::explain, module)?)?;
    module.add_function(wrap_pyfunction!(helpmate::can_mate, module)?)?;
    module.add_function(wrap_pyfunction!(proven::told, module)?)?;
    module.add_function(wrap_pyfunction!(mine::mine, module)?)?;
    module.add_function(wrap_pyfunction!(mine::vocabulary, module)?)?;
    Ok(())
}
