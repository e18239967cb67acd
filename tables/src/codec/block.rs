//! The order in which the positions of a block are coded. Positions that equal
//! earlier ones are skipped.

use super::steps::{STEPS, stepped};
use crate::{Layout, Symmetry};

/// Squares above the diagonal from a1 to h8.
const ABOVE_DIAGONAL: u64 = 0x7f3f_1f0f_0703_0100;

/// What is known about 64 positions: those that are won, and those that are lost.
pub(super) type Sets = [u64; 2];

/// Takes `new` where `chosen`, `old` elsewhere.
#[inline]
pub(super) fn choose(chosen: u64, new: Sets, old: Sets) -> Sets {
    std::array::from_fn(|at| new[at] & chosen | old[at] & !chosen)
}

/// The order of the words of a block, and which of their positions are coded.
#[derive(Copy, Clone)]
pub(super) struct Order<'a> {
    layout: &'a Layout,
    on_diagonal: bool,
}

impl<'a> Order<'a> {
    pub(super) fn new(layout: &'a Layout, block: usize) -> Self {
        let on_diagonal = layout.kings().on_diagonal(block);
        Self {
            layout,
            on_diagonal,
        }
    }

    /// Visits a word, the earlier ones of which were visited. `legal` are its positions, and
    /// `value` gives the sets of earlier words. `known` holds for each earlier word its sets
    /// where they are coded, and a neighbour's elsewhere, and is completed for this word.
    /// Calls `code` for the positions to code, with the sets known so far, and returns
    /// the sets of all positions.
    pub(super) fn visit(
        self,
        word: usize,
        legal: u64,
        known: &mut [Sets],
        value: impl Fn(usize) -> Sets,
        code: impl FnOnce(u64, &[Sets]) -> Sets,
    ) -> Sets {
        let Self {
            layout,
            on_diagonal,
        } = self;
        let (earlier, mut sets) = earlier(layout, on_diagonal, word, value);
        let mirrored = on_diagonal && layout.image(word, Symmetry::TRANSPOSE) == word;
        let later = if mirrored {
            ABOVE_DIAGONAL & !earlier
        } else {
            0
        };
        let before = before(layout, word).map_or([0; 2], |before| known[before]);
        known[word] = choose(legal & earlier, sets, before);
        let left = legal & !earlier & !later;
        if left != 0 {
            sets = choose(left, code(left, known), sets);
        }
        if later != 0 {
            sets = choose(later, sets.map(|set| Symmetry::TRANSPOSE.bits(set)), sets);
        }
        known[word] = choose(legal, sets, before);
        choose(legal, sets, [0; 2])
    }
}

/// A neighbouring word that comes earlier: its last outer man stands one step
/// to the left, or else down.
fn before(layout: &Layout, word: usize) -> Option<usize> {
    (0..layout.outer_men().len())
        .rev()
        .flat_map(|outer| STEPS[..2].iter().map(move |&step| (outer, step)))
        .find_map(|(outer, step)| stepped(word, layout.shift(outer), step))
}

