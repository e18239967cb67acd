//! Two ways to the same verdict, on random rules: set-wise evaluation and plain
//! interpretation; and the symmetries that the checker guarantees.

mod shelf;

use drawproof_language::{RuleFile, account, interpret, syntax::Expr};
use drawproof_recognizers::{CompiledRules, Recognizer, Sheet, Verdicts};
use drawproof_tables::{Index, Layout, Symmetry, ones};
use proptest::prelude::*;
use shakmaty::{Color, Square};

use shelf::Shelf;

/// Classes, and the men that can be named in rules for either side to move.
const CLASSES: [(&str, &[&str], &[&str]); 10] = [
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
struct Writer {
    random: u64,
    class: usize,
    variables: usize,
    ahead: Ahead,
}

impl Writer {
    fn new(seed: u64, class: usize) -> Self {
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

    fn file(&mut self) -> String {
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

fn random_rules(seed: u64, class: usize) -> RuleFile {
    let text = Writer::new(seed, class).file();
    match RuleFile::parse_with("random.rules", &text, &Shelf) {
        Ok(rules) => rules,
        Err(errors) => panic!("{text}\n{errors}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sheets_and_single_positions_agree(seed: u64, class in 0..CLASSES.len(), block in 0_usize..462, words: [usize; 3], rows: u64) {
        let rules = random_rules(seed, class);
        let layout = Layout::new(rules.material())?;
        let compiled = CompiledRules::new(&rules);
        // With equal material only White to move is judged.
        let turns = if rules.material().is_symmetric() { 1 } else { 2 };
        for turn in Color::ALL.into_iter().take(turns) {
            let mut judge = compiled.judge(turn);
            let mut verdicts = Verdicts::new(rules.rules().len());
            let mut all_legal = vec![0; layout.block_words()];
            // Several sheets with one judge: cached values must not leak from
            // one into the next.
            for (at, word) in words.into_iter().enumerate() {
                let block = if at % 2 == 0 { block } else { (block + at) % 462 };
                layout.legal(block, turn, &mut all_legal);
                let height = layout.block_words().min(64);
                let first = word % layout.block_words() / height * height;
                let mut legal = [0; 64];
                legal[..height].copy_from_slice(&all_legal[first..first + height]);
                for (row, legal) in legal.iter_mut().enumerate().filter(|_| height > 1) {
                    // The interpreter is slow: test some rows, and a few
                    // positions of each.
                    *legal &= if rows >> row & 0x0101 == 0x0101 { !0 } else { 1 << (row * 7 % 64) };
                }
                let fixed = layout.decode(Index { block, word: first, bit: 0 }, turn).squares;
                let fixed = &fixed[..2.max(layout.men().len() - 2)];
                judge.sheet(&Sheet { fixed, legal: &legal }, &mut verdicts)?;
                for (row, &legal) in legal.iter().enumerate() {
                    for bit in ones(legal) {
                        let placement = layout.decode(Index { block, word: first + row, bit }, turn);
                        let decides = |&rule: &usize| verdicts.of(rule).is_some_and(|rows| rows[row] >> bit & 1 != 0);
                        let batched: Vec<usize> = (0..rules.rules().len()).filter(decides).collect();
                        let plain = interpret(&rules, &placement)?;
                        prop_assert_eq!(batched, Vec::from_iter(plain));
                        prop_assert_eq!(rules.decide(&placement)?.rule, plain);
                    }
                }
            }
        }
    }

    #[test]
    fn promised_symmetries_hold(seed: u64, class in 0..CLASSES.len(), block in 0_usize..462, word: usize, bit in 0_u32..64) {
        let rules = random_rules(seed, class);
        let layout = Layout::new(rules.material())?;
        let index = Index { block, word: word % layout.block_words(), bit };
        let placement = layout.decode(index, Color::White);
        if placement.occupied().count() == rules.material().men_count() {
            let verdict = interpret(&rules, &placement)?;
            prop_assert_eq!(account(&rules, &placement)?.decided_by, verdict);
            for symmetry in Symmetry::ALL.into_iter().filter(|&symmetry| rules.group().contains(symmetry)) {
                let mut image = placement.clone();
                for square in &mut image.squares {
                    *square = symmetry.square(*square);
                }
                prop_assert_eq!(interpret(&rules, &image)?, verdict, "{:?}", symmetry);
            }
        }
    }

    #[test]
    fn no_text_brings_the_reader_down(text in ".{0,200}") {
        let _ = RuleFile::parse("any", &text).map_err(|errors| errors.render(true));
    }

    #[test]
    fn no_damaged_rule_brings_the_reader_down(seed: u64, class in 0..CLASSES.len(), at: usize, with in ".{0,3}", drop in 0_usize..20) {
        let mut text: Vec<char> = Writer::new(seed, class).file().chars().collect();
        let at = at % text.len();
        let end = (at + drop).min(text.len());
        text.splice(at..end, with.chars());
        let text: String = text.into_iter().collect();
        let _ = RuleFile::parse_with("damaged", &text, &Shelf).map_err(|errors| errors.render(false));
    }
}

/// What folds, and what does not.
#[test]
fn groups_of_typical_conditions() {
    for (condition, size) in [
        ("us.king in edge", 8),
        ("same_color(us.king, them.king)", 8),
        ("us.king in light_squares", 4),
        ("us.king in file_a", 2),
        ("file_distance(us.king, us.rook) > 1", 4),
        ("us.king in {a1, h8}", 4),
        ("us.king = a1", 2),
        ("us.king in file_a | file_h", 4),
        ("us.king in edge - file_a - file_h - rank_1", 2),
        ("us.king in {a1, b1}", 1),
    ] {
        let text = format!("recognizer KRKR draw \"x\" because \"x\" when {condition}");
        let rules = RuleFile::parse("group.rules", &text).expect("valid rules");
        let members = Symmetry::ALL
            .into_iter()
            .filter(|&s| rules.group().contains(s))
            .count();
        assert_eq!(members, size, "{condition}");
    }
}

#[test]
fn nothing_nests_or_grows_without_bound() {
    let deep = |open: &str, middle: &str, close: &str| {
        let times = 100_000;
        format!(
            "recognizer KRKR draw \"x\" because \"x\" when {}{middle}{}",
            open.repeat(times),
            close.repeat(times)
        )
    };
    #[allow(clippy::format_collect)] // Readable, and not in a hurry.
    let doubling: String = (1..200)
        .map(|i| format!("let d{i}(x: square) = d{0}(x) or d{0}(x)\n", i - 1))
        .collect();
    #[allow(clippy::format_collect)]
    let numbers: String = (1..3000)
        .map(|i| format!("let n{i} = n{} + {i}\n", i - 1))
        .collect();
    #[allow(clippy::format_collect)]
    let aliases: String = (1..3000)
        .map(|i| format!("let s{i} = s{}\n", i - 1))
        .collect();
    for text in [
        deep("(", "true", ")"),
        deep("not ", "true", ""),
        deep("true or (", "true", ")"),
        deep("us.king in edge - ", "edge", ""),
        deep("any x in edge : ", "true", ""),
        deep("if true then true else ", "true", ""),
        deep("us.king in ~", "edge", ""),
        format!(
            "recognizer KRKR let d0(x: square) = x in edge\n{doubling} draw \"x\" because \"x\" when d199(us.king)"
        ),
        format!(
            "recognizer KRKR let s0 = edge\n{aliases} draw \"x\" because \"x\" when us.king in s2999"
        ),
        format!("recognizer KRKR let n0 = 1\n{numbers} draw \"x\" because \"x\" when n2999 > 1"),
    ] {
        let errors = RuleFile::parse("deep", &text).expect_err("too deep");
        assert!(!errors.render(false).is_empty());
    }
    // A long row is not deep, and takes no more of the stack than others.
    for (row, holds) in [("us.king = a1 or ", false), ("us.king != a1 and ", true)] {
        let end = if holds { "true" } else { "false" };
        let text = deep(row, end, "");
        let rules = RuleFile::parse("row", &text).expect("a row");
        let read_again = rules.syntax().rules[0].condition.to_string();
        Expr::parse(&read_again).expect("what is written can be read");
        let compiled = CompiledRules::new(&rules);
        let (fixed, legal) = ([Square::B1, Square::C3], [!0; 64]);
        let sheet = Sheet {
            fixed: &fixed,
            legal: &legal,
        };
        let mut verdicts = Verdicts::new(1);
        let judged = compiled.judge(Color::White).sheet(&sheet, &mut verdicts);
        judged.expect("little work");
        assert_eq!(verdicts.of(0), holds.then_some(&legal));
    }
}
