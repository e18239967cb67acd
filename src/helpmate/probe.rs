//! `drawproof probe --helpmate`

use std::slice;

use anyhow::bail;
use drawproof_language::{Claim, RuleFile, TooMuchWork, interpret};
use drawproof_reports::HelpmateAnswer;
use drawproof_tables::{Layout, Material, Mates, Placement, Subject, Truth};
use serde::Serialize;
use shakmaty::{Color, Position};

use crate::{Outcome, args, input, output, resolver::Shelf};
use drawproof_suite::helpmate::sources::{Wanted, are_distances_cheap};

/// The answer for one position.
#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    mates: HelpmateAnswer,
    /// What rules say, if they are asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    recognizer: Option<RuleAnswer>,
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
    let tables = wanted.all(folders, &crate::progress::terminal())?;
    let mates = tables.probe(&position)?;
    let answer = Answer {
        mates: HelpmateAnswer::new(&arguments.fen, &position, &tables)?,
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
    let shelf = Shelf::of(&arguments.folders.source.named());
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

impl Answer {
    fn text(&self) -> String {
        let rules = self.recognizer.as_ref().map(RuleAnswer::text);
        self.mates.text() + &rules.unwrap_or_default()
    }
}
