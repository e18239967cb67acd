//! Folders of table files: their names and their contents.

use std::{fs, path::Path};

use drawproof_tables::{
    Asking, HelpmateTable, Index, Layout, Material, Metric, Oracle, OracleError, Oracles,
    Placement, Trust, has_helpmate_file, kind_of_files, ones,
};
use shakmaty::Color;

use super::target::Target;

pub const TARGET: Target = Target {
    name: "folders",
    run,
    seeds,
    sealed: None,
    words: &[
        "KQvK.rtbw",
        "KNvKN.rtbz",
        "KRvKB.rtbw",
        "KBNvKQRP.rtbw",
        "knk.gtb.cp4",
        "KPvK.dpw",
        "KNvK.dph",
        "KvK",
        ".rtbw",
        "\u{202e}",
    ],
};

/// The most men of a class that is loaded as a whole.
const LOADED: usize = 3;

/// The most men of a class that is asked.
const ASKED: usize = 5;

/// Small files of every kind, alone and side by side.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = |path: &str, name: &'static str| {
        let bytes = fs::read(root.join(path).join(name)).expect("a file beside the tests");
        (name, bytes)
    };
    // The targets of single files have a byte in front.
    let own = |name: &'static str| {
        let (name, bytes) = file("corpus/own", name);
        (name, bytes[1..].to_vec())
    };
    let syzygy = |name| file("../verify/tests/syzygy", name);
    let (_, dph) = file("corpus/dph", "KNvK");
    let helpmate = ("KNvK.dph", dph[1..].to_vec());
    let cut = |(name, bytes): (&'static str, Vec<u8>)| (name, bytes[..1500].to_vec());
    let gaviota = cut(file("../tables/tests/gaviota", "krk.gtb.cp4"));
    let folders = [
        (
            "own",
            vec![own("KNvK.dpw"), own("KNvK.dpz"), own("KNvKN.dpw")],
        ),
        (
            "syzygy",
            vec![
                syzygy("KNvK.rtbw"),
                syzygy("KBvK.rtbw"),
                syzygy("KNvKN.rtbw"),
            ],
        ),
        (
            "tiny",
            vec![(
                "KQvK.rtbw",
                vec![0x71, 0xe8, 0x23, 0x5d, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            )],
        ),
        ("gaviota", vec![gaviota]),
        ("helpmate", vec![helpmate.clone(), own("KNvK.dpw")]),
        (
            "several",
            vec![
                own("KNvK.dpw"),
                syzygy("KNvK.rtbw"),
                ("notes.txt", b"KNvK".to_vec()),
            ],
        ),
    ];
    let input = |(name, files): (&str, Vec<(&str, Vec<u8>)>)| (name.to_owned(), written(&files));
    folders.map(input).into()
}

/// Files as an input: the length of a name, the name, the length of the contents, the contents.
fn written(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, contents) in files {
        bytes.push(name.len() as u8);
        bytes.extend(name.bytes());
        bytes.extend((contents.len() as u16).to_le_bytes());
        bytes.extend(contents);
    }
    bytes
}

/// Writes the files of an input to a folder, as far as the system allows their names.
fn write(folder: &Path, mut bytes: &[u8]) {
    let mut next = |length: usize| {
        let (taken, rest) = bytes.split_at(length.min(bytes.len()));
        bytes = rest;
        taken
    };
    loop {
        let &[length] = next(1) else { return };
        let name = next(length.into());
        let length = next(2)
            .first_chunk()
            .map_or(0, |of| u16::from_le_bytes(*of));
        let contents = next(length.into());
        // No other folder is meant.
        let name = String::from_utf8_lossy(name).replace(['/', '\\'], "_");
        let _ = fs::write(folder.join(name), contents);
    }
}

fn run(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), bytes);
    if let Err(error) = kind_of_files(folder.path()) {
        named(&error);
    }
    for (trust, distances) in [(Trust::AsPublished, false), (Trust::AnyFile, true)] {
        open(folder.path(), Asking { trust, distances });
    }
    for class in ["KNvK", "KPvK"].map(|name| name.parse().expect("a class")) {
        if has_helpmate_file(folder.path(), &class).expect("a folder that can be read")
            && let Err(error) = HelpmateTable::read(folder.path(), &class)
        {
            assert!(error.to_string().contains(".dph"), "{error}");
        }
    }
}

/// An error can be shown, on one line.
fn named(error: &OracleError) {
    let text = error.to_string();
    assert!(!text.is_empty() && !text.contains('\n'), "{text}");
}

fn open(folder: &Path, how: Asking) {
    let (oracles, refused) = match Oracles::open_whole([folder], how) {
        Ok(opened) => opened,
        Err(error) => return named(&error),
    };
    assert!(refused.iter().all(|error| !error.to_string().is_empty()));
    for class in oracles.classes() {
        ask(&oracles, &class);
    }
}

/// Everything that commands ask of a class.
fn ask(oracles: &Oracles, class: &Material) {
    let refused = [
        oracles.require([class]).err(),
        oracles.provenance(class).err(),
        oracles.fingerprint(class).err(),
        oracles.check_files(class).err(),
        oracles.prepare(class).err(),
        oracles.kind(class).err(),
    ];
    refused.iter().flatten().for_each(named);
    if class.men_count() > ASKED {
        return;
    }
    for placement in placements(class) {
        if let Err(error) = oracles.probe(class, &placement) {
            named(&error);
        }
        if let Ok(position) = placement.to_chess(class)
            && let Err(error) = oracles.probe_chess(&position)
        {
            named(&error);
        }
    }
    let loaded = Metric::ALL.iter().filter(|_| class.men_count() <= LOADED);
    for metric in loaded {
        if let Err(error) = oracles.load(class, slice_of(metric)) {
            named(&error);
        }
    }
}

fn slice_of(metric: &Metric) -> &[Metric] {
    std::slice::from_ref(metric)
}

/// Some positions of a class.
fn placements(class: &Material) -> Vec<Placement> {
    let Ok(layout) = Layout::new(class) else {
        return Vec::new();
    };
    let mut legal = vec![0; layout.block_words()];
    let mut found = Vec::new();
    for turn in Color::ALL {
        for block in [0, layout.blocks() / 2, layout.blocks() - 1] {
            layout.legal(block, turn, &mut legal);
            let word = legal.iter().position(|&word| word != 0).unwrap_or(0);
            for bit in ones(legal[word]).take(2) {
                found.push(layout.decode(Index { block, word, bit }, turn));
            }
        }
    }
    found
}
