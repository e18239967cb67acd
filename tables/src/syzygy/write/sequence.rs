//! A table, or a sample of it, as a sequence of symbols: as runs while they are long, then as
//! bytes, and as words where there are too many symbols for bytes.

use super::{
    frequencies::{Frequencies, NewPair},
    replace::{Lookup, replace_bytes, replace_words},
    runs::Runs,
};

/// How a sequence is held.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
enum Form {
    #[default]
    Runs,
    Bytes,
    Words,
}

/// A sequence of symbols. It can be used again, to save memory.
#[derive(Default, Debug)]
pub struct Sequence {
    form: Form,
    pub runs: Runs,
    bytes: Vec<u8>,
    words: Vec<u16>,
}

impl Sequence {
    /// An empty one, to which up to this number of symbols are added.
    ///
    /// Room for all of them is reserved at once: only what is used takes memory, whereas each
    /// list that grows leaves a smaller one behind.
    pub fn restart(&mut self, symbols: usize) {
        self.form = Form::Runs;
        self.runs.clear();
        self.runs.list.reserve(symbols);
        self.runs.spare.clear();
        self.runs.spare.reserve(symbols);
    }

    /// One of these codes.
    pub fn of_bytes(codes: Vec<u8>) -> Self {
        Self {
            form: Form::Bytes,
            bytes: codes,
            ..Self::default()
        }
    }

    /// Counts pairs of neighbours; symbols are below `kinds`.
    pub fn count(&self, kinds: usize, frequencies: &mut Frequencies) {
        match self.form {
            Form::Runs => {
                frequencies.restart(kinds);
                self.runs.count(frequencies);
            }
            Form::Bytes => frequencies.count(&self.bytes, kinds),
            Form::Words => {}
        }
    }

    /// Replaces pairs by new symbols, after which there are `kinds`, and keeps the frequencies
    /// true.
    pub fn replace(&mut self, pairs: &[NewPair], kinds: usize, frequencies: &mut Frequencies) {
        frequencies.reserve(kinds);
        if self.form == Form::Bytes && kinds > 1 << 8 {
            self.words = self.bytes.iter().map(|&symbol| symbol.into()).collect();
            self.bytes = Vec::new();
            self.form = Form::Words;
        }
        match self.form {
            Form::Bytes => replace_bytes(&mut self.bytes, pairs, frequencies),
            Form::Words => replace_words(&mut self.words, pairs, frequencies),
            Form::Runs => {
                self.runs.replace(&Lookup::new(pairs, frequencies.limit()));
                frequencies.restart(kinds);
                self.runs.count(frequencies);
                frequencies.clear(pairs);
                if self.runs.len() < 2 * self.runs.list.len() as u64 {
                    self.spread(kinds);
                }
            }
        }
    }

    /// Gives up runs.
    fn spread(&mut self, kinds: usize) {
        let length = self.runs.len() as usize;
        if kinds <= 1 << 8 {
            self.form = Form::Bytes;
            write_out(&self.runs, length, &mut self.bytes, |symbol| symbol as u8);
        } else {
            self.form = Form::Words;
            write_out(&self.runs, length, &mut self.words, |symbol| symbol);
        }
    }

    /// How often each symbol occurs.
    pub fn frequencies(&self, kinds: usize) -> Vec<u64> {
        let mut frequencies = vec![0; kinds];
        let mut add =
            |symbol: u16, count: u32| frequencies[usize::from(symbol)] += u64::from(count);
        match self.form {
            Form::Runs => self
                .runs
                .list
                .iter()
                .for_each(|run| add(run.symbol, run.length)),
            Form::Bytes => self.bytes.iter().for_each(|&symbol| add(symbol.into(), 1)),
            Form::Words => self.words.iter().for_each(|&symbol| add(symbol, 1)),
        }
        frequencies
    }

    /// The symbols as words, each as `map` says.
    pub fn into_words(mut self, map: impl Fn(u16) -> u16) -> Vec<u16> {
        if self.form == Form::Runs {
            self.spread(usize::MAX);
        }
        if self.form == Form::Bytes {
            return self
                .bytes
                .iter()
                .map(|&symbol| map(symbol.into()))
                .collect();
        }
        self.words
            .iter_mut()
            .for_each(|symbol| *symbol = map(*symbol));
        self.words
    }
}

/// Writes out the symbols of runs.
fn write_out<T: Copy + Default>(
    runs: &Runs,
    length: usize,
    symbols: &mut Vec<T>,
    of: impl Fn(u16) -> T,
) {
    /// Most runs are not longer, so that all get this length, and the next one goes over what
    /// is too much.
    const SHORT: usize = 16;
    symbols.clear();
    symbols.resize(length + SHORT, T::default());
    let mut at = 0;
    for run in &runs.list {
        let (symbol, end) = (of(run.symbol), at + run.length as usize);
        symbols[at..at + SHORT].fill(symbol);
        if end > at + SHORT {
            symbols[at + SHORT..end].fill(symbol);
        }
        at = end;
    }
    symbols.truncate(length);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_written_out_short_and_long() {
        let runs = [(3, 1), (4, 40), (5, 16), (6, 17), (7, 2), (8, 15), (9, 3)];
        let codes: Vec<u8> = runs
            .iter()
            .flat_map(|&(code, length)| vec![code; length])
            .collect();
        for kinds in [10, 1000] {
            // What is left of another one.
            let mut sequence = Sequence {
                bytes: vec![1; 500],
                words: vec![1; 500],
                ..Sequence::default()
            };
            sequence.restart(codes.len());
            sequence.runs.extend(&codes);
            sequence.spread(kinds);
            let expected: Vec<u16> = codes.iter().map(|&code| code.into()).collect();
            assert_eq!(sequence.into_words(|symbol| symbol), expected, "{kinds}");
        }
    }
}
