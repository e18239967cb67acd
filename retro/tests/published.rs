//! Own tables against published figures: see `facts/README.md`.

use std::{collections::BTreeMap, error::Error, fs, ops::RangeInclusive};

use drawproof_retro::{Wanted, generate};
use drawproof_tables::{
    Dtm, Layout, Material, Oracle, Placement, Symmetry, Table, TableSet, Value, Wdl, dtm, ones,
};
use shakmaty::{CastlingMode, Chess, Color, Square, fen::Fen};

type Outcome = Result<(), Box<dyn Error>>;

fn facts(name: &str) -> Result<Vec<Vec<String>>, Box<dyn Error>> {
    let path = format!("{}/../facts/{name}", env!("CARGO_MANIFEST_DIR"));
    let lines = fs::read_to_string(path)?;
    Ok(lines
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(Into::into).collect())
        .collect())
}

/// A class, a side, and the line about them.
type Fact = (Material, Color, Vec<String>);

/// The lines of a facts file for classes with these numbers of men.
fn of_men(name: &str, men: RangeInclusive<usize>) -> Result<Vec<Fact>, Box<dyn Error>> {
    let mut lines = Vec::new();
    for line in facts(name)? {
        let material: Material = line[0].parse()?;
        if men.contains(&material.men_count()) {
            let turn = if line[1] == "white" {
                Color::White
            } else {
                Color::Black
            };
            lines.push((material, turn, line));
        }
    }
    Ok(lines)
}

/// Entries of a side, each with the value.
fn entries(table: &Table, turn: Color) -> impl Iterator<Item = (usize, Wdl, u32, u64)> + '_ {
    let side = table.side(turn);
    (0..table.layout().words()).flat_map(move |word| {
        let of = |wdl, set| {
            side.by_moves(word, set)
                .map(move |(moves, bits)| (word, wdl, moves, bits))
        };
        of(Wdl::Win, side.win[word]).chain(of(Wdl::Loss, side.loss[word]))
    })
}

/// One position of each class under the board's symmetries, like men in every
/// order: what the published figures count. Positions wholly on the diagonal
/// are their own image; of the others with both kings on it, both images are
/// listed.
fn unique(layout: &Layout, set: impl Fn(usize) -> u64) -> u64 {
    const DIAGONAL: u64 = 0x8040_2010_0804_0201;
    let words = layout.block_words();
    let halves = |at: usize| {
        let (block, word, set) = (at / words, at % words, set(at));
        if !layout.kings().on_diagonal(block) {
            2 * set.count_ones()
        } else if layout.image(word, Symmetry::TRANSPOSE) == word {
            set.count_ones() + (set & DIAGONAL).count_ones()
        } else {
            set.count_ones()
        }
    };
    let halves = (0..layout.words()).map(|at| u64::from(halves(at)));
    halves.sum::<u64>() / 2
}

#[test]
fn counts_of_wins_draws_and_losses() -> Outcome {
    let lines = of_men("wdl_counts.csv", 3..=4)?;
    assert_eq!(lines.len(), 70);
    counts_agree(lines, Wanted::Wdl)
}

#[test]
#[ignore = "long: distances of all classes of four men"]
fn counts_of_tables_with_distances() -> Outcome {
    counts_agree(of_men("wdl_counts.csv", 3..=4)?, Wanted::Dtm)
}

#[test]
#[ignore = "a long proof: five classes of five men"]
fn counts_of_five_men() -> Outcome {
    let lines = of_men("wdl_counts.csv", 5..=5)?;
    assert_eq!(lines.len(), 10);
    counts_agree(lines, Wanted::Dtm)
}

fn counts_agree(lines: Vec<Fact>, wanted: Wanted) -> Outcome {
    let mut tables = TableSet::new();
    for (material, turn, line) in lines {
        let table = generate(&material, wanted, &mut tables, &|_, _| {})?;
        let side = table.side(turn);
        let count = |set: &dyn Fn(usize) -> u64| unique(table.layout(), set);
        let found = [
            count(&|word| side.win[word]),
            count(&|word| side.draws(word)),
            count(&|word| side.loss[word]),
        ];
        assert_eq!(
            found.map(|n| n.to_string()),
            line[2..5],
            "{material} {turn}"
        );
    }
    Ok(())
}

#[test]
fn mates_by_distance() -> Outcome {
    mates_by_distance_agree(4)
}

#[test]
#[ignore = "a long proof: five classes of five men"]
fn mates_by_distance_of_five_men() -> Outcome {
    mates_by_distance_agree(5)
}

