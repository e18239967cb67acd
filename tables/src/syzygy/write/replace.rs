//! Pairs of neighbours become symbols: from left to right, each pair as soon as it is complete. Pairs
//! that a replacement makes possible are left for the next round.

use multiversion::multiversion;

use super::{
    byte_block::{BLOCK, bits},
    frequencies::{Frequencies, NewPair},
};

/// The pairs that one round replaces, ready to be looked up.
#[derive(Debug)]
pub struct Lookup {
    /// For each symbol whether pairs with another one begin with it.
    is_first: Vec<bool>,
    /// For each symbol the one that stands for it twice; 0 if there is none.
    own: Vec<u16>,
    /// For each symbol the row of pairs that begin with it; 0 if there are none.
    rows: Vec<u16>,
    /// For each row and second symbol the new symbol; 0 if the pair stays.
    symbols: Vec<u16>,
    limit: usize,
    is_own_only: bool,
}

/// Symbols are less than 2 to the power of this.
const SYMBOL_BITS: usize = 13;

impl Lookup {
    /// Symbols are less than `limit`.
    pub fn new(pairs: &[NewPair], limit: usize) -> Self {
        let mut lookup = Self {
            is_first: vec![false; 1 << SYMBOL_BITS],
            own: vec![0; 1 << SYMBOL_BITS],
            rows: vec![0; limit],
            symbols: vec![0; limit],
            limit,
            is_own_only: true,
        };
        for new in pairs {
            let [first, second] = new.pair.map(usize::from);
            let row = &mut lookup.rows[first];
            if *row == 0 {
                *row = (lookup.symbols.len() / limit) as u16;
                lookup.symbols.resize(lookup.symbols.len() + limit, 0);
            }
            lookup.symbols[usize::from(*row) * limit + second] = new.symbol;
            if first == second {
                lookup.own[first] = new.symbol;
            } else {
                lookup.is_first[first] = true;
                lookup.is_own_only = false;
            }
        }
        lookup
    }

    /// Whether all pairs are of a symbol with itself.
    pub fn is_own_only(&self) -> bool {
        self.is_own_only
    }

    /// The symbol that stands for another one twice; 0 if there is none.
    #[inline]
    pub fn own(&self, symbol: u16) -> u16 {
        self.own[usize::from(symbol) & ((1 << SYMBOL_BITS) - 1)]
    }

    /// Whether a pair with another symbol begins with it.
    #[inline]
    pub fn is_first(&self, symbol: u16) -> bool {
        self.is_first[usize::from(symbol) & ((1 << SYMBOL_BITS) - 1)]
    }

    /// The symbol of a pair; 0 if it stays.
    #[inline]
    pub fn get(&self, first: u16, second: u16) -> u16 {
        let row = usize::from(self.rows[usize::from(first)]);
        self.symbols[row * self.limit + usize::from(second)]
    }
}

/// Replaces pairs in words, and keeps the frequencies true.
pub fn replace_words(symbols: &mut Vec<u16>, pairs: &[NewPair], frequencies: &mut Frequencies) {
    let lookup = Lookup::new(pairs, frequencies.limit());
    let length = symbols.len();
    let (mut to, mut at) = (0, 0);
    loop {
        // What begins no pair stays.
        let rest = &symbols[at..];
        let kept = rest
            .iter()
            .position(|&symbol| lookup.is_first(symbol) || lookup.own(symbol) != 0)
            .unwrap_or(rest.len());
        if to != at {
            symbols.copy_within(at..at + kept, to);
        }
        to += kept;
        at += kept;
        let Some(&[first, second]) = symbols.get(at..at + 2).and_then(|two| two.as_array()) else {
            break;
        };
        let new = lookup.get(first, second);
        if new == 0 {
            symbols[to] = first;
            to += 1;
            at += 1;
            continue;
        }
        if let Some(&before) = to.checked_sub(1).and_then(|before| symbols.get(before)) {
            frequencies.replace([before, first], [before, new]);
        }
        symbols[to] = new;
        to += 1;
        at += 2;
        if let Some(&next) = symbols.get(at) {
            frequencies.replace([second, next], [new, next]);
        }
    }
    let rest = length - at;
    symbols.copy_within(at.., to);
    symbols.truncate(to + rest);
    frequencies.clear(pairs);
}

