//! The range coder: symbols and their frequencies to bytes and back.
//!
//! All arithmetic is on integers. A stream has no length and no end mark:
//! zero bytes at its end are left out, and the decoder reads zeros there.

/// Frequencies of all symbols of a distribution add up to two to this power.
pub(super) const SCALE_BITS: u32 = 16;

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
        let unit = self.range >> SCALE_BITS;
        self.low += unit * u64::from(start);
        self.range = if start + frequency == 1 << SCALE_BITS {
            self.range - unit * u64::from(start)
        } else {
            unit * u64::from(frequency)
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
        self.code -= low;
        // Only damaged distributions leave a symbol no room.
        self.range = (high - low).max(1);
        while self.range < BOTTOM {
            self.shift();
            self.range <<= 8;
        }
        symbol
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
