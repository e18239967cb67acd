//! Static terms: where the men stand, without moves.

use shakmaty::Role;

use super::{
    side::{Men, Side},
    text::Text,
};

/// All terms that use only the squares of men.
pub fn terms(text: &mut Text, sides: &[Side; 2]) {
    let men: Vec<(usize, &Men)> = (sides.iter().enumerate())
        .flat_map(|(at, side)| side.men.iter().map(move |men| (at, men)))
        .collect();
    let pairs = || pairs(&men);
    // With many men there are many pairs, so use fewer terms for each.
    let is_small = men.len() < 5 && men.iter().all(|(_, men)| !men.are_many);
    text.group("How far the men are from each other.");
    for (a, b) in pairs() {
        number(text, &a, &b, "distance", 1..=5);
    }
    for (a, b) in pairs() {
        let roles = [a.men.role, b.men.role];
        let is_single = !a.men.are_many && !b.men.are_many;
        if is_single && (is_small || roles.contains(&Role::King)) {
            text.attempt(format!("manhattan({}, {})", a.men.set, b.men.set));
        }
    }
    text.group("Who is nearer.");
    nearer(text, sides);
    text.group("Edges and corners.");
    for (_, man) in &men {
        if man.role == Role::Pawn {
            continue;
        }
        one(text, man, "edge_distance");
        one(text, man, "corner_distance");
    }
    text.group("Files, ranks, diagonals and colours that men share.");
    for (a, b) in pairs() {
        for line in lines(a.men, b.men) {
            if b.is_same {
                let name = format!("{}s_{line}", a.men.name);
                let test = a
                    .men
                    .any(|x| a.men.any_but(x, |y| format!("{line}({x}, {y})")));
                text.named(&name, &test, "");
                continue;
            }
            truth(text, &a, &b, |x, y| format!("{line}({x}, {y})"));
        }
    }
    text.group("Corners of the colour that a bishop goes on.");
    bishop_corners(text, sides);
    text.group("On a shortest way from one man to another.");
    on_the_way(text, &men, is_small);
    text.group("Men between others.");
    for (a, b) in pairs() {
        between(text, &a, &b, &men);
    }
    text.group("What is attacked and what is covered.");
    text.attempt("in_check");
    for (side, other) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
        attacked(text, side, other);
    }
}

/// One of two men: like men that are told apart by a quantifier.
struct One<'a> {
    men: &'a Men,
    /// Whether the other one is of the same men.
    is_same: bool,
}

impl One<'_> {
    fn each(&self, all: bool, but: &str, test: impl Fn(&str) -> String) -> String {
        match (self.is_same, all) {
            (true, _) => self.men.any_but(but, test),
            (false, true) => self.men.all(test),
            (false, false) => self.men.any(test),
        }
    }
}

fn pairs<'a>(men: &[(usize, &'a Men)]) -> Vec<(One<'a>, One<'a>)> {
    let mut pairs = Vec::new();
    for (at, (_, a)) in men.iter().enumerate() {
        for (_, b) in &men[at..] {
            let is_same = a.set == b.set;
            if !is_same || a.are_many {
                pairs.push((
                    One {
                        men: a,
                        is_same: false,
                    },
                    One { men: b, is_same },
                ));
            }
        }
    }
    pairs
}

/// A number for two men, with bounds if one of them is one of several.
fn number(text: &mut Text, a: &One, b: &One, word: &str, bounds: std::ops::RangeInclusive<u8>) {
    if !a.men.are_many && !b.men.are_many {
        text.attempt(format!("{word}({}, {})", a.men.set, b.men.set));
        return;
    }
    for bound in bounds {
        truth(text, a, b, |x, y| format!("{word}({x}, {y}) <= {bound}"));
    }
}

/// Whether something holds for some pair, and for all pairs.
fn truth(text: &mut Text, a: &One, b: &One, test: impl Fn(&str, &str) -> String) {
    for all in [false, true] {
        text.attempt(bare(
            a.each(all && !b.is_same, "", |x| b.each(all, x, |y| test(x, y))),
        ));
    }
}

/// The term without outer parentheses.
pub fn bare(term: String) -> String {
    let inner = term
        .strip_prefix('(')
        .and_then(|term| term.strip_suffix(')'));
    match inner {
        Some(inner) if inner.starts_with("any ") || inner.starts_with("all ") => inner.to_owned(),
        _ => term,
    }
}

/// How near kings are to a corner of a bishop's colour, where it can help to
/// mate or to defend.
fn bishop_corners(text: &mut Text, sides: &[Side; 2]) {
    let men = sides.iter().flat_map(Side::pieces);
    for bishops in men.filter(|men| men.role == Role::Bishop) {
        for king in sides.each_ref().map(Side::king) {
            for bound in 0..=3 {
                let near = |bishop: &str| {
                    format!(
                        "any c in corners : same_color(c, {bishop}) and distance(c, {king}) <= {bound}"
                    )
                };
                text.attempt(bare(bishops.any(near)));
            }
        }
    }
}

