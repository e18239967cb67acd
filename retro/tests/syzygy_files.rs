//! Syzygy files are written as published, byte for byte.

use std::{collections::HashMap, fs, sync::Arc};

use drawproof_retro::{Keep, Wanted, generate_all};
use drawproof_tables::{
    Material, Metric, TableSet, WdlTable, check_syzygy, syzygy_files, syzygy_name,
};
use md5::{Digest, Md5};

/// Name, length in bytes and MD5 of each published file.
const PUBLISHED: &str = include_str!("../../facts/syzygy_files.csv");

fn published() -> HashMap<&'static str, (usize, &'static str)> {
    let line = |line: &'static str| {
        let mut fields = line.split(',');
        let name = fields.next()?;
        let bytes = fields.next()?.parse().ok()?;
        Some((name, (bytes, fields.next()?)))
    };
    PUBLISHED.lines().skip(1).filter_map(line).collect()
}

/// The files of a class, each with its name.
fn files_of(class: &str) -> Vec<(String, Vec<u8>)> {
    let material: Material = class.parse().expect("a class");
    let mut tables = TableSet::new();
    generate_all(
        std::slice::from_ref(&material),
        Wanted::Dtz,
        Keep::All,
        &mut tables,
        &|_, _| {},
    )
    .expect("tables of four men fit");
    let smaller = |class: &Material| {
        let table = tables.get(class)?;
        Some(Arc::new(WdlTable::of(table)))
    };
    let table = tables.get(&material).expect("the table");
    let metrics = [Metric::Wdl, Metric::Dtz];
    let files = syzygy_files(&**table, &smaller, &tables, &metrics, &|_| {}).expect("all tables");
    let named = files.into_iter().map(|(metric, file)| {
        let name = syzygy_name(&material, metric);
        (name.expect("a metric of Syzygy files"), file)
    });
    named.collect()
}

/// Writes the files of a class and compares them with the published ones.
fn check(class: &str) {
    let published = published();
    for (name, file) in files_of(class) {
        let (bytes, md5) = published[name.as_str()];
        assert_eq!(file.len(), bytes, "length of {name}");
        let expected: Vec<u8> = (0..32)
            .step_by(2)
            .map(|at| u8::from_str_radix(&md5[at..at + 2], 16).expect("two digits"))
            .collect();
        assert_eq!(Md5::digest(&file)[..], expected, "MD5 of {name}");
    }
}

#[test]
fn files_of_three_pieces_are_as_published() {
    for class in ["KBvK", "KNvK", "KRvK", "KQvK"] {
        check(class);
    }
}

/// Both by the published MD5 and, under a name for which nothing is published, by the checksum at
/// the end.
#[test]
fn a_flipped_bit_is_noticed() {
    flipped_bits_are_noticed(5);
}

#[test]
#[ignore = "seconds: a file is written for every byte"]
fn a_flipped_bit_anywhere_is_noticed() {
    flipped_bits_are_noticed(1);
}

/// A bit of every `step`-th byte.
fn flipped_bits_are_noticed(step: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, mut file) in files_of("KRvK") {
        let other = name.replace("KRvK", "other");
        for name in [name, other] {
            let path = folder.path().join(name);
            let is_whole = |file: &[u8]| {
                fs::write(&path, file).expect("a file");
                check_syzygy(&path).is_ok()
            };
            assert!(is_whole(&file));
            for at in (0..file.len()).step_by(step) {
                file[at] ^= 1 << (at % 8);
                assert!(!is_whole(&file), "byte {at} of {}", path.display());
                file[at] ^= 1 << (at % 8);
            }
        }
    }
}

/// All classes of three and four men.
const CLASSES: [&str; 35] = [
    "KPvK", "KNvK", "KBvK", "KRvK", "KQvK", "KPvKP", "KNvKP", "KNvKN", "KBvKP", "KBvKN", "KBvKB",
    "KRvKP", "KRvKN", "KRvKB", "KRvKR", "KQvKP", "KQvKN", "KQvKB", "KQvKR", "KQvKQ", "KPPvK",
    "KNPvK", "KNNvK", "KBPvK", "KBNvK", "KBBvK", "KRPvK", "KRNvK", "KRBvK", "KRRvK", "KQPvK",
    "KQNvK", "KQBvK", "KQRvK", "KQQvK",
];

#[test]
#[ignore = "long: all classes of four men, with one and two threads"]
fn files_of_all_classes_of_four_men_are_as_published() {
    for threads in 1..=2 {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        pool.install(|| CLASSES.into_iter().for_each(check));
    }
}
