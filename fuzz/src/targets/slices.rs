//! Finished slices of a run that was interrupted.

use std::{fs, path::Path, slice, sync::LazyLock};

use drawproof_retro::{
    Caller, GenerateError, Keep, PlyReport, SliceFolder, Solved, Task, Wanted, Work, generate_all,
    generate_each, work,
};
use drawproof_tables::{MAX_TABLE_MEN, Material, Table, TableSet};

use super::target::{Target, choose, put};

pub const TARGET: Target = Target {
    name: "slices",
    run,
    seeds,
    sealed: Some(sealed),
    words: &["DPSLICES", "KNvK", "KPvK"],
};

/// What a file can be: without pawns, and with them.
const CLASSES: [&str; 2] = ["KNvK", "KPvK"];

const WANTED: Wanted = Wanted::Dtz;

/// The file that a run writes.
const FILE: &str = "run.slices";

/// The bytes of the header, of a head, of its pawns and words, and of one group of sets.
const HEADER: usize = 36;
const HEAD: usize = FIRST + 2 * (1 + 4 * GROUP) + 4;
const FIRST: usize = 1 + MAX_TABLE_MEN + 8;
const GROUP: usize = 1 + 8 + 4;

fn class(name: &str) -> Material {
    name.parse().expect("a class")
}

/// The classes and those that moves lead to.
static TABLES: LazyLock<TableSet> = LazyLock::new(|| {
    let mut tables = TableSet::new();
    let classes = CLASSES.map(class);
    generate_all(&classes, WANTED, Keep::All, &mut tables, &|_, _| {}).expect("tables");
    tables
});

/// A run that keeps its slices in a folder.
struct Run(Option<Table>);

impl Caller for Run {
    type Error = GenerateError;

    fn searched(&self, _: &Material, _: PlyReport) -> Result<(), GenerateError> {
        Ok(())
    }

    fn load(&mut self, _: &Material) -> Result<Option<Table>, GenerateError> {
        Ok(None)
    }

    fn finish(&mut self, solved: &Solved) -> Result<(), GenerateError> {
        self.0 = Some(solved.table()?.as_ref().clone());
        Ok(())
    }

    fn has(&self, _: &Material) -> bool {
        false
    }
}

/// Continues a run of one class; smaller ones are at hand.
fn go_on(folder: &Path, class: &Material) -> Result<Table, GenerateError> {
    let slices = SliceFolder::open(folder, WANTED)?;
    let mut tables = TABLES.clone();
    tables.remove(class);
    let task = Task {
        classes: slice::from_ref(class),
        wanted: WANTED,
        keep: Keep::Nothing,
        folder: Some(&slices),
        writing: None,
    };
    let mut run = Run(None);
    generate_each(&task, &mut tables, &mut run)?;
    Ok(run.0.expect("the class was asked for"))
}

/// Whole files.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let input = |(at, name): (usize, &&str)| {
        let folder = tempfile::tempdir().expect("a folder");
        go_on(folder.path(), &class(name)).expect("a table");
        let file = fs::read(folder.path().join(name).join(FILE)).expect("slices");
        ((*name).into(), [&[at as u8], file.as_slice()].concat())
    };
    CLASSES.iter().enumerate().map(input).collect()
}

fn run(bytes: &[u8]) {
    let Some((name, bytes)) = choose(bytes, &CLASSES) else {
        return;
    };
    let class = class(name);
    read(&class, bytes);
    read(&class, &mended(bytes));
    // Solving pawn structures again takes long.
    if !class.has_pawns() || crc32fast::hash(bytes).is_multiple_of(64) {
        let folder = with_file(&class, bytes);
        match go_on(folder.path(), &class) {
            Ok(table) => assert!(&table == TABLES.get(&class).expect("a table").as_ref()),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn with_file(class: &Material, bytes: &[u8]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let of_class = folder.path().join(class.to_string());
    fs::create_dir(&of_class).expect("a folder");
    fs::write(of_class.join(FILE), bytes).expect("written");
    folder
}

/// What jobs read of a file: whether it is complete, and the table.
fn read(class: &Material, bytes: &[u8]) -> Option<Table> {
    let folder = with_file(class, bytes);
    let slices = SliceFolder::shared(folder.path(), WANTED);
    let is_complete = slices.is_complete(class);
    if let Err(error) = &is_complete {
        assert!(error.to_string().contains(FILE), "{error}");
    }
    let solved = work(class, Work::Table, WANTED, &slices, &|_| {});
    assert_eq!(solved.is_ok(), is_complete == Ok(true));
    let solved = solved.ok().flatten()?;
    // Putting a table of pawn structures together takes long.
    if class.has_pawns() && !crc32fast::hash(bytes).is_multiple_of(16) {
        return None;
    }
    if let Err(error) = solved.summary() {
        assert!(error.to_string().contains(FILE), "{error}");
    }
    let table = solved.table().ok()?;
    Some(table.as_ref().clone())
}

/// The same with right checksums, as far as it has records.
fn mended(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let seal = |bytes: &mut [u8], from: usize, to: usize| {
        if let Some(sealed) = bytes.get(from..to) {
            let checksum = crc32fast::hash(sealed);
            put(bytes, to, &checksum.to_le_bytes());
        }
    };
    seal(&mut bytes, 0, HEADER - 4);
    let mut at = HEADER;
    while at + HEAD <= bytes.len() {
        let mut data = at + HEAD;
        for side in 0..2 {
            for group in 0..4 {
                let group = at + FIRST + side * (1 + 4 * GROUP) + 1 + group * GROUP;
                let length = bytes[group + 1..]
                    .first_chunk()
                    .map_or(0, |of| u64::from_le_bytes(*of));
                let end = usize::try_from(length)
                    .ok()
                    .and_then(|of| data.checked_add(of));
                let Some(sets) = end.and_then(|end| bytes.get(data..end)) else {
                    break;
                };
                let (checksum, end) = (crc32fast::hash(sets), data + sets.len());
                if bytes[group] != u8::MAX {
                    put(&mut bytes, group + 9, &checksum.to_le_bytes());
                }
                data = end;
            }
        }
        seal(&mut bytes, at, at + HEAD - 4);
        at = data;
    }
    bytes
}

/// Without pawns: others have the same checksums, and take longer.
fn sealed(bytes: &[u8]) -> Option<String> {
    let (name, bytes) = choose(bytes, &CLASSES[..1])?;
    let table = read(&class(name), bytes)?;
    let sides = shakmaty::Color::ALL.map(|turn| format!("{:?}", table.side(turn)));
    Some(crc32fast::hash(sides.concat().as_bytes()).to_string())
}
