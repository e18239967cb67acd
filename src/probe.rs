//! `drawproof probe`

use std::fmt::Write;

use drawproof_recognizers::{RuleFile, RuleKind, interpret};
use drawproof_tables::{
    Dtm, Layout, Library, Oracle, Placement, RatedMove, SyzygyFolder, Value, mating_line, rated_moves,
};
use drawproof_verify::{in_san, numbered};
use serde::Serialize;
use shakmaty::{Chess, Color, Position, san::SanPlus};

use crate::{Outcome, args, input, output, progress};

/// What is known of one position.
#[derive(Serialize)]
struct Answer {
    fen: String,
    material: String,
    wdl: String,
    distance_to_mate_plies: Option<u32>,
    syzygy_wdl: Option<String>,
    rule: Option<RuleAnswer>,
    moves: Vec<MoveAnswer>,
    line_san: Vec<String>,
}

/// What rules say of the position.
#[derive(Serialize)]
struct RuleAnswer {
    rules_from: String,
    claims_draw: bool,
    /// The rule that decided, if any held.
    name: Option<String>,
    reason: Option<String>,
}

#[derive(Serialize)]
struct MoveAnswer {
    san: String,
    wdl: String,
    distance_to_mate_plies: Option<u32>,
}

pub fn run(arguments: &args::Probe, json: bool) -> anyhow::Result<Outcome> {
    let position = input::position(&arguments.fen)?;
    let (material, placement, _) = Placement::of(&position)?;
    Layout::new(&material)?;
    let rules = match &arguments.rules {
        Some(path) => Some(input::rule_file(path)?),
        None => input::builtin_rules(&[])?
            .into_iter()
            .find(|rules| *rules.material() == material),
    };
    if let Some(rules) = rules.as_ref().filter(|rules| *rules.material() != material) {
        anyhow::bail!(
            "{} is about {}, the position is {material}",
            rules.source_name(),
            rules.material()
        );
    }
    let syzygy = arguments
        .syzygy
        .as_ref()
        .map(SyzygyFolder::open)
        .transpose()?;
    let mut library = Library::new();
    progress::generate(&material, &mut library)?;

    let value = library.probe_chess(&position)?;
    let moves = rated_moves(&library, &position)?;
    let answer = Answer {
        fen: arguments.fen.clone(),
        material: material.to_string(),
        wdl: value.wdl.to_string(),
        distance_to_mate_plies: value.dtm.map(Dtm::plies),
        syzygy_wdl: match &syzygy {
            Some(folder) => Some(folder.probe_chess(&position)?.wdl.to_string()),
            None => None,
        },
        rule: rules.map(|rules| RuleAnswer::new(&rules, &placement)),
        moves: moves
            .iter()
            .map(|rated| MoveAnswer::new(&position, rated))
            .collect(),
        line_san: in_san(&position, &mating_line(&library, &position)?),
    };
    if json {
        output::print_json(&answer)?;
    } else {
        output::print(&answer.text(value, &moves, position.turn()))?;
    }
    Ok(answer.outcome())
}

impl RuleAnswer {
    fn new(rules: &RuleFile, placement: &Placement) -> Self {
        let rule = interpret(rules, placement).map(|rule| &rules.rules()[rule]);
        Self {
            rules_from: rules.source_name().into(),
            claims_draw: rule.is_some_and(|rule| rule.kind == RuleKind::Draw),
            name: rule.map(|rule| rule.name.clone()),
            reason: rule.map(|rule| rule.reason.clone()),
        }
    }

    fn text(&self) -> String {
        let verdict = if self.claims_draw { "draw" } else { "no claim" };
        match (&self.name, &self.reason) {
            (Some(name), Some(reason)) => format!("{verdict}, by \"{name}\": {reason}"),
            _ => format!("{verdict}, no rule matches"),
        }
    }
}

impl MoveAnswer {
    fn new(position: &Chess, rated: &RatedMove) -> Self {
        Self {
            san: SanPlus::from_move(position.clone(), rated.chess_move).to_string(),
            wdl: rated.value.wdl.to_string(),
            distance_to_mate_plies: rated.value.dtm.map(Dtm::plies),
        }
    }
}

impl Answer {
    /// A claimed draw that is none is a counterexample, and so is a table
    /// that disagrees.
    fn outcome(&self) -> Outcome {
        let draw = self.wdl == "draw";
        let wrong_claim = self
            .rule
            .as_ref()
            .is_some_and(|rule| rule.claims_draw && !draw);
        let disagree = self.syzygy_wdl.as_ref().is_some_and(|wdl| *wdl != self.wdl);
        if wrong_claim || disagree {
            Outcome::Counterexample
        } else {
            Outcome::Proven
        }
    }

    fn text(&self, value: Value, moves: &[RatedMove], turn: Color) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut out, value, moves, turn);
        out
    }

    fn write(
        &self,
        out: &mut String,
        value: Value,
        moves: &[RatedMove],
        turn: Color,
    ) -> std::fmt::Result {
        writeln!(out, "{}  {turn} to move", self.material)?;
        writeln!(out, "own tables: {value}")?;
        if let Some(wdl) = &self.syzygy_wdl {
            writeln!(out, "Syzygy:     {wdl}")?;
        }
        if let Some(rule) = &self.rule {
            writeln!(out, "rules:      {}", rule.text())?;
        }
        for (rated, shown) in moves.iter().zip(&self.moves) {
            writeln!(out, "  {:<6} {}", shown.san, rated.value)?;
        }
        if !self.line_san.is_empty() {
            writeln!(out, "line: {}", numbered(turn, &self.line_san))?;
        }
        Ok(())
    }
}
