//! The examples that reach one node of a tree, moved together.

use rayon::prelude::*;

use crate::{
    Matrix,
    bits::{self, Growing},
    information::Kinds,
};

/// The target size of a bank in words: enough work for a thread, and little
/// memory to hold twice during a split.
const BANK_WORDS: usize = 1 << 15;

/// Some positions, and where conditions hold in them. Conditions that hold in
/// all of them or in none are dropped: they cannot separate these positions.
#[derive(Clone, Debug)]
pub struct NodeExamples {
    banks: Vec<Bank>,
    pub counts: Counts,
}

/// How many positions of either kind there are.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    pub decisive: usize,
    pub draws: usize,
}

impl Counts {
    /// Whether nothing is left to separate.
    pub fn is_pure(self) -> bool {
        self.decisive == 0 || self.draws == 0
    }

    fn total(self) -> usize {
        self.decisive + self.draws
    }

    /// Words of a row: first those of the decisive positions, then those of the
    /// draws.
    fn stride(self) -> usize {
        bits::words(self.decisive) + bits::words(self.draws)
    }

    /// The same numbers as kinds to separate.
    pub fn kinds(self) -> Kinds {
        [self.decisive, self.draws].map(|count| count as u64)
    }
}

/// Some conditions with their rows, one after another.
#[derive(Clone, Debug)]
struct Bank {
    conditions: Vec<usize>,
    words: Vec<u64>,
}

/// Where one condition holds, for decisive positions and for draws.
#[derive(Copy, Clone, Debug)]
struct Row<'a> {
    decisive: &'a [u64],
    draws: &'a [u64],
}

impl Row<'_> {
    fn counts(self) -> Counts {
        Counts {
            decisive: bits::count(self.decisive) as usize,
            draws: bits::count(self.draws) as usize,
        }
    }
}

/// A condition and how many of the positions it holds in.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Held {
    pub condition: usize,
    pub counts: Counts,
}

impl Bank {
    fn rows(&self, of: Counts) -> impl Iterator<Item = (usize, Row<'_>)> {
        let rows = self.words.chunks_exact(of.stride().max(1));
        let rows = rows.map(move |row| {
            let (decisive, draws) = row.split_at(bits::words(of.decisive));
            Row { decisive, draws }
        });
        self.conditions.iter().copied().zip(rows)
    }

    /// The rows of the conditions that separate some positions.
    fn pick(&self, of: Counts, side: &Side) -> Self {
        let rows = self.conditions.len();
        let mut words = Growing::with_capacity(rows * side.counts.stride() + 1);
        let mut conditions = Vec::with_capacity(rows);
        for (condition, row) in self.rows(of) {
            words.push_picked(row.decisive, &side.decisive);
            words.align();
            words.push_picked(row.draws, &side.draws);
            words.align();
            conditions.push(condition);
        }
        let mut bank = Self {
            conditions,
            words: words.into_row(),
        };
        bank.drop_constant(side.counts);
        bank
    }

    /// Leaves out the conditions that hold everywhere or nowhere.
    fn drop_constant(&mut self, of: Counts) {
        let stride = of.stride();
        let mut kept = 0;
        for at in 0..self.conditions.len() {
            let row = at * stride..(at + 1) * stride;
            let held = bits::count(&self.words[row.clone()]) as usize;
            if held != 0 && held != of.total() {
                self.words.copy_within(row, kept * stride);
                self.conditions[kept] = self.conditions[at];
                kept += 1;
            }
        }
        self.conditions.truncate(kept);
        self.words.truncate(kept * stride);
    }
}

/// One side of a split: which of the positions are on it.
struct Side {
    decisive: Vec<u64>,
    draws: Vec<u64>,
    counts: Counts,
}

impl Side {
    fn new(row: Row, of: Counts, holds: bool) -> Self {
        let within = |row: &[u64], positions| {
            let mut all = bits::all(positions);
            bits::keep(&mut all, row, holds);
            all
        };
        let decisive = within(row.decisive, of.decisive);
        let draws = within(row.draws, of.draws);
        let counts = Counts {
            decisive: bits::count(&decisive) as usize,
            draws: bits::count(&draws) as usize,
        };
        Self {
            decisive,
            draws,
            counts,
        }
    }
}

impl NodeExamples {
    /// Some positions of two matrices: decisive ones and draws.
    pub fn new(decisive: (&Matrix, &[u64]), draws: (&Matrix, &[u64])) -> Self {
        let kinds = [decisive, draws];
        let [decisive, draws] = kinds.map(|(_, which)| bits::count(which) as usize);
        let counts = Counts { decisive, draws };
        let conditions: Vec<usize> = (0..kinds[0].0.conditions()).collect();
        let at_once = (BANK_WORDS / counts.stride().max(1)).max(1);
        let banks = conditions.par_chunks(at_once).map(|conditions| {
            let words = conditions.len() * counts.stride() + 1;
            let mut rows = Growing::with_capacity(words);
            for &at in conditions {
                for (matrix, which) in kinds {
                    rows.push_picked(matrix.row(at), which);
                    rows.align();
                }
            }
            let mut bank = Bank {
                conditions: conditions.to_vec(),
                words: rows.into_row(),
            };
            bank.drop_constant(counts);
            bank
        });
        let banks = banks.collect();
        Self { banks, counts }
    }

