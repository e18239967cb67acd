//! The values of all positions from the blocks of a table.

use multiversion::multiversion;
use rayon::prelude::*;

use super::{error::Bad, part::Coded, sets::Planes, symbols::unpack_block};

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
