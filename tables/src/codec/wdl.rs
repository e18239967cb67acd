//! Win, draw and loss of the positions of a block.

use shakmaty::Color;

use super::{
    block::{Order, Sets, choose},
    facts::{FactList, Facts, PASSES, Seen, Space, Word},
    symbols::Coder,
    words::WordSets,
};
use crate::Layout;

/// One side of a block, word by word.
#[derive(Copy, Clone)]
pub(super) struct Block<'a> {
    layout: &'a Layout,
    turn: Color,
    number: usize,
    order: Order<'a>,
    list: &'a FactList,
    /// The block with the other side to move, if it comes first.
    other: Option<&'a [WordSets]>,
}

/// What the words of a block that were visited leave for the next ones.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Trace {
    known: Vec<Sets>,
    space: Space,
}

impl Trace {
    /// Begins a block.
    pub(super) fn begin(&mut self, layout: &Layout) {
        self.known.clear();
        self.known.resize(layout.block_words(), [0; 2]);
    }
}

impl<'a> Block<'a> {
    pub(super) fn new(
        layout: &'a Layout,
        turn: Color,
        number: usize,
        list: &'a FactList,
        other: Option<&'a [WordSets]>,
    ) -> Self {
        Self {
            layout,
            turn,
            number,
            order: Order::new(layout, number),
            list,
            other,
        }
    }

    /// Processes all values of the block.
    pub(super) fn visit(&self, truth: &[WordSets], coder: &mut impl Coder) {
        let mut trace = Trace::default();
        trace.begin(self.layout);
        for (word, sets) in truth.iter().enumerate() {
            self.word(&truth[..word], Some(sets.decisive()), &mut trace, coder);
        }
    }

    /// Processes the values of the word that comes after `words`. `truth` holds
    /// the values, if known.
    pub(super) fn word(
        &self,
        words: &[WordSets],
        truth: Option<Sets>,
        trace: &mut Trace,
        coder: &mut impl Coder,
    ) -> WordSets {
        let Trace { known, space } = trace;
        let at = words.len();
        let legal = self.layout.legal_word(self.number, at, self.turn);
        let value = |word: usize| words[word].decisive();
        let code = |left: u64, known: &[Sets]| self.code(at, left, truth, known, space, coder);
        let [win, loss] = self.order.visit(at, legal, known, value, code);
        WordSets { legal, win, loss }
    }

    /// Processes some positions of a word.
    fn code(
        &self,
        word: usize,
        mut left: u64,
        truth: Option<Sets>,
        known: &[Sets],
        space: &mut Space,
        coder: &mut impl Coder,
    ) -> Sets {
        let mut here = known[word];
        let truth = truth.unwrap_or_default();
        if coder.skip(PASSES.iter().filter(|&pass| left & pass != 0).count()) {
            return choose(left, truth, here);
        }
        let Some(place) = Word::new(self.layout, self.turn, self.number, word) else {
            return here;
        };
        let other = self.other;
        let mut facts = Facts::new(self.list, &place, Seen { known, other }, space);
        if let Some(sets) = coder.begin(&mut facts, left) {
            return choose(left, sets, here);
        }
        for pass in PASSES {
            let positions = left & pass;
            left &= !pass;
            if positions != 0 {
                facts.set_here(here);
                here = choose(positions, coder.code(&mut facts, positions, truth), here);
            }
        }
        here
    }
}
