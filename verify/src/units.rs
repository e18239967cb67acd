//! The work of a run, divided into numbered units.

use drawproof_evaluate::Recognizer;
use drawproof_tables::{Layout, LayoutError, Symmetry};
use rayon::prelude::*;
use shakmaty::{Color, Square};

use crate::Options;

/// The smallest piece of work: all positions with one placement of the kings
/// and one side to move.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Unit {
    pub turn: Color,
    /// Where the kings stand, strong's first.
    pub kings: [Square; 2],
    /// Their place in tables: the block, and the symmetry that maps the board
    /// there.
    pub block: usize,
    pub onto: Symmetry,
}

/// All units of a class, in the order of the board: White to move first, each
/// king pair of the tables or, if positions are not folded, of the board.
pub(crate) fn units(layout: &Layout, folded: bool) -> Vec<Unit> {
    let pairs = if folded {
        folded_pairs(layout)
    } else {
        all_pairs(layout)
    };
    let with = |&turn| {
        let pairs = pairs.iter().copied();
        pairs.map(move |unit| Unit { turn, ..unit })
    };
    turns(layout).iter().flat_map(with).collect()
}

/// How many units the verification of a recognizer has.
///
/// # Errors
///
/// If the class has no tables.
pub fn unit_count(recognizer: &dyn Recognizer, options: Options) -> Result<usize, LayoutError> {
    let layout = Layout::new(recognizer.material())?;
    let folded = !options.full_board && folds(recognizer, &layout);
    Ok(units(&layout, folded).len())
}

/// How many legal positions some units represent, board count: by the rules of
/// chess alone, independent of what was visited.
pub(crate) fn legal_positions(layout: &Layout, units: &[Unit], folded: bool) -> u64 {
    let count = |words: &mut Vec<u64>, unit: &Unit| {
        layout.legal(unit.block, unit.turn, words);
        let positions: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
        let weight = if folded {
            layout.board_weight(unit.block)
        } else {
            1
        };
        positions * weight
    };
    let new_words = || vec![0; layout.block_words()];
    let counted: u64 = units.par_iter().map_init(new_words, count).sum();
    // A side to move that is not visited is the mirror image of the other.
    let sides = Color::ALL.len() / turns(layout).len();
    counted * sides as u64
}

/// Whether only one of all mirror images must be judged.
pub(crate) fn folds(recognizer: &dyn Recognizer, layout: &Layout) -> bool {
    let folding = layout.kings().symmetries();
    folding
        .iter()
        .all(|&symmetry| recognizer.group().contains(symmetry))
}

/// The sides to move to visit: with equal material the other one is the mirror
/// image, because recognizers then see the side to move as White.
fn turns(layout: &Layout) -> &'static [Color] {
    if layout.material().is_symmetric() {
        &[Color::White]
    } else {
        &[Color::White, Color::Black]
    }
}

fn folded_pairs(layout: &Layout) -> Vec<Unit> {
    let pair = |block| {
        let (white, black) = layout.kings().squares(block);
        Unit {
            turn: Color::White,
            kings: [white, black],
            block,
            onto: Symmetry::IDENTITY,
        }
    };
    (0..layout.blocks()).map(pair).collect()
}

fn all_pairs(layout: &Layout) -> Vec<Unit> {
    let all = Square::ALL
        .into_iter()
        .flat_map(|white| Square::ALL.map(|black| [white, black]));
    let pair = |kings: [Square; 2]| {
        let (block, onto) = layout.kings().find(kings[0], kings[1])?;
        Some(Unit {
            turn: Color::White,
            kings,
            block,
            onto,
        })
    };
    all.filter_map(pair).collect()
}
