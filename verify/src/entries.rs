//! Every entry of a table, checked by many threads.

use drawproof_tables::{Index, Layout, OracleError, ones};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

/// How many entries were checked, or the first wrong one in the order of the tables.
pub(crate) type Checked<Wrong> = Result<Result<u64, Box<Wrong>>, OracleError>;

/// Checks the legal entries of a class, each by `check`, which says what is wrong with it.
pub(crate) fn check_entries<Wrong: Send>(
    layout: &Layout,
    legal: ByColor<&[u64]>,
    check: impl Fn(Index, Color) -> Result<Option<Box<Wrong>>, OracleError> + Sync,
    done: &(dyn Fn(u64) + Sync),
) -> Checked<Wrong> {
    let blocks = layout.blocks();
    let check_block = |at: usize| {
        let (block, turn) = (at % blocks, Color::from_white(at < blocks));
        let mut checked = 0;
        for word in 0..layout.block_words() {
            for bit in ones(legal.get(turn)[block * layout.block_words() + word]) {
                if let Some(wrong) = check(Index { block, word, bit }, turn)? {
                    return Ok(Err(wrong));
                }
                checked += 1;
            }
        }
        Ok(Ok(checked))
    };
    let parts = (0..2 * blocks).into_par_iter().map(|at| {
        let checked = check_block(at);
        done(1);
        checked
    });
    first_wrong(parts.collect())
}

/// In order: which one is reported must not depend on the threads.
pub(crate) fn first_wrong<Wrong>(parts: Vec<Checked<Wrong>>) -> Checked<Wrong> {
    let mut sum = 0;
    for part in parts {
        match part? {
            Ok(count) => sum += count,
            Err(wrong) => return Ok(Err(wrong)),
        }
    }
    Ok(Ok(sum))
}
