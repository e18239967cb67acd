//! Positions that users and files give as FEN or EPD.
//!
//! Every door reads them here, so that all of them take the same texts and leave out the same rights.

use std::fmt;

use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, PositionError, PositionErrorKinds, Setup,
    fen::Fen,
};

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
    /// No legal position.
    #[error("'{text}' is not a legal position: {reasons}")]
    Illegal {
        /// The text.
        text: String,
        /// What is wrong with it.
        reasons: String,
    },
}

/// A position that was given as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenPosition {
    /// The position, as far as it can be one.
    pub position: Chess,
    /// What the text says and the board does not allow.
    pub misfits: Vec<Misfit>,
}

impl GivenPosition {
    /// What is left out of the text, in words.
    pub fn left_out(&self) -> Vec<String> {
        self.misfits.iter().map(ToString::to_string).collect()
    }
}

/// Something in a text that does not fit the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// Rights to castle.
    Castling {
        /// All that are given.
        given: String,
        /// Those that fit, or `-`.
        kept: String,
    },
    /// A square that no pawn can have passed in the last move.
    EnPassant(String),
    /// Plies on the half-move clock after the double step of a pawn.
    Clock(u32),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Castling { given, kept } if kept == "-" => {
                write!(
                    f,
                    "the castling rights {given} do not fit the board and are left out"
                )
            }
            Self::Castling { given, kept } => {
                write!(
                    f,
                    "of the castling rights {given} only {kept} fit the board; the others are left out"
                )
            }
            Self::EnPassant(square) => {
                write!(
                    f,
                    "no pawn can have passed {square} in the last move; the en passant square is left out"
                )
            }
            Self::Clock(plies) => {
                write!(
                    f,
                    "a pawn has just passed the en passant square, so the half-move clock is taken as 0, not {plies}"
                )
            }
        }
    }
}

/// A position that could be on a board, even if its checks cannot occur in a
/// game: a FEN of four to six fields, an X-FEN or Shredder-FEN, or an EPD with
/// operations, of which `hmvc` and `fmvn` are read.
///
/// # Errors
///
/// If the text is no FEN, or its position is not legal.
///
/// # Examples
///
/// ```
/// let given = drawproof_tables::chess_of_fen("8/8/8/4k3/8/4K3/4P3/8 w K - bm Kd3; id \"x\";")?;
/// assert_eq!(given.misfits.len(), 1);
/// # Ok::<(), drawproof_tables::FenError>(())
/// ```
pub fn chess_of_fen(text: &str) -> Result<GivenPosition, FenError> {
    chess_of_fen_in(text, CastlingMode::Standard)
}

/// The same in a game whose kings and rooks begin on usual or on other squares.
///
/// # Errors
///
/// If the text is no FEN, or its position is not legal.
pub fn chess_of_fen_in(text: &str, mode: CastlingMode) -> Result<GivenPosition, FenError> {
    let fields = Fields::of(text);
    let mut setup = fields.setup().map_err(|error| FenError::Unreadable {
        text: text.into(),
        error,
    })?;
    let castling = fields.all.get(2).copied().unwrap_or("-");
    // Only in these letters is it certain that the rooks stand elsewhere.
    let has_files = castling
        .bytes()
        .any(|byte| b"ABCDEFGHabcdefgh".contains(&byte));
    let mut mode = mode;
    if has_files && has(&setup, mode, PositionErrorKinds::INVALID_CASTLING_RIGHTS) {
        mode = CastlingMode::Chess960;
    }
    let mut misfits = Vec::new();
    let is_castling_wrong = has(&setup, mode, PositionErrorKinds::INVALID_CASTLING_RIGHTS);
    if let Some(square) = setup.ep_square {
        if has(&setup, mode, PositionErrorKinds::INVALID_EP_SQUARE) {
            misfits.push(Misfit::EnPassant(square.to_string()));
            setup.ep_square = None;
        } else if setup.halfmoves > 0 {
            // A pawn's move sets the clock to zero, and any other takes the right away.
            misfits.push(Misfit::Clock(setup.halfmoves));
            setup.halfmoves = 0;
        }
    }
    let position = Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .map_err(|error| FenError::Illegal {
            text: text.into(),
            reasons: reasons(error.kinds()),
        })?;
    if is_castling_wrong {
        let kept = Fen::from_position(&position, EnPassantMode::Legal).to_string();
        let kept = kept.split(' ').nth(2).unwrap_or("-").into();
        let given = castling.into();
        misfits.insert(0, Misfit::Castling { given, kept });
    }
    Ok(GivenPosition { position, misfits })
}

