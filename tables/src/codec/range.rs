//! The range coder: symbols and their frequencies to bytes and back.
//!
//! All arithmetic is on integers. A stream has no length and no end mark:
//! zero bytes at its end are left out, and the decoder reads zeros there.
//!
//! Most positions of a leaf have its usual symbol. How many do before one that
//! has not is coded at once: with the same number of bits as position by
//! position, but in one step.

use std::ops::Range;

/// Frequencies of all symbols of a distribution add up to two to this power.
pub(super) const SCALE_BITS: u32 = 16;

/// The shares of a run add up to two to this power.
pub(super) const RUN_BITS: u32 = 32;

/// For each number of positions, how likely it is that all of them have the
/// usual symbol. It decreases with every position.
pub(super) type Runs = [u64; 65];

/// The coder's interval is at most this wide.
const TOP: u64 = 1 << 56;
/// When it is narrower than this, a byte is written.
const BOTTOM: u64 = 1 << 48;

/// Turns symbols into bytes.
#[derive(Debug)]
pub(super) struct Encoder {
    low: u64,
    range: u64,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(super) fn new() -> Self {
        Self {
            low: 0,
            range: TOP,
            bytes: Vec::new(),
        }
    }

    /// Codes the symbol whose frequencies lie at `start`.
    pub(super) fn encode(&mut self, start: u32, frequency: u32) {
        self.narrow::<SCALE_BITS>(start.into()..(start + frequency).into());
    }

    /// Codes that the first `usual` of some positions have the usual symbol, and
    /// the next one has not. If there is no next one, all `count` have it.
    pub(super) fn encode_run(&mut self, runs: &Runs, count: usize, usual: usize) {
        let start = if usual < count { runs[usual + 1] } else { 0 };
        self.narrow::<RUN_BITS>(start..runs[usual]);
    }

    /// Narrows the interval to a share of it.
    fn narrow<const BITS: u32>(&mut self, share: Range<u64>) {
        let unit = self.range >> BITS;
        self.low += unit * share.start;
        self.range = if share.end == 1 << BITS {
            self.range - unit * share.start
        } else {
            unit * (share.end - share.start)
        };
        self.carry();
        while self.range < BOTTOM {
            self.bytes.push((self.low >> 48) as u8);
            self.low = (self.low & (BOTTOM - 1)) << 8;
            self.range <<= 8;
        }
    }

    fn carry(&mut self) {
        if self.low >= TOP {
            self.low -= TOP;
            for byte in self.bytes.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
    }

    /// The shortest byte string for the coded symbols.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let last = self.low + self.range - 1;
        let zeros = (0..=56)
            .rev()
            .find(|&zeros| last >> zeros << zeros >= self.low)
            .unwrap_or(0);
        self.low = last >> zeros << zeros;
        self.carry();
        self.bytes
            .extend_from_slice(&(self.low << 8).to_be_bytes()[..7]);
        let used = self.bytes.iter().rposition(|&byte| byte != 0);
        self.bytes.truncate(used.map_or(0, |last| last + 1));
        self.bytes
    }
}

/// Turns bytes into symbols. Any bytes will do: wrong ones give wrong
/// symbols.
#[derive(Debug)]
pub(super) struct Decoder<'a> {
    code: u64,
    range: u64,
    bytes: &'a [u8],
}