/// How many positions are won and lost in how many plies, for classes of this
/// many men.
fn mates_by_distance_agree(men: usize) -> Outcome {
    let mut expected: BTreeMap<(Material, bool), Vec<Vec<String>>> = BTreeMap::new();
    for (material, turn, line) in of_men("dtm_histograms.csv", men..=men)? {
        let lines = expected.entry((material, turn.is_white())).or_default();
        lines.push(line[2..].to_vec());
    }
    assert_eq!(expected.len(), if men == 4 { 14 } else { 10 });
    let mut tables = TableSet::new();
    for ((material, is_white), mut expected) in expected {
        let table = generate(&material, Wanted::Dtm, &mut tables, &|_, _| {})?;
        let (layout, words) = (table.layout(), table.layout().block_words());
        let mut parts: BTreeMap<(Wdl, u16), u64> = BTreeMap::new();
        for (word, wdl, moves, bits) in entries(&table, Color::from_white(is_white)) {
            let found = parts.entry((wdl, dtm(wdl, moves).0)).or_default();
            *found += layout.unique(word / words, word % words, bits);
        }
        let found = parts.into_iter().map(|((wdl, plies), parts)| {
            let result = if wdl == Wdl::Win { "win" } else { "loss" };
            let count = parts / layout.unique_parts();
            vec![result.into(), plies.to_string(), count.to_string()]
        });
        let mut found: Vec<Vec<String>> = found.collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{material} {is_white}");
    }
    Ok(())
}

#[test]
fn longest_mates_of_three_men() -> Outcome {
    longest_mates(3)
}

#[test]
#[ignore = "long: distances of all classes of four men"]
fn longest_mates_of_four_men() -> Outcome {
    longest_mates(4)
}

fn longest_mates(men: usize) -> Outcome {
    let mut tables = TableSet::new();
    for (material, turn, line) in of_men("dtm_longest.csv", men..=men)? {
        let table = generate(&material, Wanted::Dtm, &mut tables, &|_, _| {})?;
        let longest = entries(&table, turn)
            .filter(|&(_, wdl, _, _)| wdl == Wdl::Win)
            .map(|(_, wdl, moves, _)| dtm(wdl, moves).plies())
            .max();
        assert_eq!(
            longest.unwrap_or(0).to_string(),
            line[2],
            "{material} {turn}"
        );
        if !line[3].is_empty() {
            let value = tables.probe_chess(&chess(&line[3])?)?;
            assert_eq!(
                value.dtm.map(Dtm::plies),
                Some(line[2].parse()?),
                "{}",
                line[3]
            );
        }
    }
    Ok(())
}

/// The public KRK data set has Black to move, and moves until mate.
#[test]
fn krk_depths() -> Outcome {
    let table = generate(
        &"KRvK".parse()?,
        Wanted::Dtm,
        &mut TableSet::new(),
        &|_, _| {},
    )?;
    let side = table.side(Color::Black);
    let layout = table.layout();
    let draws = unique(layout, |word| side.draws(word));
    let mut found = BTreeMap::from([("draw".to_string(), draws)]);
    for mated in 0..=16 {
        let at = |word| {
            side.by_moves(word, side.loss[word])
                .find(|&(moves, _)| moves == mated)
        };
        let count = unique(layout, |word| at(word).map_or(0, |(_, bits)| bits));
        found.insert(format!("mated in {mated}"), count);
    }
    let published: BTreeMap<String, u64> = facts("krkopt.csv")?
        .into_iter()
        .map(|line| Ok((line[0].clone(), line[1].parse()?)))
        .collect::<Result<_, Box<dyn Error>>>()?;
    assert_eq!(found, published);
    Ok(())
}

/// White mates in 29 moves, and only Ke1 does.
#[test]
fn rook_against_bishop_in_29_moves() -> Outcome {
    use shakmaty::{Position, san::San};

    let mut tables = TableSet::new();
    generate(&"KRvKB".parse()?, Wanted::Dtm, &mut tables, &|_, _| {})?;
    let start = chess("8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1")?;
    let value = tables.probe_chess(&start)?;
    assert_eq!(
        value,
        Value {
            wdl: Wdl::Win,
            dtm: Some(Dtm(57)),
            dtz: None,
            dtz_rounded: false,
        }
    );
    let mut winning = Vec::new();
    for m in start.legal_moves() {
        let after = start.clone().play(m)?;
        if tables.probe_chess(&after)?.wdl == Wdl::Loss {
            winning.push(San::from_move(&start, m).to_string());
        }
    }
    assert_eq!(winning, ["Ke1"]);
    Ok(())
}

/// Positions whose distance to mate is known from the literature.
#[test]
fn known_mates() -> Outcome {
    mates_are_known(&[
        ("8/8/8/1N6/n7/3N4/k7/2K5 w - - 0 1", 7),
        ("8/8/8/8/8/6k1/4P3/2K5 w - - 0 1", 45),
    ])
}

/// With the right to take en passant and without it.
#[test]
#[ignore = "long: distances of KPvKP and of all classes that promotions lead to"]
fn known_mates_en_passant() -> Outcome {
    mates_are_known(&[
        ("8/8/7k/8/1pP5/7K/8/8 b - c3 0 1", 19),
        ("8/8/7k/8/1pP5/7K/8/8 b - - 0 1", 27),
    ])
}

