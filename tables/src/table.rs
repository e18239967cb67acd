//! Tables in memory: the value of every position of a class.

use shakmaty::{ByColor, Color};

use crate::{Dtm, Dtz, Index, Layout, Metric, Placement, Value, Wdl};

/// A small number for each position of a class, sliced into bits: a position is
/// in slice `k` if its number has bit `k`. There are as many slices as the
/// greatest number has bits.
///
/// The numbers of 64 positions are thus read and written at once.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// Each slice has the words of [`Layout`].
    pub slices: Vec<Vec<u64>>,
}

/// The values of every position of a class with one side to move.
///
/// All sets have the words of [`Layout`].
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct SideTable {
    /// The legal positions.
    pub legal: Vec<u64>,
    /// Those won for the side to move.
    pub win: Vec<u64>,
    /// Those lost for the side to move.
    pub loss: Vec<u64>,
    /// Distance to mate in moves of the winner: see [`dtm`]. `None` if only
    /// WDL is known.
    pub moves: Option<Numbers>,
    /// Distance to a zeroing move in plies: see [`Dtz`]. `None` if not known.
    pub dtz: Option<Numbers>,
}

/// The value of every position of a class, both sides to move.
///
/// WDL is stored as sets and distances as bit slices, so a whole class is read
/// 64 positions at a time; see [`Layout`] for the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    layout: Layout,
    sides: ByColor<SideTable>,
}

impl Numbers {
    /// The number of one position.
    pub fn get(&self, word: usize, bit: u32) -> u32 {
        let slices = self.slices.iter().enumerate();
        slices
            .map(|(at, slice)| ((slice[word] >> bit & 1) as u32) << at)
            .sum()
    }

    /// Slice `at` of numbers for `words` words, created if missing.
    pub fn slice_mut(&mut self, at: u32, words: usize) -> &mut Vec<u64> {
        while self.slices.len() <= at as usize {
            self.slices.push(vec![0; words]);
        }
        &mut self.slices[at as usize]
    }

    /// The numbers that occur among the positions `of` of one word, each
    /// with its positions.
    pub fn values(&self, word: usize, of: u64) -> impl Iterator<Item = (u32, u64)> + '_ {
        let mut left = of;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let first = left.trailing_zeros();
            let (mut number, mut same) = (0, left);
            for (at, slice) in self.slices.iter().enumerate() {
                let slice = slice[word];
                if slice >> first & 1 != 0 {
                    number |= 1 << at;
                    same &= slice;
                } else {
                    same &= !slice;
                }
            }
            left &= !same;
            Some((number, same))
        })
    }

    /// The greatest number of a set of positions. `None` for the empty set.
    pub fn greatest(&self, set: &[u64]) -> Option<u32> {
        if set.iter().all(|&bits| bits == 0) {
            return None;
        }
        // The positions of the set that have all higher bits found so far.
        let mut left = set.to_vec();
        let mut greatest = 0;
        for (at, slice) in self.slices.iter().enumerate().rev() {
            if left
                .iter()
                .zip(slice)
                .any(|(left, slice)| left & slice != 0)
            {
                greatest |= 1 << at;
                for (left, slice) in left.iter_mut().zip(slice) {
                    *left &= slice;
                }
            }
        }
        Some(greatest)
    }

    /// The positions of one word whose number is greater than `limit`.
    pub fn above(&self, word: usize, limit: u32) -> u64 {
        let bits = self
            .slices
            .len()
            .max(limit.checked_ilog2().map_or(0, |log| log as usize + 1));
        let (mut above, mut equal) = (0, !0);
        for at in (0..bits).rev() {
            let slice = self.slices.get(at).map_or(0, |slice| slice[word]);
            if limit >> at & 1 == 0 {
                above |= equal & slice;
                equal &= !slice;
            } else {
                equal &= slice;
            }
        }
        above
    }
}

impl SideTable {
    /// The legal positions of a class, without any values.
    pub fn new(layout: &Layout, turn: Color) -> Self {
        let mut legal = vec![0; layout.words()];
        for (block, words) in legal.chunks_mut(layout.block_words()).enumerate() {
            layout.legal(block, turn, words);
        }
        Self {
            win: vec![0; legal.len()],
            loss: vec![0; legal.len()],
            legal,
            ..Self::default()
        }
    }

    /// The drawn positions of one word.
    pub fn draws(&self, word: usize) -> u64 {
        self.legal[word] & !self.win[word] & !self.loss[word]
    }

    /// Whether numbers are large enough for the 50-move rule to matter. If not,
    /// there is no need to search for cursed positions.
    pub(crate) fn may_be_cursed(&self) -> bool {
        let bits = Dtz::MAX_50_MOVES.plies().ilog2() as usize + 1;
        self.dtz
            .as_ref()
            .is_some_and(|dtz| dtz.slices.len() >= bits)
    }

    /// The positions of one word that the 50-move rule turns into draws.
    pub fn cursed(&self, word: usize) -> u64 {
        let limit = Dtz::MAX_50_MOVES.plies();
        self.dtz.as_ref().map_or(0, |dtz| dtz.above(word, limit))
    }

