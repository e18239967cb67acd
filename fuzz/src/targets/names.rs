//! Arguments of the command line: classes, positions, shards and so on.

use std::{fmt::Display, str::FromStr};

use drawproof_export::{Language, Name, table::Form};
use drawproof_recognizers::Grade;
use drawproof_tables::{Layout, Material, Placement, chess_of_fen, fen_of};
use drawproof_verify::Shard;
use shakmaty::{Chess, Position, fen::Fen};

use super::target::Target;

pub const TARGET: Target = Target {
    name: "names",
    run,
    seeds,
    sealed: None,
    words: &[
        "KRvKR",
        "KQPvKQP",
        "v",
        "8/8/8/8/",
        " w - - 0 1",
        " b - c3 0 1",
        " w KQkq - 0 1",
        " w HAha -",
        " bm Kd3; id \"",
        " hmvc ",
        "/",
        "quick",
        "rust",
        "c++",
        "bin",
        "3/8",
        "4294967295",
    ],
};

/// One of each.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let texts = [
        ("class", "KRBvKQ"),
        ("long_class", "KQQQKPPP"),
        ("shard", "3/8"),
        ("language", "rust"),
        ("grade", "strong"),
        ("name", "my_tables"),
        ("fen", "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1"),
        ("en_passant", "8/8/7k/8/1pP5/7K/8/8 b - c3 0 1"),
        ("castling", "r3k2r/8/8/8/8/8/8/4K3 b kq - 12 34"),
        ("checks", "7k/8/8/3B4/8/8/8/B2K4 b - - 0 1"),
        ("misfits", "7k/8/8/8/1pP5/8/8/4K2R b KQq c3 5 1"),
        (
            "operations",
            "8/8/8/8/8/6k1/6p1/6K1 w - - hmvc 7; id \"x\";",
        ),
    ];
    let named = texts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    named.to_vec()
}

fn run(bytes: &[u8]) {
    // Arguments that are not UTF-8 are refused earlier.
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    if let Some(class) = read_again::<Material>(text) {
        look_at(&class);
    }
    if let Some(shard) = read_again::<Shard>(text) {
        let units = shard.units(7224);
        assert!(units.start <= units.end && units.end <= 7224);
    }
    refuse::<Grade>(text);
    refuse::<Language>(text);
    refuse::<Form>(text);
    refuse::<Name>(text);
    match chess_of_fen(text) {
        Ok(given) => {
            assert!(given.left_out().iter().all(|said| !said.is_empty()));
            position(&given.position);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Accepted input is written and read back unchanged.
fn read_again<T: FromStr<Err: Display> + Display + PartialEq>(text: &str) -> Option<T> {
    match text.parse::<T>() {
        Ok(value) => {
            let again = value.to_string().parse().ok();
            assert!(again.as_ref() == Some(&value), "{text}");
            again
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

fn refuse<T: FromStr<Err: Display>>(text: &str) {
    if let Err(error) = text.parse::<T>() {
        assert!(!error.to_string().is_empty());
    }
}

fn look_at(class: &Material) {
    assert_eq!(class.men().len(), class.men_count());
    for smaller in class.successors() {
        assert!(smaller.level() < class.level());
    }
    if let Err(error) = Layout::new(class) {
        assert!(!error.to_string().is_empty());
    }
}

fn position(position: &Chess) {
    assert!(fen_of(position).to_string().parse::<Fen>().is_ok());
    match Placement::of(position) {
        Ok((class, placement, flipped)) => {
            let again = placement.to_chess(&class).expect("it is legal");
            // There, White is the stronger side.
            assert_eq!(again.turn() == position.turn(), !flipped);
            let again = Placement::of(&again).expect("few men");
            assert_eq!(again, (class.clone(), placement.clone(), false));
            for right in placement.with_en_passant(&class) {
                assert!(right.legal_ep_square().is_some());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
