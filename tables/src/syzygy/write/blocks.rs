//! A table's symbols as blocks of equal size, and the index that finds them.

use super::{code::Code, pairs::Paired};

/// Most positions of a block.
const MAX_POSITIONS: usize = 1 << 16;

/// A table as blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blocks {
    /// The size of a block in bytes is 2 to the power of this.
    pub exponent: u8,
    /// The distance of entries of the index in positions is 2 to the power of this.
    pub index_exponent: u8,
    /// How many blocks there are.
    pub count: usize,
    /// How many positions each block has, less one. There may be more than blocks, so
    /// that every entry of the index has one.
    pub sizes: Vec<u16>,
    /// For each entry the block and the number of the position there.
    pub index: Vec<(u32, u16)>,
    pub data: Vec<u8>,
}

impl Blocks {
    /// `largest` is the greatest exponent that is tried.
    pub fn new(paired: &Paired, code: &Code, positions: u64, largest: u8) -> Self {
        let exponent = best_exponent(paired, code, positions, largest);
        let mut blocks = Filling::new(paired, code, exponent).fill();
        blocks.index_exponent = index_exponent(positions, blocks.count as u64);
        blocks.add_index(positions);
        blocks
    }

    /// An entry for the middle of each stretch of positions.
    fn add_index(&mut self, positions: u64) {
        let step = 1_u64 << self.index_exponent;
        let (mut block, mut start) = (0, 0);
        for entry in 0..positions.div_ceil(step) {
            let middle = step / 2 + entry * step;
            loop {
                if block == self.sizes.len() {
                    self.sizes.push(u16::MAX);
                }
                let size = u64::from(self.sizes[block]);
                if start + size >= middle {
                    break;
                }
                start += size + 1;
                block += 1;
            }
            self.index.push((block as u32, (middle - start) as u16));
        }
    }
}

/// How far apart entries of the index are, for blocks of an average size.
fn index_exponent(positions: u64, blocks: u64) -> u8 {
    let average = positions / blocks.max(1);
    let mut exponent = (u64::BITS - average.leading_zeros()) as u8 + 4;
    while exponent > 1 && 1 << (exponent - 1) > positions {
        exponent -= 1;
    }
    exponent
}

/// The size of blocks with which a file is smallest: from the largest down as long as
/// each is better than the one before.
fn best_exponent(paired: &Paired, code: &Code, positions: u64, largest: u8) -> u8 {
    let mut best = u64::MAX;
    let mut exponent = largest;
    loop {
        let least = (u128::from(code.bytes()) * ((1 << exponent) + 2)) >> exponent;
        if least >= best.into() {
            return exponent + 1;
        }
        let blocks = plain_blocks(paired, code, exponent);
        let index = index_exponent(positions, blocks);
        let entries = positions.div_ceil(1 << index);
        let covered = (2 * entries - 1) << (index - 1);
        let more = covered
            .saturating_sub(positions)
            .div_ceil(MAX_POSITIONS as u64);
        let size = (blocks << exponent).next_multiple_of(64) + 2 * (blocks + more) + 6 * entries;
        if size >= best {
            return exponent + 1;
        }
        best = size;
        if exponent == 0 {
            return 0;
        }
        exponent -= 1;
    }
}

/// How many blocks there are if each ends before the first symbol that does not fit.
fn plain_blocks(paired: &Paired, code: &Code, exponent: u8) -> u64 {
    let room = 8 << exponent;
    let (mut blocks, mut bits, mut positions) = (0, 0, 0);
    let sizes: Vec<(u32, u32)> = (0..paired.symbols.len())
        .map(|symbol| {
            (
                u32::from(code.lengths[symbol]),
                u32::from(paired.symbols[symbol].length),
            )
        })
        .collect();
    for &symbol in &paired.sequence {
        let (length, count) = sizes[usize::from(symbol)];
        if bits + length > room || positions + count > MAX_POSITIONS as u32 {
            blocks += 1;
            bits = 0;
            positions = 0;
        }
        bits += length;
        positions += count;
    }
    blocks + u64::from(positions > 0)
}

/// A table on its way into blocks.
struct Filling<'a> {
    paired: &'a Paired,
    code: &'a Code,
    /// For each symbol the one with the shortest code that begins with it.
    longer: Vec<u16>,
    room: usize,
    bits: usize,
    positions: usize,
    word: Bits,
    blocks: Blocks,
}

