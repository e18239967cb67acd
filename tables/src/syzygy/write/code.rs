//! The Huffman code of a table's symbols.
//!
//! Where two frequencies are equal, which symbol gets the longer code and which the
//! greater number depends on the exact procedure, so it is kept here step by step.

/// The longest code that a file can hold.
const MAX_CODE: usize = 32;

/// A code for the symbols of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    /// The length of each symbol's code in bits; 0 for symbols that do not occur.
    pub lengths: Vec<u8>,
    /// The symbols in the order of the file: longer codes first.
    pub order: Vec<u16>,
    /// The place of each symbol in that order.
    pub place: Vec<u16>,
    pub longest: u8,
    pub shortest: u8,
    /// For each length from the shortest on, the place of the first symbol with it.
    pub offsets: Vec<u16>,
    /// The code of that symbol.
    bases: Vec<u32>,
    bits: u64,
}

impl Code {
    /// The code of symbols with these frequencies.
    pub fn new(frequencies: &[u64]) -> Self {
        let mut lengths = plain_lengths(frequencies);
        if lengths.iter().any(|&length| usize::from(length) > MAX_CODE) {
            lengths = limited_lengths(frequencies, MAX_CODE);
        }
        Self::of_lengths(frequencies, lengths)
    }

    fn of_lengths(frequencies: &[u64], lengths: Vec<u8>) -> Self {
        let mut order: Vec<u16> = (0..lengths.len() as u16).collect();
        // An exchange sort, because equal ones must end as they do there.
        let key = |symbol: u16| {
            (
                u8::MAX - lengths[usize::from(symbol)],
                frequencies[usize::from(symbol)],
            )
        };
        let mut keyed: Vec<_> = order.iter().map(|&symbol| (key(symbol), symbol)).collect();
        for first in 0..keyed.len() {
            for second in first + 1..keyed.len() {
                if keyed[first].0 > keyed[second].0 {
                    keyed.swap(first, second);
                }
            }
        }
        for (to, (_, symbol)) in order.iter_mut().zip(keyed) {
            *to = symbol;
        }
        let mut place = vec![0; order.len()];
        for (at, &symbol) in order.iter().enumerate() {
            place[usize::from(symbol)] = at as u16;
        }
        let longest = order
            .first()
            .map_or(0, |&symbol| lengths[usize::from(symbol)]);
        // From the longest down: offsets and first codes.
        let mut offsets = vec![0_u16];
        let mut bases = vec![0_u32];
        for (at, &symbol) in order.iter().enumerate() {
            let length = usize::from(lengths[usize::from(symbol)]);
            if length == 0 {
                break;
            }
            while usize::from(longest) + 1 - offsets.len() > length {
                let (offset, base) = (offsets[offsets.len() - 1], bases[bases.len() - 1]);
                offsets.push(at as u16);
                bases.push(u32::midpoint(base, at as u32 - u32::from(offset)));
            }
        }
        offsets.reverse();
        bases.reverse();
        let bits = lengths
            .iter()
            .zip(frequencies)
            .map(|(&length, &count)| u64::from(length) * count);
        Self {
            bits: bits.sum(),
            shortest: longest + 1 - offsets.len() as u8,
            lengths,
            order,
            place,
            longest,
            offsets,
            bases,
        }
    }

    /// A code with these lengths.
    #[cfg(test)]
    pub fn with_lengths(frequencies: &[u64], lengths: &[u8]) -> Self {
        Self::of_lengths(frequencies, lengths.to_vec())
    }

    /// How many bytes all symbols take, without any blocks.
    pub fn bytes(&self) -> u64 {
        self.bits.div_ceil(8)
    }

    /// The code of a symbol.
    pub fn word(&self, symbol: u16) -> u32 {
        let length = usize::from(self.lengths[usize::from(symbol)]) - usize::from(self.shortest);
        let place = u32::from(self.place[usize::from(symbol)]);
        self.bases[length] + (place - u32::from(self.offsets[length]))
    }
}

/// The lengths of a Huffman code. The two smallest are found by one scan; their sum takes
/// the lower of the two places, and the places above the other move down.
fn plain_lengths(frequencies: &[u64]) -> Vec<u8> {
    let mut lengths = vec![0_u8; frequencies.len()];
    // Each place has a frequency, and a tree of symbols as a list.
    let mut places: Vec<(u64, Vec<u16>)> = Vec::new();
    for (symbol, &frequency) in frequencies.iter().enumerate() {
        if frequency > 0 {
            places.push((frequency, vec![symbol as u16]));
        }
    }
    if let [(_, only)] = &places[..] {
        lengths[usize::from(only[0])] = 1;
        return lengths;
    }
    while places.len() > 1 {
        let (mut least, mut next) = ((u64::MAX, 0), (u64::MAX, 0));
        for (at, &(frequency, _)) in places.iter().enumerate() {
            if frequency < next.0 {
                if frequency < least.0 {
                    next = least;
                    least = (frequency, at);
                } else {
                    next = (frequency, at);
                }
            }
        }
        let (low, high) = (least.1.min(next.1), least.1.max(next.1));
        let (frequency, symbols) = places.remove(high);
        let sum = &mut places[low];
        sum.0 += frequency;
        sum.1.extend(symbols);
        for &symbol in &sum.1 {
            lengths[usize::from(symbol)] += 1;
        }
    }
    lengths
}

