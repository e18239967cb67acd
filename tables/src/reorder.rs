//! Tables with their men in another order.

use rayon::prelude::*;
use shakmaty::Square;

use crate::{Layout, Metric, Numbers, SideTable, Symmetry};

/// A reordering of a table's positions: blocks by the kings of `to`, and men in
/// another order.
#[derive(Clone, Debug)]
pub struct Reorder<'a> {
    /// The layout whose king placements are wanted; it may have more men.
    pub to: &'a Layout,
    /// The layout of the table.
    pub from: &'a Layout,
    /// The place in the new order of each man of the table.
    pub order: &'a [usize],
    /// Whether colours are exchanged, and with them top and bottom.
    pub flipped: bool,
}

impl Reorder<'_> {
    /// A side of the table in the new order.
    pub fn side(&self, side: &SideTable) -> SideTable {
        let mut reordered = self.wdl(side);
        for metric in Metric::ALL {
            if let Some(numbers) = metric.numbers(side) {
                metric.set_numbers(&mut reordered, self.numbers(numbers));
            }
        }
        reordered
    }

    /// Win, draw and loss of a side in the new order, without distances.
    pub fn wdl(&self, side: &SideTable) -> SideTable {
        SideTable {
            legal: self.set(&side.legal),
            win: self.set(&side.win),
            loss: self.set(&side.loss),
            ..SideTable::default()
        }
    }

    /// Numbers in the new order.
    pub fn numbers(&self, numbers: &Numbers) -> Numbers {
        Numbers {
            slices: numbers.slices.iter().map(|set| self.set(set)).collect(),
        }
    }

    /// A set in the new order.
    pub fn set(&self, set: &[u64]) -> Vec<u64> {
        let words = self.from.block_words();
        let mut result = vec![0; self.to.blocks() * words];
        result
            .par_chunks_mut(words)
            .enumerate()
            .with_min_len(16)
            .for_each(|(block, result)| {
                if let Some((source, onto)) = self.source(block) {
                    self.block(&set[source * words..][..words], onto, result);
                }
            });
        result
    }

    /// The block that contains a block's kings, and the symmetry that maps the
    /// board there.
    fn source(&self, block: usize) -> Option<(usize, Symmetry)> {
        let (white, black) = self.to.kings().squares(block);
        let kings = [white, black];
        let flip = if self.flipped {
            Symmetry::MIRROR_RANKS
        } else {
            Symmetry::IDENTITY
        };
        let king = |at: usize| flip.square(kings[self.order[at]]);
        let (source, onto) = self.from.kings().find(king(0), king(1))?;
        Some((source, flip.then(onto)))
    }

    fn block(&self, source: &[u64], onto: Symmetry, result: &mut [u64]) {
        let back = onto.inverse();
        let last = self.order.len() - 1;
        // The positions of the new order's men in the word number of the old
        // one; `None` for the old last man.
        let outers = self.from.outer_men().len();
        let mut shifts = vec![None; last + 1];
        for outer in 0..outers {
            shifts[self.order[2 + outer]] = Some(6 * (outers - 1 - outer));
        }
        let from_word = |word: usize| -> usize {
            (2..last)
                .filter_map(|man| {
                    let square = Square::new((word >> (6 * (last - 1 - man)) & 63) as u32);
                    Some(onto.square(square).to_usize() << shifts[man]?)
                })
                .sum()
        };
        let Some(last_shift) = shifts[last] else {
            for (word, bits) in result.iter_mut().enumerate() {
                *bits = back.bits(source[from_word(word)]);
            }
            return;
        };
        // The last men differ: words of one order become bits of the other.
        let partner = self.order[last];
        let exchanged = 6 * (last - 1 - partner);
        let mut square = [0; 64];
        let is_first = |word: &usize| (word >> exchanged).is_multiple_of(64);
        for word in (0..source.len()).filter(is_first) {
            let base = from_word(word);
            for (at, row) in square.iter_mut().enumerate() {
                let at = onto.square(Square::new(at as u32)).to_usize();
                *row = back.bits(source[base | at << last_shift]);
            }
            transpose(&mut square);
            for (at, &row) in square.iter().enumerate() {
                result[word | at << exchanged] = row;
            }
        }
    }
}

/// Exchanges rows and columns of a square of bits (recursively by halves, as
/// in Warren, *Hacker's Delight*, 7-3).
#[inline(always)]
pub fn transpose(square: &mut [u64; 64]) {
    exchange::<32>(square);
    exchange::<16>(square);
    exchange::<8>(square);
    exchange::<4>(square);
    exchange::<2>(square);
    exchange::<1>(square);
}

/// Exchanges the two quarters beside the diagonal in each square of two times `HALF` rows.
#[inline(always)]
fn exchange<const HALF: usize>(square: &mut [u64; 64]) {
    let mask = !0 / ((1 << HALF) + 1);
    for rows in square.chunks_exact_mut(2 * HALF) {
        let (low, high) = rows.split_at_mut(HALF);
        for (low, high) in low.iter_mut().zip(high) {
            let swapped = (*low >> HALF ^ *high) & mask;
            *low ^= swapped << HALF;
            *high ^= swapped;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Index, Material};

    #[test]
    fn bits_are_transposed() {
        let mut square: [u64; 64] =
            std::array::from_fn(|row| (row as u64 + 3).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let before = square;
        transpose(&mut square);
        for (row, bits) in square.iter().enumerate() {
            for (column, before) in before.iter().enumerate() {
                assert_eq!(bits >> column & 1, before >> row & 1);
            }
        }
    }

    /// Every position is where the new order says.
    #[test]
    fn reordered_sets_hold_the_same_positions() {
        let layout = |name: &str| Layout::new(&name.parse::<Material>().expect("a class"));
        let cases: [(&str, &str, &[usize], bool); 5] = [
            ("KQPvK", "KQvK", &[0, 1, 2], false),
            ("KPvKP", "KPvK", &[1, 0, 2], true),
            ("KRPvKN", "KRNvK", &[1, 0, 3, 2], true),
            ("KRBvKN", "KBvKN", &[0, 1, 3, 2], false),
            ("KNPvKP", "KNvKP", &[0, 1, 2, 3], false),
        ];
        for (to, from, order, flipped) in cases {
            let (to, from) = (
                layout(to).expect("a layout"),
                layout(from).expect("a layout"),
            );
            let set: Vec<u64> = (0..from.words())
                .map(|word| (word as u64 + 1).wrapping_mul(0x2545_f491_4f6c_dd1d))
                .collect();
            let reorder = Reorder {
                to: &to,
                from: &from,
                order,
                flipped,
            };
            let result = reorder.set(&set);
            let words = from.block_words();
            for at in (0..64 * result.len()).step_by(97) {
                let (word, bit) = (at / 64, at % 64);
                let (white, black) = to.kings().squares(word / words);
                let mut squares = vec![white, black];
                squares.extend(from.outer_squares(word % words));
                squares.push(Square::new(bit as u32));
                let there: Vec<Square> = order
                    .iter()
                    .map(|&man| squares[man])
                    .map(|square| {
                        if flipped {
                            square.flip_vertical()
                        } else {
                            square
                        }
                    })
                    .collect();
                let Index {
                    block,
                    word: within,
                    bit: there,
                } = from.encode(&there).expect("kings that do not touch");
                // On the diagonal a position has two indices.
                if !from.kings().on_diagonal(block) {
                    assert_eq!(
                        result[word] >> bit & 1,
                        set[block * words + within] >> there & 1,
                    );
                }
            }
        }
    }
}