impl<'a> Filling<'a> {
    fn new(paired: &'a Paired, code: &'a Code, exponent: u8) -> Self {
        Self {
            paired,
            code,
            longer: longer(paired, code),
            room: 8 << exponent,
            bits: 0,
            positions: 0,
            word: Bits::default(),
            blocks: Blocks {
                exponent,
                index_exponent: 0,
                count: 0,
                sizes: Vec::new(),
                index: Vec::new(),
                data: Vec::new(),
            },
        }
    }

    fn length(&self, symbol: u16) -> usize {
        self.code.lengths[usize::from(symbol)].into()
    }

    fn fill(mut self) -> Blocks {
        for &symbol in &self.paired.sequence {
            let count = usize::from(self.paired.symbols[usize::from(symbol)].length);
            let has_room = self.positions + count <= MAX_POSITIONS;
            if has_room && self.bits + self.length(symbol) <= self.room {
                self.put(symbol, count);
            } else if !has_room || !self.put_last(symbol, count) {
                self.end();
                self.put(symbol, count);
            }
        }
        if self.positions > 0 {
            self.end();
        }
        self.blocks.count = self.blocks.sizes.len();
        self.blocks
    }

    /// Adds a symbol that stands for `count` positions.
    fn put(&mut self, symbol: u16, count: usize) {
        let length = self.length(symbol);
        self.word
            .put(self.code.word(symbol), length, &mut self.blocks.data);
        self.bits += length;
        self.positions += count;
    }

    /// Ends a block with a symbol for which there is not enough room, by a shorter code that
    /// begins with the same positions: what comes after the end of a block is never read.
    fn put_last(&mut self, symbol: u16, count: usize) -> bool {
        let left = self.room - self.bits;
        let longer = self.longer[usize::from(symbol)];
        if self.length(longer) <= left {
            self.put(longer, count);
            self.end();
            return true;
        }
        let whole = self.paired.symbols[usize::from(symbol)];
        let [first, second] = whole.pair;
        if !whole.is_pair() || self.length(first) == 0 || self.length(second) == 0 {
            return false;
        }
        let [longer_first, longer_second] =
            [first, second].map(|part| self.longer[usize::from(part)]);
        if self.length(first) + self.length(longer_second) <= left {
            self.put(first, 0);
            self.put(longer_second, count);
            self.end();
            return true;
        }
        if self.length(second) < self.length(symbol) && self.length(longer_first) <= left {
            let part = if self.length(first) > left {
                longer_first
            } else {
                first
            };
            let count = |symbol: u16| usize::from(self.paired.symbols[usize::from(symbol)].length);
            let (of_first, of_second) = (count(first), count(second));
            self.put(part, of_first);
            self.end();
            self.put(second, of_second);
            return true;
        }
        false
    }

    fn end(&mut self) {
        self.blocks.sizes.push((self.positions - 1) as u16);
        self.word.flush(&mut self.blocks.data);
        let size = self.room / 8 * self.blocks.sizes.len();
        self.blocks.data.resize(size, 0);
        self.bits = 0;
        self.positions = 0;
    }
}

/// For each symbol the one with the shortest code among those that begin with it, itself
/// included; of equal ones the first.
fn longer(paired: &Paired, code: &Code) -> Vec<u16> {
    let mut longer: Vec<u16> = (0..paired.symbols.len() as u16).collect();
    for (symbol, &frequency) in paired.frequencies.iter().enumerate() {
        if frequency == 0 {
            continue;
        }
        let length = code.lengths[symbol];
        let mut part = symbol;
        while paired.symbols[part].is_pair() {
            part = paired.symbols[part].pair[0].into();
            if code.lengths[usize::from(longer[part])] > length {
                longer[part] = symbol as u16;
            }
        }
    }
    longer
}

/// Bits that do not make a byte yet; the first is the highest.
#[derive(Default)]
struct Bits {
    word: u64,
    count: usize,
}

impl Bits {
    fn put(&mut self, code: u32, length: usize, data: &mut Vec<u8>) {
        self.word = self.word << length | u64::from(code);
        self.count += length;
        while self.count >= 8 {
            self.count -= 8;
            data.push((self.word >> self.count) as u8);
        }
    }

