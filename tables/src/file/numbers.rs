//! Distances as bytes: the numbers of the won positions of a group of blocks, then
//! those of the lost ones, compressed.

use super::error::Reason;
use crate::{Numbers, ones};

/// The zstd level. Level 17 takes twice the time, for one percent.
const LEVEL: i32 = 15;

/// The greatest distance that is accepted. The longest known mate with seven
/// men takes 549 moves.
const GREATEST: u16 = 2000;

/// The distances of the wins or losses of one side of a group of blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Distances {
    /// Where the numbers of each word begin.
    starts: Vec<u32>,
    numbers: Vec<u16>,
    greatest: u16,
}

impl Distances {
    /// The distance of one of these positions of a word.
    pub(super) fn get(&self, word: usize, of: u64, bit: u32) -> u16 {
        let before = (of & ((1 << bit) - 1)).count_ones();
        self.numbers[(self.starts[word] + before) as usize]
    }

    /// Writes the numbers of words into slices.
    pub(super) fn write(&self, from: usize, of: u64, word: usize, numbers: &mut [Vec<u64>]) {
        for (at, bit) in (self.starts[from] as usize..).zip(ones(of)) {
            for slice in ones(self.numbers[at].into()) {
                numbers[slice as usize][word] |= 1 << bit;
            }
        }
    }

    /// Those of these positions of a word whose number is above a limit.
    pub(super) fn above(&self, word: usize, of: u64, limit: u16) -> u64 {
        let numbers = &self.numbers[self.starts[word] as usize..];
        let above = ones(of).zip(numbers).filter(|&(_, &n)| n > limit);
        above.fold(0, |set, (bit, _)| set | 1 << bit)
    }

    /// The greatest number, 0 if there is none.
    pub(super) fn greatest(&self) -> u16 {
        self.greatest
    }
}

/// Adds the numbers of some positions of a word.
pub(super) fn push(numbers: &Numbers, word: usize, of: u64, out: &mut Vec<u16>) {
    out.extend(ones(of).map(|bit| numbers.get(word, bit) as u16));
}

/// Compresses numbers: all low bytes, then all high bytes if there are any.
pub(super) fn compress(numbers: &[u16], number_bytes: u8) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(numbers.len() * usize::from(number_bytes));
    for byte in 0..number_bytes {
        bytes.extend(
            numbers
                .iter()
                .map(|number| number.to_le_bytes()[usize::from(byte)]),
        );
    }
    zstd::bulk::compress(&bytes, LEVEL)
}

/// The numbers of one group: for the wins of each side, and for its losses, those of
/// their words.
pub(super) fn decompress(
    bytes: &[u8],
    number_bytes: u8,
    sets: &[Vec<u64>],
) -> Result<Vec<Distances>, Reason> {
    let count_of = |words: &[u64]| words.iter().map(|w| w.count_ones() as usize).sum::<usize>();
    let count: usize = sets.iter().map(|words| count_of(words)).sum();
    let expected = count * usize::from(number_bytes);
    let bytes = zstd::bulk::decompress(bytes, expected.max(1))
        .ok()
        .filter(|bytes| bytes.len() == expected)
        .ok_or_else(|| Reason::Nonsense("distances that do not fit the WDL file".into()))?;
    let number = |at: usize| {
        let high = if number_bytes > 1 {
            bytes[count + at]
        } else {
            0
        };
        u16::from_le_bytes([bytes[at], high])
    };
    if (0..count).any(|at| number(at) > GREATEST) {
        return Err(Reason::Nonsense("distances longer than any can be".into()));
    }
    let mut at = 0;
    let of = |words: &Vec<u64>| {
        let first = at;
        let starts = words
            .iter()
            .map(|word| {
                let start = (at - first) as u32;
                at += word.count_ones() as usize;
                start
            })
            .collect();
        let numbers: Vec<u16> = (first..at).map(number).collect();
        Distances {
            starts,
            greatest: numbers.iter().copied().max().unwrap_or(0),
            numbers,
        }
    };
    Ok(sets.iter().map(of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Distances of two words of one side, in one and in two bytes.
    #[test]
    fn distances_are_limited() {
        let sides = [vec![0b101, 0b1]];
        let read = |numbers: [u16; 3], number_bytes| {
            let bytes = compress(&numbers, number_bytes).expect("some bytes");
            decompress(&bytes, number_bytes, &sides).map(|read| read[0].numbers.clone())
        };
        for (numbers, number_bytes) in [([1, 0, 255], 1), ([GREATEST, 256, 1], 2)] {
            assert_eq!(read(numbers, number_bytes).ok(), Some(numbers.to_vec()));
        }
        for too_long in [GREATEST + 1, u16::MAX] {
            assert!(read([1, too_long, GREATEST], 2).is_err());
        }
    }
}
