//! A sequence of symbols as runs of equal ones: most positions have the value of the one
//! before.

use multiversion::multiversion;

use super::{
    byte_block::{BLOCK, bits},
    frequencies::Frequencies,
    replace::Lookup,
};

/// A symbol that is repeated.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub symbol: u16,
    pub length: u32,
}

/// Runs, of which no two neighbours have the same symbol.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Runs {
    pub list: Vec<Run>,
    /// Where changes are made.
    pub spare: Vec<Run>,
}

impl Runs {
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Adds codes, one byte each.
    pub fn extend(&mut self, codes: &[u8]) {
        let Some(&first) = codes.first() else {
            return;
        };
        let mut run = self.list.pop().unwrap_or(Run {
            symbol: first.into(),
            length: 0,
        });
        let (blocks, rest) = codes.as_chunks::<BLOCK>();
        for block in blocks {
            let before = run.symbol as u8;
            let mut changes = changes(block, before);
            let mut from = 0;
            while changes != 0 {
                let at = changes.trailing_zeros();
                changes &= changes - 1;
                run.length += at - from;
                self.list.push(run);
                let symbol = block[at as usize % BLOCK].into();
                run = Run { symbol, length: 0 };
                from = at;
            }
            run.length += BLOCK as u32 - from;
        }
        for &code in rest {
            if run.symbol != u16::from(code) {
                self.list.push(run);
                let symbol = code.into();
                run = Run { symbol, length: 0 };
            }
            run.length += 1;
        }
        self.list.push(run);
    }

    /// How many symbols there are.
    pub fn len(&self) -> u64 {
        self.list.iter().map(|run| u64::from(run.length)).sum()
    }

    /// Counts pairs of neighbours.
    pub fn count(&self, frequencies: &mut Frequencies) {
        let Some((first, rest)) = self.list.split_first() else {
            return;
        };
        let mut before = first.symbol;
        if let Some(counts) = frequencies.of_bytes() {
            let mut add = |first: u16, second: u16, count: u32| {
                let pair = first << 8 | second & 255;
                counts[usize::from(pair)] += count;
            };
            add(before, before, first.length - 1);
            for &Run { symbol, length } in rest {
                add(before, symbol, 1);
                add(symbol, symbol, length - 1);
                before = symbol;
            }
            return;
        }
        frequencies.change([before, before], first.length - 1);
        for &Run { symbol, length } in rest {
            frequencies.change([before, symbol], 1);
            frequencies.change([symbol, symbol], length - 1);
            before = symbol;
        }
    }

    /// Replaces pairs from left to right, each as soon as it is complete. Pairs that a
    /// replacement makes possible are left alone.
    pub fn replace(&mut self, lookup: &Lookup) {
        self.spare.clear();
        self.spare.reserve(self.list.len());
        if lookup.is_own_only() {
            self.halve(lookup);
        } else {
            self.replace_all(lookup);
        }
        std::mem::swap(&mut self.list, &mut self.spare);
    }

    /// Replaces pairs of a symbol with itself.
    ///
    /// Lengths are odd as often as even, so that no branch depends on them: what a run may
    /// become is written, and the next one goes over what is empty.
    fn halve(&mut self, lookup: &Lookup) {
        /// How many runs are halved at a time.
        const PART: usize = 256;
        const EMPTY: Run = Run {
            symbol: 0,
            length: 0,
        };
        let mut made = [EMPTY; 2 * PART + 1];
        for part in self.list.chunks(PART) {
            let mut to = 0;
            for &Run { symbol, length } in part {
                let own = lookup.own(symbol);
                let pairs = if own == 0 { 0 } else { length / 2 };
                made[to] = Run {
                    symbol: own,
                    length: pairs,
                };
                to += usize::from(pairs > 0);
                let length = length - 2 * pairs;
                made[to] = Run { symbol, length };
                to += usize::from(length > 0);
            }
            self.spare.extend_from_slice(&made[..to]);
        }
    }

    fn replace_all(&mut self, lookup: &Lookup) {
        let to = &mut self.spare;
        // A symbol that may pair with the next one.
        let mut open: Option<u16> = None;
        for &Run { symbol, mut length } in &self.list {
            if let Some(first) = open.take() {
                let new = lookup.get(first, symbol);
                if new == 0 {
                    push(to, first, 1);
                } else {
                    push(to, new, 1);
                    length -= 1;
                }
            }
            let own = lookup.own(symbol);
            if own != 0 && length > 1 {
                push(to, own, length / 2);
                length %= 2;
            }
            if length > 0 && lookup.is_first(symbol) {
                open = Some(symbol);
                length -= 1;
            }
            if length > 0 {
                push(to, symbol, length);
            }
        }
        if let Some(last) = open {
            push(to, last, 1);
        }
    }
}

/// Adds to a list of runs.
#[inline]
pub fn push(runs: &mut Vec<Run>, symbol: u16, length: u32) {
    match runs.last_mut() {
        Some(last) if last.symbol == symbol => last.length += length,
        _ => runs.push(Run { symbol, length }),
    }
}

/// The codes that differ from the one before.
#[multiversion(targets = "simd")]
fn changes(block: &[u8; BLOCK], before: u8) -> u64 {
    let mut differs = [0; BLOCK];
    differs[0] = u8::from(block[0] != before);
    let pairs = block.iter().zip(&block[1..]);
    for (differs, (code, next)) in differs[1..].iter_mut().zip(pairs) {
        *differs = u8::from(code != next);
    }
    bits(&differs)
}
