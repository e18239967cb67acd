//! What a change of rules gained and lost: a comparison of two runs.

use serde::Serialize;

use crate::{
    ClaimRow, CountRow, Report, RuleRow, Totals, claims::Kind, percent, thousands,
    words::Conclusion,
};

/// A comparison of two runs. Counts are board counts, new minus old: a rule may
/// have gained some positions and lost others.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Changes {
    /// The recognizers in both runs.
    pub recognizers: Vec<RecognizerChange>,
    /// The recognizers only in the old run.
    pub gone: Vec<NamedRow>,
    /// The recognizers only in the new run.
    pub added: Vec<NamedRow>,
}

/// A recognizer, identified by its class and the origin of its rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NamedRow {
    /// The class.
    pub material: String,
    /// Where the rules come from.
    pub rules_from: String,
}

/// One recognizer, old and new.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RecognizerChange {
    /// The class.
    pub material: String,
    /// The origin of the old and the new rules.
    pub rules_from: [String; 2],
    /// Whether the rules' text is the same.
    pub is_same_text: bool,
    /// Why the counts cannot be compared; null if they can.
    pub not_comparable: Option<&'static str>,
    /// Of the old run and of the new one.
    pub spotted_draws_board_count: [u64; 2],
    /// Likewise.
    pub missed_draws_board_count: [u64; 2],
    /// Likewise.
    pub incorrect_draws_board_count: [u64; 2],
    /// Each kind of claim that either makes, if either claims more than draws.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<ClaimChange>,
    /// `proven`, `refuted` or `unchecked`, likewise.
    pub verdict: [&'static str; 2],
    /// Rules that are new, gone, or decide a different number of positions.
    pub rules: Vec<RuleChange>,
}

/// One kind of claim, of the old run and of the new one; null where it is not made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClaimChange {
    /// Which.
    pub claim: Kind,
    /// Positions in which it is made, or one that says more, and right.
    pub spotted_board_count: [Option<u64>; 2],
    /// Positions in which it is made and wrong.
    pub incorrect_board_count: [Option<u64>; 2],
}

/// One rule, old and new; null if it is missing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RuleChange {
    /// Its name.
    pub name: String,
    /// What it says.
    pub kind: [Option<Kind>; 2],
    /// Draws that it decided.
    pub draws_board_count: [Option<u64>; 2],
    /// Wins and losses on which it kept silent.
    pub spotted_decisive_board_count: [Option<u64>; 2],
    /// Incorrect draws.
    pub incorrect_draws_board_count: [Option<u64>; 2],
    /// Positions in which another claim than a draw is wrong.
    #[serde(skip_serializing_if = "is_unknown")]
    pub incorrect_claims_board_count: [Option<u64>; 2],
}

fn is_unknown(counts: &[Option<u64>; 2]) -> bool {
    *counts == [None; 2]
}

impl Changes {
    /// Compares two runs. Recognizers are matched by class and origin of their
    /// rules; the remaining ones by class and order.
    pub fn between(old: &[Report], new: &[Report]) -> Self {
        let mut left: Vec<&Report> = old.iter().collect();
        let mut pairs: Vec<Option<&Report>> = vec![None; new.len()];
        let is_same: [fn(&Report, &Report) -> bool; 2] = [
            |a, b| a.material == b.material && a.rules_from == b.rules_from,
            |a, b| a.material == b.material,
        ];
        for is_same in is_same {
            for (pair, new) in pairs.iter_mut().zip(new) {
                if pair.is_none()
                    && let Some(at) = left.iter().position(|old| is_same(old, new))
                {
                    *pair = Some(left.remove(at));
                }
            }
        }
        let both = pairs.iter().zip(new);
        let added = both.clone().filter(|(old, _)| old.is_none());
        Self {
            recognizers: both
                .clone()
                .filter_map(|(old, new)| Some(RecognizerChange::between((*old)?, new)))
                .collect(),
            gone: left.into_iter().map(NamedRow::of).collect(),
            added: added.map(|(_, new)| NamedRow::of(new)).collect(),
        }
    }

    /// Whether nothing is gone, and everything in both runs is comparable.
    pub fn are_comparable(&self) -> bool {
        let mut recognizers = self.recognizers.iter();
        self.gone.is_empty() && recognizers.all(|of| of.not_comparable.is_none())
    }
}

