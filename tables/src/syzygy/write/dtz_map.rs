//! Which distances a DTZ table has, and the small numbers that stand for them.
//!
//! Wins, losses, cursed wins and blessed losses have a list each, the frequent distances first.
//! A table stores the place of a distance in its list.

use crate::Dtz;

use super::{cells::Counts, dtz_codes::DtzSymbols, values::Distance};

/// How many lists there are.
pub const LISTS: usize = 4;

/// The lists of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DtzMap {
    /// The distances of wins, losses, cursed wins and blessed losses.
    pub lists: [Vec<u16>; LISTS],
    /// Whether wins are stored in plies, not in moves.
    pub exact_wins: bool,
    /// Whether losses are.
    pub exact_losses: bool,
    pub symbols: DtzSymbols,
}

impl DtzMap {
    /// The lists for the positions of one side, whose opponent's are `other`. `common` is the
    /// frequency from which on a value is frequent.
    pub fn new(counts: &Counts, other: &Counts, common: u64) -> Self {
        let [exact_wins, exact_losses] = exact(counts, other);
        let mut frequencies: [Vec<u64>; LISTS] = Default::default();
        for (distance, count) in counts.all() {
            let (list, stored) = place(distance, exact_wins, exact_losses);
            let frequencies = &mut frequencies[list];
            if frequencies.len() <= usize::from(stored) {
                frequencies.resize(usize::from(stored) + 1, 0);
            }
            frequencies[usize::from(stored)] += count;
        }
        let lists = frequencies
            .each_ref()
            .map(|frequencies| sorted(frequencies));
        let count = lists.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let sum = |at: usize| -> u64 {
            let of = lists.iter().zip(&frequencies);
            of.filter_map(|(list, frequencies)| Some(frequencies[usize::from(*list.get(at)?)]))
                .sum()
        };
        let frequent = (0..count).find(|&at| sum(at) < common).unwrap_or(count);
        Self {
            lists,
            exact_wins,
            exact_losses,
            symbols: DtzSymbols { count, frequent },
        }
    }

    /// For each [`Distance`], as a number, the value that stands for it.
    pub fn values(&self, counts: &Counts) -> Vec<u8> {
        let free = self.symbols.count as u8;
        let value = |number: usize| {
            let distance = Distance(number as u16);
            if distance.is_free() {
                return free;
            }
            let (list, stored) = place(distance, self.exact_wins, self.exact_losses);
            let place = self.lists[list].iter().position(|&other| other == stored);
            place.map_or(free, |place| place as u8)
        };
        (0..counts.distances.len().max(1)).map(value).collect()
    }

    /// The list of which all others are the beginning: then values can be distances.
    pub fn common_list(&self) -> Option<&[u16]> {
        let longest = self
            .lists
            .iter()
            .find(|list| list.len() == self.symbols.count)?;
        let begins = |list: &Vec<u16>| longest.starts_with(list);
        self.lists.iter().all(begins).then_some(longest)
    }
}

/// The list of a distance, and what it holds for it: plies or moves beyond the first, or beyond
/// the 50-move rule.
fn place(distance: Distance, exact_wins: bool, exact_losses: bool) -> (usize, u16) {
    let limit = Dtz::MAX_50_MOVES.plies() as u16;
    let plies = distance.plies();
    let list = usize::from(!distance.is_win());
    if plies > limit {
        return (list + 2, (plies - limit - 1) / 2);
    }
    let is_exact = if distance.is_win() {
        exact_wins
    } else {
        exact_losses
    };
    let plies = plies.saturating_sub(1);
    (list, if is_exact { plies } else { plies / 2 })
}

/// Whether wins and losses of a side are stored in plies: if one of them, or of the
/// opponent's losses and wins, is exactly as long as the 50-move rule allows.
pub fn exact(counts: &Counts, other: &Counts) -> [bool; 2] {
    let limit = Dtz::MAX_50_MOVES.plies() as u16;
    [
        counts.at(true, limit) > 0 || other.at(false, limit) > 0,
        other.at(true, limit) > 0 || counts.at(false, limit) > 0,
    ]
}