/// How many bytes are looked at together.
const PART: usize = 2048;
/// How many bytes are copied at a time.
const STEP: usize = 32;
/// Room behind a part.
const ROOM: usize = 64;
/// How many bytes a thread gets at least.
const SHARE: usize = 1 << 20;

/// Replaces pairs in bytes, and keeps the frequencies true. New symbols are less
/// than 256.
pub fn replace_bytes(symbols: &mut Vec<u8>, pairs: &[NewPair], frequencies: &mut Frequencies) {
    let Some(counts) = frequencies.of_bytes() else {
        return;
    };
    let finder = Finder::new(pairs);
    let shares = (symbols.len() / SHARE).clamp(1, rayon::current_num_threads());
    let made = replace_shares(symbols, shares, &finder, counts);
    symbols.truncate(made);
    frequencies.clear(pairs);
}

/// Frequencies of pairs of bytes, modulo 2 to the power of 32.
type Counts = [u32; 1 << 16];

fn number(first: u8, second: u8) -> usize {
    usize::from(u16::from_be_bytes([first, second]))
}

/// Replaces pairs on some threads, and returns how many symbols there are then.
fn replace_shares(
    symbols: &mut [u8],
    shares: usize,
    finder: &Finder,
    counts: &mut Counts,
) -> usize {
    let cut = if shares > 1 {
        cut(symbols, symbols.len() / shares, finder)
    } else {
        symbols.len()
    };
    let (left, right) = symbols.split_at_mut(cut);
    let (Some(&end), Some(&start)) = (left.last(), right.first()) else {
        return replace_share(symbols, finder, counts);
    };
    let mut changes = vec![0; counts.len()];
    let (left_made, right_made) = rayon::join(
        || replace_share(left, finder, counts),
        || match changes.as_mut_array() {
            Some(changes) => replace_shares(right, shares - 1, finder, changes),
            None => 0,
        },
    );
    for (count, &change) in counts.iter_mut().zip(&changes) {
        *count = count.wrapping_add(change);
    }
    // Neighbours in different shares.
    let new = number(left[left_made - 1], right[0]);
    let old = number(end, start);
    counts[old] = counts[old].wrapping_sub(1);
    counts[new] = counts[new].wrapping_add(1);
    symbols.copy_within(cut..cut + right_made, left_made);
    left_made + right_made
}

/// The first place from `at` on that no pair goes across.
fn cut(symbols: &[u8], at: usize, finder: &Finder) -> usize {
    let mut twos = symbols[at - 1..].windows(2);
    let cut = twos.position(|two| !finder.has(two[0], two[1]));
    cut.map_or(symbols.len(), |after| at + after)
}

/// Replaces pairs on one thread, and returns how many symbols there are then.
fn replace_share(symbols: &mut [u8], finder: &Finder, counts: &mut Counts) -> usize {
    let mut replace = |old: [u8; 2], new: [u8; 2]| {
        let [old, new] = [old, new].map(|[first, second]| number(first, second));
        counts[old] = counts[old].wrapping_sub(1);
        counts[new] = counts[new].wrapping_add(1);
    };
    let length = symbols.len();
    let mut input = [0; PART + ROOM];
    let mut marks = [0; PART];
    // The first is the symbol before.
    let mut output = [0; 1 + PART + ROOM];
    let mut is_start = true;
    let (mut to, mut at) = (0, 0);
    for start in (0..length).step_by(PART) {
        let count = PART.min(length - start);
        let seen = (count + 2).min(length - start);
        input[..seen].copy_from_slice(&symbols[start..start + seen]);
        finder.mark(&input, &mut marks);
        // What is not there has no pairs.
        marks[count.min(seen - 1)..].fill(0);
        let mut made = 1;
        for (block, mut found) in marked(&marks).into_iter().enumerate() {
            while found != 0 {
                let place = block * BLOCK + found.trailing_zeros() as usize;
                found &= found - 1;
                // It may have lost its first symbol to the pair before.
                if place < at {
                    continue;
                }
                copy(&input, at, place, &mut output, made);
                made += place - at;
                let new = marks[place];
                let (first, second) = (input[place], input[place + 1]);
                if made > 1 || !is_start {
                    let before = output[made - 1];
                    replace([before, first], [before, new]);
                }
                output[made] = new;
                made += 1;
                at = place + 2;
                if at < seen {
                    replace([second, input[at]], [new, input[at]]);
                }
            }
        }
        let rest = count.saturating_sub(at);
        copy(&input, at, at + rest, &mut output, made);
        made += rest;
        at = at + rest - count;
        symbols[to..to + made - 1].copy_from_slice(&output[1..made]);
        to += made - 1;
        output[0] = output[made - 1];
        is_start = false;
    }
    to
}

