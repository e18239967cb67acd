//! Pairs of DTZ tables, whose don't cares are filled before pairing.

use super::pairs::{
    Candidate, Candidates, Frequencies, MAX_LENGTH, MAX_SYMBOLS, NewPair, Paired, Skipped, Symbol,
    replace,
};

/// Shorter runs of don't cares follow a neighbour whatever the frequencies.
const SHORT: usize = 32;

/// The values of a DTZ table: places in its lists of distances, frequent ones first.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DtzSymbols {
    /// How many values there are; this number stands for don't care.
    pub count: usize,
    /// Values below this are frequent.
    pub frequent: usize,
}

/// The neighbours that follow and precede each value most often.
struct Habits {
    next: Vec<u8>,
    previous: Vec<u8>,
    /// The most frequent pair of all, and how often it occurs.
    pair: [u8; 2],
    frequency: u32,
}

impl DtzSymbols {
    fn is_free(self, code: u8) -> bool {
        usize::from(code) == self.count
    }

    fn run(self, codes: &[u8], at: usize) -> usize {
        at + codes[at..]
            .iter()
            .take_while(|&&code| self.is_free(code))
            .count()
    }

    /// Gives short runs of don't cares the smaller of their neighbours, if that is
    /// frequent.
    fn fill_short(self, codes: &mut [u8]) {
        let mut at = 0;
        while at < codes.len() {
            if !self.is_free(codes[at]) {
                at += 1;
                continue;
            }
            let end = self.run(codes, at);
            let before = at.checked_sub(1).map(|at| codes[at]);
            let after = codes.get(end).copied();
            let value = match (before, after) {
                (Some(before), Some(after)) => Some(before.min(after)),
                (before, after) => before.or(after),
            };
            if let Some(value) = value
                && end - at < SHORT
                && usize::from(value) < self.frequent
            {
                codes[at..end].fill(value);
            }
            at = end;
        }
    }

    fn habits(self, frequencies: &Frequencies) -> Habits {
        let mut habits = Habits {
            next: vec![0; self.count],
            previous: vec![0; self.count],
            pair: [0; 2],
            frequency: 0,
        };
        let mut found = None;
        for first in 0..self.count {
            for second in 0..self.count {
                let frequency = frequencies.get(first, second);
                let next = &mut habits.next[first];
                if frequency > frequencies.get(first, usize::from(*next)) {
                    *next = second as u8;
                }
                let previous = &mut habits.previous[second];
                if frequency > frequencies.get(usize::from(*previous), second) {
                    *previous = first as u8;
                }
                if found.is_none_or(|found| frequency > found) {
                    found = Some(frequency);
                    habits.pair = [first as u8, second as u8];
                }
            }
        }
        habits.frequency = found.unwrap_or(0);
        habits
    }

    /// Fills the don't cares that are left, each with what is frequent beside its neighbours.
    fn fill_rest(self, codes: &mut [u8], frequencies: &Frequencies) {
        let habits = self.habits(frequencies);
        let after = |code: u8| {
            let next = habits.next[usize::from(code)];
            (next, frequencies.get(code.into(), next.into()))
        };
        let before = |code: u8| {
            let previous = habits.previous[usize::from(code)];
            (previous, frequencies.get(previous.into(), code.into()))
        };
        let mut at = 0;
        while at < codes.len() {
            if !self.is_free(codes[at]) {
                at += 1;
                continue;
            }
            let end = self.run(codes, at);
            let left = at.checked_sub(1).map(|at| codes[at]);
            let right = codes.get(end).copied();
            let wanted = if end - at > 1 {
                habits.frequency
            } else {
                let left = left.map_or(0, |left| after(left).1);
                left.max(right.map_or(0, |right| before(right).1))
            };
            let mut last = left;
            let mut is_open = true;
            for to in at..end {
                // An open cell and the next one get the most frequent pair together.
                if is_open && to > at {
                    codes[to - 1] = habits.pair[0];
                    codes[to] = habits.pair[1];
                    last = Some(codes[to]);
                    is_open = false;
                    continue;
                }
                is_open = true;
                if let Some((next, frequency)) = last.map(after)
                    && frequency == wanted
                {
                    codes[to] = next;
                    last = Some(next);
                    is_open = false;
                }
            }
            if !is_open {
                at = end;
                continue;
            }
            match right.map(before) {
                Some((previous, frequency)) if frequency == wanted => {
                    codes[end - 1] = previous;
                    at = end;
                }
                // Once more, as a run of one.
                _ if end - at > 1 => at = end - 1,
                _ => {
                    codes[at] = 0;
                    at = end;
                }
            }
        }
    }

    /// Pairs a table. `limit` is the most new symbols, `None` for a table that is written.
    pub fn pair(self, codes: &mut [u8], least: u32, limit: Option<usize>) -> Paired {
        let limit = limit.map_or(MAX_SYMBOLS, |limit| (limit + self.count).min(MAX_SYMBOLS));
        self.fill_short(codes);
        let mut frequencies = Frequencies::new(limit + 1);
        frequencies.count(codes, self.count + 1);
        self.fill_rest(codes, &frequencies);
        frequencies.count(codes, self.count + 1);
        let mut sequence: Vec<u16> = codes.iter().map(|&code| code.into()).collect();
        let mut symbols: Vec<Symbol> = (0..self.count as u16).map(Symbol::single).collect();
        while symbols.len() < limit {
            let candidates = candidates(&symbols, &mut frequencies, least);
            let new = choose(&candidates, symbols.len(), limit);
            if new.is_empty() {
                break;
            }
            for new in &new {
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
            replace(&mut sequence, &new, &mut frequencies);
        }
        Paired::new(symbols, sequence)
    }
}

fn candidates(symbols: &[Symbol], frequencies: &mut Frequencies, least: u32) -> Candidates {
    let mut found = Candidates::default();
    for (first, symbol) in symbols.iter().enumerate() {
        let bound = frequencies.bound(first);
        if bound < least || !found.wants(bound) {
            continue;
        }
        let row = &frequencies.row(first)[..symbols.len()];
        for ((second, &frequency), other) in row.iter().enumerate().zip(symbols) {
            let fits = usize::from(symbol.length) + usize::from(other.length) <= MAX_LENGTH;
            if frequency >= least && fits && found.wants(frequency) {
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

/// The pairs that become symbols. A pair waits if its first symbol was the second, or its
/// second one the first, of a pair before it.
fn choose(candidates: &Candidates, symbols: usize, limit: usize) -> Vec<NewPair> {
    let mut new: Vec<NewPair> = Vec::new();
    let mut is_first = vec![false; symbols];
    let mut is_second = vec![false; symbols];
    let mut skipped = Skipped::new(&candidates.best);
    for (at, candidate) in candidates.best.iter().enumerate() {
        if symbols + new.len() + skipped.count > limit {
            break;
        }
        skipped.reach(at, candidate.frequency);
        let [first, second] = candidate.pair.map(usize::from);
        if is_second[first] || is_first[second] {
            skipped.count += 1;
        } else {
            let symbol = (symbols + new.len()) as u16;
            new.push(NewPair {
                pair: candidate.pair,
                symbol,
            });
        }
        is_first[first] = true;
        is_second[second] = true;
    }
    new.truncate(limit - symbols);
    new
}