impl NamedRow {
    fn of(report: &Report) -> Self {
        Self {
            material: report.material.clone(),
            rules_from: report.rules_from.clone(),
        }
    }
}

impl RecognizerChange {
    fn between(old: &Report, new: &Report) -> Self {
        let both = [old, new];
        let count = |of: fn(&Totals) -> CountRow| both.map(|report| of(&report.totals).board_count);
        Self {
            material: new.material.clone(),
            rules_from: both.map(|report| report.rules_from.clone()),
            is_same_text: old.rules_sha256 == new.rules_sha256,
            not_comparable: not_comparable(old, new),
            spotted_draws_board_count: count(|of| of.spotted_draws),
            missed_draws_board_count: count(|of| of.missed_draws),
            incorrect_draws_board_count: count(|of| of.incorrect_draws),
            claims: ClaimChange::all(both),
            verdict: both.map(|report| Conclusion::of(report).name()),
            rules: rule_changes(old, new),
        }
    }
}

impl ClaimChange {
    fn all(both: [&Report; 2]) -> Vec<Self> {
        let kinds = both.map(|report| report.claims.iter().map(|of| of.claim));
        let mut kinds: Vec<Kind> = kinds.into_iter().flatten().collect();
        kinds.sort_by_key(|kind| kind.name());
        kinds.dedup();
        let change = |claim: Kind| {
            let rows = both.map(|report| report.claims.iter().find(|of| of.claim == claim));
            let count =
                |of: fn(&ClaimRow) -> CountRow| rows.map(|row| row.map(|row| of(row).board_count));
            Self {
                claim,
                spotted_board_count: count(|of| of.spotted),
                incorrect_board_count: count(|of| of.incorrect),
            }
        };
        kinds.into_iter().map(change).collect()
    }
}

fn not_comparable(old: &Report, new: &Report) -> Option<&'static str> {
    if old.draw_convention != new.draw_convention {
        return Some("one counts what the 50-move rule makes of it, the other does not");
    }
    if old.left_out.is_some() != new.left_out.is_some() {
        return Some("one leaves out positions that are decided at once, the other does not");
    }
    let whole = |report: &Report| {
        let Totals {
            incorrect_draws,
            spotted_draws,
            missed_draws,
            spotted_decisive,
        } = report.totals;
        let without = report.without_verdict.iter();
        let without = without.flat_map(|of| [of.draws, of.decisive]);
        let all = [
            incorrect_draws,
            spotted_draws,
            missed_draws,
            spotted_decisive,
        ];
        let all = all.into_iter().chain(without);
        all.fold(0u64, |sum, count| sum.saturating_add(count.board_count))
    };
    (whole(old) != whole(new)).then_some("they are not about the same number of positions")
}

fn rule_changes(old: &Report, new: &Report) -> Vec<RuleChange> {
    let find = |report: &Report, name: &str| {
        let mut rules = report.rules.iter();
        rules.find(|rule| rule.name == name).cloned()
    };
    let gone = old
        .rules
        .iter()
        .filter(|rule| find(new, &rule.name).is_none());
    let names = new.rules.iter().chain(gone).map(|rule| &rule.name);
    let change = |name: &String| {
        let rules = [find(old, name), find(new, name)];
        let count = |of: fn(&RuleRow) -> u64| rules.each_ref().map(|rule| rule.as_ref().map(of));
        RuleChange {
            name: name.clone(),
            kind: rules
                .each_ref()
                .map(|rule| rule.as_ref().map(|rule| rule.kind)),
            draws_board_count: count(|rule| {
                let Totals {
                    spotted_draws,
                    missed_draws,
                    ..
                } = rule.decided;
                spotted_draws
                    .board_count
                    .saturating_add(missed_draws.board_count)
            }),
            spotted_decisive_board_count: count(|rule| rule.decided.spotted_decisive.board_count),
            incorrect_draws_board_count: count(|rule| rule.decided.incorrect_draws.board_count),
            incorrect_claims_board_count: rules.each_ref().map(|rule| {
                let claimed = rule.as_ref().and_then(|rule| rule.claimed);
                claimed.map(|of| of.incorrect.board_count)
            }),
        }
    };
    let is_changed = |change: &RuleChange| {
        let counts = [
            change.draws_board_count,
            change.spotted_decisive_board_count,
            change.incorrect_draws_board_count,
            change.incorrect_claims_board_count,
        ];
        let [old, new] = change.kind;
        old != new || counts.iter().any(|[old, new]| old != new)
    };
    names.map(change).filter(is_changed).collect()
}

