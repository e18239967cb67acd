//! Solved classes, as their callers see them.

use std::sync::Arc;

use drawproof_tables::{Layout, Metric, Table};
use shakmaty::{ByColor, Color};

use crate::{
    GenerateError,
    assemble::assembled,
    packed::{Needs, Packed},
    sliced::packed,
    summary::Summary,
};

/// A class that was solved: a table, or compressed slices that can become one.
#[derive(Debug)]
pub struct Solved(Form);

#[derive(Debug)]
enum Form {
    /// A class without pawns.
    Table(Arc<Table>),
    /// One with pawns, or on disk.
    Slices(Packed),
}

impl Solved {
    pub(crate) fn of_table(table: Arc<Table>) -> Self {
        Self(Form::Table(table))
    }

    pub(crate) fn of_slices(slices: Packed) -> Self {
        Self(Form::Slices(slices))
    }

    /// The order of the positions in its table.
    pub fn layout(&self) -> &Layout {
        match &self.0 {
            Form::Table(table) => table.layout(),
            Form::Slices(slices) => slices.layout(),
        }
    }

    /// What its positions are worth in numbers, by the side to move. This makes no table.
    ///
    /// # Errors
    ///
    /// If slices cannot be read.
    pub fn summary(&self) -> Result<ByColor<Summary>, GenerateError> {
        match &self.0 {
            Form::Table(table) => Ok(ByColor::new_with(|turn: Color| {
                Summary::of_side(table.layout(), table.side(turn))
            })),
            Form::Slices(slices) => Summary::of_slices(slices),
        }
    }

    /// The table, with all that was solved.
    ///
    /// # Errors
    ///
    /// If slices cannot be read.
    pub fn table(&self) -> Result<Arc<Table>, GenerateError> {
        self.with(Needs::All)
    }

    /// The table with WDL and the distances of one metric; others may be missing, which
    /// saves their memory.
    ///
    /// # Errors
    ///
    /// If slices cannot be read.
    pub fn table_with(&self, metric: Metric) -> Result<Arc<Table>, GenerateError> {
        self.with(Needs::Only(metric))
    }

    fn with(&self, needs: Needs) -> Result<Arc<Table>, GenerateError> {
        match &self.0 {
            Form::Table(table) => Ok(Arc::clone(table)),
            Form::Slices(slices) => Ok(Arc::new(assembled(slices, needs)?)),
        }
    }

    pub(crate) fn into_slices(self) -> Result<Packed, GenerateError> {
        match self.0 {
            Form::Table(table) => packed(&table),
            Form::Slices(slices) => Ok(slices),
        }
    }
}
