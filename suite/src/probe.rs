//! The value of a position and of each move, by every source that is asked.

use std::{collections::BTreeMap, path::Path};

use drawproof_language::{Claim, RuleFile, TooMuchWork, interpret};
use drawproof_plugin::{Host, Plugin};
use drawproof_reports::{Effect, FiftyMoves, FilesRow, ProvenTold};
use drawproof_retro::Wanted;
use drawproof_tables::{
    Dtm, Dtz, GivenPosition, Layout, Material, Oracle, Oracles, Placement, Value, VisibleName,
    WdlSet, line_by_the_clock, moves_by_the_clock, rated_moves,
};
use drawproof_verify::in_san;
use serde::Serialize;
use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

use crate::{
    Outcome,
    bare_kings::BareKings,
    input, oracles,
    probe_command::ProbeCommand,
    progress::Progress,
    proven::{Instead, beyond_tables, instead_of_tables},
    resolver::Shelf,
    sources::Sources,
};

/// The answers for one position.
#[derive(Serialize)]
pub struct ProbeAnswer {
    /// The side to move, with strong as White.
    #[serde(skip)]
    pub turn: Color,
    /// The position.
    pub fen: String,
    /// What of it does not fit the board, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// The class; none with more men than a class has.
    pub material: Option<String>,
    /// The source of values, then the ones it is compared with.
    pub sources: Vec<SourceAnswer>,
    /// What rules say, if they are asked.
    pub rule: Option<RuleAnswer>,
    /// What a library says, if it is asked.
    pub library: Option<LibraryAnswer>,
    /// Why there are no values, if only proven rules speak.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_table: Option<String>,
    /// What rules for any number of men say, where tables do not say more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven: Option<ProvenTold>,
    /// What the 50-move rule makes of the value.
    #[serde(flatten)]
    pub fifty_moves: Option<FiftyMoves>,
    /// The best line, by the half-move clock of the position.
    pub line_san: Vec<String>,
    /// The side to move.
    #[serde(skip)]
    pub mover: Color,
}

/// The answer of one source.
#[derive(Serialize)]
pub struct SourceAnswer {
    /// Its name.
    pub name: String,
    /// What published checksums say about the files that were used.
    pub files_of_others: Option<FilesRow>,
    /// The value.
    #[serde(flatten)]
    pub value: ValueAnswer,
    /// Best first, by the half-move clock of the position and the first source; in the same order for
    /// the others.
    pub moves: Vec<MoveAnswer>,
}

/// A move and its value.
#[derive(Serialize)]
pub struct MoveAnswer {
    /// The move.
    pub san: String,
    /// The value, without the 50-move rule.
    #[serde(flatten)]
    pub value: ValueAnswer,
    /// What the rule makes of it with the half-move clock of the position.
    pub fifty_move_rule: Effect,
}

/// A value in words and in plies.
#[derive(Serialize)]
pub struct ValueAnswer {
    /// Win, draw or loss for the side to move.
    pub wdl: String,
    /// Plies to mate, if known.
    pub distance_to_mate_plies: Option<u32>,
    /// Plies to the next zeroing move, if known.
    pub distance_to_zeroing_plies: Option<u32>,
    /// Whether the distance to zeroing may be one ply short.
    pub distance_to_zeroing_rounded: bool,
    /// The value.
    #[serde(skip)]
    pub value: Value,
}

/// The rules' verdict on the position.
#[derive(Serialize)]
pub struct RuleAnswer {
    /// Where the rules come from.
    pub rules_from: String,
    /// Whether a draw is claimed.
    pub claims_draw: bool,
    /// What it claims, if that is not a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claims: Option<&'static str>,
    /// What is claimed.
    #[serde(skip)]
    pub claim: Option<Claim>,
    /// The rule that decided, if any held.
    pub name: Option<String>,
    /// Its reason.
    pub reason: Option<String>,
}

/// The answer of a shared library for the position.
#[derive(Serialize)]
pub struct LibraryAnswer {
    /// What a library says, if it is asked.
    pub library: String,
    /// Null if there is no usable answer.
    pub claims_draw: Option<bool>,
    /// What it claims, if that is not a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claims: Option<&'static str>,
    /// The results that it allows.
    #[serde(skip)]
    pub results: Option<WdlSet>,
    /// Why there is none.
    pub fault: Option<String>,
}

/// Probes a position. A library, if one is named, is asked by `host`.
pub fn probe(
    request: &ProbeCommand,
    host: impl FnOnce() -> anyhow::Result<Host>,
    progress: &Progress,
) -> anyhow::Result<ProbeAnswer> {
    Prober::open(request, progress)?.probe(&request.fen, host)
}

/// Probes many positions by tables and rules that are made or read once.
pub struct Prober<'a> {
    request: &'a ProbeCommand,
    own: Sources,
    witnesses: Vec<Oracles>,
    rules: BTreeMap<Material, Option<RuleFile>>,
    progress: &'a Progress,
}

