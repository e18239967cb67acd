//! Tables of help mates against their own moves, and against the rules of libraries.

mod counts;
mod lines;
mod material_rule;

pub use counts::{HelpmateCounts, MaterialCounts, SideCounts, WrongExample, count_helpmates};
pub use lines::helpmate_line;
pub(crate) use lines::refuting;
pub use material_rule::{Excluded, MaterialRule};

use drawproof_tables::{HelpmateTable, HelpmateTables, Index, Mates, OracleError, Placement};
use shakmaty::{ByColor, Chess, Color, Position};

use crate::entries::check_entries;

/// An entry that its legal moves contradict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongMates {
    /// The position.
    pub placement: Placement,
    /// What the table says.
    pub entry: Mates,
    /// What follows from its moves.
    pub by_moves: Mates,
}

/// Checks each entry of a table by one move forward: a side can mate if it can after some
/// move, or has mated. The moves are shakmaty's. Returns how many entries were checked.
///
/// # Errors
///
/// The first wrong entry in the order of the tables, or [`OracleError`] if a table that
/// captures lead to is missing.
pub fn check_helpmates(
    table: &HelpmateTable,
    tables: &HelpmateTables,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Result<u64, Box<WrongMates>>, OracleError> {
    let legal = ByColor::new_with(|turn| &*table.side(turn).legal);
    let check = |index, turn| check_entry(table, tables, index, turn);
    check_entries(table.layout(), legal, check, done)
}

/// The fault of an entry, if any.
fn check_entry(
    table: &HelpmateTable,
    tables: &HelpmateTables,
    index: Index,
    turn: Color,
) -> Result<Option<Box<WrongMates>>, OracleError> {
    let placement = table.layout().decode(index, turn);
    let entry = table.mates(index, turn).unwrap_or(Mates::DEAD);
    let by_moves = by_moves(tables, &chess(table, &placement)?)?;
    let agrees = if table.has_distances() {
        entry == by_moves
    } else {
        entry.can == by_moves.can
    };
    Ok((!agrees).then(|| {
        Box::new(WrongMates {
            placement,
            entry,
            by_moves,
        })
    }))
}

fn chess(table: &HelpmateTable, placement: &Placement) -> Result<Chess, OracleError> {
    let material = table.layout().material();
    let position = placement.to_chess(material);
    position.map_err(|error| OracleError::Unanswered {
        place: "the table of help mates".into(),
        fen: placement.fen(material).to_string(),
        reason: error.to_string(),
    })
}

/// What the legal moves of a position lead to.
fn by_moves(tables: &HelpmateTables, position: &Chess) -> Result<Mates, OracleError> {
    if position.is_checkmate() {
        return Ok(Mates::given_by(!position.turn()));
    }
    let mut mates = Mates::DEAD;
    for chess_move in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(chess_move);
        mates = mates.or(tables.probe(&after)?.before_move());
    }
    Ok(mates)
}
