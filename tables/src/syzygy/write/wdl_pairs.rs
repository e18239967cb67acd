//! Pairs of WDL tables, whose don't cares may become whatever value pairs best.

use super::pairs::{
    Candidate, Candidates, Frequencies, MAX_LENGTH, MAX_SYMBOLS, NewPair, Paired, Skipped, Symbol,
    replace,
};

/// How many values there are.
const VALUES: usize = 5;
/// Values and don't cares.
const CODES: usize = 9;
/// The don't care from which on a value may stand for it: a loss and a blessed loss for
/// all, a win only for that of a win.
const FROM: [usize; VALUES] = [5, 5, 6, 7, 8];
/// Most variants of pairs in one round.
const MAX_VARIANTS: usize = 250;

/// Whether a value may be stored for a don't care. Before pairing, a loss and a blessed
/// loss are not put beside each other.
fn suits(value: u8, free: u8) -> bool {
    usize::from(value) < VALUES && usize::from(free) >= FROM[usize::from(value)]
}

/// As [`suits`], for a neighbour that may also be a value, which suits itself only.
fn goes_with(value: u8, other: u8) -> bool {
    if usize::from(other) < VALUES {
        value == other
    } else {
        suits(value, other)
    }
}

/// Which codes occur, and what stands for a don't care that has no neighbour to follow.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct WdlSymbols {
    /// Which values the table has.
    pub has: [bool; VALUES],
}

impl WdlSymbols {
    /// From how many positions have each code, counted as in [`Counts`](super::cells::Counts).
    pub fn new(codes: &[u64; CODES]) -> Self {
        let mut has: [bool; VALUES] = std::array::from_fn(|value| codes[value] > 0);
        // Don't cares up to a win always occur.
        let free = (VALUES..CODES - 1)
            .find(|&code| codes[code] > 0)
            .unwrap_or(CODES - 1);
        let first = (0..VALUES).find(|&value| has[value]).unwrap_or(VALUES);
        if first > free - VALUES + 1 {
            has[0] = true;
        }
        Self { has }
    }

