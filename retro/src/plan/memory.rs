//! The memory that a run takes: conservative estimates.

use drawproof_tables::{Layout, Material};
use shakmaty::Color;

use crate::{
    error::GenerateError,
    plan::task::Task,
    positions::{
        change::Order,
        pawn_structure::{Structure, levels},
        shape::Shape,
    },
    search::{by_structure, conversions::Kinds, large_class::is_large},
    slices::kept_promotions::{KEPT, LARGEST},
    store::{
        compressed_sets::PIECE,
        slice_folder::{structures, words},
    },
    wanted::Wanted,
};

/// The number of men from which a class takes all threads.
pub const LARGE: usize = 5;

/// The program itself and fragmented memory, measured over runs of many small
/// classes.
pub const OVERHEAD: u64 = 192 << 20;

/// The maximum number of slices for distances, from the longest published ones:
/// mates in 28, 43, 127 and 262 moves with three to six men; zeroing moves
/// after 20, 66, 164 and 486 plies.
fn slices(material: &Material, wanted: Wanted) -> [u64; 2] {
    let (dtm, dtz) = match material.men_count() {
        0..=3 => (5, 5),
        4 => (6, 7),
        5 => (7, 8),
        _ => (9, 9),
    };
    [
        if wanted.has_dtm() { dtm } else { 0 },
        if wanted.has_dtz() { dtz } else { 0 },
    ]
}

/// A finished table.
pub fn table_bytes(material: &Material, wanted: Wanted) -> Result<u64, GenerateError> {
    let words = Layout::new(material)?.words() as u64;
    Ok(words * bytes_of_word(material, wanted))
}

/// The bytes of all sets of a table per word of one of them.
fn bytes_of_word(material: &Material, wanted: Wanted) -> u64 {
    let sets = 3 + slices(material, wanted).iter().sum::<u64>();
    2 * sets * 8
}

/// The same for the largest table with the distances of one metric only.
fn bytes_of_word_with_one(material: &Material, wanted: Wanted) -> u64 {
    let each = wanted.metrics().iter();
    let each = each.map(|&metric| bytes_of_word(material, Wanted::of(&[metric])));
    each.max().unwrap_or(0)
}

/// The memory that the classes of a step take while they are solved at the same time, or
/// while they are written one after the other, besides what is kept of them.
pub fn bytes_of_making(
    classes: &[Material],
    task: &Task,
    has_folder: bool,
) -> Result<u64, GenerateError> {
    let threads = rayon::current_num_threads();
    let (mut tables, mut solving, mut writing) = (0, 0, 0);
    for class in classes {
        solving += solving_bytes(class, task.wanted, threads)?;
        let is_kept = task.keeps(class);
        let has_file = has_folder && is_large(class);
        let is_sliced = class.has_pawns() || has_file;
        if has_file {
            solving += bytes_beside_file(class, task.wanted)?;
        } else if !is_sliced && !is_kept {
            tables += table_bytes(class, task.wanted)?;
        }
        let files = task.writing.filter(|_| task.classes.contains(class));
        if let (Some(files), false) = (files, is_kept) {
            let table = if is_sliced {
                (files.table_words)(class)? * bytes_of_word_with_one(class, task.wanted)
            } else {
                0
            };
            writing = writing.max(table + (files.bytes)(class, threads)?);
        }
    }
    Ok(tables + solving.max(writing))
}

/// What a class whose distances are in a file takes besides its search: WDL and, in a second
/// search, the legal positions again. The search ends before distances are compressed.
fn bytes_beside_file(class: &Material, wanted: Wanted) -> Result<u64, GenerateError> {
    let wdl = table_bytes(class, Wanted::Wdl)?;
    Ok(match wanted {
        Wanted::Wdl => wdl,
        Wanted::Dtm | Wanted::Dtz => wdl + PLIES,
        Wanted::DtmAndDtz => wdl + wdl / 3 + PLIES,
    })
}

/// What is compressed at a time before it is written to the file, and what is known of the
/// results there.
const PLIES: u64 = 256 << 20;

