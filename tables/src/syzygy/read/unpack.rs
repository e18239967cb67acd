//! From blocks of codes to values.

use multiversion::multiversion;
use rayon::prelude::*;

use super::{Bad, part::Coded, sets::Planes};
use crate::syzygy::write::pairs::MAX_LENGTH;

/// How many bits of a code are looked up at once.
const LOOKUP: u32 = 12;

/// How many values are copied at once for a symbol that stands for no more.
const SHORT: usize = 16;

/// The code of a table, and the values that each symbol stands for.
#[derive(Debug)]
pub struct Symbols {
    shortest: u32,
    /// For each length of a code from the shortest on, its first code, as the highest bits of a
    /// word, and the number of the symbol with it.
    firsts: Vec<(u64, usize)>,
    /// The values of all symbols, one after the other, and [`SHORT`] bytes more.
    values: Vec<u8>,
    /// Where the values of each symbol begin, and where those of the last one end.
    starts: Vec<u32>,
    /// For the first bits of a code its symbol and its length; a length of 0 if it is longer.
    lookup: Vec<(u16, u8)>,
}

impl Symbols {
    /// The symbols of a table: for each length of a code from the shortest on the number of
    /// its first symbol, and the pairs of symbols that symbols are made of.
    pub fn new(shortest: u8, offsets: &[u16], pairs: &[[u16; 2]]) -> Result<Self, Bad> {
        let (values, starts) = expand(pairs)?;
        let mut firsts = Vec::new();
        let mut base = 0_u64;
        // From the longest code, which is 0, to the shortest.
        for (at, &offset) in offsets.iter().enumerate().rev() {
            if let Some(&longer) = offsets.get(at + 1) {
                let more = offset
                    .checked_sub(longer)
                    .ok_or(Bad("its code is impossible"))?;
                base = base.midpoint(u64::from(more));
            }
            let length = u32::from(shortest) + at as u32;
            let first = base
                .checked_shl(64 - length)
                .filter(|first| first >> (64 - length) == base);
            firsts.push((first.ok_or(Bad("its code is impossible"))?, offset.into()));
        }
        firsts.reverse();
        let mut symbols = Self {
            shortest: shortest.into(),
            firsts,
            values,
            starts,
            lookup: Vec::new(),
        };
        let lookup = (0..1_u64 << LOOKUP).map(|bits| {
            let found = symbols.find(bits << (64 - LOOKUP));
            match found {
                Some((symbol, length)) if length <= LOOKUP => (symbol as u16, length as u8),
                _ => (0, 0),
            }
        });
        symbols.lookup = lookup.collect();
        Ok(symbols)
    }

    /// The symbol whose code begins a word, and its length in bits.
    fn find(&self, word: u64) -> Option<(usize, u32)> {
        let at = self.firsts.iter().position(|&(first, _)| word >= first)?;
        let length = self.shortest + at as u32;
        let (first, symbol) = self.firsts[at];
        let symbol = symbol + ((word - first) >> (64 - length)) as usize;
        (symbol + 1 < self.starts.len()).then_some((symbol, length))
    }
}

/// Unpacks a block.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn unpack_block(symbols: &Symbols, bytes: &[u8], values: &mut [u8]) -> Result<(), Bad> {
    let mut bits = Bits::new(bytes);
    let mut at = 0;
    while at < values.len() {
        bits.refill();
        let (symbol, length) = match symbols.lookup[(bits.word >> (64 - LOOKUP)) as usize] {
            (symbol, length @ 1..) => (symbol.into(), length.into()),
            _ => symbols
                .find(bits.word)
                .ok_or(Bad("a block holds an impossible code"))?,
        };
        bits.drop(length);
        let start = symbols.starts[symbol] as usize;
        let count = symbols.starts[symbol + 1] as usize - start;
        let (from, to) = (&symbols.values[start..], &mut values[at..]);
        if count <= SHORT && to.len() >= SHORT {
            // A fixed length is one instruction; later symbols replace what is too much.
            to[..SHORT].copy_from_slice(&from[..SHORT]);
        } else {
            // What a block's last symbol says beyond the end is not meant.
            let count = count.min(to.len());
            to[..count].copy_from_slice(&from[..count]);
        }
        at += count;
    }
    Ok(())
}