/// What occurs, the frequent first: an exchange sort, because equal ones must end as they do
/// there.
fn sorted(frequencies: &[u64]) -> Vec<u16> {
    let mut list: Vec<u16> = (0..frequencies.len() as u16)
        .filter(|&at| frequencies[usize::from(at)] > 0)
        .collect();
    for first in 0..list.len() {
        for second in first + 1..list.len() {
            if frequencies[usize::from(list[first])] < frequencies[usize::from(list[second])] {
                list.swap(first, second);
            }
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(all: &[(bool, u16, u64)]) -> Counts {
        let mut counts = Counts::default();
        for &(is_win, plies, count) in all {
            let number = usize::from(plies << 2 | if is_win { 1 } else { 2 });
            counts
                .distances
                .resize(counts.distances.len().max(number + 1), 0);
            counts.distances[number] = count;
        }
        counts
    }

    #[test]
    fn moves_are_stored_but_for_wins_or_losses_of_exactly_100_plies() {
        let side = counts(&[
            (true, 7, 5),
            (true, 8, 4),
            (false, 6, 3),
            (true, 103, 2),
            (true, 104, 2),
        ]);
        let map = DtzMap::new(&side, &counts(&[]), 1);
        assert_eq!(map.lists, [vec![3], vec![2], vec![1], vec![]]);
        // The opponent's loss in 100 plies makes wins exact.
        let map = DtzMap::new(&side, &counts(&[(false, 100, 1)]), 1);
        assert_eq!(map.lists, [vec![6, 7], vec![2], vec![1], vec![]]);
        assert_eq!((map.exact_wins, map.exact_losses), (true, false));
        let map = DtzMap::new(&side, &counts(&[(true, 100, 1)]), 1);
        assert_eq!((map.exact_wins, map.exact_losses), (false, true));
        assert_eq!(
            exact(&counts(&[(true, 99, 1), (false, 101, 1)]), &counts(&[])),
            [false; 2]
        );
    }

    #[test]
    fn distances_beyond_the_limit_are_counted_in_pairs_from_101() {
        assert_eq!(place(Distance(101 << 2 | 1), true, true), (2, 0));
        assert_eq!(place(Distance(102 << 2 | 2), true, true), (3, 0));
        assert_eq!(place(Distance(103 << 2 | 2), true, true), (3, 1));
        assert_eq!(place(Distance(100 << 2 | 1), true, true), (0, 99));
        assert_eq!(place(Distance(2), false, false), (1, 0), "mate");
    }

    #[test]
    fn the_exchange_sort_of_distances_is_not_stable() {
        // 5 is swapped with 9, and so comes after the other 5.
        assert_eq!(sorted(&[5, 5, 9]), [2, 1, 0]);
        assert_eq!(sorted(&[0, 3, 0, 3]), [1, 3]);
    }

    #[test]
    fn values_are_frequent_down_to_the_common_frequency() {
        let side = counts(&[(true, 1, 9), (true, 3, 5), (true, 5, 4), (false, 2, 1)]);
        let frequent = |common| DtzMap::new(&side, &counts(&[]), common).symbols.frequent;
        assert_eq!([4, 5, 6, 10, 11].map(frequent), [3, 2, 1, 1, 0]);
    }

    #[test]
    fn lists_that_begin_alike_need_no_map() {
        let list = |all: &[(bool, u16, u64)]| DtzMap::new(&counts(all), &counts(&[]), 1);
        let alike = list(&[(true, 1, 9), (true, 3, 5), (false, 2, 7)]);
        assert_eq!(alike.common_list(), Some(&[0, 1][..]));
        let other = list(&[(true, 1, 9), (true, 3, 5), (false, 4, 7)]);
        assert_eq!(other.common_list(), None);
    }
}
