use super::*;
use shakmaty::Square;

fn canonical(text: &str) -> String {
    text.parse::<Material>()
        .map_or_else(|e| e.to_string(), |m| m.to_string())
}

#[test]
fn reads_both_spellings_and_orders_sides() {
    for (text, expected) in [
        ("KRKR", "KRvKR"),
        ("KRvKR", "KRvKR"),
        ("KNKR", "KRvKN"),
        ("KPKB", "KBvKP"),
        ("KKNB", "KBNvK"),
        ("KRKNN", "KNNvKR"),
        ("KvK", "KvK"),
        ("krkr", "KRvKR"),
        ("kbbkr", "KBBvKR"),
        ("krvkr", "KRvKR"),
        ("KRVKR", "KRvKR"),
        ("kpKB", "KBvKP"),
    ] {
        assert_eq!(canonical(text), expected);
    }
}

#[test]
fn refuses_nonsense() {
    for text in [
        "", "K", "krk ", "KR", "RKR", "KRKRK", "KvvK", "vKRKR", "KRv", "KRvR", "KvRK", "KvKvK",
    ] {
        assert!(text.parse::<Material>().is_err(), "{text}");
    }
    assert!(canonical("KXKR").contains("'X' is not a man"));
    assert!(canonical("KQQQQQQQQQK").contains("11 men are too many"));
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,12}", men in "[KQRBNPvkqrbnpV]{0,12}") {
        for text in [text, men] {
            if let Ok(material) = text.parse::<Material>() {
                let printed = material.to_string();
                proptest::prop_assert_eq!(printed.parse::<Material>(), Ok(material));
            }
        }
    }
}

/// Captures lower the first number, promotions the second.
#[test]
fn levels_are_men_and_pawns() {
    for (class, level) in [("KQvKR", (4, 0)), ("KPvK", (3, 1)), ("KPPvKP", (5, 3))] {
        let class: Material = class.parse().expect("a class");
        assert_eq!(class.level(), level);
    }
}

#[test]
fn counts_classes() {
    assert_eq!(Material::pawnless(2).len(), 1);
    assert_eq!(Material::pawnless(3).len(), 4);
    assert_eq!(Material::pawnless(4).len(), 20);
    assert_eq!(Material::pawnless(5).len(), 60);
    assert_eq!(Material::all(3).len() + Material::all(4).len(), 35);
    assert_eq!(Material::all(5).len(), 110);
}

#[test]
fn keys_are_those_of_boards() {
    let mut keys = Vec::new();
    for class in (3..=5).flat_map(Material::all) {
        let mut board = Board::empty();
        for (at, man) in class.men().into_iter().enumerate() {
            board.set_piece_at(Square::new(9 * at as u32), man);
        }
        let key = ClassKey::of(&class);
        assert_eq!(ClassKey::of_board(&board), (key, false), "{class}");
        assert_eq!(Material::of_board(&board), Some((class.clone(), false)));
        board.swap_colors();
        let flipped = !class.is_symmetric();
        assert_eq!(ClassKey::of_board(&board), (key, flipped), "{class}");
        keys.push(key);
    }
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), 145);
}

#[test]
fn boards_with_too_many_men_have_no_class() {
    let mut board = Board::empty();
    board.set_piece_at(Square::A1, Role::King.of(Color::White));
    board.set_piece_at(Square::H8, Role::King.of(Color::Black));
    for at in 0..20 {
        let men = board.occupied().count();
        assert_eq!(Material::of_board(&board).is_some(), men <= MAX_MEN);
        board.set_piece_at(Square::new(16 + at), Role::Rook.of(Color::White));
    }
}

#[test]
fn captures_lead_to_smaller_classes() {
    let class: Material = "KNNKR".parse().expect("a class");
    let after = |victim| {
        class
            .after(Some(victim), None)
            .map(|(m, flipped)| (m.to_string(), flipped))
    };
    assert_eq!(after(1), None);
    assert_eq!(after(2), Some(("KRvKN".into(), true)));
    assert_eq!(after(4), Some(("KNNvK".into(), false)));
    assert_eq!(after(5), None);
}

#[test]
fn promotions_lead_to_other_classes() {
    let class: Material = "KPKP".parse().expect("a class");
    let after = |victim, promotion| {
        class
            .after(victim, promotion)
            .map(|(m, flipped)| (m.to_string(), flipped))
    };
    assert_eq!(
        after(None, Some((2, Role::Knight))),
        Some(("KNvKP".into(), false))
    );
    assert_eq!(
        after(None, Some((3, Role::Knight))),
        Some(("KNvKP".into(), true))
    );
    assert_eq!(
        after(Some(2), Some((3, Role::Queen))),
        Some(("KQvK".into(), true))
    );
    assert_eq!(after(None, Some((1, Role::Queen))), None);
    let successors: Vec<_> = class.successors().iter().map(ToString::to_string).collect();
    for name in ["KQvKP", "KNvKP", "KPvK", "KRvK", "KNvK"] {
        assert!(
            successors.contains(&name.to_string()),
            "{name} in {successors:?}"
        );
    }
    assert_eq!(successors.len(), 9);
}