/// Bits from the highest on.
struct Bits<'a> {
    bytes: &'a [u8],
    word: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            word: 0,
            count: 0,
        }
    }

    /// At least 32 bits; zeros after the end.
    #[inline(always)]
    fn refill(&mut self) {
        if self.count >= 32 {
            return;
        }
        let mut next = [0; 4];
        let count = self.bytes.len().min(4);
        next[..count].copy_from_slice(&self.bytes[..count]);
        self.bytes = &self.bytes[count..];
        self.word |= u64::from(u32::from_be_bytes(next)) << (32 - self.count);
        self.count += 32;
    }

    #[inline(always)]
    fn drop(&mut self, count: u32) {
        self.word <<= count;
        self.count -= count;
    }
}

/// The values of all symbols, with [`SHORT`] bytes more, and where those of each begin.
fn expand(pairs: &[[u16; 2]]) -> Result<(Vec<u8>, Vec<u32>), Bad> {
    const LEAF: u16 = 0xfff;
    let mut expanded: Vec<Option<Vec<u8>>> = vec![None; pairs.len()];
    let mut is_open = vec![false; pairs.len()];
    for symbol in 0..pairs.len() {
        // Depth first; a symbol that is met while it is open is part of itself.
        let mut stack = vec![symbol];
        while let Some(&top) = stack.last() {
            if expanded[top].is_some() {
                stack.pop();
                continue;
            }
            let [first, second] = pairs[top];
            if second == LEAF {
                if first > 4 {
                    return Err(Bad("a value is not one of a result"));
                }
                expanded[top] = Some(vec![first as u8 + 1]);
                continue;
            }
            let parts = [first, second].map(usize::from);
            if parts.iter().any(|&part| part >= pairs.len()) {
                return Err(Bad("a symbol is made of one that is not there"));
            }
            let missing = parts.into_iter().find(|&part| expanded[part].is_none());
            if let Some(part) = missing {
                if is_open[part] || part == top {
                    return Err(Bad("a symbol is part of itself"));
                }
                is_open[top] = true;
                stack.push(part);
                continue;
            }
            let values: Vec<u8> = parts
                .iter()
                .flat_map(|&part| expanded[part].iter().flatten().copied())
                .collect();
            if values.len() > MAX_LENGTH {
                return Err(Bad("a symbol stands for too many positions"));
            }
            is_open[top] = false;
            expanded[top] = Some(values);
        }
    }
    let mut values = Vec::new();
    let mut starts = vec![0];
    for of_symbol in expanded.into_iter().flatten() {
        values.extend(of_symbol);
        starts.push(values.len() as u32);
    }
    values.resize(values.len() + SHORT, 0);
    Ok((values, starts))
}

/// The values of all positions of a table as bits.
///
/// Positions are numbered by a digit, the fastest one of the index if that has no man whose squares
/// are neighbours there, and by the rest of their number. Bits of one word differ in the rest.
#[derive(Debug)]
pub struct Values {
    /// The bits of 64 values, the lowest first. Words of all digits follow one another.
    words: Vec<Planes>,
    digits: usize,
}

impl Values {
    /// One code for all positions.
    pub fn single(code: u8) -> Self {
        let bit = |bit: u8| u64::from(code >> bit & 1).wrapping_neg();
        Self {
            words: vec![[bit(0), bit(1), bit(2)]],
            digits: 0,
        }
    }

