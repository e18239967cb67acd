//! The codes of a WDL table, and values for don't cares that have a neighbour to follow.

use super::runs::{Run, Runs, push};

/// How many values there are.
pub const VALUES: usize = 5;
/// Values and don't cares.
pub const CODES: usize = 9;
/// The don't care from which on a value may stand for it: a loss and a blessed loss for
/// all, a win only for that of a win.
pub const FROM: [usize; VALUES] = [5, 5, 6, 7, 8];
/// Longer runs of don't cares get a value even if they have no neighbour to follow.
const SHORT: u32 = 5;

/// Whether a value may be stored for a don't care. Before pairing, a loss and a blessed
/// loss are not put beside each other.
fn suits(value: u16, free: u16) -> bool {
    usize::from(value) < VALUES && usize::from(free) >= FROM[usize::from(value)]
}

/// As [`suits`], for a neighbour that may also be a value, which suits itself only.
fn goes_with(value: u16, other: u16) -> bool {
    if usize::from(other) < VALUES {
        value == other
    } else {
        suits(value, other)
    }
}

/// Which codes occur, and what stands for a don't care that has no neighbour to follow.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct WdlSymbols {
    /// Which values the table has.
    pub has: [bool; VALUES],
}

impl WdlSymbols {
    /// From how many positions have each code, counted as in [`Counts`](super::cells::Counts).
    pub fn new(codes: &[u64; CODES]) -> Self {
        let mut has: [bool; VALUES] = std::array::from_fn(|value| codes[value] > 0);
        // Don't cares up to a win always occur.
        let free = (VALUES..CODES - 1)
            .find(|&code| codes[code] > 0)
            .unwrap_or(CODES - 1);
        let first = (0..VALUES).find(|&value| has[value]).unwrap_or(VALUES);
        if first > free - VALUES + 1 {
            has[0] = true;
        }
        Self { has }
    }

    /// The values that it has.
    pub fn values(self) -> impl Iterator<Item = usize> {
        (0..VALUES).filter(move |&value| self.has[value])
    }

    /// How many values there are.
    pub fn count(self) -> usize {
        self.values().count()
    }

    /// The smallest value.
    pub fn first(self) -> u8 {
        self.values().next().unwrap_or(0) as u8
    }

    /// The value that a long run of don't cares gets, by the smallest of its codes.
    fn default_of(self, free: u16) -> u16 {
        let lowest = u16::from(!self.has[0]);
        let draw = if self.has[2] { 2 } else { lowest };
        let cursed = if self.has[2] {
            2
        } else if self.has[0] {
            0
        } else if self.has[3] {
            3
        } else {
            1
        };
        match free {
            5 => lowest,
            6 => draw,
            7 => cursed,
            _ if self.has[4] => 4,
            _ => cursed,
        }
    }

    /// Gives don't cares the value of a neighbour where it suits; long ones without such
    /// a neighbour get a value of their own.
    pub fn fill(self, runs: &mut Runs) {
        runs.spare.clear();
        let (list, to) = (&runs.list, &mut runs.spare);
        let mut at = 0;
        while at < list.len() {
            let frees = list[at..].iter().take_while(|&&run| is_free(run)).count();
            if frees == 0 {
                push(to, list[at].symbol, list[at].length);
                at += 1;
                continue;
            }
            let (free, rest) = list[at..].split_at(frees);
            let smallest = free.iter().map(|run| run.symbol).min().unwrap_or(0);
            let length: u32 = free.iter().map(|run| run.length).sum();
            if let Some(value) = neighbour(to.last(), rest, smallest) {
                push(to, value, length);
            } else if length > SHORT {
                push(to, self.default_of(smallest), length);
            } else {
                for run in free {
                    push(to, run.symbol, run.length);
                }
            }
            at += frees;
        }
        std::mem::swap(&mut runs.list, &mut runs.spare);
    }
}

fn is_free(run: Run) -> bool {
    usize::from(run.symbol) >= VALUES
}

