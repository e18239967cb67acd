//! What all blocks of a table have in common: the trees of both sides.

use std::ops::Range;

use shakmaty::Color;

use super::{
    CodecError,
    distance::{Solved, distances},
    grow::Sample,
    log::{FRACTION, information},
    number::{DISTANCE_BITS, Numbers},
    range::{Decoder, Encoder},
    symbols::{Coder, Counter, Reader, Symbols, Writer},
    tree::{Leaf, Tree},
    wdl::values,
};
use crate::{Layout, Table, WdlWords};

/// About so many sets of positions are learned from: win, draw, loss.
const WDL_SAMPLE: usize = 1 << 17;
/// The same for distances, which have more facts.
const DISTANCE_SAMPLE: usize = 1 << 16;

/// What is coded.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// Win, draw, loss.
    Wdl,
    /// Distances of won and lost positions.
    Distance,
}

/// What is common to all blocks of a table's values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    layout: Layout,
    what: What,
    /// The side whose positions are coded first in a block.
    first: Color,
    /// One tree for each side that is coded, the first side's first.
    trees: Vec<Tree>,
}

/// A block of one side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideBlock {
    /// The side to move.
    pub turn: Color,
    /// Win, draw, loss.
    pub wdl: WdlWords,
    /// Distances, one word after the other, where they are known.
    pub distances: Vec<Numbers>,
}

impl SideBlock {
    /// A block of a table.
    pub fn of(table: &Table, turn: Color, block: usize) -> Self {
        let words = table.layout().block_words();
        let range = block * words..(block + 1) * words;
        let side = table.side(turn);
        let number =
            |word: usize| std::array::from_fn(|bit| side.moves.as_ref().and_then(|moves| moves.slices.get(bit)).map_or(0, |set| set[word]));
        Self {
            turn,
            distances: range.clone().map(number).collect(),
            wdl: WdlWords {
                legal: side.legal[range.clone()].to_vec(),
                win: side.win[range.clone()].to_vec(),
                loss: side.loss[range].to_vec(),
            },
        }
    }
}

impl Model {
    /// Learns from a table. The side that is better coded first is found by
    /// trying both.
    ///
    /// # Errors
    ///
    /// If there are distances of more than [`DISTANCE_BITS`] bits.
    pub fn train(table: &Table, what: What) -> Result<Self, CodecError> {
        let bits = Color::ALL.map(|turn| table.side(turn).moves.as_ref().map_or(0, |moves| moves.slices.len()));
        if what == What::Distance && bits.iter().any(|&bits| bits > DISTANCE_BITS) {
            return Err(CodecError::TooFar);
        }
        let (model, bits) = Self::learn(table, what, Color::White);
        if table.layout().material().is_symmetric() {
            return Ok(model);
        }
        let (other, other_bits) = Self::learn(table, what, Color::Black);
        Ok(if other_bits < bits { other } else { model })
    }

    /// Learns from a table, and says how many bits it will take.
    fn learn(table: &Table, what: What, first: Color) -> (Self, u64) {
        let layout = table.layout();
        let mut model = Self {
            layout: layout.clone(),
            what,
            first,
            trees: Vec::new(),
        };
        // How many sets of positions a word has: one a pass and round.
        let every = match what {
            What::Wdl => (3 * layout.words()).div_ceil(WDL_SAMPLE),
            What::Distance => (8 * layout.words()).div_ceil(DISTANCE_SAMPLE),
        };
        let mut bits = 0;
        for turn in sides(layout, first) {
            let mut sample = Sample::new(every as u64);
            for block in 0..layout.blocks() {
                model.visit(table, turn, block, &mut sample);
            }
            let mut tree = sample.grow();
            let mut counter = Counter::new(&tree);
            for block in 0..layout.blocks() {
                model.visit(table, turn, block, &mut counter);
            }
            let counts = counter.counts;
            bits += counts.iter().map(information).sum::<u64>() >> FRACTION;
            tree.leaves = counts.into_iter().map(Leaf::of).collect();
            model.trees.push(tree);
        }
        bits += 8 * model.to_bytes().len() as u64;
        (model, bits)
    }

    /// Goes through a block of a table.
    fn visit(&self, table: &Table, turn: Color, block: usize, coder: &mut impl Coder) {
        let truth = SideBlock::of(table, turn, block);
        let other = (turn != self.first).then(|| SideBlock::of(table, self.first, block));
        self.code(turn, block, other.as_ref(), &truth.wdl, Some(&truth), coder);
    }

