//! Which order of men a table gets: the one whose sample compresses best, found one place
//! at a time.

use rayon::prelude::*;
use shakmaty::{File, Piece};

use super::{
    address::Addresses,
    cells::Cells,
    code::Code,
    dtz_pairs::DtzSymbols,
    order::{Men, Order},
    pairs::Paired,
    sample::Sample,
    walk::{CHUNK, Squares, Walk},
    wdl_pairs::WdlSymbols,
};

/// What a sample's pairs must occur at least.
const LEAST_OF_SAMPLE: u32 = 20;
/// How many pairs a sample gets.
const PAIRS_OF_SAMPLE: usize = 100;
/// What the pairs of a whole table must occur at least.
const LEAST: u32 = 8;

/// How a table is paired.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Symbols {
    Wdl(WdlSymbols),
    Dtz(DtzSymbols),
}

impl Symbols {
    /// Whether all positions have one value.
    pub fn is_single(self) -> bool {
        match self {
            Self::Wdl(symbols) => symbols.count() == 1,
            Self::Dtz(symbols) => symbols.count == 1,
        }
    }

    fn pair(self, codes: &mut [u8], least: u32, limit: Option<usize>) -> Paired {
        match self {
            Self::Wdl(symbols) => symbols.pair(codes, least, limit),
            Self::Dtz(symbols) => symbols.pair(codes, least, limit),
        }
    }
}

/// The positions of one table, in any order of men.
pub struct Source<'a> {
    pub men: &'a Men,
    pub orders: &'a [Order],
    pub cells: &'a Cells<'a>,
    /// The values of all cells, and of one more for kings that touch.
    pub codes: &'a [u8],
    pub file: File,
    pub symbols: Symbols,
    pub sample: &'a Sample,
}

impl Source<'_> {
    /// The number of the best order, and the size of its sample in bytes.
    pub fn best(&self) -> (usize, u64) {
        if self.symbols.is_single() {
            return (0, 0);
        }
        let mut sizes: Vec<Option<u64>> = vec![None; self.orders.len()];
        let kinds = self.men.kinds.len();
        let mut prefix: Vec<Piece> = Vec::new();
        let mut best = (0, u64::MAX);
        while prefix.len() + 1 < kinds {
            best = (0, u64::MAX);
            let mut asked = Vec::new();
            for order in self.firsts(&prefix) {
                match sizes[order] {
                    Some(size) if size < best.1 => best = (order, size),
                    Some(_) => {}
                    None => asked.push(order),
                }
            }
            asked.sort_unstable();
            for (order, size) in self.measure(&asked) {
                sizes[order] = Some(size);
                if size < best.1 {
                    best = (order, size);
                }
            }
            prefix.push(self.orders[best.0].kinds[prefix.len()]);
        }
        best
    }

    /// For each two kinds of men the first order that begins with a prefix and these two.
    fn firsts(&self, prefix: &[Piece]) -> Vec<usize> {
        let mut found = Vec::new();
        let free = |kind: &&Piece| !prefix.contains(kind);
        for &next in self.men.kinds.iter().filter(free) {
            for &second in self
                .men
                .kinds
                .iter()
                .filter(free)
                .filter(|&&kind| kind != next)
            {
                let wanted: Vec<Piece> = prefix.iter().copied().chain([next, second]).collect();
                found.extend(
                    self.orders
                        .iter()
                        .position(|order| order.kinds.starts_with(&wanted)),
                );
            }
        }
        found
    }

    /// The sizes of the sample in some orders.
    fn measure(&self, orders: &[usize]) -> Vec<(usize, u64)> {
        let size = |&order: &usize| {
            let mut codes = self.sample(order);
            let paired = self
                .symbols
                .pair(&mut codes, LEAST_OF_SAMPLE, Some(PAIRS_OF_SAMPLE));
            (order, Code::new(&paired.frequencies).bytes())
        };
        orders.par_iter().map(size).collect()
    }

    /// The sample in an order.
    fn sample(&self, order: usize) -> Vec<u8> {
        let walk = Walk::new(self.men, &self.orders[order], self.file);
        let addresses = Addresses::new(self.cells, self.men, &self.orders[order]);
        let mut codes = vec![0; self.sample.len()];
        let stretches = codes.chunks_exact_mut(self.sample.length);
        for (&start, codes) in self.sample.starts.iter().zip(stretches) {
            self.read(&walk, &addresses, start, codes);
        }
        codes
    }

    /// The whole table in one order, paired, and how many positions it has.
    pub fn whole(&self, order: usize) -> (Paired, u64) {
        let order = &self.orders[order];
        let walk = Walk::new(self.men, order, self.file);
        let addresses = Addresses::new(self.cells, self.men, order);
        let mut codes = vec![0; walk.size() as usize];
        let part = CHUNK * 256;
        codes
            .par_chunks_mut(part)
            .enumerate()
            .for_each(|(at, codes)| {
                self.read(&walk, &addresses, (at * part) as u64, codes);
            });
        (self.symbols.pair(&mut codes, LEAST, None), walk.size())
    }

    /// Reads positions from `start` on.
    fn read(&self, walk: &Walk, addresses: &Addresses, start: u64, codes: &mut [u8]) {
        let mut squares: Squares = [[0; CHUNK]; crate::MAX_TABLE_MEN];
        let mut numbers = [0; CHUNK];
        for (at, codes) in (0..).step_by(CHUNK).zip(codes.chunks_mut(CHUNK)) {
            walk.decode(start + at, codes.len(), &mut squares);
            addresses.of(&squares, &mut numbers);
            for (code, &number) in codes.iter_mut().zip(&numbers) {
                *code = self.codes[number as usize];
            }
        }
    }
}
