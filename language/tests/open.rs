//! Open classes: what is accepted, what is refused, and the same rules in closed classes.

use std::error::Error;

use drawproof_language::{Claim, NoResolver, OpenRules, RuleErrors, RuleFile, interpret};
use drawproof_tables::{Material, Placement};
use proptest::prelude::*;
use shakmaty::{Board, Color, Square};

const TEXT: &str = r#"recognizer KBsPsvKPs
let corner = if file_a & strong.pawns = strong.pawns then a8 else h8
let own_half(men: set) = men & (rank_1 | rank_2 | rank_3 | rank_4)
table home = square -> number [
  1 2 3 4 5 6 7 8  1 2 3 4 5 6 7 8  1 2 3 4 5 6 7 8  1 2 3 4 5 6 7 8
  0 0 0 0 0 0 0 0  1 1 1 1 1 1 1 1  2 2 2 2 2 2 2 2  9 9 9 9 9 9 9 9 ]
silent "a" for strong because "x" when home[us.king] = 3 and rank(strong.king) < 5
strong_cannot_win "b" because "x"
  when distance(weak.king, corner) <= 1 and empty(strong.bishops & light_squares)
weak_cannot_win "c" for weak because "x"
  when empty(own_half(weak.pawns)) and any p in strong.pawns : pawn_attacks_up(p) = {b4, d4}
hold "d" because "x" when strong_to_move and count(us.men) > 2 and not weak.king in pawn_path_up(c3)
draw "e" because "x" when in_check and weak.attacks = 0x7 | us.pawns
not_lost "f" because "x" when us.attacks & 0xff00 = {} or them.king in {a1, b2}
"#;

fn open(text: &str) -> Result<OpenRules, RuleErrors> {
    OpenRules::parse_with("test.rules", text, &NoResolver)
}

#[test]
fn closed_classes_have_the_same_rules() -> Result<(), Box<dyn Error>> {
    let rules = open(TEXT)?;
    let closed = rules.in_class(&"KBPvK".parse()?)?;
    assert_eq!(closed.rules().len(), 6);
    assert_eq!(closed.rules()[1].kind.claim(), Some(Claim::StrongCannotWin));
    assert_eq!(closed.rules()[3].kind.name(), "silent");
    // Either side is the first one: the rules that are not for one side to move, twice.
    let closed = rules.in_class(&"KPvKP".parse()?)?;
    let kinds: Vec<&str> = closed.rules().iter().map(|rule| rule.kind.name()).collect();
    let strong = ["silent", "not_won", "silent", "draw", "not_lost"];
    let weak = ["not_lost", "not_won", "silent", "draw", "not_lost"];
    assert_eq!(kinds, [strong, weak].concat());
    Ok(())
}

/// A legal or illegal position of a class.
fn placement(men: usize) -> impl Strategy<Value = (Vec<u32>, bool)> {
    let squares = proptest::sample::subsequence((0..64).collect::<Vec<u32>>(), men);
    (squares.prop_shuffle(), any::<bool>())
}

proptest! {
    /// The rules of a closed class decide as those of the open one.
    #[test]
    fn closed_rules_decide_like_open_ones(
        class in prop::sample::select(vec![
            "KBvK", "KPvK", "KPvKP", "KPPvKP", "KBPvK", "KBPvKP", "KBBvKP", "KPPvK",
        ]),
        (squares, is_black) in placement(5),
    ) {
        let rules = open(TEXT).map_err(|errors| TestCaseError::fail(errors.to_string()))?;
        let class: Material = class.parse().map_err(|_| TestCaseError::fail("class"))?;
        let closed = rules.in_class(&class);
        let closed = closed.map_err(|errors| TestCaseError::fail(errors.to_string()))?;
        let turn = if is_black { Color::Black } else { Color::White };
        let men = class.men();
        let squares = squares[..men.len()].iter().map(|&at| Square::new(at));
        let mut board = Board::empty();
        for (man, at) in men.iter().zip(squares.clone()) {
            board.set_piece_at(at, *man);
        }
        let placement = Placement { squares: squares.collect(), turn };
        let there = interpret(&closed, &placement).map_err(|_| TestCaseError::fail("work"))?;
        let there = there.map(|rule| closed.rules()[rule].name.clone());
        // With equal men the side to move comes first there, else the stronger side.
        let first = if class.is_symmetric() { turn } else { Color::White };
        let mut here = None;
        for strong in [first, !first] {
            let found = rules.decide_as(strong, &board, turn);
            let found = found.map_err(|_| TestCaseError::fail("work"))?;
            here = here.or(found.map(|rule| rules.rules()[rule].name.clone()));
        }
        let plain = there.as_ref().map(|name| name.replace(", sides exchanged", ""));
        prop_assert_eq!(plain, here);
    }
}

#[test]
fn what_an_open_class_does_not_know_is_refused() {
    for (rule, message) in [
        (
            "draw \"a\" because \"x\" when any move m by us : true",
            "moves cannot be gone through",
        ),
        (
            "draw \"a\" because \"x\" when drawn",
            "'drawn' asks what is used",
        ),
        (
            "draw \"a\" because \"x\" when us.wins",
            "knows nothing of smaller ones",
        ),
        (
            "draw \"a\" because \"x\" when strong.pawn in edge",
            "exactly one pawn",
        ),
        (
            "draw \"a\" because \"x\" when strong.rook in edge",
            "exactly one rook",
        ),
        ("use KBsvK table", "no table"),
        ("use KBsvK proven", "there are no rules for KBsvK here"),
        ("use KBvK proven", "'KBvK': expected the men of two sides"),
    ] {
        let errors = open(&format!("recognizer KBsPsvK\n{rule}\n"));
        let found = errors.map(|_| ()).map_err(|errors| errors.to_string());
        assert!(
            found.as_ref().is_err_and(|text| text.contains(message)),
            "{rule}: {found:?}"
        );
    }
    let closed = open("recognizer KPK\n")
        .map(|_| ())
        .map_err(|errors| errors.to_string());
    assert!(closed.is_err_and(|text| text.contains("KPK is a closed class")));
    let as_closed = RuleFile::parse("x", "recognizer KPsvK\n").map(|_| ());
    assert!(as_closed.is_err_and(|errors| errors.to_string().contains("is an open class")));
    let hold = "recognizer KPK\nhold \"a\" because \"b\" when true\n";
    let hold = RuleFile::parse("x", hold).map(|_| ());
    assert!(hold.is_err_and(|errors| errors.to_string().contains("'hold' belongs")));
}