/// Which man is in the rectangle between two others, and which is on a shortest
/// path of a king.
fn on_the_way(text: &mut Text, men: &[(usize, &Men)], is_small: bool) {
    for (a, b) in pairs(men) {
        let is_single = !a.men.are_many && !b.men.are_many;
        let has_king = a.men.role == Role::King;
        if !is_single || !(is_small || has_king) {
            continue;
        }
        for (_, middle) in men {
            if middle.set == a.men.set || middle.set == b.men.set {
                continue;
            }
            let words: &[&str] = if is_small {
                &["distance", "manhattan"]
            } else {
                &["manhattan"]
            };
            for word in words {
                let (a, b) = (&a.men.set, &b.men.set);
                let sum =
                    |x: &str| format!("{word}({a}, {x}) + {word}({x}, {b}) = {word}({a}, {b})");
                text.attempt(bare(middle.any(sum)));
            }
        }
    }
}

/// A number for one man.
fn one(text: &mut Text, men: &Men, word: &str) {
    if men.are_many {
        for bound in 0..=2 {
            text.attempt(bare(men.any(|man| format!("{word}({man}) <= {bound}"))));
            text.attempt(bare(men.all(|man| format!("{word}({man}) <= {bound}"))));
        }
    } else {
        text.attempt(format!("{word}({})", men.set));
    }
}

/// Lines that matter for two men.
fn lines(a: &Men, b: &Men) -> Vec<&'static str> {
    let has = |roles: &[Role]| roles.contains(&a.role) || roles.contains(&b.role);
    let mut lines = Vec::new();
    let kings = a.role == Role::King && b.role == Role::King;
    if kings || has(&[Role::Rook, Role::Queen]) {
        lines.push("aligned");
    }
    if kings || has(&[Role::Bishop, Role::Queen]) {
        lines.push("same_diagonal");
    }
    let steps = [Role::Bishop, Role::Knight];
    if steps.contains(&a.role) || steps.contains(&b.role) {
        lines.push("same_color");
    }
    lines
}

fn between(text: &mut Text, a: &One, b: &One, men: &[(usize, &Men)]) {
    // Nothing stays shut in between two like men for long.
    if b.is_same || a.men.are_many && b.men.are_many {
        return;
    }
    if a.men.slides() || b.men.slides() || !(a.men.are_many || b.men.are_many) {
        truth(text, a, b, |x, y| format!("empty(between({x}, {y}))"));
    }
    if !a.men.slides() && !b.men.slides() {
        return;
    }
    for (_, middle) in men {
        if middle.set != a.men.set && middle.set != b.men.set {
            let test = |x: &str, y: &str| middle.any(|z| format!("{z} in between({x}, {y})"));
            text.attempt(bare(
                a.each(false, "", |x| b.each(false, x, |y| test(x, y))),
            ));
        }
    }
}

/// For each man which king is nearer, for each king which man.
fn nearer(text: &mut Text, sides: &[Side; 2]) {
    let [first, second] = sides.each_ref().map(Side::king);
    for men in sides.iter().flat_map(Side::others) {
        if men.are_many {
            for sign in ["<", "<="] {
                let test = |man: &str| {
                    format!("distance({first}, {man}) {sign} distance({second}, {man})")
                };
                text.attempt(bare(men.any(test)));
                text.attempt(bare(men.all(test)));
            }
        } else {
            let man = &men.set;
            text.attempt(format!(
                "distance({first}, {man}) - distance({second}, {man})"
            ));
            if sides[0].is_large {
                continue;
            }
            text.attempt(format!(
                "distance({first}, {man}) - distance({first}, {second})"
            ));
            text.attempt(format!(
                "distance({second}, {man}) - distance({first}, {second})"
            ));
        }
    }
    text.attempt(format!("edge_distance({first}) - edge_distance({second})"));
}

/// Which men of a side the other one attacks, and which are covered.
fn attacked(text: &mut Text, side: &Side, other: &Side) {
    for men in side.others() {
        let name = &men.name;
        let attacked = |man: &str| format!("{man} in {}.attacks", other.word);
        let covered = |man: &str| format!("{man} in {}.attacks", side.word);
        let loose = |man: &str| format!("({} and not {})", attacked(man), covered(man));
        text.attempt(bare(men.any(attacked)));
        text.attempt(bare(men.any(covered)));
        text.named(
            &format!("{name}_loose"),
            &men.any(loose),
            "Attacked and not covered.",
        );
        text.attempt(bare(
            men.any(|man| format!("{man} in king_attacks({})", other.king())),
        ));
        if men.are_many {
            text.attempt(bare(men.all(attacked)));
            text.attempt(bare(men.all(covered)));
            text.attempt(bare(
                men.all(|man| format!("{man} in king_attacks({})", other.king())),
            ));
        }
        for attacker in other.others() {
            text.attempt(bare(men.any(|man| attacker.hit(man, "occupied", None))));
        }
    }
    for men in other.pieces().filter(|men| men.slides()) {
        let kings = [&other.men[0], &side.men[0]];
        for shield in side.others().iter().chain([kings[0]]) {
            shielded(text, men, shield, &side.men[0]);
        }
        for target in side.others() {
            for shield in kings {
                shielded(text, men, shield, target);
            }
        }
    }
}

/// A man that is the only one between a slider and its target.
fn shielded(text: &mut Text, slider: &Men, shield: &Men, target: &Men) {
    let through = |man: &str, target: &str| {
        let lifted = slider.hit(target, &format!("occupied - {man}"), None);
        format!("{lifted} and not {}", slider.hit(target, "occupied", None))
    };
    text.named(
        &format!(
            "{}_shields_{}_from_{}",
            shield.name,
            target.name,
            slider.role_word()
        ),
        &bare(shield.any(|man| target.any(|target| through(man, target)))),
        "",
    );
}
