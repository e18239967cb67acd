//! Pairs of WDL tables, whose don't cares may become whatever value pairs best.

use super::{
    frequencies::{Frequencies, NewPair},
    pairs::{Candidate, Candidates, MAX_LENGTH, MAX_SYMBOLS, Pairs, Skipped, Symbol},
    sequence::Sequence,
    wdl_codes::{CODES, FROM, VALUES, WdlSymbols},
};

/// Most variants of pairs in one round.
const MAX_VARIANTS: usize = 250;

impl WdlSymbols {
    /// Pairs a table. `limit` is the most new symbols, `None` for a table that is written.
    pub fn pair(self, sequence: &mut Sequence, least: u32, limit: Option<usize>) -> Pairs {
        let limit = match limit {
            Some(limit) => (limit + CODES).min(MAX_SYMBOLS + VALUES + 3),
            None => MAX_SYMBOLS + CODES - self.count(),
        };
        let mut frequencies = Frequencies::new();
        sequence.count(CODES, &mut frequencies);
        let mut symbols: Vec<Symbol> = (0..CODES as u16).map(Symbol::single).collect();
        while symbols.len() < limit {
            let candidates = self.candidates(&symbols, &mut frequencies, least);
            let new = choose(&candidates, &frequencies, symbols.len(), limit);
            if new.is_empty() {
                break;
            }
            for new in &new {
                if usize::from(new.symbol) == symbols.len() {
                    symbols.push(Symbol::of_two(new.pair, &symbols));
                }
            }
            sequence.replace(&new, symbols.len(), &mut frequencies);
        }
        let counts = sequence.frequencies(symbols.len());
        self.finish(&symbols, counts)
    }

    /// The most frequent pairs, those counted in that don't cares make.
    fn candidates(
        self,
        symbols: &[Symbol],
        frequencies: &mut Frequencies,
        least: u32,
    ) -> Candidates {
        let mut found = Candidates::default();
        let fits = |first: usize, second: usize| {
            usize::from(symbols[first].length) + usize::from(symbols[second].length) <= MAX_LENGTH
        };
        let values = || self.values();
        let made = || CODES..symbols.len();
        let of_values = values().flat_map(|first| values().map(move |second| (first, second)));
        let heads = values().flat_map(|first| made().map(move |second| (first, second)));
        let tails = made().flat_map(|first| values().map(move |second| (first, second)));
        for (first, second) in of_values.chain(heads).chain(tails) {
            let frequency = with_free(frequencies, first, second);
            if frequency >= least && found.wants(frequency) && fits(first, second) {
                found.add(Candidate {
                    frequency,
                    pair: [first as u16, second as u16],
                });
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
    fn finish(self, symbols: &[Symbol], mut counts: Vec<u64>) -> Pairs {
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
        Pairs {
            symbols: renumbered.collect(),
            frequencies: kept.iter().map(|&old| counts[old]).collect(),
            numbers: becomes.iter().map(|&old| number[old]).collect(),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(all: &[(u32, [u16; 2])]) -> Candidates {
        let best = all
            .iter()
            .map(|&(frequency, pair)| Candidate { frequency, pair });
        Candidates {
            best: best.collect(),
        }
    }

    fn chosen(all: &[(u32, [u16; 2])], frequencies: &Frequencies, limit: usize) -> Vec<[u16; 2]> {
        let new = choose(&candidates(all), frequencies, 20, limit);
        new.iter().map(|new| new.pair).collect()
    }

    #[test]
    fn a_rejected_pair_still_makes_others_wait() {
        let frequencies = Frequencies::new();
        // The second conflicts with the first, and the third with the second only.
        let all = [
            (90, [10, 11]),
            (89, [11, 12]),
            (88, [12, 13]),
            (87, [14, 15]),
        ];
        assert_eq!(chosen(&all, &frequencies, 100), [[10, 11], [14, 15]]);
    }

    #[test]
    fn don_t_cares_conflict_where_both_pairs_may_take_them() {
        let all = [(90, [10, 2]), (80, [3, 11])];
        let mut frequencies = Frequencies::new();
        assert_eq!(chosen(&all, &frequencies, 100).len(), 2);
        // 10 8 11: the don't care may be the end of one or the beginning of the other.
        frequencies.change([10, 8], 1);
        frequencies.change([8, 11], 1);
        assert_eq!(chosen(&all, &frequencies, 100), [[10, 2], [10, 8]]);
        let all = [(90, [3, 11]), (80, [10, 2])];
        assert_eq!(chosen(&all, &frequencies, 100), [[3, 11], [8, 11]]);
    }

    #[test]
    fn pairs_with_one_head_conflict_in_a_don_t_care() {
        let all = [(90, [10, 2]), (80, [10, 3])];
        let mut frequencies = Frequencies::new();
        frequencies.change([10, 6], 1);
        assert_eq!(chosen(&all, &frequencies, 100), [[10, 2], [10, 6], [10, 3]]);
        frequencies.change([10, 7], 1);
        assert_eq!(chosen(&all, &frequencies, 100), [[10, 2], [10, 6], [10, 7]]);
    }

    #[test]
    fn symbols_end_before_the_limit() {
        let all: Vec<_> = (0..10).map(|at| (90, [20 + 2 * at, 21 + 2 * at])).collect();
        let frequencies = Frequencies::new();
        assert_eq!(chosen(&all, &frequencies, 23).len(), 3);
        // A rejected one takes a place.
        let mut all = all;
        all[1].1 = [21, 60];
        assert_eq!(chosen(&all, &frequencies, 23).len(), 2);
    }

    #[test]
    fn don_t_cares_left_become_the_most_frequent_value_that_suits() {
        let symbols: Vec<Symbol> = (0..CODES as u16).map(Symbol::single).collect();
        let all = WdlSymbols {
            has: [true; VALUES],
        };
        let value =
            |counts: [u64; CODES], free: usize| all.finish(&symbols, counts.to_vec()).numbers[free];
        assert_eq!(
            value([5, 0, 5, 0, 9, 0, 1, 0, 0], 6),
            0,
            "equal: the lower one"
        );
        assert_eq!(value([5, 0, 6, 0, 9, 0, 1, 0, 0], 6), 2);
        assert_eq!(value([5, 0, 5, 0, 6, 0, 0, 0, 1], 8), 4);
        // The don't cares of draws count as draws afterwards.
        assert_eq!(value([5, 0, 6, 0, 7, 0, 3, 0, 1], 8), 2);
    }

    /// Values before values, before pairs, then pairs before values, before pairs.
    #[test]
    fn equal_pairs_are_listed_by_kind() {
        let mut symbols: Vec<Symbol> = (0..CODES as u16).map(Symbol::single).collect();
        symbols.push(Symbol::of_two([0, 0], &symbols));
        symbols.push(Symbol::of_two([2, 4], &symbols));
        let sequence = [
            [0, 2],
            [2, 0],
            [0, 10],
            [2, 9],
            [9, 2],
            [10, 0],
            [9, 10],
            [10, 9],
        ];
        let mut frequencies = Frequencies::new();
        for &pair in sequence.iter().rev() {
            frequencies.change(pair, 50);
        }
        let has = [true, false, true, false, true];
        let found = WdlSymbols { has }.candidates(&symbols, &mut frequencies, 8);
        let found: Vec<[u16; 2]> = found.best.iter().map(|one| one.pair).collect();
        assert_eq!(found, sequence);
    }
}
