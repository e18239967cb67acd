//! The values of a DTZ table, and values for don't cares.

use super::{
    frequencies::Frequencies,
    runs::{Run, Runs, push},
};

/// Shorter runs of don't cares follow a neighbour whatever the frequencies.
const SHORT: u32 = 32;

/// The values of a DTZ table: places in its lists of distances, frequent ones first.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DtzSymbols {
    /// How many values there are; this number stands for don't care.
    pub count: usize,
    /// Values below this are frequent.
    pub frequent: usize,
}

/// The neighbours that follow and precede each value most often.
struct Habits {
    next: Vec<u16>,
    previous: Vec<u16>,
    /// The most frequent pair of all, and how often it occurs.
    pair: [u16; 2],
    frequency: u32,
}

impl DtzSymbols {
    fn is_free(self, run: Run) -> bool {
        usize::from(run.symbol) == self.count
    }

    /// Gives short runs of don't cares the smaller of their neighbours, if that is
    /// frequent.
    pub fn fill_short(self, runs: &mut Runs) {
        runs.spare.clear();
        let (list, to) = (&runs.list, &mut runs.spare);
        for (at, &run) in list.iter().enumerate() {
            let symbol = |at: usize| list.get(at).map(|run| run.symbol);
            let value = if self.is_free(run) && run.length < SHORT {
                match (at.checked_sub(1).and_then(symbol), symbol(at + 1)) {
                    (Some(before), Some(after)) => Some(before.min(after)),
                    (before, after) => before.or(after),
                }
            } else {
                None
            };
            let value = value.filter(|&value| usize::from(value) < self.frequent);
            push(to, value.unwrap_or(run.symbol), run.length);
        }
        std::mem::swap(&mut runs.list, &mut runs.spare);
    }

    fn habits(self, frequencies: &Frequencies) -> Habits {
        let mut habits = Habits {
            next: vec![0; self.count],
            previous: vec![0; self.count],
            pair: [0; 2],
            frequency: 0,
        };
        let mut found = None;
        for first in 0..self.count {
            for second in 0..self.count {
                let frequency = frequencies.get(first, second);
                let next = &mut habits.next[first];
                if frequency > frequencies.get(first, usize::from(*next)) {
                    *next = second as u16;
                }
                let previous = &mut habits.previous[second];
                if frequency > frequencies.get(usize::from(*previous), second) {
                    *previous = first as u16;
                }
                if found.is_none_or(|found| frequency > found) {
                    found = Some(frequency);
                    habits.pair = [first as u16, second as u16];
                }
            }
        }
        habits.frequency = found.unwrap_or(0);
        habits
    }

    /// Fills the don't cares that are left, each with what is frequent beside its neighbours.
    /// `frequencies` are those of pairs of values.
    pub fn fill_rest(self, runs: &mut Runs, frequencies: &Frequencies) {
        if !runs.list.iter().any(|&run| self.is_free(run)) {
            return;
        }
        let habits = self.habits(frequencies);
        runs.spare.clear();
        let (list, to) = (&runs.list, &mut runs.spare);
        for (at, &run) in list.iter().enumerate() {
            if self.is_free(run) {
                let next = list.get(at + 1).map(|next| next.symbol);
                habits.fill(run.length, next, frequencies, to);
            } else {
                push(to, run.symbol, run.length);
            }
        }
        std::mem::swap(&mut runs.list, &mut runs.spare);
    }
}

impl Habits {
    /// What follows a value most often, and how often.
    fn after(&self, value: u16, frequencies: &Frequencies) -> (u16, u32) {
        let next = self.next[usize::from(value)];
        (next, frequencies.get(value.into(), next.into()))
    }

    /// What precedes a value most often, and how often.
    fn before(&self, value: u16, frequencies: &Frequencies) -> (u16, u32) {
        let previous = self.previous[usize::from(value)];
        (previous, frequencies.get(previous.into(), value.into()))
    }

    /// Adds values for don't cares between the last run and the value `right`.
    fn fill(&self, length: u32, right: Option<u16>, frequencies: &Frequencies, to: &mut Vec<Run>) {
        if length == 1 {
            let value = self.one(right, frequencies, to);
            push(to, value, 1);
            return;
        }
        let mut left = length;
        while left > 0 {
            let last = to.last().map(|run| run.symbol);
            let next = last.map(|last| self.after(last, frequencies));
            match next {
                Some((next, frequency)) if frequency == self.frequency => {
                    // It follows itself from here on.
                    let count = if Some(next) == last { left } else { 1 };
                    push(to, next, count);
                    left -= count;
                }
                // An open cell and the next one get the most frequent pair together.
                _ if left > 1 => {
                    self.pair.iter().for_each(|&value| push(to, value, 1));
                    left -= 2;
                }
                _ => {
                    let before = right.map(|right| self.before(right, frequencies));
                    let value = match before {
                        Some((before, frequency)) if frequency == self.frequency => before,
                        _ => self.one(right, frequencies, to),
                    };
                    push(to, value, 1);
                    left -= 1;
                }
            }
        }
    }

