//! What all blocks of a table share: the trees of both sides.

use std::ops::Range;

use rayon::prelude::*;
use shakmaty::Color;

use super::{
    error::CodecError,
    facts::{FactList, NEAR},
    grow::{Sample, grow},
    log::{FRACTION, information},
    range::{Decoder, Encoder, Pause},
    symbols::{Coder, Counter, Reader, Writer},
    tree::{Leaf, Sieve, Sorter, Tree},
    wdl::{Block, Trace},
    words::WordSets,
};
use crate::{Layout, SideTable, Table};

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
    /// The trees, ready to sort positions.
    sieves: Vec<Sieve>,
}

/// The positions of some blocks with one side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// Their words.
    pub words: Vec<WordSets>,
    /// Where the bytes of the other side begin.
    end: Pause,
}

/// What one side of some blocks is decoded from.
#[derive(Clone, Debug)]
pub struct CodedSide<'a> {
    /// Which blocks.
    pub blocks: Range<usize>,
    /// The side coded first, if it is the other one.
    pub first: Option<&'a Side>,
    /// The bytes of both sides.
    pub bytes: &'a [u8],
}

/// The first words of one side of some blocks: those that were needed until now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beginning {
    words: Vec<WordSets>,
    /// How many words there will be.
    all: usize,
    trace: Trace,
    /// Where the bytes of the next words begin.
    next: Pause,
}

impl Beginning {
    /// How many words there are.
    pub fn count(&self) -> usize {
        self.words.len()
    }

    /// Whether nothing is left to decode.
    pub fn is_whole(&self) -> bool {
        self.count() == self.all
    }
}

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
            sieves: Vec::new(),
        };
        let mut bits = 0;
        for turn in sides(layout, first) {
            let tree = model.grow(table, turn);
            let counts = model.count(table, turn, &tree);
            bits += counts.iter().map(information).sum::<u64>() >> FRACTION;
            let tree = Tree {
                leaves: counts.into_iter().map(Leaf::of).collect(),
                ..tree
            };
            model.sieves.push(sieve(&tree, model.facts(turn)));
            model.trees.push(tree);
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
        grow(parts)
    }

    /// How often each symbol occurs at each leaf of a tree.
    fn count(&self, table: &Table, turn: Color, tree: &Tree) -> Vec<[u64; 3]> {
        let sieve = sieve(tree, self.facts(turn));
        let new = || Counter::new(Sorter::new(&sieve, NEAR));
        (0..table.layout().blocks())
            .into_par_iter()
            .fold(new, |mut counter, block| {
                self.visit(table, turn, block, &mut counter);
                counter
            })
            .reduce(new, Counter::and)
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
        let facts = self.facts(turn);
        let block = Block::new(&self.layout, turn, block, facts, other.as_deref());
        block.visit(&truth, coder);
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
            .collect::<Result<Vec<Tree>, _>>()?;
        let sieves = trees.iter().zip(&facts);
        let sieves = sieves.map(|(tree, facts)| sieve(tree, facts));
        Ok(Self {
            layout: layout.clone(),
            first,
            sieves: sieves.collect(),
            facts,
            trees,
        })
    }

    /// The sides that a block holds, in the order in which they are coded.
    pub fn sides(&self) -> impl Iterator<Item = Color> + use<> {
        sides(&self.layout, self.first)
    }

    /// Codes some blocks of the table, one side after the other.
    pub fn encode(&self, table: &Table, blocks: Range<usize>) -> Vec<u8> {
        let mut encoder = Encoder::new();
        for (turn, sieve) in self.sides().zip(&self.sieves) {
            let sorter = Sorter::new(sieve, NEAR);
            let encoder = &mut encoder;
            let mut writer = Writer { sorter, encoder };
            for block in blocks.clone() {
                self.visit(table, turn, block, &mut writer);
            }
        }
        encoder.finish()
    }

    /// Decodes one side of some blocks. Bytes that are damaged give wrong values.
    ///
    /// # Panics
    ///
    /// If there are no such blocks in the class.
    pub fn decode(&self, source: &CodedSide) -> Side {
        self.finish(self.begin(source), source)
    }

    /// Begins to decode one side of some blocks.
    pub fn begin(&self, source: &CodedSide) -> Beginning {
        let all = source.blocks.len() * self.layout.block_words();
        let first = || Decoder::new(source.bytes).pause();
        Beginning {
            words: Vec::with_capacity(all),
            all,
            trace: Trace::default(),
            next: source.first.map_or_else(first, |first| first.end),
        }
    }

    /// A word, decoded with those before it unless they are there. Bytes that are damaged
    /// give wrong values.
    ///
    /// # Panics
    ///
    /// If there is no such word, or there are no such blocks in the class.
    pub fn word(&self, begun: &mut Beginning, source: &CodedSide, at: usize) -> WordSets {
        if begun.count() <= at {
            self.decode_to(begun, source, at + 1);
        }
        begun.words[at]
    }

    /// All words. Bytes that are damaged give wrong values.
    ///
    /// # Panics
    ///
    /// If there are no such blocks in the class.
    pub fn finish(&self, mut begun: Beginning, source: &CodedSide) -> Side {
        let all = begun.all;
        self.decode_to(&mut begun, source, all);
        Side {
            words: begun.words,
            end: begun.next,
        }
    }

    /// Decodes until there are as many words.
    fn decode_to(&self, begun: &mut Beginning, source: &CodedSide, count: usize) {
        let place = usize::from(source.first.is_some());
        let (Some(turn), Some(sieve)) = (self.sides().nth(place), self.sieves.get(place)) else {
            return;
        };
        let Beginning {
            words, trace, next, ..
        } = begun;
        let size = self.layout.block_words();
        let sorter = Sorter::new(sieve, NEAR);
        let mut reader = Reader::new(sorter, Decoder::resume(source.bytes, *next));
        while words.len() < count {
            let block = words.len() / size;
            let done = block * size;
            if words.len() == done {
                trace.begin(&self.layout);
            }
            let other = source.first.map(|first| &first.words[done..][..size]);
            let (number, facts) = (source.blocks.start + block, self.facts(turn));
            let block = Block::new(&self.layout, turn, number, facts, other);
            for _ in words.len()..count.min(done + size) {
                let word = block.word(&words[done..], None, trace, &mut reader);
                words.push(word);
            }
        }
        *next = reader.decoder.pause();
    }
}

/// A block of one side of a table.
fn block_of(layout: &Layout, side: &SideTable, block: usize) -> Vec<WordSets> {
    let words = layout.block_words();
    let of = |word: usize| WordSets {
        legal: side.legal[word],
        win: side.win[word],
        loss: side.loss[word],
    };
    (block * words..(block + 1) * words).map(of).collect()
}

/// The facts about the side coded first, and about the other.
fn facts(layout: &Layout) -> [FactList; 2] {
    [false, true].map(|is_second| FactList::new(layout, is_second))
}

/// A tree over facts of a list, ready to sort positions.
fn sieve(tree: &Tree, facts: &FactList) -> Sieve {
    Sieve::new(tree, |fact| facts.kind(fact))
}

/// The sides that are coded, in order.
fn sides(layout: &Layout, first: Color) -> impl Iterator<Item = Color> + use<> {
    if layout.material().is_symmetric() {
        vec![Color::White].into_iter()
    } else {
        vec![first, !first].into_iter()
    }
}
