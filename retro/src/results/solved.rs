//! Solved classes, as their callers see them.

use std::{error::Error, sync::Arc};

use drawproof_tables::{Excerpt, Layout, Metric, Section, Sections, Table};
use shakmaty::{ByColor, Color};

use crate::{
    error::GenerateError,
    results::summary::Summary,
    slices::{
        assemble::{assembled, assembled_section},
        pack_table::packed,
    },
    store::packed_class::{Needs, Packed},
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

    /// A section of the table with WDL and the distances of one metric; others may be missing.
    ///
    /// # Errors
    ///
    /// If slices cannot be read.
    pub fn section(&self, metric: Metric, of: &Section) -> Result<Excerpt<'_>, GenerateError> {
        let needs = Needs::Only(metric);
        match &self.0 {
            Form::Table(table) => Ok(table.excerpt(of)),
            Form::Slices(slices) => {
                let layout = slices.layout();
                let sides = if layout.material().has_pawns() {
                    assembled_section(slices, needs, of)?
                } else {
                    slices.whole(needs)?.into_sides()
                };
                Ok(Excerpt::new(layout, of.clone(), sides))
            }
        }
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

impl Sections for Solved {
    fn layout(&self) -> &Layout {
        Self::layout(self)
    }

    fn section(&self, of: &Section) -> Result<Excerpt<'_>, Box<dyn Error + Send + Sync>> {
        Ok(Self::section(self, Metric::Dtz, of)?)
    }
}
