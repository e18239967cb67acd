//! A table against itself: every entry must be what its moves say.

use drawproof_tables::{Index, Library, OracleError, Placement, Table, Value, ones, rated_moves};
use rayon::prelude::*;
use shakmaty::{Color, Position};

/// An entry that its legal moves contradict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inconsistency {
    /// The position.
    pub placement: Placement,
    /// What the table says.
    pub entry: Value,
    /// What its moves say.
    pub by_moves: Value,
}

/// Checks each entry of a table, WDL and distances, by one move of forward
/// search:
/// the moves are shakmaty's, so neither the generator's geometry nor its
/// order of search is trusted. Returns how many entries were checked.
///
/// # Errors
///
/// The first wrong entry in the order of the tables, or [`OracleError`] if a table
/// that captures lead to is missing.
pub fn check_forward(
    table: &Table,
    library: &Library,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Result<u64, Box<Inconsistency>>, OracleError> {
    let blocks = table.layout().blocks();
    let checked: Vec<Result<Result<u64, _>, OracleError>> = (0..2 * blocks)
        .into_par_iter()
        .map(|at| {
            let turn = Color::from_white(at < blocks);
            let result = check_block(table, library, at % blocks, turn);
            done(1);
            result
        })
        .collect();
    // In order: which one is told must not depend on the threads.
    let mut sum = 0;
    for part in checked {
        match part? {
            Ok(count) => sum += count,
            Err(wrong) => return Ok(Err(wrong)),
        }
    }
    Ok(Ok(sum))
}

fn check_block(
    table: &Table,
    library: &Library,
    block: usize,
    turn: Color,
) -> Result<Result<u64, Box<Inconsistency>>, OracleError> {
    let layout = table.layout();
    let mut checked = 0;
    for word in 0..layout.block_words() {
        let legal = table.side(turn).legal[block * layout.block_words() + word];
        for bit in ones(legal) {
            let index = Index { block, word, bit };
            let placement = layout.decode(index, turn);
            let by_moves = value_by_moves(table, library, &placement)?;
            let entry = table.value(index, turn).unwrap_or(Value::DRAW);
            if entry != by_moves {
                return Ok(Err(Box::new(Inconsistency {
                    placement,
                    entry,
                    by_moves,
                })));
            }
            checked += 1;
        }
    }
    Ok(Ok(checked))
}

fn value_by_moves(
    table: &Table,
    library: &Library,
    placement: &Placement,
) -> Result<Value, OracleError> {
    let material = table.layout().material();
    let position = placement
        .to_chess(material)
        .map_err(|error| OracleError::Unanswered {
            place: "own tables".into(),
            fen: placement.fen(material).to_string(),
            reason: error.to_string(),
        })?;
    let moves = rated_moves(library, &position)?.into_iter();
    let mut best = moves.map(|rated| rated.value).reduce(Value::or);
    if best.is_none() && position.is_checkmate() {
        best = Some(Value::MATED);
    }
    // A table without some distance cannot be contradicted about it.
    let mut value = best.unwrap_or(Value::DRAW);
    value.dtm = value.dtm.filter(|_| table.has_dtm());
    value.dtz = value.dtz.filter(|_| table.has_dtz());
    Ok(value)
}
