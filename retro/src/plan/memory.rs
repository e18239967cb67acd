//! The memory that a run takes: conservative estimates.

use drawproof_tables::{Layout, Material};

use crate::{
    error::GenerateError,
    plan::{longest, search_memory as search, task::Task},
    search::large_class::is_large,
    store::slice_folder::structures,
    wanted::Wanted,
};

/// The number of men from which a class takes all threads.
pub const LARGE: usize = 5;

/// A process that only reads tables: the program itself and fragmented memory.
const OVERHEAD: u64 = 192 << 20;

/// What a run takes besides what is planned for it: the program itself, and what the
/// allocator keeps for each thread, which is more where many small sets of many lengths come
/// and go: with pawns, and with distances. Measured on two threads.
pub fn overhead(missing: &[Material], task: &Task, threads: usize) -> u64 {
    /// Of many classes at the same time.
    const MANY: u64 = 28;
    let many = if task.classes.len() > 1 { MANY } else { 0 };
    let has_pawns = missing.iter().any(Material::has_pawns);
    let is_large = missing.iter().any(|class| class.men_count() >= LARGE);
    (program(has_pawns, is_large, task.wanted, threads) + many) << 20
}

/// The same for one class, in MiB.
fn program(has_pawns: bool, is_large: bool, wanted: Wanted, threads: usize) -> u64 {
    let (program, thread) = match (has_pawns, wanted, is_large) {
        (false, Wanted::DtmAndDtz, _) => (54, 8),
        (false, _, false) => (54, 3),
        (false, _, true) => (40, 3),
        (true, Wanted::Wdl, false) => (84, 2),
        (true, Wanted::Wdl, true) => (68, 2),
        (true, Wanted::Dtz, _) => (74, 5),
        (true, Wanted::Dtm, _) => (82, 8),
        (true, Wanted::DtmAndDtz, _) => (80, 10),
    };
    program + thread * threads as u64
}

/// A finished table.
pub fn table_bytes(material: &Material, wanted: Wanted) -> Result<u64, GenerateError> {
    let words = Layout::new(material)?.words() as u64;
    Ok(words * bytes_of_word(material, wanted))
}

/// The bytes of all sets of a table per word of one of them.
fn bytes_of_word(material: &Material, wanted: Wanted) -> u64 {
    8 * (2 * 3 + longest::sets(material, wanted))
}

/// The same for the largest table with the distances of one metric only.
fn bytes_of_word_with_one(material: &Material, wanted: Wanted) -> u64 {
    let each = wanted.metrics().iter();
    let each = each.map(|&metric| bytes_of_word(material, Wanted::of(&[metric])));
    each.max().unwrap_or(0)
}

/// The memory that the classes of a step take while they are solved at the same time, or
/// while they are compressed or written one after the other, besides what is kept of them.
pub fn bytes_of_making(
    classes: &[Material],
    task: &Task,
    has_folder: bool,
) -> Result<u64, GenerateError> {
    let threads = rayon::current_num_threads();
    let (mut solving, mut tables, mut packed, mut most_written) = (0, 0, 0, 0);
    for class in classes {
        let made = Made::new(class, task, has_folder)?;
        solving += search::bytes(class, task.wanted, (threads, made.has_file))? + made.packed;
        // The kept table is one of those that steps count.
        solving -= made.kept;
        tables += made.table;
        let files = task.writing.filter(|_| task.classes.contains(class));
        if let (Some(files), false) = (files, task.keeps(class)) {
            let table = if made.table == 0 {
                (files.table_words)(class)? * bytes_of_word_with_one(class, task.wanted)
            } else {
                0
            };
            most_written = most_written.max(table + (files.bytes)(class, threads)?);
        }
        packed += made.packed + made.packed_later;
    }
    Ok(solving.max(tables + packed + most_written))
}

/// What there is of a class once it is solved.
struct Made {
    /// Whether its distances are in a file while it is solved.
    has_file: bool,
    /// Its table, if it is one of those that stay.
    kept: u64,
    /// Its table, if it is made but does not stay.
    table: u64,
    /// Its slices, compressed one by one while others are solved.
    packed: u64,
    /// The class, compressed after the search.
    packed_later: u64,
}

impl Made {
    fn new(class: &Material, task: &Task, has_folder: bool) -> Result<Self, GenerateError> {
        let is_kept = task.keeps(class);
        let has_file = has_folder && is_large(class);
        let whole = if class.has_pawns() || has_file {
            0
        } else {
            table_bytes(class, task.wanted)?
        };
        let packed = held_bytes(class, task.wanted)?;
        Ok(Self {
            has_file,
            kept: if is_kept { whole } else { 0 },
            table: if is_kept { 0 } else { whole },
            packed: if class.has_pawns() && !has_folder {
                packed
            } else {
                0
            },
            packed_later: if class.has_pawns() || is_kept {
                0
            } else {
                packed + search::tables_beside_file(class, has_file)?
            },
        })
    }
}