    fn flush(&mut self, data: &mut Vec<u8>) {
        if self.count > 0 {
            data.push((self.word << (8 - self.count)) as u8);
        }
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::{super::pairs::Symbol, *};

    /// Values 0, 1 and so on, then pairs; with these code lengths.
    fn table(values: u16, pairs: &[[u16; 2]], lengths: &[u8], sequence: &[u16]) -> (Paired, Code) {
        let mut symbols: Vec<Symbol> = (0..values).map(Symbol::single).collect();
        for &pair in pairs {
            let length = pair
                .map(|part| symbols[usize::from(part)].length)
                .iter()
                .sum();
            symbols.push(Symbol { pair, length });
        }
        let mut frequencies = vec![0; symbols.len()];
        for &symbol in sequence {
            frequencies[usize::from(symbol)] += 1;
        }
        let code = Code::with_lengths(&frequencies, lengths);
        let paired = Paired {
            symbols,
            sequence: sequence.to_vec(),
            frequencies,
        };
        (paired, code)
    }

    /// The sizes of blocks of one byte, and their bytes.
    fn filled((paired, code): &(Paired, Code)) -> (Vec<u16>, Vec<u8>) {
        let blocks = Filling::new(paired, code, 0).fill();
        (blocks.sizes, blocks.data)
    }

    #[test]
    fn a_block_ends_with_a_shorter_code_that_begins_alike() {
        // 0 takes 3 bits, but 3, which is 0 and 1, takes one.
        let table = table(3, &[[0, 1]], &[3, 3, 2, 1], &[1, 1, 3, 0, 2, 3]);
        let (sizes, _) = filled(&table);
        assert_eq!(
            sizes[0], 4,
            "two, two of the pair, and the one that is cut off"
        );
    }

    #[test]
    fn a_pair_that_does_not_fit_is_taken_apart() {
        // 3 is 0 and 1; with 2 bits left, 0 ends the block and 1 begins the next one.
        let halves = table(3, &[[0, 1]], &[1, 3, 3, 4], &[2, 2, 3, 3]);
        assert_eq!(filled(&halves).0, [2, 2]);
        // Not if its second part takes as much as the whole.
        let long = table(3, &[[0, 1]], &[1, 4, 3, 4], &[2, 2, 3, 3]);
        assert_eq!(filled(&long).0, [1, 3]);
        // Both parts fit, though the pair does not.
        let both = table(3, &[[0, 1]], &[1, 1, 3, 6], &[2, 2, 3, 3]);
        assert_eq!(filled(&both).0, [3, 1]);
    }

    /// One block of 64 bytes takes as much as one of 32, which is padded.
    #[test]
    fn of_equal_files_that_with_larger_blocks_is_taken() {
        let (paired, code) = table(2, &[], &[1, 1], &[0, 1, 0, 0]);
        assert_eq!(best_exponent(&paired, &code, 4, 6), 6);
    }

    #[test]
    fn an_index_has_sixteen_blocks_an_entry_or_more() {
        assert_eq!(index_exponent(1023 * 16, 16), 14);
        assert_eq!(index_exponent(1024 * 16, 16), 15);
        assert_eq!(index_exponent(1_000_000, 1000), 14);
        // Half a stretch is not longer than the table.
        assert_eq!(index_exponent(1000, 10), 10);
        assert_eq!(index_exponent(1024, 10), 11);
        assert_eq!(index_exponent(100, 1), 7);
    }

    #[test]
    fn an_entry_names_the_block_of_its_middle() {
        let mut blocks = Blocks {
            exponent: 0,
            index_exponent: 3,
            count: 2,
            sizes: vec![4, 3],
            index: Vec::new(),
            data: Vec::new(),
        };
        blocks.add_index(17);
        assert_eq!(blocks.index, [(0, 4), (2, 3), (2, 11)]);
        assert_eq!(
            blocks.sizes,
            [4, 3, u16::MAX],
            "one block more, so that it has an end"
        );
    }

    /// Two symbols that begin alike have the same length.
    #[test]
    fn of_codes_that_begin_alike_the_first_of_the_shortest_is_taken() {
        let (paired, code) = table(
            3,
            &[[0, 1], [0, 2], [3, 1]],
            &[4, 4, 3, 2, 2, 2],
            &[0, 1, 2, 3, 4, 5],
        );
        assert_eq!(longer(&paired, &code), [3, 1, 2, 3, 4, 5]);
    }
}
