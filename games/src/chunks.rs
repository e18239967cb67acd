//! A stream cut into pieces of whole games.

use std::io::{self, Read};

use crate::starts::{begins_with_tag, last_blank_line, starts};

/// How many bytes are read at a time.
const TARGET: usize = 1 << 20;

/// The maximum bytes of a chunk. A single game that is longer is cut in two,
/// and so cannot be replayed.
pub const MAX_CHUNK: usize = 8 << 20;

/// Some games of a stream, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// Its number, from 0.
    pub number: usize,
    /// Whole games, unless one of them is too long.
    pub text: Vec<u8>,
    /// Where games with tags begin, except at the beginning.
    pub(crate) starts: Vec<usize>,
    /// Whether it begins and ends within a game that is too long.
    pub within: [bool; 2],
}

/// The chunks of a stream. The cuts depend only on its bytes.
#[derive(Debug)]
pub struct Chunks<R> {
    source: R,
    /// The beginning of the next chunk.
    rest: Vec<u8>,
    count: usize,
    target: usize,
    max: usize,
    is_at_end: bool,
    is_within: bool,
}

impl<R: Read> Chunks<R> {
    /// Cuts a stream.
    pub fn new(source: R) -> Self {
        Self::with_sizes(source, TARGET, MAX_CHUNK)
    }

    fn with_sizes(source: R, target: usize, max: usize) -> Self {
        Self {
            source,
            rest: Vec::new(),
            count: 0,
            target,
            max,
            is_at_end: false,
            is_within: false,
        }
    }

    /// The next text, and where games begin in it.
    fn next_text(&mut self) -> io::Result<Option<(Vec<u8>, Vec<usize>)>> {
        let mut wanted = self.target;
        loop {
            self.fill(wanted)?;
            let mut starts = starts(&self.rest, self.is_at_end);
            if self.is_at_end {
                let text = std::mem::take(&mut self.rest);
                return Ok((!text.is_empty()).then_some((text, starts)));
            }
            if let Some(cut) = starts.pop() {
                self.is_within = false;
                return Ok(Some((self.cut(cut), starts)));
            }
            if wanted >= self.max {
                let between = last_blank_line(&self.rest);
                // A blank line does not end a game with tags.
                let between = between.filter(|_| !self.is_within && !begins_with_tag(&self.rest));
                self.is_within = between.is_none();
                let text = self.cut(between.unwrap_or(self.rest.len()));
                return Ok(Some((text, starts)));
            }
            wanted = (2 * wanted).min(self.max);
        }
    }

    /// Reads until there are `wanted` bytes or the stream ends.
    fn fill(&mut self, wanted: usize) -> io::Result<()> {
        let missing = wanted.saturating_sub(self.rest.len());
        self.rest.reserve_exact(missing);
        let read = (&mut self.source)
            .take(missing as u64)
            .read_to_end(&mut self.rest)?;
        self.is_at_end = read < missing;
        Ok(())
    }

    fn cut(&mut self, at: usize) -> Vec<u8> {
        let rest = self.rest.split_off(at);
        std::mem::replace(&mut self.rest, rest)
    }
}

impl<R: Read> Iterator for Chunks<R> {
    type Item = io::Result<Chunk>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_at_end {
            return None;
        }
        let begins_within = self.is_within;
        let text = self.next_text();
        // Nothing is read after an error.
        self.is_at_end |= text.is_err();
        let text = text.transpose()?;
        let number = self.count;
        self.count += 1;
        Some(text.map(|(text, starts)| Chunk {
            number,
            text,
            starts,
            within: [begins_within, self.is_within && !self.is_at_end],
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &[u8], target: usize, max: usize) -> Vec<Vec<u8>> {
        let chunks = Chunks::with_sizes(text, target, max);
        chunks
            .map(|chunk| chunk.expect("memory can be read").text)
            .collect()
    }

    #[test]
    fn cuts_are_between_games() {
        let game = "[Event \"a\"]\n\n1. e4 *\n\n";
        for chunk in texts(game.repeat(20).as_bytes(), 50, 400) {
            assert_eq!(chunk.len() % game.len(), 0);
            assert!(chunk.len() <= 50);
        }
        let game = "1. e4 *\n\n";
        for chunk in texts(game.repeat(20).as_bytes(), 10, 40) {
            assert_eq!(chunk.len() % game.len(), 0);
        }
    }

    proptest::proptest! {
        #[test]
        fn nothing_is_lost(text: Vec<u8>, pgn in "([a\\[\"\n ]{0,9}\n?\\[E \")*", target in 1_usize..64) {
            for text in [text, pgn.into_bytes()] {
                let chunks = texts(&text, target, 4 * target);
                proptest::prop_assert!(chunks.iter().all(|chunk| (1..=4 * target).contains(&chunk.len())));
                proptest::prop_assert_eq!(chunks.concat(), text);
            }
        }
    }
}