    fn code(
        &self,
        turn: Color,
        block: usize,
        other: Option<&SideBlock>,
        wdl: &WdlWords,
        truth: Option<&SideBlock>,
        coder: &mut impl Coder,
    ) -> SideBlock {
        let layout = &self.layout;
        match self.what {
            What::Wdl => {
                let truth = truth.map(|truth| &truth.wdl);
                let other = other.map(|other| &other.wdl);
                SideBlock {
                    turn,
                    wdl: values(layout, turn, block, other, truth, coder),
                    distances: Vec::new(),
                }
            }
            What::Distance => {
                let truth = truth.map(|truth| &truth.distances[..]);
                let other = other.map(|other| Solved {
                    wdl: &other.wdl,
                    distances: &other.distances,
                });
                SideBlock {
                    turn,
                    wdl: wdl.clone(),
                    distances: distances(layout, turn, block, wdl, other.as_ref(), truth, coder),
                }
            }
        }
    }

    /// The bytes of the model.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut encoder = Encoder::new();
        encoder.encode(u32::from(self.first.is_black()) << 15, 1 << 15);
        for (at, tree) in self.trees.iter().enumerate() {
            tree.write(fact_count(&self.layout, self.what, at > 0), &mut encoder);
        }
        encoder.finish()
    }

    /// The model of a class from its bytes.
    ///
    /// # Errors
    ///
    /// If they make no sense.
    pub fn from_bytes(layout: &Layout, what: What, bytes: &[u8]) -> Result<Self, CodecError> {
        let mut decoder = Decoder::new(bytes);
        let first = Color::from_white(decoder.decode(&[1 << 15]) == 0);
        let trees = (0..sides(layout, first).count())
            .map(|at| Tree::read(fact_count(layout, what, at > 0), &mut decoder))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            layout: layout.clone(),
            what,
            first,
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

    /// The blocks that were coded, each with the sides in the order in which
    /// they were coded: both, or only White if the class is symmetric.
    ///
    /// `wdl` gives win, draw and loss of a block, which distances need; for
    /// win, draw and loss themselves, it can give an empty block. Bytes that
    /// are damaged give wrong values.
    ///
    /// # Panics
    ///
    /// If there are no such blocks in the class, or if `wdl` gives fewer words
    /// than a block has.
    pub fn decode(
        &self,
        blocks: Range<usize>,
        bytes: &[u8],
        wdl: impl Fn(Color, usize) -> WdlWords,
    ) -> Vec<Vec<SideBlock>> {
        let mut decoder = Decoder::new(bytes);
        let mut decode_block = |block| {
            let mut done: Vec<SideBlock> = Vec::new();
            for (turn, tree) in sides(&self.layout, self.first).zip(&self.trees) {
                let decoder = &mut decoder;
                let mut reader = Reader { tree, decoder };
                let given = wdl(turn, block);
                let side = self.code(turn, block, done.first(), &given, None, &mut reader);
                done.push(side);
            }
            done
        };
        blocks.map(&mut decode_block).collect()
    }
}

/// The sides that are coded, in order.
fn sides(layout: &Layout, first: Color) -> impl Iterator<Item = Color> + use<> {
    let count = if layout.material().is_symmetric() {
        1
    } else {
        2
    };
    [first, !first].into_iter().take(count)
}

/// Looks how many facts there are.
struct Facts(usize);

impl Coder for Facts {
    fn code(&mut self, facts: &[u64], _: u64, truth: Symbols) -> Symbols {
        self.0 = facts.len();
        truth
    }
}

/// How many facts there are about a position.
fn fact_count(layout: &Layout, what: What, second: bool) -> usize {
    let words = layout.block_words();
    let mut wdl = WdlWords::new(layout);
    wdl.win.fill(!0);
    let block = SideBlock {
        turn: Color::White,
        wdl,
        distances: vec![[0; DISTANCE_BITS]; words],
    };
    let model = Model {
        layout: layout.clone(),
        what,
        first: Color::White,
        trees: Vec::new(),
    };
    let mut facts = Facts(0);
    let other = second.then_some(&block);
    model.code(Color::White, 0, other, &block.wdl, Some(&block), &mut facts);
    facts.0
}
