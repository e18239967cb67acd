//! Best play, move by move.

use shakmaty::{Chess, Move, Position};

use crate::{Dtm, Oracle, OracleError, Value, Wdl};

/// A legal move and what it is worth to the side that makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedMove {
    /// The move.
    pub chess_move: Move,
    /// The value of the position before it, were this the only move.
    pub value: Value,
}

/// All legal moves of a position with their values, best first. They are sorted
/// by the distance that is known for all of them, to mate or else to a zeroing
/// move, and equally good ones in shakmaty's order.
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
    let decisive = || rated.iter().filter(|rated| rated.value.wdl != Wdl::Draw);
    let (has_dtm, has_dtz) = (
        decisive().all(|rated| rated.value.dtm.is_some()),
        decisive().all(|rated| rated.value.dtz.is_some()),
    );
    let rank = |mut value: Value| {
        value.dtm = value.dtm.filter(|_| has_dtm);
        value.dtz = value.dtz.filter(|_| has_dtz);
        -value.rank()
    };
    rated.sort_by_key(|rated| rank(rated.value));
    Ok(rated)
}

/// The moves from a won or lost position to checkmate, with best play by both
/// sides. Empty for a draw. The line ends early where the distance to mate is
/// unknown or does not shrink by one ply per move, as in damaged tables.
///
/// # Errors
///
/// If a table that a move leads to is missing.
pub fn mating_line(oracle: &dyn Oracle, position: &Chess) -> Result<Vec<Move>, OracleError> {
    let mut position = position.clone();
    let mut line = Vec::new();
    let mut value = oracle.probe_chess(&position)?;
    while let Some(Dtm(plies @ 1..)) = value.dtm {
        let Some(best) = rated_moves(oracle, &position)?.into_iter().next() else {
            break;
        };
        position.play_unchecked(best.chess_move);
        let after = oracle.probe_chess(&position)?;
        if after.dtm != Some(Dtm(plies - 1)) {
            break;
        }
        line.push(best.chess_move);
        value = after;
    }
    Ok(line)
}
