//! Exact tables by retrograde analysis, 64 positions at a time.
//!
//! The search starts from the checkmates and goes back ply by ply: a position
//! is won in *n* plies if a move leads to one lost in *n* - 1, and lost in
//! *n* if its last other move was just found to lose. Positions are held as
//! sets of bits, the last man's square being the bit (see
//! [`Layout`]), so a move is taken back for up to 64
//! positions by one shift, fill or union of words, and a symmetry of the
//! board is a permutation of a word's bits. Captures and promotions are
//! looked up once in the smaller tables and come in as events of the ply at
//! which they decide. The same search with pawn moves as such events, too,
//! finds distances to zeroing moves.
//!
//! ```
//! use drawproof_retro::{Wanted, generate};
//! use drawproof_tables::{Library, Material};
//!
//! let mut library = Library::new();
//! let table = generate(&"KPvK".parse()?, Wanted::Dtm, &mut library, &|_, _| {})?;
//! assert!(library.get(&"KRvK".parse::<Material>()?).is_some());
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod best;
mod conversions;
mod en_passant;
mod moves;
mod search;
mod smaller;

use std::sync::Arc;

use drawproof_tables::{Layout, LayoutError, Library, Material, Table};

/// Why a class could not be generated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GenerateError {
    /// The class has no tables.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A table that a capture or promotion leads to is not in the library.
    #[error("the table of {0}, which a capture or promotion leads to, has to be generated first")]
    MissingSmaller(Material),
    /// A table in the library lacks the distances that are to be generated.
    #[error("the table of {0} at hand lacks distances that are needed")]
    MissingDistances(Material),
    /// A capture or promotion that cannot happen.
    #[error("a change that cannot happen to {0}; this is a fault of the program")]
    NoSuchChange(Material),
}

/// What a search counts plies to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Metric {
    /// Mate.
    Dtm,
    /// The next capture, pawn move or mate.
    Dtz,
}

impl Metric {
    /// The number that tables hold for a distance in plies.
    fn number(self, ply: u16) -> u32 {
        match self {
            Self::Dtm => u32::from(ply.div_ceil(2)),
            Self::Dtz => ply.into(),
        }
    }
}

/// What to generate.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wanted {
    /// WDL and distance to mate.
    Dtm,
    /// The same, and distance to zeroing moves.
    DtmAndDtz,
}

/// What is known after one ply of the search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PlyReport {
    /// What is searched for.
    pub metric: Metric,
    /// The distance.
    pub ply: u16,
    /// How many table entries were solved at it, both sides to move.
    pub solved: u64,
}

/// Generates the table of a class, and first whatever smaller tables it
/// needs and the library lacks. `report` is called after each ply of each
/// class.
///
/// The result does not depend on the number of threads (rayon's).
///
/// # Errors
///
/// If the class, or one that captures or promotions lead to, has no tables.
pub fn generate(
    material: &Material,
    wanted: Wanted,
    library: &mut Library,
    report: &(dyn Fn(&Material, PlyReport) + Sync),
) -> Result<Arc<Table>, GenerateError> {
    let at_hand = library.get(material).filter(|table| table.has_dtm()).cloned();
    if let Some(table) = &at_hand
        && (wanted == Wanted::Dtm || table.has_dtz())
    {
        return Ok(Arc::clone(table));
    }
    let layout = Layout::new(material)?;
    for smaller in material.successors() {
        generate(&smaller, wanted, library, report)?;
    }
    let report = |ply| report(material, ply);
    let table = match at_hand {
        Some(table) => table,
        None => Arc::new(search::solve(&layout, library, &report)?),
    };
    Ok(match wanted {
        Wanted::Dtm => library.insert(table),
        Wanted::DtmAndDtz => library.insert(search::add_dtz(&table, library, &report)?),
    })
}
