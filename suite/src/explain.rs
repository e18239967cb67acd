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
    bare_kings::BareKings,
    folders::TableFolders,
    input, oracles,
    progress::Progress,
    proven::{Instead, beyond_tables, instead_of_tables},
    resolver::Shelf,
    sources::Sources,
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
    /// Best play and what other moves lead to, as PGN; none without a table.
    pub pgn: Option<String>,
}

impl Explained {
    /// What proven rules say, and nothing else.
    fn without_tables(given: &GivenPosition, instead: Instead) -> Self {
        let Instead { told, no_table } = instead;
        let explained = Self {
            told: Explanation::without_tables(&given.position, no_table).with_proven(Some(told)),
            pgn: None,
        };
        explained.leaving_out(given)
    }

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
        let asks_rules = self.request.rules.is_some() || self.request.grade.is_some();
        let instead = (!asks_rules).then(|| instead_of_tables(&given.position, &self.own));
        match instead.flatten() {
            Some(instead) => Ok((Explained::without_tables(&given, instead), ready()?)),
            None => self.by_tables(&given, ready),
        }
    }

    fn by_tables<T>(
        &mut self,
        given: &GivenPosition,
        ready: impl FnOnce() -> anyhow::Result<T>,
    ) -> anyhow::Result<(Explained, T)> {
        let position = &given.position;
        let (material, ..) = Placement::of(position)?;
        let limits = (self.request.bounds, self.request.near);
        if BareKings::knows_class(&material) {
            let explained = tell(position, None, &BareKings, limits)?;
            return Ok((explained.leaving_out(given), ready()?));
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
        let explained = tell(position, rules, self.own.oracle(), limits)?;
        Ok((explained.leaving_out(given), ready))
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

/// Explains a position by rules of its class, if there are any, and by an oracle, within limits: of the
/// tree of moves, and of how many rules that do not hold.
pub fn tell(
    position: &Chess,
    rules: Option<&RuleFile>,
    oracle: &dyn Oracle,
    (bounds, near): (TreeBounds, usize),
) -> anyhow::Result<Explained> {
    let tree = SolutionTree::grow(oracle, position, bounds)?;
    let asked = RulesAsked::new(rules, position, tree.value(), near)?;
    let told = Explanation::new(position, oracle.name(), asked, &tree);
    Ok(Explained {
        told: told.with_proven(beyond_tables(position, true)),
        pgn: Some(drawproof_reports::pgn(&tree)),
    })
}
