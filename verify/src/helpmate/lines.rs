//! The lines of help mates.

use drawproof_language::Claim;
use drawproof_tables::{HelpmateTables, Mates, OracleError, fen_of};
use shakmaty::{Chess, Color, Move, Position};

/// The shortest help mate of a side that cannot mate by a claim: the side, and the plies; strong
/// is White. `None` if there is none, or distances are not known.
pub(crate) fn refuting(claim: Claim, turn: Color, mates: Mates) -> Option<(Color, u16)> {
    let ruled_out = claim.rules_out(turn);
    let sides = Color::ALL.into_iter().filter(|&side| *ruled_out.get(side));
    let found = sides.filter_map(|side| Some((side, (*mates.plies.get(side))?)));
    found.min_by_key(|&(_, plies)| plies)
}

/// A shortest help mate of a side: each move leads to a position one ply nearer. Empty if it
/// cannot mate, or distances are not known.
///
/// # Errors
///
/// If a table is missing, or tables contradict each other.
pub fn helpmate_line(
    tables: &HelpmateTables,
    position: &Chess,
    side: Color,
) -> Result<Vec<Move>, OracleError> {
    let mut position = position.clone();
    let plies = *tables.probe(&position)?.plies.get(side);
    let mut line = Vec::new();
    for left in (0..plies.unwrap_or(0)).rev() {
        let mut next = None;
        for chess_move in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(chess_move);
            if *tables.probe(&after)?.plies.get(side) == Some(left) {
                next = Some(chess_move);
                break;
            }
        }
        let Some(chess_move) = next else {
            return Err(OracleError::Unanswered {
                place: "the tables of help mates".into(),
                fen: fen_of(&position).to_string(),
                reason: "they contradict each other; generate them again".into(),
            });
        };
        position.play_unchecked(chess_move);
        line.push(chess_move);
    }
    Ok(line)
}
