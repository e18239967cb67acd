//! One move ahead with a piece.

use shakmaty::Role;

use super::{
    side::{Men, Side},
    text::Text,
};

/// A piece that may move, and the words for it.
struct Mover<'a> {
    side: &'a Side,
    other: &'a Side,
    men: &'a Men,
}

/// Terms for what one move of these men can do.
pub fn terms(text: &mut Text, side: &Side, other: &Side, men: &Men) {
    let mover = Mover { side, other, men };
    text.group(format!(
        "What one move of a {} can do.",
        men.name.replace('_', " ")
    ));
    mover.define(text);
    mover.mobility(text);
    mover.checks(text);
    mover.captures(text);
    mover.attacks(text);
    mover.forks(text);
    mover.pins(text);
    mover.reaches(text);
    mover.binds(text);
}

impl Mover<'_> {
    /// The head of a definition for one of the men: if there are several, the
    /// man is a parameter.
    fn head(&self, what: &str, parameters: &[&str]) -> String {
        let own = self.men.are_many.then(|| self.man());
        let all: Vec<String> = (own.into_iter().map(str::to_owned))
            .chain(parameters.iter().map(|&name| name.to_owned()))
            .map(|name| format!("{name}: square"))
            .collect();
        if all.is_empty() {
            self.word(what)
        } else {
            format!("{}({})", self.word(what), all.join(", "))
        }
    }

    /// A call of such a definition.
    fn call(&self, what: &str, arguments: &[&str]) -> String {
        let own = self.men.are_many.then(|| self.man());
        let all: Vec<&str> = own.into_iter().chain(arguments.iter().copied()).collect();
        if all.is_empty() {
            self.word(what)
        } else {
            format!("{}({})", self.word(what), all.join(", "))
        }
    }

    fn word(&self, what: &str) -> String {
        format!("{}_{what}", self.men.name)
    }

    /// One of the men.
    fn man(&self) -> &str {
        if self.men.are_many {
            &self.men.name
        } else {
            &self.men.set
        }
    }

    /// Quantifies a statement about the man over the men.
    fn any(&self, test: &str) -> String {
        if self.men.are_many {
            format!("any {} in {} : {test}", self.man(), self.men.set)
        } else {
            test.to_owned()
        }
    }

    fn all(&self, test: &str) -> String {
        if self.men.are_many {
            format!("all {} in {} : {test}", self.man(), self.men.set)
        } else {
            test.to_owned()
        }
    }

    /// All men with the moving one off the board.
    fn rest(&self) -> String {
        format!("occupied - {}", self.man())
    }

    fn me(&self) -> (&Men, &str) {
        (self.men, self.man())
    }

    fn define(&self, text: &mut Text) {
        let man = self.man();
        let moves = format!("{} - occupied", self.men.attacks(man, "occupied"));
        text.define(&self.head("moves", &[]), &moves, "");
        let king = format!("x in king_attacks({})", self.other.king());
        let covers = self.side.hit_with_king("x", &self.rest(), Some(self.me()));
        let attacked = self.other.hit("x", &self.rest(), None);
        let attacked = attacked.map_or(String::new(), |hit| format!("not {hit} and "));
        text.define(
            &self.head("is_safe", &["x"]),
            &format!("{attacked}(not {king} or {covers})"),
            "Whether it can go to x, or take there, without being taken.",
        );
        text.define(
            &self.head("safe_moves", &[]),
            &format!(
                "{{ x in {} : {} }}",
                self.call("moves", &[]),
                self.call("is_safe", &["x"])
            ),
            "",
        );
        self.define_checks(text);
        if let Some(falls) = self.falls() {
            text.define(
                &self.head("wins_a_man", &["x", "y"]),
                &falls,
                "Whether a man is attacked and not covered with it on x and the other king on y.",
            );
        }
    }

    fn define_checks(&self, text: &mut Text) {
        let other_king = self.other.king();
        text.define(
            &self.head("safe_checks", &[]),
            &format!(
                "{} & {}",
                self.call("safe_moves", &[]),
                self.men.attacks_back(&other_king, &self.rest())
            ),
            "",
        );
        let open = format!("{} - {other_king}", self.rest());
        let squares = format!(
            "king_attacks({other_king}) - {}.men - king_attacks({}) - {}",
            self.other.word,
            self.side.king(),
            self.men.attacks("x", &open)
        );
        let flights = match self.side.hit("y", &format!("{open} + x"), Some(self.me())) {
            Some(hit) => format!("{{ y in {squares} : not {hit} }}"),
            None => squares,
        };
        text.define(
            &self.head("leaves", &["x"]),
            &flights,
            "The squares that the other king has when it has gone to x.",
        );
        self.define_blocks(text);
    }

    /// What can come between one of the men and the other king.
    fn define_blocks(&self, text: &mut Text) {
        let other_king = self.other.king();
        if self.men.slides()
            && let Some(hit) = self.other.hit("z", &format!("{} + x", self.rest()), None)
        {
            text.define(
                &self.head("is_blocked", &["x"]),
                &format!("any z in between(x, {other_king}) : {hit}"),
                "Whether a man can come between x and the other king.",
            );
        }
        if self.men.slides() && !self.other.others().is_empty() {
            let king_near = format!("king_attacks({other_king})");
            let hit = self
                .other
                .hit("z", &format!("{} + x", self.rest()), None)
                .unwrap_or_default();
            text.define(
                &self.head("is_well_blocked", &["x"]),
                &format!("any z in between(x, {other_king}) & {king_near} : {hit}"),
                "Whether one that the king covers then can.",
            );
        }
    }

    /// With the man on x and their king on y, one of their men falls.
    fn falls(&self) -> Option<String> {
        let after = format!("{} - {} + x + y", self.rest(), self.other.king());
        let tests: Vec<String> = (self.other.others().iter())
            .map(|target| {
                target.any(|victim| {
                    let by_mover = format!("{victim} in {}", self.men.attacks("x", &after));
                    let by_others = self.side.hit_with_king(victim, &after, Some(self.me()));
                    let covered = self.other.hit(victim, &after, Some((target, victim)));
                    let covered = covered.map_or(String::new(), |hit| format!(" and not {hit}"));
                    format!(
                        "({by_mover} or {by_others}) and not {victim} in king_attacks(y){covered}"
                    )
                })
            })
            .collect();
        (!tests.is_empty()).then(|| tests.join(" or "))
    }

    fn has_blocks(&self) -> bool {
        self.men.slides() && !self.other.others().is_empty()
    }

    /// How many squares they can move to.
    fn mobility(&self, text: &mut Text) {
        let count = format!("count({})", self.call("safe_moves", &[]));
        if self.men.are_many {
            for bound in 0..=4 {
                text.attempt(self.any(&format!("{count} <= {bound}")));
                text.attempt(self.all(&format!("{count} <= {bound}")));
            }
        } else {
            text.attempt(count);
        }
    }

    fn checks(&self, text: &mut Text) {
        let checks = self.call("safe_checks", &[]);
        if self.men.are_many {
            text.attempt(self.any(&format!("not empty({checks})")));
        } else {
            text.attempt(format!("count({checks})"));
        }
        let closed = if self.has_blocks() {
            format!("not {} and ", self.call("is_blocked", &["x"]))
        } else {
            String::new()
        };
        let leaves = self.call("leaves", &["x"]);
        let check = |test: &str| self.any(&format!("any x in {checks} : {test}"));
        for bound in 0..=2 {
            text.named(
                &self.word(&format!("check_leaves_{bound}")),
                &check(&format!("{closed}count({leaves}) <= {bound}")),
                "A safe check that leaves so few squares.",
            );
            if self.has_blocks() && bound == 0 {
                text.attempt(check(&format!("count({leaves}) <= {bound}")));
            }
        }
        for set in ["edge", "corners"] {
            text.named(
                &self.word(&format!("check_drives_to_{set}")),
                &check(&format!("{closed}all y in {leaves} : y in {set}")),
                "",
            );
        }
        if !self.other.others().is_empty() {
            self.winning_checks(text, &closed);
            self.driving(text, &closed);
            self.luring(text, &closed);
        }
        let moves = self.call("safe_moves", &[]);
        for bound in 0..=2 {
            text.named(
                &self.word(&format!("boxes_{bound}")),
                &self.any(&format!("any x in {moves} : count({leaves}) <= {bound}")),
                "A safe move that leaves the other king so few squares.",
            );
        }
    }

    /// Checks after which a man falls.
    fn winning_checks(&self, text: &mut Text, closed: &str) {
        let checks = self.call("safe_checks", &[]);
        let leaves = self.call("leaves", &["x"]);
        let check = |test: &str| self.any(&format!("any x in {checks} : {test}"));
        let wins = self.call("wins_a_man", &["x", "y"]);
        text.named(
            &self.word("winning_check"),
            &check(&format!("{closed}all y in {leaves} : {wins}")),
            "A check after which a man falls wherever the king goes.",
        );
        if self.has_blocks() {
            text.named(
                &self.word("winning_check_unless_blocked"),
                &check(&format!("all y in {leaves} : {wins}")),
                "",
            );
        }
        if self.has_blocks() {
            text.named(
                &self.word("winning_check_unless_well_blocked"),
                &check(&format!(
                    "not {} and all y in {leaves} : {wins}",
                    self.call("is_well_blocked", &["x"])
                )),
                "",
            );
        }
    }

    /// A check after which a man falls, or the next check wins one behind
    /// the king.
    fn driving(&self, text: &mut Text, closed: &str) {
        if !self.men.slides() {
            return;
        }
        let after = format!("{} - {} + y", self.rest(), self.other.king());
        let tests: Vec<String> = (self.other.others().iter())
            .map(|target| {
                target.any(|victim| {
                    let covered = self.other.hit("z", &after, None);
                    let covered = covered.map_or(String::new(), |hit| format!(" and not {hit}"));
                    format!(
                        "(y in between(z, {victim}) and {victim} in {} and not z in king_attacks(y){covered})",
                        self.men.attacks("z", &format!("({after}) - y"))
                    )
                })
            })
            .collect();
        text.define(
            &self.head("skewers", &["x", "y"]),
            &format!(
                "any z in {} : {}",
                self.men.attacks("x", &after),
                tests.join(" or ")
            ),
            "From x it can give a check that goes through the king on y to another man.",
        );
        text.named(
            &self.word("driving_check"),
            &self.any(&format!(
                "any x in {} : {closed}all y in {} : {} or {}",
                self.call("safe_checks", &[]),
                self.call("leaves", &["x"]),
                self.call("wins_a_man", &["x", "y"]),
                self.call("skewers", &["x", "y"])
            )),
            "A check after which a man falls, or the next check wins one.",
        );
    }

    /// A check that leaves the king only squares from which it does not cover a
    /// man, and that are on a line with it.
    fn luring(&self, text: &mut Text, closed: &str) {
        let line = match self.men.role {
            Role::Rook => "aligned",
            Role::Bishop => "same_diagonal",
            _ => return,
        };
        for target in self.other.pieces() {
            let line =
                |victim: &str| format!("{line}(y, {victim}) and not y in king_attacks({victim})");
            text.named(
                &self.word(&format!("check_lures_before_{}", target.role_word())),
                &self.any(&format!(
                    "any x in {} : {closed}all y in {} : {}",
                    self.call("safe_checks", &[]),
                    self.call("leaves", &["x"]),
                    target.any(line)
                )),
                "A check that leaves only squares on a line with it that do not cover it.",
            );
        }
    }

    fn captures(&self, text: &mut Text) {
        for target in self.other.others() {
            let name = target.role_word();
            text.named(
                &self.word(&format!("takes_{name}")),
                &self.any(&target.any(|victim| {
                    format!(
                        "{victim} in {} and {}",
                        self.men.attacks(self.man(), "occupied"),
                        self.call("is_safe", &[victim])
                    )
                })),
                "It can be taken for nothing.",
            );
        }
    }

    /// Moves that attack a man, or a man without a safe square.
    fn attacks(&self, text: &mut Text) {
        let moves = self.call("safe_moves", &[]);
        let checks = self.call("safe_checks", &[]);
        for target in self.other.others() {
            let name = target.role_word();
            // Go through the squares from which the man is attacked: there are
            // few.
            let from = |moves: &str, victim: &str| {
                format!("{moves} & {}", self.men.attacks_back(victim, &self.rest()))
            };
            let some = |test: &dyn Fn(&str) -> String| {
                target.any(|victim| format!("any x in {} : {}", from(&moves, victim), test(victim)))
            };
            text.named(
                &self.word(&format!("attacks_{name}")),
                &self.any(&some(&|victim| {
                    format!("not {}", self.covered(target, victim))
                })),
                "A safe move that attacks it, and it is not covered.",
            );
            text.named(
                &self.word(&format!("traps_{name}")),
                &self.any(&some(&|victim| self.trapped(target, victim))),
                "A safe move that attacks it, and it has no square to go to.",
            );
            text.named(
                &self.word(&format!("check_hits_{name}")),
                &self.any(&target.any(|victim| format!("not empty({})", from(&checks, victim)))),
                "",
            );
        }
    }

    /// Whether a man is covered with this one on x.
    fn covered(&self, target: &Men, victim: &str) -> String {
        let after = format!("{} + x", self.rest());
        self.other
            .hit_with_king(victim, &after, Some((target, victim)))
    }

    /// Whether a man that is attacked from x is lost.
    fn trapped(&self, target: &Men, victim: &str) -> String {
        let after = format!("{} + x", self.rest());
        let open = format!("{} - {victim} + x", self.rest());
        let hits = self.side.hit_with_king("z", &open, Some(self.me()));
        format!(
            "not {} and all z in {} - {}.men - {} : {hits}",
            self.covered(target, victim),
            target.attacks(victim, &after),
            self.other.word,
            self.men.attacks("x", &open),
        )
    }

    /// A safe move that attacks two men that are not covered.
    fn forks(&self, text: &mut Text) {
        let targets = self.other.others();
        let from = |victim: &str| self.men.attacks_back(victim, &self.rest());
        let fork = |first: &Men, a: &str, second: &Men, b: &str| {
            format!(
                "any x in {} & {} & {} : not {} and not {}",
                self.call("safe_moves", &[]),
                from(a),
                from(b),
                self.covered(first, a),
                self.covered(second, b)
            )
        };
        let mut forks = Vec::new();
        for (at, first) in targets.iter().enumerate() {
            for second in &targets[at + 1..] {
                forks.push(first.any(|a| second.any(|b| fork(first, a, second, b))));
            }
            if first.are_many {
                forks.push(first.any(|a| first.any_but(a, |b| fork(first, a, first, b))));
            }
        }
        let forks: Vec<String> = forks.iter().map(|fork| format!("({fork})")).collect();
        if !forks.is_empty() {
            text.named(&self.word("fork"), &self.any(&forks.join(" or ")), "");
        }
    }

    /// A safe move that pins a man to the king.
    fn pins(&self, text: &mut Text) {
        if !self.men.slides() {
            return;
        }
        let king = self.other.king();
        for target in self.other.others() {
            let name = target.role_word();
            let from = |victim: &str| {
                let line = self.men.attacks_back(victim, &self.rest());
                let through = self
                    .men
                    .attacks_back(&king, &format!("{} - {victim}", self.rest()));
                let moves = self.call("safe_moves", &[]);
                format!("any x in {moves} & {line} & {through} : {victim} in between(x, {king})")
            };
            text.named(
                &self.word(&format!("pins_{name}")),
                &self.any(&target.any(from)),
                "",
            );
        }
    }

    /// How near it gets to the kings, and how mobile it is then.
    fn reaches(&self, text: &mut Text) {
        let moves = self.call("safe_moves", &[]);
        let near = |king: &str, bound: u8| {
            self.any(&format!(
                "any x in {moves} : distance(x, {king}) <= {bound}"
            ))
        };
        for bound in 1..=3 {
            text.attempt(near(&self.side.king(), bound));
        }
        text.attempt(near(&self.other.king(), 1));
        text.attempt(near(&self.other.king(), 2));
        if self.side.is_large && self.men.slides() {
            return;
        }
        let second = self.men.attacks("x", &self.rest());
        let hit = self.other.hit_with_king("y", &self.rest(), None);
        text.define(
            &self.head("free_moves", &[]),
            &format!("{{ x in {moves} : any y in {second} - occupied : not {hit} }}"),
            "Safe moves to where it has another one.",
        );
        let free = self.call("free_moves", &[]);
        if self.men.are_many {
            text.attempt(self.any(&format!("empty({free})")));
            text.attempt(self.any(&format!("count({free}) <= 1")));
        } else {
            text.attempt(format!("count({free})"));
        }
        if !self.men.slides() {
            let king = self.side.king();
            text.attempt(self.any(&format!(
                "any x in {moves} : not empty({second} & king_attacks({king}))"
            )));
        }
    }

    /// Safe moves after which one of their men has no safe square.
    fn binds(&self, text: &mut Text) {
        if self.side.is_large && self.men.slides() {
            return;
        }
        let moves = self.call("safe_moves", &[]);
        for target in self.other.pieces() {
            let bound = |victim: &str| {
                let after = format!("{} + x", self.rest());
                let open = format!("{} - {victim} + x", self.rest());
                let hits = self.side.hit_with_king("z", &open, Some(self.me()));
                format!(
                    "all z in {} - {}.men - {} : {hits}",
                    target.attacks(victim, &after),
                    self.other.word,
                    self.men.attacks("x", &open),
                )
            };
            text.named(
                &self.word(&format!("binds_{}", target.role_word())),
                &self.any(&format!("any x in {moves} : {}", target.any(bound))),
                "A safe move that leaves it no square to go to.",
            );
        }
    }
}
