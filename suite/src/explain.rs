//! Single positions explained: how they are won, drawn or lost, and which rule decides.

use std::path::PathBuf;

use drawproof_language::RuleFile;
use drawproof_recognizers::Grade;
use drawproof_reports::{Explanation, RulesAsked};
use drawproof_retro::Wanted;
use drawproof_tables::{Layout, Material, Oracle, Placement, SolutionTree, TreeBounds};
use shakmaty::Chess;

use crate::{
    folders::TableFolders, input, oracles, progress::Progress, resolver::Shelf, sources::Sources,
};

/// The request for an explanation.
#[derive(Clone, Debug)]
pub struct Request {
    /// The position.
    pub fen: String,
    /// How much of the tree of moves is shown.
    pub bounds: TreeBounds,
    /// For how many rules that do not hold to show what they lack.
    pub near: usize,
    /// A rule file instead of the built-in one.
    pub rules: Option<PathBuf>,
    /// The grade of built-in rules; the first that the class has if none is given.
    pub grade: Option<Grade>,
    /// Where values come from.
    pub source: TableFolders,
}

/// A position explained, and the game that shows it.
pub struct Explained {
    /// What is said, without the game.
    pub told: Explanation,
    /// Best play and what other moves lead to, as PGN.
    pub pgn: String,
}

/// Explains a position. `ready` is called once the request is known to be sound, before anything is
/// generated.
pub fn explain<T>(
    request: &Request,
    progress: &Progress,
    ready: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<(Explained, T)> {
    let position = input::position(&request.fen)?;
    let (material, ..) = Placement::of(&position)?;
    Layout::new(&material)?;
    let shelf = Shelf::of(&request.source);
    let rules = input::rules_for(&material, request.rules.as_deref(), request.grade, &shelf)?;
    if let Some(rules) = &rules {
        input::check_results(rules, "explain")?;
    }
    let ready = ready()?;
    let own = asked(&request.source, &material, progress)?;
    let limits = (request.bounds, request.near);
    let told = tell((&position, &material), rules.as_ref(), own.oracle(), limits)?;
    Ok((told, ready))
}

/// Explains a position of a class by rules, if there are any, and by an oracle, within limits: of the
/// tree of moves, and of how many rules that do not hold.
pub fn tell(
    (position, material): (&Chess, &Material),
    rules: Option<&RuleFile>,
    oracle: &dyn Oracle,
    (bounds, near): (TreeBounds, usize),
) -> anyhow::Result<Explained> {
    let tree = SolutionTree::grow(oracle, position, bounds)?;
    let asked = RulesAsked::new(rules, position, tree.value(), near)?;
    let told = Explanation::new((position, material), oracle.name(), asked, &tree);
    let pgn = drawproof_reports::pgn(&tree);
    Ok(Explained { told, pgn })
}

/// The oracle for all values.
fn asked(
    source: &TableFolders,
    material: &Material,
    progress: &Progress,
) -> anyhow::Result<Sources> {
    let folders = oracles::source(source, false)?;
    if let Some(folders) = &folders {
        folders.require([material])?;
    }
    let mut own = Sources::new(folders, progress);
    // Distances to zeroing moves for the 50-move rule.
    own.prepare(material, Wanted::DtmAndDtz)?;
    Ok(own)
}
