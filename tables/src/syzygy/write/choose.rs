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
    frequencies::Frequencies,
    order::{Men, Order},
    pairs::{Paired, Pairs},
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

    /// The value that all positions have, if it is one.
    pub fn first(self) -> u8 {
        match self {
            Self::Wdl(symbols) => symbols.first(),
            Self::Dtz(_) => 0,
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

    /// Pairs a whole table, whose values [`TablePositions::whole`] gives.
    pub fn pair_whole(self, mut codes: Vec<u8>) -> Paired {
        self.fill_whole(&mut codes);
        let mut sequence = Sequence::of_bytes(codes);
        let pairs = self.pair(&mut sequence, LEAST, None);
        pairs.with(sequence)
    }
}

/// The best order, found one place after the other, and the size of its sample. `measure` gives
/// the sizes of the samples in some orders, by ascending numbers.
///
/// Of equal ones that measured before is taken, and of those that are measured together the
/// first of the list.
fn search(
    men: &Men,
    orders: &[Order],
    mut measure: impl FnMut(&[usize]) -> Vec<u64>,
) -> (usize, u64) {
    let mut sizes: Vec<Option<u64>> = vec![None; orders.len()];
    let mut prefix: Vec<Piece> = Vec::new();
    let mut best = (0, u64::MAX);
    while prefix.len() + 1 < men.kinds.len() {
        best = (0, u64::MAX);
        let mut asked = Vec::new();
        for order in firsts(men, orders, &prefix) {
            match sizes[order] {
                Some(size) if size < best.1 => best = (order, size),
                Some(_) => {}
                None => asked.push(order),
            }
        }
        asked.sort_unstable();
        for (&order, size) in asked.iter().zip(measure(&asked)) {
            sizes[order] = Some(size);
            if size < best.1 {
                best = (order, size);
            }
        }
        prefix.push(orders[best.0].kinds[prefix.len()]);
    }
    best
}

/// For each two kinds of men the first order that begins with a prefix and these two.
fn firsts(men: &Men, orders: &[Order], prefix: &[Piece]) -> Vec<usize> {
    let free = || men.kinds.iter().filter(|kind| !prefix.contains(kind));
    let pairs = free().flat_map(|&next| {
        let others = free().filter(move |&&second| second != next);
        others.map(move |&second| [next, second])
    });
    let first = |pair: [Piece; 2]| {
        let wanted = [prefix, &pair].concat();
        orders
            .iter()
            .position(|order| order.kinds.starts_with(&wanted))
    };
    pairs.filter_map(first).collect()
}

/// The side whose sample is smaller, of sides with the sizes of their samples. Of equal ones the
/// first, White's.
pub fn smaller_side<T>(sides: impl IntoIterator<Item = (u64, T)>) -> Option<T> {
    let best = sides.into_iter().min_by_key(|&(size, _)| size);
    best.map(|(_, side)| side)
}

/// The positions of one table, in any order of men.
pub struct TablePositions<'a> {
    pub men: &'a Men,
    pub orders: &'a [Order],
    pub codes: Codes<'a>,
    pub file: File,
    pub symbols: Symbols,
    pub sample: &'a Sample,
    /// Sequences that are not in use.
    pub free: &'a Mutex<Vec<Sequence>>,
}

/// A table in an order as rows, some of which are read together.
struct Rows {
    /// How many positions a row has.
    length: usize,
    /// How many rows are read together.
    count: usize,
    /// How many positions of a row are read at a time.
    piece: usize,
}

