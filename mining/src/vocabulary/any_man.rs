//! What a side can do with any of its men.

use super::{side::Side, text::Text};

/// Terms that join those of single men, so that one rule covers them all.
pub fn terms(text: &mut Text, side: &Side, other: &Side) {
    let name = side.name;
    text.group(format!("What any of the {name} men can do."));
    let joined = |text: &mut Text, what: &str, words: &[String], comment: &str| {
        if words.len() > 1 {
            text.named(&format!("{name}_{what}"), &words.join(" or "), comment);
        }
    };
    let (mut takes, mut checks) = (Vec::new(), Vec::new());
    for target in other.others() {
        let role = target.role_word();
        takes.push(format!("{name}_king_wins_{role}"));
        takes.extend(
            side.pieces()
                .map(|men| format!("{}_takes_{role}", men.name)),
        );
    }
    if !other.others().is_empty() {
        checks.extend(
            side.pieces()
                .map(|men| format!("{}_winning_check", men.name)),
        );
    }
    joined(text, "takes", &takes, "A man can be taken for nothing.");
    joined(text, "winning_check", &checks, "");
    let wins: Vec<String> = takes.into_iter().chain(checks).collect();
    joined(text, "wins_a_man", &wins, "At once, or by a check.");
    let attacks = other.others().iter().flat_map(|target| {
        let role = target.role_word();
        let traps = side
            .pieces()
            .map(move |men| format!("{}_traps_{role}", men.name));
        traps.chain([format!("{name}_king_traps_{}", target.role_word())])
    });
    joined(text, "traps", &attacks.collect::<Vec<_>>(), "");
    for bound in 0..=2 {
        let checks = side
            .pieces()
            .map(|men| format!("{}_check_leaves_{bound}", men.name));
        joined(
            text,
            &format!("check_leaves_{bound}"),
            &checks.collect::<Vec<_>>(),
            "",
        );
    }
}