/// Whether something is wrong with a position.
fn has(setup: &Setup, mode: CastlingMode, kind: PositionErrorKinds) -> bool {
    Chess::from_setup(setup.clone(), mode).is_err_and(|error| error.kinds().contains(kind))
}

/// The parts of a text.
struct Fields<'a> {
    /// Four to six of a FEN, fewer if some are missing.
    all: Vec<&'a str>,
    /// Operations of an EPD, or anything else.
    rest: &'a str,
}

/// Opcodes after which the semicolon is often forgotten.
const OPCODES: [&str; 16] = [
    "acd", "acn", "acs", "am", "bm", "ce", "dm", "eco", "fmvn", "hmvc", "id", "nic", "pm", "pv",
    "sm", "c0",
];

impl<'a> Fields<'a> {
    fn of(text: &'a str) -> Self {
        let around = |of: char| is_space(of) || "'\"\u{201c}\u{201d}".contains(of);
        let mut rest = text.trim_matches(around);
        let mut all = Vec::new();
        while all.len() < 6 && !rest.is_empty() {
            let end = rest.find(is_space).unwrap_or(rest.len());
            let field = &rest[..end];
            // Fields of numbers, if they are there.
            if all.len() >= 4 && !field.bytes().all(|byte| byte.is_ascii_digit()) {
                break;
            }
            all.push(field);
            rest = rest[end..].trim_start_matches(is_space);
        }
        Self { all, rest }
    }

    /// The FEN.
    fn setup(&self) -> Result<Setup, String> {
        let mut fen = self.all.join(" ");
        let opcode = self.rest.split([' ', ';']).next().unwrap_or_default();
        let is_epd = self.all.len() >= 4
            && (self
                .rest
                .starts_with(|first: char| first.is_ascii_alphabetic())
                && (self.rest.contains(';') || OPCODES.contains(&opcode))
                || self.rest.starts_with(';'));
        if !is_epd && !self.rest.is_empty() {
            // It is said what is wrong with the rest.
            fen = format!("{fen} {}", self.rest);
        }
        let fen = fen.parse::<Fen>().map_err(|error| error.to_string())?;
        let mut setup = fen.into_setup();
        if is_epd {
            for (opcode, operand) in operations(self.rest) {
                match (opcode, operand.parse::<u32>()) {
                    ("hmvc", Ok(plies)) => setup.halfmoves = plies,
                    ("fmvn", Ok(number)) => {
                        setup.fullmoves = number.try_into().unwrap_or(setup.fullmoves);
                    }
                    _ => {}
                }
            }
        }
        Ok(setup)
    }
}

/// Opcodes and operands of an EPD. A semicolon within quotes ends nothing.
fn operations(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut is_quoted = false;
    let ends = move |of: char| {
        is_quoted ^= of == '"';
        of == ';' && !is_quoted
    };
    text.split(ends).map(|operation| {
        let operation = operation.trim();
        let (opcode, operand) = operation.split_once(is_space).unwrap_or((operation, ""));
        (opcode, operand.trim())
    })
}

