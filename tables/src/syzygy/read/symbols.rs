//! The code of a table: from a block of codes to values.

use multiversion::multiversion;

use super::error::Bad;
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
pub fn unpack_block(symbols: &Symbols, bytes: &[u8], values: &mut [u8]) -> Result<(), Bad> {
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
