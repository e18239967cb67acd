//! The checksum at the end of Syzygy files: CityHash in the variant that uses CRC-32C,
//! of chunks of 16 MiB, and CityHash of those.
//!
//! CityHash is by Geoff Pike and Jyrki Alakuijala; its constants and steps are those of version
//! 1.0.3 (2011), "128-bit" and "Crc256".

use std::io::{self, Read};

/// The part of a file that is hashed at once.
const CHUNK: usize = 1 << 24;
const PRIMES: [u64; 4] = [
    0xc3a5_c85c_97cb_3127,
    0xb492_b66f_be98_f273,
    0x9ae1_6a3b_2f90_404f,
    0xc949_d7c7_509e_6557,
];
/// The multiplier of the function that makes one word of two.
const MIX: u64 = 0x9ddf_ea08_eb38_2d69;
/// The bytes of one step of the CRC variant, and of six.
const STEP: usize = 40;
const SIX: usize = 240;

/// The length of the checksum.
pub const SUM: usize = 16;

/// Whether a file has contents and ends with their checksum.
pub fn is_whole(file: &[u8]) -> bool {
    file.split_last_chunk::<SUM>()
        .is_some_and(|(contents, sum)| !contents.is_empty() && checksum(contents) == *sum)
}

/// The same of a file that is too large for memory, from its start.
pub fn is_whole_stream(mut file: impl Read, length: u64) -> io::Result<bool> {
    let Some(mut left) = length.checked_sub(SUM as u64).filter(|&left| left > 0) else {
        return Ok(false);
    };
    let mut results = Vec::new();
    let mut chunk = vec![0; CHUNK];
    while left > 0 {
        let part = &mut chunk[..usize::try_from(left).unwrap_or(CHUNK).min(CHUNK)];
        file.read_exact(part)?;
        add_chunk(&mut results, part);
        left -= part.len() as u64;
    }
    let mut sum = [0; SUM];
    file.read_exact(&mut sum)?;
    Ok(sum_of(&results) == sum)
}

/// Puts the checksum of a file's contents into its last 16 bytes, which are kept free for it.
/// A file without contents stays as it is.
pub fn seal_syzygy(file: &mut [u8]) {
    if let Some((contents, sum)) = file.split_last_chunk_mut::<SUM>()
        && !contents.is_empty()
    {
        *sum = checksum(contents);
    }
}

/// The checksum of a file without its last 16 bytes, which are not all of it.
fn checksum(file: &[u8]) -> [u8; SUM] {
    let mut results = Vec::new();
    for chunk in file.chunks(CHUNK) {
        add_chunk(&mut results, chunk);
    }
    sum_of(&results)
}

fn add_chunk(results: &mut Vec<u8>, chunk: &[u8]) {
    for word in crc256(chunk) {
        results.extend(word.to_le_bytes());
    }
}

/// The checksum of a file, of the results of its chunks.
fn sum_of(results: &[u8]) -> [u8; SUM] {
    let [low, high] = if results.len() <= 900 {
        city128(results)
    } else {
        let [_, _, low, high] = crc256(results);
        [low, high]
    };
    let mut sum = [0; SUM];
    sum[..8].copy_from_slice(&low.to_le_bytes());
    sum[8..].copy_from_slice(&high.to_le_bytes());
    sum
}

