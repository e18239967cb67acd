//! `drawproof probe`

use crate::processes;
use crate::progress::terminal;
use std::{fmt::Write, path::Path, slice};

use drawproof_language::{Claim, RuleFile, TooMuchWork, interpret};
use drawproof_plugin::{Limits, Plugin};
use drawproof_reports::{FiftyMoves, FilesRow};
use drawproof_retro::Wanted;
use drawproof_tables::{
    Dtm, Dtz, Layout, Material, Oracle, Oracles, Placement, Value, VisibleName, WdlSet,
    mating_line, rated_moves,
};
use drawproof_verify::{in_san, numbered};
use serde::Serialize;
use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

use crate::{
    Outcome, args, helpmate, input, oracles, output, resolver::Shelf, serve, sources::Sources,
};

/// The answers for one position.
#[derive(Serialize)]
struct Answer {
    /// The side to move, with strong as White.
    #[serde(skip)]
    turn: Color,
    fen: String,
    material: String,
    /// The source of values, then the ones it is compared with.
    sources: Vec<SourceAnswer>,
    rule: Option<RuleAnswer>,
    library: Option<LibraryAnswer>,
    #[serde(flatten)]
    fifty_moves: FiftyMoves,
    line_san: Vec<String>,
}

/// The answer of one source.
#[derive(Serialize)]
struct SourceAnswer {
    name: String,
    /// What published checksums say about the files that were used.
    files_of_others: Option<FilesRow>,
    #[serde(flatten)]
    value: ValueAnswer,
    /// Best first for own tables, and in the same order for the others.
    moves: Vec<MoveAnswer>,
}

#[derive(Serialize)]
struct MoveAnswer {
    san: String,
    #[serde(flatten)]
    value: ValueAnswer,
}

#[derive(Serialize)]
struct ValueAnswer {
    wdl: String,
    distance_to_mate_plies: Option<u32>,
    distance_to_zeroing_plies: Option<u32>,
    /// Whether the distance to zeroing may be one ply short.
    distance_to_zeroing_rounded: bool,
    #[serde(skip)]
    value: Value,
}

/// The rules' verdict on the position.
#[derive(Serialize)]
struct RuleAnswer {
    rules_from: String,
    claims_draw: bool,
    /// What it claims, if that is not a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    claims: Option<&'static str>,
    #[serde(skip)]
    claim: Option<Claim>,
    /// The rule that decided, if any held.
    name: Option<String>,
    reason: Option<String>,
}

/// The answer of a shared library for the position.
#[derive(Serialize)]
struct LibraryAnswer {
    library: String,
    /// Null if there is no usable answer.
    claims_draw: Option<bool>,
    /// What it claims, if that is not a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    claims: Option<&'static str>,
    #[serde(skip)]
    results: Option<WdlSet>,
    /// Why there is none.
    fault: Option<String>,
}

pub fn run(arguments: &args::Probe, json: bool) -> anyhow::Result<Outcome> {
    if arguments.helpmate {
        return helpmate::probe::run(arguments, json);
    }
    let position = input::position(&arguments.fen)?;
    let (material, placement, _) = Placement::of(&position)?;
    Layout::new(&material)?;
    if arguments.lichess {
        return print_lichess(arguments, (&position, &material), json);
    }
    let library = arguments.library.as_deref();
    let library = library.map(|file| LibraryAnswer::new(file, &position, &material));
    let library = library.transpose()?;
    let shelf = Shelf::of(&arguments.folders.source.named());
    let file = arguments.rules.as_deref();
    let rules = match library {
        Some(_) => None,
        None => input::rules_for(&material, file, arguments.grade, &shelf)?,
    };
    if let Some(rules) = &rules {
        input::check_results(rules, "probe without --helpmate")?;
    }
    let witnesses = oracles::witnesses(&arguments.folders.named(), true)?;
    // Check this before generating tables needlessly.
    for witness in &witnesses {
        witness.probe_chess(&position)?;
    }
    let mut own = Sources::new(
        oracles::source(&arguments.folders.source.named(), true)?,
        &terminal(),
    );
    own.prepare(&material, Wanted::DtmAndDtz)?;
    let sources = sources(own.oracle(), &witnesses, &position)?;
    // Rules know nothing of en passant.
    let rules = rules.filter(|_| position.legal_ep_square().is_none());
    let rule = rules.map(|rules| RuleAnswer::new(&rules, &placement));
    let answer = Answer {
        turn: placement.turn,
        fen: arguments.fen.clone(),
        material: material.to_string(),
        rule: rule.transpose()?,
        fifty_moves: fifty_moves(&sources, position.halfmoves()),
        sources,
        library,
        line_san: in_san(&position, &mating_line(own.oracle(), &position)?),
    };
    if json {
        output::print_json(&answer)?;
    } else {
        output::print(&answer.text(position.turn()))?;
    }
    Ok(answer.outcome())
}

