//! Which order of men a table gets: the one whose sample compresses best, found one place
//! at a time.

use std::{collections::BTreeMap, sync::Mutex};

use rayon::prelude::*;
use shakmaty::{File, Piece};

use super::{
    address::Addresses,
    code::Code,
    codes::Codes,
    dtz_codes::DtzSymbols,
    order::{Men, Order},
    pairs::{Frequencies, Paired, Pairs},
    parts::fill_parts,
    sample::Sample,
    sequence::Sequence,
    walk::{CHUNK, Squares, Walk},
    wdl_codes::{VALUES, WdlSymbols},
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

    /// Fills don't cares of a sample.
    fn fill(self, sequence: &mut Sequence) {
        match self {
            Self::Wdl(symbols) => symbols.fill(&mut sequence.runs),
            Self::Dtz(symbols) => {
                symbols.fill_short(&mut sequence.runs);
                let mut frequencies = Frequencies::new();
                sequence.count(symbols.count + 1, &mut frequencies);
                symbols.fill_rest(&mut sequence.runs, &frequencies);
            }
        }
    }

    /// Fills don't cares of a whole table.
    fn fill_whole(self, codes: &mut [u8]) {
        match self {
            Self::Wdl(symbols) => {
                fill_parts(
                    codes,
                    |code| usize::from(code) >= VALUES,
                    |runs| symbols.fill(runs),
                );
            }
            Self::Dtz(symbols) => {
                let is_free = |code| usize::from(code) == symbols.count;
                fill_parts(codes, is_free, |runs| symbols.fill_short(runs));
                let mut frequencies = Frequencies::new();
                frequencies.count(codes, symbols.count + 1);
                fill_parts(codes, is_free, |runs| symbols.fill_rest(runs, &frequencies));
            }
        }
    }

    fn pair(self, sequence: &mut Sequence, least: u32, limit: Option<usize>) -> Pairs {
        match self {
            Self::Wdl(symbols) => symbols.pair(sequence, least, limit),
            Self::Dtz(symbols) => symbols.pair(sequence, least, limit),
        }
    }

    /// Pairs a whole table, whose values [`Source::whole`] gives.
    pub fn pair_whole(self, mut codes: Vec<u8>) -> Paired {
        self.fill_whole(&mut codes);
        let mut sequence = Sequence::of_bytes(codes);
        let pairs = self.pair(&mut sequence, LEAST, None);
        pairs.with(sequence)
    }
}

/// The positions of one table, in any order of men.
pub struct Source<'a> {
    pub men: &'a Men,
    pub orders: &'a [Order],
    pub codes: Codes<'a>,
    pub file: File,
    pub symbols: Symbols,
    pub sample: &'a Sample,
    /// Sequences that are not in use.
    pub free: &'a Mutex<Vec<Sequence>>,
}

impl Source<'_> {
    /// The number of the best order, and the size of its sample in bytes.
    pub fn best(&mut self) -> (usize, u64) {
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

    /// The sizes of the sample in some orders, which are ascending.
    fn measure(&mut self, orders: &[usize]) -> Vec<(usize, u64)> {
        if self.codes.are_few() {
            return self.measure_at_once(orders);
        }
        let mut by_near: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
        for &order in orders {
            by_near.entry(self.near(order)).or_default().push(order);
        }
        let mut found = Vec::new();
        let mut waiting = Vec::new();
        let groups = by_near.len();
        for (at, (near, orders)) in (1..).zip(by_near) {
            self.bring_near(near);
            waiting.extend(orders);
            // What would leave threads idle is read with the next ones.
            let kept = if at < groups {
                waiting.len() % rayon::current_num_threads()
            } else {
                0
            };
            let now: Vec<usize> = waiting.drain(kept..).collect();
            found.extend(self.measure_at_once(&now));
        }
        found.sort_unstable();
        found
    }

    /// The man whose squares should be neighbours for an order.
    fn near(&self, order: usize) -> Option<usize> {
        let order = &self.orders[order];
        let walk = Walk::new(self.men, order, self.file);
        let mut squares: Squares = [[0; CHUNK]; crate::MAX_TABLE_MEN];
        walk.decode(0, CHUNK, &mut squares);
        Addresses::new(self.codes.cells(), self.men, order).busiest(&squares)
    }

    fn bring_near(&mut self, man: Option<usize>) {
        if let Some(man) = man {
            self.codes.bring_near(man);
        }
    }

    fn measure_at_once(&self, orders: &[usize]) -> Vec<(usize, u64)> {
        let size = |&order: &usize| {
            let free = self.free.lock().ok().and_then(|mut free| free.pop());
            let mut sequence = free.unwrap_or_default();
            self.sample(order, &mut sequence);
            self.symbols.fill(&mut sequence);
            let pairs = self
                .symbols
                .pair(&mut sequence, LEAST_OF_SAMPLE, Some(PAIRS_OF_SAMPLE));
            if let Ok(mut free) = self.free.lock() {
                free.push(sequence);
            }
            (order, Code::new(&pairs.frequencies).bytes())
        };
        orders.par_iter().map(size).collect()
    }

    /// The sample in an order.
    fn sample(&self, order: usize, sequence: &mut Sequence) {
        let walk = Walk::new(self.men, &self.orders[order], self.file);
        let addresses = Addresses::new(self.codes.cells(), self.men, &self.orders[order]);
        sequence.restart(self.sample.starts.len() * self.sample.length);
        for &start in &self.sample.starts {
            let add = |codes: &[u8]| sequence.runs.extend(codes);
            self.read(&walk, &addresses, start, self.sample.length, add);
        }
    }

    /// The values of all positions, in one order.
    pub fn whole(&mut self, order: usize) -> Vec<u8> {
        if !self.codes.are_few() {
            self.bring_near(self.near(order));
        }
        let order = &self.orders[order];
        let walk = Walk::new(self.men, order, self.file);
        let addresses = Addresses::new(self.codes.cells(), self.men, order);
        let mut codes = vec![0; walk.size() as usize];
        let part = CHUNK * 256;
        codes
            .par_chunks_mut(part)
            .enumerate()
            .for_each(|(at, codes)| {
                let (start, length) = ((at * part) as u64, codes.len());
                let mut parts = codes.chunks_mut(CHUNK);
                self.read(&walk, &addresses, start, length, |codes| {
                    parts
                        .next()
                        .into_iter()
                        .for_each(|part| part.copy_from_slice(codes));
                });
            });
        codes
    }

    /// Reads positions from `start` on, and hands on some at a time.
    fn read(
        &self,
        walk: &Walk,
        addresses: &Addresses,
        start: u64,
        length: usize,
        mut add: impl FnMut(&[u8]),
    ) {
        let mut squares: Squares = [[0; CHUNK]; crate::MAX_TABLE_MEN];
        let mut numbers = [0; CHUNK];
        let mut codes = [0; CHUNK];
        let bytes = self.codes.bytes();
        for at in (0..length).step_by(CHUNK) {
            let count = CHUNK.min(length - at);
            walk.decode(start + at as u64, count, &mut squares);
            addresses.of(&squares, &mut numbers);
            for (code, &number) in codes[..count].iter_mut().zip(&numbers) {
                *code = bytes[number as usize];
            }
            add(&codes[..count]);
        }
    }
}
