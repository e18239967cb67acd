//! A position as squares, the form that tables use.

use std::fmt;

use arrayvec::ArrayVec;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Piece, Position, PositionError,
    Rank, Role, Setup, Square,
    fen::{Fen, LossyFenError},
};

use crate::{Material, material::MAX_MEN};

/// A position of a known class: a square for each man, and the side to move.
///
/// Strong is White. The squares are in the order of [`Material::men`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    /// Squares of strong's king, weak's king, and the others.
    pub squares: ArrayVec<Square, MAX_MEN>,
    /// Who is to move, White being strong.
    pub turn: Color,
}

/// Why a position cannot be in any table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlacementError {
    /// A side does not have exactly one king.
    #[error("expected one king for each side")]
    Kings,
    /// More men than any class has.
    #[error("{0} men are too many, kings included; at most {MAX_MEN} can be looked up")]
    TooManyMen(usize),
    /// A king may still castle.
    #[error(
        "castling is still possible, which tables do not cover; write - for the castling rights"
    )]
    Castling,
}

impl Placement {
    /// The class and squares of a position, and whether colours were swapped
    /// (and the board flipped vertically) to make White the stronger side.
    ///
    /// # Errors
    ///
    /// [`PlacementError`] for positions that no table covers.
    pub fn of(position: &Chess) -> Result<(Material, Self, bool), PlacementError> {
        if position.castles().any() {
            return Err(PlacementError::Castling);
        }
        let men = position.board().occupied().count();
        if men > MAX_MEN {
            return Err(PlacementError::TooManyMen(men));
        }
        Self::of_board(position.board(), position.turn()).ok_or(PlacementError::Kings)
    }

    /// Like [`of`](Self::of), for a board that need not be a legal position.
    pub fn of_board(board: &Board, turn: Color) -> Option<(Material, Self, bool)> {
        let (material, flipped) = Material::of_board(board)?;
        let placement = Self::on_board(board, turn, &material.men(), flipped);
        Some((material, placement, flipped))
    }

    /// The placement of these men, which are all men on the board, with like
    /// men on ascending squares. `flipped` exchanges colours and flips the
    /// board vertically.
    #[inline]
    pub(crate) fn on_board(board: &Board, turn: Color, men: &[Piece], flipped: bool) -> Self {
        let mut squares = ArrayVec::new();
        let mut before = None;
        let mut left = Bitboard::EMPTY;
        for &man in men {
            if before != Some(man) {
                let color = if flipped { !man.color } else { man.color };
                left = board.by_color(color) & board.by_role(man.role);
                if flipped {
                    left = left.flip_vertical();
                }
                before = Some(man);
            }
            squares.extend(left.pop_front());
        }
        let turn = if flipped { !turn } else { turn };
        Self { squares, turn }
    }

    /// The same position of a class with equal material, with the sides
    /// exchanged and the board flipped vertically.
    #[must_use]
    pub fn exchanged(&self, material: &Material) -> Self {
        let men = material.exchanged_men();
        Self {
            squares: men
                .iter()
                .map(|&man| self.squares[man].flip_vertical())
                .collect(),
            turn: !self.turn,
        }
    }

    /// The board with strong as White.
    pub fn board(&self, material: &Material) -> Board {
        let mut board = Board::empty();
        for (man, &square) in material.men().into_iter().zip(&self.squares) {
            board.set_piece_at(square, man);
        }
        board
    }

    /// The position for shakmaty, even if its checks cannot occur in a game.
    ///
    /// # Errors
    ///
    /// shakmaty's, for a position that is not legal.
    pub fn to_chess(&self, material: &Material) -> Result<Chess, Box<PositionError<Chess>>> {
        chess(self.setup(material))
    }

    /// The positions with these squares in which the side to move can capture a
    /// pawn en passant after its double step.
    pub fn with_en_passant(&self, material: &Material) -> Vec<Chess> {
        let other = !self.turn;
        let men = material.men();
        let pawns = men.iter().zip(&self.squares).filter(|(man, square)| {
            **man == Role::Pawn.of(other) && square.rank() == other.relative_rank(Rank::Fourth)
        });
        let own_pawns = men.iter().any(|&man| man == Role::Pawn.of(self.turn));
        pawns
            .filter(|_| own_pawns)
            .filter_map(|(_, square)| {
                let mut setup = self.setup(material);
                setup.ep_square = Some(Square::from_coords(
                    square.file(),
                    other.relative_rank(Rank::Third),
                ));
                let position = chess(setup).ok()?;
                position.legal_ep_square().map(|_| position)
            })
            .collect()
    }

    /// The FEN of the position, legal or not.
    pub fn fen(&self, material: &Material) -> Fen {
        Fen::try_from_setup(self.setup(material)).unwrap_or_else(LossyFenError::ignore)
    }

    /// The FEN of the position or, with `exchanged`, of its image with colours
    /// exchanged and the board flipped vertically.
    pub fn fen_either(&self, material: &Material, exchanged: bool) -> Fen {
        let asked = AskedPosition {
            exchanged,
            ..AskedPosition::plain(self.clone())
        };
        asked.fen(material)
    }

    fn setup(&self, material: &Material) -> Setup {
        let mut setup = Setup::empty();
        setup.board = self.board(material);
        setup.turn = self.turn;
        setup
    }

    /// All squares with a man on them.
    pub fn occupied(&self) -> Bitboard {
        self.squares.iter().copied().collect()
    }
}

/// A position as a recognizer was asked about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskedPosition {
    /// The squares and the side to move, with strong as White.
    pub placement: Placement,
    /// The en passant square, if any, with strong as White.
    pub en_passant: Option<Square>,
    /// Whether colours were exchanged and the board was flipped vertically.
    pub exchanged: bool,
}

impl AskedPosition {
    /// The position as it is, without an en passant right.
    pub fn plain(placement: Placement) -> Self {
        Self {
            placement,
            en_passant: None,
            exchanged: false,
        }
    }

    /// Who was to move.
    pub fn turn(&self) -> Color {
        if self.exchanged {
            !self.placement.turn
        } else {
            self.placement.turn
        }
    }

    /// Its FEN, legal or not.
    pub fn fen(&self, material: &Material) -> Fen {
        Fen::try_from_setup(self.setup(material)).unwrap_or_else(LossyFenError::ignore)
    }

    /// The position for shakmaty, even if its checks cannot occur in a game.
    ///
    /// # Errors
    ///
    /// shakmaty's, for a position that is not legal.
    pub fn to_chess(&self, material: &Material) -> Result<Chess, Box<PositionError<Chess>>> {
        chess(self.setup(material))
    }

    fn setup(&self, material: &Material) -> Setup {
        let mut setup = self.placement.setup(material);
        setup.ep_square = self.en_passant;
        if self.exchanged {
            setup.into_mirrored()
        } else {
            setup
        }
    }
}

fn chess(setup: Setup) -> Result<Chess, Box<PositionError<Chess>>> {
    setup
        .position::<Chess>(CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(Box::new)
}

/// The FEN of a position from play, with the en passant square only if a
/// capture is legal.
pub fn fen_of(position: &Chess) -> impl fmt::Display + use<> {
    Fen::from_position(position, EnPassantMode::Legal)
}
