//! Best play, move by move.

use std::cmp::Reverse;

use shakmaty::{Chess, Move, Position};

use crate::{Dtm, Dtz, Oracle, OracleError, Ruling, Value, Wdl};

/// A legal move and what it is worth to the side that makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedMove {
    /// The move.
    pub chess_move: Move,
    /// The value of the position before it, were this the only move.
    pub value: Value,
    /// What the 50-move rule makes of it, with the half-move clock of that position.
    pub ruling: Ruling,
}

impl RatedMove {
    fn new(oracle: &dyn Oracle, position: &Chess, chess_move: Move) -> Result<Self, OracleError> {
        let mut after = position.clone();
        after.play_unchecked(chess_move);
        let reply = oracle.probe_chess(&after)?;
        let value = reply.before_move(chess_move.is_zeroing());
        // With a hundred plies on the clock the game is drawn whatever is played.
        let is_over = position.halfmoves() >= Dtz::MAX_50_MOVES.plies();
        let cursed = match Ruling::with_clock(reply, after.halfmoves()).cursed {
            _ if is_over => Some(value.wdl != Wdl::Draw),
            cursed => cursed,
        };
        let wdl = value.wdl;
        Ok(Self {
            chess_move,
            value,
            ruling: Ruling { wdl, cursed },
        })
    }
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
        .map(|chess_move| RatedMove::new(oracle, position, chess_move))
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

/// [`rated_moves`] by what the 50-move rule makes of them with the half-move clock of the position:
/// a move that gives the win away by the clock comes after those that keep it.
///
/// # Errors
///
/// As there.
pub fn moves_by_the_clock(
    oracle: &dyn Oracle,
    position: &Chess,
) -> Result<Vec<RatedMove>, OracleError> {
    let mut rated = rated_moves(oracle, position)?;
    rated.sort_by_key(|of| Reverse(of.ruling.rank()));
    Ok(rated)
}

/// [`mating_line`] with moves that keep the win by the clock, each the one that mates soonest, and
/// replies that last longest. It is the same where the 50-move rule draws, or where what it makes of
/// the position is not known.
///
/// # Errors
///
/// As there.
pub fn line_by_the_clock(oracle: &dyn Oracle, position: &Chess) -> Result<Vec<Move>, OracleError> {
    let value = oracle.probe_chess(position)?;
    let ruling = Ruling::with_clock(value, position.halfmoves());
    if value.dtm.is_none() || ruling.cursed != Some(false) {
        return mating_line(oracle, position);
    }
    let mut position = position.clone();
    let mut line = Vec::new();
    // The clock ends it: a win lasts at most a hundred plies until a zeroing move.
    while let Some(best) = moves_by_the_clock(oracle, &position)?.into_iter().next() {
        if best.ruling.settled() == Wdl::Draw {
            break;
        }
        position.play_unchecked(best.chess_move);
        line.push(best.chess_move);
    }
    Ok(line)
}

/// The moves from a won or lost position to checkmate, with best play by both
/// sides, without the 50-move rule. Empty for a draw. The line ends early where the distance to mate is
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
