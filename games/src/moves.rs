//! Moves as they are written, and the legal moves that they mean.

use shakmaty::{CastlingSide, Chess, File, Move, Position, Rank, Role, Square};

use crate::words::is_remark;

/// A move as it is written: in short or long algebraic notation, or as two
/// squares.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// Castling.
    Castling(CastlingSide),
    /// A move to a square.
    To {
        role: Option<Role>,
        file: Option<File>,
        rank: Option<Rank>,
        is_capture: bool,
        to: Square,
        promotion: Option<Role>,
    },
    /// No move.
    Null,
}

/// Why a move cannot be played.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Unplayable {
    /// No legal move is meant.
    Illegal,
    /// More than one may be meant.
    Ambiguous,
}

impl Written {
    /// The move that a word is.
    pub fn of(word: &[u8]) -> Option<Self> {
        match word.first()? {
            b'O' | b'o' | b'0' => castling(word),
            b'-' | b'Z' | b'@' => null(word),
            _ => to(word),
        }
        .or_else(|| null(word))
    }

    /// The legal move that is meant.
    pub fn find(self, position: &Chess) -> Result<Move, Unplayable> {
        match self {
            Self::Null => Err(Unplayable::Illegal),
            Self::Castling(side) => {
                let moves = position.castling_moves(side);
                moves.first().copied().ok_or(Unplayable::Illegal)
            }
            Self::To {
                role,
                file,
                rank,
                is_capture,
                to,
                promotion,
            } => {
                let from = file.zip(rank);
                let from = from.map(|(file, rank)| Square::from_coords(file, rank));
                let board = position.board();
                // Two squares are a move of whatever stands on the first.
                let role = role.or_else(|| from.and_then(|from| board.role_at(from)));
                let role = role.unwrap_or(Role::Pawn);
                // Only captures leave a pawn's file.
                let file = match role {
                    Role::Pawn if !is_capture => file.or(Some(to.file())),
                    _ => file,
                };
                let mut moves = position.san_candidates(role, to);
                moves.retain(|of| {
                    let from = of.from();
                    file.is_none_or(|file| from.is_some_and(|from| from.file() == file))
                        && rank.is_none_or(|rank| from.is_some_and(|from| from.rank() == rank))
                        && (promotion.is_none() || of.promotion() == promotion)
                });
                match (&moves[..], from) {
                    (&[only], _) => Ok(only),
                    ([], Some(from)) if role == Role::King && promotion.is_none() => {
                        castling_by_squares(position, from, to).ok_or(Unplayable::Illegal)
                    }
                    ([], _) => Err(Unplayable::Illegal),
                    _ => Err(Unplayable::Ambiguous),
                }
            }
        }
    }
}

/// Castling as a move of the king to its square, or onto the rook.
fn castling_by_squares(position: &Chess, from: Square, to: Square) -> Option<Move> {
    let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
    sides.into_iter().find_map(|side| {
        let &Move::Castle { king, rook } = position.castling_moves(side).first()? else {
            return None;
        };
        let ends = side.king_to(position.turn());
        (king == from && (to == rook || to == ends)).then_some(Move::Castle { king, rook })
    })
}

fn castling(word: &[u8]) -> Option<Written> {
    let first = word[0];
    let is_same = |at: usize| word.get(at) == Some(&first);
    let is_pair = |at: usize| word.get(at) == Some(&b'-') && is_same(at + 1);
    let (side, length) = match (is_pair(1), is_pair(3)) {
        (true, true) => (CastlingSide::QueenSide, 5),
        (true, false) => (CastlingSide::KingSide, 3),
        _ => return None,
    };
    is_remark(&word[length..]).then_some(Written::Castling(side))
}

fn null(word: &[u8]) -> Option<Written> {
    let marks = word.iter().rev().take_while(|byte| b"!?".contains(byte));
    let word = &word[..word.len() - marks.count()];
    let is_null = matches!(
        word,
        b"--" | b"Z0" | b"0000" | b"@@@@" | b"null" | b"pass" | b"PASS"
    );
    is_null.then_some(Written::Null)
}

fn role(letter: u8) -> Option<Role> {
    Some(match letter {
        b'K' | b'k' => Role::King,
        b'Q' | b'q' => Role::Queen,
        b'R' | b'r' => Role::Rook,
        b'N' | b'n' => Role::Knight,
        // A small one is a file.
        b'B' => Role::Bishop,
        b'P' => Role::Pawn,
        _ => return None,
    })
}

/// A file and a rank at the beginning of a text, where they are, and the rest.
fn square(mut text: &[u8]) -> (Option<File>, Option<Rank>, &[u8]) {
    let mut found = (None, None);
    if let [file @ b'a'..=b'h', rest @ ..] = text {
        found.0 = File::from_char(char::from(*file));
        text = rest;
    }
    if let [rank @ b'1'..=b'8', rest @ ..] = text {
        found.1 = Rank::from_char(char::from(*rank));
        text = rest;
    }
    (found.0, found.1, text)
}

