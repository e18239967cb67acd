//! Packed tables: exported tables as a file of data.

use std::sync::LazyLock;

use drawproof_export::table::{Answer, Embedded, HelpmateData, Metric, Packed};
use drawproof_retro::{Keep, Wanted, generate_all, helpmates};
use drawproof_tables::{Material, TableSet, Wdl};
use sha2::{Digest, Sha256};
use shakmaty::{CastlingMode, Chess, fen::Fen};

use super::target::{Target, put};

pub const TARGET: Target = Target {
    name: "packed",
    run,
    seeds,
    sealed: Some(sealed),
    words: &[],
};

/// Classes and metrics of the files that mutants are made from.
const FILES: [(&[&str], Metric); 5] = [
    (&["KPvK"], Metric::Wdl),
    (&["KNvKN", "KRvK"], Metric::Draw),
    (&["KQvK"], Metric::Dtm),
    (&["KBvKN"], Metric::Wdl),
    (&["KPvKP"], Metric::Helpmate),
];

/// Small files, whole.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let file = |&(classes, metric): &(&[&str], Metric)| {
        let names = classes.join("_");
        let classes: Vec<Material> = (classes.iter())
            .map(|name| name.parse().expect("a class"))
            .collect();
        let embedded = if metric == Metric::Helpmate {
            let tables = helpmates(&classes[0], false, &|_, _| {}).expect("tables");
            HelpmateData::of(&classes, &tables).expect("few men")
        } else {
            let mut tables = TableSet::new();
            let report = |_: &_, _| {};
            generate_all(&classes, Wanted::Dtm, Keep::All, &mut tables, &report).expect("tables");
            Embedded::new(&classes, metric, &tables, &|_| {}).expect("few men")
        };
        (format!("{names}_{metric:?}"), embedded.packed())
    };
    FILES.iter().map(file).collect()
}

/// Positions of three and four men, one of them with the en passant right.
static ASKED: LazyLock<Vec<Chess>> = LazyLock::new(|| {
    let fens = [
        "8/8/8/8/8/2k5/8/K6Q w - - 0 1",
        "8/8/8/8/8/2k5/8/K6R b - - 0 1",
        "8/8/8/1k6/8/8/K5P1/8 w - - 0 1",
        "8/k5p1/8/8/1K6/8/8/8 b - - 0 1",
        "8/8/3n4/1k6/8/5N2/8/K7 w - - 0 1",
        "8/8/3n4/1k6/8/5B2/8/K7 b - - 0 1",
        "8/8/3nB3/1k6/8/8/8/K7 w - - 0 1",
        "8/8/7k/8/1pP5/7K/8/8 b - c3 0 1",
        "7k/8/8/8/8/8/8/K7 w - - 0 1",
    ];
    let position = |fen: &str| {
        let fen: Fen = fen.parse().expect("a FEN");
        fen.into_position(CastlingMode::Standard).expect("legal")
    };
    fens.map(position).to_vec()
});

fn run(bytes: &[u8]) {
    ask(bytes);
    ask(&mended(bytes));
}

/// The same with the number of words and the checksum corrected.
fn mended(bytes: &[u8]) -> Vec<u8> {
    const HEADER: usize = 64;
    let mut bytes = bytes.to_vec();
    let words = bytes.len().saturating_sub(HEADER) / 8;
    bytes.truncate(HEADER + 8 * words);
    put(&mut bytes, 16, &(words as u64).to_le_bytes());
    if let Some((header, words)) = bytes.split_first_chunk::<HEADER>() {
        let sum = Sha256::new()
            .chain_update(&header[..32])
            .chain_update(words);
        let checksum = sum.finalize();
        put(&mut bytes, 32, &checksum);
    }
    bytes
}

fn ask(bytes: &[u8]) {
    let packed = match Packed::read(bytes) {
        Ok(packed) => packed,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    for position in ASKED.iter() {
        if let Some(Answer::Dtm(Wdl::Draw, plies)) = packed.probe(position) {
            assert_eq!(plies, 0);
        }
    }
    // Boards that cannot occur in a game.
    let mut boards = [0; 8];
    for (board, chunk) in boards.iter_mut().zip(bytes.rchunks_exact(8)) {
        *board = chunk
            .iter()
            .fold(0, |word, &byte| word << 8 | u64::from(byte));
    }
    for white_to_move in [false, true] {
        let few = boards.map(|board| board & 1 << (board & 63));
        for boards in [boards, few] {
            let ep = (boards[0] & 63) as u32;
            packed.score(boards, 0, ep, white_to_move);
            packed.can_mate(boards, 0, ep, white_to_move, boards[1] & 1 == 0);
        }
    }
}

fn sealed(bytes: &[u8]) -> Option<String> {
    let packed = Packed::read(bytes).ok()?;
    let answers = ASKED.iter().map(|position| packed.probe(position));
    Some(format!("{:?}", answers.collect::<Vec<_>>()))
}
