//! A position in a few bytes.

use drawproof_tables::{Material, Placement};
use shakmaty::{CastlingMode, Chess, Color, PositionError, Setup, Square};

/// A position of a class, as it occurred in a game: its men, the side to move,
/// and the en passant right if a legal move uses it.
///
/// The order is by class, then by placement.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spot {
    class: u16,
    men: u8,
    /// Whether the stronger side is Black in the game.
    flipped: bool,
    /// Whether the weaker side, once the stronger one is White, is to move.
    black_to_move: bool,
    en_passant: Option<Square>,
    /// Six bits for each man, the first one lowest.
    squares: u64,
}

impl Spot {
    pub(crate) fn new(
        class: u16,
        placement: &Placement,
        flipped: bool,
        en_passant: Option<Square>,
    ) -> Self {
        let squares = placement.squares.iter().rev();
        Self {
            class,
            men: placement.squares.len() as u8,
            flipped,
            black_to_move: placement.turn.is_black(),
            en_passant,
            squares: squares.fold(0, |bits, &square| bits << 6 | u64::from(square)),
        }
    }

    /// The number of the class.
    pub fn class(&self) -> u16 {
        self.class
    }

    /// Whether the stronger side is Black in the game. With equal material
    /// White counts as the stronger side.
    pub fn is_flipped(&self) -> bool {
        self.flipped
    }

    /// Whether a pawn can be taken en passant.
    pub fn has_en_passant(&self) -> bool {
        self.en_passant.is_some()
    }

    /// The position with the stronger side as White, without any en passant
    /// right.
    pub fn placement(&self) -> Placement {
        let square = |man: u8| Square::new((self.squares >> (6 * man) & 63) as u32);
        Placement {
            squares: (0..self.men).map(square).collect(),
            turn: Color::from_black(self.black_to_move),
        }
    }

    /// The position of the game.
    ///
    /// # Errors
    ///
    /// None for positions found in a game.
    pub fn to_chess(&self, class: &Material) -> Result<Chess, Box<PositionError<Chess>>> {
        let placement = self.placement();
        let mut setup = Setup::empty();
        setup.board = placement.board(class);
        setup.turn = placement.turn;
        if self.flipped {
            setup.mirror();
        }
        setup.ep_square = self.en_passant;
        setup
            .position::<Chess>(CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check)
            .map_err(Box::new)
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::fen_of;
    use shakmaty::{Position, fen::Fen};

    use super::*;
    use crate::Classes;

    #[test]
    fn positions_stay_what_they_are() {
        let classes = ["KRvKN", "KPvKP", "KNNvKN"].map(|name| name.parse().expect("a class"));
        let classes = Classes::new(classes);
        for fen in [
            "8/8/8/8/8/1R6/6n1/K1k5 w - - 0 1",
            "8/8/8/8/8/1r6/6N1/K1k5 w - - 0 1",
            "8/8/7k/8/1pP5/7K/8/8 b - c3 0 1",
            "8/8/7k/8/1pP5/7K/8/8 w - - 0 1",
            "8/7n/7k/n7/4N3/7K/8/8 b - - 0 1",
        ] {
            let position: Chess = fen
                .parse::<Fen>()
                .expect("a FEN")
                .into_position(CastlingMode::Standard)
                .expect("a position");
            let spot = classes.find(&position).expect("a class that is known");
            let again = spot.to_chess(classes.of(&spot)).expect("a position");
            assert_eq!(again.turn(), position.turn());
            assert_eq!(fen_of(&again).to_string(), fen);
        }
    }
}