fn word(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

fn shift_mix(word: u64) -> u64 {
    word ^ word >> 47
}

fn hash_two(first: u64, second: u64) -> u64 {
    let low = shift_mix((first ^ second).wrapping_mul(MIX));
    shift_mix((second ^ low).wrapping_mul(MIX)).wrapping_mul(MIX)
}

/// A weak hash of 32 bytes and two words.
fn weak(bytes: &[u8], at: usize, first: u64, second: u64) -> [u64; 2] {
    let words = [0, 8, 16, 24].map(|offset| word(bytes, at + offset));
    let start = first.wrapping_add(words[0]);
    let turned = second
        .wrapping_add(start)
        .wrapping_add(words[3])
        .rotate_right(21);
    let sum = start.wrapping_add(words[1]).wrapping_add(words[2]);
    [
        sum.wrapping_add(words[3]),
        turned
            .wrapping_add(sum.rotate_right(44))
            .wrapping_add(start),
    ]
}

/// 128 bits of at least 16 bytes, as results of whole chunks are.
fn city128(bytes: &[u8]) -> [u64; 2] {
    let seed = [word(bytes, 0) ^ PRIMES[3], word(bytes, 8)];
    let rest = &bytes[16..];
    if rest.len() < 128 {
        murmur(rest, seed)
    } else {
        city128_long(rest, seed)
    }
}

fn murmur(bytes: &[u8], [mut a, mut b]: [u64; 2]) -> [u64; 2] {
    let length = bytes.len();
    // Results have 32 bytes a chunk, so that at least 16 are left here.
    let mut c;
    let mut d;
    if length <= 16 {
        a = shift_mix(a.wrapping_mul(PRIMES[1])).wrapping_mul(PRIMES[1]);
        c = b.wrapping_mul(PRIMES[1]).wrapping_add(short(bytes));
        d = shift_mix(a.wrapping_add(if length >= 8 { word(bytes, 0) } else { c }));
    } else {
        c = hash_two(word(bytes, length - 8).wrapping_add(PRIMES[1]), a);
        d = hash_two(
            b.wrapping_add(length as u64),
            c.wrapping_add(word(bytes, length - 16)),
        );
        a = a.wrapping_add(d);
        let mut at = 0;
        let mut left = length as i64 - 16;
        while left > 0 {
            a ^= shift_mix(word(bytes, at).wrapping_mul(PRIMES[1])).wrapping_mul(PRIMES[1]);
            a = a.wrapping_mul(PRIMES[1]);
            b ^= a;
            c ^= shift_mix(word(bytes, at + 8).wrapping_mul(PRIMES[1])).wrapping_mul(PRIMES[1]);
            c = c.wrapping_mul(PRIMES[1]);
            d ^= c;
            at += 16;
            left -= 16;
        }
    }
    let a = hash_two(a, c);
    let b = hash_two(d, b);
    [a ^ b, hash_two(b, a)]
}

/// Of 9 to 16 bytes.
fn short(bytes: &[u8]) -> u64 {
    let length = bytes.len();
    if length < 9 {
        return PRIMES[2];
    }
    let (first, last) = (word(bytes, 0), word(bytes, length - 8));
    let turned = last.wrapping_add(length as u64).rotate_right(length as u32);
    hash_two(first, turned) ^ last
}

fn city128_long(bytes: &[u8], [mut x, mut y]: [u64; 2]) -> [u64; 2] {
    let k1 = PRIMES[1];
    let mut left = bytes.len();
    let mut z = (left as u64).wrapping_mul(k1);
    let mut v = [0; 2];
    v[0] = (y ^ k1)
        .rotate_right(49)
        .wrapping_mul(k1)
        .wrapping_add(word(bytes, 0));
    v[1] = v[0]
        .rotate_right(42)
        .wrapping_mul(k1)
        .wrapping_add(word(bytes, 8));
    let mut w = [0; 2];
    w[0] = y
        .wrapping_add(z)
        .rotate_right(35)
        .wrapping_mul(k1)
        .wrapping_add(x);
    w[1] = x
        .wrapping_add(word(bytes, 88))
        .rotate_right(53)
        .wrapping_mul(k1);
    let mut at = 0;
    while left >= 128 {
        for _ in 0..2 {
            let sum = x
                .wrapping_add(y)
                .wrapping_add(v[0])
                .wrapping_add(word(bytes, at + 8));
            x = sum.rotate_right(37).wrapping_mul(k1);
            let sum = y.wrapping_add(v[1]).wrapping_add(word(bytes, at + 48));
            y = sum.rotate_right(42).wrapping_mul(k1);
            x ^= w[1];
            y = y.wrapping_add(v[0]).wrapping_add(word(bytes, at + 40));
            z = z.wrapping_add(w[0]).rotate_right(33).wrapping_mul(k1);
            v = weak(bytes, at, v[1].wrapping_mul(k1), x.wrapping_add(w[0]));
            w = weak(
                bytes,
                at + 32,
                z.wrapping_add(w[1]),
                y.wrapping_add(word(bytes, at + 16)),
            );
            std::mem::swap(&mut z, &mut x);
            at += 64;
            left -= 64;
        }
    }
    city128_end(&bytes[..at + left], left, ([x, y, z], v, w))
}

/// The bytes that are left, from the end backwards; the last of them may be counted twice.
fn city128_end(
    bytes: &[u8],
    left: usize,
    ([mut x, mut y, mut z], mut v, mut w): ([u64; 3], [u64; 2], [u64; 2]),
) -> [u64; 2] {
    let k0 = PRIMES[0];
    x = x.wrapping_add(v[0].wrapping_add(z).rotate_right(49).wrapping_mul(k0));
    z = z.wrapping_add(w[0].rotate_right(37).wrapping_mul(k0));
    let mut done = 0;
    while done < left {
        done += 32;
        let tail = bytes.len() - done;
        y = x
            .wrapping_add(y)
            .rotate_right(42)
            .wrapping_mul(k0)
            .wrapping_add(v[1]);
        w[0] = w[0].wrapping_add(word(bytes, tail + 16));
        x = x.wrapping_mul(k0).wrapping_add(w[0]);
        z = z.wrapping_add(w[1]).wrapping_add(word(bytes, tail));
        w[1] = w[1].wrapping_add(v[0]);
        v = weak(bytes, tail, v[0].wrapping_add(z), v[1]);
    }
    let x = hash_two(x, v[0]);
    let y = hash_two(y.wrapping_add(z), w[0]);
    [
        hash_two(x.wrapping_add(v[1]), w[1]).wrapping_add(y),
        hash_two(x.wrapping_add(w[1]), y.wrapping_add(v[1])),
    ]
}

/// 256 bits.
fn crc256(bytes: &[u8]) -> [u64; 4] {
    if bytes.len() >= SIX {
        return crc256_long(bytes, 0);
    }
    let mut padded = [0; SIX];
    padded[..bytes.len()].copy_from_slice(bytes);
    crc256_long(&padded, !(bytes.len() as u32))
}

/// The state of the CRC variant: words that are rotated and added, and five CRCs.
struct State {
    words: [u64; 6],
    crcs: [u64; 5],
}

impl State {
    fn step(&mut self, bytes: &[u8], multiplier: u64, turn: u32) {
        let [_, b, c, d, e, t] = self.words;
        let old = self.words[0];
        let next = |from: u64, by: u32, at: usize| {
            from.rotate_right(by ^ turn)
                .wrapping_mul(multiplier)
                .wrapping_add(word(bytes, at))
        };
        self.words = [
            next(b, 41, 0),
            next(c, 27, 8),
            next(d, 41, 16),
            next(e, 33, 24),
            next(t, 25, 32),
            old,
        ];
        for (crc, &word) in self.crcs.iter_mut().zip(&self.words) {
            *crc = crc32c(*crc as u32, word).into();
        }
    }
}

fn crc256_long(bytes: &[u8], seed: u32) -> [u64; 4] {
    let k0 = PRIMES[0];
    let length = bytes.len() as u64;
    let first = word(bytes, 96).wrapping_add(k0);
    let mut result = [0; 4];
    result[0] = hash_two(first, length);
    result[1] = word(bytes, 120).wrapping_mul(k0).wrapping_add(length);
    let mut state = State {
        words: [
            word(bytes, 56).wrapping_add(k0),
            first,
            result[0],
            result[1],
            word(bytes, 184).wrapping_add(seed.into()),
            result[0].wrapping_add(result[1]),
        ],
        crcs: [seed.into(), 0, 0, 0, 0],
    };
    let mut at = 0;
    while bytes.len() - at >= SIX {
        for step in 0..6 {
            let (multiplier, turn) = if step % 2 == 0 { (1, 1) } else { (k0, 0) };
            state.step(&bytes[at..], multiplier, turn);
            at += STEP;
        }
    }
    while bytes.len() - at >= STEP {
        state.step(&bytes[at..], k0, 0);
        at += STEP;
    }
    if at < bytes.len() {
        state.step(&bytes[bytes.len() - STEP..], k0, 0);
    }
    finish(&state, result)
}

fn finish(state: &State, mut result: [u64; 4]) -> [u64; 4] {
    let k0 = PRIMES[0];
    let [a, b, c, d, e, t] = state.words;
    let [f, g, h, i, j] = state.crcs;
    let j = j.wrapping_add(i << 32);
    let a = hash_two(a, j);
    let h = h.wrapping_add(g << 32);
    let b = b.wrapping_add(h);
    let c = hash_two(c, f).wrapping_add(i);
    let d = hash_two(d, e.wrapping_add(result[0]));
    let j = j.wrapping_add(e);
    let i = i.wrapping_add(hash_two(h, t));
    let e = hash_two(a, d).wrapping_add(j);
    let f = hash_two(b, c).wrapping_add(a);
    let g = hash_two(j, i).wrapping_add(c);
    result[0] = e.wrapping_add(f).wrapping_add(g).wrapping_add(h);
    let a = shift_mix(a.wrapping_add(g).wrapping_mul(k0))
        .wrapping_mul(k0)
        .wrapping_add(b);
    result[1] = result[1].wrapping_add(a).wrapping_add(result[0]);
    let a = shift_mix(a.wrapping_mul(k0))
        .wrapping_mul(k0)
        .wrapping_add(c);
    result[2] = a.wrapping_add(result[1]);
    let a = shift_mix(a.wrapping_add(e).wrapping_mul(k0)).wrapping_mul(k0);
    result[3] = a.wrapping_add(result[2]);
    result
}

/// The CRC-32C of a word, least significant byte first, going on from a CRC; without the
/// usual inversions.
fn crc32c(crc: u32, word: u64) -> u32 {
    const TABLES: [[u32; 256]; 8] = tables();
    let word = word ^ u64::from(crc);
    (0..8).fold(0, |sum, byte| {
        sum ^ TABLES[7 - byte][(word >> (8 * byte) & 255) as usize]
    })
}

const fn tables() -> [[u32; 256]; 8] {
    const POLYNOMIAL: u32 = 0x82f6_3b78;
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 != 0 {
                crc >> 1 ^ POLYNOMIAL
            } else {
                crc >> 1
            };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut table = 1;
    while table < 8 {
        let mut byte = 0;
        while byte < 256 {
            let before = tables[table - 1][byte];
            tables[table][byte] = before >> 8 ^ tables[0][(before & 255) as usize];
            byte += 1;
        }
        table += 1;
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [&[u8]; 3] = [
        include_bytes!("../../../tests/syzygy_files/KBvK.rtbw"),
        include_bytes!("../../../tests/syzygy_files/KRvK.rtbw"),
        include_bytes!("../../../tests/syzygy_files/KRvK.rtbz"),
    ];

    #[test]
    fn published_files_end_with_their_checksum() {
        for file in FILES {
            let (bytes, sum) = file.split_at(file.len() - 16);
            assert_eq!(checksum(bytes), sum);
        }
    }

    /// Files of any length are judged, and none of these is whole.
    #[test]
    fn short_files_are_not_whole() {
        for length in 0..300 {
            let mut file = vec![0; length];
            assert!(!is_whole(&file), "{length} bytes");
            seal_syzygy(&mut file);
            assert_eq!(is_whole(&file), length > SUM, "{length} bytes");
        }
    }

    #[test]
    fn a_flipped_bit_anywhere_is_noticed() {
        for file in FILES {
            let mut bytes = file.to_vec();
            for at in 0..bytes.len() {
                bytes[at] ^= 1 << (at % 8);
                assert!(!is_whole(&bytes), "byte {at} of {}", bytes.len());
                bytes[at] ^= 1 << (at % 8);
            }
            assert!(is_whole(&bytes));
        }
    }
}
