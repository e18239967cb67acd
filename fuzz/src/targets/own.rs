//! Drawproof's own table files.

use std::{collections::BTreeMap, fmt::Write, fs, sync::LazyLock};

use drawproof_retro::{Keep, Wanted, generate_all};
use drawproof_tables::{
    Index, Material, Metric, Oracle, Table, TableFolder, TableSet, ones, write_table,
};
use shakmaty::Color;

use super::target::{Target, choose, put};
use crate::corpus_folder;

pub const TARGET: Target = Target {
    name: "own",
    run,
    seeds,
    sealed: Some(sealed),
    words: &["KRvK", "KPvK", "KNvKN"],
};

/// The classes: the smallest one, one with pawns, one with equal material.
const CLASSES: [&str; 3] = ["KNvK", "KPvK", "KNvKN"];

/// A file of a class.
struct File {
    class: Material,
    metric: Metric,
}

/// The files that an input can be.
static FILES: LazyLock<Vec<File>> = LazyLock::new(|| {
    let of_class = |name: &&str| {
        Metric::ALL.map(|metric| File {
            class: name.parse().expect("a class"),
            metric,
        })
    };
    CLASSES.iter().flat_map(of_class).collect()
});

/// The whole files, by name, as they are kept: making them takes seconds.
static WHOLE: LazyLock<BTreeMap<String, Vec<u8>>> = LazyLock::new(|| {
    let names = FILES.iter().map(|file| file.metric.file_name(&file.class));
    let read = |name: String| {
        let input = fs::read(corpus_folder(&TARGET).join(&name)).expect("a file that is kept");
        (name, input[1..].to_vec())
    };
    names.map(read).collect()
});

/// The files of a table.
fn files(table: &Table) -> Vec<(String, Vec<u8>)> {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |metric: Metric| {
        write_table(folder.path(), table, metric).expect("written");
        let name = metric.file_name(table.layout().material());
        let bytes = fs::read(folder.path().join(&name)).expect("read");
        (name, bytes)
    };
    Metric::ALL.map(write).to_vec()
}

/// Whole files as inputs.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let classes = CLASSES.map(|name| name.parse().expect("a class"));
    let mut tables = TableSet::new();
    let wanted = Wanted::DtmAndDtz;
    generate_all(&classes, wanted, Keep::All, &mut tables, &|_, _| {}).expect("tables");
    let tables = classes.iter().filter_map(|class| tables.get(class));
    let files = tables.flat_map(|table| files(table)).enumerate();
    files
        .map(|(at, (name, whole))| (name, [&[at as u8], whole.as_slice()].concat()))
        .collect()
}

fn run(bytes: &[u8]) {
    let Some((file, bytes)) = choose(bytes, &FILES) else {
        return;
    };
    ask(file, bytes.to_vec());
    if let Some(mended) = mended(bytes) {
        ask(file, mended);
    }
}

/// The same bytes with corrected lengths and checksums: see
/// `docs/reference/file-format.md`.
fn mended(bytes: &[u8]) -> Option<Vec<u8>> {
    const HEADER: usize = 128;
    let mut bytes = bytes.to_vec();
    let word = |bytes: &[u8], at: usize| {
        let word = bytes.get(at..)?.first_chunk()?;
        usize::try_from(u32::from_le_bytes(*word)).ok()
    };
    let (groups, model) = (word(&bytes, 36)?, word(&bytes, 40)?);
    let list = HEADER.checked_add(model)?;
    let payload = list.checked_add(groups.checked_mul(8)?)?;
    let length = bytes.len().checked_sub(payload)?;
    put(&mut bytes, 48, &(length as u64).to_le_bytes());
    let mut begin = payload;
    for group in 0..groups {
        let entry = list + 8 * group;
        let length = word(&bytes, entry)?;
        let Some(group) = bytes.get(begin..begin.saturating_add(length)) else {
            break;
        };
        let checksum = crc32fast::hash(group);
        begin += length;
        put(&mut bytes, entry + 4, &checksum.to_le_bytes());
    }
    let index = crc32fast::hash(&bytes[HEADER..payload]);
    put(&mut bytes, 44, &index.to_le_bytes());
    let header = crc32fast::hash(&bytes[..124]);
    put(&mut bytes, 124, &header.to_le_bytes());
    Some(bytes)
}

/// A folder with these bytes and the other files of the class.
fn folder(file: &File, bytes: Vec<u8>) -> Option<TableFolder> {
    let own = file.metric.file_name(&file.class);
    let others = Metric::ALL.map(|metric| metric.file_name(&file.class));
    let others = others.into_iter().filter(|name| *name != own);
    let others = others.map(|name| (name.clone(), WHOLE[&name].clone()));
    let opened = TableFolder::of_files("folder", others.chain([(own.clone(), bytes)]));
    let (folder, refused) = match opened {
        Ok(opened) => opened,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return None;
        }
    };
    for error in &refused {
        assert!(error.to_string().starts_with("folder/K"), "{error}");
    }
    refused.is_empty().then_some(folder)
}

fn ask(file: &File, bytes: Vec<u8>) {
    let checksum = crc32fast::hash(&bytes);
    let Some(folder) = folder(file, bytes) else {
        return;
    };
    let is_whole = folder.check(&file.class).is_ok();
    // With equal material one side is made from the other, which takes long.
    let is_little_work = !file.class.is_symmetric() || checksum.is_multiple_of(64);
    let loaded = is_little_work.then(|| folder.load(&file.class));
    if let Some(Err(error)) = &loaded {
        assert!(error.to_string().contains("folder/K"), "{error}");
    }
    let table = loaded.and_then(Result::ok);
    probe(file, &folder, table.as_ref(), checksum);
    // Writing trains a model, which takes longer than all the rest.
    let is_small = file.class.to_string() == CLASSES[0] && checksum.is_multiple_of(16);
    if let Some(table) = table.filter(|_| is_whole && is_small) {
        let again = TableFolder::of_files("again", files(&table));
        let (again, refused) = again.expect("written files are read");
        assert!(refused.is_empty());
        assert_eq!(
            again.load(&file.class).expect("written files are whole"),
            table
        );
    }
}

/// Some positions have the same value in a folder and in the table that was
/// read from it.
fn probe(file: &File, folder: &TableFolder, table: Option<&Table>, checksum: u32) {
    let files = folder.files(&file.class);
    let layout = files[0].layout();
    let mut legal = vec![0; layout.block_words()];
    for step in [1, 40_503, 2_654_435_761] {
        let at = u64::from(checksum).wrapping_mul(step);
        let block = (at >> 16) as usize % layout.blocks();
        let word = (at >> 4) as usize % layout.block_words();
        for turn in Color::ALL {
            layout.legal(block, turn, &mut legal);
            for bit in ones(legal[word]).take(3) {
                let placement = layout.decode(Index { block, word, bit }, turn);
                let found = folder.probe(&file.class, &placement);
                if let (Some(table), Ok(value)) = (table, &found) {
                    assert_eq!(table.probe(&placement).as_ref(), Some(value));
                }
                assert!(table.is_none() || found.is_ok(), "{found:?}");
            }
        }
    }
}

fn sealed(bytes: &[u8]) -> Option<String> {
    let (file, bytes) = choose(bytes, &FILES)?;
    let folder = folder(file, bytes.to_vec())?;
    folder.check(&file.class).ok()?;
    let table = folder.load(&file.class).ok()?;
    let mut answers = String::new();
    for turn in Color::ALL {
        let side = table.side(turn);
        write!(answers, "{:?}", crc(format!("{side:?}").as_bytes())).ok()?;
    }
    Some(answers)
}

fn crc(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}