/// The memory of solving a class, and of reading smaller ones.
fn solving_bytes(class: &Material, wanted: Wanted, threads: usize) -> Result<u64, GenerateError> {
    let (mut largest, mut piece) = (0, 0);
    for smaller in class.successors() {
        // Without pawns, all of a side is read at a time.
        if !class.has_pawns() && !smaller.has_pawns() {
            largest = largest.max(table_bytes(&smaller, wanted)?);
        }
        let sets = 3 + slices(&smaller, wanted).into_iter().max().unwrap_or(0);
        let words = words(&Layout::new(&smaller)?).min(PIECE);
        piece = piece.max(8 * words as u64 * sets);
    }
    // Each thread has a piece decompressed, and as words.
    let pieces = 2 * threads as u64 * piece;
    let keeps_promotions = class.has_pawns() && words(&Layout::new(class)?) <= LARGEST;
    let promotions = if keeps_promotions { KEPT } else { 0 };
    Ok(search_bytes(class, wanted, threads)? + largest + pieces + promotions as u64)
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
    // The result is compressed before it is written.
    let mut result = packed_bytes(class, wanted)?.div_ceil(slices) * count as u64;
    if is_large(class) {
        result += bytes_beside_file(class, wanted)?;
    } else if !class.has_pawns() {
        result += table_bytes(class, wanted)?;
    }
    let solving = solving_bytes(class, wanted, threads)?;
    Ok(OVERHEAD + INDEX * known + result + solving)
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
    let mut solving = 0;
    for class in &all {
        let at_once = if class.men_count() < LARGE {
            threads
        } else {
            1
        };
        solving = solving.max(at_once as u64 * solving_bytes(class, wanted, threads)?);
    }
    let tables = all.iter().map(|class| table_bytes(class, wanted));
    Ok(tables.sum::<Result<u64, _>>()? + solving)
}

/// What is known of a slice in a file, measured: where each of its groups is.
const INDEX: u64 = 2200;

/// A finished class, compressed: WDL sets take a sixth of their size or less, distances
/// to mate a quarter, to zeroing moves a tenth. Measured over all classes of five
/// men: a ninth, a fifth, a sixteenth.
pub fn packed_bytes(material: &Material, wanted: Wanted) -> Result<u64, GenerateError> {
    let layout = Layout::new(material)?;
    let [dtm, dtz] = slices(material, wanted);
    let set = 2 * 8 * layout.words() as u64;
    Ok(set * 3 / 6 + set * dtm / 4 + set * dtz / 10)
}

/// The memory of the searches for a class besides what they make.
fn search_bytes(material: &Material, wanted: Wanted, threads: usize) -> Result<u64, GenerateError> {
    let layout = Layout::new(material)?;
    if !material.has_pawns() {
        return Ok(shape_bytes(&Shape::whole(&layout), wanted));
    }
    let structures: Vec<Structure> = levels(&layout).into_iter().flatten().collect();
    let Some(shape) = structures.first().map(|of| Shape::with_pawns(&layout, of)) else {
        return Ok(0);
    };
    let set = 8 * (shape.blocks() * shape.block_words()) as u64;
    // Legal, won, lost, without moves, and distances.
    let sets = 4 + slices(material, wanted).iter().sum::<u64>();
    let at_once = by_structure::at_once(&layout, threads) as u64;
    let searches = structures
        .iter()
        .map(|of| shape_bytes(&Shape::with_pawns(&layout, of), wanted));
    Ok(at_once * (2 * sets * set + searches.max().unwrap_or(0)))
}

/// The memory of a search of one shape.
fn shape_bytes(shape: &Shape, wanted: Wanted) -> u64 {
    /// Open, lost or wins left to find, losses left, and the new wins and losses of a ply.
    const SETS: u64 = 5;
    let set = 8 * (shape.blocks() * shape.block_words()) as u64;
    let mut bytes = 2 * SETS * set;
    for mover in Color::ALL {
        for change in &Kinds::of(shape, mover).changes {
            let words = shape.blocks() * Order::of(shape, change).block_words();
            bytes += words as u64 * bytes_of_smaller_word(wanted);
        }
    }
    bytes
}

/// The bytes per word of a smaller table in the order of the class: legal, won,
/// lost; open, newly won, newly lost; and the schedule of its results, which
/// measured at most five entries of twelve bytes on average, plus sixteen bytes
/// each while they are sorted.
fn bytes_of_smaller_word(wanted: Wanted) -> u64 {
    6 * 8 + if wanted.has_dtm() { 5 * 28 } else { 0 }
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
