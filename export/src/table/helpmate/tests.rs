//! What moves decide, and what data are made of.

use std::error::Error;

use drawproof_tables::sha256;
use shakmaty::{ByColor, CastlingMode, Chess, fen::Fen};

use super::*;
use crate::table::{Answer, Packed};

type Outcome = Result<(), Box<dyn Error>>;

/// Data in which both sides can mate wherever there is a quiet move.
fn data_of(classes: &[&str]) -> Result<Packed, Box<dyn Error>> {
    let class = |name: &&str| -> Result<Class, Box<dyn Error>> {
        let material: Material = name.parse()?;
        let layout = Layout::new(&material)?;
        let first = Index {
            block: 0,
            word: 0,
            bit: 0,
        };
        let record = |turn| Record {
            material: material_of(men_of(&layout, first, turn)),
            usual: [3, 3],
            entries: Vec::new(),
        };
        Ok(Class {
            counts: Default::default(),
            records: Color::ALL.map(record).into(),
            material,
        })
    };
    let classes = classes.iter().map(class).collect::<Result<_, _>>()?;
    Ok(Packed::read(&HelpmateData { classes }.finish().packed())?)
}

fn probed(data: &Packed, fen: &str) -> Result<Option<ByColor<bool>>, Box<dyn Error>> {
    let position: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
    Ok(match data.probe(&position) {
        Some(Answer::CanMate(can)) => Some(can),
        None => None,
        Some(other) => return Err(format!("{other:?}").into()),
    })
}

/// What moves decide: mate, stalemate, captures, and captures en passant.
#[test]
fn moves_decide() -> Outcome {
    let data = data_of(&["KQvK", "KPvK", "KQvKP", "KQPvK", "KQPvKP"])?;
    for (fen, white, black) in [
        // White has mated.
        ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", true, false),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", false, false),
        // The queen is lost, or not.
        ("8/8/8/8/8/8/3Q4/K1k5 b - - 0 1", false, false),
        ("8/8/8/8/8/2K5/3Q4/4k3 b - - 0 1", true, true),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", false, false),
        // Black is stalemated but for the capture on e3.
        ("k7/2Q5/8/8/3pP3/3K4/8/8 b - - 0 1", false, false),
        ("k7/2Q5/8/8/3pP3/3K4/8/8 b - e3 0 1", true, true),
        ("8/8/3k4/3Pp3/8/8/2q5/K7 w - - 0 1", false, false),
        ("8/8/3k4/3Pp3/8/8/2q5/K7 w - e6 0 1", true, true),
    ] {
        let expected = Some(ByColor { black, white });
        assert_eq!(probed(&data, fen)?, expected, "{fen}");
    }
    // No material of the file, six men, castling rights.
    for fen in [
        "7k/8/8/8/8/8/8/K6R b - - 0 1",
        "7k/pp6/8/8/8/8/PP6/K7 w - - 0 1",
        "k7/8/8/8/8/8/8/4K2R w K - 0 1",
    ] {
        assert_eq!(probed(&data, fen)?, None, "{fen}");
    }
    Ok(())
}

/// A pawn that is promoted by a capture gives what the new piece can.
#[test]
fn a_capture_with_promotion_is_a_move() -> Outcome {
    let data = data_of(&["KQvK", "KRvKP"])?;
    // Black is in check from the rook, which only the pawn can take.
    let promotes = "8/8/8/8/8/8/p7/kRK5 b - - 0 1";
    let (black, white) = (true, true);
    assert_eq!(probed(&data, promotes)?, Some(ByColor { black, white }));
    Ok(())
}

/// Bishops on both colours can mate, and on one cannot.
#[test]
fn colors_of_bishops_are_seen() -> Outcome {
    let layout = Layout::new(&"KBBvKB".parse()?)?;
    let (a1, b1, c1) = (Square::A1, Square::B1, Square::C1);
    for (bishops, expected) in [
        ([a1, c1], Bitboard::DARK_SQUARES.0),
        ([b1, Square::D1], Bitboard::LIGHT_SQUARES.0),
        ([a1, b1], 0),
    ] {
        assert_eq!(one_color(&layout, layout.word(bishops)), expected);
    }
    let layout = Layout::new(&"KBNvK".parse()?)?;
    assert_eq!(one_color(&layout, 5), !0);
    Ok(())
}

#[test]
fn classes_come_with_their_captures() -> Outcome {
    let needed = |name: &str| -> Result<String, Box<dyn Error>> {
        let needed = HelpmateData::needed(&[name.parse()?])?;
        let names: Vec<String> = needed.iter().map(ToString::to_string).collect();
        Ok(names.join(" "))
    };
    assert_eq!(needed("KRvKN")?, "KRvK KNvK KRvKN");
    assert_eq!(needed("KRvKP")?, "KQvK KRvK KBvK KNvK KPvK KRvKP");
    assert_eq!(needed("KNNvKN")?, "KNvK KNNvK KNvKN KNNvKN");
    assert_eq!(
        HelpmateData::needed(&["KNNvKNN".parse()?]),
        Err(EmbedError::TooManyMen {
            class: "KNNvKNN".parse()?,
            most: 5
        })
    );
    Ok(())
}

/// Records are in the order of their materials, and refer to their lists.
#[test]
fn records_are_found_in_the_data() -> Outcome {
    let record = |material, entries: &[u32]| Record {
        material,
        usual: [1, 2],
        entries: entries.into(),
    };
    let class = |name: &str, records| -> Result<Class, Box<dyn Error>> {
        Ok(Class {
            material: name.parse()?,
            counts: Default::default(),
            records,
        })
    };
    let classes = vec![
        class("KQvK", vec![record(9, &[3, 4, 5]), record(2, &[])])?,
        class("KRvK", vec![record(4, &[6])])?,
    ];
    let embedded = HelpmateData { classes }.finish();
    let usual = 0b1001_u64 << 60;
    let records = [6, 6 | 1 << 32, 7 | 3 << 32].map(|of: u64| of | usual);
    let [first, second, third] = records;
    let lists = [6, 3 | 4 << 32, 5];
    let data = [&[3, 2 | 4 << 32, 9, first, second, third][..], &lists].concat();
    assert_eq!(embedded.data(), data);
    assert_eq!(embedded.sha256(), sha256(embedded.bytes()));
    // Without the directory before them.
    let bytes: Vec<usize> = embedded.classes().iter().map(|of| of.bytes).collect();
    assert_eq!(bytes, [8 + 16 + 8, 8 + 8]);
    Ok(())
}
