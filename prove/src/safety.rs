//! Moves that leave the own king safe, without a look at the board after each of them.

use shakmaty::{Color, Role};

use crate::{
    attacks,
    board::Board,
    circuit::{Circuit, Lit},
    set::Set,
    steps::{self, Step},
};

/// Where a side's men may go as far as its king is concerned. Holds for boards on which the side
/// has one king; en passant removes two men from a line and needs a look at the board after it.
#[derive(Clone, Debug)]
pub struct Safety {
    /// Squares that are not attacked once the king has left its own.
    pub king: Set,
    /// Squares on which another man ends every check: all if there is none, none if there are two
    /// that no square ends together.
    pub others: Set,
    /// The rank, the file and the diagonals of the king.
    lines: Vec<Line>,
}

/// Two opposite directions from the king.
#[derive(Copy, Clone, Debug)]
struct Line {
    /// The only man between the king and a man that would attack it, in either direction.
    pinned: Set,
    /// The squares up to such men, if anything is pinned. No man jumps over the king, so the two
    /// directions need not be told apart.
    squares: Set,
}

impl Safety {
    /// The safety of a side to move; free squares hold no man.
    pub fn new(circuit: &mut Circuit, board: &Board, turn: Color, free: Set) -> Self {
        let king = board.of(turn, Role::King);
        let without_king = free.or(circuit, king);
        let attacked = attacks::attacked_by(circuit, board, !turn, without_king);
        let mut safety = Self {
            king: attacked.complement(),
            others: squares_ending_steps(circuit, board, turn),
            lines: Vec::new(),
        };
        let own = board.side(circuit, turn);
        for (steps, men) in attacks::sliders(circuit, board, !turn) {
            if men != Set::NONE {
                let around = &Around { king, own, free };
                safety.add_line(circuit, around, men, steps[0]);
                safety.add_line(circuit, around, men, steps[1]);
            }
        }
        safety
    }

    fn add_line(&mut self, circuit: &mut Circuit, around: &Around, men: Set, step: Step) {
        let mut line = Line {
            pinned: Set::NONE,
            squares: Set::NONE,
        };
        for step in [step, steps::back(step)] {
            let seen = attacks::ray(circuit, around.king, around.free, step);
            let is_check = seen.meets(circuit, men);
            let ending = Set(seen.0.map(|square| circuit.or(!is_check, square)));
            self.others = self.others.and(circuit, ending);

            let pinnable = seen.and(circuit, around.own);
            let behind = attacks::ray(circuit, pinnable, around.free, step);
            let is_pin = behind.meets(circuit, men);
            let pinned = Set(pinnable.0.map(|square| circuit.and(is_pin, square)));
            line.pinned = line.pinned.or(circuit, pinned);
            let squares = seen.or(circuit, behind);
            line.squares = line.squares.or(circuit, squares);
        }
        self.lines.push(line);
    }

    /// Whether a man other than the king stays on its line if it is pinned.
    pub fn keeps_pins(&self, circuit: &mut Circuit, from: Set, to: Set) -> Lit {
        self.lines.iter().fold(Lit::TRUE, |keeps, line| {
            let is_pinned = from.meets(circuit, line.pinned);
            let stays = to.meets(circuit, line.squares);
            let breaks = circuit.and(is_pinned, !stays);
            circuit.and(keeps, !breaks)
        })
    }
}

/// What directions from the king are asked about.
struct Around {
    king: Set,
    own: Set,
    free: Set,
}

/// The squares on which a capture ends the checks of men that do not slide.
fn squares_ending_steps(circuit: &mut Circuit, board: &Board, turn: Color) -> Set {
    let checkers = attacks::stepping_checkers(circuit, board, turn);
    let counts = checkers.at_least(circuit, 2);
    Set(checkers.0.map(|checker| {
        let is_only = circuit.and(checker, !counts[1]);
        circuit.or(!counts[0], is_only)
    }))
}
