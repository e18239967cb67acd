//! Which boards are legal.

use shakmaty::{Color, Role};

use crate::{
    attacks,
    board::{Board, FIRST_AND_LAST_RANK},
    circuit::{Circuit, Lit},
    set::Set,
};

impl Board {
    /// Whether it is legal with a side to move: each side has one king, no square two men, no pawn
    /// stands on the first or last rank, and the side that has moved is not in check. Any number
    /// of men is legal, and so is any check that no move can give.
    pub fn legal(&self, circuit: &mut Circuit, turn: Color) -> Lit {
        let one_king = Color::ALL.map(|color| self.of(color, Role::King).is_one(circuit));
        let apart = self.are_apart(circuit);
        let pawns = Color::ALL.map(|color| self.pawns_in_place(circuit, color));
        let free = self.occupied(circuit).complement();
        let has_left_check = !attacks::in_check(circuit, self, !turn, free);
        let all = [one_king, pawns].into_iter().flatten();
        circuit.all(all.chain([apart, has_left_check]))
    }

    /// Whether no square holds two men.
    fn are_apart(&self, circuit: &mut Circuit) -> Lit {
        let mut occupied = Set::NONE;
        let mut twice = Set::NONE;
        for men in self.men.into_iter().flatten() {
            let again = men.and(circuit, occupied);
            twice = twice.or(circuit, again);
            occupied = occupied.or(circuit, men);
        }
        !twice.any(circuit)
    }

    fn pawns_in_place(&self, circuit: &mut Circuit, color: Color) -> Lit {
        let outside = Set::constant(FIRST_AND_LAST_RANK);
        !self.of(color, Role::Pawn).meets(circuit, outside)
    }
}