    /// The distances to mate, in moves of the winner, that occur among the
    /// positions `of` of one word, each with its positions. Empty if only WDL
    /// is known.
    pub fn by_moves(&self, word: usize, of: u64) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.moves
            .iter()
            .flat_map(move |moves| moves.values(word, of))
    }

    /// The value at a bit of a word. `None` if the position is not legal.
    pub fn value(&self, word: usize, bit: u32) -> Option<Value> {
        let has = |set: &[u64]| set[word] >> bit & 1 != 0;
        if !has(&self.legal) {
            return None;
        }
        let wdl = if has(&self.win) {
            Wdl::Win
        } else if has(&self.loss) {
            Wdl::Loss
        } else {
            return Some(Value::DRAW);
        };
        let mut value = Value::of(wdl);
        for metric in Metric::ALL {
            if let Some(numbers) = metric.numbers(self) {
                metric.set(&mut value, numbers.get(word, bit));
            }
        }
        Some(value)
    }

    fn sets(&self) -> usize {
        let numbers = Metric::ALL
            .into_iter()
            .filter_map(|metric| metric.numbers(self));
        3 + numbers.map(|numbers| numbers.slices.len()).sum::<usize>()
    }
}

impl Table {
    /// A table of two finished sides.
    pub fn new(layout: Layout, sides: ByColor<SideTable>) -> Self {
        Self { layout, sides }
    }

    /// The order of the positions.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Both sides, taken out.
    pub fn into_sides(self) -> ByColor<SideTable> {
        self.sides
    }

    /// All positions with one side to move, with strong as White.
    pub fn side(&self, turn: Color) -> &SideTable {
        self.sides.get(turn)
    }

    /// The value of a placement. `None` if it is not legal.
    pub fn probe(&self, placement: &Placement) -> Option<Value> {
        self.value(self.layout.encode(&placement.squares)?, placement.turn)
    }

    /// The value at an index. `None` if the position is not legal.
    pub fn value(&self, index: Index, turn: Color) -> Option<Value> {
        let word = index.block * self.layout.block_words() + index.word;
        self.side(turn).value(word, index.bit)
    }

    /// How many bytes the table takes in memory.
    pub fn bytes(&self) -> usize {
        let sets: usize = self.sides.iter().map(SideTable::sets).sum();
        8 * sets * self.layout.words()
    }

    /// Whether a metric is known.
    pub fn has(&self, metric: Metric) -> bool {
        let has = |side: &SideTable| metric.numbers(side).is_some();
        metric == Metric::Wdl || self.sides.iter().all(has)
    }

    /// Whether distances to mate are known.
    pub fn has_dtm(&self) -> bool {
        self.has(Metric::Dtm)
    }

    /// Whether distances to zeroing moves are known.
    pub fn has_dtz(&self) -> bool {
        self.has(Metric::Dtz)
    }
}

/// The distance to mate in plies for a win or loss in `moves` moves.
pub fn dtm(wdl: Wdl, moves: u32) -> Dtm {
    let plies = (2 * moves).saturating_sub(u32::from(wdl == Wdl::Win));
    Dtm(plies.min(u16::MAX.into()) as u16)
}

/// What a metric is in a table.
impl Metric {
    /// The distances of a side. `None` for WDL, and if they are not known.
    pub fn numbers(self, side: &SideTable) -> Option<&Numbers> {
        match self {
            Self::Wdl => None,
            Self::Dtm => side.moves.as_ref(),
            Self::Dtz => side.dtz.as_ref(),
        }
    }

    /// Takes the distances of a side out.
    pub fn take_numbers(self, side: &mut SideTable) -> Option<Numbers> {
        match self {
            Self::Wdl => None,
            Self::Dtm => side.moves.take(),
            Self::Dtz => side.dtz.take(),
        }
    }

    /// Sets the distances of a side; does nothing for WDL.
    pub fn set_numbers(self, side: &mut SideTable, numbers: Numbers) {
        match self {
            Self::Wdl => {}
            Self::Dtm => side.moves = Some(numbers),
            Self::Dtz => side.dtz = Some(numbers),
        }
    }

    /// Sets the distance of a won or lost position's value from the number that
    /// tables store; does nothing for WDL.
    #[inline]
    pub(crate) fn set(self, value: &mut Value, number: u32) {
        match self {
            Self::Wdl => {}
            Self::Dtm => value.dtm = Some(dtm(value.wdl, number)),
            Self::Dtz => value.dtz = Some(Dtz(number as u16)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_sorted_out() {
        let mut numbers = Numbers::default();
        let of = |bit: u32| bit * 37 % 150;
        for bit in 0..64 {
            for slice in 0..8 {
                numbers.slice_mut(slice, 1)[0] |= u64::from(of(bit) >> slice & 1) << bit;
            }
        }
        for (number, bits) in numbers.values(0, !0) {
            let expected: u64 = (0..64)
                .filter(|&bit| of(bit) == number)
                .map(|bit| 1 << bit)
                .sum();
            assert_eq!(bits, expected);
        }
        for limit in [0, 1, 63, 64, 100, 149, 150, 1000] {
            let expected: u64 = (0..64)
                .filter(|&bit| of(bit) > limit)
                .map(|bit| 1 << bit)
                .sum();
            assert_eq!(numbers.above(0, limit), expected, "{limit}");
        }
        assert!((0..64).all(|bit| numbers.get(0, bit) == of(bit)));
        assert_eq!(numbers.greatest(&[!0]), (0..64).map(of).max());
        assert_eq!(numbers.greatest(&[0b110]), Some(74));
        assert_eq!(numbers.greatest(&[0]), None);
    }

    #[test]
    fn bytes_are_those_of_all_sets() {
        let layout = Layout::new(&"KRvK".parse().expect("a class")).expect("a layout");
        let set = vec![0_u64; layout.words()];
        let side = |slices: usize| SideTable {
            legal: set.clone(),
            win: set.clone(),
            loss: set.clone(),
            moves: Some(Numbers {
                slices: vec![set.clone(); slices],
            }),
            ..SideTable::default()
        };
        let sides = ByColor {
            black: side(5),
            white: side(6),
        };
        let bytes = Table::new(layout, sides).bytes();
        assert_eq!(bytes, size_of_val(&set[..]) * (3 + 5 + 3 + 6));
    }
}