impl<'a> Prober<'a> {
    /// Opens the folders of a request.
    pub fn open(request: &'a ProbeCommand, progress: &'a Progress) -> anyhow::Result<Self> {
        let source = oracles::source(&request.folders.source, true)?;
        Ok(Self {
            request,
            own: Sources::new(source, progress),
            witnesses: oracles::witnesses(&request.folders, true)?,
            rules: BTreeMap::new(),
            progress,
        })
    }

    /// Probes a position. A library, if one is named, is asked by `host`.
    pub fn probe(
        &mut self,
        fen: &str,
        host: impl FnOnce() -> anyhow::Result<Host>,
    ) -> anyhow::Result<ProbeAnswer> {
        let given = input::position(fen, self.progress)?;
        let instead = self.may_be_without_tables();
        let instead = instead.then(|| instead_of_tables(&given.position, &self.own));
        match instead.flatten() {
            Some(instead) => Ok(ProbeAnswer::without_tables(fen, &given, instead)),
            None => self.by_tables(fen, &given, host),
        }
    }

    /// Whether nothing is asked that only tables answer: what they say beside others, or beside
    /// rules or a library that are named.
    fn may_be_without_tables(&self) -> bool {
        let request = self.request;
        let asks_others = request.rules.is_some() || request.grade.is_some();
        self.witnesses.is_empty() && !asks_others && request.library.is_none()
    }

    fn by_tables(
        &mut self,
        fen: &str,
        given: &GivenPosition,
        host: impl FnOnce() -> anyhow::Result<Host>,
    ) -> anyhow::Result<ProbeAnswer> {
        let position = &given.position;
        let (material, placement, _) = Placement::of(position)?;
        if BareKings::knows_class(&material) {
            return self.answer(&BareKings, fen, given, None);
        }
        Layout::new(&material)?;
        let library = self.request.library.as_deref();
        let library = library.map(|file| LibraryAnswer::new(host()?, file, position, &material));
        let library = library.transpose()?;
        if library.is_none() && !self.rules.contains_key(&material) {
            let rules = rules(self.request, &material)?;
            self.rules.insert(material.clone(), rules);
        }
        // Check this before generating tables needlessly.
        for witness in &self.witnesses {
            witness.probe_chess(position)?;
        }
        self.own.prepare(&material, Wanted::DtmAndDtz)?;
        let answer = self.answer(self.own.oracle(), fen, given, library)?;
        let rules = self.rules.get(&material).and_then(Option::as_ref);
        // Rules know nothing of en passant.
        let rules = rules.filter(|_| position.legal_ep_square().is_none());
        let rule = rules.map(|rules| RuleAnswer::new(rules, &placement));
        Ok(ProbeAnswer {
            rule: rule.transpose()?,
            ..answer
        })
    }

    /// The answer without that of rules.
    fn answer(
        &self,
        own: &dyn Oracle,
        fen: &str,
        given: &GivenPosition,
        library: Option<LibraryAnswer>,
    ) -> anyhow::Result<ProbeAnswer> {
        let position = &given.position;
        let (material, placement, _) = Placement::of(position)?;
        // Files of others have no table of two kings either.
        let witnesses = if BareKings::knows_class(&material) {
            &[]
        } else {
            &*self.witnesses
        };
        let sources = sources(own, witnesses, position)?;
        Ok(ProbeAnswer {
            turn: placement.turn,
            fen: fen.into(),
            left_out: given.left_out(),
            material: Some(material.to_string()),
            rule: None,
            no_table: None,
            proven: beyond_tables(position, true),
            fifty_moves: Some(fifty_moves(&sources, position.halfmoves())),
            sources,
            library,
            line_san: in_san(position, &line_by_the_clock(own, position)?),
            mover: position.turn(),
        })
    }
}

/// The rules about results that are asked.
fn rules(request: &ProbeCommand, material: &Material) -> anyhow::Result<Option<RuleFile>> {
    let shelf = Shelf::of(&request.folders.source);
    let rules = input::rules_for(material, request.rules.as_deref(), request.grade, &shelf)?;
    if let Some(rules) = &rules {
        input::check_results(rules, "probe without --helpmate")?;
    }
    Ok(rules)
}

/// The answer of each source, with the moves in the order of the first one.
fn sources(
    own: &dyn Oracle,
    witnesses: &[Oracles],
    position: &Chess,
) -> anyhow::Result<Vec<SourceAnswer>> {
    let order: Vec<Move> = moves_by_the_clock(own, position)?
        .into_iter()
        .map(|rated| rated.chess_move)
        .collect();
    let others = witnesses.iter().map(|witness| witness as &dyn Oracle);
    [own]
        .into_iter()
        .chain(others)
        .map(|oracle| SourceAnswer::new(oracle, position, &order))
        .collect()
}

/// What the 50-move rule makes of the position, by the first source that knows
/// the distance to the next zeroing move.
fn fifty_moves(sources: &[SourceAnswer], clock: u32) -> FiftyMoves {
    let values = || sources.iter().map(|source| source.value.value);
    let value = values().find(|value| value.dtz.is_some());
    let value = value.or_else(|| values().next()).unwrap_or(Value::DRAW);
    FiftyMoves::of(value, clock)
}

