//! Exact tables by retrograde analysis, 64 positions at a time.
//!
//! The search starts from the checkmates and goes back ply by ply: a position
//! is won in *n* plies if a move leads to one lost in *n* - 1, and lost in
//! *n* if its last other move was just found to lose. Positions are held as
//! sets of bits, the last man's square being the bit (see
//! [`Layout`]), so a move is taken back for up to 64
//! positions by one shift, fill or union of words, and a symmetry of the
//! board is a permutation of a word's bits. Captures are looked up once in
//! the smaller tables and come in as events of the ply at which they decide.
//!
//! ```
//! use drawproof_retro::generate;
//! use drawproof_tables::{Library, Material};
//!
//! let mut library = Library::new();
//! let table = generate(&"KRvK".parse()?, &mut library, &|_, _| {})?;
//! assert!(library.get(&"KRvK".parse::<Material>()?).is_some());
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod captures;
mod moves;
mod search;
mod smaller;
mod spread;

use std::sync::Arc;

use drawproof_tables::{Layout, LayoutError, Library, Material, Table};

/// Why a class could not be generated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GenerateError {
    /// The class has no tables.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A table that captures lead to is not in the library.
    #[error("the table of {0}, which a capture leads to, has to be generated first")]
    MissingSmaller(Material),
    /// A man that the class does not have, or its king.
    #[error("there is no man {0} to capture")]
    NoSuchMan(usize),
}

/// What is known after one ply of the search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PlyReport {
    /// The ply: distance to mate.
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
/// If the class, or one that captures lead to, has no tables.
pub fn generate(
    material: &Material,
    library: &mut Library,
    report: &(dyn Fn(&Material, PlyReport) + Sync),
) -> Result<Arc<Table>, GenerateError> {
    if let Some(table) = library.get(material) {
        return Ok(Arc::clone(table));
    }
    let layout = Layout::new(material)?;
    for smaller in captured(material) {
        generate(&smaller, library, report)?;
    }
    let table = search::solve(&layout, library, &|ply| report(material, ply))?;
    Ok(library.insert(table))
}

/// The classes that one capture leads to, bare kings left out, each once.
pub fn captured(material: &Material) -> Vec<Material> {
    let mut smaller: Vec<Material> = (2..material.men_count())
        .filter_map(|victim| material.without(victim))
        .map(|(class, _)| class)
        .filter(|class| class.men_count() > 2)
        .collect();
    smaller.sort();
    smaller.dedup();
    smaller
}
