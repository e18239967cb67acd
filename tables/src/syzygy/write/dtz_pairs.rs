//! Pairs of DTZ tables.

use super::{
    dtz_codes::DtzSymbols,
    frequencies::{Frequencies, NewPair},
    pairs::{Candidate, Candidates, MAX_LENGTH, MAX_SYMBOLS, Pairs, Skipped, Symbol},
    sequence::Sequence,
};

impl DtzSymbols {
    /// Pairs a table. `limit` is the most new symbols, `None` for a table that is written.
    pub fn pair(self, sequence: &mut Sequence, least: u32, limit: Option<usize>) -> Pairs {
        let limit = limit.map_or(MAX_SYMBOLS, |limit| (limit + self.count).min(MAX_SYMBOLS));
        let mut frequencies = Frequencies::new();
        sequence.count(self.count, &mut frequencies);
        let mut symbols: Vec<Symbol> = (0..self.count as u16).map(Symbol::single).collect();
        while symbols.len() < limit {
            let candidates = candidates(&symbols, &mut frequencies, least);
            let new = choose(&candidates, symbols.len(), limit);
            if new.is_empty() {
                break;
            }
            for new in &new {
                symbols.push(Symbol::of_two(new.pair, &symbols));
            }
            sequence.replace(&new, symbols.len(), &mut frequencies);
        }
        Pairs {
            frequencies: sequence.frequencies(symbols.len()),
            numbers: (0..symbols.len() as u16).collect(),
            symbols,
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(all: &[[u16; 2]], symbols: usize, limit: usize) -> Vec<[u16; 2]> {
        let best = all.iter().map(|&pair| Candidate {
            frequency: 90,
            pair,
        });
        let candidates = Candidates {
            best: best.collect(),
        };
        let new = choose(&candidates, symbols, limit);
        new.iter().map(|new| new.pair).collect()
    }

    #[test]
    fn a_rejected_pair_still_makes_others_wait() {
        assert_eq!(
            chosen(&[[0, 1], [1, 2], [2, 3], [4, 5]], 8, 100),
            [[0, 1], [4, 5]]
        );
        assert_eq!(
            chosen(&[[0, 0], [0, 1], [2, 0], [2, 1]], 8, 100),
            [[0, 0], [2, 1]]
        );
        assert_eq!(chosen(&[[0, 1], [0, 2], [3, 1]], 8, 100).len(), 3);
    }

    #[test]
    fn candidates_are_looked_at_up_to_the_limit() {
        // The rejected one takes a place, and the limit itself is still looked at.
        let all = [[0, 1], [1, 2], [4, 5], [6, 7]];
        assert_eq!(chosen(&all, 8, 10), [[0, 1], [4, 5]]);
        assert_eq!(chosen(&[[0, 1], [2, 3], [4, 5]], 8, 10).len(), 2);
        assert_eq!(chosen(&all, 8, 9), [[0, 1]]);
    }

    #[test]
    fn symbols_stand_for_at_most_256_positions() {
        let mut frequencies = Frequencies::new();
        let long = |length| Symbol {
            pair: [0, 0],
            length,
        };
        frequencies.change([0, 1], 50);
        let found = |symbols: &[Symbol], frequencies: &mut Frequencies, least| {
            candidates(symbols, frequencies, least).best.len()
        };
        assert_eq!(found(&[long(128), long(128)], &mut frequencies, 50), 1);
        assert_eq!(found(&[long(128), long(129)], &mut frequencies, 50), 0);
        assert_eq!(found(&[long(1), long(1)], &mut frequencies, 51), 0);
    }

    #[test]
    fn equal_pairs_are_listed_by_their_first_symbols() {
        let symbols: Vec<Symbol> = (0..4).map(Symbol::single).collect();
        let sequence = [[0, 1], [0, 3], [1, 0], [2, 2], [3, 0]];
        let mut frequencies = Frequencies::new();
        for &pair in sequence.iter().rev() {
            frequencies.change(pair, 50);
        }
        let found = candidates(&symbols, &mut frequencies, 8);
        let found: Vec<[u16; 2]> = found.best.iter().map(|one| one.pair).collect();
        assert_eq!(found, sequence);
    }
}
