//! Single positions explained.

use drawproof_language::RuleFile;
use drawproof_retro::Wanted;
use drawproof_suite::{
    bare_kings::BareKings,
    explain::{Explained, tell},
};
use drawproof_tables::{Layout, Oracle, Placement, TreeBounds};
use pyo3::prelude::*;

use crate::{
    error::Failure, generated, inputs::position, rules::Rules, table::NativeTable, work::run,
};

/// How much of what is shown.
#[derive(FromPyObject)]
pub struct Shown {
    #[pyo3(item)]
    near: i64,
    #[pyo3(item)]
    depth: Option<i64>,
    #[pyo3(item)]
    width: Option<i64>,
    #[pyo3(item)]
    duals: Option<i64>,
    #[pyo3(item)]
    nesting: Option<i64>,
    #[pyo3(item)]
    max_moves: Option<i64>,
}

/// A number as a user gives it, within limits.
fn number(name: &str, given: i64, least: usize, most: usize) -> Result<usize, Failure> {
    let number = usize::try_from(given).ok();
    let number = number.filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        Failure::Said(format!(
            "{name}={given}: give a number from {least} to {most}"
        ))
    })
}

impl Shown {
    fn bounds(&self) -> Result<TreeBounds, Failure> {
        let usual = TreeBounds::DEFAULT;
        let of = |name, given: Option<i64>, usual, least, most| {
            given.map_or(Ok(usual), |given| number(name, given, least, most))
        };
        Ok(TreeBounds {
            depth: of("depth", self.depth, usual.depth, 1, 1_000)?,
            width: of("width", self.width, usual.width, 1, 255)?,
            duals: of("duals", self.duals, usual.duals, 0, 255)?,
            nesting: of("nesting", self.nesting, usual.nesting, 0, 32)?,
            max_moves: of("max_moves", self.max_moves, usual.max_moves, 1, 100_000)?,
        })
    }
}

/// What is said about a position: an object in JSON, and the same in words.
#[pyfunction]
#[pyo3(signature = (fen, rules, grade, table, shown, threads, progress))]
#[allow(clippy::too_many_arguments)]
pub fn explain(
    py: Python<'_>,
    fen: &str,
    rules: Option<(String, String)>,
    grade: Option<&str>,
    table: Option<PyRef<'_, NativeTable>>,
    shown: Shown,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, String)> {
    let (bounds, near) = (
        shown.bounds()?,
        number("near", shown.near, 0, u16::MAX.into())?,
    );
    let position = position(fen)?;
    let (class, ..) = Placement::of(&position).map_err(Failure::said)?;
    let is_bare = BareKings::knows_class(&class);
    if !is_bare {
        Layout::new(&class).map_err(Failure::said)?;
    }
    let rules = match (rules, grade) {
        (Some((name, text)), _) => Some(Rules::Text { name, text }),
        (None, Some(grade)) => Some(Rules::built_in(class.clone(), grade)?),
        (None, None) => Rules::first_built_in(&class),
    };
    let table = table.as_deref();
    table.map(|table| table.check_class(&class)).transpose()?;
    let told = |oracle: &dyn Oracle, rules: Option<&RuleFile>| {
        let told = tell(&position, rules, oracle, (bounds, near));
        let Explained { told, pgn } = told.map_err(Failure::of)?;
        Ok(told.with_pgn(pgn))
    };
    let told = run(py, threads, progress.as_ref(), |watch| {
        let rules = rules.map(|rules| rules.read_for(&class)).transpose()?;
        if let Some(table) = table {
            return told(table.oracle(), rules.as_ref());
        }
        if is_bare {
            return told(&BareKings, None);
        }
        let tables = generated::tables(&class, Wanted::DtmAndDtz, watch)?;
        told(&tables, rules.as_ref())
    })?;
    let json = serde_json::to_string(&told).map_err(Failure::said)?;
    Ok((json, told.words()))
}
