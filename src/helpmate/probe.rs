//! `drawproof probe --helpmate`

use std::slice;

use anyhow::bail;
use drawproof_language::{Claim, RuleFile, TooMuchWork, interpret};
use drawproof_tables::{HelpmateTables, Layout, Material, Mates, Placement, Subject, Truth};
use drawproof_verify::{MaterialRule, helpmate_line, in_san};
use serde::Serialize;
use shakmaty::{Chess, Color, Position};

use super::sources::{Wanted, are_distances_cheap};
use crate::{Outcome, args, input, output, resolver::Shelf};

/// The answer for one position.
#[derive(Serialize)]
struct Answer {
    fen: String,
    material: String,
    white: Side,
    black: Side,
    /// Neither side can mate.
    is_dead: bool,
    /// What rules of libraries say, which look at material only.
    rules: Vec<Says>,
    /// What rules say, if they are asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    recognizer: Option<RuleAnswer>,
}

#[derive(Serialize)]
struct Says {
    rule: &'static str,
    white_cannot_mate: bool,
    black_cannot_mate: bool,
    is_dead: bool,
}

/// The rules' verdict on the position.
#[derive(Serialize)]
struct RuleAnswer {
    rules_from: String,
    /// What is claimed, if anything.
    claims: Option<&'static str>,
    is_wrong: bool,
    /// The rule that decided, if any held.
    name: Option<String>,
    reason: Option<String>,
}

/// What one side can do.
#[derive(Serialize)]
struct Side {
    can_mate: bool,
    /// The plies of the shortest help mate, if distances are known.
    shortest_helpmate_plies: Option<u16>,
    /// Whether shakmaty's `has_insufficient_material` says that it cannot mate.
    said_insufficient: bool,
    /// Its moves, those of both sides.
    line_san: Vec<String>,
}

pub fn run(arguments: &args::Probe, json: bool) -> anyhow::Result<Outcome> {
    let position = input::position(&arguments.fen)?;
    let (material, placement, _) = Placement::of(&position)?;
    Layout::new(&material)?;
    // Check this before generating tables needlessly.
    let asked = rules(arguments, &material)?;
    let folders = &arguments.folders.source.tables;
    let wanted = Wanted {
        classes: slice::from_ref(&material),
        with_smaller: true,
        with_distances: are_distances_cheap(slice::from_ref(&material)),
    };
    let tables = wanted.all(folders)?;
    let mates = tables.probe(&position)?;
    let side = |color| Side::new(&tables, &position, mates, color);
    let answer = Answer {
        fen: arguments.fen.clone(),
        material: material.to_string(),
        white: side(Color::White)?,
        black: side(Color::Black)?,
        is_dead: mates.is_dead(),
        rules: MaterialRule::ALL
            .map(|rule| Says::new(rule, &position))
            .into(),
        // Rules know nothing of en passant.
        recognizer: asked
            .filter(|_| position.legal_ep_square().is_none())
            .map(|rules| RuleAnswer::new(&rules, &placement, (mates, position.turn())))
            .transpose()?,
    };
    if json {
        output::print_json(&answer)?;
    } else {
        output::print(&answer.text())?;
    }
    Ok(match &answer.recognizer {
        Some(rule) if rule.is_wrong => Outcome::Counterexample,
        _ => Outcome::Proven,
    })
}

/// The rules about who can mate that are asked.
fn rules(arguments: &args::Probe, material: &Material) -> anyhow::Result<Option<RuleFile>> {
    let (file, grade) = (arguments.rules.as_deref(), arguments.grade);
    if file.is_none() && grade.is_none() {
        return Ok(None);
    }
    let shelf = Shelf::of(&arguments.folders.source);
    let rules = input::rules_for(material, file, grade, &shelf)?;
    if let Some(rules) = rules.iter().find(|rules| rules.subject() != Subject::Mates) {
        bail!(
            "{} claims results, and --helpmate shows who can mate; leave the option out",
            rules.source_name()
        );
    }
    Ok(rules)
}

impl RuleAnswer {
    /// The answer beside the truth with a side to move.
    fn new(
        rules: &RuleFile,
        placement: &Placement,
        (mates, turn): (Mates, Color),
    ) -> Result<Self, TooMuchWork> {
        let rule = interpret(rules, placement)?.map(|rule| &rules.rules()[rule]);
        let claim = rule.and_then(|rule| rule.kind.claim());
        let truth = Truth::new(*mates.can.get(turn), *mates.can.get(!turn));
        let is_wrong = |claim: Claim| !claim.truths(placement.turn).has(truth);
        Ok(Self {
            rules_from: rules.source_name().into(),
            claims: claim.map(Claim::name),
            is_wrong: claim.is_some_and(is_wrong),
            name: rule.map(|rule| rule.name.clone()),
            reason: rule.map(|rule| rule.reason.clone()),
        })
    }

    fn text(&self) -> String {
        let refuted = if self.is_wrong { "REFUTED: " } else { "" };
        let verdict = self.claims.unwrap_or("no claim");
        match (&self.name, &self.reason) {
            (Some(name), Some(reason)) => {
                format!("rules: {refuted}{verdict}, by \"{name}\": {reason}\n")
            }
            _ => format!("rules: {verdict}, no rule matches\n"),
        }
    }
}

impl Says {
    fn new(rule: MaterialRule, position: &Chess) -> Self {
        let said = rule.excludes(position);
        Self {
            rule: rule.name(),
            white_cannot_mate: said.cannot.white,
            black_cannot_mate: said.cannot.black,
            is_dead: said.is_dead,
        }
    }
}

impl Side {
    fn new(
        tables: &HelpmateTables,
        position: &Chess,
        mates: Mates,
        color: Color,
    ) -> anyhow::Result<Self> {
        let plies = *mates.plies.get(color);
        Ok(Self {
            can_mate: *mates.can.get(color),
            shortest_helpmate_plies: plies,
            said_insufficient: position.has_insufficient_material(color),
            line_san: in_san(position, &helpmate_line(tables, position, color)?),
        })
    }

    fn text(&self, name: &str) -> String {
        let Some(plies) = self.shortest_helpmate_plies else {
            let can = if self.can_mate {
                "can still mate"
            } else {
                "cannot mate"
            };
            return format!("{name} {can}\n");
        };
        if plies == 0 {
            return format!("{name} has mated\n");
        }
        let line = self.line_san.join(" ");
        format!("{name} can still mate, with help in {plies} plies: {line}\n")
    }
}

impl Answer {
    fn text(&self) -> String {
        let mut text = format!("{} ({})\n", self.fen, self.material);
        text += &self.white.text("White");
        text += &self.black.text("Black");
        if self.is_dead {
            text += "the position is dead: the game is drawn\n";
        }
        text.extend(self.recognizer.as_ref().map(RuleAnswer::text));
        text
    }
}
