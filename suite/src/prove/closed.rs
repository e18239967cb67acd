//! What tables say of positions with few men.

use drawproof_evaluate::CompiledRules;
use drawproof_language::OpenRules;
use drawproof_retro::Wanted;
use drawproof_tables::{Material, Placement, Subject, Wdl};
use drawproof_verify::Options;

use super::answer::{BrokenStatement, FalseClaim, ProofAnswer, Truth};
use crate::{
    input::closed_rules,
    oracles::AskedOracles,
    progress::Progress,
    sources::Sources,
    verify::{Request, Run},
};

/// A false claim in a closed class with at most this number of men, if there is one.
pub fn false_claim(
    rules: &OpenRules,
    men: usize,
    progress: &Progress,
) -> anyhow::Result<Option<FalseClaim>> {
    for class in rules.class().closed(men) {
        if let Some(found) = in_class(rules, &class, progress)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn in_class(
    rules: &OpenRules,
    class: &Material,
    progress: &Progress,
) -> anyhow::Result<Option<FalseClaim>> {
    let closed = closed_rules(rules, class)?;
    let compiled = CompiledRules::new(&closed);
    let asked = AskedOracles::nobody();
    let request = Request {
        options: Options {
            examples: 1,
            ..Options::DEFAULT
        },
        ..Request::default()
    };
    let report = Run::new(&compiled, Some(&closed), &asked, &request, progress).report()?;
    let wrong = report.incorrect_claims();
    let Some(example) = report.counterexamples.first() else {
        return Ok(None);
    };
    Ok(Some(FalseClaim {
        class: class.to_string(),
        rule: example.rule.replace(", sides exchanged", ""),
        fen: example.fen.clone(),
        positions: wrong.board_count,
    }))
}

/// Finds out what tables say of the positions that break statements and have at most this number of
/// men.
pub fn find_truths(
    answer: &mut ProofAnswer,
    men: usize,
    progress: &Progress,
) -> anyhow::Result<()> {
    let broken = answer.statements.iter_mut();
    for found in broken.filter_map(|statement| statement.broken_by.as_mut()) {
        found.truth = truth(found, men, progress)?;
    }
    Ok(())
}

fn truth(found: &BrokenStatement, men: usize, progress: &Progress) -> anyhow::Result<Truth> {
    if found.goal.subject == Subject::Mates {
        return Ok(Truth::Unknown);
    }
    let Some((class, placement, _)) = Placement::of_board(&found.board, found.turn) else {
        return Ok(Truth::Unknown);
    };
    if !(3..=men).contains(&class.men_count()) {
        return Ok(Truth::Unknown);
    }
    let table = Sources::generator(progress).get(&class, Wanted::Wdl)?;
    let value = table.probe(&placement).map(|value| value.wdl);
    let lost = if found.turn == found.goal.attacker {
        Wdl::Win
    } else {
        Wdl::Loss
    };
    Ok(match value {
        Some(value) if value == lost => Truth::Refuted,
        Some(_) => Truth::True,
        None => Truth::Unknown,
    })
}
