//! WDL files read as a whole: each table in its own order, the positions that a capture decides
//! from the tables of smaller classes.
//!
//! This is the way back of [`write`](super::write), and uses its orders of men. A probe
//! of one position is answered by shakmaty-syzygy.

mod error;
mod part;
mod rows;
mod sets;
mod symbols;
mod tiles;
mod unpack;

use rayon::prelude::*;
use shakmaty::{ByColor, Color, File};

use super::write::{
    order::{Lead, Men, Order},
    walk::Walk,
};
use crate::{
    Layout, WdlSets, WdlTable,
    captures::{Captures, Smaller, Worth},
};
pub use error::{Bad, ReadError};
use part::Body;
use rows::Rows;
use sets::{Block, Codes, Equals, Planes};
use tiles::Tiles;
use unpack::Values;

/// Most words of a set of positions for which both sides are read at the same time, which takes
/// twice the memory: those of five men without pawns.
const AT_ONCE: usize = 462 << 12;

/// The results of all positions of a class from the bytes of its WDL file. `smaller` gives the
/// classes that captures lead to.
///
/// # Errors
///
/// What is wrong with the file, or the class whose results are missing.
pub fn read_wdl(layout: Layout, file: &[u8], smaller: Smaller<'_>) -> Result<WdlTable, ReadError> {
    let men = Men::new(&layout);
    let is_split = !layout.material().is_symmetric();
    let files = files_of(&men);
    let positions = |order: &Order, at: usize| Walk::new(&men, order, files[at]).size();
    let parts = part::wdl_parts(file, &men, is_split, positions)?;
    let sides = if is_split { 2 } else { 1 };
    let read = |side: usize| -> Result<WdlSets, ReadError> {
        let mut codes = Codes::new(&layout);
        let blocks = codes.open();
        for (part, &on) in parts[side..].iter().step_by(sides).zip(&files) {
            let rows = Rows::new(&layout, (&men, &part.order, on));
            let values = match &part.body {
                Body::Single(value) => Values::single(*value + 1),
                Body::Coded(coded) => unpack::unpack(file, coded, rows.positions(), rows.digits())?,
            };
            Tiles::new(&layout, &rows, &values).add_to(&blocks);
        }
        drop(blocks);
        codes.add_equals();
        let turn = Color::from_white(side == 0);
        let captures = Captures::new(&layout, turn, smaller).map_err(ReadError::Missing)?;
        Ok(resolve(&layout, turn, codes, &captures)?)
    };
    let (white, black) = match (is_split, layout.words() <= AT_ONCE) {
        (true, true) => rayon::join(|| read(0), || read(1)),
        (true, false) => (read(0), read(1)),
        (false, _) => {
            let white = read(0);
            let black = white.as_ref().map(|white| sets::exchanged(&layout, white));
            let black = black.map_err(Clone::clone);
            (white, black)
        }
    };
    let (white, black) = (white?, black?);
    Ok(WdlTable::new(layout, ByColor { black, white }))
}

/// The files of the leading pawn for which there is a table; one without pawns.
fn files_of(men: &Men) -> Vec<File> {
    match men.lead {
        Lead::Pawns(_) => vec![File::A, File::B, File::C, File::D],
        _ => vec![File::A],
    }
}

/// The results of a side: what a file says, or a capture, whichever is better. They take the place
/// of the codes.
fn resolve(
    layout: &Layout,
    turn: Color,
    mut codes: Codes<'_>,
    captures: &Captures<'_>,
) -> Result<WdlSets, Bad> {
    let mut legal = vec![0; layout.words()];
    let equals = Equals::new(layout);
    let blocks = legal.par_chunks_mut(layout.block_words());
    let blocks = blocks.zip(codes.blocks()).enumerate();
    let resolve = |(block, (legal, [win, loss, cursed])): (usize, (&mut [u64], Block<'_>))| {
        let captures = captures.of_block(block);
        let mut any = 0;
        for word in 0..legal.len() {
            if let Some(lower) = equals.lower(word) {
                legal[word] = legal[lower];
                [win[word], loss[word], cursed[word]] = [win[lower], loss[lower], cursed[lower]];
                continue;
            }
            legal[word] = layout.legal_word(block, word, turn);
            let codes = [win[word], loss[word], cursed[word]];
            let sets = if legal[word] == 0 {
                [0; 3]
            } else {
                let worth = captures.better(word, open(codes, legal[word]));
                better(codes, legal[word], worth).ok_or(Bad("it lacks positions"))?
            };
            [win[word], loss[word], cursed[word]] = sets;
            any |= sets[2];
        }
        Ok(any)
    };
    let has_cursed = blocks
        .map(resolve)
        .try_reduce(|| 0, |one, other| Ok(one | other))?
        != 0;
    let [win, loss, cursed] = codes.into_planes();
    Ok(WdlSets {
        win,
        loss,
        cursed: if has_cursed { cursed } else { Vec::new() },
        legal,
    })
}

/// For which positions each result of a capture would be better than what a file says.
fn open([one, two, four]: Planes, legal: u64) -> [u64; 4] {
    [four & one, four, four | two & one, four | two].map(|reached| legal & !reached)
}

/// The better of what a file and a capture say: won, lost and cursed positions. `None` if the file
/// lacks one.
fn better([one, two, four]: Planes, legal: u64, worth: Worth) -> Option<[u64; 3]> {
    if legal & !(one | two | four) != 0 {
        return None;
    }
    let win = four & one | worth.win;
    let cursed_win = (four & !one | worth.cursed_win) & !win;
    let draw = (two & one | worth.draw) & !win & !cursed_win;
    let better = win | cursed_win | draw;
    let blessed = (two & !one | worth.blessed_loss) & !better;
    Some([
        (win | cursed_win) & legal,
        legal & !better,
        (cursed_win | blessed) & legal,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that equal lower ones but for an exchange of like men, who are not last, get their
    /// results.
    #[test]
    fn like_men_are_resolved_once() {
        let layout = Layout::new(&"KBNNvK".parse().expect("a class")).expect("a layout");
        let equals = Equals::new(&layout);
        assert!((0..layout.block_words()).any(|word| equals.lower(word).is_some()));
        let won = |block: usize, word: usize| {
            let seed = (block * layout.block_words() + word) as u64;
            seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        let mut codes = Codes::new(&layout);
        for (block, [one, two, four]) in codes.blocks().into_iter().enumerate() {
            for word in (0..one.len()).filter(|&word| equals.lower(word).is_none()) {
                let won = won(block, word);
                [one[word], two[word], four[word]] = [won, !won, won];
            }
        }
        let captures = Captures::new(&layout, Color::White, &|_| None).expect("no captures");
        let sets = resolve(&layout, Color::White, codes, &captures).expect("all positions");
        let mut legal = vec![0; layout.block_words()];
        for block in 0..layout.blocks() {
            layout.legal(block, Color::White, &mut legal);
            for (word, &legal) in legal.iter().enumerate() {
                let at = block * layout.block_words() + word;
                let won = won(block, equals.lower(word).unwrap_or(word));
                let found = [sets.legal[at], sets.win[at], sets.loss[at], sets.cursed[at]];
                assert_eq!(found, [legal, legal & won, legal & !won, legal & !won]);
            }
        }
    }
}