/// Copies `input[from..end]` to `output[to..]`, and more behind it.
#[inline]
fn copy(input: &[u8], from: usize, end: usize, output: &mut [u8], to: usize) {
    let (mut from, mut to) = (from, to);
    while from < end {
        let step = STEP.min(input.len() - from);
        if step < STEP || to + STEP > output.len() {
            output[to..to + end - from].copy_from_slice(&input[from..end]);
            return;
        }
        output[to..to + STEP].copy_from_slice(&input[from..from + STEP]);
        from += STEP;
        to += STEP;
    }
}

/// Finds pairs of bytes.
enum Finder {
    /// Each pair and its symbol.
    Few(Vec<[u8; 3]>),
    /// The symbol of each pair; 0 if it stays.
    Many(Vec<u8>),
}

impl Finder {
    fn new(pairs: &[NewPair]) -> Self {
        /// Up to this number, pairs are looked for one after the other.
        const FEW: usize = 16;
        let three = |new: &NewPair| [new.pair[0], new.pair[1], new.symbol].map(|one| one as u8);
        if pairs.len() <= FEW {
            return Self::Few(pairs.iter().map(three).collect());
        }
        let mut symbols = vec![0; 1 << 16];
        for [first, second, symbol] in pairs.iter().map(three) {
            symbols[number(first, second)] = symbol;
        }
        Self::Many(symbols)
    }

    /// Whether two symbols are a pair.
    fn has(&self, first: u8, second: u8) -> bool {
        match self {
            Self::Few(pairs) => pairs.iter().any(|pair| pair[..2] == [first, second]),
            Self::Many(symbols) => symbols[number(first, second)] != 0,
        }
    }

    /// Marks where pairs begin with their symbols.
    fn mark(&self, input: &[u8; PART + ROOM], marks: &mut [u8; PART]) {
        match self {
            Self::Few(pairs) => mark_few(input, pairs, marks),
            Self::Many(symbols) => {
                for (mark, two) in marks.iter_mut().zip(input.windows(2)) {
                    *mark = symbols[number(two[0], two[1])];
                }
            }
        }
    }
}

#[multiversion(targets = "simd")]
fn mark_few(input: &[u8; PART + ROOM], pairs: &[[u8; 3]], marks: &mut [u8; PART]) {
    let (ones, nexts) = (&input[..PART], &input[1..=PART]);
    let (marks, _) = marks.as_chunks_mut::<BLOCK>();
    let (ones, _) = ones.as_chunks::<BLOCK>();
    let (nexts, _) = nexts.as_chunks::<BLOCK>();
    for ((marks, ones), nexts) in marks.iter_mut().zip(ones).zip(nexts) {
        let mut found = [0; BLOCK];
        for &[first, second, new] in pairs {
            for ((found, &one), &next) in found.iter_mut().zip(ones).zip(nexts) {
                let is_first = if one == first { new } else { 0 };
                *found |= if next == second { is_first } else { 0 };
            }
        }
        *marks = found;
    }
}

