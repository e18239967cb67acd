//! The heading of an exported file: where it comes from.

use drawproof_export::Language;
use drawproof_language::RuleFile;
use drawproof_reports::{ClaimRow, Report, counted, thousands};

/// The licence of everything that is exported, and its copyright holders.
pub const LICENCE: [&str; 2] = [
    "SPDX-License-Identifier: MIT",
    "Copyright (c) 2026 The drawproof authors",
];

/// The remarks on a file of rules, with empty lines between them. `reports` are
/// the verifications of the rules; `None` if they were not verified.
pub fn of(
    rules: &[RuleFile],
    command: &str,
    reports: Option<&[Report]>,
    language: Language,
) -> Vec<String> {
    let mut remarks = vec![
        format!(
            "Draw recognizers for chess endgames, exported as {} by drawproof {}.",
            language.title(),
            env!("CARGO_PKG_VERSION")
        ),
        format!("Made by: {command}"),
    ];
    remarks.extend(LICENCE.map(String::from));
    remarks.extend([
        String::new(),
        "Squares are numbered a1 = 0, b1 = 1, h8 = 63. The stronger side is seen as White, with \
         equal men the side to move: other positions are turned upside down, colours exchanged. \
         The functions for bitboards claim nothing where a pawn may be taken en passant or a side \
         may castle; those for squares must not be asked there."
            .into(),
    ]);
    for (at, rules) in rules.iter().enumerate() {
        remarks.push(String::new());
        remarks.push(format!(
            "{}: {} from {}",
            rules.material(),
            counted(rules.rules().len() as u64, "rule"),
            rules.source_name()
        ));
        remarks.push(format!("SHA-256 of their text: {}", rules.sha256()));
        remarks.push(match reports.and_then(|all| all.get(at)) {
            Some(report) => verified(report),
            None => {
                "NOT VERIFIED: these rules may claim a draw in a won or lost position. Do not let \
                     an engine trust them."
                    .into()
            }
        });
    }
    remarks
}

fn verified(report: &Report) -> String {
    let how = format!(
        "Verified over every legal position, both sides to move{}, against {}. Board count: ",
        if report.without_en_passant {
            " (none in which a pawn can be taken en passant)"
        } else {
            ""
        },
        report.asked().join(" and ")
    );
    if report.claims.is_empty() {
        how + &draws(report)
    } else {
        how + &claims(report)
    }
}

/// The counts of rules that claim more than draws.
fn claims(report: &Report) -> String {
    let of_claim = |of: &ClaimRow| {
        let [incorrect, spotted, missed] =
            [of.incorrect, of.spotted, of.missed].map(|count| thousands(count.board_count));
        let name = of.claim.name();
        format!("{name}: {incorrect} incorrect, {spotted} spotted, {missed} missed")
    };
    let counts: Vec<String> = report.claims.iter().map(of_claim).collect();
    let wins = report.claims.iter();
    let has_wins = wins
        .clone()
        .any(|of| ["win", "loss"].contains(&of.claim.name()));
    let rule = if has_wins {
        "A claimed win or loss may be a draw by the 50-move rule; other claims are right with it as well."
    } else {
        "A claim is right without the 50-move rule, and so with it as well."
    };
    format!("{}. {rule}", counts.join("; "))
}

/// The counts of rules that claim only draws.
fn draws(report: &Report) -> String {
    let totals = &report.totals;
    let [incorrect, spotted, missed, decisive] = [
        totals.incorrect_draws,
        totals.spotted_draws,
        totals.missed_draws,
        totals.spotted_decisive,
    ]
    .map(|count| thousands(count.board_count));
    format!(
        "{incorrect} incorrect draws, {spotted} draws spotted, {missed} draws missed, {decisive} \
         wins and losses. A claim is right without the 50-move rule, and so with it as well."
    )
}
