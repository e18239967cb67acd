//! The declarations of `include/drawproof.h`, in Rust.

use std::ffi::c_int;

use drawproof_language::Claim;
use drawproof_tables::{Wdl, WdlSet};
use shakmaty::{Color, Piece, Role, Square};

/// The version of the interface.
pub const ABI: u32 = 2;

/// The version that knows only `drawproof_is_draw`.
pub const FIRST_ABI: u32 = 1;

/// The value of the en passant square if there is none.
pub const NO_SQUARE: u8 = 64;

/// The XOR mask that flips a square vertically: a1 and a8.
pub const UPSIDE_DOWN: u8 = 56;

/// `drawproof_men`: the men of one colour, with a1 as bit 0.
#[repr(C)]
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct Men {
    /// Pawns.
    pub pawns: u64,
    /// Knights.
    pub knights: u64,
    /// Bishops.
    pub bishops: u64,
    /// Rooks.
    pub rooks: u64,
    /// Queens.
    pub queens: u64,
    /// The king.
    pub kings: u64,
}

impl Men {
    fn of_role(&mut self, role: Role) -> &mut u64 {
        match role {
            Role::Pawn => &mut self.pawns,
            Role::Knight => &mut self.knights,
            Role::Bishop => &mut self.bishops,
            Role::Rook => &mut self.rooks,
            Role::Queen => &mut self.queens,
            Role::King => &mut self.kings,
        }
    }

    fn upside_down(self) -> Self {
        // A rank is a byte.
        Self {
            pawns: self.pawns.swap_bytes(),
            knights: self.knights.swap_bytes(),
            bishops: self.bishops.swap_bytes(),
            rooks: self.rooks.swap_bytes(),
            queens: self.queens.swap_bytes(),
            kings: self.kings.swap_bytes(),
        }
    }
}

/// `drawproof_position`: a legal position without castling rights.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RawPosition {
    /// White's and Black's.
    pub men: [Men; 2],
    /// 0 for White, 1 for Black.
    pub side_to_move: u8,
    /// The en passant square or [`NO_SQUARE`].
    pub en_passant: u8,
    /// Zero.
    pub reserved: [u8; 6],
}

impl RawPosition {
    /// An empty board.
    pub fn empty(turn: Color) -> Self {
        Self {
            men: [Men::default(); 2],
            side_to_move: u8::from(turn.is_black()),
            en_passant: NO_SQUARE,
            reserved: [0; 6],
        }
    }

    /// Puts a man on a square.
    pub fn put(&mut self, man: Piece, square: Square) {
        let men = &mut self.men[usize::from(man.color.is_black())];
        *men.of_role(man.role) |= 1 << square.to_u32();
    }

    /// The same with colours exchanged and the board flipped vertically.
    #[must_use]
    pub fn exchanged(self) -> Self {
        let [white, black] = self.men;
        let en_passant = match self.en_passant {
            NO_SQUARE => NO_SQUARE,
            square => square ^ UPSIDE_DOWN,
        };
        Self {
            men: [black.upside_down(), white.upside_down()],
            side_to_move: 1 - self.side_to_move,
            en_passant,
            ..self
        }
    }
}

/// `drawproof_abi`.
pub type AbiVersion = unsafe extern "C" fn() -> u32;

/// `drawproof_is_draw` and `drawproof_results`.
pub type Ask = unsafe extern "C" fn(*const RawPosition) -> c_int;

/// The functions that a library can be asked by.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Function {
    /// `drawproof_is_draw`.
    IsDraw,
    /// `drawproof_results`.
    Results,
}

impl Function {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::IsDraw => "drawproof_is_draw",
            Self::Results => "drawproof_results",
        }
    }

    /// What an answer claims; `None` if it is no valid answer.
    pub fn results(self, answer: i32) -> Option<WdlSet> {
        match (self, answer) {
            (Self::IsDraw, 0) => Some(WdlSet::ALL),
            (Self::IsDraw, 1) => Some(WdlSet::of(&[Wdl::Draw])),
            (Self::IsDraw, _) => None,
            (Self::Results, _) => {
                let results = WdlSet::from_bits(u8::try_from(answer).ok()?)?;
                let is_claim = results == WdlSet::ALL || Claim::allowing(results).is_some();
                is_claim.then_some(results)
            }
        }
    }

    /// The valid answers, for a person.
    pub fn answers(self) -> &'static str {
        match self {
            Self::IsDraw => "neither 1 (draw) nor 0 (no claim)",
            Self::Results => {
                "none of 1 (lost), 2 (drawn), 3 (not won), 4 (won), 6 (not lost) and 7 (unknown)"
            }
        }
    }

    /// The claims that it can make.
    pub fn claims(self) -> &'static [Claim] {
        match self {
            Self::IsDraw => &[Claim::Draw],
            Self::Results => &[
                Claim::Draw,
                Claim::Win,
                Claim::Loss,
                Claim::NotLost,
                Claim::NotWon,
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges_colours() {
        let mut position = RawPosition::empty(Color::White);
        position.put(Color::White.king(), Square::A1);
        position.put(Color::Black.king(), Square::C8);
        position.put(Color::White.rook(), Square::H2);
        let mut expected = RawPosition::empty(Color::Black);
        expected.put(Color::Black.king(), Square::A8);
        expected.put(Color::White.king(), Square::C1);
        expected.put(Color::Black.rook(), Square::H7);
        assert_eq!(position.exchanged(), expected);
        assert_eq!(position.exchanged().exchanged(), position);
        let black = Men {
            kings: 1 << 56,
            rooks: 1 << 55,
            ..Men::default()
        };
        assert_eq!(expected.men[1], black);
        position.en_passant = Square::D3.into();
        expected.en_passant = Square::D6.into();
        assert_eq!(position.exchanged(), expected);
    }

    #[test]
    fn is_as_large_as_in_c() {
        assert_eq!(size_of::<RawPosition>(), 104);
    }
}