impl TablePositions<'_> {
    /// The number of the best order, and the size of its sample in bytes.
    pub fn best(&mut self) -> (usize, u64) {
        if self.symbols.is_single() {
            return (0, 0);
        }
        search(self.men, self.orders, |orders| self.measure(orders))
    }

    /// The sizes of the sample in some orders.
    fn measure(&mut self, orders: &[usize]) -> Vec<u64> {
        if self.codes.are_few() {
            return self.measure_at_once(orders);
        }
        let mut by_near: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
        for &order in orders {
            by_near.entry(self.near(order)).or_default().push(order);
        }
        let mut found = BTreeMap::new();
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
            let sizes = self.measure_at_once(&now);
            found.extend(now.into_iter().zip(sizes));
        }
        orders.iter().map(|order| found[order]).collect()
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

    fn measure_at_once(&self, orders: &[usize]) -> Vec<u64> {
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
            Code::new(&pairs.frequencies).bytes()
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
        self.read_rows(order, &walk, &self.rows(order, &walk))
    }

    fn read_rows(&self, order: &Order, walk: &Walk, rows: &Rows) -> Vec<u8> {
        let addresses = Addresses::new(self.codes.cells(), self.men, order);
        let mut codes = vec![0; walk.size() as usize];
        let part = rows.length * rows.count;
        let read = |start: usize, codes: &mut [u8]| {
            let length = codes.len();
            let mut parts = codes.chunks_mut(CHUNK);
            self.read(walk, &addresses, start as u64, length, |codes| {
                let part = parts.next().into_iter();
                part.for_each(|part| part.copy_from_slice(codes));
            });
        };
        let parts = codes.par_chunks_mut(part).enumerate();
        parts.for_each(|(at, codes)| {
            let mut pieces: Vec<_> = codes
                .chunks_mut(rows.length)
                .map(|row| row.chunks_mut(rows.piece))
                .collect();
            // The same piece of all rows; only the last row may be shorter.
            let together = |_| pieces.iter_mut().filter_map(Iterator::next).collect();
            let together: Vec<Vec<&mut [u8]>> = (0..rows.length.div_ceil(rows.piece))
                .map(together)
                .collect();
            let pieces = together.into_par_iter().enumerate();
            pieces.for_each(|(piece, codes)| {
                for (row, codes) in codes.into_iter().enumerate() {
                    read(at * part + row * rows.length + piece * rows.piece, codes);
                }
            });
        });
        codes
    }

    /// How positions are read in an order: where the man whose squares are neighbours moves
    /// seldom, the same positions but for its square together, so that its line of the cache is
    /// still there.
    fn rows(&self, order: &Order, walk: &Walk) -> Rows {
        /// Positions whose lines are in the cache of a core.
        const PIECE: usize = 16 * CHUNK;
        let plain = Rows {
            length: 256 * CHUNK,
            count: 1,
            piece: 256 * CHUNK,
        };
        let cells = self.codes.cells();
        let men = order.in_layout(self.men, cells.layout());
        let place = men.iter().position(|&man| Some(man) == cells.near());
        let digit = place.and_then(|place| {
            let mut digits = walk.digits();
            digits.find(|digit| (digit.first..digit.first + digit.count).contains(&place))
        });
        match digit {
            Some(digit) if digit.factor > PIECE as u64 && !self.codes.are_few() => Rows {
                length: digit.factor as usize,
                count: digit.values.min(64) as usize,
                piece: PIECE,
            },
            _ => plain,
        }
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{
        super::{
            made::{cells_of, mixed},
            sample::Draws,
            wdl_codes::CODES,
        },
        *,
    };
    use crate::Layout;

    /// The best order by the letters of its men, Black's in lower case, if samples have these
    /// sizes; and the orders that were measured, one list for each place.
    fn searched(class: &str, size: impl Fn(&str) -> u64) -> (String, Vec<Vec<String>>) {
        let class = class.parse().expect("a class");
        let men = Men::new(&Layout::new(&class).expect("a layout"));
        let orders = men.orders();
        let name = |order: usize| -> String {
            let kinds = orders[order].kinds.iter();
            kinds.map(|kind| kind.char()).collect()
        };
        let mut rounds: Vec<Vec<String>> = Vec::new();
        let (best, found) = search(&men, &orders, |asked| {
            assert!(asked.is_sorted());
            rounds.push(asked.iter().map(|&order| name(order)).collect());
            asked.iter().map(|&order| size(&name(order))).collect()
        });
        assert_eq!(found, size(&name(best)));
        (name(best), rounds)
    }

    /// Of orders measured together the first of the list.
    #[test]
    fn of_equal_orders_the_first_of_the_list_is_taken() {
        assert_eq!(searched("KRBvK", |_| 7).0, "BRKk");
        let from = |name: &str| if name.starts_with("KB") { 7 } else { 8 };
        assert_eq!(searched("KRBvK", from).0, "KBRk");
    }

    /// Each two kinds are tried by the first order that begins with them.
    #[test]
    fn pairs_of_kinds_are_tried_by_their_first_order() {
        let (_, rounds) = searched("KRBvK", |_| 7);
        let first = [
            "BRKk", "BKRk", "BkRK", "RBKk", "KBRk", "kBRK", "RKBk", "RkBK", "KRBk", "kRBK", "KkBR",
            "kKBR",
        ];
        assert_eq!(rounds[0].iter().collect::<BTreeSet<_>>().len(), 12);
        assert_eq!(
            BTreeSet::from_iter(&rounds[0]),
            first.map(String::from).iter().collect()
        );
        let all: Vec<&String> = rounds.iter().flatten().collect();
        let once: BTreeSet<&&String> = all.iter().collect();
        assert_eq!(once.len(), all.len(), "no sample is measured twice");
    }

    /// One that was measured for the place before stays the best if another one equals it.
    #[test]
    fn of_equal_orders_one_measured_before_is_taken() {
        let size = |name: &str| if name.starts_with('k') { 5 } else { 9 };
        let (best, rounds) = searched("KPvKP", size);
        let before: Vec<&String> = rounds[0].iter().filter(|name| size(name) == 5).collect();
        assert!(before.contains(&&best), "{best} of {rounds:?}");
    }

    /// Of two measured before, the one whose next man has the smaller code, whatever the list says.
    #[test]
    fn of_orders_measured_before_the_lower_code_is_taken() {
        let size = |name: &str| if name.starts_with('k') { 5 } else { 9 };
        let (best, rounds) = searched("KPvKP", size);
        let first = rounds[0].iter().find(|name| size(name) == 5);
        assert_eq!(first.map(|name| &name[..2]), Some("kK"));
        assert_eq!(&best[..2], "kP");
    }

    /// Rows that are read together, whole or in pieces, and ends that are shorter.
    #[test]
    fn rows_are_read_alike() {
        for class in ["KRvKB", "KNNvK", "KPvKP"] {
            let layout = Layout::new(&class.parse().expect("a class")).expect("a layout");
            let men = Men::new(&layout);
            let cells = cells_of(&layout, &men, File::C);
            let orders = men.orders();
            let source = TablePositions {
                men: &men,
                orders: &orders,
                codes: Codes::new(cells.clone(), cells.fill(255, mixed)),
                file: File::C,
                symbols: Symbols::Wdl(WdlSymbols::new(&[1; CODES])),
                sample: &Sample::new(1, 4, &mut Draws::new()),
                free: &Mutex::default(),
            };
            for order in orders.iter().step_by(7) {
                let walk = Walk::new(&men, order, File::C);
                let read = |length, count, piece| {
                    let rows = Rows {
                        length,
                        count,
                        piece,
                    };
                    source.read_rows(order, &walk, &rows)
                };
                let plain = read(1 << 16, 1, 1 << 16);
                assert_eq!(read(31_332, 7, CHUNK), plain, "{class}");
                assert_eq!(read(50_000, 3, 4 * CHUNK), plain, "{class}");
            }
        }
    }

    #[test]
    fn of_equal_sides_whites_is_taken() {
        assert_eq!(smaller_side([(7, 'w'), (7, 'b')]), Some('w'));
        assert_eq!(smaller_side([(7, 'w'), (6, 'b')]), Some('b'));
    }
}
