//! Counts of positions, in every convention.

use drawproof_verify::{Count, Counts};
use serde::{Deserialize, Serialize};

/// Which positions are counted if one number is shown.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Counting {
    /// All, with the strong king on any of 64 squares.
    #[default]
    Board,
    /// Those with the strong king on one of the ten squares a1-d1-d4.
    TenSquares,
}

impl Counting {
    /// Both ways.
    pub const ALL: [Self; 2] = [Self::Board, Self::TenSquares];

    /// The word for it on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::TenSquares => "ten-squares",
        }
    }

    /// The way with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|of| of.name() == name)
    }
}

/// Positions by claim and truth.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Totals {
    /// Claimed as draws, but won or lost.
    pub incorrect_draws: CountRow,
    /// Draws that were claimed.
    pub spotted_draws: CountRow,
    /// Draws that were not claimed.
    pub missed_draws: CountRow,
    /// Wins and losses without a claim.
    pub spotted_decisive: CountRow,
}

/// A count in every convention.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CountRow {
    /// Every legal placement, like men in every order, both sides to move.
    pub board_count: u64,
    /// One for each set of mirror images and exchanged like men; null if rules
    /// tell mirror images apart.
    pub unique_count: Option<u64>,
    /// Placements with the strong king on one of the ten squares a1-d1-d4,
    /// like men in every order, as some were counted in 2011.
    pub ten_squares_count: Option<u64>,
}

impl CountRow {
    /// The difference; the other count is not larger, unless it is nonsense.
    pub(crate) fn without(self, other: Self) -> Self {
        let sub = |a: Option<u64>, b: Option<u64>| Some(a?.saturating_sub(b?));
        Self {
            board_count: self.board_count.saturating_sub(other.board_count),
            unique_count: sub(self.unique_count, other.unique_count),
            ten_squares_count: sub(self.ten_squares_count, other.ten_squares_count),
        }
    }

    /// The count in a convention. `None` if it is not known.
    pub fn by(self, counting: Counting) -> Option<u64> {
        match counting {
            Counting::Board => Some(self.board_count),
            Counting::TenSquares => self.ten_squares_count,
        }
    }
}

impl Totals {
    /// Whether a draw is claimed anywhere.
    pub(crate) fn has_claims(&self) -> bool {
        self.spotted_draws.board_count > 0 || self.incorrect_draws.board_count > 0
    }

    /// All positions, board count.
    pub(crate) fn all(&self) -> u64 {
        let all = [
            self.incorrect_draws,
            self.spotted_draws,
            self.missed_draws,
            self.spotted_decisive,
        ];
        all.iter()
            .map(|count| count.board_count)
            .fold(0, u64::saturating_add)
    }

    /// Draws, and wins and losses, without a claim.
    pub(crate) fn unclaimed(missed_draws: CountRow, spotted_decisive: CountRow) -> Self {
        Self {
            missed_draws,
            spotted_decisive,
            ..Self::of(Counts::default(), Counts::default())
        }
    }

    pub(crate) fn of(claimed: Counts, silent: Counts) -> Self {
        Self {
            incorrect_draws: claimed.decisive.into(),
            spotted_draws: claimed.draws.into(),
            missed_draws: silent.draws.into(),
            spotted_decisive: silent.decisive.into(),
        }
    }
}

impl From<Count> for CountRow {
    fn from(count: Count) -> Self {
        Self {
            board_count: count.board,
            unique_count: count.unique,
            ten_squares_count: count.ten_squares,
        }
    }
}

/// The sum of counts; what is not known of one is not known of the sum.
pub(crate) fn sum(counts: &[CountRow]) -> CountRow {
    let sum = |of: fn(&CountRow) -> Option<u64>| {
        let mut counts = counts.iter().map(of);
        counts.try_fold(0u64, |sum, count| Some(sum.saturating_add(count?)))
    };
    CountRow {
        board_count: (counts.iter().map(|count| count.board_count)).fold(0, u64::saturating_add),
        unique_count: sum(|count| count.unique_count),
        ten_squares_count: sum(|count| count.ten_squares_count),
    }
}
