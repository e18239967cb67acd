//! Checking a table against itself: every entry must follow from its moves.

use drawproof_tables::{
    Index, OracleError, Placement, Random, Table, TableSet, Value, rated_moves,
};
use rayon::prelude::*;
use shakmaty::{ByColor, Color, Position};

use crate::entries::{Checked, check_entries, first_wrong};

/// An entry that its legal moves contradict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inconsistency {
    /// The position.
    pub placement: Placement,
    /// What the table says.
    pub entry: Value,
    /// The value that follows from its moves.
    pub by_moves: Value,
}

/// Checks each entry of a table, WDL and distances, by one move of forward
/// search: the moves are shakmaty's, so the check does not rely on the
/// generator's geometry or search order. Returns how many entries were checked.
///
/// # Errors
///
/// The first wrong entry in the order of the tables, or [`OracleError`] if a table
/// that captures lead to is missing.
pub fn check_forward(
    table: &Table,
    tables: &TableSet,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Result<u64, Box<Inconsistency>>, OracleError> {
    let legal = ByColor::new_with(|turn| &*table.side(turn).legal);
    let check = |index, turn| {
        let entry = table.value(index, turn).unwrap_or(Value::DRAW);
        check_entry(table, tables, index, turn, entry)
    };
    check_entries(table.layout(), legal, check, done)
}

/// [`check_forward`] for a random sample of entries, always the same ones: for
/// tables that are too large to check completely.
///
/// # Errors
///
/// As there.
pub fn check_forward_sample(
    table: &Table,
    tables: &TableSet,
    count: u64,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Result<u64, Box<Inconsistency>>, OracleError> {
    let parts = count.div_ceil(SAMPLE_PART);
    let checked: Vec<Checked<Inconsistency>> = (0..parts)
        .into_par_iter()
        .map(|part| {
            let count = SAMPLE_PART.min(count - part * SAMPLE_PART);
            let result = check_random(table, tables, part, count);
            done(count);
            result
        })
        .collect();
    first_wrong(checked)
}

/// How many random entries one thread checks at a time.
const SAMPLE_PART: u64 = 1000;

fn check_random(
    table: &Table,
    tables: &TableSet,
    seed: u64,
    count: u64,
) -> Result<Result<u64, Box<Inconsistency>>, OracleError> {
    let layout = table.layout();
    let mut random = Random::of_part(seed);
    let mut random = |below| random.below(below);
    // Every class has many legal positions.
    let mut checked = 0;
    while checked < count {
        let turn = Color::from_white(random(2) == 0);
        let index = Index {
            block: random(layout.blocks()),
            word: random(layout.block_words()),
            bit: random(64) as u32,
        };
        if let Some(entry) = table.value(index, turn) {
            if let Some(wrong) = check_entry(table, tables, index, turn, entry)? {
                return Ok(Err(wrong));
            }
            checked += 1;
        }
    }
    Ok(Ok(checked))
}

/// The fault of an entry, if any.
fn check_entry(
    table: &Table,
    tables: &TableSet,
    index: Index,
    turn: Color,
    entry: Value,
) -> Result<Option<Box<Inconsistency>>, OracleError> {
    let placement = table.layout().decode(index, turn);
    let by_moves = value_by_moves(table, tables, &placement)?;
    Ok((entry != by_moves).then(|| {
        Box::new(Inconsistency {
            placement,
            entry,
            by_moves,
        })
    }))
}

fn value_by_moves(
    table: &Table,
    tables: &TableSet,
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
    let moves = rated_moves(tables, &position)?.into_iter();
    let mut best = moves.map(|rated| rated.value).reduce(Value::or);
    if best.is_none() && position.is_checkmate() {
        best = Some(Value::MATED);
    }
    // Ignore distances that the table does not have.
    let mut value = best.unwrap_or(Value::DRAW);
    value.dtm = value.dtm.filter(|_| table.has_dtm());
    value.dtz = value.dtz.filter(|_| table.has_dtz());
    Ok(value)
}