/// Where a decoder stopped.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Pause {
    code: u64,
    range: u64,
    /// How many bytes were left.
    left: usize,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self {
            code: 0,
            range: TOP,
            bytes,
        };
        for _ in 0..7 {
            decoder.shift();
        }
        decoder
    }

    /// Where it is, to go on from there with [`resume`](Self::resume).
    pub(super) fn pause(&self) -> Pause {
        Pause {
            code: self.code,
            range: self.range,
            left: self.bytes.len(),
        }
    }

    /// Goes on where a decoder of the same bytes stopped.
    pub(super) fn resume(bytes: &'a [u8], at: Pause) -> Self {
        Self {
            code: at.code,
            range: at.range,
            bytes: &bytes[bytes.len().saturating_sub(at.left)..],
        }
    }

    #[inline]
    fn shift(&mut self) {
        let byte = match self.bytes.split_first() {
            Some((&first, rest)) => {
                self.bytes = rest;
                first
            }
            None => 0,
        };
        self.code = self.code << 8 | u64::from(byte);
    }

    /// The next symbol of a distribution, given where the frequencies of every
    /// symbol but the first start, in ascending order.
    #[inline]
    pub(super) fn decode(&mut self, starts: &[u32]) -> usize {
        let unit = self.range >> SCALE_BITS;
        let mut low = 0;
        let mut high = self.range;
        let mut symbol = 0;
        for &start in starts {
            let bound = unit * u64::from(start);
            if self.code < bound {
                high = bound;
                break;
            }
            low = bound;
            symbol += 1;
        }
        self.take(low, high);
        symbol
    }

    /// Where the next symbol of a distribution lies: in the share that holds this place, or the
    /// last one.
    pub(super) fn place(&self) -> u64 {
        self.code / (self.range >> SCALE_BITS)
    }

    /// Goes on behind a symbol with this share, in which [`place`](Self::place) lies.
    pub(super) fn take_share(&mut self, share: Range<u32>) {
        let unit = self.range >> SCALE_BITS;
        let high = if share.end == 1 << SCALE_BITS {
            self.range
        } else {
            unit * u64::from(share.end)
        };
        self.take(unit * u64::from(share.start), high);
    }

    /// How many of the next `count` positions have the usual symbol before one that
    /// has not; `count` if all have it. See [`Encoder::encode_run`].
    #[inline]
    pub(super) fn decode_run(&mut self, runs: &Runs, count: usize) -> usize {
        let unit = self.range >> RUN_BITS;
        let all = unit * runs[count];
        if self.code < all {
            self.take(0, all);
            return count;
        }
        // Every run up to this length is long enough.
        let usual = runs[1..count].partition_point(|&run| self.code < unit * run);
        let high = if usual == 0 {
            self.range
        } else {
            unit * runs[usual]
        };
        self.take(unit * runs[usual + 1], high);
        usual
    }

    /// Narrows the interval.
    #[inline]
    fn take(&mut self, low: u64, high: u64) {
        self.code -= low;
        // Only damaged distributions leave a symbol no room.
        self.range = (high - low).max(1);
        while self.range < BOTTOM {
            self.shift();
            self.range <<= 8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn symbols_come_back(
            symbols in prop::collection::vec((0_usize..3, 1_u32..65_534, 1_u32..65_534), 0..300)
        ) {
            let mut encoder = Encoder::new();
            let starts: Vec<[u32; 2]> = symbols
                .iter()
                .map(|&(_, a, b)| if a == b { [a, a + 1] } else { [a.min(b), a.max(b)] })
                .collect();
            for (&(symbol, ..), [a, b]) in symbols.iter().zip(&starts) {
                let ends = [0, *a, *b, 1 << SCALE_BITS];
                encoder.encode(ends[symbol], ends[symbol + 1] - ends[symbol]);
            }
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for (&(symbol, ..), starts) in symbols.iter().zip(&starts) {
                prop_assert_eq!(decoder.decode(starts), symbol);
            }
        }

        #[test]
        fn runs_come_back(
            coded in prop::collection::vec((0_usize..=64, 1_usize..=64), 0..300),
            rest in 1_u64..1 << RUN_BITS,
        ) {
            let mut run = 1 << RUN_BITS;
            let runs: Runs = std::array::from_fn(|length| {
                let this = run;
                run = ((((1 << RUN_BITS) - rest) * run) >> RUN_BITS).clamp(64 - length as u64, run - 1);
                this
            });
            let mut encoder = Encoder::new();
            for &(usual, count) in &coded {
                encoder.encode_run(&runs, count, usual.min(count));
            }
            let bytes = encoder.finish();
            // Stopping and going on changes nothing.
            let mut at = Decoder::new(&bytes).pause();
            for &(usual, count) in &coded {
                let mut decoder = Decoder::resume(&bytes, at);
                prop_assert_eq!(decoder.decode_run(&runs, count), usual.min(count));
                at = decoder.pause();
            }
        }

        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let mut decoder = Decoder::new(&bytes);
            for at in 0..2000 {
                prop_assert!(decoder.decode(&[1 + at * 3, 60_000]) < 3);
            }
        }
    }

    /// Bytes that are the first of a symbol's share.
    #[test]
    fn shares_include_their_start() {
        let mut encoder = Encoder::new();
        encoder.encode(1 << 15, 1 << 15);
        let bytes = encoder.finish();
        assert_eq!(bytes, [0x80]);
        assert_eq!(Decoder::new(&bytes).decode(&[1 << 15]), 1);
    }
}
