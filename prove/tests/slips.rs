//! Plausible slips are refuted, with few men.

use std::{error::Error, sync::atomic::AtomicBool};

use drawproof_language::{NoResolver, OpenRules};
use drawproof_prove::{
    prove::{Options, Outcome, Shown, prove},
    query::Break,
    solver::Limits,
    symbolic,
    theory::Theory,
};
use drawproof_recognizers::{ProvenResolver, proven};
use shakmaty::{CastlingMode, Chess, FromSetup, Position, Setup};

/// A heading, a condition, a claim, and the most men of the position that refutes it.
const SLIPS: [(&str, &str, &str, &str, usize); 12] = [
    (
        "a king two files from the corner",
        "KPsvK",
        "strong_cannot_win",
        "empty(strong.pawns - file_a) and weak.king in (rank_7 | rank_8) & (file_a | file_b | file_c)",
        3,
    ),
    (
        "the bishop of the right colour",
        "KBsPsvK",
        "strong_cannot_win",
        "empty(strong.pawns - file_a) and empty(strong.bishops & dark_squares)
         and weak.king in {a8, b8, a7, b7}",
        4,
    ),
    (
        "bishops of both colours",
        "KBsPsvK",
        "strong_cannot_win",
        "empty(strong.pawns - file_a) and weak.king in {a8, b8, a7, b7}",
        4,
    ),
    (
        "the knight's file as well",
        "KPsvK",
        "strong_cannot_win",
        "empty(strong.pawns - file_a - file_b) and weak.king in {a8, b8, a7, b7}",
        4,
    ),
    (
        "one corner for both rook files",
        "KPsvK",
        "strong_cannot_win",
        "empty(strong.pawns - file_a - file_h) and weak.king in {a8, b8, a7, b7}",
        3,
    ),
    (
        "pawns of the weak side that can be taken",
        "KPsvKPs",
        "strong_cannot_win",
        "empty(strong.pawns - file_a) and weak.king in {a8, b8, a7, b7}",
        4,
    ),
    (
        "who is to move, forgotten",
        "KPsvK",
        "strong_cannot_win",
        "empty(strong.pawns - file_a) and (all p in strong.pawns : weak.king in pawn_square_up(p))
         and distance(strong.king, c7) >= distance(weak.king, b8)",
        3,
    ),
    (
        "the square of the pawn, forgotten",
        "KPsvK",
        "strong_cannot_win",
        "empty(strong.pawns - file_a) and distance(strong.king, c7) > distance(weak.king, b8)",
        3,
    ),
    (
        "a knight and the corner",
        "KNPsvK",
        "strong_cannot_win",
        "empty(strong.pawns - file_a) and a7 in strong.pawns and weak.king in {a8, b7}",
        4,
    ),
    (
        "a pawn blocked on its second rank, as engines have it",
        "KBsPsvKPs",
        "strong_cannot_win",
        "empty((strong.pawns | weak.pawns) - file_b) and b7 in weak.pawns and b6 in strong.pawns
         and (empty(strong.bishops & light_squares) or count(strong.pawns) = 1)
         and weak.king in (rank_7 | rank_8) and distance(weak.king, b7) <= 2
         and distance(weak.king, b7) <= distance(strong.king, b7)",
        4,
    ),
    (
        "bishops of both colours cannot mate",
        "KBsvK",
        "dead",
        "true",
        4,
    ),
    ("knights cannot mate", "KNsvK", "dead", "true", 4),
];

fn shown(rules: &OpenRules) -> Result<Vec<Shown>, Box<dyn Error>> {
    let theory = Theory::new(rules)?;
    let stop = AtomicBool::new(false);
    let options = Options {
        formula: symbolic::Limits::default(),
        solver: Limits::none(&stop),
    };
    Ok(prove(&theory, &options, &|_| {})?)
}

#[test]
fn slips_are_refuted_with_few_men() -> Result<(), Box<dyn Error>> {
    for (what, class, claim, condition, most) in SLIPS {
        let text = format!("recognizer {class}\n{claim} \"x\" because \"y\" when {condition}\n");
        let rules = OpenRules::parse_with(what, &text, &NoResolver)?;
        let all = shown(&rules)?;
        let broken = all.iter().filter_map(|one| match &one.outcome {
            Outcome::Broken(found) => Some(&**found),
            _ => None,
        });
        let broken: Vec<&Break> = broken.collect();
        let fewest = broken
            .iter()
            .map(|found| found.board.occupied().count())
            .min();
        assert!(fewest.is_some_and(|men| men <= most), "{what}: {fewest:?}");
        for found in broken {
            is_as_it_says(&rules, found, what)?;
        }
    }
    Ok(())
}

/// The interpreter says that the rule decides the position, and shakmaty that it and the move are
/// legal.
fn is_as_it_says(rules: &OpenRules, found: &Break, what: &str) -> Result<(), Box<dyn Error>> {
    let decided = rules.decide(&found.board, found.turn)?;
    assert!(
        decided.is_some_and(|of| of.rule == found.rule),
        "{what}: {}",
        found.board
    );
    let setup = Setup {
        board: found.board.clone(),
        turn: found.turn,
        ..Setup::empty()
    };
    let chess = Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(shakmaty::PositionError::ignore_impossible_check)?;
    let Some(after) = &found.after else {
        return Ok(());
    };
    let leads = |played: shakmaty::Move| {
        let mut next = chess.clone();
        next.play_unchecked(played);
        next.board() == after
    };
    assert!(
        chess.legal_moves().into_iter().any(leads),
        "{what}: {}",
        found.board
    );
    Ok(())
}

/// Built-in files that take long in the dev profile: they have many kinds of men or long conditions.
const LONG: [&str; 5] = [
    "kbskqsrsbs.rules",
    "kpskps.rules",
    "kpskrsps.rules",
    "kbspskbsps.rules",
    "kbspskrsps.rules",
];

/// What comes with the program is proven, and speaks somewhere.
#[test]
fn built_in_rules_are_proven() -> Result<(), Box<dyn Error>> {
    for of in proven().iter().filter(|of| !LONG.contains(&of.name)) {
        is_proven(&of.text(), of.name)?;
    }
    Ok(())
}

#[test]
#[ignore = "minutes in the dev profile"]
fn long_built_in_rules_are_proven() -> Result<(), Box<dyn Error>> {
    for of in proven() {
        is_proven(&of.text(), of.name)?;
    }
    Ok(())
}

fn is_proven(text: &str, name: &str) -> Result<(), Box<dyn Error>> {
    let rules = OpenRules::parse_with(name, text, &ProvenResolver)?;
    for one in shown(&rules)? {
        let is_proven = matches!(one.outcome, Outcome::Proven(_));
        assert!(is_proven, "{name}: {}: {:?}", one.statement, one.outcome);
    }
    Ok(())
}

/// A definition with the name of a function that lowering makes changes nothing.
#[test]
fn names_of_definitions_are_not_confused() -> Result<(), Box<dyn Error>> {
    let text = "recognizer KPsvK
let a = all p in strong.pawns : p in file_a and (any q in strong.pawns : rank(q) >= 2)
let a_any_1_anew = weak.king = strong.king
strong_cannot_win \"x\" because \"y\" when a
silent \"z\" because \"y\" when a_any_1_anew
";
    let rules = OpenRules::parse_with("test", text, &NoResolver)?;
    assert!(!shown(&rules)?.iter().all(Shown::is_proven));
    Ok(())
}
