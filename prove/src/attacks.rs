//! What men attack, for whole sets of men at once.

use shakmaty::{Color, Role};

use crate::{
    board::Board,
    circuit::{Circuit, Lit},
    set::Set,
    steps::{self, DIAGONAL, STRAIGHT, Step},
};

/// The squares that men see in one direction, up to the first one that is not free. Each square is
/// decided by the one before it, in two gates.
pub fn ray(circuit: &mut Circuit, from: Set, free: Set, step: Step) -> Set {
    let mut seen = Set::NONE;
    for square in steps::along(step) {
        if let Some(before) = steps::stepped(square, steps::back(step)) {
            let through = circuit.and(seen.0[before], free.0[before]);
            seen.0[square] = circuit.or(from.0[before], through);
        }
    }
    seen
}

/// The squares that men of a kind attack by some of their steps.
pub fn by_steps(circuit: &mut Circuit, role: Role, from: Set, free: Set, steps: &[Step]) -> Set {
    steps.iter().fold(Set::NONE, |attacked, &step| {
        let more = if steps::slides(role) {
            ray(circuit, from, free, step)
        } else {
            from.stepped(step)
        };
        attacked.or(circuit, more)
    })
}

/// The squares that men of a kind attack.
pub fn attacks(circuit: &mut Circuit, color: Color, role: Role, from: Set, free: Set) -> Set {
    by_steps(circuit, role, from, free, steps::attacking(color, role))
}

/// The steps of men that slide, each with the men of a side that go by them.
pub fn sliders(circuit: &mut Circuit, board: &Board, color: Color) -> [([Step; 4], Set); 2] {
    let [bishops, rooks, queens] =
        [Role::Bishop, Role::Rook, Role::Queen].map(|role| board.of(color, role));
    let straight = rooks.or(circuit, queens);
    let diagonal = bishops.or(circuit, queens);
    [(STRAIGHT, straight), (DIAGONAL, diagonal)]
}

const STEPPERS: [Role; 3] = [Role::Pawn, Role::Knight, Role::King];

/// The squares that a side attacks.
pub fn attacked_by(circuit: &mut Circuit, board: &Board, color: Color, free: Set) -> Set {
    let mut attacked = Set::NONE;
    for role in STEPPERS {
        let more = attacks(circuit, color, role, board.of(color, role), free);
        attacked = attacked.or(circuit, more);
    }
    for (steps, men) in sliders(circuit, board, color) {
        for step in steps {
            let more = ray(circuit, men, free, step);
            attacked = attacked.or(circuit, more);
        }
    }
    attacked
}

/// The men of the other side, of kinds that do not slide, that attack a side's king.
pub fn stepping_checkers(circuit: &mut Circuit, board: &Board, color: Color) -> Set {
    let king = board.of(color, Role::King);
    STEPPERS.into_iter().fold(Set::NONE, |checkers, role| {
        // What the king would attack as such a man are the squares such men attack it from.
        let from = attacks(circuit, color, role, king, Set::NONE);
        let more = from.and(circuit, board.of(!color, role));
        checkers.or(circuit, more)
    })
}

/// Whether the king of a side is attacked. Asked from its square, which often is known.
pub fn in_check(circuit: &mut Circuit, board: &Board, color: Color, free: Set) -> Lit {
    let king = board.of(color, Role::King);
    let mut in_check = stepping_checkers(circuit, board, color).any(circuit);
    for (steps, men) in sliders(circuit, board, !color) {
        for step in steps.into_iter().filter(|_| men != Set::NONE) {
            let seen = ray(circuit, king, free, step);
            let is_hit = seen.meets(circuit, men);
            in_check = circuit.or(in_check, is_hit);
        }
    }
    in_check
}