    fn values(&self) -> impl Iterator<Item = usize> + '_ {
        (0..VALUES).filter(|&value| self.has[value])
    }

    /// How many values there are.
    pub fn count(&self) -> usize {
        self.values().count()
    }

    /// The smallest value.
    pub fn first(&self) -> u8 {
        self.values().next().unwrap_or(0) as u8
    }

    /// The value that a long run of don't cares gets, by the smallest of its codes.
    fn default_of(&self, free: u8) -> u8 {
        let lowest = if self.has[0] { 0 } else { 1 };
        let draw = if self.has[2] { 2 } else { lowest };
        let cursed = if self.has[2] {
            2
        } else if self.has[0] {
            0
        } else if self.has[3] {
            3
        } else {
            1
        };
        match free {
            5 => lowest,
            6 => draw,
            7 => cursed,
            _ if self.has[4] => 4,
            _ => cursed,
        }
    }

    /// Gives runs of don't cares the value of a neighbour where it suits; long runs without
    /// such a neighbour get a value of their own.
    pub fn fill(&self, codes: &mut [u8]) {
        let size = codes.len();
        let mut at = 0;
        while at < size {
            if usize::from(codes[at]) < VALUES {
                at += 1;
                continue;
            }
            let run = codes[at..]
                .iter()
                .take_while(|&&code| usize::from(code) >= VALUES);
            let end = at + run.count();
            let smallest = codes[at..end].iter().copied().min().unwrap_or(0);
            let found = self.neighbour(codes, at, end, smallest);
            if let Some(value) = found {
                codes[at..end].fill(value);
            } else if end - at > 5 {
                codes[at..end].fill(self.default_of(smallest));
            }
            at = end;
        }
    }

    fn neighbour(&self, codes: &[u8], start: usize, end: usize, free: u8) -> Option<u8> {
        let mut found = None;
        if let Some(&before) = start.checked_sub(1).and_then(|at| codes.get(at))
            && suits(before, free)
        {
            if start > 1 && codes[start - 2] == before {
                return Some(before);
            }
            found = Some(before);
        }
        if let Some(&after) = codes.get(end)
            && suits(after, free)
        {
            let is_followed = codes
                .get(end + 1)
                .is_some_and(|&next| goes_with(after, next));
            if found.is_none() || is_followed {
                found = Some(after);
            }
        }
        found
    }

    /// Pairs a table. `limit` is the most new symbols, `None` for a table that is written.
    pub fn pair(&self, codes: &mut [u8], least: u32, limit: Option<usize>) -> Paired {
        self.fill(codes);
        let limit = match limit {
            Some(limit) => (limit + CODES).min(MAX_SYMBOLS + VALUES + 3),
            None => MAX_SYMBOLS + CODES - self.count(),
        };
        let mut frequencies = Frequencies::new(limit + 1);
        frequencies.count(codes, CODES);
        let mut sequence: Vec<u16> = codes.iter().map(|&code| code.into()).collect();
        let mut symbols: Vec<Symbol> = (0..CODES as u16).map(Symbol::single).collect();
        while symbols.len() < limit {
            let candidates = self.candidates(&symbols, &mut frequencies, least);
            let new = choose(&candidates, &frequencies, symbols.len(), limit);
            if new.is_empty() {
                break;
            }
            for new in &new {
                if usize::from(new.symbol) == symbols.len() {
                    let length = new
                        .pair
                        .iter()
                        .map(|&part| symbols[usize::from(part)].length)
                        .sum();
                    symbols.push(Symbol {
                        pair: new.pair,
                        length,
                    });
                }
            }
            replace(&mut sequence, &new, &mut frequencies);
        }
        self.finish(symbols, sequence)
    }

    /// The most frequent pairs, those counted in that don't cares make.
    fn candidates(
        &self,
        symbols: &[Symbol],
        frequencies: &mut Frequencies,
        least: u32,
    ) -> Candidates {
        let mut found = Candidates::default();
        let add = |found: &mut Candidates, first: usize, second: usize, frequency: u32| {
            if frequency >= least && found.wants(frequency) {
                found.add(Candidate {
                    frequency,
                    pair: [first as u16, second as u16],
                });
            }
        };
        for first in self.values() {
            for second in self.values() {
                add(
                    &mut found,
                    first,
                    second,
                    with_free(frequencies, first, second),
                );
            }
        }
        let fits = |first: usize, second: usize| {
            usize::from(symbols[first].length) + usize::from(symbols[second].length) <= MAX_LENGTH
        };
        for first in self.values() {
            for second in (CODES..symbols.len()).filter(|&second| fits(first, second)) {
                add(
                    &mut found,
                    first,
                    second,
                    with_free(frequencies, first, second),
                );
            }
        }
        for first in CODES..symbols.len() {
            for second in self.values().filter(|&second| fits(first, second)) {
                add(
                    &mut found,
                    first,
                    second,
                    with_free(frequencies, first, second),
                );
            }
        }
        for first in CODES..symbols.len() {
            let bound = frequencies.bound(first);
            if bound < least || !found.wants(bound) {
                continue;
            }
            let row = &frequencies.row(first)[..symbols.len()];
            for (second, &frequency) in row.iter().enumerate().skip(CODES) {
                if frequency >= least && found.wants(frequency) && fits(first, second) {
                    found.add(Candidate {
                        frequency,
                        pair: [first as u16, second as u16],
                    });
                }
            }
            let greatest = row.iter().copied().max().unwrap_or(0);
            frequencies.set_bound(first, greatest);
        }
        found
    }

    /// Gives the don't cares that are left a value, and numbers the symbols anew: the values that
    /// occur, then the pairs.
    fn finish(&self, symbols: Vec<Symbol>, sequence: Vec<u16>) -> Paired {
        let mut counts = Paired::new(symbols.clone(), Vec::new()).frequencies;
        for &symbol in &sequence {
            counts[usize::from(symbol)] += 1;
        }
        let mut becomes: Vec<usize> = (0..symbols.len()).collect();
        for free in VALUES..CODES {
            if counts[free] == 0 {
                continue;
            }
            let mut chosen = usize::from(self.first());
            for value in chosen + 1..VALUES {
                if FROM[value] <= free && counts[value] > counts[chosen] {
                    chosen = value;
                }
            }
            becomes[free] = chosen;
            counts[chosen] += counts[free];
            counts[free] = 0;
        }
        let kept: Vec<usize> = self.values().chain(CODES..symbols.len()).collect();
        let mut number = vec![0_u16; symbols.len()];
        for (new, &old) in kept.iter().enumerate() {
            number[old] = new as u16;
        }
        let renumbered = kept.iter().map(|&old| {
            let symbol = symbols[old];
            if symbol.is_pair() {
                let pair = symbol.pair.map(|part| number[becomes[usize::from(part)]]);
                Symbol { pair, ..symbol }
            } else {
                symbol
            }
        });
        let renumbered = renumbered.collect();
        let map: Vec<u16> = becomes.iter().map(|&old| number[old]).collect();
        let sequence = sequence
            .into_iter()
            .map(|symbol| map[usize::from(symbol)])
            .collect();
        Paired::new(renumbered, sequence)
    }
}

