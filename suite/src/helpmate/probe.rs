//! Who can still give mate in a position.

use std::slice;

use anyhow::bail;
use drawproof_language::{Claim, RuleFile, TooMuchWork, interpret};
use drawproof_reports::HelpmateAnswer;
use drawproof_tables::{Layout, Material, Mates, Placement, Subject, Truth};
use serde::Serialize;
use shakmaty::{Color, Position};

use super::sources::{Wanted, are_distances_cheap};
use crate::{Outcome, input, probe_command::ProbeCommand, progress::Progress, resolver::Shelf};

/// The answer for one position.
#[derive(Serialize)]
pub struct MatesAnswer {
    /// What tables say.
    #[serde(flatten)]
    pub mates: HelpmateAnswer,
    /// What does not fit the board, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// What rules say, if they are asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recognizer: Option<MatesRuleAnswer>,
}

/// The rules' verdict on the position.
#[derive(Serialize)]
pub struct MatesRuleAnswer {
    /// Where the rules come from.
    pub rules_from: String,
    /// What is claimed, if anything.
    pub claims: Option<&'static str>,
    /// Whether the claim is false.
    pub is_wrong: bool,
    /// The rule that decided, if any held.
    pub name: Option<String>,
    /// Why it holds.
    pub reason: Option<String>,
}

/// Probes a position, by tables and by rules if these are asked.
pub fn probe(request: &ProbeCommand, progress: &Progress) -> anyhow::Result<MatesAnswer> {
    let given = input::position(&request.fen, progress)?;
    let position = &given.position;
    let (material, placement, _) = Placement::of(position)?;
    Layout::new(&material)?;
    // Check this before generating tables needlessly.
    let asked = rules(request, &material)?;
    let folders = &request.folders.source.tables;
    let wanted = Wanted {
        classes: slice::from_ref(&material),
        with_smaller: true,
        with_distances: are_distances_cheap(slice::from_ref(&material)),
    };
    let tables = wanted.all(folders, progress)?;
    let mates = tables.probe(position)?;
    Ok(MatesAnswer {
        mates: HelpmateAnswer::new(&request.fen, position, &tables)?,
        left_out: given.left_out(),
        // Rules know nothing of en passant.
        recognizer: asked
            .filter(|_| position.legal_ep_square().is_none())
            .map(|rules| MatesRuleAnswer::new(&rules, &placement, (mates, position.turn())))
            .transpose()?,
    })
}

/// The rules about who can mate that are asked.
fn rules(arguments: &ProbeCommand, material: &Material) -> anyhow::Result<Option<RuleFile>> {
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

impl MatesRuleAnswer {
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
}

impl MatesAnswer {
    /// A false claim is a counterexample.
    pub fn outcome(&self) -> Outcome {
        match &self.recognizer {
            Some(rule) if rule.is_wrong => Outcome::Counterexample,
            _ => Outcome::Proven,
        }
    }
}
