//! Random positions, and the words that exported functions are asked by.

use drawproof_tables::{Material, Placement};
use shakmaty::{Color, Role, Square};

/// Random legal positions, always the same.
#[allow(dead_code)] // not every bench asks for them
pub fn random(class: &Material, count: usize) -> Vec<Placement> {
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut below = |limit: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) % limit
    };
    let mut found = Vec::new();
    while found.len() < count {
        let squares = (0..class.men_count()).map(|_| Square::new(below(64) as u32));
        let placement = Placement {
            squares: squares.collect(),
            turn: Color::from_white(below(2) == 0),
        };
        let apart = placement.occupied().count() == class.men_count();
        if apart && placement.to_chess(class).is_ok() {
            found.push(placement);
        }
    }
    found
}

/// A position in the form that probing functions take.
pub fn words(class: &Material, placement: &Placement) -> [u64; 9] {
    let board = placement.board(class);
    let [queens, rooks, bishops, knights, pawns] = [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ]
    .map(|role| board.by_role(role).0);
    [
        board.white().0,
        board.black().0,
        board.kings().0,
        queens,
        rooks,
        bishops,
        knights,
        pawns,
        placement.turn.is_white().into(),
    ]
}
