//! Positions and conditions as rows of bits.

use rayon::prelude::*;

use crate::bits::{self, Growing};

/// Positions as columns: a row of bits for each condition, a bit for each
/// position.
#[derive(Clone, Default, Debug)]
pub struct Matrix {
    rows: Vec<Vec<u64>>,
    positions: usize,
}

impl Matrix {
    /// A matrix of given rows.
    #[cfg(test)]
    pub(crate) fn new(rows: Vec<Vec<u64>>, positions: usize) -> Self {
        Self { rows, positions }
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// How many conditions there are.
    pub fn conditions(&self) -> usize {
        self.rows.len()
    }

    /// Where a condition holds.
    pub fn row(&self, condition: usize) -> &[u64] {
        &self.rows[condition]
    }

    /// A row of all positions.
    pub fn all(&self) -> Vec<u64> {
        bits::all(self.positions)
    }

    /// Only some of the positions.
    #[must_use]
    pub fn pick(&self, positions: &[u64]) -> Self {
        let bits = bits::count(positions) as usize;
        let pick = |row: &Vec<u64>| Growing::pick(row, positions, bits).into_row();
        Self {
            rows: self.rows.par_iter().map(pick).collect(),
            positions: bits,
        }
    }

    /// Only some of the conditions.
    pub(crate) fn keep_conditions(&mut self, kept: &[usize]) {
        let take = |&at: &usize| std::mem::take(&mut self.rows[at]);
        self.rows = kept.iter().map(take).collect();
    }

    /// The positions of one matrix, then those of another one.
    #[must_use]
    pub fn and_then(self, other: &Self) -> Self {
        let row = |(row, other_row): (Vec<u64>, &Vec<u64>)| {
            let mut row = Growing::of(row, self.positions);
            row.append(&Growing::of(other_row.clone(), other.positions));
            row.into_row()
        };
        let pairs = self.rows.into_par_iter().zip(&other.rows);
        Self {
            rows: pairs.map(row).collect(),
            positions: self.positions + other.positions,
        }
    }

    /// Rows of a number of bits.
    pub(crate) fn of(rows: Vec<Growing>, positions: usize) -> Self {
        Self {
            rows: rows.into_iter().map(Growing::into_row).collect(),
            positions,
        }
    }
}
