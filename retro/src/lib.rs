//! Exact tables by retrograde analysis, 4096 positions at a time.
//!
//! The search starts from the checkmates and goes back ply by ply: a position
//! is won in *n* plies if a move leads to one lost in *n* - 1, and lost in *n*
//! if its last other move was just found to lose. Positions are stored as sets
//! of bits, with the last man's square as the bit (see [`Layout`](drawproof_tables::Layout)), and are
//! processed in *sheets* of 64 words: 4096 positions in which all men but the
//! last two are fixed. The moves of those two take a few vector instructions
//! per word, the moves of the others are unions of sheets, and a symmetry of
//! the board is a permutation of words and bits. Captures and promotions are
//! moves like others, into smaller tables that are replayed ply by ply during
//! the search.
//!
//! ```
//! use drawproof_retro::{Wanted, generate};
//! use drawproof_tables::{TableSet, Material};
//!
//! let mut tables = TableSet::new();
//! let table = generate(&"KPvK".parse()?, Wanted::Dtm, &mut tables, &|_, _| {})?;
//! assert!(tables.get(&"KRvK".parse::<Material>()?).is_some());
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod assemble;
mod conversions;
mod disk;
mod folder;
mod gather;
mod helpmate;
mod jobs;
mod large;
mod moves;
mod order;
mod packed;
mod passing;
mod plan;
#[cfg(test)]
mod planted;
mod plies;
mod ply;
mod promotions;
mod replay;
mod run;
mod search;
mod sets;
mod shape;
mod sheet;
mod side;
mod sliced;
mod slices;
mod solved;
mod structure;
mod summary;
mod together;
mod view;

use std::sync::Arc;

pub use disk::{SliceError, SliceReason};
use drawproof_tables::{LayoutError, Material, Metric, Table, TableSet};
pub use folder::SliceFolder;
pub use helpmate::{HelpmatePly, generate_helpmates, helpmates};
pub use jobs::{Job, Work, jobs, work};
pub use plan::{Keep, Plan, Step, Task, Writing, generating_bytes, reading_bytes};
use run::Silent;
pub use run::{Caller, generate_each};
pub use solved::Solved;
pub use summary::Summary;

/// Why a class could not be generated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GenerateError {
    /// The class has no tables.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A table that a capture or promotion leads to is not there.
    #[error("the table of {0}, which a capture or promotion leads to, must be generated first")]
    MissingSmaller(Material),
    /// A smaller table lacks the distances to generate.
    #[error("the table of {0} lacks distances that are needed; generate it with them first")]
    MissingDistances(Material),
    /// A finished class could not be compressed or unpacked.
    #[error("cannot keep a finished class in memory: {0}")]
    Packing(String),
    /// A job that needs others first.
    #[error("slices of {0} are missing; the jobs of earlier stages must be finished first")]
    Unfinished(Material),
    /// A folder of slices cannot be used.
    #[error(transparent)]
    Slices(#[from] SliceError),
    /// Nothing was asked for.
    #[error("there is nothing to search for; this is a fault of the program")]
    NoGoal,
    /// A table of help mates that may take more memory than the plan foresees.
    #[error("{0} has {men} men; tables of help mates are generated for up to {MOST_MEN}", men = .0.men_count(), MOST_MEN = helpmate::MOST_MEN)]
    TooManyMen(Material),
    /// A capture or promotion that cannot happen.
    #[error("a change that cannot happen to {0}; this is a bug in drawproof")]
    NoSuchChange(Material),
}

/// How plies are counted across conversions.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Counting {
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
    fn counts_to_zeroing(self) -> bool {
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

/// Generates the table of a class, after the smaller ones that it needs and
/// `tables` lacks. `report` is called after each ply of each class.
///
/// The result does not depend on the number of threads (rayon's).
///
/// # Errors
///
/// If the class, or one that captures or promotions lead to, has no tables.
pub fn generate(
    material: &Material,
    wanted: Wanted,
    tables: &mut TableSet,
    report: &(dyn Fn(&Material, PlyReport) + Sync),
) -> Result<Arc<Table>, GenerateError> {
    let classes = std::slice::from_ref(material);
    generate_all(classes, wanted, Keep::All, tables, report)?;
    let table = tables.get(material);
    table
        .cloned()
        .ok_or_else(|| GenerateError::MissingSmaller(material.clone()))
}

/// The WDL table of a class and those of the smaller classes that its moves lead
/// to, generated: what rules that ask the table of a class need.
///
/// # Errors
///
/// As for [`generate`].
pub fn with_smaller(material: &Material) -> Result<Arc<TableSet>, GenerateError> {
    let mut tables = TableSet::new();
    generate(material, Wanted::Wdl, &mut tables, &|_, _| {})?;
    Ok(Arc::new(tables))
}

/// [`generate`] for several classes, as planned in [`Plan::new`]: classes of
/// fewer than five men that do not need each other are generated at the same
/// time, one on each thread. Of the smaller tables generated on the way, only
/// those to `keep` stay in `tables`.
///
/// # Errors
///
/// As for [`generate`]. Those finished before the error are in `tables`.
pub fn generate_all(
    classes: &[Material],
    wanted: Wanted,
    keep: Keep,
    tables: &mut TableSet,
    report: &(dyn Fn(&Material, PlyReport) + Sync),
) -> Result<(), GenerateError> {
    let task = Task {
        classes,
        wanted,
        keep,
        folder: None,
        writing: None,
    };
    generate_each(&task, tables, &mut Silent(report))
}
