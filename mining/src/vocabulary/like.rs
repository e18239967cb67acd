//! Like men: which of them is in trouble, and which one stays if it falls.
//!
//! It says little that *some* knight is loose and *some* knight is far from its
//! king; it says much that one is loose and the other one is far.

use super::{
    side::{Men, Side},
    text::Text,
};

/// Terms of like men of a side that are told apart.
pub fn terms(text: &mut Text, side: &Side, other: &Side) {
    for men in side.pieces().filter(|men| men.are_many) {
        let role = men.role_word();
        text.group(format!("Which {} {role} it is.", side.name));
        let loose = format!("{}_loose_{role}s", side.name);
        text.define(
            &loose,
            &format!("{} - {}.attacks", men.set, side.word),
            "Those that are not covered.",
        );
        text.attempt(format!("count({loose})"));
        who_they_are(text, side, other, &loose);
        for (word, fallen, comment) in victims(other, &loose) {
            let [victims, left] =
                ["", "_left"].map(|left| format!("{}_{word}_{role}s{left}", side.name));
            text.define(&victims, &fallen, comment);
            let others = format!("{{ m in {} : not empty({victims} - m) }}", men.set);
            text.define(&left, &others, "The others.");
            who_they_are(text, side, other, &left);
            what_they_can_do(text, side, men, &left);
        }
    }
}

/// Men that may fall: a word for them, their set, and a comment.
fn victims(other: &Side, loose: &str) -> Vec<(&'static str, String, &'static str)> {
    let hit_by = |moves: &str| {
        let hits = other.pieces().map(|attacker| {
            let attack = |one: &str| {
                let call = if attacker.are_many {
                    format!("{}_{moves}({one})", attacker.name)
                } else {
                    format!("{}_{moves}", attacker.name)
                };
                let from = attacker.attacks_back("m", &format!("occupied - {one}"));
                format!("not empty({call} & {from})")
            };
            attacker.any(attack)
        });
        let hits: Vec<String> = hits.collect();
        (!hits.is_empty()).then(|| format!("{{ m in {loose} : {} }}", hits.join(" or ")))
    };
    let hanging = format!("{loose} & {}.attacks", other.word);
    let mut victims = vec![("hanging", hanging, "Those that are attacked as well.")];
    if let (Some(by_check), Some(by_move)) = (hit_by("safe_checks"), hit_by("safe_moves")) {
        victims.push(("checked", by_check, "Those that a safe check attacks."));
        victims.push(("hunted", by_move, "Those that a safe move attacks."));
    }
    victims
}

/// Where some of the men are.
fn who_they_are(text: &mut Text, side: &Side, other: &Side, set: &str) {
    let (king, other_king) = (side.king(), other.king());
    for quantifier in ["any", "all"] {
        let mut attempt = |test: String| text.attempt(format!("{quantifier} m in {set} : {test}"));
        for bound in 1..=5 {
            attempt(format!("distance({king}, m) <= {bound}"));
        }
        for bound in 1..=3 {
            attempt(format!("distance({other_king}, m) <= {bound}"));
        }
        for bound in 0..=1 {
            attempt(format!("edge_distance(m) <= {bound}"));
            attempt(format!("corner_distance(m) <= {bound}"));
        }
        for bound in -1..=2 {
            attempt(format!(
                "distance({king}, m) - distance({other_king}, m) <= {bound}"
            ));
        }
    }
}

/// How near to their king some of the men can go.
fn what_they_can_do(text: &mut Text, side: &Side, men: &Men, set: &str) {
    let moves = men.attacks("m", "occupied");
    let king = side.king();
    for quantifier in ["any", "all"] {
        for bound in 1..=3 {
            text.attempt(format!(
                "{quantifier} m in {set} : any x in {moves} - occupied : distance({king}, x) <= {bound}"
            ));
        }
    }
}
