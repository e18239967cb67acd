//! What rules for any number of men say of all positions of games.

use std::{collections::BTreeMap, ptr};

use drawproof_games::Heard;
use drawproof_language::OpenRules;
use drawproof_recognizers::{Cannot, ProvenClaim, proven_claims, proven_rules};
use drawproof_reports::{GamesProven, MenCount, ProvenMenRow, ProvenRuleRow};
use shakmaty::{Chess, Color};

/// What is said of a position: in the lowest bits what follows from the claims, above them a bit for
/// each rule that speaks.
const DRAW: u64 = 1;
const CANNOT_WIN: u64 = 2;
const CANNOT_MATE: u64 = 3;
const RESULT_BITS: u32 = 2;

/// All rules that claim something, each by its file and its index in it.
fn rules() -> impl Iterator<Item = (&'static OpenRules, usize)> {
    proven_rules().flat_map(|file| {
        let claims = move |&rule: &usize| file.rules()[rule].kind.claims();
        (0..file.rules().len())
            .filter(claims)
            .map(move |rule| (file, rule))
    })
}

/// The bit of a rule.
fn bit(number: usize) -> u64 {
    // A test counts the rules: none is without a bit.
    1_u64.checked_shl(RESULT_BITS + number as u32).unwrap_or(0)
}

/// What the rules say of a position, 0 if none speaks.
pub fn said(position: &Chess) -> u64 {
    let claims = proven_claims(position);
    let bits = claims.iter().filter_map(|of| {
        let number = rules().position(|(file, rule)| ptr::eq(of.rules, file) && of.rule == rule);
        number.map(bit)
    });
    bits.fold(result(&claims), |all, bit| all | bit)
}

fn result(claims: &[ProvenClaim]) -> u64 {
    let cannot = |color: Color| claims.iter().filter_map(|of| *of.cannot.get(color)).max();
    match (cannot(Color::White), cannot(Color::Black)) {
        (None, None) => 0,
        (Some(_), Some(_)) => DRAW,
        (Some(Cannot::Win), None) | (None, Some(Cannot::Win)) => CANNOT_WIN,
        (Some(Cannot::Mate), None) | (None, Some(Cannot::Mate)) => CANNOT_MATE,
    }
}

/// What was said of games, as the report has it.
pub fn rows(heard: &Heard) -> GamesProven {
    let mut by_rule: Vec<BTreeMap<usize, u64>> = vec![BTreeMap::new(); rules().count()];
    let mut by_men = Vec::new();
    for (men, positions) in heard.positions() {
        let mut row = ProvenMenRow {
            men,
            positions,
            ..ProvenMenRow::default()
        };
        for (said, count) in heard.said(men) {
            row.spoken += count;
            *match said & ((1 << RESULT_BITS) - 1) {
                CANNOT_WIN => &mut row.one_side_cannot_win,
                CANNOT_MATE => &mut row.one_side_cannot_mate,
                _ => &mut row.draws,
            } += count;
            let all = by_rule.iter_mut().enumerate();
            for (_, counts) in all.filter(|&(number, _)| said & bit(number) != 0) {
                *counts.entry(men).or_default() += count;
            }
        }
        by_men.push(row);
    }
    let rules = rules().zip(by_rule).map(|((file, rule), counts)| {
        let rule = &file.rules()[rule];
        let counts = counts.into_iter();
        ProvenRuleRow {
            class: file.class().to_string(),
            rules_from: file.source_name().into(),
            rule: rule.name.clone(),
            kind: rule.kind.name(),
            by_men: counts
                .map(|(men, positions)| MenCount { men, positions })
                .collect(),
        }
    });
    GamesProven {
        by_men,
        rules: rules.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_bit() {
        let bits: Vec<u64> = (0..rules().count()).map(bit).collect();
        assert!(bits.len() > 10 && bits.iter().all(|&bit| bit.is_power_of_two() && bit > 3));
    }
}
