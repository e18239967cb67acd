//! What is generated, and how a search counts and reports it.

use drawproof_tables::{Metric, Table};

/// The most men of a class whose table of help mates is generated: six would take more memory
/// than the plan of other tables foresees.
pub(crate) const MOST_HELPMATE_MEN: usize = 5;

/// How plies are counted across conversions.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Counting {
    /// To mate: distances continue in the smaller table.
    Mate,
    /// To the next capture or move of a pawn: they end there.
    Zeroing,
    /// As to mate, with two distances in each number: see [`HelpMoves`](drawproof_tables::HelpMoves).
    Helpmate,
}

/// What to generate.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Wanted {
    /// Win, draw, loss.
    Wdl,
    /// WDL and distance to mate.
    Dtm,
    /// WDL and distance to zeroing moves.
    Dtz,
    /// WDL and both distances.
    DtmAndDtz,
}

impl Wanted {
    /// All of it.
    pub fn metrics(self) -> &'static [Metric] {
        match self {
            Self::Wdl => &[Metric::Wdl],
            Self::Dtm => &[Metric::Wdl, Metric::Dtm],
            Self::Dtz => &[Metric::Wdl, Metric::Dtz],
            Self::DtmAndDtz => &[Metric::Wdl, Metric::Dtm, Metric::Dtz],
        }
    }

    /// What includes these metrics, and no others but WDL.
    pub fn of(metrics: &[Metric]) -> Self {
        let has = |metric| metrics.contains(&metric);
        match (has(Metric::Dtm), has(Metric::Dtz)) {
            (false, false) => Self::Wdl,
            (true, false) => Self::Dtm,
            (false, true) => Self::Dtz,
            (true, true) => Self::DtmAndDtz,
        }
    }

    /// Whether this includes a metric.
    pub fn has(self, metric: Metric) -> bool {
        self.metrics().contains(&metric)
    }

    /// Whether this includes distances to mate.
    pub fn has_dtm(self) -> bool {
        self.has(Metric::Dtm)
    }

    /// Whether this includes distances to zeroing moves.
    pub fn has_dtz(self) -> bool {
        self.has(Metric::Dtz)
    }

    /// Whether a search for it asks which wins the 50-move rule spoils.
    pub(crate) fn counts_to_zeroing(self) -> bool {
        self != Self::Dtm
    }

    /// Whether a table has all of it.
    pub fn is_in(self, table: &Table) -> bool {
        self.metrics().iter().all(|&metric| table.has(metric))
    }
}

/// Progress: the result of one ply of the search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PlyReport {
    /// The goal of the search.
    pub goal: Metric,
    /// The distance.
    pub ply: u16,
    /// How many table entries it solved, for both sides to move.
    pub solved: u64,
    /// For a class with pawns, how many pawn structures are finished, and of how
    /// many: each is solved by a search of its own.
    pub structures: Option<(usize, usize)>,
}
