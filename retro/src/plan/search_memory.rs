//! The memory of the search for one class: the sets that are there at the same time.

use drawproof_tables::{Layout, Material, Metric};
use shakmaty::{Color, Role};

use crate::{
    error::GenerateError,
    plan::longest,
    positions::{
        change::Order,
        pawn_structure::{Structure, levels, pawns_of},
        shape::Shape,
    },
    search::{by_structure, conversions::Kinds},
    slices::kept_promotions::{KEPT, LARGEST},
    store::{
        compressed_sets::PIECE,
        slice_folder::{structures, words},
    },
    wanted::Wanted,
};

/// The entries of a schedule for each word.
const ENTRIES: u64 = 5;

/// What is compressed at a time before it is written to a file of distances, and what is known
/// of the results there.
const PLIES: u64 = 256 << 20;

/// The memory of solving a class on a number of threads, its own table and the reading of smaller
/// ones included. Distances may go to a file; slices of a class with pawns are not included.
pub fn bytes(
    class: &Material,
    wanted: Wanted,
    (threads, has_file): (usize, bool),
) -> Result<u64, GenerateError> {
    let layout = Layout::new(class)?;
    let reading = reading_bytes(class, wanted, threads)?;
    if class.has_pawns() {
        let (slices, kept) = (
            slices_bytes(&layout, wanted, threads),
            promotions_bytes(&layout, wanted)?,
        );
        return Ok(reading + slices + kept);
    }
    let set = 8 * layout.words() as u64;
    let sets = sets(class, wanted, has_file) + sets_at_hand(class, wanted);
    let file = if has_file && wanted != Wanted::Wdl {
        PLIES
    } else {
        0
    };
    let whole = Shape::whole(&layout);
    let captures = conversion_bytes(&whole, class, wanted) + sorting_bytes(&whole, wanted);
    Ok(reading + captures + file + (set as f64 * sets) as u64)
}

/// What is compressed after the search of a class whose distances are in a file: won, lost and legal
/// positions, and pieces of that file.
pub fn tables_beside_file(class: &Material, has_file: bool) -> Result<u64, GenerateError> {
    let set = 8 * Layout::new(class)?.words() as u64;
    Ok(if has_file { 6 * set + PLIES } else { 0 })
}

/// The sets of both sides to move that a search has throughout: legal and open positions, the
/// losses found and those left, and the distances found. A second search, for distances to
/// mate, knows legal positions, wins and losses and those left; of a class of four men or
/// fewer both run at the same time.
fn sets(class: &Material, wanted: Wanted, has_file: bool) -> f64 {
    const ONE: u64 = 8;
    const SECOND: u64 = 14;
    const SMALL: usize = 4;
    let searches = match wanted {
        Wanted::DtmAndDtz if class.men_count() <= SMALL => 2 * ONE,
        Wanted::DtmAndDtz => SECOND,
        _ => ONE,
    };
    let distances = if has_file {
        0
    } else {
        longest::sets(class, wanted)
    };
    (searches + distances) as f64
}

/// The sets that the results of two plies take at most, by which sides can force mate. Measured
/// with classes of five men on one to eight threads, the rest of a run included: with both 3.1 to
/// 5.0 sets, and 5.6 with distances; with one 1.2 to 3.0, and 3.5; with none up to 0.4. With six
/// men they take less.
fn sets_at_hand(class: &Material, wanted: Wanted) -> f64 {
    let sides = Color::ALL.map(|side| can_force_mate(class.pieces(side)));
    let sets = match sides.iter().filter(|can| **can).count() {
        2 => 5.2,
        1 => 3.0,
        _ => return 0.7,
    };
    if wanted == Wanted::Wdl {
        sets
    } else {
        sets + 0.7
    }
}

/// Whether these pieces mate a lone king, in general.
fn can_force_mate(pieces: &[Role]) -> bool {
    let count = |role| pieces.iter().filter(|piece| **piece == role).count();
    let [bishops, knights] = [Role::Bishop, Role::Knight].map(count);
    let is_enough = |role: &Role| matches!(role, Role::Queen | Role::Rook | Role::Pawn);
    pieces.iter().any(is_enough) || bishops > 1 || bishops + knights > 2 || bishops * knights > 0
}

/// The memory of reading smaller classes.
fn reading_bytes(class: &Material, wanted: Wanted, threads: usize) -> Result<u64, GenerateError> {
    let (mut whole, mut piece) = (0, 0);
    for smaller in class.successors() {
        let layout = Layout::new(&smaller)?;
        let sets = 8 * longest::sets_read(&smaller, wanted);
        // Without pawns, all of a side is read at a time.
        if !class.has_pawns() {
            whole = whole.max(layout.words() as u64 * sets);
        }
        piece = piece.max(words(&layout).min(PIECE) as u64 * sets);
    }
    // Each thread has a piece decompressed, and as words.
    Ok(whole + 2 * threads as u64 * piece)
}

