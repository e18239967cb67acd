//! The values of a table as sets of positions in this project's order.

use std::sync::{Mutex, MutexGuard, PoisonError};

use multiversion::multiversion;
use rayon::prelude::*;

use crate::{Layout, Material, Reorder, WdlSets, reorder::transpose};

/// The bits of the codes of 64 positions, the lowest first. A code is 0 if the position is not known,
/// else 1 for a loss to 5 for a win.
pub type Planes = [u64; 3];

/// The codes of all positions of a side.
pub struct Codes<'a> {
    layout: &'a Layout,
    /// The words of each plane.
    planes: [Vec<u64>; 3],
}

/// The words of a block, for each plane.
pub type Block<'a> = [&'a mut [u64]; 3];

/// The words of each block, for threads that add to all of them.
pub struct Blocks<'a>(Vec<Mutex<Block<'a>>>);

impl<'a> Blocks<'a> {
    /// The words of a block, which no other thread has now.
    pub fn block(&self, block: usize) -> MutexGuard<'_, Block<'a>> {
        self.0[block].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> Codes<'a> {
    pub fn new(layout: &'a Layout) -> Self {
        Self {
            layout,
            planes: std::array::from_fn(|_| vec![0; layout.words()]),
        }
    }

    /// The words of all blocks.
    pub fn blocks(&mut self) -> Vec<Block<'_>> {
        let count = self.layout.block_words();
        let [one, two, four] = &mut self.planes;
        let planes = one
            .chunks_mut(count)
            .zip(two.chunks_mut(count))
            .zip(four.chunks_mut(count));
        planes.map(|((one, two), four)| [one, two, four]).collect()
    }

    /// What tables are added to.
    pub fn open(&mut self) -> Blocks<'_> {
        Blocks(self.blocks().into_iter().map(Mutex::new).collect())
    }

    /// The planes, when nothing is added any more.
    pub fn into_planes(self) -> [Vec<u64>; 3] {
        self.planes
    }

    /// Adds all positions that equal known ones by an exchange of like men.
    pub fn add_equals(&mut self) {
        let layout = self.layout;
        let men = layout.men();
        let like: Vec<usize> = (3..men.len())
            .filter(|&man| men[man] == men[man - 1])
            .collect();
        self.blocks().into_par_iter().for_each(|mut planes| {
            // Exchanges of neighbours, over and over, reach every order.
            for _ in 0..like.len() {
                for &man in &like {
                    add_exchanged(layout, man, &mut planes);
                }
            }
        });
    }
}

/// An exchange of an outer man with a like one before him.
#[derive(Copy, Clone)]
struct Exchange {
    high: usize,
    low: usize,
}

impl Exchange {
    fn new(layout: &Layout, man: usize) -> Self {
        Self {
            high: layout.shift(man - 3),
            low: layout.shift(man - 2),
        }
    }

    /// The word that becomes this one if it is a lower one.
    fn lower(self, word: usize) -> Option<usize> {
        let Self { high, low } = self;
        let (first, second) = (word >> high & 63, word >> low & 63);
        (first > second)
            .then(|| word & !(63 << high) & !(63 << low) | second << high | first << low)
    }
}

/// The words of a block that equal lower ones but for an exchange of like men.
pub struct Equals(Vec<Exchange>);

impl Equals {
    pub fn new(layout: &Layout) -> Self {
        let men = layout.men();
        let like = (3..men.len().saturating_sub(1)).filter(|&man| men[man] == men[man - 1]);
        Self(like.map(|man| Exchange::new(layout, man)).collect())
    }

    /// A lower word that equals this one.
    pub fn lower(&self, word: usize) -> Option<usize> {
        self.0.iter().find_map(|exchange| exchange.lower(word))
    }
}

/// Adds the positions with a man and the one before it exchanged.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn add_exchanged(layout: &Layout, man: usize, planes: &mut Block<'_>) {
    if man == layout.men().len() - 1 {
        // The last two men: rows and columns of 64 words.
        for sheet in planes
            .iter_mut()
            .flat_map(|words| words.as_chunks_mut::<64>().0)
        {
            let mut exchanged = *sheet;
            transpose(&mut exchanged);
            for (word, row) in sheet.iter_mut().zip(exchanged) {
                *word |= row;
            }
        }
        return;
    }
    let exchange = Exchange::new(layout, man);
    for word in 0..layout.block_words() {
        if let Some(other) = exchange.lower(word) {
            for words in &mut *planes {
                let both = words[word] | words[other];
                words[word] = both;
                words[other] = both;
            }
        }
    }
}

/// The results of the other side of a class whose sides have the same men.
pub fn exchanged(layout: &Layout, side: &WdlSets) -> WdlSets {
    let material: &Material = layout.material();
    let order: Vec<usize> = material.exchanged_men().to_vec();
    let reorder = Reorder {
        to: layout,
        from: layout,
        order: &order,
        flipped: true,
    };
    let set = |set: &Vec<u64>| reorder.set(set);
    WdlSets {
        legal: set(&side.legal),
        win: set(&side.win),
        loss: set(&side.loss),
        cursed: if side.cursed.is_empty() {
            Vec::new()
        } else {
            set(&side.cursed)
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Like men who are not the last one stand in every order; all but one equal a lower word.
    #[test]
    fn a_lower_word_has_two_like_men_exchanged() {
        let layout = Layout::new(&"KNNvKR".parse().expect("a class")).expect("a layout");
        let equals = Equals::new(&layout);
        for word in 0..layout.block_words() {
            let squares: Vec<_> = layout.outer_squares(word).collect();
            let lower = (squares[0] > squares[1]).then(|| layout.word([squares[1], squares[0]]));
            assert_eq!(equals.lower(word), lower, "{squares:?}");
        }
    }

    #[test]
    fn rows_and_columns_of_the_last_men_are_no_other_word() {
        let layout = Layout::new(&"KNNvK".parse().expect("a class")).expect("a layout");
        let equals = Equals::new(&layout);
        assert!((0..layout.block_words()).all(|word| equals.lower(word).is_none()));
    }
}