/// Changes as text.
pub fn changes_text(changes: &Changes) -> String {
    let mut text = String::new();
    for of in &changes.recognizers {
        text += &recognizer_text(of);
    }
    for (what, rows) in [("gone", &changes.gone), ("added", &changes.added)] {
        for NamedRow {
            material,
            rules_from,
        } in rows
        {
            text += &format!("{material}: {rules_from} is {what}\n");
        }
    }
    text
}

fn recognizer_text(of: &RecognizerChange) -> String {
    let [old, new] = &of.rules_from;
    let from = if old == new {
        new.clone()
    } else {
        format!("{old} -> {new}")
    };
    let mut text = format!("{}: {from}\n", of.material);
    if let Some(reason) = of.not_comparable {
        return text + &format!("  cannot be compared: {reason}\n\n");
    }
    if of.is_same_text {
        text += "  the rules are the same\n";
    }
    let draws = [0, 1].map(|at: usize| {
        of.spotted_draws_board_count[at].saturating_add(of.missed_draws_board_count[at])
    });
    let share = |at: usize| percent(of.spotted_draws_board_count[at], draws[at]);
    let line = |name: &str, [old, new]: [u64; 2]| {
        format!(
            "  {name:<16} {:>15} -> {:>15}  {:>15}\n",
            thousands(old),
            thousands(new),
            difference(old, new)
        )
    };
    text += &line("spotted draws", of.spotted_draws_board_count);
    text += &line("missed draws", of.missed_draws_board_count);
    text += &line("incorrect draws", of.incorrect_draws_board_count);
    for claim in &of.claims {
        let known = |counts: [Option<u64>; 2]| counts.map(Option::unwrap_or_default);
        let name = claim.claim.name();
        text += &line(&format!("{name} right"), known(claim.spotted_board_count));
        text += &line(&format!("{name} wrong"), known(claim.incorrect_board_count));
    }
    text += &format!(
        "  {:<16} {:>15} -> {:>15}\n",
        "share spotted",
        share(0),
        share(1)
    );
    text += &format!(
        "  {:<16} {:>15} -> {:>15}\n",
        "verdict", of.verdict[0], of.verdict[1]
    );
    for rule in &of.rules {
        text += &rule_text(rule);
    }
    text + "\n"
}

/// A line for a rule: what it decides now, and the difference.
fn rule_text(rule: &RuleChange) -> String {
    let what = match rule.kind {
        [None, Some(new)] => format!("new {} rule", new.name()),
        [Some(old), None] => format!("gone: {} rule", old.name()),
        [Some(old), Some(new)] if old != new => format!("{}, now {} rule", old.name(), new.name()),
        [_, new] => format!("{} rule", new.map_or("", Kind::name)),
    };
    let is_claim = rule.kind.into_iter().flatten().any(Kind::is_other_claim);
    let decisive = if is_claim {
        "wins/losses"
    } else {
        "wins/losses left alone"
    };
    let part = |name: &str, [old, new]: [Option<u64>; 2]| {
        if old == new {
            return String::new();
        }
        format!(
            ", {name} {}",
            difference(old.unwrap_or(0), new.unwrap_or(0))
        )
    };
    format!(
        "  {what} \"{}\"{}{}{}{}\n",
        rule.name,
        part("draws", rule.draws_board_count),
        part(decisive, rule.spotted_decisive_board_count),
        part("incorrect", rule.incorrect_draws_board_count),
        part("incorrect", rule.incorrect_claims_board_count)
    )
}

/// The difference with its sign: `+1,234`, `-5` or `0`.
fn difference(old: u64, new: u64) -> String {
    match new.cmp(&old) {
        std::cmp::Ordering::Less => format!("-{}", thousands(old - new)),
        std::cmp::Ordering::Equal => "0".into(),
        std::cmp::Ordering::Greater => format!("+{}", thousands(new - old)),
    }
}
