//! The memory that writing takes.

use crate::{Layout, LayoutError, Material};

/// Counts of pairs of up to 4,096 symbols, and those of half as many from which they grew.
const PAIRS: u64 = 80 << 20;
/// Bytes per position of a sample: runs before and after a round, and symbols without runs.
const SAMPLE: u64 = 10;
/// The most positions of the sample of a class of five men.
const LARGEST_SAMPLE: u64 = 1001 * 16_384;

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
    // What captures give, and pawn moves, of both sides.
    let (sets, cells, files) = if class.has_pawns() {
        (6, 64 * 64 * 8 * 64_u64.pow(men.saturating_sub(3)), 4)
    } else {
        (3, positions, 1)
    };
    let sets = sets * positions / 8;
    let threads = threads as u64;
    if men <= super::MEN_AT_ONCE as u32 {
        // Two sides, WDL and DTZ.
        let tables = 4 * files * 2 * cells;
        return Ok(sets + tables + threads * (PAIRS + SAMPLE * cells));
    }
    let samples = threads * SAMPLE * cells.min(LARGEST_SAMPLE / 2);
    // Cells and the sample, or cells and the whole table, or the table while it is paired.
    Ok(sets + cells + samples.max(cells).max(PAIRS + cells / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mebibytes(class: &str) -> Option<u64> {
        let bytes = syzygy_writing_bytes(&class.parse().ok()?, 2).ok()?;
        Some(bytes >> 20)
    }

    #[test]
    fn larger_classes_take_more() {
        let all = ["KRvK", "KRvKB", "KRBvKB", "KBPvKB"].map(mebibytes);
        assert!(all.is_sorted() && all[0].is_some(), "{all:?}");
        // The cells of a class of five men without pawns are 462 times 64 times 64 times 64.
        assert!(all[2] > Some(2 * 115), "{all:?}");
    }
}
