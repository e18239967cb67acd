//! Positions that users write as FEN.

use shakmaty::{CastlingMode, Chess, PositionError, PositionErrorKinds, fen::Fen};

/// Why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// It cannot be read.
    #[error(
        "'{text}' is not a FEN: {error}; expected something like '8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1'"
    )]
    Unreadable {
        /// The text.
        text: String,
        /// What is wrong with it.
        error: String,
    },
    /// A right to capture en passant and a half-move clock that exclude each other.
    #[error(
        "'{text}' has an en passant square, so a pawn has just moved, and {halfmoves} plies on the half-move clock; write 0 for them, or - for the square"
    )]
    Clock {
        /// The text.
        text: String,
        /// The clock, in plies.
        halfmoves: u32,
    },
    /// No legal position.
    #[error("'{text}' is not a legal position: {reasons}")]
    Illegal {
        /// The text.
        text: String,
        /// What is wrong with it.
        reasons: String,
    },
}

/// A position that could be on a board, even if its checks cannot occur in a
/// game.
///
/// # Errors
///
/// If the text is no FEN, or its position is not legal.
pub fn chess_of_fen(text: &str) -> Result<Chess, FenError> {
    let fen: Fen = text
        .parse()
        .map_err(|error: shakmaty::fen::ParseFenError| FenError::Unreadable {
            text: text.into(),
            error: error.to_string(),
        })?;
    // Any other move takes the right away, and a pawn's move sets the clock to zero.
    let setup = fen.as_setup();
    if setup.ep_square.is_some() && setup.halfmoves > 0 {
        return Err(FenError::Clock {
            text: text.into(),
            halfmoves: setup.halfmoves,
        });
    }
    fen.into_position::<Chess>(CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .map_err(|error| FenError::Illegal {
            text: text.into(),
            reasons: reasons(error.kinds()),
        })
}

/// What is wrong with a position, in words.
fn reasons(kinds: PositionErrorKinds) -> String {
    let known = [
        (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
        (PositionErrorKinds::MISSING_KING, "a king is missing"),
        (
            PositionErrorKinds::TOO_MANY_KINGS,
            "a side has more than one king",
        ),
        (
            PositionErrorKinds::PAWNS_ON_BACKRANK,
            "a pawn stands on the first or last rank",
        ),
        (
            PositionErrorKinds::INVALID_CASTLING_RIGHTS,
            "the castling rights do not fit the board; write - for them",
        ),
        (
            PositionErrorKinds::INVALID_EP_SQUARE,
            "no pawn can have passed the en passant square; write - for it",
        ),
        (
            PositionErrorKinds::OPPOSITE_CHECK,
            "the side that is not to move is in check",
        ),
    ];
    let found: Vec<&str> = known
        .iter()
        .filter(|(kind, _)| kinds.contains(*kind))
        .map(|(_, reason)| *reason)
        .collect();
    if found.is_empty() {
        "no game can reach it".into()
    } else {
        found.join("; ")
    }
}
