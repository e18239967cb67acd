//! What libraries and servers say without a look at the position: rules about material.

use shakmaty::{Bitboard, Board, ByColor, Chess, Color, Position};

/// A rule that sees only how many men of each kind there are, and the colours of the squares
/// of bishops.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum MaterialRule {
    /// `has_insufficient_material(color)` of shakmaty and of python-chess,
    /// `InsufficientMatingMaterial` of scalachess.
    Lichess,
    /// `isInsufficientMaterial` of chess.js, the verdict of cutechess, and the positions that
    /// manuals for arbiters list.
    ChessJs,
    /// `isInsufficientMaterial` of chesslib.
    Chesslib,
    /// The rule that chess.com describes to its players.
    ChessCom,
    /// The first lines of `Position::is_draw` in Glaurung 2.1, and in Stockfish for years.
    Glaurung,
}

/// What a rule says of a position.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct Excluded {
    /// The sides that it says cannot mate: they do not win on time.
    pub cannot: ByColor<bool>,
    /// Whether it ends the game as drawn at once.
    pub is_dead: bool,
}

impl MaterialRule {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Lichess,
        Self::ChessJs,
        Self::Chesslib,
        Self::ChessCom,
        Self::Glaurung,
    ];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lichess => "shakmaty",
            Self::ChessJs => "chess.js",
            Self::Chesslib => "chesslib",
            Self::ChessCom => "chess.com",
            Self::Glaurung => "glaurung",
        }
    }

    /// What it says of a position.
    pub fn excludes(self, position: &Chess) -> Excluded {
        let board = position.board();
        match self {
            Self::Lichess => Excluded {
                cannot: ByColor::new_with(|side| position.has_insufficient_material(side)),
                is_dead: position.is_insufficient_material(),
            },
            Self::ChessJs => Excluded::both(lone_bishops_or_less(board)),
            Self::Chesslib => Excluded::both(chesslib(board)),
            Self::ChessCom => {
                let cannot = ByColor::new_with(|side| is_lone_minor_or_less(board, side));
                let knights = Color::ALL.map(|side| is_two_knights_against_none(board, side));
                Excluded {
                    cannot,
                    is_dead: cannot.white && cannot.black || knights.contains(&true),
                }
            }
            Self::Glaurung => {
                let only_minors = (board.pawns() | board.rooks_and_queens()).is_empty();
                Excluded::both(only_minors && board.occupied().count() <= 3)
            }
        }
    }
}

impl Excluded {
    /// A rule that asks of both sides at once.
    fn both(is_dead: bool) -> Self {
        Self {
            cannot: ByColor::new_with(|_| is_dead),
            is_dead,
        }
    }
}

/// No more than one knight, or bishops of one colour, on the board.
fn lone_bishops_or_less(board: &Board) -> bool {
    let men = board.occupied() & !board.kings();
    let is_lone_knight = men.count() == 1 && men == board.knights();
    is_lone_knight || men == board.bishops() && are_of_one_color(men)
}

/// With four men, a minor piece each unless both are bishops of different colours, or two
/// bishops of one colour; otherwise as chess.js.
fn chesslib(board: &Board) -> bool {
    let men = board.occupied() & !board.kings();
    let is_minors = men == board.bishops() | board.knights();
    let is_one_each = Color::ALL
        .iter()
        .all(|&side| (men & board.by_color(side)).count() == 1);
    if men.count() == 2 && is_one_each {
        return is_minors && (men != board.bishops() || are_of_one_color(men));
    }
    lone_bishops_or_less(board)
}

fn is_lone_minor_or_less(board: &Board, side: Color) -> bool {
    let men = board.by_color(side) & !board.kings();
    men.count() <= 1 && (men & !board.bishops() & !board.knights()).is_empty()
}

fn is_two_knights_against_none(board: &Board, side: Color) -> bool {
    let men = board.occupied() & !board.kings();
    men.count() == 2 && men == board.knights() & board.by_color(side)
}

fn are_of_one_color(squares: Bitboard) -> bool {
    squares.is_disjoint(Bitboard::DARK_SQUARES) || squares.is_disjoint(Bitboard::LIGHT_SQUARES)
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    /// What the rules say: `W`, `B` for the sides that cannot mate, `=` for a drawn game.
    fn said(fen: &str) -> Result<[String; 5], Box<dyn std::error::Error>> {
        let position = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
        Ok(MaterialRule::ALL.map(|rule| {
            let said = rule.excludes(&position);
            let words = [
                (said.cannot.white, 'W'),
                (said.cannot.black, 'B'),
                (said.is_dead, '='),
            ];
            words
                .iter()
                .filter(|word| word.0)
                .map(|word| word.1)
                .collect()
        }))
    }

    #[test]
    fn each_rule_says_what_its_source_says() -> Result<(), Box<dyn std::error::Error>> {
        for (fen, expected) in [
            (
                "8/8/8/3k4/8/8/8/KB6 w - - 0 1",
                ["WB=", "WB=", "WB=", "WB=", "WB="],
            ),
            ("8/8/8/3k4/8/8/1P6/K7 w - - 0 1", ["B", "", "", "B", ""]),
            ("8/8/8/3k4/8/8/8/KNN5 w - - 0 1", ["B", "", "", "B=", ""]),
            ("8/8/8/3k4/8/8/8/KBB5 w - - 0 1", ["B", "", "", "B", ""]),
            (
                "8/8/8/3k4/8/2B5/1B6/K7 w - - 0 1",
                ["WB=", "WB=", "WB=", "B", ""],
            ),
            ("8/8/8/3k4/8/8/8/KBn5 w - - 0 1", ["", "", "WB=", "WB=", ""]),
            ("8/8/8/3k4/8/8/8/KNn5 w - - 0 1", ["", "", "WB=", "WB=", ""]),
            ("8/8/8/3k4/8/8/8/KBb5 w - - 0 1", ["", "", "", "WB=", ""]),
            ("8/8/8/3k4/8/8/8/KNr5 w - - 0 1", ["", "", "", "W", ""]),
            ("8/8/8/8/3k4/8/8/KN4q1 w - - 0 1", ["W", "", "", "W", ""]),
            ("8/8/8/3k4/8/8/8/KBB1b3 w - - 0 1", ["", "", "", "B", ""]),
            (
                "8/8/8/3k4/8/3b4/2B5/KB6 w - - 0 1",
                ["WB=", "WB=", "WB=", "B", ""],
            ),
        ] {
            assert_eq!(said(fen)?, expected, "{fen}");
        }
        Ok(())
    }
}