/// The positions of a word that are the same as earlier ones, and their sets.
fn earlier(
    layout: &Layout,
    on_diagonal: bool,
    word: usize,
    value: impl Fn(usize) -> Sets,
) -> (u64, Sets) {
    let men = &layout.men()[2..];
    let last = men.len() - 1;
    // A position is coded only if like men stand on squares in ascending order.
    for outer in 1..last {
        let (high, low) = (layout.shift(outer - 1), layout.shift(outer));
        let (first, second) = (word >> high & 63, word >> low & 63);
        if men[outer - 1] == men[outer] && first > second {
            let others = word & !(63 << high | 63 << low);
            return (!0, value(others | second << high | first << low));
        }
    }
    if on_diagonal {
        let image = layout.image(word, Symmetry::TRANSPOSE);
        if image < word {
            return (!0, value(image).map(|set| Symmetry::TRANSPOSE.bits(set)));
        }
    }
    let mut sets = [0; 2];
    if last == 0 || men[last - 1] != men[last] {
        return (0, sets);
    }
    let outer = word & 63;
    for square in 0..outer {
        let swapped = value(word & !63 | square);
        for (set, swapped) in sets.iter_mut().zip(swapped) {
            *set |= (swapped >> outer & 1) << square;
        }
    }
    ((1 << outer) - 1, sets)
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    use shakmaty::Square;

    use super::*;
    use crate::ones;

    /// The squares of men other than kings, the same for positions that are
    /// mirror images or exchange like men.
    fn same(layout: &Layout, on_diagonal: bool, squares: &[Square]) -> Vec<Square> {
        let sorted = |of: fn(&Square) -> Square| {
            let mut squares: Vec<Square> = squares.iter().map(of).collect();
            let like = layout.men()[2..].chunk_by(|a, b| a == b);
            let mut rest = &mut squares[..];
            for men in like {
                let (first, others) = rest.split_at_mut(men.len());
                first.sort_unstable();
                rest = others;
            }
            squares
        };
        let as_it_is = sorted(|&square| square);
        if !on_diagonal {
            return as_it_is;
        }
        as_it_is.min(sorted(|square| square.flip_diagonal()))
    }

    /// What is taken over from an earlier position is a value of the same one,
    /// and only like men in ascending order have to be coded.
    #[test]
    fn earlier_positions_are_the_same_ones() {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        for class in ["KNNvK", "KNNNvK", "KRNNvK", "KRRNvK"] {
            let layout = Layout::new(&class.parse().expect("a class")).expect("a layout");
            let blocks = 0..layout.blocks();
            let is_on = |block: &usize| layout.kings().on_diagonal(*block);
            let blocks = [
                blocks.clone().find(is_on),
                blocks.rev().find(|at| !is_on(at)),
            ];
            for block in blocks.into_iter().flatten() {
                let on_diagonal = is_on(&block);
                let mut values = vec![[0; 2]; layout.block_words()];
                for word in 0..values.len() {
                    let Some(fixed) = layout.fixed(block, word) else {
                        continue;
                    };
                    let (mask, [taken, _]) = earlier(&layout, on_diagonal, word, |at| values[at]);
                    for bit in ones(!fixed.0) {
                        let mut squares: Vec<Square> = layout.outer_squares(word).collect();
                        squares.push(Square::new(bit));
                        let value = hasher.hash_one(same(&layout, on_diagonal, &squares)) & 1;
                        values[word][0] |= value << bit;
                        let is_taken = mask >> bit & 1 != 0;
                        assert!(
                            !is_taken || taken >> bit & 1 == value,
                            "{class} {squares:?}"
                        );
                        assert!(
                            is_taken || same(&layout, false, &squares) == squares,
                            "{class} {squares:?}"
                        );
                    }
                }
            }
        }
    }

    /// Only with six men is the exchanged pair not the last one of the word.
    #[test]
    fn like_men_of_a_word_are_exchanged() {
        let layout = Layout::new(&"KNNNNvK".parse().expect("a class")).expect("a layout");
        let values: Vec<_> = (0..layout.block_words())
            .map(|word| [word as u64, 0])
            .collect();
        let squares = |word: usize| -> Vec<Square> { layout.outer_squares(word).collect() };
        for word in (0..values.len()).step_by(61) {
            let (mask, [other, _]) = earlier(&layout, false, word, |at| values[at]);
            let mut sorted = squares(word);
            let is_sorted = sorted.is_sorted();
            assert_eq!(mask == !0, !is_sorted, "{:?}", squares(word));
            if !is_sorted {
                let mut other = squares(other as usize);
                assert!(other < sorted, "{sorted:?}");
                other.sort_unstable();
                sorted.sort_unstable();
                assert_eq!(other, sorted);
            }
        }
    }
}
