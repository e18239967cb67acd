//! Boards with any number of men, whose places are signals of a circuit.

use shakmaty::{ByColor, ByRole, Color, Role, Square};

use crate::{
    circuit::{Circuit, Run},
    set::Set,
};

/// Where no pawn stands.
pub const FIRST_AND_LAST_RANK: u64 = 0xff00_0000_0000_00ff;

/// The squares of each kind of man.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// By colour and kind.
    pub men: ByColor<ByRole<Set>>,
}

impl Board {
    /// A board whose sets come from a function.
    pub fn new(mut set: impl FnMut(Color, Role) -> Set) -> Self {
        let men = ByColor {
            black: Color::Black,
            white: Color::White,
        };
        Self {
            men: men.map(|color| {
                let mut role = Role::ALL.into_iter();
                ByRole::new_with(|_| role.next().map_or(Set::NONE, |role| set(color, role)))
            }),
        }
    }

    /// Any board with men of some kinds. Only pawns are kept off squares; [`Board::legal`] asks
    /// for the rest.
    pub fn input(circuit: &mut Circuit, allowed: impl Fn(Color, Role) -> bool) -> Self {
        let pawns = Set::constant(!FIRST_AND_LAST_RANK);
        Self::new(|color, role| match role {
            _ if !allowed(color, role) => Set::NONE,
            Role::Pawn => Set::choice(circuit, pawns),
            _ => Set::input(circuit),
        })
    }

    /// A known board.
    pub fn constant(board: &shakmaty::Board) -> Self {
        Self::new(|color, role| Set::constant(board.by_piece(role.of(color)).0))
    }

    /// The board of a trial, for showing it.
    pub fn read(&self, run: &Run, trial: usize) -> shakmaty::Board {
        let mut board = shakmaty::Board::empty();
        for color in Color::ALL {
            for role in Role::ALL {
                for (square, &member) in Square::ALL.into_iter().zip(&self.of(color, role).0) {
                    if run.trials(member) >> trial & 1 == 1 {
                        board.set_piece_at(square, role.of(color));
                    }
                }
            }
        }
        board
    }

    /// The men of a kind.
    pub fn of(&self, color: Color, role: Role) -> Set {
        self.men[color][role]
    }

    /// All men of a side.
    pub fn side(&self, circuit: &mut Circuit, color: Color) -> Set {
        union(circuit, &self.men[color])
    }

    /// All men.
    pub fn occupied(&self, circuit: &mut Circuit) -> Set {
        let [white, black] = Color::ALL.map(|color| self.side(circuit, color));
        white.or(circuit, black)
    }

    /// The same board with colours exchanged and ranks mirrored.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        Self::new(|color, role| self.of(!color, role).mirrored())
    }
}

/// The men of all kinds.
fn union(circuit: &mut Circuit, men: &ByRole<Set>) -> Set {
    men.iter().fold(Set::NONE, |all, &men| all.or(circuit, men))
}
