//! What all blocks of a table share: the trees of both sides.

use std::ops::Range;

use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use super::{
    CodecError,
    facts::FactList,
    grow::Sample,
    log::{FRACTION, information},
    range::{Decoder, Encoder},
    symbols::{Coder, Counter, Reader, Writer},
    tree::{Leaf, Tree},
    wdl::values,
};
use crate::{Layout, SideTable, Table, WdlWords};

/// The approximate number of sets of positions to learn from, for each side.
/// More sets make files smaller and take longer.
const SAMPLE: usize = 1 << 17;

/// What all blocks of a table share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    layout: Layout,
    /// The side whose positions are coded first in a block.
    first: Color,
    /// The facts about the side coded first, and about the other.
    facts: [FactList; 2],
    /// One tree for each side that is coded, the first side's first.
    trees: Vec<Tree>,
}

/// A block of a table: the sides to move, of which a symmetric class has
/// White only.
pub type Block = ByColor<Option<WdlWords>>;

impl Model {
    /// Learns from a table. Tries both sides as the one coded first, and keeps
    /// the better.
    pub fn train(table: &Table) -> Self {
        if table.layout().material().is_symmetric() {
            return Self::learn(table, Color::White).0;
        }
        let ((white, white_bits), (black, black_bits)) = rayon::join(
            || Self::learn(table, Color::White),
            || Self::learn(table, Color::Black),
        );
        if black_bits < white_bits {
            black
        } else {
            white
        }
    }

    /// Learns from a table, and returns how many bits it will take.
    fn learn(table: &Table, first: Color) -> (Self, u64) {
        let layout = table.layout();
        let mut model = Self {
            layout: layout.clone(),
            first,
            facts: facts(layout),
            trees: Vec::new(),
        };
        let mut bits = 0;
        for turn in sides(layout, first) {
            let tree = model.grow(table, turn);
            let counts = model.count(table, turn, &tree);
            bits += counts.iter().map(information).sum::<u64>() >> FRACTION;
            model.trees.push(Tree {
                leaves: counts.into_iter().map(Leaf::of).collect(),
                ..tree
            });
        }
        bits += 8 * model.to_bytes().len() as u64;
        (model, bits)
    }

    fn grow(&self, table: &Table, turn: Color) -> Tree {
        let layout = table.layout();
        // A word has about one set of positions for each pass.
        let every = (3 * layout.words()).div_ceil(SAMPLE) as u64;
        let parts: Vec<Sample> = (0..layout.blocks())
            .into_par_iter()
            .map(|block| {
                let mut sample = Sample::new(every, block as u64);
                self.visit(table, turn, block, &mut sample);
                sample
            })
            .collect();
        Sample::joined(parts).grow()
    }

    /// How often each symbol occurs at each leaf of a tree.
    fn count(&self, table: &Table, turn: Color, tree: &Tree) -> Vec<[u64; 3]> {
        (0..table.layout().blocks())
            .into_par_iter()
            .fold(
                || Counter::new(tree),
                |mut counter, block| {
                    self.visit(table, turn, block, &mut counter);
                    counter
                },
            )
            .reduce(|| Counter::new(tree), Counter::and)
            .counts
    }

    fn facts(&self, turn: Color) -> &FactList {
        &self.facts[usize::from(turn != self.first)]
    }

    /// Visits a block of a table.
    fn visit(&self, table: &Table, turn: Color, block: usize, coder: &mut impl Coder) {
        let truth = block_of(table.layout(), table.side(turn), block);
        let other =
            (turn != self.first).then(|| block_of(table.layout(), table.side(self.first), block));
        values(
            &self.layout,
            turn,
            block,
            self.facts(turn),
            other.as_ref(),
            Some(&truth),
            coder,
        );
    }

    /// The bytes of the model.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut encoder = Encoder::new();
        encoder.encode(u32::from(self.first.is_black()) << 15, 1 << 15);
        for (facts, tree) in self.facts.iter().zip(&self.trees) {
            tree.write(facts.len(), &mut encoder);
        }
        encoder.finish()
    }

    /// The model of a class from its bytes.
    ///
    /// # Errors
    ///
    /// If the bytes are not valid.
    pub fn from_bytes(layout: &Layout, bytes: &[u8]) -> Result<Self, CodecError> {
        let mut decoder = Decoder::new(bytes);
        let first = Color::from_white(decoder.decode(&[1 << 15]) == 0);
        let facts = facts(layout);
        let trees = (sides(layout, first).zip(&facts))
            .map(|(_, facts)| Tree::read(facts.len(), &mut decoder))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            layout: layout.clone(),
            first,
            facts,
            trees,
        })
    }

    /// Codes some blocks of the table.
    pub fn encode(&self, table: &Table, blocks: Range<usize>) -> Vec<u8> {
        let mut encoder = Encoder::new();
        for block in blocks {
            for (turn, tree) in sides(&self.layout, self.first).zip(&self.trees) {
                let encoder = &mut encoder;
                self.visit(table, turn, block, &mut Writer { tree, encoder });
            }
        }
        encoder.finish()
    }

    /// The blocks that were coded. Bytes that are damaged give wrong values.
    ///
    /// # Panics
    ///
    /// If there are no such blocks in the class.
    pub fn decode(&self, blocks: Range<usize>, bytes: &[u8]) -> Vec<Block> {
        let mut decoder = Decoder::new(bytes);
        blocks
            .map(|block| {
                let mut done = Block {
                    black: None,
                    white: None,
                };
                for (turn, tree) in sides(&self.layout, self.first).zip(&self.trees) {
                    let decoder = &mut decoder;
                    let mut reader = Reader { tree, decoder };
                    let other = done.get(!turn).as_ref();
                    let words = values(
                        &self.layout,
                        turn,
                        block,
                        self.facts(turn),
                        other,
                        None,
                        &mut reader,
                    );
                    *done.get_mut(turn) = Some(words);
                }
                done
            })
            .collect()
    }
}

/// A block of one side of a table.
fn block_of(layout: &Layout, side: &SideTable, block: usize) -> WdlWords {
    let words = layout.block_words();
    let range = block * words..(block + 1) * words;
    WdlWords {
        legal: side.legal[range.clone()].to_vec(),
        win: side.win[range.clone()].to_vec(),
        loss: side.loss[range].to_vec(),
        cursed: None,
    }
}

/// The facts about the side coded first, and about the other.
fn facts(layout: &Layout) -> [FactList; 2] {
    [false, true].map(|is_second| FactList::new(layout, is_second))
}

/// The sides that are coded, in order.
fn sides(layout: &Layout, first: Color) -> impl Iterator<Item = Color> + use<> {
    if layout.material().is_symmetric() {
        vec![Color::White].into_iter()
    } else {
        vec![first, !first].into_iter()
    }
}
