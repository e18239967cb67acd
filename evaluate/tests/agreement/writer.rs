//! Random rule files of some classes.

/// Classes, and the men that can be named in rules for either side to move.
pub const CLASSES: [(&str, &[&str], &[&str]); 10] = [
    (
        "KPK",
        &["us.king", "strong.pawn", "weak.king"],
        &["us.attacks", "strong.pawns"],
    ),
    (
        "KPKP",
        &["us.king", "us.pawn", "them.pawn"],
        &["us.attacks", "them.attacks", "them.pawns"],
    ),
    (
        "KBPKP",
        &["us.king", "strong.pawn", "weak.pawn", "strong.bishop"],
        &["us.attacks", "them.attacks", "us.men"],
    ),
    (
        "KRKR",
        &["us.king", "us.rook", "them.king", "them.rook"],
        &["us.men", "them.rooks", "us.attacks"],
    ),
    (
        "KRKN",
        &["us.king", "them.king", "strong.rook", "weak.knight"],
        &["us.attacks", "weak.attacks"],
    ),
    (
        "KBBKR",
        &["us.king", "them.king", "weak.rook"],
        &["strong.bishops", "us.attacks", "strong.men"],
    ),
    (
        "KNNKN",
        &["us.king", "weak.knight"],
        &["strong.knights", "them.attacks"],
    ),
    (
        "KBNK",
        &["us.king", "strong.bishop", "strong.knight"],
        &["strong.attacks", "weak.men"],
    ),
    (
        "KNKP",
        &["us.king", "strong.knight", "weak.pawn"],
        &["us.attacks", "weak.pawns", "them.men"],
    ),
    (
        "KQK",
        &["us.king", "strong.queen", "weak.king"],
        &["strong.attacks", "them.men"],
    ),
];

/// What files of some classes use for all classes that moves lead to.
const USES: [(&str, &[&str]); 6] = [
    ("KPK", &["KQK table", "KRK table", "KBK table", "KNK table"]),
    ("KRKR", &["KRK table"]),
    ("KRKN", &["KRK table", "KNK table"]),
    ("KBNK", &["KBK table", "KNK table"]),
    (
        "KNKP",
        &[
            "KQKN table",
            "KRKN strong",
            "KBKN exact",
            "KNKN exact",
            "KPK exact",
            "KQK table",
            "KRK table",
            "KBK table",
            "KNK table",
        ],
    ),
    ("KQK", &[]),
];

/// Where a condition on moves is written.
#[derive(Copy, Clone)]
struct Ahead {
    plies: usize,
    /// Whether men may be gone or changed.
    has_changed: bool,
    /// Whether men are gone or changed for certain.
    is_smaller: bool,
}

/// Writes random expressions of a wanted type.
pub struct Writer {
    random: u64,
    class: usize,
    variables: usize,
    ahead: Ahead,
}

impl Writer {
    /// One for a class by its index.
    pub fn new(seed: u64, class: usize) -> Self {
        Self {
            random: seed | 1,
            class,
            variables: 0,
            ahead: Ahead {
                plies: 0,
                has_changed: false,
                is_smaller: false,
            },
        }
    }

