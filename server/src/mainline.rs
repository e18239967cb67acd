//! The line of shortest distances to zeroing moves.

use std::cmp::Reverse;

use drawproof_tables::OracleError;
use serde::Serialize;
use shakmaty::{Chess, Color, Move, Position, san::SanPlus};
use shakmaty_syzygy::{Dtz, MaybeRounded, Wdl};

use crate::sources::Sources;

/// The plies after which either side claims a draw.
const CLAIMED: u32 = 100;

/// A line to mate, or until the 50-move rule draws. Empty for a draw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mainline {
    /// The moves.
    pub mainline: Vec<Step>,
    /// Who mates in the end: `w` or `b`.
    pub winner: Option<&'static str>,
    /// Plies to a zeroing move at the beginning, as in a
    /// [`PositionAnswer`](crate::PositionAnswer).
    pub dtz: i32,
    /// The same if it is not rounded.
    pub precise_dtz: Option<i32>,
}

/// A move of the line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Step {
    /// As in `e7e8q`.
    pub uci: String,
    /// As in `e8=Q+`.
    pub san: String,
    /// Plies to a zeroing move after it, for the side that moves there.
    pub dtz: i32,
    /// The same if it is not rounded.
    pub precise_dtz: Option<i32>,
}

impl Mainline {
    /// The line from a position; `None` if there is no table of it or of one that is reached.
    ///
    /// # Errors
    ///
    /// If a file is damaged or cannot be read.
    pub fn new(sources: &Sources, position: &Chess) -> Result<Option<Self>, OracleError> {
        let Some(dtz) = sources.ask(position)?.dtz else {
            return Ok(None);
        };
        let mut position = position.clone();
        let mut mainline = Vec::new();
        while !dtz.is_zero() && position.halfmoves() < CLAIMED {
            let Some(moves) = known_moves(sources, &position)? else {
                return Ok(None);
            };
            let Some(Known {
                chess_move, dtz, ..
            }) = best(moves)
            else {
                break;
            };
            mainline.push(Step {
                uci: chess_move.to_uci(position.castles().mode()).to_string(),
                san: SanPlus::from_move_and_play_unchecked(&mut position, chess_move).to_string(),
                dtz: dtz.ignore_rounding().into(),
                precise_dtz: dtz.precise().map(i32::from),
            });
        }
        Ok(Some(Self {
            mainline,
            winner: position.outcome().winner().map(letter),
            dtz: dtz.ignore_rounding().into(),
            precise_dtz: dtz.precise().map(i32::from),
        }))
    }
}

/// A move, and the distance to a zeroing move after it.
struct Known {
    chess_move: Move,
    dtz: MaybeRounded<Dtz>,
    mates: bool,
}

/// All moves; `None` if there is no table of one.
fn known_moves(sources: &Sources, position: &Chess) -> Result<Option<Vec<Known>>, OracleError> {
    let mut moves = Vec::new();
    for chess_move in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(chess_move);
        let known = sources.ask(&after)?;
        let Some(dtz) = known.dtz else {
            return Ok(None);
        };
        moves.push(Known {
            chess_move,
            dtz,
            mates: known.is_checkmate,
        });
    }
    Ok(Some(moves))
}

/// The move that wins soonest or loses latest: a mate, then a zeroing move for the winner, none for
/// the loser, then by the distance. Sooner is a greater number on both sides of zero.
fn best(moves: Vec<Known>) -> Option<Known> {
    moves.into_iter().min_by_key(|known| {
        (
            Wdl::from_dtz_after_zeroing(known.dtz),
            Reverse(known.mates),
            known.chess_move.is_zeroing() ^ known.dtz.is_negative(),
            Reverse(known.dtz.ignore_rounding()),
        )
    })
}

/// As text, because CBOR has no characters.
fn letter(winner: Color) -> &'static str {
    winner.fold_wb("w", "b")
}
