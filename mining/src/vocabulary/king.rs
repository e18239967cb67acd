//! The king's next step.

use shakmaty::Role;

use super::{
    side::{Men, Side},
    text::Text,
};

/// Terms for what the king of a side can do, and for its replies to a check.
pub fn terms(text: &mut Text, side: &Side, other: &Side) {
    let (name, king, other_king) = (side.name, side.king(), other.king());
    text.group(format!("The {name} king's next step."));
    let lifted = format!("occupied - {king}");
    let mut moves = format!(
        "king_attacks({king}) - {}.men - king_attacks({other_king})",
        side.word
    );
    let mut hits = Vec::new();
    for men in other.others() {
        if men.are_many {
            hits.push(men.hit("y", &lifted, None));
        } else {
            moves += &format!(" - {}", men.attacks(&men.set, &lifted));
        }
    }
    if !hits.is_empty() {
        moves = format!("{{ y in {moves} : not ({}) }}", hits.join(" or "));
    }
    let steps = format!("{name}_king_moves");
    text.define(&steps, &moves, "");
    text.attempt(format!("count({steps})"));
    text.named(
        &format!("{name}_opposition_next"),
        &format!("any y in {steps} : distance(y, {other_king}) = 2 and aligned(y, {other_king})"),
        "",
    );
    text.attempt(format!("any y in {steps} : y in edge"));
    text.attempt(format!("all y in {steps} : y in edge"));
    for men in other.others() {
        approach(text, side, other, men, &steps);
    }
    for men in side.others() {
        guard(text, side, other, men, &steps);
    }
    fork(text, side, other, &steps);
    discovery(text, side, other, &steps);
    squeeze(text, side, other, &steps);
}

/// The king moves to attack men of the other side, or captures one.
fn approach(text: &mut Text, side: &Side, other: &Side, men: &Men, steps: &str) {
    let (name, target) = (side.name, men.role_word());
    text.named(
        &format!("{name}_king_takes_{target}"),
        &men.any(|man| format!("{man} in {steps}")),
        "",
    );
    let kept = side
        .others()
        .iter()
        .filter(|own| own.role != Role::Pawn)
        .map(|own| {
            let lost = |victim: &str, man: &str| {
                let after = format!("occupied - {}", side.king());
                let hit = other.hit_with_king(victim, &after, Some((men, man)));
                format!("{hit} and not {victim} in king_attacks({man})")
            };
            move |man: &str| {
                format!(
                    " and not {}",
                    own.any(|victim| format!("({})", lost(victim, man)))
                )
            }
        });
    let kept: Vec<_> = kept.collect();
    text.named(
        &format!("{name}_king_wins_{target}"),
        &men.any(|man| {
            let kept: String = kept.iter().map(|kept| kept(man)).collect();
            format!("{man} in {steps}{kept}")
        }),
        "It can be taken, and no piece falls for it.",
    );
    approach_next(text, side, other, men, steps);
}

/// The king attacks a man with its next step, or leaves it no square.
fn approach_next(text: &mut Text, side: &Side, other: &Side, men: &Men, steps: &str) {
    let (name, target) = (side.name, men.role_word());
    let covered = |man: &str, y: &str| {
        other.hit_with_king(
            man,
            &format!("occupied - {} + {y}", side.king()),
            Some((men, man)),
        )
    };
    text.named(
        &format!("{name}_king_attacks_{target}_next"),
        &format!(
            "any y in {steps} : {}",
            men.any(|man| format!("{man} in king_attacks(y) and not {}", covered(man, "y")))
        ),
        "A step next to it, and it is not covered then.",
    );
    text.attempt(format!(
        "any y in {steps} : {}",
        men.any(|man| format!("{man} in king_attacks(y)"))
    ));
    let bound = |man: &str, y: &str| {
        let open = format!("occupied - {} - {man} + {y}", side.king());
        let moves = format!(
            "{} - {}.men - king_attacks({y})",
            men.attacks(man, "occupied"),
            other.word
        );
        side.hit("z", &open, None).map_or_else(
            || format!("empty({moves})"),
            |hit| format!("all z in {moves} : {hit}"),
        )
    };
    text.named(
        &format!("{name}_king_binds_{target}"),
        &format!("any y in {steps} : {}", men.any(|man| bound(man, "y"))),
        "A step that leaves it no square to go to.",
    );
    text.named(
        &format!("{name}_king_traps_{target}"),
        &format!(
            "any y in {steps} : {}",
            men.any(|man| {
                format!(
                    "{man} in king_attacks(y) and not {} and {}",
                    covered(man, "y"),
                    bound(man, "y")
                )
            })
        ),
        "A step that attacks it, and it has no square to go to.",
    );
    text.attempt(format!(
        "any y in {steps} : {}",
        men.any(|man| format!("distance(y, {man}) <= 2"))
    ));
}

