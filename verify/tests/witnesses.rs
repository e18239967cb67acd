//! Own tables compared with other sources, position by position: real Syzygy
//! files, and the tables' own moves as shakmaty makes them. Small classes are
//! quick; the long tests cover the whole set.

use std::{error::Error, fs};

use drawproof_retro::{Wanted, generate};
use drawproof_tables::{Material, SyzygyFolder, TableSet, Trust, seal_syzygy};
use drawproof_verify::{check_forward, check_forward_sample, compare};

type Outcome = Result<(), Box<dyn Error>>;

/// The folder of Syzygy files in the repository.
fn carried() -> String {
    format!("{}/tests/syzygy", env!("CARGO_MANIFEST_DIR"))
}

fn agree_with_syzygy(folder: &SyzygyFolder, classes: &[Material]) -> Outcome {
    let mut tables = TableSet::new();
    for class in classes {
        let wanted = if folder.has_dtz(class) {
            Wanted::DtmAndDtz
        } else {
            Wanted::Dtm
        };
        generate(class, wanted, &mut tables, &|_, _| {})?;
        let comparison = compare(class, [&tables, folder], true, &|_| {})?;
        assert_eq!(comparison.first, None, "{class}");
        assert!(comparison.positions > 40_000);
        let both_have_pawns = class.to_string() == "KPvKP";
        assert_eq!(comparison.en_passant > 0, both_have_pawns, "{class}");
    }
    Ok(())
}

fn agree_with_their_moves(classes: &[Material]) -> Outcome {
    let mut tables = TableSet::new();
    for class in classes {
        let table = generate(class, Wanted::DtmAndDtz, &mut tables, &|_, _| {})?;
        let checked = check_forward(&table, &tables, &|_| {})?;
        assert!(checked.is_ok_and(|count| count > 40_000), "{class}");
    }
    Ok(())
}

fn classes(names: &[&str]) -> Result<Vec<Material>, Box<dyn Error>> {
    Ok(names
        .iter()
        .map(|name| name.parse())
        .collect::<Result<_, _>>()?)
}

/// Taking the rook puts mate off: the search must not call a position lost while
/// such a capture still holds.
#[test]
fn captures_that_put_mate_off() -> Outcome {
    let class: Material = "KQRvK".parse()?;
    let mut tables = TableSet::new();
    let table = generate(&class, Wanted::Dtm, &mut tables, &|_, _| {})?;
    let checked = check_forward_sample(&table, &tables, 20_000, &|_| {})?;
    assert_eq!(checked, Ok(20_000));
    Ok(())
}

#[test]
fn three_men_and_krkr_agree_with_syzygy() -> Outcome {
    let mut classes = Material::all(3);
    classes.push("KRvKR".parse()?);
    agree_with_syzygy(&SyzygyFolder::open(carried())?, &classes)
}

#[test]
fn distances_of_three_men_agree_with_syzygy() -> Outcome {
    let folder = SyzygyFolder::open(carried())?.with_dtz();
    agree_with_syzygy(&folder, &classes(&["KPvK", "KQvK", "KRvK"])?)
}

#[test]
fn three_men_and_krkn_agree_with_their_moves() -> Outcome {
    agree_with_their_moves(&Material::all(3))?;
    let mut tables = TableSet::new();
    let class: Material = "KRvKN".parse()?;
    let table = generate(&class, Wanted::DtmAndDtz, &mut tables, &|_, _| {})?;
    let checked = check_forward_sample(&table, &tables, 100_000, &|_| {})?;
    assert_eq!(checked, Ok(100_000));
    Ok(())
}

#[test]
#[ignore = "a long proof: all classes of four men"]
fn four_men_agree_with_syzygy() -> Outcome {
    agree_with_syzygy(&SyzygyFolder::open(carried())?, &Material::all(4))
}

/// The classes of these files, or of all files in the folder that
/// `DRAWPROOF_SYZYGY` names.
#[test]
#[ignore = "a long proof: distances of classes of four men"]
fn distances_of_four_men_agree_with_syzygy() -> Outcome {
    let (folder, names) = if let Ok(folder) = std::env::var("DRAWPROOF_SYZYGY") {
        (folder, Material::all(4))
    } else {
        println!("DRAWPROOF_SYZYGY names no folder: the three carried files only");
        (carried(), classes(&["KPvKP", "KQPvK", "KRvKN"])?)
    };
    agree_with_syzygy(&SyzygyFolder::open(folder)?.with_dtz(), &names)
}

#[test]
#[ignore = "a long proof: all classes of four men"]
fn four_men_agree_with_their_moves() -> Outcome {
    agree_with_their_moves(&Material::all(4))
}

