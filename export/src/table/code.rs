//! Records as `probe.rs` reads them: symbols, their codes, and blocks of 256
//! bits.

use super::grammar::{Grammar, Rule, coded_length};

/// Bits of a block.
pub const BLOCK_BITS: usize = 256;
/// The maximum code length: `probe.rs` examines 32 bits.
const MAX_CODE: u32 = 24;

/// A growing list of small numbers, packed into words.
#[derive(Default)]
struct Packed {
    words: Vec<u64>,
    count: usize,
}

impl Packed {
    fn push(&mut self, number: u64, bits: usize) {
        let shift = self.count * bits % 64;
        if shift == 0 {
            self.words.push(0);
        }
        if let Some(last) = self.words.last_mut() {
            *last |= number << shift;
        }
        self.count += 1;
    }
}

/// The code length of each symbol, from its number of occurrences; 0 if it
/// never occurs.
fn code_lengths(counts: &[u64]) -> Vec<u32> {
    let mut counts = counts.to_vec();
    loop {
        let lengths = huffman(&counts);
        if lengths.iter().all(|&length| length <= MAX_CODE) {
            return lengths;
        }
        // Flatten the counts and try again.
        for count in counts.iter_mut().filter(|count| **count > 0) {
            *count = (*count).div_ceil(2) + 1;
        }
    }
}

fn huffman(counts: &[u64]) -> Vec<u32> {
    use std::{cmp::Reverse, collections::BinaryHeap};
    let mut heap: BinaryHeap<Reverse<(u64, usize)>> = counts
        .iter()
        .enumerate()
        .filter(|&(_, &count)| count > 0)
        .map(|(symbol, &count)| Reverse((count, symbol)))
        .collect();
    let mut parents = vec![usize::MAX; counts.len()];
    while let (Some(Reverse((a, left))), Some(Reverse((b, right)))) = (heap.pop(), heap.pop()) {
        let parent = parents.len();
        parents.push(usize::MAX);
        parents[left] = parent;
        parents[right] = parent;
        heap.push(Reverse((a + b, parent)));
        if heap.len() == 1 {
            break;
        }
    }
    let mut depths = vec![0; parents.len()];
    for node in (0..parents.len()).rev() {
        if let Some(&depth) = depths.get(parents[node]) {
            depths[node] = depth + 1;
        }
    }
    depths.truncate(counts.len());
    // A single symbol has a code, too.
    let used: Vec<usize> = (0..counts.len())
        .filter(|&symbol| counts[symbol] > 0)
        .collect();
    if let [only] = used[..] {
        depths[only] = 1;
    }
    depths
}

/// Codes of symbols, renumbered with the shortest codes first.
struct Codes {
    /// The new number of each symbol.
    numbers: Vec<u16>,
    /// The length and the bits of each code.
    bits: Vec<(u32, u64)>,
    shortest: u32,
    /// For each length from the shortest on, the lowest code, left-aligned in
    /// 32 bits, and the number of its symbol.
    groups: Vec<u64>,
}

/// Symbols that occur in the sequence, or in the rules of those that do.
fn used(grammar: &Grammar) -> Vec<bool> {
    let mut used = vec![false; grammar.rules.len()];
    for &symbol in &grammar.sequence {
        used[usize::from(symbol)] = true;
    }
    for symbol in (0..used.len()).rev() {
        if let (true, Rule::Pair(a, b)) = (used[symbol], grammar.rules[symbol]) {
            used[usize::from(a)] = true;
            used[usize::from(b)] = true;
        }
    }
    used
}

impl Codes {
    fn new(grammar: &Grammar, used: &[bool]) -> Self {
        let mut counts = vec![0; grammar.rules.len()];
        for &symbol in &grammar.sequence {
            counts[usize::from(symbol)] += 1;
        }
        let lengths = code_lengths(&counts);
        let mut order: Vec<usize> = (0..counts.len()).filter(|&symbol| used[symbol]).collect();
        // Symbols without a code come last.
        order.sort_by_key(|&symbol| (lengths[symbol].wrapping_sub(1), symbol));
        let mut numbers = vec![0; counts.len()];
        for (number, &symbol) in order.iter().enumerate() {
            numbers[symbol] = number as u16;
        }
        let coded: Vec<usize> = order
            .into_iter()
            .filter(|&symbol| lengths[symbol] > 0)
            .collect();
        let shortest = coded.first().map_or(1, |&symbol| lengths[symbol]);
        let longest = coded.last().map_or(1, |&symbol| lengths[symbol]);
        let mut codes = vec![(0, 0); counts.len()];
        let mut groups = Vec::new();
        // The longest codes are the lowest ones.
        let mut least = 0_u64;
        for length in (shortest..=longest).rev() {
            let of_length = coded.iter().filter(|&&symbol| lengths[symbol] == length);
            let mut next = least;
            let mut first = None;
            for &symbol in of_length {
                first.get_or_insert(numbers[symbol]);
                codes[symbol] = (length, next);
                next += 1;
            }
            let first = u64::from(first.unwrap_or(0));
            let aligned = least << (32 - length);
            // If there is no such code, no bits may reach the limit.
            let has_any = next > least;
            groups.push(if has_any {
                first << 32 | aligned
            } else {
                0xffff_ffff
            });
            least = next.div_ceil(2);
        }
        groups.reverse();
        Self {
            numbers,
            bits: codes,
            shortest,
            groups,
        }
    }
}

