//! Data give the same answer as tables for every legal position.

use drawproof_export::{
    Language, Name,
    table::{
        Answer, ClassCounts, Embedded, HelpmateData, Judge, Metric, Packed, PackedError, source,
    },
};
use drawproof_retro::{GenerateError, Keep, Wanted, generate_all, generate_helpmates, helpmates};
use drawproof_tables::{HelpmateTables, Material, Placement, Random, TableSet, Wdl};
use shakmaty::{CastlingMode, Chess, Color, Square, fen::Fen};

fn classes(names: &[&str]) -> Vec<Material> {
    names
        .iter()
        .map(|name| name.parse().expect("a class"))
        .collect()
}

fn embedded(classes: &[Material], metric: Metric) -> (Embedded, TableSet) {
    let mut tables = TableSet::new();
    let wanted = if metric == Metric::Dtm {
        Wanted::Dtm
    } else {
        Wanted::Wdl
    };
    let needed = Embedded::with_captures(classes).expect("classes");
    generate_all(&needed, wanted, Keep::All, &mut tables, &|_, _| {}).expect("tables");
    let embedded = Embedded::new(classes, metric, &tables, &|_| {}).expect("data");
    (embedded, tables)
}

/// Every position of all classes, both sides to move, either colour as the
/// stronger side, with en passant and without.
fn say_the_same(classes: &[Material], metric: Metric) {
    let (embedded, tables) = embedded(classes, metric);
    let packed = Packed::read(&embedded.packed()).expect("whole");
    for class in embedded.classes() {
        let table = tables.get(&class.material).expect("a table");
        let judge = Judge::new(table, &tables, metric).expect("a class");
        let ClassCounts::Results(counts) = class.counts else {
            panic!("no results");
        };
        for (turn, counts) in [Color::White, Color::Black].into_iter().zip(counts) {
            let tally = judge
                .compare(turn, |at| Ok(judge.asked(&packed, turn, at)))
                .expect("answers");
            assert_eq!(tally.first, None, "{}", class.material);
            let board = counts.wins + counts.draws + counts.losses;
            if !class.material.has_en_passant() {
                assert_eq!(tally.positions, 2 * board, "{}", class.material);
            }
        }
    }
}

#[test]
fn a_rook_and_a_pawn() {
    say_the_same(&classes(&["KPvK"]), Metric::Wdl);
    say_the_same(&classes(&["KRvK"]), Metric::Draw);
}

#[test]
#[ignore = "seconds: all classes of three men, twice"]
fn three_men() {
    for metric in [Metric::Wdl, Metric::Draw] {
        say_the_same(&Material::all(3), metric);
    }
}

#[test]
#[ignore = "long: many positions"]
fn four_men_of_every_kind() {
    // KPvKP is asked as it is exported.
    say_the_same(&classes(&["KNNvK", "KBBvK", "KRvKN"]), Metric::Wdl);
    say_the_same(&classes(&["KRvKR"]), Metric::Draw);
}

#[test]
#[ignore = "long: distances take their time to compress"]
fn distances() {
    say_the_same(&Material::all(3), Metric::Dtm);
    say_the_same(&classes(&["KRvKN"]), Metric::Dtm);
}

/// All 35 classes, which takes most of an hour.
#[test]
#[ignore = "very long: only with DRAWPROOF_ALL_TABLES=1"]
fn all_classes() {
    if std::env::var_os("DRAWPROOF_ALL_TABLES").is_none() {
        println!("skipped: it takes most of an hour; set DRAWPROOF_ALL_TABLES=1 for it");
        return;
    }
    let all = [Material::all(3), Material::all(4)].concat();
    say_the_same(&all, Metric::Wdl);
}

/// The same of who can mate.
fn mates_are_the_same(names: &[&str]) {
    let classes = HelpmateData::needed(&classes(names)).expect("classes");
    let mut tables = HelpmateTables::new();
    generate_helpmates(&classes, false, &|_, _| Ok(()), |table| {
        tables.insert(table);
        Ok::<_, GenerateError>(())
    })
    .expect("tables");
    let embedded = HelpmateData::of(&classes, &tables).expect("data");
    let packed = Packed::read(&embedded.packed()).expect("whole");
    for class in embedded.classes() {
        let table = tables.get(&class.material).expect("a table");
        let judge = Judge::of_mates(table, &tables).expect("a class");
        for turn in Color::ALL {
            let tally = judge
                .compare(turn, |at| Ok(judge.asked(&packed, turn, at)))
                .expect("answers");
            assert_eq!(tally.first, None, "{}", class.material);
            assert!(tally.positions > 100_000, "{}", class.material);
        }
    }
}

#[test]
fn who_can_mate_with_a_piece() {
    mates_are_the_same(&["KRvK", "KNvK"]);
}

