//! How often positions occur, and how the games with them ended.

/// How a game ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// `1-0`
    WhiteWins,
    /// `1/2-1/2`
    Draw,
    /// `0-1`
    BlackWins,
    /// `*`, or nothing.
    Unknown,
}

/// How many games ended in each way.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct Endings([u64; 4]);

impl Endings {
    /// Adds a game.
    pub fn add(&mut self, ending: Ending) {
        self.0[ending as usize] += 1;
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }

    /// How many games ended in this way.
    pub fn get(self, ending: Ending) -> u64 {
        self.0[ending as usize]
    }

    /// How many there are.
    pub fn total(self) -> u64 {
        self.0.iter().sum()
    }
}

/// How often a position was seen.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct Seen {
    /// How often it occurred, including repetitions within a game.
    pub occurrences: u64,
    /// How the games with it ended, each counted once.
    pub endings: Endings,
}

impl Seen {
    /// Adds what was seen elsewhere.
    pub fn merge(&mut self, other: Self) {
        self.occurrences += other.occurrences;
        self.endings.merge(other.endings);
    }

    /// How many of the games were won by White.
    pub fn white_wins(&self) -> u64 {
        self.endings.get(Ending::WhiteWins)
    }
}
