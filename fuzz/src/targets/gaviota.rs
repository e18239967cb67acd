//! Gaviota files.

use std::sync::LazyLock;

use drawproof_tables::{GaviotaFolder, Material, Oracle, OracleError, Placement};
use shakmaty::{Color, Square};

use super::target::{Target, choose};

pub const TARGET: Target = Target {
    name: "gaviota",
    run,
    seeds,
    sealed: None,
    words: &[],
};

/// Real files, from the tests of the reader.
const REAL: [(&str, &[u8]); 3] = [
    (
        "kqk",
        include_bytes!("../../../tables/tests/gaviota/kqk.gtb.cp4"),
    ),
    (
        "krk",
        include_bytes!("../../../tables/tests/gaviota/krk.gtb.cp4"),
    ),
    (
        "kpk",
        include_bytes!("../../../tables/tests/gaviota/kpk.gtb.cp4"),
    ),
];

/// Real files as inputs: the two smaller ones, and the beginning of the third.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let inputs = REAL.iter().enumerate().map(|(at, (name, whole))| {
        let kept = &whole[..whole.len().min(12_000)];
        ((*name).to_owned(), [&[at as u8], kept].concat())
    });
    inputs.collect()
}

/// One position of the first block, one of the last, and one in between.
static ASKED: LazyLock<Vec<Placement>> = LazyLock::new(|| {
    use Square::{A8, B3, C1, C2, D1, D5, E5, G6, H4};
    let squares = [[C1, B3, D5], [D1, A8, E5], [C2, H4, G6]];
    let placement = |squares: [Square; 3], turn| Placement {
        squares: squares.into_iter().collect(),
        turn,
    };
    let turns = Color::ALL.into_iter();
    turns
        .flat_map(|turn| squares.map(|squares| placement(squares, turn)))
        .collect()
});

fn run(bytes: &[u8]) {
    let Some((&(name, _), file)) = choose(bytes, &REAL) else {
        return;
    };
    let class: Material = name.to_ascii_uppercase().parse().expect("a class");
    let files = [(format!("{name}.gtb.cp4"), file.to_vec())];
    let folder = GaviotaFolder::of_files("folder", files).expect("a file of three men");
    for placement in ASKED.iter() {
        match folder.probe(&class, placement) {
            Ok(value) => assert!(value.dtm.is_none_or(|dtm| dtm.plies() < 256), "{value}"),
            Err(OracleError::Corrupt { material, .. }) => assert_eq!(material, class.to_string()),
            Err(error) => assert!(matches!(error, OracleError::Unanswered { .. }), "{error}"),
        }
    }
}
