//! Steps on the board, and sets moved by them without a gate.

use shakmaty::{Color, Role};

use crate::{circuit::Lit, set::Set};

/// How many files towards h and ranks towards 8.
pub type Step = (i32, i32);

/// The steps of rooks.
pub const STRAIGHT: [Step; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
/// The steps of bishops.
pub const DIAGONAL: [Step; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
/// The steps of kings and queens.
const EVERY: [Step; 8] = [
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
    (1, -1),
];
const KNIGHT: [Step; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The ranks that a pawn gains by a step.
pub fn up(color: Color) -> i32 {
    color.fold_wb(1, -1)
}

/// The opposite step.
pub fn back((files, ranks): Step) -> Step {
    (-files, -ranks)
}

/// The steps by which a man attacks: one of them, or several in a row if it slides.
pub fn attacking(color: Color, role: Role) -> &'static [Step] {
    match (role, color) {
        (Role::Pawn, Color::White) => &[(-1, 1), (1, 1)],
        (Role::Pawn, Color::Black) => &[(-1, -1), (1, -1)],
        (Role::Knight, _) => &KNIGHT,
        (Role::Bishop, _) => &DIAGONAL,
        (Role::Rook, _) => &STRAIGHT,
        (Role::Queen | Role::King, _) => &EVERY,
    }
}

/// Whether a man goes several steps in a row.
pub fn slides(role: Role) -> bool {
    matches!(role, Role::Bishop | Role::Rook | Role::Queen)
}

/// The square a step away, if it is on the board.
pub fn stepped(square: usize, (files, ranks): Step) -> Option<usize> {
    let [file, rank] = [square as i32 % 8 + files, square as i32 / 8 + ranks];
    let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    is_on_board.then_some((8 * rank + file) as usize)
}

/// All squares, each after the one that a step comes from.
pub fn along((files, ranks): Step) -> impl Iterator<Item = usize> {
    let goes_up = 8 * ranks + files > 0;
    (0..64).map(move |square| if goes_up { square } else { 63 - square })
}

impl Set {
    /// The set moved by a step; what leaves the board is lost.
    #[must_use]
    pub fn stepped(self, step: Step) -> Self {
        Self(std::array::from_fn(|square| {
            stepped(square, back(step)).map_or(Lit::FALSE, |from| self.0[from])
        }))
    }

    /// The set as the other side sees it.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self(std::array::from_fn(|square| self.0[square ^ 0o70]))
    }
}