/// The lengths of the best code with none above `longest`, by package-merge (Larmore and
/// Hirschberg 1990).
fn limited_lengths(frequencies: &[u64], longest: usize) -> Vec<u8> {
    let mut symbols: Vec<usize> = (0..frequencies.len())
        .filter(|&symbol| frequencies[symbol] > 0)
        .collect();
    for first in 0..symbols.len() {
        for second in first + 1..symbols.len() {
            if frequencies[symbols[first]] > frequencies[symbols[second]] {
                symbols.swap(first, second);
            }
        }
    }
    let wanted = 2 * symbols.len() - 2;
    // For each level the weights, and whether each is a package of two from the level
    // before.
    let mut levels: Vec<Vec<(u64, bool)>> = Vec::new();
    for _ in 0..longest {
        let packages: Vec<u64> = levels.last().map_or_else(Vec::new, |level| {
            level
                .chunks_exact(2)
                .map(|two| two[0].0 + two[1].0)
                .collect()
        });
        let (mut single, mut package) = (0, 0);
        let mut level = Vec::new();
        while level.len() < wanted {
            let leaf = symbols.get(single).map(|&symbol| frequencies[symbol]);
            let two = packages.get(package).copied();
            match (leaf, two) {
                (Some(leaf), two) if two.is_none_or(|two| leaf < two) => {
                    level.push((leaf, false));
                    single += 1;
                }
                (_, Some(two)) => {
                    level.push((two, true));
                    package += 1;
                }
                _ => break,
            }
        }
        levels.push(level);
    }
    let mut lengths = vec![0_u8; frequencies.len()];
    let mut taken = levels.last().map_or(0, Vec::len);
    for level in levels.iter().rev() {
        let packages = level[..taken]
            .iter()
            .filter(|&&(_, is_package)| is_package)
            .count();
        for &symbol in &symbols[..taken - packages] {
            lengths[symbol] += 1;
        }
        taken = 2 * packages;
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_frequencies_take_the_first_places() {
        // 1 + 1 takes the first place, and joins the first of the two that are equal to it.
        assert_eq!(plain_lengths(&[1, 1, 2, 2]), [3, 3, 2, 1]);
        assert_eq!(plain_lengths(&[1, 2, 1, 2]), [3, 2, 3, 1]);
        // The sum takes the lower place, before the 4 that is equal to it later.
        assert_eq!(plain_lengths(&[2, 1, 1, 4, 2]), [3, 4, 4, 1, 2]);
        assert_eq!(plain_lengths(&[2, 1, 1, 2, 3]), [2, 3, 3, 2, 2]);
        assert_eq!(plain_lengths(&[0, 7, 0]), [0, 1, 0]);
    }

    #[test]
    fn the_exchange_sort_of_codes_is_not_stable() {
        // The two symbols of length 2 are swapped past the one of length 1: 2 comes before 1.
        let code = Code::of_lengths(&[9, 3, 3, 2], vec![1, 3, 3, 2]);
        assert_eq!(code.order, [1, 2, 3, 0]);
        let code = Code::of_lengths(&[5, 5, 3], vec![2, 2, 2]);
        assert_eq!(
            code.order,
            [2, 1, 0],
            "equal ones keep the places that the swap gave them"
        );
        assert_eq!((code.longest, code.shortest), (2, 2));
    }

    #[test]
    fn rare_symbols_come_first_among_equal_lengths() {
        let code = Code::of_lengths(&[4, 3, 9], vec![2, 2, 1]);
        assert_eq!(code.order, [1, 0, 2]);
        assert_eq!([1, 0, 2].map(|symbol| code.word(symbol)), [0, 1, 1]);
        assert_eq!(code.bytes(), (4 * 2 + 3 * 2 + 9_u64).div_ceil(8));
    }

    /// The least cost of a code with no length above `longest`, by trying all lengths.
    fn least(frequencies: &[u64], longest: u32, left: u64, cost: u64) -> u64 {
        let Some((&first, rest)) = frequencies.split_first() else {
            return cost;
        };
        (1..=longest)
            .filter(|length| 1 << (longest - length) <= left)
            .map(|length| {
                let left = left - (1 << (longest - length));
                least(rest, longest, left, cost + first * u64::from(length))
            })
            .min()
            .unwrap_or(u64::MAX)
    }

    #[test]
    fn limited_codes_are_the_best_ones() {
        let all: [&[u64]; 5] = [
            &[1, 1],
            &[1, 2, 4, 8, 16, 32],
            &[1, 1, 2, 3, 5, 8, 13],
            &[7, 7, 7, 7, 7],
            &[100, 1, 1, 50, 1],
        ];
        for frequencies in all {
            for longest in 3..6 {
                let lengths = limited_lengths(frequencies, longest);
                assert!(lengths.iter().all(|&length| usize::from(length) <= longest));
                let cost: u64 = lengths
                    .iter()
                    .zip(frequencies)
                    .map(|(&length, &count)| u64::from(length) * count)
                    .sum();
                let best = least(frequencies, longest as u32, 1 << longest, 0);
                assert_eq!(cost, best, "{frequencies:?}, at most {longest}");
            }
        }
    }

    /// A package is merged before a symbol that weighs as much.
    #[test]
    fn of_equal_weights_packages_come_first() {
        assert_eq!(limited_lengths(&[1, 1, 1, 2], 3), [3, 3, 2, 1]);
    }

    #[test]
    fn the_exchange_sort_of_limited_codes_is_not_stable() {
        // The first is swapped with the last, and so comes after the other 2.
        assert_eq!(limited_lengths(&[2, 2, 1], 2), [1, 2, 2]);
    }
}
