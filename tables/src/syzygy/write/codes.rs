//! The values of all cells, turned so that an order of men reads them from few lines of the
//! cache.
//!
//! Positions that follow one another in an order of men differ in the square of the man that moves
//! fastest. If the cells of its squares are neighbours, 64 of them share a line. Otherwise each
//! position of a class of five men waits for memory.

use rayon::prelude::*;

use super::cells::Cells;

/// The values of the cells of a table, one byte each, and of one more for kings that touch.
#[derive(Clone, Debug)]
pub struct Codes<'a> {
    cells: Cells<'a>,
    bytes: Vec<u8>,
}

impl<'a> Codes<'a> {
    /// Those that [`Cells::fill`] gives.
    pub fn new(cells: Cells<'a>, bytes: Vec<u8>) -> Self {
        Self { cells, bytes }
    }

    /// Where they are.
    pub fn cells(&self) -> &Cells<'a> {
        &self.cells
    }

    /// By the number of a cell.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether the cache holds all of them, so that it does not matter which are neighbours.
    pub fn are_few(&self) -> bool {
        /// Bytes that are in the cache soon.
        const CACHED: usize = 4 << 20;
        self.bytes.len() <= CACHED
    }

    /// Makes the squares of a man neighbours, in place of those of the man that had this place.
    pub fn bring_near(&mut self, man: usize) {
        if let Some(near) = self.cells.near().filter(|&near| near != man) {
            let end = self.cells.len();
            turn(&mut self.bytes[..end], self.cells.step(man) as usize);
            self.cells.exchange(near, man);
        }
    }
}

/// The rows and columns of a square that is turned.
const SIDE: usize = 64;

/// Exchanges two men in the numbers of cells: one whose squares are neighbours and one whose
/// squares are `step` bytes apart, a multiple of 64.
fn turn(bytes: &mut [u8], step: usize) {
    /// The bytes of a row that one thread takes at a time.
    const PART: usize = 16 * SIDE;
    bytes.par_chunks_exact_mut(SIDE * step).for_each(|rows| {
        let mut rows: Vec<_> = rows
            .chunks_exact_mut(step)
            .map(|row| row.chunks_mut(PART))
            .collect();
        let part = |_| rows.iter_mut().filter_map(Iterator::next).collect();
        let parts: Vec<Vec<&mut [u8]>> = (0..step.div_ceil(PART)).map(part).collect();
        parts
            .into_par_iter()
            .for_each(|mut rows| turn_rows(&mut rows));
    });
}

/// Exchanges rows and columns of each square of 64 rows.
fn turn_rows(rows: &mut [&mut [u8]]) {
    let mut square = [[0; SIDE]; SIDE];
    let length = rows.first().map_or(0, |row| row.len());
    for at in (0..length).step_by(SIDE) {
        for (row, eight) in rows.chunks_exact(8).enumerate() {
            for column in 0..SIDE / 8 {
                let from = at + 8 * column;
                let word = |row: usize| {
                    let bytes = eight[row][from..from + 8].as_array();
                    u64::from_le_bytes(bytes.copied().unwrap_or_default())
                };
                let turned = turn_eight(std::array::from_fn(word));
                for (to, word) in square[8 * column..].iter_mut().zip(turned) {
                    to[8 * row..8 * row + 8].copy_from_slice(&word.to_le_bytes());
                }
            }
        }
        for (row, from) in rows.iter_mut().zip(&square) {
            row[at..at + SIDE].copy_from_slice(from);
        }
    }
}

/// Exchanges rows and columns of eight rows of eight bytes, the first the lowest: halves
/// between rows that are four apart, then quarters, then bytes.
fn turn_eight(mut rows: [u64; 8]) -> [u64; 8] {
    const STEPS: [(usize, u64); 3] = [
        (4, 0x0000_0000_FFFF_FFFF),
        (2, 0x0000_FFFF_0000_FFFF),
        (1, 0x00FF_00FF_00FF_00FF),
    ];
    for (step, low) in STEPS {
        for row in (0..8).filter(|row| row & step == 0) {
            let (one, other) = (rows[row], rows[row + step]);
            rows[row] = one & low | (other & low) << (8 * step);
            rows[row + step] = one >> (8 * step) & low | other & !low;
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use shakmaty::File;

    use super::*;
    use crate::Layout;

    /// Each cell keeps its value, whichever man is brought near.
    #[test]
    fn cells_keep_their_values() -> Result<(), Box<dyn Error>> {
        for (class, lead) in [("KRvKB", None), ("KRvKP", Some(3)), ("KBPvK", Some(3))] {
            let layout = Layout::new(&class.parse()?)?;
            let cells = match lead {
                None => Cells::pawnless(&layout),
                Some(lead) => Cells::pawns(&layout, lead, File::B),
            };
            let bytes: Vec<u8> = (0..=cells.len()).map(|at| ((at * 31) >> 5) as u8).collect();
            let mut codes = Codes::new(cells.clone(), bytes.clone());
            let men: Vec<usize> = (0..4).filter(|&man| cells.step(man) > 0).collect();
            let is_free = |man: &usize| !cells.is_lead(*man);
            for &near in men.iter().filter(|&man| is_free(man)).chain(&[men[0]]) {
                codes.bring_near(near);
                if cells.near().is_some() {
                    assert_eq!(codes.cells().near(), Some(near), "{class}");
                }
                for at in 0..cells.len() as u32 {
                    let turned = number(&men, at, &cells, codes.cells());
                    assert_eq!(codes.bytes()[turned], bytes[at as usize], "{class}");
                }
                assert_eq!(codes.bytes()[cells.len()], bytes[cells.len()]);
            }
        }
        Ok(())
    }

    /// The number of a cell if men have other steps.
    fn number(men: &[usize], at: u32, from: &Cells<'_>, to: &Cells<'_>) -> usize {
        let mut by_step = men.to_vec();
        by_step.sort_unstable_by_key(|&man| from.step(man));
        let end_of_all = if from.is_pawnless() {
            from.per_kings()
        } else {
            from.len()
        };
        let ends = by_step[1..].iter().map(|&man| from.step(man));
        let ends = ends.chain([end_of_all as u32]);
        let mut rest = at;
        let mut moved = 0;
        for (&man, end) in by_step.iter().zip(ends) {
            moved += rest % end / from.step(man) * to.step(man);
            rest -= rest % end;
        }
        (rest + moved) as usize
    }
}