/// The memory of the slices that are solved at the same time. Now and then a thread begins another
/// one while it waits for its part of a slice. With schedules, each has its most for a short time.
fn slices_bytes(layout: &Layout, wanted: Wanted, threads: usize) -> u64 {
    let class = layout.material();
    let at_once = by_structure::at_once(layout, threads) as u64;
    let structures: Vec<Structure> = levels(layout).into_iter().flatten().collect();
    let searches = structures.iter().map(|structure| {
        let shape = Shape::with_pawns(layout, structure);
        let set = 8 * (shape.blocks() * shape.block_words()) as u64;
        // The legal positions stay for the next search, and those without a move for the
        // capture en passant.
        let stay = if class.has_en_passant() { 4.0 } else { 2.0 };
        let sets = stay + sets_of_slice(class, wanted) + sets_at_hand(class, wanted);
        (set as f64 * sets) as u64 + conversion_bytes(&shape, class, wanted)
    });
    let sorting = structures.iter();
    let sorting = sorting.map(|of| sorting_bytes(&Shape::with_pawns(layout, of), wanted));
    let more = if wanted.has_dtm() { 10 } else { 13 };
    at_once * searches.max().unwrap_or(0) * more / 10 + sorting.max().unwrap_or(0)
}

/// [`sets`] of a slice, whose searches come one after the other.
fn sets_of_slice(class: &Material, wanted: Wanted) -> f64 {
    let searches = if wanted == Wanted::DtmAndDtz { 14 } else { 8 };
    (searches + longest::sets(class, wanted)) as f64
}

/// The values that captures and pawn moves lead to: legal, won, lost; open, newly won, newly
/// lost; and distances to mate, or the schedule of results, which measured at most five
/// entries of twelve bytes a word on average.
fn conversion_bytes(shape: &Shape, class: &Material, wanted: Wanted) -> u64 {
    let bytes_of_word = 6 * 8
        + if wanted.has_dtm() {
            (ENTRIES * 12).max(4 * longest::sets_of(class, Metric::Dtm))
        } else {
            0
        };
    converted_words(shape).iter().sum::<u64>() * bytes_of_word
}

/// While a schedule is made, its entries are there twice more, for one change at a time.
fn sorting_bytes(shape: &Shape, wanted: Wanted) -> u64 {
    let largest = converted_words(shape).into_iter().max();
    let largest = largest.filter(|_| wanted.has_dtm());
    largest.unwrap_or(0) * ENTRIES * 24
}

/// The words of each set that captures and pawn moves lead to.
fn converted_words(shape: &Shape) -> Vec<u64> {
    let mut all = Vec::new();
    for mover in Color::ALL {
        for change in &Kinds::of(shape, mover).changes {
            all.push((shape.blocks() * Order::of(shape, change).block_words()) as u64);
        }
    }
    all
}

/// The values after promotions that are kept for other slices.
fn promotions_bytes(layout: &Layout, wanted: Wanted) -> Result<u64, GenerateError> {
    const FILES: u64 = 8;
    let set = words(layout);
    if set > LARGEST {
        return Ok(0);
    }
    let class = layout.material();
    let mut bytes = 0;
    for man in 2..2 + pawns_of(layout).len() {
        for role in drawproof_tables::PROMOTED {
            let Some((after, _)) = class.after(None, Some((man, role))) else {
                continue;
            };
            let slices = structures(&Layout::new(&after)?) as u64;
            let sets = longest::sets_read(&after, wanted);
            bytes += slices * FILES * sets * 8 * set as u64;
        }
    }
    Ok(bytes.min(KEPT as u64))
}

#[cfg(test)]
mod tests {
    use drawproof_tables::LayoutError;

    use super::*;

    #[test]
    fn pieces_that_mate_are_known() -> Result<(), Box<dyn std::error::Error>> {
        for (class, expected) in [
            ("KNNvKB", [false, false]),
            ("KBNvK", [true, false]),
            ("KBBvKN", [true, false]),
            ("KNNNvK", [true, false]),
            ("KRvKP", [true, true]),
        ] {
            let class: Material = class.parse()?;
            let sides = [Color::White, Color::Black];
            assert_eq!(
                sides.map(|side| can_force_mate(class.pieces(side))),
                expected
            );
        }
        Ok(())
    }

    /// What searches share counts once for each thread: the largest slices, in which a pawn
    /// promotes in four ways.
    #[test]
    fn slices_of_each_thread_are_planned() -> Result<(), LayoutError> {
        let layout = Layout::new(&"KNNvKP".parse().expect("a class"))?;
        let [one, two] = [1, 2].map(|threads| slices_bytes(&layout, Wanted::Wdl, threads));
        assert!(two.abs_diff(2 * one) < 2);
        let set = 2 << 20;
        assert!((55 * set..60 * set).contains(&one), "{one}");
        Ok(())
    }
}