fn mates_are_known(positions: &[(&str, u16)]) -> Outcome {
    let mut tables = TableSet::new();
    for &(fen, plies) in positions {
        let position = chess(fen)?;
        let (material, ..) = Placement::of(&position)?;
        generate(&material, Wanted::Dtm, &mut tables, &|_, _| {})?;
        let value = tables.probe_chess(&position)?;
        assert_eq!(
            (value.wdl, value.dtm),
            (Wdl::Win, Some(Dtm(plies))),
            "{fen}"
        );
    }
    Ok(())
}

/// King and pawn on the whole board: White to move wins 124,960 of 163,328,
/// Black to move loses 97,604.
#[test]
fn king_and_pawn_by_board_count() -> Outcome {
    let table = generate(
        &"KPvK".parse()?,
        Wanted::Dtm,
        &mut TableSet::new(),
        &|_, _| {},
    )?;
    let layout = table.layout();
    let count = |set: &[u64]| -> u64 {
        let words = set.iter().enumerate();
        words
            .map(|(block, word)| layout.board_weight(block) * u64::from(word.count_ones()))
            .sum()
    };
    let (white, black) = (table.side(Color::White), table.side(Color::Black));
    assert_eq!(count(&white.legal), 163_328);
    assert_eq!(count(&white.win), 124_960);
    assert_eq!(count(&black.loss), 97_604);
    Ok(())
}

/// Mutual zugzwangs, counted again by probing each placement with both sides to
/// move.
#[test]
#[ignore = "long: each position of several classes"]
fn mutual_zugzwangs_one_by_one() -> Outcome {
    let mut tables = TableSet::new();
    for (class, men) in [("KPvK", 3), ("KRvKN", 4), ("KPvKP", 4)] {
        let material: Material = class.parse()?;
        let table = generate(&material, Wanted::Dtm, &mut tables, &|_, _| {})?;
        let mut counts = [0_u64; 3];
        for number in 0..1_u64 << (6 * men) {
            let square = |man: u32| Square::new((number >> (6 * man) & 63) as u32);
            let ask = |turn| {
                let squares = (0..men).map(square).collect();
                Some(table.probe(&Placement { squares, turn })?.wdl)
            };
            match (ask(Color::White), ask(Color::Black)) {
                (Some(Wdl::Draw), Some(Wdl::Loss)) => counts[0] += 1,
                (Some(Wdl::Loss), Some(Wdl::Draw)) => counts[1] += 1,
                (Some(Wdl::Loss), Some(Wdl::Loss)) => counts[2] += 1,
                _ => {}
            }
        }
        let found = drawproof_tables::mutual_zugzwangs(&table, 1);
        assert_eq!(found.each_ref().map(|kind| kind.board), counts, "{class}");
        assert!(counts.iter().sum::<u64>() > 0, "{class}");
    }
    Ok(())
}

/// The legal positions, against another judge of legality.
#[test]
fn legal_positions() -> Outcome {
    for class in ["KRvKN", "KBvKB", "KPvKP", "KQvKP"] {
        let layout = Layout::new(&class.parse()?)?;
        let mut legal = vec![0; layout.block_words()];
        for turn in Color::ALL {
            for block in (0..layout.blocks()).step_by(7) {
                layout.legal(block, turn, &mut legal);
                for (word, &legal) in legal.iter().enumerate() {
                    for bit in 0..64 {
                        let index = drawproof_tables::Index { block, word, bit };
                        let placement = layout.decode(index, turn);
                        let expected = placement.occupied().count() == 4
                            && placement.to_chess(layout.material()).is_ok();
                        let fen = placement.fen(layout.material());
                        assert_eq!(legal >> bit & 1 != 0, expected, "{fen}");
                    }
                }
            }
        }
    }
    Ok(())
}

/// A class in which one side to move is the mirror image of the other.
#[test]
fn equal_material_is_symmetric() -> Outcome {
    let mut tables = TableSet::new();
    let table = generate(&"KRvKR".parse()?, Wanted::Dtm, &mut tables, &|_, _| {})?;
    let kings = table.layout().kings();
    for (word, wdl, moves, bits) in entries(&table, Color::White) {
        let (block, within) = (word / table.layout().block_words(), word % 64);
        assert!(kings.squares(block).0 != kings.squares(block).1);
        for bit in ones(bits) {
            let index = drawproof_tables::Index {
                block,
                word: within,
                bit,
            };
            let mut placement: Placement = table.layout().decode(index, Color::Black);
            placement.squares.swap(0, 1);
            placement.squares.swap(2, 3);
            let value = Value {
                wdl,
                dtm: Some(dtm(wdl, moves)),
                dtz: None,
                dtz_rounded: false,
            };
            assert_eq!(table.probe(&placement), Some(value));
        }
    }
    Ok(())
}

fn chess(fen: &str) -> Result<Chess, Box<dyn Error>> {
    Ok(fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?)
}