    /// The number of words, which is the cost of a full pass.
    pub fn words(&self) -> usize {
        self.banks.iter().map(|bank| bank.words.len()).sum()
    }

    /// The conditions that separate positions, and where they hold.
    pub fn held(&self) -> Vec<Held> {
        self.each_row(|condition, row| Held {
            condition,
            counts: row.counts(),
        })
    }

    fn each_row<T: Send>(&self, of: impl Fn(usize, Row) -> T + Sync) -> Vec<T> {
        let in_bank = |bank: &Bank| -> Vec<T> {
            let rows = bank.rows(self.counts);
            rows.map(|(condition, row)| of(condition, row)).collect()
        };
        match &self.banks[..] {
            [bank] => in_bank(bank),
            banks => banks.par_iter().flat_map_iter(in_bank).collect(),
        }
    }

    fn row(&self, condition: usize) -> Option<Row<'_>> {
        let mut rows = self.banks.iter().flat_map(|bank| bank.rows(self.counts));
        let row = rows.find(|(found, _)| *found == condition);
        row.map(|(_, row)| row)
    }

    fn sides(&self, condition: usize) -> Option<[Side; 2]> {
        let row = self.row(condition)?;
        Some([true, false].map(|holds| Side::new(row, self.counts, holds)))
    }

    /// The positions in which a condition holds, and the others. The whole is
    /// freed at once, so that all parts of a growing tree together take no more
    /// memory than the whole did.
    pub fn split(self, condition: usize) -> Option<[Self; 2]> {
        let sides = self.sides(condition)?;
        let of = self.counts;
        let pick = |bank: Bank| sides.each_ref().map(|side| bank.pick(of, side));
        let banks: Vec<[Bank; 2]> = if self.banks.len() == 1 {
            self.banks.into_iter().map(pick).collect()
        } else {
            self.banks.into_par_iter().map(pick).collect()
        };
        Some(Self::gathered(banks, &sides))
    }

    /// Like [`split`](Self::split), but keeps the whole.
    pub fn split_copy(&self, condition: usize) -> Option<[Self; 2]> {
        let sides = self.sides(condition)?;
        let pick = |bank: &Bank| sides.each_ref().map(|side| bank.pick(self.counts, side));
        let banks: Vec<[Bank; 2]> = if self.banks.len() == 1 {
            self.banks.iter().map(pick).collect()
        } else {
            self.banks.par_iter().map(pick).collect()
        };
        Some(Self::gathered(banks, &sides))
    }

    fn gathered(banks: Vec<[Bank; 2]>, sides: &[Side; 2]) -> [Self; 2] {
        let mut each = [Vec::with_capacity(banks.len()), Vec::new()];
        for [yes, no] in banks {
            each[0].push(yes);
            each[1].push(no);
        }
        let mut at = sides.iter();
        each.map(|banks| Self {
            counts: at.next().map(|side| side.counts).unwrap_or_default(),
            banks: gathered(banks),
        })
    }
}

/// Merges neighbouring banks up to the target size.
fn gathered(banks: Vec<Bank>) -> Vec<Bank> {
    let mut fewer: Vec<Bank> = Vec::new();
    for bank in banks {
        match fewer.last_mut() {
            Some(last) if last.words.len() + bank.words.len() <= BANK_WORDS => {
                last.conditions.extend(bank.conditions);
                last.words.extend(bank.words);
            }
            _ => fewer.push(bank),
        }
    }
    fewer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::tests::{holds, matrix};

    fn whole(decisive: &Matrix, draws: &Matrix) -> NodeExamples {
        NodeExamples::new((decisive, &decisive.all()), (draws, &draws.all()))
    }

    #[test]
    fn parts_hold_what_the_matrix_says() {
        let (decisive, draws) = (matrix(9, 1, 700), matrix(9, 2, 900));
        let whole = whole(&decisive, &draws);
        let [yes, no] = whole.split_copy(4).unwrap();
        for (examples, wanted) in [(yes, true), (no, false)] {
            let on_side = |matrix: &Matrix, condition: Option<usize>| {
                let positions = 0..matrix.positions();
                let positions = positions.filter(|&at| holds(matrix, 4, at) == wanted);
                let is = |&at: &usize| condition.is_none_or(|which| holds(matrix, which, at));
                positions.filter(is).count()
            };
            assert_eq!(examples.counts.decisive, on_side(&decisive, None));
            assert_eq!(examples.counts.draws, on_side(&draws, None));
            assert_eq!(
                examples.held().len(),
                8,
                "the condition itself tells nothing"
            );
            for held in examples.held() {
                assert_eq!(
                    held.counts.decisive,
                    on_side(&decisive, Some(held.condition))
                );
                assert_eq!(held.counts.draws, on_side(&draws, Some(held.condition)));
            }
        }
    }

    #[test]
    fn a_copy_is_split_like_the_original() {
        let whole = whole(&matrix(5, 3, 300), &matrix(5, 4, 200));
        let copied = whole.split_copy(2).unwrap().map(|examples| examples.held());
        let split = whole.split(2).unwrap().map(|examples| examples.held());
        assert_eq!(copied, split);
    }
}
