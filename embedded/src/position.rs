//! Answers for positions of shakmaty.

use shakmaty::{Color, EnPassantMode, Position, Role};

use crate::{probe_draw, table_dtm, table_wdl, Wdl};

/// Whether the side to move wins: exactly with up to three men, and otherwise a draw where a
/// recognizer claims one. `None` if that is not known, as it is with castling rights and where
/// en passant is legal.
///
/// Moves since the last capture or pawn move do not count: a win may be one that the 50-move rule
/// spoils.
///
/// ```
/// use drawproof_embedded::{Wdl, probe, probe_dtm};
/// use shakmaty::{CastlingMode, Chess, fen::Fen};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let position = |fen: &str| -> Result<Chess, Box<dyn std::error::Error>> {
///     Ok(fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?)
/// };
/// let pawn = position("8/8/8/8/8/6k1/4P3/2K5 w - - 0 1")?;
/// assert_eq!(probe(&pawn), Some(Wdl::Win));
/// assert_eq!(probe_dtm(&pawn), Some(45));
/// // Rook against rook: a rule claims a draw.
/// let rooks = position("4k3/8/8/7r/8/8/8/R3K3 w - - 0 1")?;
/// assert_eq!(probe(&rooks), Some(Wdl::Draw));
/// assert_eq!(probe(&Chess::new()), None);
/// # Ok(())
/// # }
/// ```
pub fn probe(position: &impl Position) -> Option<Wdl> {
    if let known @ Some(_) = asked(position, table_wdl) {
        return known;
    }
    asked(position, probe_draw).then_some(Wdl::Draw)
}

/// Plies to mate with up to three men, 0 for checkmate on the board; `None` for a draw, or if that
/// is not known.
pub fn probe_dtm(position: &impl Position) -> Option<u32> {
    asked(position, table_dtm)
}

/// A function that takes bitboards.
type Asked<T> = fn(u64, u64, u64, u64, u64, u64, u64, u64, u32, u32, bool) -> T;

fn asked<T>(position: &impl Position, function: Asked<T>) -> T {
    let board = position.board();
    let of = |role| board.by_role(role).0;
    // A square of en passant is not 0, the number of a1.
    let ep = position.ep_square(EnPassantMode::Legal);
    function(
        board.by_color(Color::White).0,
        board.by_color(Color::Black).0,
        of(Role::King),
        of(Role::Queen),
        of(Role::Rook),
        of(Role::Bishop),
        of(Role::Knight),
        of(Role::Pawn),
        u32::from(!position.castles().is_empty()),
        ep.map_or(0, u32::from),
        position.turn() == Color::White,
    )
}