/// Whether a character stands between fields. Addresses of pages have underscores there, and copied text
/// has spaces that do not show.
fn is_space(of: char) -> bool {
    of.is_whitespace() || matches!(of, '_' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
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

#[cfg(test)]
mod tests {
    use shakmaty::Position;

    use super::*;
    use crate::fen_of;

    type Outcome = Result<(), FenError>;

    fn read(text: &str) -> Result<(String, Vec<String>), FenError> {
        let given = chess_of_fen(text)?;
        let misfits = given.misfits.iter().map(ToString::to_string);
        Ok((fen_of(&given.position).to_string(), misfits.collect()))
    }

    /// Written in many ways, read as one position.
    #[test]
    fn texts_of_one_position() -> Outcome {
        let fen = "8/8/8/8/8/6k1/6p1/6K1 w - - 0 1";
        for text in [
            "8/8/8/8/8/6k1/6p1/6K1 w - -",
            "8/8/8/8/8/6k1/6p1/6K1 w - - 0",
            "8/8/8/8/8/6k1/6p1/6K1_w_-_-_0_1",
            " \u{feff}8/8/8/8/8/6k1/6p1/6K1\u{a0}w  -\t- 0 1\u{200b}",
            "\"8/8/8/8/8/6k1/6p1/6K1 w - - 0 1\"",
            "8/8/8/8/8/6k1/6p1/6K1 w - - bm Kg2; id \"x\";",
            "8/8/8/8/8/6k1/6p1/6K1 w - - bm Kg2",
            "8/8/8/8/8/6k1/6p1/6K1 w - - 0 1 bm Kg2; id \"of; hmvc 9;\";",
            "8/8/8/8/8/6k1/6p1/6K1 w - - ; a remark",
        ] {
            assert_eq!(read(text)?, (fen.into(), vec![]), "{text}");
        }
        let clock = read("8/8/8/8/8/6k1/6p1/6K1 w - - id \"x\"; hmvc 7; fmvn 30;")?;
        assert_eq!(clock.0, "8/8/8/8/8/6k1/6p1/6K1 w - - 7 30");
        for text in [
            "8/8/8/8/8/6k1/6p1/6K1 w - - x 1",
            "8/8/8/8/8/6k1/6p1/6K1 w - - 0 1 2",
            "8/8/8/8/8/6k1/6p1/6K1 w - - -1 1",
            "",
            "\"",
            "bm Kg2;",
        ] {
            assert!(
                matches!(read(text), Err(FenError::Unreadable { .. })),
                "{text}"
            );
        }
        Ok(())
    }

    #[test]
    fn rights_that_do_not_fit_are_left_out() -> Outcome {
        for (text, fen, misfits) in [
            (
                "7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1",
                "7k/5K2/4R3/8/8/8/8/8 w - - 0 1",
                &["the castling rights KQkq do not fit the board and are left out"][..],
            ),
            (
                "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                &["of the castling rights KQ only K fit the board; the others are left out"],
            ),
            (
                "8/8/8/4k3/8/4K3/4P3/8 w - e3 3 9",
                "8/8/8/4k3/8/4K3/4P3/8 w - - 3 9",
                &["no pawn can have passed e3 in the last move; the en passant square is left out"],
            ),
            (
                "8/8/7k/8/1pP5/7K/8/8 b - c3 5 1",
                "8/8/7k/8/1pP5/7K/8/8 b - c3 0 1",
                &[
                    "a pawn has just passed the en passant square, so the half-move clock is taken as 0, not 5",
                ],
            ),
        ] {
            let misfits: Vec<String> = misfits.iter().map(|&of| of.to_owned()).collect();
            assert_eq!(read(text)?, (fen.into(), misfits));
        }
        Ok(())
    }

    /// Rooks on other squares: by file letters in any game, by the outermost rook in Chess960.
    #[test]
    fn rooks_of_chess960() -> Outcome {
        let files = chess_of_fen("4k3/8/8/8/8/8/8/1KR5 w C - 0 1")?;
        assert!(files.misfits.is_empty() && files.position.castles().any());
        let usual = chess_of_fen("4k3/8/8/8/8/8/8/1KR5 w K - 0 1")?;
        assert!(usual.misfits.len() == 1 && usual.position.castles().is_empty());
        let mode = CastlingMode::Chess960;
        let outermost = chess_of_fen_in("4k3/8/8/8/8/8/8/1KR5 w K - 0 1", mode)?;
        assert!(outermost.misfits.is_empty() && outermost.position.castles().any());
        Ok(())
    }
}
