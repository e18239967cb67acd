//! How the game ends, and men that fall whatever is played: what decides who can still mate.

use super::{
    side::{Men, Side},
    text::Text,
};

/// Ends of the game, and for each man whether every move loses it, or every next one.
pub fn terms(text: &mut Text, sides: &[Side; 2]) {
    text.group("How the game ends.");
    let no_move = "not any move m by us : true";
    text.named("stalemate", &format!("not in_check and {no_move}"), "");
    text.named("mate", &format!("in_check and {no_move}"), "");
    let stalemated = "not them.in_check and not any move n by them : true";
    text.named(
        "stalemate_next",
        &format!("(any move m by us : true) and all move m by us : {stalemated}"),
        "Every move leaves the other side without one, and not in check.",
    );
    text.group("Men that fall whatever is played.");
    for side in sides {
        for men in side.others() {
            let name = &men.name;
            let fewer = fewer(side, men);
            text.named(
                &format!("{name}_cannot_stay"),
                &format!("(any move m by us : true) and all move m by us : {fewer}"),
                "",
            );
            let then = format!("(any move n by them : true) and (all move n by them : {fewer})");
            text.named(
                &format!("{name}_cannot_stay_next"),
                &format!("all move m by us : {then} or {stalemated}"),
                "By the answer to every move, unless it is stalemate.",
            );
        }
    }
}

/// Whether there are fewer of some men than at first.
fn fewer(side: &Side, men: &Men) -> String {
    format!("count({}.{}s) < {}", side.word, men.role_word(), men.count)
}