/// The memory of a process that solves this number of slices of a class, or the whole
/// class if it has no pawns, with finished slices in a folder.
pub fn job_bytes(
    class: &Material,
    wanted: Wanted,
    threads: usize,
    count: usize,
) -> Result<u64, GenerateError> {
    let layout = Layout::new(class)?;
    let slices = structures(&layout) as u64;
    let mut known = slices;
    for smaller in class.successors() {
        known += structures(&Layout::new(&smaller)?) as u64;
    }
    let is_large_class = class.men_count() >= LARGE;
    let rest = program(class.has_pawns(), is_large_class, wanted, threads) << 20;
    let rest = rest + INDEX * known;
    let solving = search::bytes(class, wanted, (threads, is_large(class)))?;
    // The result is compressed before it is written.
    let packed = packed_bytes(class, wanted)?.div_ceil(slices) * count as u64;
    if class.has_pawns() {
        return Ok(rest + solving + packed);
    }
    let table = if is_large(class) {
        search::tables_beside_file(class, true)?
    } else {
        table_bytes(class, wanted)?
    };
    Ok(rest + solving.max(table + packed))
}

/// The memory of a process that puts the table of a class together.
pub fn table_job_bytes(class: &Material, wanted: Wanted) -> Result<u64, GenerateError> {
    let index = INDEX * structures(&Layout::new(class)?) as u64;
    let words = Layout::new(class)?.words() as u64;
    Ok(OVERHEAD + index + words * bytes_of_word_with_one(class, wanted))
}

/// The memory of a process that has the tables of some classes, put together from slices.
///
/// # Errors
///
/// If a class has no tables.
pub fn reading_bytes(classes: &[Material], wanted: Wanted) -> Result<u64, GenerateError> {
    let mut bytes = OVERHEAD;
    for class in classes {
        let index = INDEX * structures(&Layout::new(class)?) as u64;
        bytes += index + table_bytes(class, wanted)?;
    }
    Ok(bytes)
}

/// What a compressed class takes among others: less than the worst of them.
pub fn held_bytes(material: &Material, wanted: Wanted) -> Result<u64, GenerateError> {
    Ok(packed_bytes(material, wanted)? * 3 / 5)
}

/// The memory of a process that generates a class and keeps its table and all smaller ones,
/// on this number of threads.
///
/// # Errors
///
/// If a class has no tables.
pub fn generating_bytes(
    class: &Material,
    wanted: Wanted,
    threads: usize,
) -> Result<u64, GenerateError> {
    let all = Material::with_smaller(std::slice::from_ref(class), |_| false);
    let (mut tables, mut solving) = (0, 0);
    for class in &all {
        let at_once = if class.men_count() < LARGE {
            threads
        } else {
            1
        };
        let table = table_bytes(class, wanted)?;
        let solved = if class.has_pawns() { 0 } else { table };
        let one = search::bytes(class, wanted, (threads, false))? - solved;
        solving = solving.max(at_once as u64 * one);
        tables += table;
    }
    Ok(tables + solving)
}

/// What is known of a slice in a file, measured: where each of its groups is.
const INDEX: u64 = 2200;

/// A finished class, compressed: WDL sets take a sixth of their size or less, distances
/// to mate a quarter, to zeroing moves a tenth. Measured over all classes of five
/// men: a ninth, a fifth, a sixteenth.
pub fn packed_bytes(material: &Material, wanted: Wanted) -> Result<u64, GenerateError> {
    let layout = Layout::new(material)?;
    let [dtm, dtz] = longest::most_bits(material.men_count());
    let dtm = if wanted.has_dtm() { dtm } else { 0 };
    let dtz = if wanted.has_dtz() { dtz } else { 0 };
    let set = 2 * 8 * layout.words() as u64;
    Ok(set * 3 / 6 + set * dtm / 4 + set * dtz / 10)
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use drawproof_tables::TableSet;

    use super::*;
    use crate::{generate::generate, slices::pack_table::packed};

    /// Compressed classes take no more than what is planned for them.
    #[test]
    fn compressed_classes_fit_their_plan() -> Result<(), Box<dyn Error>> {
        fit_their_plan(&["KRvKN"])
    }

    #[test]
    #[ignore = "seconds: distances of pawns of four men"]
    fn compressed_classes_of_four_men_fit_their_plan() -> Result<(), Box<dyn Error>> {
        fit_their_plan(&["KPvKP", "KRPvK"])
    }

    fn fit_their_plan(classes: &[&str]) -> Result<(), Box<dyn Error>> {
        let wanted = Wanted::DtmAndDtz;
        let mut tables = TableSet::new();
        for name in classes {
            let class: Material = name.parse()?;
            let table = generate(&class, wanted, &mut tables, &|_, _| {})?;
            let (bytes, planned) = (
                packed(&table)?.bytes() as u64,
                packed_bytes(&class, wanted)?,
            );
            assert!(bytes < planned, "{name}: {bytes} of {planned}");
        }
        Ok(())
    }
}
