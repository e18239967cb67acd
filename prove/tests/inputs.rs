//! Values for the inputs of circuits: one position in all trials, or one in each.

use drawproof_prove::{board::Board, circuit::Lit, set::Set};
use shakmaty::{Chess, Color, EnPassantMode, Position, Role};

/// Values of inputs, 64 trials at once.
pub type Values = Vec<(Lit, u64)>;

/// Sets the inputs of a set. Members that are constants are left out.
pub fn set(values: &mut Values, set: &Set, trials: impl Fn(usize) -> u64) {
    for (square, &member) in set.0.iter().enumerate() {
        if member.known().is_none() {
            values.push((member, trials(square)));
        }
    }
}

/// Sets a board to a position in each trial; one position is in all.
pub fn positions(values: &mut Values, board: &Board, en_passant: &Set, positions: &[Chess]) {
    for color in Color::ALL {
        for role in Role::ALL {
            let of = |position: &Chess| position.board().by_piece(role.of(color)).0;
            set(values, &board.of(color, role), bits(positions, of));
        }
    }
    let of = |position: &Chess| {
        let square = position.ep_square(EnPassantMode::Always);
        square.map_or(0, |square| 1 << square as u32)
    };
    set(values, en_passant, bits(positions, of));
}

/// The trials of each square, from the squares of each trial.
fn bits(positions: &[Chess], of: impl Fn(&Chess) -> u64) -> impl Fn(usize) -> u64 {
    let squares: Vec<_> = positions.iter().map(of).collect();
    move |square| match squares[..] {
        [one] => (one >> square & 1).wrapping_neg(),
        _ => (squares.iter().enumerate())
            .fold(0, |all, (trial, bits)| all | (bits >> square & 1) << trial),
    }
}