    fn uses(&self) -> Option<&'static [&'static str]> {
        let class = CLASSES[self.class].0;
        let mut all = USES.iter();
        all.find(|(of, _)| *of == class).map(|(_, uses)| *uses)
    }

    /// `quiet m by us : CONDITION`
    fn moves(&mut self, depth: usize) -> String {
        let outer = self.ahead;
        let side = ["us", "them"][outer.plies % 2];
        let other = ["them", "us"][outer.plies % 2];
        let kind = self.one_of(&["move", "quiet", "capture", "check", "promotion"]);
        let men = self.one_of(&["", ".king", ".men", ".pawns", ".knights"]);
        let of = if kind == "capture" && self.below(2) == 0 {
            format!(
                " of {other}{}",
                self.one_of(&["", ".pawns", ".rooks", ".knights"])
            )
        } else {
            String::new()
        };
        self.ahead = Ahead {
            plies: outer.plies + 1,
            has_changed: outer.has_changed || kind != "quiet",
            is_smaller: outer.is_smaller || ["capture", "promotion"].contains(&&*kind),
        };
        let condition = self.truth(depth);
        self.ahead = outer;
        format!("{kind} m{} by {side}{men}{of} : {condition}", outer.plies)
    }

    /// Moves multiply the work, too.
    fn may_look_ahead(&self) -> bool {
        self.ahead.plies < 2 && self.variables + self.ahead.plies < 2
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 20) as usize % limit
    }

    fn one_of(&mut self, choices: &[&str]) -> String {
        choices[self.below(choices.len())].into()
    }

    fn square(&mut self, depth: usize) -> String {
        let men = if self.ahead.has_changed {
            &["us.king", "them.king"]
        } else {
            CLASSES[self.class].1
        };
        match self.below(8) {
            5 if self.ahead.plies > 0 => {
                let which = self.below(self.ahead.plies);
                format!("m{which}.{}", self.one_of(&["from", "to"]))
            }
            0 => self.one_of(&["a1", "e4", "h8", "c7"]),
            1 | 2 if self.variables > 0 => format!("v{}", self.below(self.variables)),
            4 if depth > 0 => {
                let word = self.one_of(&["promotion_up", "promotion_down"]);
                format!("{word}({})", self.square(depth - 1))
            }
            3 if depth > 0 => {
                let (c, a, b) = (
                    self.truth(depth - 1),
                    self.square(depth - 1),
                    self.square(depth - 1),
                );
                format!("(if {c} then {a} else {b})")
            }
            _ => self.one_of(men),
        }
    }

    fn set(&mut self, depth: usize) -> String {
        let named = CLASSES[self.class].2;
        if depth == 0 {
            return match self.below(3) {
                0 => self.one_of(&[
                    "edge",
                    "corners",
                    "light_squares",
                    "file_c",
                    "rank_7",
                    "occupied",
                    "pool",
                    "{a1, h8}",
                    "0xff00000000000081",
                ]),
                1 => self.square(0),
                _ => self.one_of(named),
            };
        }
        let d = depth - 1;
        match self.below(11) {
            0 => format!(
                "({} {} {})",
                self.set(d),
                self.one_of(&["&", "|", "-", "+"]),
                self.set(d)
            ),
            1 => format!("~{}", self.set(d)),
            2 => format!(
                "{}({})",
                self.one_of(&[
                    "king_attacks",
                    "knight_attacks",
                    "rook_attacks",
                    "bishop_attacks",
                    "queen_attacks",
                    "pawn_attacks_up",
                    "pawn_attacks_down"
                ]),
                self.square(d)
            ),
            3 => format!(
                "{}({}, {})",
                self.one_of(&["rook_attacks", "bishop_attacks", "queen_attacks"]),
                self.square(d),
                self.blockers(d)
            ),
            4 => format!("neighbours({})", self.set(d)),
            5 => format!(
                "{}({}, {})",
                self.one_of(&["between", "line"]),
                self.square(d),
                self.square(d)
            ),
            6 if self.may_go_through() => format!("{{ {} }}", self.each(d)),
            7 => format!("near[{}]", self.square(d)),
            8 => format!(
                "{}({}, {})",
                self.one_of(&[
                    "behind",
                    "king_forks",
                    "knight_forks",
                    "bishop_forks",
                    "rook_forks",
                    "queen_forks"
                ]),
                self.square(d),
                self.square(d)
            ),
            9 => format!(
                "{}({})",
                self.one_of(&[
                    "pawn_path_up",
                    "pawn_path_down",
                    "pawn_square_up",
                    "pawn_square_down"
                ]),
                self.square(d)
            ),
            _ => format!(
                "(if {} then {} else {})",
                self.truth(d),
                self.set(d),
                self.set(d)
            ),
        }
    }

    /// Blockers: mostly men, some of them moved, as in rules that look ahead.
    fn blockers(&mut self, depth: usize) -> String {
        let men = if self.below(3) == 0 {
            self.one_of(CLASSES[self.class].2)
        } else {
            "occupied".into()
        };
        match self.below(5) {
            0 => self.set(depth),
            1 => format!("{men} - {}", self.square(depth)),
            2 => format!("({men} - {}) + {}", self.square(depth), self.square(depth)),
            3 => format!("({men} + {}) - {}", self.square(depth), self.square(depth)),
            _ => format!("{men} & ({} + edge)", self.set(0)),
        }
    }

    /// Quantifiers multiply the work: three nested ones would take the plain
    /// interpreter minutes.
    fn may_go_through(&self) -> bool {
        self.variables + self.ahead.plies < 2
    }

    /// `v in SET : CONDITION`
    fn each(&mut self, depth: usize) -> String {
        let set = self.set(depth);
        let name = self.variables;
        self.variables += 1;
        let condition = self.truth(depth);
        self.variables -= 1;
        format!("v{name} in ({set}) : {condition}")
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.below(9).to_string();
        }
        let d = depth - 1;
        match self.below(8) {
            7 if self.may_look_ahead() => format!("(count {})", self.moves(d)),
            0 => format!(
                "{}({}, {})",
                self.one_of(&["distance", "manhattan", "file_distance", "rank_distance"]),
                self.square(d),
                self.square(d)
            ),
            1 => format!(
                "{}({})",
                self.one_of(&["edge_distance", "corner_distance", "file", "rank"]),
                self.square(d)
            ),
            2 => format!("count({})", self.set(d)),
            3 if self.may_go_through() => format!("(count {})", self.each(d)),
            4 => format!(
                "({} {} {})",
                self.number(d),
                self.one_of(&["+", "-", "*"]),
                self.number(d)
            ),
            5 => format!(
                "{}({}, {})",
                self.one_of(&["min", "max"]),
                self.number(d),
                self.number(d)
            ),
            _ => format!("worth[{}]", self.square(d)),
        }
    }

    fn plain_truth(&mut self) -> String {
        if self.ahead.is_smaller && self.uses().is_some() && self.below(4) > 0 {
            return self.one_of(&[
                "drawn",
                "us.wins",
                "them.wins",
                "us.cannot_win",
                "them.cannot_win",
            ]);
        }
        if self.ahead.plies > 0 {
            return self.one_of(&["us.in_check", "them.in_check", "true", "false"]);
        }
        self.one_of(&["in_check", "us.in_check", "true", "false"])
    }

    fn truth(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.plain_truth();
        }
        let d = depth - 1;
        match self.below(15) {
            12 | 13 if self.may_look_ahead() => {
                format!("({} {})", self.one_of(&["any", "all"]), self.moves(d))
            }
            14 => self.plain_truth(),
            0 => format!(
                "({} {} {})",
                self.truth(d),
                self.one_of(&["and", "or"]),
                self.truth(d)
            ),
            1 => format!("(not {})", self.truth(d)),
            2 => format!(
                "({} {} {})",
                self.number(d),
                self.one_of(&["=", "!=", "<", "<=", ">", ">="]),
                self.number(d)
            ),
            3 => format!("({} in {})", self.square(d), self.set(d)),
            4 => format!("empty({})", self.set(d)),
            5 => format!(
                "{}({}, {})",
                self.one_of(&["aligned", "same_diagonal", "same_color"]),
                self.square(d),
                self.square(d)
            ),
            6 if self.may_go_through() => {
                format!("({} {})", self.one_of(&["any", "all"]), self.each(d))
            }
            7 => format!("far({}, {})", self.square(d), self.set(d)),
            8 => format!("({} = {})", self.set(d), self.set(d)),
            9 => format!(
                "{}({}, {})",
                self.one_of(&["opposition", "wrong_bishop_up", "wrong_bishop_down"]),
                self.square(d),
                self.square(d)
            ),
            10 => format!(
                "{}({}, {}, {})",
                self.one_of(&["rook_pierces", "bishop_pierces", "queen_pierces"]),
                self.square(d),
                self.square(d),
                self.square(d)
            ),
            _ => format!(
                "(if {} then {} else {})",
                self.truth(d),
                self.truth(d),
                self.truth(d)
            ),
        }
    }

    pub fn file(&mut self) -> String {
        let name = CLASSES[self.class].0;
        let near: Vec<String> = (0..64_u64)
            .map(|at| format!("0x{:x}", 0x8142_2418_1824_4281_u64.rotate_left(at as u32)))
            .collect();
        let worth: Vec<String> = (0..64)
            .map(|at: i32| (at * 7 % 13 - 5).to_string())
            .collect();
        let rules: Vec<String> = (0..4)
            .map(|rule| {
                let kind = self.one_of(&["draw", "silent"]);
                format!(
                    "{kind} \"rule {rule}\" because \"chance\" when {}\n",
                    self.truth(4)
                )
            })
            .collect();
        let uses = self.uses().unwrap_or_default().iter();
        let uses: Vec<String> = uses.map(|what| format!("use {what}\n")).collect();
        let uses = uses.concat();
        format!(
            "recognizer {name}\n{uses}table near = square -> set [{}]\ntable worth = square -> number [{}]\n\
             let far(x: square, s: set) = all y in s : distance(x, y) > 2\n\
             let pool = {{ z in us.attacks : any y in corners : distance(y, z) = 2 }}\n{}",
            near.join(", "),
            worth.join(", "),
            rules.join("")
        )
    }
}
