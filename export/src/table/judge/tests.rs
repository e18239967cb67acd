//! Each answer that differs is counted, and each place that none comes from is allowed to
//! be silent.

use std::error::Error;

use drawproof_retro::{Keep, Wanted, generate_all};

use super::*;
use crate::table::{ClassCounts, Embedded};

type Outcome = Result<(), Box<dyn Error>>;

/// A class and all that it needs.
fn tables(class: &Material) -> Result<TableSet, Box<dyn Error>> {
    let needed = Material::with_smaller(std::slice::from_ref(class), |_| false);
    let mut tables = TableSet::new();
    generate_all(&needed, Wanted::Wdl, Keep::All, &mut tables, &|_, _| {})?;
    Ok(tables)
}

/// What is wrong with answers for a position.
fn judged(
    tables: &TableSet,
    class: &Material,
    squares: &[Square],
    turn: Color,
    said: Said,
) -> Result<(u64, u64, Option<&'static str>), Box<dyn Error>> {
    let table = tables.get(class).ok_or("no table")?;
    let judge = Judge::new(table, tables, Metric::Wdl)?;
    let placement = || Placement {
        squares: squares.iter().copied().collect(),
        turn,
    };
    let index = judge.layout.encode(squares).ok_or("no position")?;
    let expected = judge.truth.number(index, turn).ok_or("no position")?;
    let mut tally = Tally::default();
    judge.judge(&placement, expected, said, &mut tally);
    let function = tally.first.map(|first| first.function);
    Ok((tally.positions, tally.differences, function))
}

/// The stronger side wins with White to move; with Black to move a rook is lost.
#[test]
fn wrong_answers_are_counted() -> Outcome {
    const NO: i16 = SKIPPED;
    let class: Material = "KRvK".parse()?;
    let tables = tables(&class)?;
    let won = [Square::E1, Square::E8, Square::A1];
    let taken = [Square::E1, Square::E8, Square::D7];
    let (boards, squares) = (Some("bitboards"), Some("squares"));
    for (position, turn, said, differences, first) in [
        (won, Color::White, [1, 1, 1, NO, NO], 0, None),
        (won, Color::White, [0, 1, 1, NO, NO], 1, boards),
        (won, Color::White, [1, 0, 1, NO, NO], 1, boards),
        (won, Color::White, [-1, 0, 1, NO, NO], 2, boards),
        (won, Color::White, [1, 1, 0, NO, NO], 1, squares),
        (won, Color::White, [1, 1, NO, NO, NO], 0, None),
        (taken, Color::Black, [0, 0, 0, NO, NO], 0, None),
        (taken, Color::Black, [0, 0, -1, NO, NO], 1, squares),
        (won, Color::Black, [-1, -1, -1, NO, NO], 0, None),
        (won, Color::Black, [-1, 2, 0, NO, NO], 2, boards),
        // Without pawns there is no fourth number.
        (won, Color::White, [1, 1, 1, 0, 0], 0, None),
    ] {
        let found = judged(&tables, &class, &position, turn, said)?;
        assert_eq!(found, (2, differences, first), "{turn} {said:?}");
    }
    Ok(())
}

#[test]
fn wrong_answers_about_en_passant_are_counted() -> Outcome {
    let class: Material = "KPvKP".parse()?;
    let tables = tables(&class)?;
    let judge = Judge::new(tables.get(&class).ok_or("no table")?, &tables, Metric::Wdl)?;
    assert_eq!(judge.numbers(), 5);
    // Black has a right, and White's pawn is lost with it; without it the pawn on c4 or
    // that on b4 queens.
    let right = [Square::H3, Square::H6, Square::C4, Square::B4];
    let value = |fen: &str| -> Result<i16, Box<dyn Error>> {
        let fen: shakmaty::fen::Fen = fen.parse()?;
        let position: shakmaty::Chess = fen.into_position(shakmaty::CastlingMode::Standard)?;
        Ok(judge.truth.number_of(&position).ok_or("no position")?)
    };
    let with = value("8/8/7k/8/1pP5/7K/8/8 b - c3 0 1")?;
    let without = value("8/8/7k/8/1pP5/7K/8/8 b - - 0 1")?;
    let wrong = 5;
    let passing = Some("bitboards with en passant");
    // No pawn can capture.
    let apart = [Square::H3, Square::H6, Square::C4, Square::E4];
    let plain = value("8/8/7k/8/2P1p3/7K/8/8 b - - 0 1")?;
    let unknown = judge.truth.unknown();
    for (squares, said, differences, first) in [
        (right, [without, without, 0, with, with], 0, None),
        (right, [without, without, wrong, with, with], 0, None),
        (right, [without, without, 0, wrong, with], 1, passing),
        (right, [without, without, 0, with, wrong], 1, passing),
        (right, [without, without, 0, unknown, with], 1, passing),
        (apart, [plain, plain, 0, plain, plain], 0, None),
        (apart, [plain, plain, 0, unknown, plain], 0, None),
        (apart, [plain, plain, 0, plain, wrong], 1, passing),
    ] {
        let found = judged(&tables, &class, &squares, Color::Black, said)?;
        assert_eq!(found, (4, differences, first), "{squares:?} {said:?}");
    }
    Ok(())
}

/// The data know captures en passant; other men beside the pawns make no right.
#[test]
#[ignore = "seconds: tables of pawns of four men"]
fn data_are_asked_about_en_passant() -> Outcome {
    let class: Material = "KPvKP".parse()?;
    let tables = tables(&class)?;
    let embedded = Embedded::new(std::slice::from_ref(&class), Metric::Wdl, &tables, &|_| {})?;
    let packed = Packed::read(&embedded.packed()).map_err(|error| error.to_string())?;
    let table = tables.get(&class).ok_or("no table")?;
    // Half of the board is stored.
    let all = embedded.classes().iter().find(|of| of.material == class);
    let ClassCounts::Results(counts) = all.ok_or("no class")?.counts else {
        return Err("no results".into());
    };
    for (turn, counts) in [Color::White, Color::Black].into_iter().zip(counts) {
        let side = table.side(turn);
        let count =
            |set: &[u64]| -> u64 { set.iter().map(|of| u64::from(2 * of.count_ones())).sum() };
        let decided = [counts.wins, counts.losses];
        assert_eq!(decided, [&side.win, &side.loss].map(|set| count(set)));
        assert_eq!(
            decided.iter().sum::<u64>() + counts.draws,
            count(&side.legal)
        );
    }
    let judge = Judge::new(table, &tables, Metric::Wdl)?;
    let mut tally = Tally::default();
    let kings = [(12, 52), (27, 61), (31, 39), (30, 21)].map(|(white, black)| [white, black]);
    for ([white, black], turn) in kings
        .into_iter()
        .flat_map(|kings| Color::ALL.map(|turn| (kings, turn)))
    {
        for pawns in 0..1_u32 << 12 {
            let at = white << 18 | black << 12 | pawns;
            let squares = [18, 12, 6, 0].map(|shift| Square::new(at >> shift & 63));
            let index = judge.layout.encode(&squares);
            let Some(expected) = index.and_then(|index| judge.truth.number(index, turn)) else {
                continue;
            };
            let placement = || Placement {
                squares: squares.iter().copied().collect(),
                turn,
            };
            judge.judge(
                &placement,
                expected,
                judge.asked(&packed, turn, at),
                &mut tally,
            );
        }
    }
    assert_eq!(tally.first, None);
    assert!(tally.positions > 10_000, "{}", tally.positions);
    Ok(())
}