    /// Codes that were not unpacked from a file.
    #[cfg(test)]
    pub fn of(codes: &[u8], digits: usize) -> Self {
        let mut words = vec![[0; 3]; codes.len().div_ceil(64 * digits) * digits];
        let mut padded = codes.to_vec();
        padded.resize(64 * words.len(), 0);
        pack(&padded, digits, &mut words);
        Self { words, digits }
    }

    /// Those of 64 positions whose digit is the same, from one on. What is beyond the last position
    /// is not defined.
    #[inline(always)]
    pub fn stretch(&self, digit: usize, rest: usize) -> Planes {
        let at = rest / 64 * self.digits + digit * usize::from(self.digits != 0);
        let get = |at: usize| self.words.get(at).copied().unwrap_or_default();
        let (low, high) = (get(at), get(at + self.digits));
        let shift = rest as u32 % 64;
        std::array::from_fn(|plane| low[plane] >> shift | high[plane] << 1 << (63 - shift))
    }
}

/// Reads the values of all positions of a table whose fastest digit has `digits` values.
pub fn unpack(file: &[u8], coded: &Coded, positions: u64, digits: usize) -> Result<Values, Bad> {
    /// About how many positions are unpacked at a time: they stay in the cache.
    const TOGETHER: usize = 1 << 18;
    let wrong = Bad("the sizes of its blocks do not add up");
    let positions = usize::try_from(positions).map_err(|_| wrong)?;
    let sizes = file[coded.at_sizes.clone()].chunks_exact(2);
    let mut starts = vec![0];
    let mut end = 0;
    for two in sizes {
        end += usize::from(u16::from_le_bytes([two[0], two[1]])) + 1;
        starts.push(end);
    }
    if end != positions {
        return Err(wrong);
    }
    let mut words = vec![[0; 3]; positions.div_ceil(64 * digits) * digits];
    let count = (TOGETHER / (64 * digits)).max(1);
    words
        .par_chunks_mut(count * digits)
        .enumerate()
        .try_for_each_init(Vec::new, |values, (part, words)| {
            let start = part * count * digits * 64;
            let end = start + words.len() * 64;
            let first = starts.partition_point(|&at| at <= start) - 1;
            let needed = end - starts[first];
            // A block that begins before the end may go on after it.
            values.resize(values.len().max(needed + (1 << 16)), 0);
            let blocks = file[coded.at_blocks.clone()].chunks_exact(coded.block);
            for (block, ends) in blocks.zip(starts.windows(2)).skip(first) {
                if ends[0] >= end {
                    break;
                }
                let range = ends[0] - starts[first]..ends[1] - starts[first];
                unpack_block(&coded.symbols, block, &mut values[range])?;
            }
            pack(&values[start - starts[first]..needed], digits, words);
            Ok(())
        })?;
    Ok(Values { words, digits })
}

/// Values as bits.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn pack(values: &[u8], digits: usize, words: &mut [Planes]) {
    let (all, _) = values.as_chunks::<64>();
    if digits == 1 {
        for (word, values) in words.iter_mut().zip(all) {
            *word = planes(values);
        }
        return;
    }
    for (words, values) in words
        .chunks_mut(digits)
        .zip(values.chunks_exact(64 * digits))
    {
        for (digit, word) in words.iter_mut().enumerate() {
            *word = planes(&std::array::from_fn(|at| values[at * digits + digit]));
        }
    }
}

/// The bits of 64 values, the lowest first.
#[inline(always)]
fn planes(values: &[u8; 64]) -> Planes {
    /// The lowest bit of each byte, and what gathers these bits in the highest byte.
    const LOW: u64 = 0x0101_0101_0101_0101;
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let mut planes = [0; 3];
    let (eights, _) = values.as_chunks::<8>();
    for (at, &eight) in eights.iter().enumerate() {
        let eight = u64::from_le_bytes(eight);
        for (bit, plane) in planes.iter_mut().enumerate() {
            *plane |= ((eight >> bit & LOW).wrapping_mul(GATHER) >> 56) << (8 * at);
        }
    }
    planes
}
