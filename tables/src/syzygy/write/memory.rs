//! The memory that writing takes.

use shakmaty::{Color, File, Piece, Role};

use super::{
    cells::first_pawn,
    order::{Lead, Men},
};
use crate::{Layout, LayoutError, Material, PROMOTED, Section};

/// Most men of a class whose tables are written at the same time.
pub const MEN_AT_ONCE: usize = 4;

/// The files of the leading pawn that have a table.
pub const FILES: [File; 4] = [File::A, File::B, File::C, File::D];

/// Counts of pairs of up to 4,112 symbols, and those of half as many from which they grew.
const PAIRS: u64 = 4 * (4112 * 4112 + 2048 * 2048);
/// Bytes per position of a sample: runs before and after a round, and symbols without runs.
const SAMPLE: u64 = 10;
/// The most positions of the sample of a class of five men.
const LARGEST_SAMPLE: u64 = 1001 * 16_384;

/// How many words of each set of a class's table are in memory while its Syzygy files are
/// written.
///
/// # Errors
///
/// If the class has no layout.
pub fn syzygy_table_words(class: &Material) -> Result<u64, LayoutError> {
    let layout = Layout::new(class)?;
    let sections = sections(&layout);
    let words = sections.iter().map(|section| section.words() as u64);
    Ok(if class.men_count() > MEN_AT_ONCE {
        words.max().unwrap_or(0)
    } else {
        words.sum()
    })
}

/// The memory in bytes that writing the Syzygy files of a class takes besides its table, at
/// most: a conservative estimate.
///
/// # Errors
///
/// If the class has no layout.
pub fn syzygy_writing_bytes(class: &Material, threads: usize) -> Result<u64, LayoutError> {
    let layout = Layout::new(class)?;
    let men = class.men_count() as u32;
    let positions = 64 * layout.words() as u64;
    let (cells, files) = if class.has_pawns() {
        (6 * 64_u64.pow(men - 1), 4)
    } else {
        (positions, 1)
    };
    // What captures give, and pawn moves, of both sides.
    let sets = if class.has_pawns() { 6 } else { 3 };
    let sets = sets * 8 * syzygy_table_words(class)? + captures(&layout);
    let threads = threads as u64;
    if men <= MEN_AT_ONCE as u32 {
        // Two sides, WDL and DTZ.
        let tables = 4 * files * 2 * cells;
        return Ok(sets + tables + threads * (PAIRS + SAMPLE * cells));
    }
    let samples = threads * SAMPLE * cells.min(LARGEST_SAMPLE / 2);
    // Cells and the sample, or cells and the whole table, or the table while it is paired.
    Ok(sets + cells + samples.max(cells).max(PAIRS + cells / 2))
}

/// The sections of a class that are in memory one after the other, or at the same time.
fn sections(layout: &Layout) -> Vec<Section> {
    let Lead::Pawns(color) = Men::new(layout).lead else {
        return vec![Section::whole(layout)];
    };
    let lead = first_pawn(layout, color).unwrap_or(2);
    let of_file = |file| Section::of_file(layout, lead, file);
    let mut sections = FILES.map(of_file).to_vec();
    sections.dedup();
    sections
}

/// The bytes of what captures of both sides lead to: four sets for each man and what it
/// may capture or become, with a word for 64 of the class's.
fn captures(layout: &Layout) -> u64 {
    let men = layout.men();
    let kinds = |man: &Piece, victim: &Piece| {
        let promotes = man.role == Role::Pawn && victim.role != Role::Pawn;
        1 + if promotes { PROMOTED.len() } else { 0 }
    };
    let of = |color: Color| men.iter().filter(move |man| man.color == color);
    let victims = |color: Color| of(color).filter(|man| man.role != Role::King);
    let all = |turn: Color| -> usize {
        let each = of(turn).flat_map(|man| victims(!turn).map(move |victim| kinds(man, victim)));
        each.sum()
    };
    let words = layout.words() as u64 / 64;
    4 * 8 * words * (all(Color::White) + all(Color::Black)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mebibytes(class: &str) -> Option<u64> {
        let bytes = syzygy_writing_bytes(&class.parse().ok()?, 2).ok()?;
        Some(bytes >> 20)
    }

    /// Of a class of five men one file of the leading pawn and its mirror image at a time, of a
    /// smaller one all files.
    #[test]
    fn classes_with_pawns_are_written_by_files() {
        let words = |class: &str| syzygy_table_words(&class.parse().ok()?).ok();
        assert_eq!(words("KBPvKB"), Some(1806 * 64 * 12));
        assert_eq!(words("KBPvK"), Some(1806 * 48));
        assert_eq!(words("KRBvKB"), Some(462 * 64 * 64));
        // The leading pawn is the last man.
        assert_eq!(words("KPPvKP"), Some(1806 * 64 * 64));
    }

    #[test]
    fn larger_classes_take_more() {
        let all = ["KRvK", "KRvKB", "KRBvKB", "KBPvKB"].map(mebibytes);
        assert!(all.is_sorted() && all[0].is_some(), "{all:?}");
        // The cells of a class of five men without pawns are 462 times 64 times 64 times 64.
        assert!(all[2] > Some(2 * 115), "{all:?}");
    }
}
