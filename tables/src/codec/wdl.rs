//! Win, draw and loss of the positions of a block.

use shakmaty::Color;

use super::{
    block::{Sets, choose, traverse},
    facts::{FactList, Facts, PASSES, Seen, Space, Word},
    symbols::Coder,
    words::WordSets,
};
use crate::Layout;

/// Processes the values of a block. `truth` holds the values, if known, and
/// `other` those with the other side to move.
pub(super) fn values(
    layout: &Layout,
    turn: Color,
    block: usize,
    list: &FactList,
    other: Option<&[WordSets]>,
    truth: Option<&[WordSets]>,
    coder: &mut impl Coder,
) -> Vec<WordSets> {
    let mut legal = vec![0; layout.block_words()];
    layout.legal(block, turn, &mut legal);
    let mut space = Space::default();
    let sets: Vec<Sets<2>> = traverse(layout, block, &legal, |word, mut left, known| {
        let truth = truth.map_or([0; 2], |truth| [truth[word].win, truth[word].loss]);
        if coder.skip(PASSES.iter().filter(|&pass| left & pass != 0).count()) {
            return choose(left, truth, known[word]);
        }
        let Some(place) = Word::new(layout, turn, block, word) else {
            return known[word];
        };
        let mut facts = Facts::new(list, &place, Seen { known, other }, &mut space);
        let mut here = known[word];
        coder.begin(&mut facts, left);
        for pass in PASSES {
            let positions = left & pass;
            left &= !pass;
            if positions != 0 {
                facts.set_here(here);
                here = choose(positions, coder.code(&mut facts, positions, truth), here);
            }
        }
        here
    });
    let words = legal.into_iter().zip(sets);
    words
        .map(|(legal, [win, loss])| WordSets { legal, win, loss })
        .collect()
}