/// The value of the run before or of those after some don't cares, the smallest of which is
/// `free`; one that is repeated is better.
fn neighbour(before: Option<&Run>, after: &[Run], free: u16) -> Option<u16> {
    let mut found = None;
    if let Some(before) = before
        && suits(before.symbol, free)
    {
        if before.length > 1 {
            return Some(before.symbol);
        }
        found = Some(before.symbol);
    }
    if let Some((first, rest)) = after.split_first()
        && suits(first.symbol, free)
    {
        let is_followed = first.length > 1
            || rest
                .first()
                .is_some_and(|next| goes_with(first.symbol, next.symbol));
        if found.is_none() || is_followed {
            found = Some(first.symbol);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: WdlSymbols = WdlSymbols {
        has: [true; VALUES],
    };

    fn filled(symbols: WdlSymbols, codes: &[u8]) -> Vec<u8> {
        let mut runs = Runs::default();
        runs.extend(codes);
        symbols.fill(&mut runs);
        let codes = runs.list.iter();
        codes
            .flat_map(|run| vec![run.symbol as u8; run.length as usize])
            .collect()
    }

    #[test]
    fn a_repeated_neighbour_before_wins() {
        assert_eq!(filled(ALL, &[0, 0, 8, 4, 4]), [0, 0, 0, 4, 4]);
        // One that is not repeated gives way to one that is.
        assert_eq!(filled(ALL, &[0, 8, 4, 4]), [0, 4, 4, 4]);
        assert_eq!(filled(ALL, &[0, 8, 4, 3]), [0, 0, 4, 3]);
        // A don't care that suits the one after counts as its repetition.
        assert_eq!(filled(ALL, &[0, 8, 2, 6, 4]), [0, 2, 2, 2, 4]);
        assert_eq!(filled(ALL, &[0, 8, 2, 5, 4]), [0, 0, 2, 5, 4]);
    }

    #[test]
    fn the_smallest_don_t_care_decides_what_suits() {
        assert_eq!(filled(ALL, &[4, 4, 8, 7, 3]), [4, 4, 3, 3, 3]);
        assert_eq!(filled(ALL, &[4, 4, 6, 8, 3]), [4, 4, 6, 8, 3]);
        // A loss and a blessed loss suit all.
        assert_eq!(filled(ALL, &[1, 5, 8, 4]), [1, 1, 1, 4]);
    }

    #[test]
    fn long_runs_get_a_value_of_their_own() {
        assert_eq!(filled(ALL, &[4, 6, 6, 6, 6, 6, 4]), [4, 6, 6, 6, 6, 6, 4]);
        assert_eq!(
            filled(ALL, &[4, 6, 6, 6, 6, 6, 6, 4]),
            [4, 2, 2, 2, 2, 2, 2, 4]
        );
        let values = |has| {
            (5..9)
                .map(|free| WdlSymbols { has }.default_of(free))
                .collect::<Vec<_>>()
        };
        assert_eq!(values([true, true, true, true, true]), [0, 2, 2, 4]);
        assert_eq!(values([false, true, false, true, true]), [1, 1, 3, 4]);
        assert_eq!(values([true, false, false, true, false]), [0, 0, 0, 0]);
        assert_eq!(values([false, true, false, false, false]), [1, 1, 1, 1]);
    }

    #[test]
    fn a_loss_is_there_if_nothing_else_suits() {
        // Draws that a capture explains, but only wins besides: no value suits them.
        let has = |codes| WdlSymbols::new(&codes).has;
        assert_eq!(
            has([0, 0, 0, 0, 9, 0, 1, 0, 1]),
            [true, false, false, false, true]
        );
        assert_eq!(
            has([0, 0, 3, 0, 9, 0, 1, 0, 1]),
            [false, false, true, false, true]
        );
        // The smallest don't care decides: a draw suits that of a draw, a cursed win does not.
        assert_eq!(
            has([0, 0, 0, 9, 0, 0, 1, 0, 1]),
            [true, false, false, true, false]
        );
        assert_eq!(
            has([0, 0, 9, 0, 0, 1, 0, 0, 1]),
            [true, false, true, false, false]
        );
        // Don't cares of wins are always there, and a win suits them.
        assert_eq!(
            has([0, 0, 0, 0, 9, 0, 0, 0, 0]),
            [false, false, false, false, true]
        );
        assert_eq!(
            has([0, 0, 0, 9, 0, 0, 0, 1, 0]),
            [false, false, false, true, false]
        );
    }
}
