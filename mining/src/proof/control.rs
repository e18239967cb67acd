//! A verification that never fails proves nothing: it must find a deliberate
//! fault in the rules.

use drawproof_language::{Claim, Limit, Resolver, RuleFile, RuleKind, unused_word};
use drawproof_verify::{Count, Verdict, number::thousands};

use super::{error::ProofError, truth::Truth};

/// The result of the fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Control {
    /// The change, such as `without "danger 3"`.
    pub change: String,
    /// The draws that it claims wrongly, or what is claimed instead of draws.
    pub incorrect_draws: Count,
}

/// Rules with a fault.
struct Faulty {
    change: String,
    text: String,
}

impl Control {
    /// Makes faults until one is found; tells the last one otherwise. `None`
    /// if nothing is won or lost, so that no claim can be wrong.
    ///
    /// # Errors
    ///
    /// Those of reading and verifying rules.
    pub fn run(
        rules: &RuleFile,
        text: &str,
        verdict: &Verdict,
        truth: &Truth,
        resolver: &dyn Resolver,
    ) -> Result<Option<Self>, ProofError> {
        let mut last = None;
        for faulty in faults(rules, text, verdict) {
            // By its name it finds what it uses.
            let rules = RuleFile::parse_with(rules.source_name(), &faulty.text, resolver)?;
            let found = truth.verdict(&rules)?.claimed().decisive;
            let control = Self {
                change: faulty.change,
                incorrect_draws: found,
            };
            if control.is_refuted() {
                return Ok(Some(control));
            }
            last = Some(control);
        }
        Ok(last)
    }

    /// Whether the fault was found.
    pub fn is_refuted(&self) -> bool {
        self.incorrect_draws.board > 0
    }

    /// A line of text, and another one if the fault was not found.
    pub fn text(&self, claim: Claim) -> String {
        let wrong = thousands(self.incorrect_draws.board);
        let what = match claim {
            Claim::Draw => "draws",
            _ => "claims",
        };
        let mut line = format!("control: {} {wrong} incorrect {what}\n", self.change);
        if !self.is_refuted() {
            line += "NOT CHECKED: a deliberate fault was not found\n";
        }
        line
    }
}

/// Faults that the verification must find.
fn faults(rules: &RuleFile, text: &str, verdict: &Verdict) -> Vec<Faulty> {
    if verdict.silent().decisive.board + verdict.claimed().decisive.board == 0 {
        return Vec::new();
    }
    let guards = verdict.rules.iter().enumerate();
    let guards = guards.filter(|(_, rule)| rule.kind == RuleKind::Silent);
    let most = guards.max_by_key(|(at, rule)| (rule.counts.decisive.board, usize::MAX - at));
    let without = most.map(|(at, _)| without(rules, text, at));
    let claims = (0..rules.rules().len()).filter(|&at| rules.rules()[at].kind.claims_draw());
    let always = claims.map(|at| always(rules, text, at));
    without.into_iter().chain(always).collect()
}

/// Rules without one of them.
fn without(rules: &RuleFile, text: &str, at: usize) -> Faulty {
    let rule = &rules.rules()[at];
    Faulty {
        change: format!("without \"{}\"", rule.name),
        text: [&text[..rule.span.start], &text[rule.span.end..]].concat(),
    }
}

/// Rules in which one claims all positions with its side to move.
fn always(rules: &RuleFile, text: &str, at: usize) -> Faulty {
    let rule = &rules.rules()[at];
    let limit = match rule.limit {
        Limit::Both => "",
        Limit::Strong => "for strong ",
        Limit::Weak => "for weak ",
    };
    let name = unused_word("control", text);
    let claim = format!("draw \"{name}\" {limit}because \"A fault.\" when true\n");
    Faulty {
        change: format!("with \"{}\" always true", rule.name),
        text: [&text[..rule.span.start], &claim, &text[rule.span.start..]].concat(),
    }
}