/// The king moves to cover its own men, or leaves them to be captured.
fn guard(text: &mut Text, side: &Side, other: &Side, men: &Men, steps: &str) {
    let (name, own, king) = (side.name, men.role_word(), side.king());
    text.named(
        &format!("{name}_king_guards_{own}_next"),
        &format!(
            "any y in {steps} : {}",
            men.any(|man| format!("{man} in king_attacks(y)"))
        ),
        "",
    );
    let after = |y: &str| format!("occupied - {king} + {y}");
    let falls = |man: &str| {
        let attacked = other.hit_with_king(man, &after("y"), None);
        let fellows = side.hit(man, &after("y"), Some((men, man)));
        let fellows = fellows.map_or(String::new(), |hit| format!(" and not {hit}"));
        format!("({attacked} and not {man} in king_attacks(y){fellows})")
    };
    text.named(
        &format!("{name}_{own}_falls"),
        &format!("all y in {steps} : {}", men.any(falls)),
        "Wherever the king goes, it is attacked and not covered.",
    );
}

/// The king moves to attack two men, or one while another man attacks a second
/// one.
fn fork(text: &mut Text, side: &Side, other: &Side, steps: &str) {
    let name = side.name;
    let after = format!("occupied - {} + y", side.king());
    let targets = other.others();
    let mut forks = Vec::new();
    for (at, men) in targets.iter().enumerate() {
        let loose = |men: &Men, man: &str| {
            format!(
                "{man} in king_attacks(y) and not {}",
                other.hit_with_king(man, &after, Some((men, man)))
            )
        };
        for second in &targets[at + 1..] {
            forks.push(men.any(|man| {
                format!(
                    "({} and {})",
                    loose(men, man),
                    second.any(|other| loose(second, other))
                )
            }));
        }
        if men.are_many {
            forks.push(men.any(|man| {
                format!(
                    "{} and {}",
                    loose(men, man),
                    men.any_but(man, |other| loose(men, other))
                )
            }));
        }
    }
    if !forks.is_empty() {
        text.named(
            &format!("{name}_king_fork"),
            &format!("any y in {steps} : {}", forks.join(" or ")),
            "",
        );
    }
}

/// The king steps out of a line.
fn discovery(text: &mut Text, side: &Side, other: &Side, steps: &str) {
    let (name, king) = (side.name, side.king());
    for slider in side.pieces().filter(|men| men.slides()) {
        let piece = slider.role_word();
        let after = format!("occupied - {king} + y");
        let sees = |target: &str| {
            format!(
                "{} and not {}",
                slider.hit(target, &after, None),
                slider.hit(target, "occupied", None)
            )
        };
        let check = sees(&other.king());
        text.named(
            &format!("{name}_{piece}_discovered_check"),
            &format!("any y in {steps} : {check}"),
            "By a step of the king.",
        );
        for men in other.others() {
            let target = men.role_word();
            text.named(
                &format!("{name}_{piece}_discovers_{target}"),
                &format!("any y in {steps} : {}", men.any(sees)),
                "By a step of the king.",
            );
            text.named(
                &format!("{name}_{piece}_check_with_attack_on_{target}"),
                &format!(
                    "any y in {steps} : {check} and {}",
                    men.any(|man| format!("{man} in king_attacks(y)"))
                ),
                "By a step of the king that attacks it.",
            );
        }
    }
}

/// The king takes squares from the other king.
fn squeeze(text: &mut Text, side: &Side, other: &Side, steps: &str) {
    let (name, king, other_king) = (side.name, side.king(), other.king());
    let after = format!("occupied - {king} - {other_king} + y");
    let left = match side.hit("z", &after, None) {
        Some(hit) => format!(
            "{{ z in king_attacks({other_king}) - {}.men - king_attacks(y) : not {hit} }}",
            other.word
        ),
        None => return,
    };
    let flights = format!("{name}_king_leaves");
    text.define(
        &format!("{flights}(y: square)"),
        &left,
        "The squares of the other king when this one has gone to y.",
    );
    for bound in 0..=2 {
        text.attempt(format!("any y in {steps} : count({flights}(y)) <= {bound}"));
    }
}
