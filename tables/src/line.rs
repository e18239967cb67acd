//! Best play, move by move.

use shakmaty::{Chess, Move, Position};

use crate::{Oracle, OracleError, Value, Wdl};

/// A legal move and what it is worth to the side that makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedMove {
    /// The move.
    pub chess_move: Move,
    /// The value of the position before it, were this the only move.
    pub value: Value,
}

/// All legal moves of a position with their values, best first; equally good
/// ones in the order in which shakmaty lists them.
///
/// # Errors
///
/// If a table that a move leads to is missing.
pub fn rated_moves(oracle: &dyn Oracle, position: &Chess) -> Result<Vec<RatedMove>, OracleError> {
    let mut rated = position
        .legal_moves()
        .into_iter()
        .map(|chess_move| {
            let mut after = position.clone();
            after.play_unchecked(chess_move);
            let value = oracle
                .probe_chess(&after)?
                .before_move(chess_move.is_zeroing());
            Ok(RatedMove { chess_move, value })
        })
        .collect::<Result<Vec<_>, OracleError>>()?;
    rated.sort_by_key(|rated| -rated.value.rank());
    Ok(rated)
}

/// The moves from a won or lost position to checkmate, both sides playing
/// their best. Empty for a draw.
///
/// # Errors
///
/// If a table that a move leads to is missing.
pub fn mating_line(oracle: &dyn Oracle, position: &Chess) -> Result<Vec<Move>, OracleError> {
    let mut position = position.clone();
    let mut line = Vec::new();
    while oracle.probe_chess(&position)?.wdl != Wdl::Draw {
        let Some(best) = rated_moves(oracle, &position)?.into_iter().next() else {
            break;
        };
        position.play_unchecked(best.chess_move);
        line.push(best.chess_move);
    }
    Ok(line)
}
