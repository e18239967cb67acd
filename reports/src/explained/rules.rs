//! What rules say about a position, and their reasons.

use std::cmp::Reverse;

use drawproof_language::{
    Account, Claim, ConditionAccount, Fact, RuleAccount, RuleFile, RuleInfo, TooMuchWork, account,
};
use drawproof_tables::{Placement, Value};
use serde::Serialize;

use super::fit::Fit;

/// The verdict of a rule file.
#[derive(Serialize)]
pub struct RulesTold {
    /// The name of the rules.
    pub rules_from: String,
    /// How many there are.
    pub rule_count: usize,
    /// Whether a draw is claimed.
    pub claims_draw: bool,
    /// What is claimed, if that is not a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claims: Option<&'static str>,
    /// Whether that fits the value.
    pub verdict: Fit,
    /// The board that the rules see, if it is the position with colours
    /// exchanged; null if it is the position itself.
    pub seen_as_fen: Option<String>,
    /// The rule that decides; null if none holds.
    pub decided_by: Option<RuleTold>,
    /// How many rules before it do not hold; all if none decides.
    pub rules_that_do_not_hold: usize,
    /// The rules among them that lack the fewest conditions.
    pub nearest: Vec<RuleTold>,
    /// Some of the rules that hold as well but come later.
    pub hold_later: Vec<Heading>,
    /// How many those are.
    pub rules_that_hold_later: usize,
}

/// Which rule it is.
#[derive(Serialize)]
pub struct Heading {
    /// `draw`, another claim, or `silent`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// Its place in the file, from 1.
    pub number: usize,
    /// The line at which it begins.
    pub line: usize,
}

/// A rule and its conditions.
#[derive(Serialize)]
pub struct RuleTold {
    /// Which rule it is.
    #[serde(flatten)]
    pub rule: Heading,
    /// Its reason, as its author gives it.
    pub reason: String,
    /// Whether it is about the side to move.
    pub is_for_side_to_move: bool,
    /// The conditions that hold for the rule that decides; for others, those
    /// that do not hold.
    pub conditions: Vec<ConditionTold>,
    /// How many conditions the rule has.
    pub condition_count: usize,
}

/// A condition and the facts behind it.
#[derive(Serialize)]
pub struct ConditionTold {
    /// As it is written.
    pub text: String,
    /// Whether it holds.
    pub holds: bool,
    /// The first facts that it rests on.
    pub facts: Vec<FactTold>,
    /// The total number of facts.
    pub fact_count: usize,
}

/// A condition that is not made of others.
#[derive(Serialize)]
pub struct FactTold {
    /// As it is written.
    pub text: String,
    /// Whether it holds.
    pub holds: bool,
    /// The value that was found, such as a number or a set of squares.
    pub found: Option<String>,
}

/// The maximum number of facts shown for a condition: decision trees have many.
const MAX_FACTS: usize = 12;

impl RulesTold {
    /// What rules say about a position with a value. `placement` has the stronger side as White;
    /// it is `flipped` if colours were exchanged for that. `near` is for how many rules that do not
    /// hold to say what they lack.
    ///
    /// # Errors
    ///
    /// If the conditions take too much work.
    pub fn new(
        rules: &RuleFile,
        placement: &Placement,
        flipped: bool,
        value: Value,
        near: usize,
    ) -> Result<Self, TooMuchWork> {
        let account = account(rules, placement)?;
        let told = Teller { rules, account };
        let account = &told.account;
        let claim = account.decided_by;
        let claim = claim.and_then(|at| rules.rules()[at].kind.claim());
        let is_turned = flipped != (account.seen_as != *placement);
        let later = told.holding_later();
        Ok(Self {
            rules_from: rules.source_name().into(),
            rule_count: rules.rules().len(),
            claims_draw: claim == Some(Claim::Draw),
            claims: claim.filter(|&of| of != Claim::Draw).map(Claim::name),
            verdict: Fit::of(claim, placement.turn, value),
            seen_as_fen: is_turned.then(|| account.seen_as.fen(rules.material()).to_string()),
            decided_by: account.decided_by.map(|at| told.rule(at)),
            rules_that_do_not_hold: told.asked_before().len(),
            nearest: told.nearest(near),
            rules_that_hold_later: later.len(),
            hold_later: later
                .into_iter()
                .take(near)
                .map(|at| told.heading(at))
                .collect(),
        })
    }

    /// Whether what is claimed is wrong.
    pub fn is_incorrect(&self) -> bool {
        matches!(self.verdict, Fit::IncorrectDraw | Fit::IncorrectClaim)
    }
}

/// Rules and their accounts.
struct Teller<'a> {
    rules: &'a RuleFile,
    account: Account,
}

impl Teller<'_> {
    /// The rules that were tried and do not hold.
    fn asked_before(&self) -> &[RuleAccount] {
        let all = &self.account.rules;
        &all[..self.account.decided_by.unwrap_or(all.len())]
    }

    /// The rules that do not hold, sorted by the fewest missing conditions and
    /// then by the most that hold; those for the other side to move come last.
    fn nearest(&self, count: usize) -> Vec<RuleTold> {
        let mut rules: Vec<(usize, &RuleAccount)> =
            self.asked_before().iter().enumerate().collect();
        rules.sort_by_key(|(_, rule)| {
            let lacking = rule.failing().count();
            (!rule.is_for_turn, lacking, Reverse(rule.conditions.len()))
        });
        let nearest = rules.into_iter().take(count);
        nearest.map(|(at, _)| self.rule(at)).collect()
    }

    fn holding_later(&self) -> Vec<usize> {
        let Some(decided_by) = self.account.decided_by else {
            return Vec::new();
        };
        let later = decided_by + 1..self.account.rules.len();
        later.filter(|&at| self.account.rules[at].holds).collect()
    }

    fn heading(&self, at: usize) -> Heading {
        let RuleInfo {
            name, kind, line, ..
        } = &self.rules.rules()[at];
        Heading {
            kind: kind.name(),
            name: name.clone(),
            number: at + 1,
            line: *line,
        }
    }

    fn rule(&self, at: usize) -> RuleTold {
        let rule = &self.account.rules[at];
        let told = rule.conditions.iter().filter(|of| of.holds == rule.holds);
        RuleTold {
            rule: self.heading(at),
            reason: self.rules.rules()[at].reason.clone(),
            is_for_side_to_move: rule.is_for_turn,
            conditions: told.map(ConditionTold::new).collect(),
            condition_count: rule.conditions.len(),
        }
    }
}

impl ConditionTold {
    fn new(of: &ConditionAccount) -> Self {
        let facts = of.facts.iter().take(MAX_FACTS);
        Self {
            text: of.text.clone(),
            holds: of.holds,
            facts: facts.map(FactTold::new).collect(),
            fact_count: of.facts.len(),
        }
    }
}

impl FactTold {
    fn new(of: &Fact) -> Self {
        let Fact { text, holds, found } = of.clone();
        Self { text, holds, found }
    }
}
