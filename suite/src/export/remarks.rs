//! The heading of an exported file: where it comes from.

use drawproof_export::Language;
use drawproof_language::{Claim, OpenRules, RuleFile};
use drawproof_recognizers::Proof;
use drawproof_reports::{ClaimRow, Report, counted, thousands};

/// The licence of everything that is exported, and its copyright holders.
pub const LICENCE: [&str; 2] = [
    "SPDX-License-Identifier: MIT",
    "Copyright (c) 2026 The drawproof authors",
];

/// What is known of a rule file before it is exported.
pub enum Known {
    /// The ledger of built-in rules has its proof.
    InLedger(&'static Proof),
    /// It was verified.
    Verified(Box<Report>),
    Nothing,
}

impl Known {
    pub fn report(&self) -> Option<Report> {
        match self {
            Self::Verified(report) => Some(Report::clone(report)),
            Self::InLedger(_) | Self::Nothing => None,
        }
    }
}

/// The remarks on a file of rules, with empty lines between them. `known` has what is known of
/// each rule file for a closed class.
pub fn of(
    rules: &[RuleFile],
    open: &[(&OpenRules, bool)],
    command: &str,
    known: &[Known],
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
    let seen = match (rules, open) {
        (_, []) => {
            "The stronger side is seen as White, with equal men the side to move: other positions \
             are turned upside down, colours exchanged."
        }
        ([], _) => ANY_NUMBER,
        _ => {
            "The stronger side is seen as White, with equal men the side to move, and the first \
             side of rules for any number of men: other positions are turned upside down, colours \
             exchanged."
        }
    };
    remarks.extend([
        String::new(),
        format!(
            "Squares are numbered a1 = 0, b1 = 1, h8 = 63. {seen} The functions for bitboards claim \
             nothing where a pawn may be taken en passant or a side may castle; those for squares \
             must not be asked there."
        ),
    ]);
    for (rules, known) in rules.iter().zip(known) {
        remarks.push(String::new());
        remarks.push(format!(
            "{}: {} from {}",
            rules.material(),
            counted(rules.rules().len() as u64, "rule"),
            rules.source_name()
        ));
        remarks.push(format!("SHA-256 of their text: {}", rules.sha256()));
        if let Known::InLedger(proof) = known {
            remarks.push(format!("Ledger: {}", proof.sha256));
        }
        remarks.push(match known {
            Known::InLedger(proof) => in_ledger(rules, proof),
            Known::Verified(report) => verified(report),
            Known::Nothing => {
                "NOT VERIFIED: these rules may claim a draw in a won or lost position. Do not let \
                     an engine trust them."
                    .into()
            }
        });
    }
    remarks.extend(
        open.iter()
            .flat_map(|(rules, is_proven)| of_any_number(rules, *is_proven)),
    );
    remarks
}

/// How rules for any number of men see a position.
const ANY_NUMBER: &str = "The first side of a class is seen as White: the functions for bitboards \
    try either colour as that side, Black with the board turned upside down and colours exchanged.";

/// The remarks on rules for any number of men.
fn of_any_number(rules: &OpenRules, is_proven: bool) -> [String; 4] {
    [
        String::new(),
        format!(
            "{}, any number of men: {} from {}",
            rules.class(),
            counted(rules.rules().len() as u64, "rule"),
            rules.source_name()
        ),
        format!("SHA-256 of their text: {}", rules.sha256()),
        if is_proven {
            "Proven for any number of men, by induction: no claim is wrong.".into()
        } else {
            "NOT PROVEN: these rules may claim a draw in a won or lost position. Do not let an \
             engine trust them."
                .into()
        },
    ]
}

fn in_ledger(rules: &RuleFile, proof: &Proof) -> String {
    let mut claims = rules.rules().iter().filter_map(|rule| rule.kind.claim());
    let has_wins = claims.any(|claim| matches!(claim, Claim::Win | Claim::Loss));
    format!(
        "Proven, {} positions, both sides to move. Board count: 0 incorrect claims, {} draws \
         spotted, {} draws missed. {}",
        thousands(proof.positions),
        thousands(proof.spotted_draws),
        thousands(proof.missed_draws),
        fifty_moves(has_wins)
    )
}

/// What the 50-move rule changes.
fn fifty_moves(has_wins: bool) -> &'static str {
    if has_wins {
        "A claimed win or loss may be a draw by the 50-move rule; other claims are right with it as well."
    } else {
        "A claim is right without the 50-move rule, and so with it as well."
    }
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
    let has_wins = report
        .claims
        .iter()
        .any(|of| ["win", "loss"].contains(&of.claim.name()));
    format!("{}. {}", counts.join("; "), fifty_moves(has_wins))
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
         wins and losses. {}",
        fifty_moves(false)
    )
}