/// Prints what a server answers.
fn print_lichess(
    arguments: &args::Probe,
    (position, class): (&Chess, &Material),
    json: bool,
) -> anyhow::Result<Outcome> {
    if !json {
        anyhow::bail!("--lichess is a form of JSON; add --json");
    }
    let sources = serve::sources(&arguments.folders.source, slice::from_ref(class))?;
    output::print_json(&drawproof_server::Answer::new(&sources, position)?)?;
    Ok(Outcome::Proven)
}

/// The answer of each source, with the moves in the order of the first one.
fn sources(
    own: &dyn Oracle,
    witnesses: &[Oracles],
    position: &Chess,
) -> anyhow::Result<Vec<SourceAnswer>> {
    let order: Vec<Move> = rated_moves(own, position)?
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

    fn text(&self) -> String {
        let verdict = self.claim.map_or("no claim", Claim::name);
        match (&self.name, &self.reason) {
            (Some(name), Some(reason)) => format!("{verdict}, by \"{name}\": {reason}"),
            _ => format!("{verdict}, no rule matches"),
        }
    }
}

impl LibraryAnswer {
    fn new(file: &Path, position: &Chess, material: &Material) -> anyhow::Result<Self> {
        let library = Plugin::open(processes::host(Limits::default())?, file, material)?;
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

    fn text(&self) -> String {
        match (self.results, &self.fault) {
            (Some(results), _) => {
                let claim = Claim::allowing(results);
                claim.map_or("no claim", Claim::name).into()
            }
            (None, fault) => format!("no verdict: {}", fault.as_deref().unwrap_or("unknown")),
        }
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
    fn is_rounded(&self) -> bool {
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

    /// As short text: `win, mate 57, zeroing 9`, in plies, with a `+` if the
    /// last may be one more.
    fn text(&self) -> String {
        if self.distance_to_mate_plies == Some(0) {
            return "checkmated".into();
        }
        let mut text = self.wdl.clone();
        if let Some(plies) = self.distance_to_mate_plies {
            text += &format!(", mate {plies}");
        }
        if let Some(plies) = self.distance_to_zeroing_plies {
            text += &format!(", zeroing {plies}");
        }
        if self.distance_to_zeroing_rounded {
            text += "+";
        }
        text
    }
}

/// What stands before a false claim.
fn refuted(is_wrong: bool) -> &'static str {
    if is_wrong { "REFUTED: " } else { "" }
}

impl Answer {
    /// A false claim is a counterexample, and so are sources that contradict
    /// each other.
    fn outcome(&self) -> Outcome {
        let library = self.library.as_ref();
        if self.is_rule_wrong() || self.is_library_wrong() || !self.sources_agree() {
            Outcome::Counterexample
        } else if library.is_some_and(|library| library.fault.is_some()) {
            Outcome::Unchecked
        } else {
            Outcome::Proven
        }
    }

    fn value(&self) -> Value {
        self.sources[0].value.value
    }

    fn is_rule_wrong(&self) -> bool {
        let claim = self.rule.as_ref().and_then(|rule| rule.claim);
        claim.is_some_and(|claim| !claim.allows(self.turn).has(self.value().wdl))
    }

    fn is_library_wrong(&self) -> bool {
        let results = self.library.as_ref().and_then(|library| library.results);
        results.is_some_and(|results| !results.has(self.value().wdl))
    }

    fn sources_agree(&self) -> bool {
        let all = &mut self.sources.iter();
        all.all(|other| self.value().agrees(other.value.value))
    }

    fn text(&self, turn: Color) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut out, turn);
        out
    }

    fn write(&self, out: &mut String, turn: Color) -> std::fmt::Result {
        writeln!(out, "{}  {turn} to move; distances in plies", self.material)?;
        for source in &self.sources {
            let files = source.files_of_others.as_ref();
            let files = files.filter(|files| !files.are_published());
            let files = files.map_or_else(String::new, |files| format!(" ({})", files.words()));
            writeln!(out, "{}{files}: {}", source.name, source.value.text())?;
        }
        if let Some(text) = self.fifty_moves.text() {
            writeln!(out, "{text}")?;
        }
        if let Some(rule) = &self.rule {
            let refuted = refuted(self.is_rule_wrong());
            writeln!(out, "rules: {refuted}{}", rule.text())?;
        }
        if let Some(library) = &self.library {
            let refuted = refuted(self.is_library_wrong());
            writeln!(out, "{}: {refuted}{}", library.library, library.text())?;
        }
        if !self.sources_agree() {
            writeln!(out, "REFUTED: the tables contradict each other")?;
        }
        self.write_moves(out)?;
        if !self.line_san.is_empty() {
            writeln!(out, "line: {}", numbered(turn, &self.line_san))?;
        }
        Ok(())
    }

    /// A line for each move, with a column for each source.
    fn write_moves(&self, out: &mut String) -> std::fmt::Result {
        for (at, shown) in self.sources[0].moves.iter().enumerate() {
            let mut line = format!("  {:<7}", shown.san);
            for source in &self.sources {
                line += &format!(" {:<30}", source.moves[at].value.text());
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        if self.sources.iter().any(SourceAnswer::is_rounded) {
            writeln!(out, "+: rounded, may be one ply more")?;
        }
        Ok(())
    }
}
