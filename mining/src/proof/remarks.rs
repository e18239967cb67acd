//! What each mined rule does, and why it is right.

use std::collections::HashSet;

use drawproof_language::Claim;
use drawproof_tables::{OracleError, Placement};
use drawproof_verify::{Counts, Verdict, number::thousands};

use super::{error::ProofError, truth::Truth};
use crate::{FoundRules, Miner, Remark, Role, Tree};

/// The remarks on the rules of each side; none for rules with their own
/// reasons.
pub(super) type AllRemarks = Vec<Vec<Option<Remark>>>;

/// The remarks on what a miner found, by the verdict on its bare rules.
pub(super) fn remarks(
    miner: &Miner,
    found: &FoundRules,
    truth: &Truth,
    verdict: &Verdict,
) -> Result<AllRemarks, ProofError> {
    let mut counts = verdict.rules.iter().map(|rule| rule.counts);
    let mut next = || counts.next().ok_or(ProofError::Unverified);
    match found {
        FoundRules::Lists(lists) => {
            let mut shown = HashSet::new();
            let mut remarks = AllRemarks::new();
            for (side, list) in lists.sides.iter().enumerate() {
                let mut of_side = Vec::new();
                let positions = miner.positions_for_rules(found, side, truth.oracle())?;
                for ((role, _), position) in list.all().zip(positions) {
                    let counts = next()?;
                    let example = position.map(|position| example(&position, role, miner, truth));
                    let example = example.transpose()?;
                    let example = example.filter(|example| shown.insert(example.clone()));
                    of_side.push(Some(remark_on_a_rule(truth.claim, role, counts, example)));
                }
                // The claim at the end.
                next()?;
                remarks.push(of_side);
            }
            Ok(remarks)
        }
        FoundRules::Trees(trees) => {
            let remark = |has_rule: bool| {
                if !has_rule {
                    return Ok(Vec::new());
                }
                Ok(vec![Some(remark_on_a_tree(truth.claim, next()?))])
            };
            Tree::have_rules(trees).into_iter().map(remark).collect()
        }
    }
}

/// What a rule of a list decides, with an example of it as its reason.
fn remark_on_a_rule(claim: Claim, role: Role, counts: Counts, example: Option<String>) -> Remark {
    let draws = thousands(counts.draws.board);
    let decisive = thousands(counts.decisive.board);
    let (line, reason) = match (claim, role) {
        (Claim::Draw, Role::Haven) => (format!("spots {draws} draws"), "never won or lost"),
        (Claim::Draw, Role::Danger) => {
            let line = format!("decides {decisive} wins and losses and {draws} draws");
            (line, "won or lost at times")
        }
        (_, Role::Haven) => (format!("right in {draws} positions"), "never wrong"),
        (_, Role::Danger) => {
            let line = format!(
                "keeps the claim from {decisive} positions in which it is wrong and {draws} in which it is right"
            );
            (line, "wrong at times")
        }
    };
    Remark {
        lines: vec![line],
        reason: example.unwrap_or_else(|| reason.into()),
    }
}

/// What a tree decides.
fn remark_on_a_tree(claim: Claim, counts: Counts) -> Remark {
    let spotted = thousands(counts.draws.board);
    let (line, reason) = match claim {
        Claim::Draw => (
            format!("spots {spotted} draws"),
            "no win or loss of the class leads to a draw in the tree",
        ),
        _ => (
            format!("right in {spotted} positions"),
            "no position of the class is claimed wrongly by the tree",
        ),
    };
    Remark {
        lines: vec![line],
        reason: reason.into(),
    }
}

/// A position for a rule, in words: in a haven the claim is right, in a danger it is wrong.
fn example(
    position: &Placement,
    role: Role,
    miner: &Miner,
    truth: &Truth,
) -> Result<String, OracleError> {
    let class = miner.vocabulary.material();
    let what = match (truth.claim, role) {
        (Claim::Draw, _) => format!("a {}", truth.oracle().probe(class, position)?.wdl),
        (claim, Role::Haven) => claim.name().into(),
        (claim, Role::Danger) => format!("not {}", claim.name()),
    };
    Ok(format!("{what}, as in {}", position.fen(class)))
}