fn to(word: &[u8]) -> Option<Written> {
    let role = role(word[0]);
    let rest = &word[usize::from(role.is_some())..];
    let (file, rank, rest) = square(rest);
    if (role, file) == (None, None) && rank.is_some() {
        // The number of a move, as in `1e4`.
        return None;
    }
    let (sign, after) = match rest {
        [sign @ (b'x' | b'X' | b':' | b'-'), rest @ ..] => (Some(*sign), rest),
        _ => (None, rest),
    };
    let (file, rank, to, rest) = match (square(after), file, rank) {
        ((Some(to_file), Some(to_rank), rest), file, rank) => {
            (file, rank, Square::from_coords(to_file, to_rank), rest)
        }
        // The first square is the only one.
        (_, Some(to_file), Some(to_rank)) => {
            (None, None, Square::from_coords(to_file, to_rank), rest)
        }
        _ => return None,
    };
    let (promotion, rest) = promotion(to, rest);
    let is_pawn = role.is_none() || role == Some(Role::Pawn);
    let written = Written::To {
        role,
        file,
        rank,
        is_capture: sign.is_some_and(|sign| sign != b'-'),
        to,
        promotion: promotion.filter(|_| is_pawn),
    };
    is_remark(rest).then_some(written)
}

/// What a pawn becomes: `=Q`, `Q`, `/Q`, `(Q)`, `q`.
fn promotion(to: Square, text: &[u8]) -> (Option<Role>, &[u8]) {
    let letter = match text {
        [b'=' | b'/' | b'(', letter, rest @ ..] | [letter, rest @ ..] => Some((*letter, rest)),
        [] => None,
    };
    let is_last = matches!(to.rank(), Rank::First | Rank::Eighth);
    let letter = letter
        .filter(|_| is_last)
        .map(|(letter, rest)| (letter.to_ascii_uppercase(), rest));
    match letter {
        Some((letter @ (b'Q' | b'R' | b'B' | b'N'), rest)) => (role(letter), rest),
        _ => (None, text),
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::chess_of_fen;

    use super::*;

    /// What a word means in a position, as two squares.
    fn found(fen: &str, word: &str) -> Result<String, Option<Unplayable>> {
        let position = chess_of_fen(fen).expect("a position").position;
        let written = Written::of(word.as_bytes()).ok_or(None)?;
        let of = written.find(&position).map_err(Some)?;
        Ok(of.to_uci(position.castles().mode()).to_string())
    }

    #[test]
    fn moves_in_every_notation() {
        const PAWNS: &str = "6k1/4P3/8/1pP5/3p4/8/3P4/R3K2R w KQ b6 0 1";
        for (fen, words, expected) in [
            (
                PAWNS,
                "e8Q e8=Q e8(Q) e8/Q e8q e7e8q e7-e8=Q+ e8=Q++ e8Q# e7-e8Q!?",
                "e7e8q",
            ),
            (PAWNS, "e8N e7e8n e8=N", "e7e8n"),
            (
                PAWNS,
                "cxb6 cb6 c5xb6 c5b6 c5-b6 c5:b6 cxb6e.p. cxb6ep cxb6e.p.+",
                "c5b6",
            ),
            (PAWNS, "O-O 0-0 o-o e1g1 e1-g1 Ke1-g1 O-O+ 0-0!", "e1g1"),
            (PAWNS, "O-O-O 0-0-0 e1c1 0-0-0+", "e1c1"),
            (
                PAWNS,
                "Kf2 kf2 Ke1-f2 e1f2 e1-f2 Ke1f2 Kef2 K1f2 Kf2+- Kf2,",
                "e1f2",
            ),
            (PAWNS, "d3 Pd3 d2d3 d2-d3 Pd2-d3", "d2d3"),
            (
                "8/8/8/8/8/k7/8/K1N1N3 w - - 0 1",
                "Ncd3 c1d3 Nc1d3 Nc1-d3",
                "c1d3",
            ),
            (
                "8/8/8/8/8/1k6/3p4/K1N5 b - - 0 1",
                "dxc1=Q d2xc1Q dc1=Q Pxc1=Q d2c1q",
                "d2c1q",
            ),
        ] {
            for word in words.split(' ') {
                assert_eq!(found(fen, word), Ok(expected.into()), "{word}");
            }
        }
    }

    #[test]
    fn whatever_else_is_no_move() {
        let fen = "6k1/4P3/8/1pP5/3p4/8/3P4/R3K2R w KQ b6 0 1";
        for word in [
            "Sf3", "Rd9", "Nf3Nf6", "Q@e4", "O-0", "O-O-O-O", "e", "e4x", "K", "1-0", "", "x",
            "be", "Kf2x", "e9", "♔f2",
        ] {
            assert_eq!(found(fen, word), Err(None), "{word}");
        }
        for word in ["Kd3", "b6", "e8=K", "d3=Q", "Nf3", "--", "e1a1b"] {
            let found = found(fen, word);
            assert!(
                matches!(found, Err(Some(Unplayable::Illegal) | None)),
                "{word}: {found:?}"
            );
        }
        assert_eq!(found(fen, "e8"), Err(Some(Unplayable::Ambiguous)));
        assert_eq!(
            found("8/8/8/8/8/k7/8/K1N1N3 w - - 0 1", "Nd3"),
            Err(Some(Unplayable::Ambiguous))
        );
    }

    #[test]
    fn no_moves() {
        for word in ["--", "Z0", "0000", "--!?"] {
            assert_eq!(Written::of(word.as_bytes()), Some(Written::Null), "{word}");
        }
    }
}
