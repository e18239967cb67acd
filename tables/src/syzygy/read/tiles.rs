//! The positions of a table in a sequence in which neighbours go into cells that are near each
//! other.
//!
//! A file's sequence is made for long runs of equal values. In it, the man whose squares are next to
//! each other in cells may change slowest of all, so that each position would go to another line
//! of memory. Here that man changes fastest among the placements of his group. If many positions
//! lie between one placement of the group and the next, they are visited some at a time, each time
//! for all squares of that man.

use shakmaty::File;

use crate::syzygy::write::{
    order::{Men, Order},
    walk::{CHUNK, Renumbered, Squares, Walk},
};

/// How many positions are visited one after the other, if they need not be in tiles.
const PART: u64 = 256 * CHUNK as u64;
/// The greatest width of a tile.
const WIDTH: u64 = 64 * CHUNK as u64;

/// A table's positions, in parts that can be visited side by side. Numbers of positions are those
/// of the sequence here; there are less than 2 to the power of 32.
pub struct Tiles {
    walk: Walk,
    sorted: Renumbered,
    /// The placements of the group, in runs between which only that man moves.
    runs: Vec<(u64, u64)>,
}

impl Tiles {
    /// Those of a table in which the man at a place of the order's list changes fastest in his
    /// group.
    pub fn new(men: &Men, order: &Order, file: File, place: usize) -> Self {
        let (walk, sorted) = Walk::with_fastest(men, order, file, place);
        let mut end = 0;
        let run = |&length: &usize| {
            let start = end;
            end += length as u64;
            (start, end)
        };
        let runs = sorted.runs.iter().map(run).collect();
        Self { walk, sorted, runs }
    }

    /// How many positions there are before the group has the same placement again.
    fn period(&self) -> u64 {
        self.sorted.factor * self.sorted.numbers.len() as u64
    }

    /// Whether few enough positions lie between one placement and the next to visit them one
    /// after the other.
    fn is_plain(&self) -> bool {
        self.sorted.factor <= CHUNK as u64
    }

    fn widths(&self) -> usize {
        self.sorted.factor.div_ceil(WIDTH) as usize
    }

    /// How many parts there are.
    pub fn parts(&self) -> usize {
        if self.is_plain() {
            return self.walk.size().div_ceil(PART) as usize;
        }
        (self.walk.size() / self.period()) as usize * self.runs.len() * self.widths()
    }

    /// Calls a function for stretches of up to [`CHUNK`] positions of a part: the first one, and how
    /// many there are.
    pub fn each(&self, part: usize, mut call: impl FnMut(u64, usize)) {
        let mut visit = |start: u64, end: u64| {
            call(start, (end - start).min(CHUNK as u64) as usize);
        };
        if self.is_plain() {
            let start = part as u64 * PART;
            let end = self.walk.size().min(start + PART);
            for at in (start..end).step_by(CHUNK) {
                visit(at, end);
            }
            return;
        }
        let (rest, width) = (part / self.widths(), part % self.widths());
        let (higher, run) = (rest / self.runs.len(), rest % self.runs.len());
        let start = higher as u64 * self.period();
        let from = width as u64 * WIDTH;
        let to = self.sorted.factor.min(from + WIDTH);
        let (first, last) = self.runs[run];
        for at in (from..to).step_by(CHUNK) {
            for digit in first..last {
                let start = start + digit * self.sorted.factor;
                visit(start + at, start + to);
            }
        }
    }

    /// The squares of a stretch.
    pub fn decode(&self, start: u64, count: usize, squares: &mut Squares) {
        self.walk.decode(start, count, squares);
    }

    /// The numbers that the positions of a stretch have in the file.
    pub fn places(&self, start: u64, count: usize, places: &mut [u32; CHUNK]) {
        let Renumbered {
            numbers, factor, ..
        } = &self.sorted;
        let (period, digits) = (self.period(), numbers.len());
        let mut base = start / period * period;
        let mut digit = (start % period / factor) as usize;
        if *factor == 1 {
            for place in &mut places[..count] {
                if digit == digits {
                    (digit, base) = (0, base + period);
                }
                *place = base as u32 + numbers[digit];
                digit += 1;
            }
            return;
        }
        let mut low = start % factor;
        let mut at = 0;
        while at < count {
            if digit == digits {
                (digit, base) = (0, base + period);
            }
            let end = count.min(at + (factor - low) as usize);
            let first = (base + u64::from(numbers[digit]) * factor + low) as u32;
            for (place, number) in places[at..end].iter_mut().zip(first..) {
                *place = number;
            }
            (at, low, digit) = (end, 0, digit + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Layout;

    /// Every position of a table is visited once, and has the squares that the file's sequence
    /// gives to its number there.
    #[test]
    fn every_position_is_visited_once() {
        for class in ["KRvK", "KNNvK", "KRvKB", "KPPvK", "KPvKP"] {
            let men = Men::new(&Layout::new(&class.parse().expect("a class")).expect("a layout"));
            for order in men.orders() {
                let walk = Walk::new(&men, &order, File::B);
                for place in 0..men.listed.len() {
                    let tiles = Tiles::new(&men, &order, File::B, place);
                    let mut found = vec![false; walk.size() as usize];
                    for part in 0..tiles.parts() {
                        tiles.each(part, |start, count| {
                            check(&tiles, &walk, (start, count), &mut found);
                        });
                    }
                    assert!(found.iter().all(|&found| found), "{class} {place}");
                }
            }
        }
    }

    fn check(tiles: &Tiles, walk: &Walk, (start, count): (u64, usize), found: &mut [bool]) {
        let none = || [[0; CHUNK]; crate::MAX_TABLE_MEN];
        let (mut squares, mut expected) = (none(), none());
        let mut places = [0; CHUNK];
        tiles.places(start, count, &mut places);
        tiles.decode(start, count, &mut squares);
        for at in 0..count {
            let place = places[at] as usize;
            assert!(!found[place], "{place} twice");
            found[place] = true;
            if at % 16 == 0 {
                walk.decode(place as u64, 1, &mut expected);
                for (squares, expected) in squares.iter().zip(&expected) {
                    assert_eq!(squares[at], expected[0]);
                }
            }
        }
    }
}