    /// The value for one don't care after the last run.
    fn one(&self, right: Option<u16>, frequencies: &Frequencies, to: &[Run]) -> u16 {
        let next = to.last().map(|last| self.after(last.symbol, frequencies));
        let before = right.map(|right| self.before(right, frequencies));
        match (next, before) {
            (Some(next), Some(before)) if next.1 >= before.1 => next.0,
            (next, None) => next.map_or(0, |next| next.0),
            (_, Some(before)) => before.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: u8 = 4;
    const SYMBOLS: DtzSymbols = DtzSymbols {
        count: 4,
        frequent: 3,
    };

    fn codes(runs: &Runs) -> Vec<u8> {
        let list = runs.list.iter();
        list.flat_map(|run| vec![run.symbol as u8; run.length as usize])
            .collect()
    }

    fn short(all: &[u8]) -> Vec<u8> {
        let mut runs = Runs::default();
        runs.extend(all);
        SYMBOLS.fill_short(&mut runs);
        codes(&runs)
    }

    fn rest(all: &[u8], pairs: &[([u16; 2], u32)]) -> Vec<u8> {
        let mut frequencies = Frequencies::new();
        for &(pair, count) in pairs {
            frequencies.change(pair, count);
        }
        let mut runs = Runs::default();
        runs.extend(all);
        SYMBOLS.fill_rest(&mut runs, &frequencies);
        codes(&runs)
    }

    #[test]
    fn short_runs_take_the_smaller_neighbour_if_it_is_frequent() {
        assert_eq!(short(&[2, FREE, 1]), [2, 1, 1]);
        assert_eq!(short(&[FREE, 2]), [2, 2]);
        assert_eq!(short(&[2, FREE]), [2, 2]);
        assert_eq!(short(&[3, FREE, 3]), [3, FREE, 3]);
        let long = |length| [vec![1], vec![FREE; length], vec![1]].concat();
        assert_eq!(short(&long(31)), [1; 33]);
        assert_eq!(short(&long(32)), long(32));
    }

    #[test]
    fn single_ones_take_the_more_frequent_side() {
        let pairs = [([1, 2], 5), ([0, 3], 5), ([0, 0], 9)];
        // After 1 comes 2, before 3 comes 0, equally often: the left side decides.
        assert_eq!(rest(&[1, FREE, 3], &pairs), [1, 2, 3]);
        let more = [([1, 2], 5), ([0, 3], 6), ([0, 0], 9)];
        assert_eq!(rest(&[1, FREE, 3], &more), [1, 0, 3]);
    }

    #[test]
    fn longer_ones_take_the_most_frequent_pair() {
        let pairs = [([1, 2], 9), ([2, 1], 3), ([0, 3], 2)];
        // 2 is not followed by anything that frequent, so that a pair goes on.
        assert_eq!(
            rest(&[0, FREE, FREE, FREE, FREE, 3], &pairs),
            [0, 1, 2, 1, 2, 3]
        );
        // Beside the left neighbour that begins it, its second half comes first.
        assert_eq!(rest(&[1, FREE, FREE, FREE, 3], &pairs), [1, 2, 1, 2, 3]);
        // What is left before the right neighbour that ends it is its first half.
        assert_eq!(rest(&[0, FREE, FREE, FREE, 2], &pairs), [0, 1, 2, 1, 2]);
        // Otherwise the last one is a single one.
        assert_eq!(rest(&[0, FREE, FREE, FREE, 3], &pairs), [0, 1, 2, 1, 3]);
        assert_eq!(rest(&[FREE; 5], &[([2, 2], 1)]), [2; 5]);
    }

    #[test]
    fn of_equal_pairs_the_first_is_taken() {
        let pairs = [([3, 0], 9), ([1, 2], 9), ([1, 3], 9)];
        assert_eq!(rest(&[0, FREE, FREE, 0], &pairs), [0, 1, 2, 0]);
    }

    /// What follows a value, or precedes it, equally often: the lower value.
    #[test]
    fn of_equal_neighbours_the_lower_is_taken() {
        assert_eq!(
            rest(&[1, FREE], &[([1, 2], 5), ([1, 3], 5), ([0, 0], 9)]),
            [1, 2]
        );
        assert_eq!(
            rest(&[FREE, 3], &[([1, 3], 5), ([2, 3], 5), ([0, 0], 9)]),
            [1, 3]
        );
    }
}