impl RuleAnswer {
    fn new(rules: &RuleFile, placement: &Placement) -> Result<Self, TooMuchWork> {
        let rule = interpret(rules, placement)?.map(|rule| &rules.rules()[rule]);
        let claim = rule.and_then(|rule| rule.kind.claim());
        Ok(Self {
            rules_from: rules.source_name().into(),
            claims_draw: claim == Some(Claim::Draw),
            claims: claim.filter(|&of| of != Claim::Draw).map(Claim::name),
            claim,
            name: rule.map(|rule| rule.name.clone()),
            reason: rule.map(|rule| rule.reason.clone()),
        })
    }
}

impl LibraryAnswer {
    fn new(host: Host, file: &Path, position: &Chess, material: &Material) -> anyhow::Result<Self> {
        let library = Plugin::open(host, file, material)?;
        let said = library.says(position)?;
        library.check_unchanged()?;
        let results = said.clone().ok();
        let claim = results.and_then(Claim::allowing);
        Ok(Self {
            library: file.shown(),
            claims_draw: results.map(|_| claim == Some(Claim::Draw)),
            claims: claim.filter(|&of| of != Claim::Draw).map(Claim::name),
            results,
            fault: said.err(),
        })
    }
}

impl SourceAnswer {
    fn new(oracle: &dyn Oracle, position: &Chess, order: &[Move]) -> anyhow::Result<Self> {
        let value = oracle.probe_with_care(position)?;
        let rated = rated_moves(oracle, position)?;
        let moves = order.iter().filter_map(|&chess_move| {
            let rated = rated.iter().find(|rated| rated.chess_move == chess_move)?;
            Some(MoveAnswer {
                san: SanPlus::from_move(position.clone(), chess_move).to_string(),
                value: ValueAnswer::new(rated.value),
                fifty_move_rule: rated.ruling.into(),
            })
        });
        let moves = moves.collect();
        // Only the files that a position needs are read.
        let files = oracle.provenance_until_now();
        Ok(Self {
            name: oracle.name(),
            files_of_others: files.map(|files| FilesRow::new(oracle.name(), &files)),
            value: ValueAnswer::new(value),
            moves,
        })
    }
}

impl SourceAnswer {
    /// Whether any of its distances may be one ply short.
    pub fn is_rounded(&self) -> bool {
        let moves = self.moves.iter().map(|shown| &shown.value);
        let mut all = moves.chain([&self.value]);
        all.any(|value| value.distance_to_zeroing_rounded)
    }
}

impl ValueAnswer {
    fn new(value: Value) -> Self {
        Self {
            wdl: value.wdl.to_string(),
            distance_to_mate_plies: value.dtm.map(Dtm::plies),
            distance_to_zeroing_plies: value.dtz.map(Dtz::plies),
            distance_to_zeroing_rounded: value.dtz_rounded,
            value,
        }
    }
}

impl ProbeAnswer {
    /// What proven rules say, and nothing else.
    fn without_tables(fen: &str, given: &GivenPosition, instead: Instead) -> Self {
        let position = &given.position;
        let class = Material::of_board(position.board());
        Self {
            turn: position.turn(),
            fen: fen.into(),
            left_out: given.left_out(),
            material: class.map(|(class, _)| class.to_string()),
            sources: Vec::new(),
            rule: None,
            library: None,
            no_table: Some(instead.no_table),
            proven: Some(instead.told),
            fifty_moves: None,
            line_san: Vec::new(),
            mover: position.turn(),
        }
    }

    /// Whether nothing is known of the result but a bound.
    fn is_open(&self) -> bool {
        let is_draw = self.proven.as_ref().is_some_and(|told| told.is_draw);
        self.sources.is_empty() && !is_draw
    }

    /// A false claim is a counterexample, and so are sources that contradict
    /// each other. Without a value nothing is checked, unless a draw is proven.
    pub fn outcome(&self) -> Outcome {
        let library = self.library.as_ref();
        if self.is_rule_wrong() || self.is_library_wrong() || !self.sources_agree() {
            Outcome::Counterexample
        } else if library.is_some_and(|library| library.fault.is_some()) || self.is_open() {
            Outcome::Unchecked
        } else {
            Outcome::Proven
        }
    }

    fn value(&self) -> Option<Value> {
        self.sources.first().map(|source| source.value.value)
    }

    /// Whether the rules make a false claim.
    pub fn is_rule_wrong(&self) -> bool {
        let claim = self.rule.as_ref().and_then(|rule| rule.claim);
        let value = claim.zip(self.value());
        value.is_some_and(|(claim, value)| !claim.allows(self.turn).has(value.wdl))
    }

    /// Whether the library makes a false claim.
    pub fn is_library_wrong(&self) -> bool {
        let results = self.library.as_ref().and_then(|library| library.results);
        let value = results.zip(self.value());
        value.is_some_and(|(results, value)| !results.has(value.wdl))
    }

    /// Whether all sources say the same.
    pub fn sources_agree(&self) -> bool {
        let Some(value) = self.value() else {
            return true;
        };
        let all = &mut self.sources.iter();
        all.all(|other| value.agrees(other.value.value))
    }
}