/// The contents of a record besides its order.
pub enum Content<'a> {
    /// All positions have one score.
    Constant(i16),
    /// A grammar over the numbers of these scores.
    Grammar(&'a Grammar, &'a [i16]),
}

/// The words of a record that begins at a word of the data.
pub fn record(order: u64, content: &Content, begin: usize) -> Vec<u64> {
    match content {
        Content::Constant(score) => {
            vec![order | 1 << 21 | u64::from(*score as u16) << 48]
        }
        Content::Grammar(grammar, scores) => coded(order, grammar, scores, begin),
    }
}

fn coded(order: u64, grammar: &Grammar, scores: &[i16], begin: usize) -> Vec<u64> {
    let used = used(grammar);
    let codes = Codes::new(grammar, &used);
    let symbols = symbols(grammar, &codes, &used);
    let (blocks, starts) = blocks(grammar, &codes);
    let mut low_starts = Packed::default();
    for start in &starts {
        low_starts.push(start & 0xffff, 16);
    }
    let length = |symbol: &u16| u64::from(grammar.lengths[usize::from(*symbol)]);
    let total: u64 = grammar.sequence.iter().map(length).sum();
    let mut spans = Packed::default();
    // How many blocks start before each 65536 numbers, and before the end.
    for span in 0..=total.div_ceil(1 << 16) {
        let before = starts.partition_point(|&start| start >> 16 < span);
        spans.push(before as u64, 16);
    }
    let mut values = Packed::default();
    for &score in scores {
        values.push(u64::from(score as u16), 16);
    }
    let parts = [values.words, symbols, spans.words, low_starts.words, blocks];
    let mut words = vec![order | u64::from(codes.shortest) << 16, 0, 0, 0];
    words.extend(&codes.groups);
    let mut places = [0_u64; 5];
    for (place, part) in places.iter_mut().zip(&parts) {
        *place = (begin + words.len()) as u64;
        words.extend(part);
    }
    let [values, symbols, spans, starts, blocks] = places;
    words[1] = symbols | spans << 32;
    words[2] = starts | blocks << 32;
    words[3] = values;
    words
}

/// For each symbol in numerical order, the two symbols that it stands for, 12
/// bits each, or a value; above them the number of values that it stands for,
/// minus one.
fn symbols(grammar: &Grammar, codes: &Codes, used: &[bool]) -> Vec<u64> {
    let mut by_number: Vec<usize> = (0..used.len()).filter(|&symbol| used[symbol]).collect();
    by_number.sort_by_key(|&symbol| codes.numbers[symbol]);
    let mut packed = Packed::default();
    for symbol in by_number {
        let number = |symbol: u16| u64::from(codes.numbers[usize::from(symbol)]);
        let meaning = match grammar.rules[symbol] {
            Rule::Value(value) => 0xfff | u64::from(value) << 12,
            Rule::Pair(a, b) => number(a) | number(b) << 12,
        };
        packed.push(meaning | coded_length(grammar.lengths[symbol]) << 24, 32);
    }
    packed.words
}

/// The blocks, and the number of the first position of each.
fn blocks(grammar: &Grammar, codes: &Codes) -> (Vec<u64>, Vec<u64>) {
    let mut words = vec![0_u64; BLOCK_BITS / 64];
    let mut starts = vec![0];
    let (mut number, mut filled) = (0, 0);
    for &symbol in &grammar.sequence {
        let (length, code) = codes.bits[usize::from(symbol)];
        if filled + length as usize > BLOCK_BITS {
            words.resize(words.len() + BLOCK_BITS / 64, 0);
            starts.push(number);
            filled = 0;
        }
        let base = words.len() - BLOCK_BITS / 64;
        for bit in 0..length {
            let at = filled + bit as usize;
            words[base + at / 64] |= (code >> (length - 1 - bit) & 1) << (63 - at % 64);
        }
        filled += length as usize;
        number += u64::from(grammar.lengths[usize::from(symbol)]);
    }
    (words, starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Codes of these lengths use up all bits, so none is longer than it must be.
    fn is_complete(lengths: &[u32]) -> bool {
        let used = lengths.iter().filter(|&&length| length > 0);
        used.map(|length| 1_u64 << (63 - length)).sum::<u64>() == 1 << 63
    }

    #[test]
    fn symbols_that_do_not_occur_have_no_code() {
        assert_eq!(code_lengths(&[0, 5, 0]), [0, 1, 0]);
        assert_eq!(code_lengths(&[0, 0]), [0, 0]);
        assert_eq!(code_lengths(&[3, 0, 1]), [1, 0, 1]);
        assert_eq!(code_lengths(&[9, 1, 0, 4, 2]), [1, 3, 0, 2, 3]);
    }

    /// Fibonacci's numbers make the longest codes.
    #[test]
    fn codes_have_a_greatest_length() {
        let mut counts = vec![1_u64, 1];
        for at in 0..38 {
            counts.push(counts[at] + counts[at + 1]);
        }
        let longest = |counts: &[u64]| huffman(counts).into_iter().max();
        assert_eq!(longest(&counts[..25]), Some(MAX_CODE));
        assert_eq!(longest(&counts), Some(39));
        for counts in [&counts[..25], &counts] {
            let lengths = code_lengths(counts);
            assert_eq!(lengths.len(), counts.len());
            assert!(lengths.iter().all(|length| (1..=MAX_CODE).contains(length)));
            assert!(lengths.is_sorted_by(|a, b| a >= b), "{lengths:?}");
            assert!(is_complete(&lengths), "{lengths:?}");
        }
    }
}
