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
    pub fn values(&self) -> impl Iterator<Item = usize> + '_ {
        (0..VALUES).filter(|&value| self.has[value])
    }

    /// How many values there are.
    pub fn count(&self) -> usize {
        self.values().count()
    }

    /// The smallest value.
    pub fn first(&self) -> u8 {
        self.values().next().unwrap_or(0) as u8
    }

    /// The value that a long run of don't cares gets, by the smallest of its codes.
    fn default_of(&self, free: u16) -> u16 {
        let lowest = if self.has[0] { 0 } else { 1 };
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
    pub fn fill(&self, runs: &mut Runs) {
        runs.spare.clear();
        let (list, to) = (&runs.list, &mut runs.spare);
        let mut at = 0;
        while at < list.len() {
            let frees = list[at..].iter().take_while(|run| is_free(run)).count();
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
                free.iter().for_each(|run| push(to, run.symbol, run.length));
            }
            at += frees;
        }
        std::mem::swap(&mut runs.list, &mut runs.spare);
    }
}

fn is_free(run: &Run) -> bool {
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