/// The places that are marked, as bits.
#[multiversion(targets = "simd")]
fn marked(marks: &[u8; PART]) -> [u64; PART / BLOCK] {
    let mut places = [0; PART / BLOCK];
    let (blocks, _) = marks.as_chunks::<BLOCK>();
    for (places, marks) in places.iter_mut().zip(blocks) {
        let mut is_marked = [0; BLOCK];
        for (is_marked, &mark) in is_marked.iter_mut().zip(marks) {
            *is_marked = u8::from(mark != 0);
        }
        *places = bits(&is_marked);
    }
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::runs::Runs, *};

    /// The same, one position after the other.
    fn plain(symbols: &[u8], pairs: &[NewPair]) -> Vec<u8> {
        let mut made = Vec::new();
        let mut at = 0;
        while at < symbols.len() {
            let two = symbols.get(at..at + 2);
            let found = pairs.iter().find(|new| {
                two.is_some_and(|two| new.pair == [u16::from(two[0]), u16::from(two[1])])
            });
            made.push(found.map_or(symbols[at], |new| new.symbol as u8));
            at += if found.is_some() { 2 } else { 1 };
        }
        made
    }

    fn counted(symbols: &[u8], pairs: &[NewPair]) -> Frequencies {
        let mut frequencies = Frequencies::new();
        frequencies.count(symbols, 40);
        frequencies.clear(pairs);
        frequencies
    }

    fn assert_same(one: &Frequencies, other: &Frequencies) {
        for first in 0..40 {
            assert_eq!(
                one.row(first)[..40],
                other.row(first)[..40],
                "after {first}"
            );
        }
    }

    fn new(pairs: &[[u16; 2]]) -> Vec<NewPair> {
        let numbered = pairs.iter().zip(10..);
        numbered
            .map(|(&pair, symbol)| NewPair { pair, symbol })
            .collect()
    }

    fn check(symbols: &[u8], pairs: &[NewPair]) {
        let expected = plain(symbols, pairs);
        let after = counted(&expected, pairs);

        let mut frequencies = counted(symbols, &[]);
        let mut bytes = symbols.to_vec();
        replace_bytes(&mut bytes, pairs, &mut frequencies);
        assert_eq!(bytes, expected);
        assert_same(&frequencies, &after);

        for shares in 2..5.min(symbols.len()) {
            let mut frequencies = counted(symbols, &[]);
            let mut bytes = symbols.to_vec();
            let counts = frequencies.of_bytes().expect("symbols are bytes");
            let made = replace_shares(&mut bytes, shares, &Finder::new(pairs), counts);
            frequencies.clear(pairs);
            assert_eq!(bytes[..made], expected, "{shares} shares");
            assert_same(&frequencies, &after);
        }

        let mut frequencies = counted(symbols, &[]);
        let mut words: Vec<u16> = symbols.iter().map(|&symbol| symbol.into()).collect();
        replace_words(&mut words, pairs, &mut frequencies);
        assert!(
            words
                .iter()
                .map(|&word| word as u8)
                .eq(expected.iter().copied())
        );
        assert_same(&frequencies, &after);

        let (mut runs, mut one) = (Runs::default(), Runs::default());
        runs.extend(symbols);
        runs.replace(&Lookup::new(pairs, 40));
        one.extend(&expected);
        assert_eq!(runs.list, one.list);
        let mut frequencies = Frequencies::new();
        runs.count(&mut frequencies);
        frequencies.clear(pairs);
        assert_same(&frequencies, &after);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn bytes_words_and_runs_are_replaced_alike(
            parts in prop::collection::vec((0..6_u8, 1..9_usize), 0..900),
            chosen in 0..4_usize,
        ) {
            // As pairs of a round are: what ends one does not begin another.
            let pairs: [&[[u16; 2]]; 4] = [
                &[[0, 0], [1, 1], [2, 2]],
                &[[0, 1], [2, 3], [0, 3]],
                &[[0, 0], [1, 2], [4, 5], [4, 2]],
                &[[5, 5], [0, 1], [2, 1], [3, 1], [0, 4], [2, 4]],
            ];
            let codes = parts.iter().flat_map(|&(code, length)| vec![code; length / 4 + 1]);
            check(&codes.collect::<Vec<_>>(), &new(pairs[chosen]));
        }
    }

    #[test]
    fn pairs_of_equal_ones_begin_on_the_left() {
        let mut symbols = vec![1, 0, 0, 0, 2];
        replace_bytes(&mut symbols, &new(&[[0, 0]]), &mut Frequencies::new());
        assert_eq!(symbols, [1, 10, 0, 2]);
    }

    #[test]
    fn pairs_across_parts_are_replaced() {
        for length in PART - 2..PART + 3 {
            let mut symbols = vec![0; length];
            symbols.extend([1, 2, 0, 1, 2]);
            check(&symbols, &new(&[[1, 2]]));
            check(&symbols, &new(&[[0, 0]]));
            let many: Vec<[u16; 2]> = (0..20).map(|one| [1, one + 2]).collect();
            check(&symbols, &new(&many));
        }
    }
}
