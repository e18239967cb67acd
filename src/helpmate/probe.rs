//! `drawproof probe --helpmate`

use drawproof_suite::{
    helpmate::probe::{MatesAnswer, MatesRuleAnswer, probe},
    probe_command::ProbeCommand,
};

use crate::{Outcome, output, positions::Shown, progress::terminal};

pub fn run(command: &ProbeCommand, json: bool) -> anyhow::Result<Outcome> {
    let answer = probe(command, &terminal())?;
    if json {
        output::print_json(&answer)?;
    } else {
        output::print(&text(&answer))?;
    }
    Ok(answer.outcome())
}

/// The answer for one of many positions.
pub fn shown(command: &ProbeCommand, json: bool) -> anyhow::Result<Shown> {
    let answer = probe(command, &terminal())?;
    if json {
        return Shown::json(&answer, answer.outcome());
    }
    Ok(Shown::under(&command.fen, &text(&answer), answer.outcome()))
}

fn text(answer: &MatesAnswer) -> String {
    let rules = answer.recognizer.as_ref().map(rule_text);
    answer.mates.text() + &rules.unwrap_or_default()
}

fn rule_text(rule: &MatesRuleAnswer) -> String {
    let refuted = if rule.is_wrong { "REFUTED: " } else { "" };
    let verdict = rule.claims.unwrap_or("no claim");
    match (&rule.name, &rule.reason) {
        (Some(name), Some(reason)) => {
            format!("rules: {refuted}{verdict}, by \"{name}\": {reason}\n")
        }
        _ => format!("rules: {verdict}, no rule matches\n"),
    }
}
