//! Single positions explained: how they are won, drawn or lost, and which rule decides.

use std::{collections::BTreeMap, path::PathBuf};

use drawproof_language::RuleFile;
use drawproof_recognizers::Grade;
use drawproof_reports::{Explanation, RulesAsked};
use drawproof_retro::Wanted;
use drawproof_tables::{
    GivenPosition, Layout, Material, Oracle, Placement, SolutionTree, TreeBounds,
};
use shakmaty::Chess;

use crate::{
    bare_kings::BareKings, folders::TableFolders, input, oracles, progress::Progress,
    resolver::Shelf, sources::Sources,
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

impl Explained {
    /// Says what of a given position does not fit the board.
    fn leaving_out(mut self, given: &GivenPosition) -> Self {
        self.told = self.told.leaving_out(given.left_out());
        self
    }
}

/// Explains a position. `ready` is called once the request is known to be sound, before anything is
/// generated.
pub fn explain<T>(
    request: &Request,
    progress: &Progress,
    ready: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<(Explained, T)> {
    Explaining::open(request, progress)?.explain(&request.fen, ready)
}

/// Explains many positions by tables and rules that are made or read once.
pub struct Explaining<'a> {
    request: &'a Request,
    own: Sources,
    rules: BTreeMap<Material, Option<RuleFile>>,
    progress: &'a Progress,
}

impl<'a> Explaining<'a> {
    /// Opens the folders of a request.
    pub fn open(request: &'a Request, progress: &'a Progress) -> anyhow::Result<Self> {
        let folders = oracles::source(&request.source, false)?;
        Ok(Self {
            request,
            own: Sources::new(folders, progress),
            rules: BTreeMap::new(),
            progress,
        })
    }

    /// Explains a position. `ready` is called before anything is generated.
    pub fn explain<T>(
        &mut self,
        fen: &str,
        ready: impl FnOnce() -> anyhow::Result<T>,
    ) -> anyhow::Result<(Explained, T)> {
        let given = input::position(fen, self.progress)?;
        let position = &given.position;
        let (material, ..) = Placement::of(position)?;
        let limits = (self.request.bounds, self.request.near);
        if BareKings::knows_class(&material) {
            let explained = tell((position, &material), None, &BareKings, limits)?;
            return Ok((explained.leaving_out(&given), ready()?));
        }
        Layout::new(&material)?;
        if !self.rules.contains_key(&material) {
            self.rules
                .insert(material.clone(), rules(self.request, &material)?);
        }
        let rules = self.rules.get(&material).and_then(Option::as_ref);
        let ready = ready()?;
        if let Some(folders) = self.own.folders() {
            folders.require([&material])?;
        }
        // Distances to zeroing moves for the 50-move rule.
        self.own.prepare(&material, Wanted::DtmAndDtz)?;
        let explained = tell((position, &material), rules, self.own.oracle(), limits)?;
        Ok((explained.leaving_out(&given), ready))
    }
}

/// The rules that are asked.
fn rules(request: &Request, material: &Material) -> anyhow::Result<Option<RuleFile>> {
    let shelf = Shelf::of(&request.source);
    let rules = input::rules_for(material, request.rules.as_deref(), request.grade, &shelf)?;
    if let Some(rules) = &rules {
        input::check_results(rules, "explain")?;
    }
    Ok(rules)
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