/// The don't cares that a symbol may stand for.
fn frees(symbol: usize) -> std::ops::Range<usize> {
    FROM.get(symbol).map_or(0..0, |&from| from..CODES)
}

/// The frequency of a pair with its variants that have a don't care for a value.
fn with_free(frequencies: &Frequencies, first: usize, second: usize) -> u32 {
    let variants = variants([first, second]);
    variants
        .map(|[first, second]| frequencies.get(first, second))
        .sum()
}

/// A pair, and the pairs of don't cares that may become it.
fn variants([first, second]: [usize; 2]) -> impl Iterator<Item = [usize; 2]> {
    let heads = frees(first).map(move |free| [free, second]);
    let tails = frees(second).map(move |free| [first, free]);
    let both = frees(first).flat_map(move |head| frees(second).map(move |tail| [head, tail]));
    std::iter::once([first, second])
        .chain(heads)
        .chain(tails)
        .chain(both)
}

/// The pairs that become symbols, with their variants. A pair that might share a
/// position with a more frequent one has to wait.
fn choose(
    candidates: &Candidates,
    frequencies: &Frequencies,
    symbols: usize,
    limit: usize,
) -> Vec<NewPair> {
    let mut new = Vec::new();
    let mut next = symbols;
    let mut skipped = Skipped::new(&candidates.best);
    for (at, candidate) in candidates.best.iter().enumerate() {
        if next + skipped.count >= limit {
            break;
        }
        skipped.reach(at, candidate.frequency);
        let mut before = candidates.best[..at].iter();
        if before.any(|other| conflict(frequencies, candidate.pair, other.pair)) {
            skipped.count += 1;
            continue;
        }
        let pair = candidate.pair.map(usize::from);
        let occurs = |&[first, second]: &[usize; 2]| frequencies.get(first, second) > 0;
        let others = variants(pair).skip(1).filter(occurs);
        let variants: Vec<NewPair> = std::iter::once(pair)
            .chain(others)
            .map(|pair| NewPair {
                pair: pair.map(|part| part as u16),
                symbol: next as u16,
            })
            .collect();
        if new.len() + variants.len() > MAX_VARIANTS {
            break;
        }
        new.extend(variants);
        next += 1;
    }
    new
}

/// Whether a position may be part of both pairs.
fn conflict(frequencies: &Frequencies, pair: [u16; 2], other: [u16; 2]) -> bool {
    let [first, second] = pair.map(usize::from);
    let [other_first, other_second] = other.map(usize::from);
    if second == other_first || first == other_second {
        return true;
    }
    let occurs = |first: usize, second: usize| frequencies.get(first, second) > 0;
    // A symbol and the don't cares it may stand for.
    let all = |symbol: usize| std::iter::once(symbol).chain(frees(symbol));
    // The don't cares that may stand for both.
    let shared = |a: usize, b: usize| {
        let both = a < VALUES && b < VALUES;
        let from = if both { FROM[a].max(FROM[b]) } else { CODES };
        from..CODES
    };
    let chained = |head: usize, middle: [usize; 2], tail: usize| {
        shared(middle[0], middle[1]).any(|free| {
            all(head).any(|head| occurs(head, free)) && all(tail).any(|tail| occurs(free, tail))
        })
    };
    chained(first, [second, other_first], other_second)
        || chained(other_first, [other_second, first], second)
        || shared(first, other_first).any(|head| {
            second == other_second && occurs(head, second)
                || shared(second, other_second).any(|tail| occurs(head, tail))
        })
        || first == other_first && shared(second, other_second).any(|tail| occurs(first, tail))
}
