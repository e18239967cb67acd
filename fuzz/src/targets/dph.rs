//! Files of help mates.

use std::fs;

use drawproof_retro::helpmates;
use drawproof_tables::{HelpmateTable, Index, Material};
use shakmaty::Color;

use super::target::{Target, choose, put};

pub const TARGET: Target = Target {
    name: "dph",
    run,
    seeds,
    sealed: Some(sealed),
    words: &["KNvK", "KRvK", "KPvK"],
};

/// What a file can be: the smallest class, one in which there are mates, one with pawns.
const CLASSES: [&str; 3] = ["KNvK", "KRvK", "KPvK"];

/// The bytes of a header.
const HEADER: usize = 64;

fn class(name: &str) -> Material {
    name.parse().expect("a class")
}

/// Whole files, one with distances.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let input = |(at, name): (usize, &&str)| {
        let folder = tempfile::tempdir().expect("a folder");
        let tables = helpmates(&class(name), at == 1, &|_, _| {}).expect("tables");
        let table = tables.get(&class(name)).expect("a table");
        table.write(folder.path()).expect("written");
        let file = fs::read(folder.path().join(format!("{name}.dph"))).expect("read");
        ((*name).into(), [&[at as u8], file.as_slice()].concat())
    };
    CLASSES.iter().enumerate().map(input).collect()
}

fn run(bytes: &[u8]) {
    let Some((name, bytes)) = choose(bytes, &CLASSES) else {
        return;
    };
    read(&class(name), bytes);
    if let Some(mended) = mended(bytes) {
        read(&class(name), &mended);
    }
}

/// The same with right checksums and length.
fn mended(bytes: &[u8]) -> Option<Vec<u8>> {
    let (mut bytes, length) = (bytes.to_vec(), bytes.len().checked_sub(HEADER)?);
    let payload = crc32fast::hash(&bytes[HEADER..]);
    put(&mut bytes, 12, &payload.to_le_bytes());
    put(&mut bytes, 32, &(length as u64).to_le_bytes());
    let header = crc32fast::hash(&bytes[..60]);
    put(&mut bytes, 60, &header.to_le_bytes());
    Some(bytes)
}

/// An accepted table can be asked, and written and read to the same.
fn read(class: &Material, bytes: &[u8]) {
    let table = match HelpmateTable::from_bytes(class, bytes) {
        Ok(table) => table,
        Err(reason) => return assert!(!reason.to_string().is_empty()),
    };
    let layout = table.layout();
    for turn in Color::ALL {
        for block in [0, layout.blocks() / 2, layout.blocks() - 1] {
            for bit in [0, 17, 63] {
                let word = layout.block_words() - 1;
                let _ = table.mates(Index { block, word, bit }, turn);
            }
        }
    }
    let _ = table.longest();
    let folder = tempfile::tempdir().expect("a folder");
    table.write(folder.path()).expect("written");
    let again = HelpmateTable::read(folder.path(), class).expect("what was written can be read");
    assert!(again == table);
}

fn sealed(bytes: &[u8]) -> Option<String> {
    let (name, bytes) = choose(bytes, &CLASSES)?;
    let table = HelpmateTable::from_bytes(&class(name), bytes).ok()?;
    let sides = Color::ALL.map(|turn| format!("{:?}", table.side(turn)));
    Some(crc32fast::hash(sides.concat().as_bytes()).to_string())
}
