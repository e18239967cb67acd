//! Syzygy files.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    slice,
    sync::{Arc, LazyLock},
};

use drawproof_tables::{
    Layout, Material, Oracle, OracleError, Placement, SyzygyFolder, WdlTable, read_wdl,
};
use shakmaty::{CastlingMode, Chess, Color, fen::Fen};

use super::target::{Target, choose};

pub const TARGET: Target = Target {
    name: "syzygy",
    run,
    seeds,
    sealed: None,
    words: &[],
};

/// What an input can be: pieces, pawns, equal material, both.
const FILES: [&str; 8] = [
    "KQvK.rtbw",
    "KQvK.rtbz",
    "KPvK.rtbw",
    "KPvK.rtbz",
    "KNvKN.rtbw",
    "KRvK.rtbz",
    "KPvKP.rtbw",
    "KPvKP.rtbz",
];

/// Positions of those classes, including an en passant right and both colours.
const POSITIONS: [&str; 16] = [
    "8/8/8/8/8/2k5/8/K6Q w - - 0 1",
    "8/8/8/8/8/2k5/8/K6Q b - - 0 1",
    "8/4q3/8/8/3K4/8/8/k7 w - - 0 1",
    "k7/8/1K6/8/7Q/8/8/8 b - - 0 1",
    "8/8/8/8/8/2k5/8/K6R w - - 0 1",
    "8/8/8/4k3/8/8/1R6/K7 b - - 0 1",
    "8/8/8/1k6/8/8/K5P1/8 w - - 0 1",
    "8/k5p1/8/8/1K6/8/8/8 b - - 0 1",
    "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1",
    "8/P7/8/4k3/8/8/8/K7 w - - 0 1",
    "8/8/3n4/1k6/8/5N2/8/K7 w - - 0 1",
    "8/8/3n4/1k6/8/5N2/8/K7 b - - 0 1",
    "8/8/7k/8/1pP5/7K/8/8 b - c3 0 1",
    "8/8/7k/8/1pP5/7K/8/8 w - - 0 1",
    "8/3p4/7k/8/8/7K/3P4/8 w - - 0 1",
    "8/p7/7k/8/8/7K/7P/8 b - - 0 1",
];

/// The positions of each class.
static ASKED: LazyLock<BTreeMap<Material, Vec<Chess>>> = LazyLock::new(|| {
    let mut asked: BTreeMap<Material, Vec<Chess>> = BTreeMap::new();
    for fen in POSITIONS {
        let fen: Fen = fen.parse().expect("a FEN");
        let position = fen.into_position(CastlingMode::Standard).expect("legal");
        let (class, ..) = Placement::of(&position).expect("a class");
        asked.entry(class).or_default().push(position);
    }
    asked
});

/// The real files that an input may need as well.
static REAL: LazyLock<BTreeMap<String, Arc<[u8]>>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../verify/tests/syzygy");
    let small = ["KQ", "KR", "KB", "KN", "KP"].map(|strong| format!("{strong}vK.rtbw"));
    let read = |name: String| {
        let bytes = fs::read(folder.join(&name)).expect("a file beside the tests of verify");
        (name, bytes.into())
    };
    let files = FILES.map(str::to_owned).into_iter().chain(small);
    let promoted = ["KQvKP.rtbw", "KRvKP.rtbw", "KBvKP.rtbw", "KNvKP.rtbw"];
    files.chain(promoted.map(str::to_owned)).map(read).collect()
});

/// Real files as inputs. For long ones only the beginning: the prober may fail
/// on a header.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let inputs = FILES.iter().enumerate().map(|(at, &name)| {
        let whole = &REAL[name];
        let kept = &whole[..whole.len().min(8 * 1024 + 16)];
        (name.to_owned(), [&[at as u8], kept].concat())
    });
    inputs.collect()
}

fn run(bytes: &[u8]) {
    let Some((&name, bytes)) = choose(bytes, &FILES) else {
        return;
    };
    let class: Material = name[..name.len() - 5].parse().expect("a class");
    // Files of other lengths are refused at once.
    let mut bytes = bytes.to_vec();
    bytes.resize(bytes.len() / 64 * 64 + 16, 0);
    if name.ends_with('w') {
        read_whole(&class, &bytes);
    }
    let needed = Material::with_smaller(slice::from_ref(&class), |_| false);
    let others = needed.iter().flat_map(|class| {
        let names = ["rtbw", "rtbz"].map(|ending| format!("{class}.{ending}"));
        names.into_iter().filter(|other| other != name)
    });
    let others = others.filter_map(|other| Some((other.clone(), Arc::clone(REAL.get(&other)?))));
    let files = others.chain([(name.to_owned(), bytes.into())]);
    let folder = SyzygyFolder::of_files("folder", files).expect("a folder with WDL files");
    let folder = if name.ends_with('z') {
        folder.with_dtz()
    } else {
        folder
    };
    for position in &ASKED[&class] {
        match folder.probe_chess(position) {
            Ok(_) => {}
            Err(OracleError::Corrupt { material, .. }) => {
                material.parse::<Material>().expect("the class is named");
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// Reads a file as a whole. A table that it gives is possible: no position is both won and lost.
fn read_whole(class: &Material, bytes: &[u8]) {
    let layout = Layout::new(class).expect("a class with tables");
    let smaller = |class: &Material| WHOLE.get(class).cloned();
    let Ok(table) = read_wdl(layout, bytes, &smaller) else {
        return;
    };
    for turn in Color::ALL {
        let side = table.side(turn);
        for (word, &legal) in side.legal.iter().enumerate() {
            let (win, loss) = (side.win[word], side.loss[word]);
            assert!(win & loss == 0 && (win | loss | side.cursed(word)) & !legal == 0);
        }
    }
}

/// The classes that captures lead to, from the real files.
static WHOLE: LazyLock<BTreeMap<Material, Arc<WdlTable>>> = LazyLock::new(|| {
    let files = REAL.iter().filter(|(name, _)| name.ends_with('w'));
    let files = files.map(|(name, bytes)| (name.clone(), Arc::clone(bytes)));
    let folder = SyzygyFolder::of_files("folder", files).expect("a folder with WDL files");
    let classes = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"];
    let read = |name: &str| {
        let class: Material = name.parse().expect("a class");
        let table = folder.wdl_table(&class).expect("a whole file");
        (class, table.expect("a small class"))
    };
    classes.map(read).into()
});
