//! Checking that every position can be probed in some data without a fault.
//!
//! A checksum finds damage; this finds contents that no export writes, so that
//! `probe` need not expect them: numbers that overflow, unordered lists,
//! endless codes. The values themselves are not checked.

use crate::source::{
    intrinsics::{Data, word},
    probe::low,
};

/// Data have fewer words than this, so that offsets, and sums with them, stay
/// below 2^32.
const MOST_WORDS: usize = 1 << 28;
/// No symbol has this number or a higher one.
const MOST_SYMBOLS: u64 = 1 << 20;
/// Where the offsets of the records begin.
const RECORDS: usize = 17;
/// Kinds of two men besides the kings, as `place_of` of `probe` numbers them.
const PLACES: u32 = 121;

/// Whether all records are sound.
pub fn is_sound(data: Data) -> bool {
    let number = |place: u32| low(word(data, 1 + place / 8) >> (8 * (place % 8))) & 255;
    let mut numbers = (0..PLACES).map(number).filter(|&number| number != 0);
    data.len() < MOST_WORDS
        && numbers.all(|number| {
            let number = number as usize - 1;
            let pair = data.get(RECORDS + number / 2);
            pair.is_some_and(|pair| is_record(data, low(pair >> (32 * (number % 2)))))
        })
}

/// Whether all lists of data that say who can mate are there.
pub fn are_mates_sound(data: Data) -> bool {
    let count = low(word(data, 0)) as usize;
    let records = data.get(1 + count.div_ceil(2)..);
    let records = records.and_then(|rest| rest.get(..count));
    data.len() < MOST_WORDS
        && records.is_some_and(|records| {
            records.iter().all(|&record| {
                let entries = low(record >> 32) as usize & 0xfff_ffff;
                low(record) as usize + entries.div_ceil(2) <= data.len()
            })
        })
}

fn is_record(data: Data, at: u32) -> bool {
    let Some(&[head, first, second, third]) =
        data.get(at as usize..).and_then(<[u64]>::first_chunk)
    else {
        return false;
    };
    let is_one_value = head & 0x20_0000 != 0;
    let men = head >> 10 & 7;
    let places = [first, first >> 32, second, second >> 32, third].map(low);
    let [_, spans, starts, ..] = places;
    let squares = if head & 256 == 0 { 10 } else { 32 };
    let is_compressed = || {
        places.iter().all(|&place| (place as usize) < data.len())
            && are_codes(data, at + 4, low(head >> 16) & 31)
            && are_blocks(data, spans, starts, squares << (6 * (men - 1)))
    };
    (3..=4).contains(&men) && (is_one_value || is_compressed())
}

/// Checks, for each code length, the lowest code and the number of its symbol;
/// the last lowest code is 0.
fn are_codes(data: Data, at: u32, shortest: u32) -> bool {
    let mut lengths = (shortest.max(1)..32).zip(at as usize..);
    shortest > 0
        && lengths.try_for_each(|(_, at)| match data.get(at) {
            Some(group) if group >> 32 >= MOST_SYMBOLS => Err(false),
            Some(group) if low(*group) > 0 => Ok(()),
            group => Err(group.is_some()),
        }) == Err(true)
}

/// Blocks are in the order of the numbers at which they start: for each 65536
/// numbers the first block, for each block the rest of its start.
fn are_blocks(data: Data, spans: u32, starts: u32, numbers: u64) -> bool {
    let quarter = |base: u32, at: u32| low(word(data, base + at / 4) >> (16 * (at % 4))) & 0xffff;
    let count = numbers.div_ceil(1 << 16) as u32;
    quarter(spans, 0) == 0
        && (0..count).all(|span| {
            let (from, to) = (quarter(spans, span), quarter(spans, span + 1));
            from <= to && (from + 1..to).all(|at| quarter(starts, at - 1) <= quarter(starts, at))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One record with a list of three entries at the third word.
    #[test]
    fn lists_of_exceptions_end() {
        let record = |begin: u64, count: u64| begin | count << 32 | 0xf << 60;
        for (data, expected) in [
            (vec![1, 7, record(3, 3), 0, 0], true),
            (vec![1, 7, record(3, 5), 0, 0], false),
            (vec![1, 7, record(4, 3), 0, 0], false),
            (vec![2, 7, record(3, 3)], false),
            (vec![0], true),
            (vec![1], false),
            (vec![u64::MAX], false),
        ] {
            assert_eq!(are_mates_sound(&data), expected, "{data:x?}");
        }
    }

    /// The lowest code of each length and the number of its symbol; the last is 0.
    #[test]
    fn lists_of_codes_end() {
        const FIRST: u64 = 1 << 31;
        let symbol = |number: u64, code: u64| number << 32 | code;
        for (groups, shortest, expected) in [
            (vec![0], 1, true),
            (
                vec![symbol(0, FIRST), symbol(1, FIRST >> 1), symbol(3, 0)],
                1,
                true,
            ),
            (vec![0xffff_ffff, symbol(0, 0)], 2, true),
            // Without an end.
            (vec![symbol(0, FIRST)], 1, false),
            (vec![], 1, false),
            (vec![1; 40], 1, false),
            // A symbol that is too high.
            (vec![symbol(MOST_SYMBOLS, FIRST), 0], 1, false),
            (vec![symbol(MOST_SYMBOLS - 1, FIRST), 0], 1, true),
            (vec![symbol(MOST_SYMBOLS, 0)], 1, false),
            // No bits, and more than there are.
            (vec![0], 0, false),
            (vec![1, 0], 31, false),
            (vec![0, 0], 31, true),
        ] {
            let data = [&[7, 7][..], &groups].concat();
            assert_eq!(are_codes(&data, 2, shortest), expected, "{groups:x?}");
        }
    }
}