/// En passant in KPvKP with White to move: how often the right exists, is the
/// only legal move, changes the result, or changes only the distance. Syzygy
/// has the same results.
#[test]
fn en_passant_makes_a_difference() -> Outcome {
    differences_by_en_passant(Wanted::Wdl, 0)
}

#[test]
#[ignore = "long: distances of KPvKP and of all classes that promotions lead to"]
fn en_passant_makes_a_difference_in_distances() -> Outcome {
    differences_by_en_passant(Wanted::Dtm, 13_230)
}

/// Counts rights that change the value, and those that change the distance alone.
fn differences_by_en_passant(wanted: Wanted, distances: u32) -> Outcome {
    use drawproof_tables::{Index, Oracle, ones};
    use shakmaty::{Color, Position};

    let material: Material = "KPvKP".parse()?;
    let mut tables = TableSet::new();
    let table = generate(&material, wanted, &mut tables, &|_, _| {})?;
    let folder = SyzygyFolder::open(carried())?;
    let layout = table.layout();
    let (mut rights, mut only_move, mut other_result, mut other_distance) = (0, 0, 0, 0);
    for at in 0..layout.words() {
        let (block, word) = (at / layout.block_words(), at % layout.block_words());
        for bit in ones(table.side(Color::White).legal[at]) {
            let placement = layout.decode(Index { block, word, bit }, Color::White);
            for position in placement.with_en_passant(&material) {
                let value = tables.probe_chess(&position)?;
                assert_eq!(value.wdl, folder.probe_chess(&position)?.wdl);
                let without = tables.probe(&material, &placement)?;
                rights += 1;
                only_move += u32::from(position.legal_moves().iter().all(|m| m.is_en_passant()));
                other_result += u32::from(value.wdl != without.wdl);
                other_distance += u32::from(value.wdl == without.wdl && value != without);
            }
        }
    }
    let found = (rights, only_move, other_result, other_distance);
    assert_eq!(found, (21_893, 0, 3_113, distances));
    // Both sides to move are compared.
    let compared = compare(&material, [&tables, &tables], true, &|_| {})?;
    assert_eq!((compared.en_passant, compared.first), (2 * rights, None));
    Ok(())
}

/// Either check finds a wrong entry.
#[test]
fn a_wrong_entry_is_found() -> Outcome {
    let class: Material = "KQvK".parse()?;
    let mut tables = TableSet::new();
    let table = generate(&class, Wanted::Dtm, &mut tables, &|_, _| {})?;
    let mut sides =
        [shakmaty::Color::Black, shakmaty::Color::White].map(|turn| table.side(turn).clone());
    let word = sides[1]
        .win
        .iter()
        .position(|&set| set != 0)
        .ok_or("no win")?;
    sides[1].win[word] &= sides[1].win[word] - 1;
    let [black, white] = sides;
    let layout = table.layout().clone();
    let wrong = drawproof_tables::Table::new(layout, shakmaty::ByColor { black, white });
    let mut wrong_library = TableSet::new();
    let wrong = wrong_library.insert(wrong);
    assert!(check_forward(&wrong, &wrong_library, &|_| {})?.is_err());
    assert_eq!(
        compare(&class, [&wrong_library, &tables], false, &|_| {})?.differences,
        1
    );
    Ok(())
}

/// Files changed anywhere, but with the checksum of what they hold, are refused or contradict the own table; nothing
/// breaks, whatever they contain.
#[test]
#[ignore = "long: a comparison for each byte of a file"]
fn damaged_files_do_no_harm() -> Outcome {
    let source = format!("{}/tests/syzygy/KRvK.rtbw", env!("CARGO_MANIFEST_DIR"));
    let whole = fs::read(source)?;
    let class: Material = "KRvK".parse()?;
    let mut tables = TableSet::new();
    generate(&class, Wanted::Dtm, &mut tables, &|_, _| {})?;
    let mut noticed = 0;
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        seal_syzygy(&mut damaged);
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join("KRvK.rtbw"), damaged)?;
        let Ok(oracle) = SyzygyFolder::open_with(folder.path(), Trust::AnyFile) else {
            noticed += 1;
            continue;
        };
        match compare(&class, [&tables, &oracle], false, &|_| {}) {
            Ok(comparison) => noticed += usize::from(comparison.differences > 0),
            Err(error) => {
                assert!(error.to_string().contains("KRvK"), "{error}");
                noticed += 1;
            }
        }
    }
    // The other bits have no meaning, for example in padding.
    assert!(noticed > whole.len() / 4, "{noticed}");
    Ok(())
}
