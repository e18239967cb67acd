//! Mutants: files with damage, mistakes and malice.

use drawproof_tables::Random;

/// Boundary values for lengths and counts.
const EDGES: [u64; 14] = [
    0,
    1,
    0x7f,
    0x80,
    0xff,
    0x100,
    0x7fff,
    0xffff,
    0x1_0000,
    0x7fff_ffff,
    0xffff_ffff,
    0x1_0000_0000,
    0x7fff_ffff_ffff_ffff,
    u64::MAX,
];

/// Makes mutants: the same ones from the same seed, on every machine.
#[derive(Clone, Debug)]
pub struct Mutator {
    random: Random,
}

impl Mutator {
    /// The mutator of a seed.
    pub fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
        }
    }

    /// A number below a limit; 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit)
    }

    /// A mutant of some bytes, which may contain parts of `other` and some of
    /// the words.
    pub fn mutant(&mut self, of: &[u8], other: &[u8], words: &[&str]) -> Vec<u8> {
        let mut bytes = of.to_vec();
        for _ in 0..=self.below(4) {
            self.change(&mut bytes, other, words);
        }
        bytes
    }

    fn change(&mut self, bytes: &mut Vec<u8>, other: &[u8], words: &[&str]) {
        let at = self.below(bytes.len());
        match self.below(10) {
            0 | 1 => self.edit(bytes, |random, byte| *byte ^= 1 << random.below(8)),
            2 => self.edit(bytes, |random, byte| {
                *byte = random.random.next_number() as u8;
            }),
            3 => bytes.truncate(at),
            4 => {
                let end = at + self.below((bytes.len() - at).min(64) + 1);
                bytes.drain(at..end);
            }
            5 => {
                let end = at + self.below((bytes.len() - at).min(256) + 1);
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            6 => self.splice(bytes, at, other),
            7 => self.number(bytes, at),
            8 => self.digits(bytes, at),
            _ => {
                let word = words.get(self.below(words.len())).unwrap_or(&"");
                bytes.splice(at..at, word.bytes());
            }
        }
    }

    fn edit(&mut self, bytes: &mut [u8], change: impl FnOnce(&mut Self, &mut u8)) {
        // Formats describe their contents at the beginning.
        let within = [bytes.len(), bytes.len().min(160)][self.below(2)];
        let at = self.below(within);
        if let Some(byte) = bytes.get_mut(at) {
            change(self, byte);
        }
    }

    /// Replaces bytes by a part of other bytes, or continues with them.
    fn splice(&mut self, bytes: &mut Vec<u8>, at: usize, other: &[u8]) {
        let from = self.below(other.len());
        if self.below(2) == 0 {
            bytes.truncate(at);
            bytes.extend_from_slice(&other[from..]);
            return;
        }
        let length = self.below((other.len() - from).min(128) + 1);
        let end = bytes.len().min(at + length);
        bytes.splice(at..end, other[from..from + length].iter().copied());
    }

    /// Writes a number where a length may be.
    fn number(&mut self, bytes: &mut [u8], at: usize) {
        let width = [1, 2, 4, 8][self.below(4)];
        let at = [at, self.below(bytes.len().min(160))][self.below(2)] / width * width;
        let near = bytes.get(at).map_or(0, |&byte| u64::from(byte)) + self.random.next_number() % 3;
        let value = [near.wrapping_sub(1), EDGES[self.below(EDGES.len())]][self.below(2)];
        for (byte, new) in bytes.iter_mut().skip(at).zip(&value.to_le_bytes()[..width]) {
            *byte = *new;
        }
    }

    /// Replaces the next number that is written in digits.
    fn digits(&mut self, bytes: &mut Vec<u8>, at: usize) {
        let is_digit = |byte: &u8| byte.is_ascii_digit();
        let Some(begin) = bytes[at..].iter().position(is_digit) else {
            return;
        };
        let begin = at + begin;
        let length = bytes[begin..]
            .iter()
            .take_while(|byte| is_digit(byte))
            .count();
        let value = EDGES[self.below(EDGES.len())].to_string();
        bytes.splice(begin..begin + length, value.bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_are_the_same_everywhere_and_differ() {
        let make = |seed| {
            let mut mutator = Mutator::new(seed);
            let mut make = || mutator.mutant(b"1. e4 { e5 }", b"abc 17", &["e.p."]);
            (0..200).map(|_| make()).collect::<Vec<_>>()
        };
        let mutants = make(1);
        assert_eq!(mutants, make(1));
        let mut different = mutants.clone();
        different.sort();
        different.dedup();
        assert!(different.len() > 150, "{}", different.len());
        assert!(mutants.iter().all(|mutant| mutant.len() < 400));
    }

    #[test]
    fn nothing_to_change_is_no_problem() {
        let mut mutator = Mutator::new(7);
        for _ in 0..1000 {
            mutator.mutant(b"", b"", &[]);
        }
    }
}