#[test]
#[ignore = "seconds: every position of five classes"]
fn who_can_mate_with_three_men() {
    mates_are_the_same(&["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
}

/// Bishops of one colour, like men, pawns of both sides.
#[test]
#[ignore = "long: many positions"]
fn who_can_mate_with_four_men() {
    mates_are_the_same(&["KBvKB", "KBBvK", "KRvKP", "KPvKP"]);
}

/// Five men, whose positions are too many to ask about all: some of them, half of them with all men
/// on three ranks, where most exceptions are.
#[test]
#[ignore = "long: tables of five men"]
fn who_can_mate_with_five_men() {
    let mut random = Random::new(5);
    let mut seen = [0; 4];
    for name in ["KNNvKN", "KBNvKP"] {
        let class: Material = name.parse().expect("a class");
        let tables = helpmates(&class, false, &|_, _| {}).expect("tables");
        let embedded = HelpmateData::of(std::slice::from_ref(&class), &tables).expect("data");
        let packed = Packed::read(&embedded.packed()).expect("whole");
        for number in 0..400_000 {
            let squares = if number % 2 == 0 { 64 } else { 24 };
            let mut square = || Square::new(random.below(squares) as u32);
            let placement = Placement {
                squares: (0..5).map(|_| square()).collect(),
                turn: Color::from_white(number % 4 < 2),
            };
            let table = tables.get(&class).expect("a table");
            let position = placement.to_chess(&class);
            let (Some(mates), Ok(position)) = (table.probe(&placement), position) else {
                continue;
            };
            let answer = Some(Answer::CanMate(mates.can));
            assert_eq!(packed.probe(&position), answer, "{}", placement.fen(&class));
            seen[usize::from(mates.can.white) + 2 * usize::from(mates.can.black)] += 1;
        }
    }
    assert!(seen[3] > 100_000 && seen[0] > 10, "{seen:?}");
}

/// A few numbers for each class.
#[test]
fn data_that_say_who_can_mate_are_few() {
    let embedded = |name: &str| {
        let class = name.parse().expect("a class");
        let tables = helpmates(&class, false, &|_, _| {}).expect("tables");
        HelpmateData::of(&[class], &tables).expect("data")
    };
    let knkp = embedded("KNvKP");
    assert!(knkp.bytes().len() < 250, "{}", knkp.bytes().len());
    // Board counts: see facts/helpmate.csv.
    let [.., last] = knkp.classes() else {
        panic!("no class")
    };
    let ClassCounts::Mates([white, black]) = last.counts else {
        panic!("no counts of mates")
    };
    assert_eq!(white.strong + black.strong, 19_371_144);
    assert_eq!(white.weak + black.weak, 19_371_212);
    assert_eq!(white.dead + black.dead, 320);
}

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a FEN");
    fen.into_position(CastlingMode::Standard)
        .expect("a legal position")
}

#[test]
fn files_are_whole_or_refused() {
    let (wdl, _) = embedded(&classes(&["KNvK"]), Metric::Wdl);
    // One bit tells WDL from draws.
    let mut draws = wdl.packed();
    draws[10] ^= 1;
    assert_eq!(Packed::read(&draws), Err(PackedError::Damaged));
    let (embedded, _) = embedded(&classes(&["KPvK"]), Metric::Dtm);
    let file = embedded.packed();
    let packed = Packed::read(&file).expect("whole");
    let won = position("8/8/8/8/8/6k1/4P3/2K5 w - - 0 1");
    assert_eq!(packed.probe(&won), Some(Answer::Dtm(Wdl::Win, 45)));
    assert_eq!(packed.probe(&Chess::default()), None);
    for at in 0..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 0x10;
        let read = Packed::read(&damaged);
        assert!(read.is_err(), "byte {at}");
        if at % 37 == 0 {
            assert!(Packed::read(&file[..at]).is_err(), "{at} bytes");
        }
    }
    assert_eq!(Packed::read(b"PK"), Err(PackedError::Foreign));
    let longer = [&file[..], &[0; 8]].concat();
    assert_eq!(Packed::read(&longer), Err(PackedError::Damaged));
}

/// Impossible positions get some answer, and nothing breaks.
#[test]
fn nonsense_breaks_nothing() {
    survives_nonsense(&["KPvK", "KRvK"]);
}

#[test]
#[ignore = "seconds: tables of four men"]
fn nonsense_breaks_nothing_of_four_men() {
    survives_nonsense(&["KPvKP", "KRvKN"]);
}

fn survives_nonsense(names: &[&str]) {
    let (embedded, _) = embedded(&classes(names), Metric::Wdl);
    let packed = Packed::read(&embedded.packed()).expect("whole");
    let mut state = 1_u64;
    let mut random = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) % below
    };
    for _ in 0..200_000 {
        let mut boards = [0; 8];
        for _ in 0..random(6) {
            let bit = 1 << random(64);
            boards[random(2) as usize] |= bit;
            boards[2 + random(6) as usize] |= bit;
        }
        let castling = u32::from(random(50) == 0);
        let score = packed.score(boards, castling, random(80) as u32, random(2) == 0);
        assert!(score.is_none_or(|score| (-1..=1).contains(&score)));
    }
}

#[test]
fn the_same_bytes_each_time() {
    let text = || {
        let (embedded, _) = embedded(&classes(&["KRvK", "KNvK"]), Metric::Wdl);
        source(&embedded, Language::C, &Name::default(), &[]).expect("text")
    };
    assert_eq!(text(), text());
}
